//! The part of a game at an offset, and the position there. The whole game is read, cut off at the
//! offset and replayed.

use crate::notation::AnyGame;
use crate::notation::ctl::PlaySign;
use crate::rules::{Illegal, OpeningTracker, Replay, Rules, Step};
use crate::syntax::{Element, Game, Lexer, Node, Notation, NumberMark, TagPair, TokenKind};

/// A position in a game, with the opening of the line up to there.
pub(super) type Reached<R> = (R, OpeningTracker);

/// Returns the element that an offset is in or at the end of.
pub(super) fn element_at<'g, N: Notation>(game: &'g Game<'_, N>, offset: usize) -> Option<&'g Element<N>> {
    let last = game.movetext.partition_point(|element| element.span.start <= offset);
    // the last one may be empty, if recovery has put it in
    let mut before = game.movetext[..last].iter().rev().take(2);
    before.find(|element| offset <= element.span.end && element.span.start < element.span.end)
}

/// Returns whether a character may be part of a move, a number, a result, an annotation or a word.
pub(super) fn is_part_of_word(c: char) -> bool {
    c.is_alphanumeric() || "$+#=-@×*^&_/".contains(c)
}

/// Plays the line that an offset is in, up to there. Variations may be open there. Returns `None`
/// if a move of the line is not legal, or if anything other than brackets and move numbers has been
/// left out before the offset.
pub(super) fn reach<R: Rules>(
    game: &Game<'_, R::Notation>,
    offset: usize,
    illegal: Illegal,
) -> Option<Reached<R>> {
    let (part, depth) = up_to(game, offset)?;
    let start = R::set_up(game).ok()?.position;
    let mut openings = vec![Openings::default()];
    openings[0].see(&start);
    let mut replay = Replay::every_line_of(&part, start).with_illegal(illegal);
    loop {
        let innermost = openings.len() - 1;
        match replay.step() {
            Ok(None) => break,
            Ok(Some(Step::Ply(_))) => openings[innermost].see(replay.position()),
            Ok(Some(Step::Other(element))) => match element.node {
                Node::VariationStart(_) => {
                    // a variation begins before the last move, and so does its opening
                    openings.push(Openings { now: openings[innermost].before, ..openings[innermost] });
                }
                Node::VariationEnd if innermost > 0 => drop(openings.pop()),
                _ => {}
            },
            // the replay skips the rest of the variation
            Err(error) if error.depth > 0 => drop(openings.pop()),
            Err(_) => return None,
        }
    }
    let opening = openings.last()?.now;
    (replay.depth() == depth).then(|| (replay.position().clone(), opening))
}

/// The opening of a line, and that before its last move.
#[derive(Clone, Copy, Debug, Default)]
struct Openings {
    before: OpeningTracker,
    now: OpeningTracker,
}

impl Openings {
    fn see<R: Rules>(&mut self, position: &R) {
        self.before = self.now;
        self.now.see(position);
    }
}

/// Returns the part of a movetext up to an offset, and how many variations are open there.
///
/// Tokens just before the offset that the parser has left out are read again, because they may
/// begin a variation that has no move yet.
fn up_to<N: Notation>(game: &Game<'_, N>, offset: usize) -> Option<(Vec<Element<N>>, usize)> {
    let mut part =
        game.movetext[..game.movetext.partition_point(|element| element.span.end <= offset)].to_vec();
    let tags = game.tags.last().map_or(game.begins_at, |tag| tag.span.end);
    let end = part.last().map_or(tags, |last| last.span.end);
    let text = game.text.0.get(..offset.max(end))?;
    for lexeme in Lexer::<N::Token>::new(text, end) {
        let written = &text[lexeme.span.range()];
        let node = match lexeme.kind()? {
            TokenKind::VariationStart => Some(Node::VariationStart(None)),
            TokenKind::VariationEnd => Some(Node::VariationEnd),
            TokenKind::MoveNumber => Some(Node::number(0, NumberMark::Plain)),
            TokenKind::Move if written.starts_with("…".as_bytes()) || written.starts_with(b".") => {
                PlaySign::Omitted.node()
            }
            TokenKind::Move | TokenKind::Result(_) | TokenKind::TagName | TokenKind::TagValue => return None,
            TokenKind::Unknown(_) | TokenKind::Word => return None,
            _ => None,
        };
        part.extend(node.map(|node| Element::new(node, lexeme.span)));
    }
    let mut depth = 0_usize;
    for element in &part {
        match element.node {
            Node::VariationStart(_) => depth += 1,
            Node::VariationEnd => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    Some((part, depth))
}

/// Returns the tag of a game that an offset is in.
pub(super) fn tag_at<'g, 's>(game: &'g AnyGame<'s>, offset: usize) -> Option<&'g TagPair<'s>> {
    game.tags().iter().find(|tag| tag.span.start <= offset && offset <= tag.span.end)
}

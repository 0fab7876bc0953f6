//! The markers and the references in comments of CTL-PGN (notation, "Los comentarios"), and the moves that they name.

use std::collections::HashMap;
use std::iter;
use std::ops::Range;
use std::str::Chars;

use shakmaty::{ByColor, Color};

use super::{CtlAn, PlaySign};
use crate::message::{Language, PlyNumber, fill_whole};
use crate::syntax::{Comment, Element, Game, Nag, Node, Notation};
use crate::text::Text;

/// The marker at the beginning of a comment, which says what the comment is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marker {
    /// Whether a program wrote the comment, as `#` says.
    pub automatic: bool,
    /// The side whose move the comment is about; `None` for the position.
    pub side: Option<Color>,
}

/// Returns the side that a letter names: `W`, `B`, or `N` for *negras* (Spanish) and *negres* (Catalan).
const fn side_of(letter: char) -> Option<Color> {
    match letter {
        'W' => Some(Color::White),
        'B' | 'N' => Some(Color::Black),
        _ => None,
    }
}

impl Marker {
    /// Reads the marker at the beginning of a comment, with or without white space before
    /// it: `@W`, `@B`, `@N`, `:`, `#`, `#W`, `#B` or `#N`. Returns `None` if there is none.
    #[must_use]
    pub fn read(text: &str) -> Option<Marker> {
        let text = text.trim_start();
        let mut chars = text.chars();
        let sign = chars.next()?;
        let side = chars.next().and_then(side_of);
        let ends = !chars.next().is_some_and(char::is_alphanumeric);
        match sign {
            ':' => Some(Marker { automatic: false, side: None }),
            '@' if side.is_some() && ends => Some(Marker { automatic: false, side }),
            '#' if side.is_some() && ends => Some(Marker { automatic: true, side }),
            // `#14` and `#.16` are references
            '#' if !text[1..].starts_with(|c: char| c.is_alphanumeric() || c == '.') => {
                Some(Marker { automatic: true, side: None })
            }
            _ => None,
        }
    }
}

/// Returns whether a comment begins with a marker that the notation does not have: a sign, letters and a
/// colon.
pub(super) fn has_unknown_marker(text: &str) -> bool {
    let text = text.trim_start();
    let letters = text.strip_prefix(['@', '#']).unwrap_or_default();
    let end = letters.trim_start_matches(char::is_alphabetic);
    Marker::read(text).is_none() && end.len() < letters.len() && end.starts_with(':')
}

/// Finds text that begins like a reference but is not one: `@Z`, and a reference to a play that is
/// followed by `@` or `[`.
pub(super) fn broken_references(
    text: &str,
    references: &[(Reference, Range<usize>)],
) -> impl Iterator<Item = Range<usize>> {
    let unfinished = references.iter().filter_map(|(reference, part)| {
        let is_play = matches!(reference, Reference::Play { .. });
        (is_play && text[part.end..].starts_with(['@', '['])).then(|| part.start..part.end + 1)
    });
    let others = text.match_indices('@').filter_map(|(at, _)| {
        let mut after = text[at + 1..].chars();
        let letter = after.next().filter(char::is_ascii_uppercase)?;
        let is_apart = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
        let is_other = side_of(letter).is_none() && is_apart(after.next());
        (is_other && is_apart(text[..at].chars().next_back())).then_some(at..at + 2)
    });
    unfinished.chain(others)
}

/// A reference in a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reference {
    /// `@W`: a player.
    Player(Color),
    /// `#14`, `#.16$[1]@W`, `#14[#12.2]`: a play, or a move of it.
    Play {
        /// The number of the play.
        number: u32,
        /// The nesting depth of the line that contains the play or the first of the variations; 0 is the main
        /// line.
        depth: usize,
        /// The variations that contain the play, the outermost first: for each the number of the play that it
        /// replaces, and its label. `#14[2]` is the variation of play 14 with the label 2.
        variations: Vec<(u32, u32)>,
        /// The side of the move; `None` for the whole play.
        side: Option<Color>,
    },
    /// `$24`: an assessment.
    Nag(u32),
    /// `~PE13`, `~gL5-H6`: a piece, a hex or a move, which the sign only marks.
    Mark,
}

/// Returns the references in a comment, from left to right.
#[must_use]
pub fn references(comment: &Comment<'_>) -> Vec<Reference> {
    located_references(&comment.text.decode()).into_iter().map(|(reference, _)| reference).collect()
}

/// Returns the references in the text of a comment, each with its byte range.
pub(super) fn located_references(text: &str) -> Vec<(Reference, Range<usize>)> {
    // the marker itself is not a reference
    let start = Marker::read(text).map_or(0, |_| text.find(['@', '#', ':']).map_or(0, |at| at + 1));
    references_in(text, start).collect()
}

/// Finds the references in a comment from an offset on, from left to right, each with its byte range.
pub(crate) fn references_in(text: &str, start: usize) -> impl Iterator<Item = (Reference, Range<usize>)> {
    let mut chars = text[start..].chars();
    iter::from_fn(move || {
        loop {
            let start = text.len() - chars.as_str().len();
            let sign = chars.next()?;
            let mut ahead = chars.clone();
            let found = match sign {
                '@' => side(&mut ahead).map(Reference::Player),
                '#' => play(&mut ahead),
                '$' => number(&mut ahead).map(Reference::Nag),
                '~' => mark(&mut ahead),
                _ => None,
            };
            if let Some(reference) = found {
                chars = ahead;
                return Some((reference, start..text.len() - chars.as_str().len()));
            }
        }
    })
}

/// Returns a comment as people read it: its marker as the name of the side, players as words, annotations as signs, and
/// plays as `play` writes them. What has no words stays as it is.
pub(crate) fn written_out(
    comment: &str,
    language: &Language,
    mut play: impl FnMut(&Reference) -> Option<String>,
) -> String {
    let language = CtlAn::words(language);
    let comment = comment.trim();
    let side = Marker::read(comment).and_then(|marker| marker.side);
    // the marker of a side is a sign and a letter, such as `@B`
    let rest = side.map_or("", |_| comment[2..].trim_start_matches([':', ' ']));
    let said = if rest.is_empty() { comment } else { rest };
    let (mut text, mut end) = (String::new(), 0);
    for (reference, part) in references_in(said, 0) {
        let words = match &reference {
            Reference::Player(of) => Some(of.fold_wb(language.white_side, language.black_side).to_owned()),
            Reference::Nag(number) => {
                u8::try_from(*number).ok().and_then(|nag| Nag(nag).printed_sign()).map(str::to_owned)
            }
            Reference::Play { .. } => play(&reference),
            Reference::Mark => Some(said[part.start + 1..part.end].to_owned()),
        };
        text += &said[end..part.start];
        text += words.as_deref().unwrap_or(&said[part.clone()]);
        end = part.end;
    }
    text += &said[end..];
    match side {
        Some(of) if !rest.is_empty() => {
            fill_whole(of.fold_wb(language.white, language.black), &[("value", &text)])
        }
        _ => text,
    }
}

/// A line of moves, up to the element that is being visited.
#[derive(Debug)]
pub(super) struct VisitedLine {
    /// Its index among the lines of the game, of which the main line is the first.
    pub(super) index: usize,
    /// The numbers of its plays so far.
    pub(super) plays: Range<u32>,
    /// The sides that have moved in the last play.
    pub(super) moved: ByColor<bool>,
}

impl VisitedLine {
    const fn new(index: usize) -> VisitedLine {
        VisitedLine { index, plays: 0..0, moved: ByColor { black: false, white: false } }
    }

    fn add(&mut self, number: u32) {
        let start = if self.plays.is_empty() { number } else { self.plays.start.min(number) };
        let plays = start..self.plays.end.max(number.saturating_add(1));
        *self = VisitedLine { plays, ..VisitedLine::new(self.index) };
    }

    /// Notes a move, or dots in place of White's.
    fn play(&mut self) {
        self.moved = ByColor { black: self.moved.white && !self.moved.black, white: true };
    }

    /// Returns the number of the last play.
    pub(super) fn last(&self) -> u32 {
        self.plays.end.saturating_sub(1)
    }
}

/// Calls a function for each element, with the lines around it, the main line first. A variation begins with its bracket.
pub(super) fn walk<N: Notation>(game: &Game<'_, N>, mut visit: impl FnMut(&[VisitedLine], &Element<N>)) {
    let (mut lines, mut count) = (vec![VisitedLine::new(0)], 1);
    for element in game.movetext.iter() {
        match (&element.node, lines.last_mut()) {
            (Node::MoveNumber(number), Some(line)) => line.add(number.value),
            (Node::Move(_), Some(line)) => line.play(),
            (Node::Sign(_), Some(line)) if element.node == PlaySign::Omitted => line.play(),
            (Node::VariationStart(_), _) => {
                lines.push(VisitedLine::new(count));
                count += 1;
            }
            (Node::VariationEnd, _) => drop(lines.pop()),
            _ => {}
        }
        visit(&lines, element);
    }
}

/// The moves of a game in the order of the text, as references name them by the numbers that are written.
#[derive(Clone, Debug)]
pub(crate) struct PlayedMoves {
    moves: Vec<PlayedMove>,
    /// For each line, the number of a play in it and a side, the first such move.
    first: HashMap<(usize, u32, Color), usize>,
    /// For each line, the line around it.
    outer: Vec<usize>,
    /// The variations with labels: the line around each, the number of the last play in it and the label, and the
    /// line of the first variation that has these.
    labels: HashMap<(usize, u32, u32), usize>,
}

#[derive(Clone, Debug)]
struct PlayedMove {
    at: PlyNumber,
    line: usize,
    /// The move as it is written.
    text: String,
}

impl PlayedMoves {
    /// Lists the moves of a game.
    pub(crate) fn of<N: Notation>(game: &Game<'_, N>) -> PlayedMoves {
        let (first, labels) = (HashMap::new(), HashMap::new());
        let mut played = PlayedMoves { moves: Vec::new(), first, outer: vec![0], labels };
        walk(game, |lines, element| match (&element.node, lines) {
            (Node::Move(_), [.., line]) => {
                let at = PlyNumber { number: line.last(), side: Color::from_white(!line.moved.black) };
                played.first.entry((line.index, at.number, at.side)).or_insert(played.moves.len());
                let text = Text(game.written(element.span)).decode().into_owned();
                played.moves.push(PlayedMove { at, line: line.index, text });
            }
            (Node::VariationStart(label), [.., outer, line]) => {
                played.outer.push(outer.index);
                if let Some(label) = *label {
                    played.labels.entry((outer.index, outer.last(), label)).or_insert(line.index);
                }
            }
            _ => {}
        });
        played
    }

    /// Returns a move with its number.
    pub(crate) fn name(&self, index: usize) -> String {
        let PlayedMove { at, text, .. } = &self.moves[index];
        format!("{}{}\u{a0}{text}", at.number, at.side.fold_wb('.', '…'))
    }

    /// Finds the move that a reference in a comment names; for a whole play, its first move. `before` is the number of
    /// moves before the comment. Returns `None` for other references, and if there is no such move.
    pub(crate) fn target(&self, before: usize, reference: &Reference) -> Option<usize> {
        let Reference::Play { number, depth, variations, side } = reference else { return None };
        let last = before.checked_sub(1).map_or(0, |last| self.moves[last].line);
        let around = iter::successors(Some(last), |&line| (line > 0).then(|| self.outer[line]));
        let lines: Vec<_> = around.collect();
        let line = self.variation(lines[lines.len().saturating_sub(1 + depth)], variations)?;
        self.first_of(line, *number, *side)
    }

    /// Finds the first move of a line with a number, and of a side if one is given.
    pub(super) fn first_of(&self, line: usize, number: u32, side: Option<Color>) -> Option<usize> {
        let sides = Color::ALL.into_iter().filter(|of| side.is_none_or(|side| side == *of));
        sides.filter_map(|side| self.first.get(&(line, number, side)).copied()).min()
    }

    /// Finds the innermost of some variations in a line, each given by the number of its play and its label.
    pub(super) fn variation(&self, line: usize, variations: &[(u32, u32)]) -> Option<usize> {
        let mut variations = variations.iter();
        variations.try_fold(line, |line, (play, label)| self.labels.get(&(line, *play, *label)).copied())
    }
}

fn play(chars: &mut Chars<'_>) -> Option<Reference> {
    let depth = chars.as_str().bytes().take_while(|b| *b == b'.').count();
    *chars = chars.as_str()[depth..].chars();
    let number = number(chars)?;
    let variations = variations(number, chars);
    let side = chars.as_str().strip_prefix('@').and_then(|rest| {
        let mut rest = rest.chars();
        let side = side(&mut rest);
        side.inspect(|_| *chars = rest)
    });
    Some(Reference::Play { number, depth, variations, side })
}

/// Reads the variations that contain a play, and returns them with the outermost first. `$[1]` or `[1]`, which the
/// notation has as well, is a variation of the play itself. `[#14.1#12.2]` names variations of other plays, with the
/// innermost first. `.2` stands for the variation as a whole.
fn variations(play: u32, chars: &mut Chars<'_>) -> Vec<(u32, u32)> {
    let labelled = |chars: &mut Chars<'_>, play| {
        *chars = chars.as_str().strip_prefix('.')?.chars();
        Some((play, number(chars)?))
    };
    let bracketed = |chars: &mut Chars<'_>| {
        let rest = chars.as_str();
        *chars = rest.strip_prefix('$').unwrap_or(rest).strip_prefix('[')?.chars();
        let mut found = Vec::new();
        while let Some(rest) = chars.as_str().strip_prefix('#') {
            *chars = rest.chars();
            let play = number(chars)?;
            found.push(labelled(chars, play)?);
        }
        found.reverse();
        if found.is_empty() {
            found.push((play, number(chars)?));
        }
        *chars = chars.as_str().strip_prefix(']')?.chars();
        Some(found)
    };
    let (mut whole, mut inside) = (chars.clone(), chars.clone());
    if let Some(variation) = labelled(&mut whole, play) {
        *chars = whole;
        return vec![variation];
    }
    bracketed(&mut inside).inspect(|_| *chars = inside).unwrap_or_default()
}

/// Reads what a `~` marks: a piece, perhaps with the shade of its hexes (`J[d]`), a hex, or a move.
fn mark(chars: &mut Chars<'_>) -> Option<Reference> {
    let is_part = |c: &char| c.is_ascii_alphanumeric() || "-\u{2010}×*@=+^#&[]".contains(*c);
    let text = chars.as_str();
    let (marked, rest) = text.split_at(text.chars().take_while(is_part).map(char::len_utf8).sum());
    *chars = rest.chars();
    let after = marked.strip_prefix(|c: char| c.is_ascii_alphabetic())?;
    let is_piece = after.is_empty() || after.starts_with('[');
    (is_piece || after.contains(|c: char| c.is_ascii_digit())).then_some(Reference::Mark)
}

/// Reads the letter of a side, unless it begins a word.
fn side(chars: &mut Chars<'_>) -> Option<Color> {
    let side = chars.next().and_then(side_of)?;
    (!chars.as_str().starts_with(char::is_alphanumeric)).then_some(side)
}

fn number(chars: &mut Chars<'_>) -> Option<u32> {
    let rest = chars.as_str();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let number = rest[..digits].parse().ok()?;
    *chars = rest[digits..].chars();
    Some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_are_read_with_and_without_a_space_and_a_colon() {
        let marker = |automatic, side| Some(Marker { automatic, side });
        for (text, expected) in [
            ("@W: E defença PE13", marker(false, Some(Color::White))),
            (" @N: obre columna G", marker(false, Some(Color::Black))),
            (" @B Ataca", marker(false, Some(Color::Black))),
            ("#W: x", marker(true, Some(Color::White))),
            ("#B", marker(true, Some(Color::Black))),
            ("# [engine] 0.3", marker(true, None)),
            (": balanced", marker(false, None)),
            ("#14 was better", None),
            ("@White", None),
            ("Mat del boig", None),
            ("", None),
        ] {
            assert_eq!(Marker::read(text), expected, "{text}");
        }
    }

    #[test]
    fn references_are_located() {
        let text = "à @W: #14@N, #.16$[1]";
        let parts: Vec<_> = references_in(text, 0).map(|(_, part)| &text[part]).collect();
        assert_eq!(parts, ["@W", "#14@N", "#.16$[1]"]);
    }

    #[test]
    fn every_form_of_reference_is_read() {
        let in_line = |number, depth, variations: &[(u32, u32)], side| Reference::Play {
            number,
            depth,
            variations: variations.to_vec(),
            side,
        };
        let play = |number, depth, label: Option<u32>, side| match label {
            Some(label) => in_line(number, depth, &[(number, label)], side),
            None => in_line(number, depth, &[], side),
        };
        for (text, expected) in [
            ("@W against @B", vec![Reference::Player(Color::White), Reference::Player(Color::Black)]),
            ("see #14.", vec![play(14, 0, None, None)]),
            ("#14@N", vec![play(14, 0, None, Some(Color::Black))]),
            ("#.16 and #.16@N", vec![play(16, 1, None, None), play(16, 1, None, Some(Color::Black))]),
            ("#14[2]", vec![play(14, 0, Some(2), None)]),
            ("#.16$[1]@W", vec![play(16, 1, Some(1), Some(Color::White))]),
            ("#12.2", vec![play(12, 0, Some(2), None)]),
            ("#14[#12.2]", vec![in_line(14, 0, &[(12, 2)], None)]),
            ("#14[#12.2]@W", vec![in_line(14, 0, &[(12, 2)], Some(Color::White))]),
            ("#16[#14.1#12.2]", vec![in_line(16, 0, &[(12, 2), (14, 1)], None)]),
            ("~PE13, ~J[d] and ~gL5-H6+^", vec![Reference::Mark; 3]),
            ("~ 5 ~5 ~all", vec![]),
            ("$24", vec![Reference::Nag(24)]),
            ("mail@Work, 5$, #x", vec![]),
        ] {
            let found: Vec<_> = references_in(text, 0).map(|(reference, _)| reference).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}

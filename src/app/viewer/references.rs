//! References in comments of CTL-PGN, as links between moves.

use shakmaty::Color;

use super::tree::{START, Tree};
use crate::message::Language;
use crate::notation::ctl::reference::{Marker, Reference, references_in};
use crate::syntax::Nag;

/// Writes out the references of all comments: moves with an arrow before them, and players and annotations
/// as words and signs. Notes in each node which moves its comments name.
pub fn write_out(tree: &mut Tree, language: &Language) {
    for number in 0..tree.count() {
        let mut links = Vec::new();
        let node = tree.node(number);
        let [before, comments] = [&node.before, &node.comments].map(|comments| {
            let written =
                comments.iter().map(|comment| written_out(tree, number, comment, language, &mut links));
            written.collect::<Vec<_>>()
        });
        let node = tree.node_mut(number);
        (node.before, node.comments, node.links) = (before, comments, links);
    }
}

/// Writes a comment of a node out, and adds the nodes that it names to `links`.
fn written_out(
    tree: &Tree,
    from: usize,
    comment: &str,
    language: &Language,
    links: &mut Vec<usize>,
) -> String {
    let side = |side: Color| side.fold_wb(language.white_side, language.black_side);
    let (mut text, mut end) = (String::new(), 0);
    if let Some(Marker { automatic: false, side: Some(of) }) = Marker::read(comment) {
        // the sign and one letter
        (text, end) = (capitalized(side(of)), 2);
    }
    for (reference, part) in references_in(comment, end) {
        let words = match reference {
            Reference::Player(of) => Some(side(of).to_owned()),
            Reference::Nag(number) => {
                u8::try_from(number).ok().and_then(|nag| Nag(nag).printed_sign()).map(str::to_owned)
            }
            Reference::Play { number, depth, label, side } => {
                let target = target(tree, from, Play { number, depth, label, side });
                target.map(|target| {
                    links.push(target);
                    format!("→{}", tree.node(target).numbered().replace(' ', "\u{a0}"))
                })
            }
        };
        text += &comment[end..part.start];
        text += words.as_deref().unwrap_or(&comment[part.clone()]);
        end = part.end;
    }
    text + &comment[end..]
}

fn capitalized(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// A reference to a play or a move of it.
#[derive(Clone, Copy, Debug)]
struct Play {
    number: u32,
    depth: usize,
    label: Option<u32>,
    side: Option<Color>,
}

/// Finds the move that a reference in a comment of a node names: of a variation its first one.
fn target(tree: &Tree, from: usize, play: Play) -> Option<usize> {
    let line = line_at_depth(tree, from, play.depth);
    let is_it = |&number: &usize| {
        let node = tree.node(number);
        number != START && node.at.number == play.number && play.side.is_none_or(|side| node.at.side == side)
    };
    let Some(label) = play.label else { return line.into_iter().find(is_it) };
    let opens = |&number: &usize| {
        let node = tree.node(number);
        node.label == Some(label) && node.at.number == play.number && line.contains(&node.parent)
    };
    let first = tree.moves().map(|(number, _)| number).find(opens)?;
    std::iter::once(first).chain(tree.line_on(first)).find(is_it)
}

/// Returns the line of a nesting depth that a node is in or that its line departs from, from the start of
/// the game on.
fn line_at_depth(tree: &Tree, from: usize, depth: usize) -> Vec<usize> {
    let mut line: Vec<_> = tree.line_back(from).filter(|&at| tree.node(at).depth <= depth).collect();
    line.reverse();
    let last = line.last().copied().unwrap_or(START);
    line.extend(tree.line_on(last));
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::viewer::tree::tests::tree;
    use crate::message::ENGLISH;
    use crate::message::lang::CATALAN;

    #[test]
    fn references_name_their_moves() {
        let text = "1. E7-E13, E21-E15
            {@W: @W takes space; #1$[2] is quiet, #1$[1]@B no more than #1@W and #9}
            ($[1] 1. F8-F12, F20-F16
            {better than #1@B, with $10; #.1@W was $999})
            ($[2] 1. NG3-H8)
            1-1";
        let mut game = tree("t.ctl-pgn", text);
        write_out(&mut game, &ENGLISH);
        let comments: Vec<_> = game.moves().flat_map(|(_, node)| node.comments.clone()).collect();
        assert_eq!(
            comments,
            [
                "White: White takes space; →1.\u{a0}NG3-H8 is quiet, →1…\u{a0}F20-F16 no more than \
                 →1.\u{a0}E7-E13 and #9",
                "better than →1…\u{a0}E21-E15, with =; →1.\u{a0}F8-F12 was $999",
            ]
        );
        let links: Vec<_> = game.moves().flat_map(|(_, node)| node.links.clone()).collect();
        let texts: Vec<_> = links.into_iter().map(|link| &game.node(link).text[..]).collect();
        assert_eq!(texts, ["NG3-H8", "F20-F16", "E7-E13", "E21-E15", "F8-F12"]);

        let mut game = tree("t.ctl-pgn", "1. E7-E13, E21-E15 {@N bé} 1-1");
        write_out(&mut game, &CATALAN);
        assert_eq!(game.node(2).comments, ["Negres bé"]);
    }
}

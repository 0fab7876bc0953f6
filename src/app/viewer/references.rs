//! References in comments of CTL-PGN, as links between moves.

use shakmaty::Color;

use super::tree::Tree;
use crate::message::{Language, PlyNumber};
use crate::notation::ctl::reference::{Marker, Reference, references_in};
use crate::notation::ctl::reference_target::{MoveTree, target};
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
        let words = match &reference {
            Reference::Player(of) => Some(side(*of).to_owned()),
            Reference::Nag(number) => {
                u8::try_from(*number).ok().and_then(|nag| Nag(nag).printed_sign()).map(str::to_owned)
            }
            Reference::Play { .. } => target(tree, from, &reference).map(|target| {
                links.push(target);
                format!("→{}", tree.node(target).numbered().replace(' ', "\u{a0}"))
            }),
            Reference::Mark => Some(comment[part.start + 1..part.end].to_owned()),
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

impl MoveTree for Tree {
    fn count(&self) -> usize {
        Tree::count(self)
    }

    fn ply(&self, node: usize) -> PlyNumber {
        self.node(node).at
    }

    fn depth(&self, node: usize) -> usize {
        self.node(node).depth
    }

    fn label(&self, node: usize) -> Option<u32> {
        self.node(node).label
    }

    fn parent(&self, node: usize) -> usize {
        self.node(node).parent
    }

    fn main_child(&self, node: usize) -> Option<usize> {
        Tree::main_child(self, node)
    }
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

        let text = "1. E7-E13, E21-E15
            ($[1] 1. F8-F12, F20-F16
            ($[2] 1. …, G21-G15))
            {#1.1, #1[#1.1]@B, #1[#1.2#1.1] and #1[#1.3], with ~PE13}
            1-1";
        let mut game = tree("t.ctl-pgn", text);
        write_out(&mut game, &ENGLISH);
        assert_eq!(
            game.node(2).comments,
            ["→1.\u{a0}F8-F12, →1…\u{a0}F20-F16, →1…\u{a0}G21-G15 and #1[#1.3], with PE13"]
        );

        let mut game = tree("t.ctl-pgn", "1. E7-E13, E21-E15 {@N bé} 1-1");
        write_out(&mut game, &CATALAN);
        assert_eq!(game.node(2).comments, ["Negres bé"]);
    }
}

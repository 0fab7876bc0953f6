//! References in comments of CTL-PGN, as links between moves.

use super::move_text::numbered;
use crate::library::{Game, NodeId};
use crate::message::Language;
use crate::notation::ctl::reference::{self, Marker, Reference};
use crate::text::capitalized;

/// Returns a comment of the node `from` with its references written out: moves with an arrow before them,
/// players as words and annotations as signs. Adds the nodes that the comment names to `links`.
pub fn written_out(
    game: &Game,
    from: usize,
    comment: &str,
    language: &Language,
    links: &mut Vec<usize>,
) -> String {
    let (mut text, mut end) = (String::new(), 0);
    if let Some(Marker { automatic: false, side: Some(of) }) = Marker::read(comment) {
        // a marker is the sign and one letter
        (text, end) = (capitalized(of.fold_wb(language.white_side, language.black_side)), 2);
    }
    let play = |reference: &Reference| {
        let target = game.tree.target(from, reference)?;
        links.push(target);
        let target = game.get(NodeId::from_index(target)).map(numbered).unwrap_or_default();
        Some(format!("→{}", target.replace(' ', "\u{a0}")))
    };
    text + &reference::written_out(comment, end, language, play)
}

#[cfg(test)]
mod tests {
    use crate::app::viewer::tree::tests::{tree, tree_in};
    use crate::message::lang::CATALAN;

    #[test]
    fn references_name_their_moves() {
        let text = "1. E7-E13, E21-E15
            {@W: @W takes space; #1$[2] is quiet, #1$[1]@B no more than #1@W and #9}
            ($[1] 1. F8-F12, F20-F16
            {better than #1@B, with $10; #.1@W was $999})
            ($[2] 1. NG3-H8)
            1-1";
        let game = tree("t.ctl-pgn", text);
        let comments: Vec<_> = game.nodes().iter().flat_map(|node| &node.comments).collect();
        assert_eq!(
            comments,
            [
                "White: White takes space; →1.\u{a0}NG3-H8 is quiet, →1…\u{a0}F20-F16 no more than \
                 →1.\u{a0}E7-E13 and #9",
                "better than →1…\u{a0}E21-E15, with =; →1.\u{a0}F8-F12 was $999",
            ]
        );
        let links: Vec<_> = game.nodes().iter().flat_map(|node| &node.links).collect();
        let texts: Vec<_> = links.into_iter().map(|link| game.text(*link)).collect();
        assert_eq!(texts, ["NG3-H8", "F20-F16", "E7-E13", "E21-E15", "F8-F12"]);

        let text = "1. E7-E13, E21-E15
            ($[1] 1. F8-F12, F20-F16
            ($[2] 1. …, G21-G15))
            {#1.1, #1[#1.1]@B, #1[#1.2#1.1] and #1[#1.3], with ~PE13}
            1-1";
        let game = tree("t.ctl-pgn", text);
        assert_eq!(
            game.node(2).comments,
            ["→1.\u{a0}F8-F12, →1…\u{a0}F20-F16, →1…\u{a0}G21-G15 and #1[#1.3], with PE13"]
        );

        let game = tree_in(&CATALAN, "t.ctl-pgn", "1. E7-E13, E21-E15 {@N bé} 1-1");
        assert_eq!(game.node(2).comments, ["Negres bé"]);
    }
}

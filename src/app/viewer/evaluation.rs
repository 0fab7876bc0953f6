//! Evaluations of positions, and the mistakes that they show.

use super::tree::Tree;
use crate::syntax::{Nag, Score};

/// Returns the annotation that judges a move: the first one of `!`, `?`, `!!`, `??`, `!?` and `?!`, which are `$1` to
/// `$6`, or `?` for a mistake that only the evaluations show.
pub fn judgement(tree: &Tree, number: usize) -> Option<Nag> {
    let written = tree.played(number)?.nags().iter().copied().find(|nag| nag.judges());
    written.or_else(|| costs_chances(tree, number).then_some(Nag(2)))
}

/// Returns White's chances of winning after a move, from 0 to 1, or `None` if its position is not evaluated.
/// Those of centipawns are the estimate of Lichess (<https://lichess.org/page/accuracy>).
pub fn white_chances(tree: &Tree, number: usize) -> Option<f64> {
    Some(match tree.nodes[number].eval?.score {
        Score::Centipawns(score) => 1.0 / (1.0 + (-0.003_682_08 * f64::from(score)).exp()),
        // a mate on the board was given by the side that has just moved
        Score::Mate(0) => tree.node(number).at.side.fold_wb(1.0, 0.0),
        Score::Mate(moves) if moves > 0 => 1.0,
        Score::Mate(_) => 0.0,
    })
}

/// The minimum loss of chances of winning, which range from 0 to 1, that makes a move a mistake.
const MISTAKE: f64 = 0.1;

/// Returns whether a move is a mistake: by its sign (`?`, `??`, `?!`), or because it lowers its side's chances
/// of winning by a tenth of a game or more. Without evaluations before and after it, only the sign counts.
pub fn is_mistake(tree: &Tree, number: usize) -> bool {
    match judgement(tree, number) {
        Some(Nag(2 | 4 | 6)) => true,
        Some(_) => costs_chances(tree, number),
        None => false,
    }
}

fn costs_chances(tree: &Tree, number: usize) -> bool {
    let Some(played) = tree.played(number) else { return false };
    let [before, after] = [tree.node(number).parent, number].map(|node| white_chances(tree, node));
    let Some(lost) = before.zip(after).map(|(before, after)| before - after) else { return false };
    played.side().fold_wb(lost, -lost) >= MISTAKE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::viewer::move_text::move_text;
    use crate::app::viewer::tree::tests::tree;
    use crate::format::MoveText;
    use crate::message::ENGLISH;

    /// `tests/escaque/browser/play.rs` tests the script of pages by the same game.
    #[test]
    fn mistakes_have_a_sign_or_cost_chances() {
        let tree = tree("t", include_str!("../../../tests/units/mistakes.pgn"));
        for played in tree.game.moves() {
            let is_told = played.comments().any(|comment| comment.contains("mistake"));
            assert_eq!(
                is_mistake(&tree, played.id().index()),
                is_told,
                "{}",
                move_text(played, MoveText::default())
            );
        }
        let judged = (1..5).map(|number| judgement(&tree, number).map(|nag| nag.0));
        assert_eq!(judged.collect::<Vec<_>>(), [None, Some(6), Some(2), None]);
        assert_eq!(white_chances(&tree, 7), Some(1.0));
        let scores = tree.nodes[1..].iter().filter_map(|node| node.eval);
        let scores: Vec<_> = scores.map(|eval| eval.score.text(&ENGLISH)).collect();
        assert_eq!(
            scores,
            ["+0.30", "+0.30", "-0.90", "-0.80", "-1.00", "#1", "mate", "+0.10", "#2", "-3.00"]
        );
    }

    #[test]
    fn an_even_position_gives_even_chances() {
        let tree = tree("t", "1. e4 {[%eval 0.00]} e5 {[%eval 10]} 2. d4 {[%eval #-4]} *");
        let chances: Vec<_> = (1..4).filter_map(|node| white_chances(&tree, node)).collect();
        assert!((chances[0] - 0.5).abs() < 1e-9 && chances[1] > 0.97 && chances[2] == 0.0, "{chances:?}");
    }
}

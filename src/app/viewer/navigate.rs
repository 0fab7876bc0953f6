//! Navigation in the move tree of a game: which move a command leads to.

use super::evaluation::is_mistake;
use super::keys::Command;
use super::search::Direction;
use super::tree::{START, Tree};
use crate::library::Move;
use crate::message::PlyNumber;
use crate::rules::MoveEffect;

/// Returns the node that a command leads to from a node, if there is one.
pub fn target(tree: &Tree, from: usize, command: Command) -> Option<usize> {
    let nearest = |direction, is_it: &dyn Fn(usize) -> bool| match direction {
        Direction::Forward => tree.line_on(from).find(|node| is_it(*node)),
        Direction::Back => tree.line_back(from).skip(1).find(|node| is_it(*node)),
    };
    match command {
        Command::Plies(back @ ..0) => tree.line_back(from).take(back.unsigned_abs() + 1).last(),
        Command::Plies(on) => tree.line_on(from).take(on.unsigned_abs()).last(),
        Command::First => Some(START),
        Command::Last => tree.line_on(from).last(),
        Command::Fork(direction) => nearest(direction, &|node| tree.siblings(node).len() > 1),
        Command::Mistake(direction) => nearest(direction, &|node| is_mistake(tree, node)),
        Command::Comment(direction) => nearest(direction, &|node| tree.nodes[node].has_comments()),
        Command::EnterVariation => {
            next_alternative(tree, from).or_else(|| next_alternative(tree, tree.next(from)?))
        }
        Command::LeaveVariation | Command::Close => {
            tree.line_back(from).find_map(|node| replaced_move(tree, node))
        }
        _ => None,
    }
}

/// Returns the next alternative to a move; after the last one comes the first one again.
fn next_alternative(tree: &Tree, node: usize) -> Option<usize> {
    let siblings = tree.siblings(node);
    let current = siblings.iter().position(|&sibling| sibling == node)?;
    let next = siblings.get(current + 1).or_else(|| siblings.get(1))?;
    (*next != node).then_some(*next)
}

/// Returns the main move that an alternative replaces.
fn replaced_move(tree: &Tree, node: usize) -> Option<usize> {
    tree.siblings(node).first().copied().filter(|&first| first != node)
}

/// Finds the move with a ply number in the line through the node `from`, or else in the main
/// line.
pub fn find_ply(tree: &Tree, from: usize, at: PlyNumber) -> Option<usize> {
    tree.line_through(from)
        .into_iter()
        .chain(tree.line_on(START))
        .find(|&node| node != START && tree.node(node).at == at)
}

/// Returns the next move of the line that puts a piece on a cell.
pub fn next_on(tree: &Tree, from: usize, cell: usize) -> Option<usize> {
    tree.line_on(from).find(|node| comes_to(tree, *node, cell))
}

/// Returns whether a move puts a piece on a cell.
fn comes_to(tree: &Tree, node: usize, cell: usize) -> bool {
    match tree.played(node).map(Move::effect) {
        Some(MoveEffect::Normal { to, .. } | MoveEffect::Drop { to, .. }) => to == cell,
        Some(MoveEffect::Castling { king, king_rook, queen_rook }) => {
            king == cell || king_rook == Some(cell) || queen_rook == Some(cell)
        }
        Some(MoveEffect::Promotion { on, .. }) => on == cell,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::viewer::tree::tests::tree;

    /// Each case gives commands and the move that they lead to from the start of the game.
    #[test]
    fn commands_lead_through_the_lines() {
        use Command::{EnterVariation, First, Fork, Last, LeaveVariation, Plies};
        const NEXT_FORK: Command = Fork(Direction::Forward);
        let text = "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) (1... e6) 2. Nf3 (2. f4) 2... Nc6 3. Bb5 *";
        let tree = tree("t", text);
        for (commands, text) in [
            (&[Plies(1)][..], "e4"),
            (&[Plies(-1)], ""),
            (&[Plies(1), Plies(1), Plies(-1)], "e4"),
            (&[Last], "Bb5"),
            (&[Last, Plies(1)], "Bb5"),
            (&[Last, First], ""),
            (&[Plies(2)], "e5"),
            (&[Plies(1), Plies(2)], "Nf3"),
            (&[Last, Plies(2)], "Bb5"),
            (&[Last, Plies(-2)], "Nf3"),
            (&[Plies(1), Plies(-2)], ""),
            (&[Plies(20)], "Bb5"),
            (&[Plies(1), Plies(-20)], ""),
            (&[NEXT_FORK], "e5"),
            (&[NEXT_FORK, NEXT_FORK], "Nf3"),
            (&[NEXT_FORK, NEXT_FORK, Fork(Direction::Back)], "e5"),
            (&[NEXT_FORK, EnterVariation], "c5"),
            (&[Plies(1), EnterVariation], "c5"),
            (&[NEXT_FORK, EnterVariation, EnterVariation], "e6"),
            (&[NEXT_FORK, EnterVariation, EnterVariation, EnterVariation], "c5"),
            (&[NEXT_FORK, EnterVariation, Last], "d6"),
            (&[NEXT_FORK, EnterVariation, Last, LeaveVariation], "e5"),
            (&[NEXT_FORK, EnterVariation, Plies(1), EnterVariation, Last], "d5"),
            (&[NEXT_FORK, EnterVariation, Plies(1), EnterVariation, Last, LeaveVariation], "Nf3"),
            (
                &[NEXT_FORK, EnterVariation, Plies(1), EnterVariation, Last, LeaveVariation, LeaveVariation],
                "e5",
            ),
            (&[LeaveVariation], ""),
            (&[Last, EnterVariation], "Bb5"),
        ] {
            let number =
                commands.iter().fold(START, |node, &command| target(&tree, node, command).unwrap_or(node));
            assert_eq!(tree.text(number), text, "{commands:?}");
        }
        for (command, back, texts) in [
            (Command::Mistake(Direction::Forward), false, &["e5?", "Nc6"][..]),
            (Command::Mistake(Direction::Back), true, &["Nc6", "e5?"]),
            (Command::Comment(Direction::Forward), false, &["e4", "Nc6"]),
            (Command::Comment(Direction::Back), true, &["Nc6", "e4"]),
        ] {
            let text = "1. e4 {[%eval 0.1] a} e5? 2. Nf3 {[%eval 0.5]} Nc6 {[%eval 2] b} 3. Bb5 *";
            let tree = crate::app::viewer::tree::tests::tree("t", text);
            let start = if back { tree.line_on(START).last() } else { Some(START) };
            let found = std::iter::successors(start, |&from| target(&tree, from, command)).skip(1);
            let found: Vec<_> = found.map(|node| tree.text(node)).collect();
            assert_eq!(found, texts, "{command:?}");
        }
        let c5 = tree.next(START).and_then(|e4| target(&tree, e4, EnterVariation));
        let c5 = c5.expect("a variation follows the first move");
        for (number, side, text) in [(2, shakmaty::Color::Black, "d6"), (3, shakmaty::Color::White, "Bb5")] {
            let found = find_ply(&tree, c5, PlyNumber { number, side }).unwrap();
            assert_eq!(tree.text(found), text);
        }
    }
}

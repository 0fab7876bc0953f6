//! The moves that references in comments of CTL-PGN name.

use shakmaty::Color;

use super::reference::Reference;
use crate::message::PlyNumber;

/// The moves of a game as a tree, numbered in the order of the file. The start of the game is 0.
pub(crate) trait MoveTree {
    /// Returns how many nodes there are, the start among them.
    fn count(&self) -> usize;

    /// Returns the number and the side of a move.
    fn ply(&self, node: usize) -> PlyNumber;

    /// Returns how many variations a move is in.
    fn depth(&self, node: usize) -> usize;

    /// Returns the label of the variation that a move begins.
    fn label(&self, node: usize) -> Option<u32>;

    /// Returns the move before one; that before the start is the start.
    fn parent(&self, node: usize) -> usize;

    /// Returns the move that follows in the line.
    fn main_child(&self, node: usize) -> Option<usize>;
}

const START: usize = 0;

/// Finds the move that a reference to a play names, in a comment of a node: of a variation its first one.
pub(crate) fn target(tree: &impl MoveTree, from: usize, reference: &Reference) -> Option<usize> {
    let Reference::Play { number, depth, variations, side } = reference else { return None };
    let mut line = line_at_depth(tree, from, *depth);
    let is_it = |&node: &usize| {
        let ply = tree.ply(node);
        node != START && ply.number == *number && side.is_none_or(|side: Color| ply.side == side)
    };
    for (play, label) in variations {
        let opens = |&node: &usize| {
            tree.label(node) == Some(*label)
                && tree.ply(node).number == *play
                && line.contains(&tree.parent(node))
        };
        let first = (1..tree.count()).find(opens)?;
        line = std::iter::once(first).chain(line_on(tree, first)).collect();
    }
    line.into_iter().find(is_it)
}

/// Returns the line of a nesting depth that a node is in or that its line departs from, from the start of
/// the game on.
fn line_at_depth(tree: &impl MoveTree, from: usize, depth: usize) -> Vec<usize> {
    let back = std::iter::successors(Some(from), |&at| (at != START).then(|| tree.parent(at)));
    let mut line: Vec<_> = back.filter(|&at| tree.depth(at) <= depth).collect();
    line.reverse();
    let last = line.last().copied().unwrap_or(START);
    line.extend(line_on(tree, last));
    line
}

/// Returns the moves from one on to the end of its line, that one not included.
fn line_on(tree: &impl MoveTree, from: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(tree.main_child(from), |&at| tree.main_child(at))
}

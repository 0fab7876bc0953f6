//! The moves that references in comments of CTL-PGN name.

use super::tree::Tree;
use crate::notation::ctl::reference::Reference;

const START: usize = 0;

impl Tree {
    /// Finds the move that a reference in a comment of the node `from` names; for a whole play, its
    /// first move. Returns `None` for other references, and if there is no such move.
    pub(crate) fn target(&self, from: usize, reference: &Reference) -> Option<usize> {
        let Reference::Play { number, depth, variations, side } = reference else { return None };
        let mut line = self.line_at_depth(from, *depth);
        for (play, label) in variations {
            let opens = |&at: &usize| {
                let node = self.node(at);
                node.label == Some(*label) && node.at.number == *play && line.contains(&node.parent)
            };
            let first = (1..self.count()).find(opens)?;
            line = std::iter::once(first).chain(self.line_on(first)).collect();
        }
        line.into_iter().find(|&node| {
            let ply = self.node(node).at;
            node != START && ply.number == *number && side.is_none_or(|side| ply.side == side)
        })
    }

    /// Returns the nodes, from the start of the game on, of the line at a nesting depth that a node
    /// is in or that its line departs from.
    fn line_at_depth(&self, from: usize, depth: usize) -> Vec<usize> {
        let mut line: Vec<_> = self.line_back(from).filter(|&at| self.node(at).depth <= depth).collect();
        line.reverse();
        let last = line.last().copied().unwrap_or(START);
        line.extend(self.line_on(last));
        line
    }
}

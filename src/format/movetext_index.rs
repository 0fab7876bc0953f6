//! What stands behind each move in its own line, however deep the variations
//! between are nested.

use crate::syntax::{Element, Game, Nag, Node, Notation};

/// The shape of a movetext: which brackets match, and where it ends.
#[derive(Debug)]
pub(super) struct MovetextIndex<'g, N> {
    /// The elements up to the result.
    pub(super) movetext: &'g [Element<N>],
    /// The comments behind the result.
    pub(super) behind_result: &'g [Element<N>],
    /// Where the last move of the main line stands.
    pub(super) last_move: Option<usize>,
    /// For each opening bracket, where the closing one stands.
    ends: Vec<usize>,
}

impl<'g, N: Notation> MovetextIndex<'g, N> {
    pub(super) fn of(game: &'g Game<'_, N>) -> MovetextIndex<'g, N> {
        let all = &game.movetext[..];
        let result = game.result.map_or(usize::MAX, |(_, span)| span.start);
        // a bracket that was missing may have been put where the result begins
        let is_behind =
            |element: &&Element<N>| matches!(element.node, Node::Comment(_)) && element.span.start > result;
        let behind = all.iter().rev().take_while(is_behind).count();
        let (movetext, behind_result) = all.split_at(all.len() - behind);
        let mut ends = vec![0; movetext.len()];
        let mut open = Vec::new();
        let mut last_move = None;
        for (at, element) in movetext.iter().enumerate() {
            match element.node {
                Node::VariationStart(_) => open.push(at),
                Node::VariationEnd => {
                    if let Some(start) = open.pop() {
                        ends[start] = at;
                    }
                }
                Node::Move(_) if open.is_empty() => last_move = Some(at),
                _ => {}
            }
        }
        MovetextIndex { movetext, behind_result, last_move, ends }
    }

    /// Returns what stands in a line before its first move, which comes behind the
    /// place `from`.
    pub(super) fn before_first_move(&self, from: usize) -> impl Iterator<Item = &'g Element<N>> {
        self.movetext[from..].iter().take_while(|element| !matches!(element.node, Node::Move(_)))
    }

    /// Returns the annotations of the move at a place: those behind it and, if it is the
    /// first of its line, those before it.
    pub(super) fn annotations(&self, at: usize) -> impl Iterator<Item = Nag> {
        let begins = |element: &Element<N>| matches!(element.node, Node::VariationStart(_));
        let parts = |element: &Element<N>| matches!(element.node, Node::Move(_) | Node::VariationEnd);
        let before = &self.movetext[..at];
        let last = before.iter().rposition(|element| begins(element) || parts(element));
        let is_first = last.is_none_or(|last| begins(&before[last]));
        let prefix = if is_first { &before[last.unwrap_or(0)..] } else { &[] };
        prefix.iter().chain(self.behind_move(at)).filter_map(|element| match element.node {
            Node::Nag(nag) => Some(nag),
            _ => None,
        })
    }

    /// Returns what stands behind the move at a place, up to the next move of its line.
    pub(super) fn behind_move(&self, at: usize) -> impl Iterator<Item = &'g Element<N>> {
        let mut next = at + 1;
        std::iter::from_fn(move || {
            loop {
                let element = self.movetext.get(next)?;
                match element.node {
                    Node::Move(_) | Node::VariationEnd => return None,
                    Node::VariationStart(_) => next = self.ends[next] + 1,
                    _ => {
                        next += 1;
                        return Some(element);
                    }
                }
            }
        })
    }
}

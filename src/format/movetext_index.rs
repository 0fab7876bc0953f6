//! An index of a movetext. It finds the elements that belong to a move in its own line, however
//! deeply the variations in between are nested.

use crate::syntax::{Brackets, Element, Game, Nag, Node, Notation};
use crate::text::work;

/// The elements of a movetext with their matching brackets. An element is identified by its index in
/// `movetext`.
#[derive(Debug)]
pub(super) struct MovetextIndex<'g, N: Notation> {
    /// The elements up to the result.
    pub(super) movetext: &'g [Element<N>],
    /// The comments after the result.
    pub(super) after_result: &'g [Element<N>],
    brackets: Brackets,
}

impl<'g, N: Notation> MovetextIndex<'g, N> {
    pub(super) fn of(game: &'g Game<'_, N>) -> MovetextIndex<'g, N> {
        let all = &game.movetext[..];
        // recovery may have inserted a missing bracket where the result begins
        let follows_result = |element: &&Element<N>| {
            matches!(element.node, Node::Comment(_)) && game.follows_result(element.span)
        };
        let count = all.iter().rev().take_while(follows_result).count();
        let (movetext, after_result) = all.split_at(all.len() - count);
        let brackets = Brackets::of(movetext);
        MovetextIndex { movetext, after_result, brackets }
    }

    /// Returns the index of the last move of the main line, if there is one.
    pub(super) fn last_move(&self) -> Option<usize> {
        self.brackets.last_move()
    }

    /// Lists the annotations of the move at an index: those before it that are about it, and those after it.
    pub(super) fn annotations(&self, at: usize) -> impl Iterator<Item = Nag> {
        let signs = self.before_move(at).iter().chain(self.after_move(at));
        signs.filter_map(|element| match element.node {
            Node::Nag(nag) => Some(nag),
            _ => None,
        })
    }

    /// Returns the elements before the move at an index that are about it: those from the beginning of its line, if it is
    /// the first there, or from its number on.
    pub(super) fn before_move(&self, at: usize) -> &'g [Element<N>] {
        let before = &self.movetext[..at];
        let ends = |element: &Element<N>| !is_between(&element.node);
        let last = before.iter().rposition(ends);
        if last.is_none_or(|last| matches!(before[last].node, Node::VariationStart(_))) {
            return &before[last.unwrap_or(0)..];
        }
        let is_number = |element: &Element<N>| matches!(element.node, Node::MoveNumber(_));
        let own = &before[last.map_or(0, |last| last + 1)..];
        own.iter().position(is_number).map_or(&[], |number| &own[number..])
    }

    /// Lists the elements after the move at an index, up to the next move of its line. Variations are skipped.
    pub(super) fn after_move(&self, at: usize) -> impl Iterator<Item = &'g Element<N>> {
        self.up_to_move(at + 1)
    }

    /// Lists the elements from an index up to the next move of its line. Variations are skipped, and so are the annotations
    /// of that move.
    pub(super) fn up_to_move(&self, mut next: usize) -> impl Iterator<Item = &'g Element<N>> {
        let mut is_of_next = false;
        std::iter::from_fn(move || {
            loop {
                work::count(1);
                let element = self.movetext.get(next)?;
                match element.node {
                    Node::Move(_) | Node::VariationEnd => return None,
                    // a jump over each variation keeps the time linear in games with many of them
                    Node::VariationStart(_) => next = self.brackets.end(next) + 1,
                    Node::Nag(_) if is_of_next => next += 1,
                    _ => {
                        next += 1;
                        is_of_next |= matches!(element.node, Node::MoveNumber(_)) && self.precedes_move(next);
                        return Some(element);
                    }
                }
            }
        })
    }

    /// Returns whether nothing but signs and comments stands between an index and a move.
    fn precedes_move(&self, at: usize) -> bool {
        let next = self.movetext[at..].iter().find(|element| !is_between(&element.node));
        next.is_some_and(|element| matches!(element.node, Node::Move(_)))
    }
}

/// Returns whether a node stands between moves of a line.
fn is_between<N: Notation>(node: &Node<N>) -> bool {
    !matches!(node, Node::Move(_) | Node::VariationStart(_) | Node::VariationEnd)
}

//! The brackets of variations in a movetext, and how they match.

use std::slice::Iter;

use super::{Element, Game, Node, Notation};
use crate::text::{Span, work};

/// The brackets of a movetext, which are identified by their index in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Brackets {
    /// The closing bracket of each opening one. There are as many numbers as elements; those of
    /// other elements mean nothing.
    ends: Vec<usize>,
    /// The opening brackets without a closing one, from left to right.
    open: Vec<usize>,
    /// The last move outside all variations.
    last_move: Option<usize>,
}

impl Brackets {
    /// Matches the brackets of a movetext. Closing brackets without an opening one are ignored.
    pub(crate) fn of<N>(movetext: &[Element<N>]) -> Brackets {
        work::count(movetext.len());
        let mut brackets = Brackets { ends: vec![0; movetext.len()], ..Brackets::default() };
        for (at, element) in movetext.iter().enumerate() {
            match element.node {
                Node::VariationStart(_) => brackets.open.push(at),
                Node::VariationEnd => {
                    if let Some(start) = brackets.open.pop() {
                        brackets.ends[start] = at;
                    }
                }
                Node::Move(_) if brackets.open.is_empty() => brackets.last_move = Some(at),
                _ => {}
            }
        }
        brackets
    }

    /// Returns the closing bracket of an opening one.
    pub(crate) fn end(&self, start: usize) -> usize {
        self.ends[start]
    }

    /// Returns the opening brackets without a closing one, from left to right.
    pub(crate) fn open(&self) -> &[usize] {
        &self.open
    }

    /// Returns the last move of the main line.
    pub(crate) fn last_move(&self) -> Option<usize> {
        self.last_move
    }
}

/// A change of the brackets of a variation. Offsets are those of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BracketEdit {
    /// The moves of the variation belong to the line around it, and the brackets to nothing.
    Remove {
        /// The offset of the opening bracket.
        opening: usize,
    },
    /// The variation ends before an element of its line.
    EndBefore {
        /// The offset of the opening bracket.
        opening: usize,
        /// The offset of the element.
        at: usize,
    },
}

impl<N: Notation> Game<'_, N> {
    /// Changes brackets, one after the other. Brackets and elements that do not exist change nothing.
    pub fn rebracket(&mut self, edits: &[BracketEdit]) {
        for edit in edits {
            let (BracketEdit::Remove { opening } | BracketEdit::EndBefore { opening, .. }) = *edit;
            let index_of = |offset| self.movetext.iter().position(|element| element.span.start == offset);
            let Some(start) = index_of(opening) else { continue };
            let end = Brackets::of(&self.movetext).end(start);
            match *edit {
                BracketEdit::Remove { .. } => {
                    self.movetext.remove(end);
                    self.movetext.remove(start);
                }
                BracketEdit::EndBefore { at, .. } => {
                    let Some(index) = index_of(at) else { continue };
                    let span = Span::new(at, at);
                    self.movetext.remove(end);
                    self.movetext.insert(index, Element { node: Node::VariationEnd, span });
                }
            }
        }
    }
}

/// The variations of a movetext that are never closed, and those in them. In place of a missing
/// bracket there is one of no length.
#[derive(Debug)]
pub(crate) struct UnclosedVariations {
    /// Where a variation begins or ends, and the opening bracket of the innermost one from there on,
    /// if it or one around it is never closed.
    changes: Vec<(usize, Option<Span>)>,
}

impl UnclosedVariations {
    /// Finds those of a movetext.
    pub(crate) fn of<N>(movetext: &[Element<N>]) -> UnclosedVariations {
        let brackets = Brackets::of(movetext);
        let mut open = Vec::new();
        let mut changes = Vec::new();
        for (at, element) in movetext.iter().enumerate() {
            match element.node {
                Node::VariationStart(_) => {
                    let end = movetext[brackets.end(at)].span;
                    let is_unclosed = end.start == end.end || open.last().is_some_and(Option::is_some);
                    open.push(is_unclosed.then_some(element.span));
                }
                Node::VariationEnd => drop(open.pop()),
                _ => continue,
            }
            changes.push((element.span.start, open.last().copied().flatten()));
        }
        UnclosedVariations { changes }
    }

    /// Returns the opening bracket of the innermost variation around the element at an offset, if
    /// that variation or one around it is never closed.
    pub(crate) fn around(&self, offset: usize) -> Option<Span> {
        let before = self.changes.partition_point(|&(at, _)| at < offset);
        self.changes[..before].last()?.1
    }
}

/// Moves past the end of the variation that `rest` is in.
pub(crate) fn skip_variation<N>(rest: &mut Iter<'_, Element<N>>) {
    let mut depth = 1;
    while depth > 0 {
        match rest.next().map(|element| &element.node) {
            Some(Node::VariationStart(_)) => depth += 1,
            Some(Node::VariationEnd) => depth -= 1,
            Some(_) => {}
            None => return,
        }
    }
}

/// Returns the elements of a movetext without the variations that begin in it.
pub(super) fn without_variations<N>(movetext: &[Element<N>]) -> impl Iterator<Item = &Element<N>> {
    let mut rest = movetext.iter();
    std::iter::from_fn(move || {
        loop {
            let element = rest.next()?;
            match element.node {
                Node::VariationStart(_) => skip_variation(&mut rest),
                _ => return Some(element),
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::pgn::San;
    use crate::syntax::Games;
    use crate::text::Source;

    #[test]
    fn brackets_are_matched_and_the_main_line_is_found() {
        let source = Source::new("t", b"1. e4 (1. d4 d5 (1... Nf6)) (1. c4) e5 (1... c5) *".to_vec());
        let game = Games::<San>::new(&source).next().unwrap().unwrap();
        let brackets = Brackets::of(&game.movetext);
        let text = |at: usize| source.text(game.movetext[at].span);
        let starts =
            (0..game.movetext.len()).filter(|at| matches!(game.movetext[*at].node, Node::VariationStart(_)));
        let lengths: Vec<_> = starts.map(|start| brackets.end(start) - start).collect();
        assert_eq!(lengths, [8, 3, 3, 3]);
        assert_eq!(brackets.last_move().map(text).as_deref(), Some("e5"));
        assert!(brackets.open().is_empty());
        let main: Vec<_> = game.main_line().map(|element| source.text(element.span)).collect();
        assert_eq!(main, ["1.", "e4", "e5"]);
    }

    #[test]
    fn open_brackets_are_found_from_left_to_right() {
        let source = Source::new("t", b"1. e4 (1. d4 (1. c4) d5 (1... Nf6))".to_vec());
        let game = Games::<San>::new(&source).next().unwrap().unwrap();
        let unclosed = &game.movetext[..game.movetext.len() - 2];
        let open = Brackets::of(unclosed).open().to_vec();
        assert_eq!(open.len(), 2);
        assert!(open.is_sorted());
    }
}

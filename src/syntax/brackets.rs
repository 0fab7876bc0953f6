//! The brackets of variations in a movetext, and how they match.

use std::slice::Iter;

use super::{Element, Node, Notation};
use crate::text::work;

/// The brackets of a movetext, each identified by its index in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Brackets {
    /// The closing bracket of each opening one, by the index of the opening one. Other entries are unused.
    ends: Vec<usize>,
    /// The last move outside all variations.
    last_move: Option<usize>,
}

impl Brackets {
    /// Matches the brackets of a movetext. Closing brackets without an opening one are ignored.
    pub(crate) fn of<N: Notation>(movetext: &[Element<N>]) -> Brackets {
        work::count(movetext.len());
        let mut brackets = Brackets { ends: vec![0; movetext.len()], last_move: None };
        let mut open = Vec::new();
        for (at, element) in movetext.iter().enumerate() {
            match element.node {
                Node::VariationStart(_) => open.push(at),
                Node::VariationEnd => {
                    if let Some(start) = open.pop() {
                        brackets.ends[start] = at;
                    }
                }
                Node::Move(_) if open.is_empty() => brackets.last_move = Some(at),
                _ => {}
            }
        }
        brackets
    }

    /// Returns the closing bracket of an opening one.
    pub(crate) fn end(&self, start: usize) -> usize {
        self.ends[start]
    }

    /// Returns the last move of the main line.
    pub(crate) fn last_move(&self) -> Option<usize> {
        self.last_move
    }
}

/// Moves past the end of the variation that `rest` is in.
pub(crate) fn skip_variation<N: Notation>(rest: &mut Iter<'_, Element<N>>) {
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
pub(super) fn without_variations<N: Notation>(movetext: &[Element<N>]) -> impl Iterator<Item = &Element<N>> {
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
    use crate::syntax::{Games, Movetext};
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
        let main: Vec<_> = game.main_line().map(|element| source.text(element.span)).collect();
        assert_eq!(main, ["1.", "e4", "e5"]);
    }

    #[test]
    fn brackets_always_match() {
        let source = Source::new("t", b"1. e4 (1. d4 (1. c4) d5 (1... Nf6)) e5 (1... c5)".to_vec());
        let game = Games::<San>::new(&source).next().unwrap().unwrap();
        for (range, length) in [(0..3, 2), (0..5, 6), (0..13, 15), (12..17, 2), (6..15, 7)] {
            let part: Movetext<San> = game.movetext[range.clone()].iter().copied().collect();
            assert_eq!(part.len(), length, "{range:?}");
        }
        let mut movetext = Movetext::default();
        game.movetext[..13].iter().for_each(|element| movetext.push(*element));
        assert_eq!(movetext.len(), 2);
        game.movetext[13..].iter().for_each(|element| movetext.push(*element));
        assert_eq!(movetext, game.movetext);
    }
}

//! Moves in brackets that are no variation: their numbers continue the line before them.
//!
//! An illegal move in a variation is the occasion to look, and the move numbers tell. The moves are never those of the
//! line, since they may not have been played; if the line goes on by a number that counts them, it ends there.

use crate::message::{Certainty, Code, Describe, Fix, Language, PlyNumber};
use crate::syntax::{Brackets, Game, MoveNumber, Node, Notation, NumberMark};
use crate::text::{Source, Span};

/// Brackets stand around moves that continue the line before them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MovesInBrackets {
    /// The closing bracket.
    pub(super) closing: Span,
}

impl Describe for MovesInBrackets {
    fn code(&self) -> Code {
        Code::MovesInBrackets
    }

    fn message(&self, language: &Language) -> String {
        language.moves_in_brackets.to_owned()
    }

    fn fixes(&self, source: &Source, span: Span) -> Vec<Fix> {
        let edits = [span, self.closing].map(|bracket| source.deletion(bracket));
        vec![Fix::of(Certainty::Guess, edits.to_vec())]
    }
}

/// Moves in brackets that continue the line before them.
pub(super) struct ContinuedLine {
    /// The opening bracket.
    pub(super) opening: Span,
    pub(super) lint: MovesInBrackets,
    /// The offset of the number behind them that counts them, if there is one.
    pub(super) counted_at: Option<usize>,
}

/// A variation up to an illegal move in it.
struct Level {
    /// The index of its opening bracket.
    opening: usize,
    /// The next ply of the line around it.
    outer_next: PlyNumber,
    has_move: bool,
    /// The ply that the number before its first move names.
    first: Option<PlyNumber>,
}

/// Looks at the variation whose first move, at an offset, is illegal. Returns `None` unless its first number is that
/// of the next move of the line around it, or the number behind it counts its moves with that line.
pub(super) fn continued_line<N: Notation>(
    game: &Game<'_, N>,
    start: PlyNumber,
    offset: usize,
) -> Option<ContinuedLine> {
    let level = level_of(game, start, offset).filter(|level| !level.has_move)?;
    let end = Brackets::of(&game.movetext).end(level.opening);
    let next = level.outer_next;
    let moves = game.rest_of_line(level.opening + 1).filter(|element| matches!(element.node, Node::Move(_)));
    let behind = game.rest_of_line(end + 1).find_map(|element| match element.node {
        Node::MoveNumber(number) => Some(Some((ply_of(number), element.span.start))),
        Node::Move(_) => Some(None),
        _ => None,
    });
    let behind = behind.flatten().filter(|(ply, _)| *ply != next);
    let counts_moves = |ply: PlyNumber| moves.fold(next, |next, _| next.next()) == ply;
    let counted_at = match behind {
        Some((ply, at)) if counts_moves(ply) => Some(at),
        Some(_) => return None,
        None => None,
    };
    (level.first == Some(next) || counted_at.is_some()).then(|| ContinuedLine {
        opening: game.movetext[level.opening].span,
        lint: MovesInBrackets { closing: game.movetext[end].span },
        counted_at,
    })
}

/// Finds the variation that has an element at an offset.
fn level_of<N: Notation>(game: &Game<'_, N>, start: PlyNumber, offset: usize) -> Option<Level> {
    let mut next = start;
    let mut levels: Vec<Level> = Vec::new();
    let before = game.movetext.iter().enumerate().take_while(|(_, element)| element.span.start < offset);
    for (opening, element) in before {
        match element.node {
            Node::VariationStart(_) => {
                levels.push(Level { opening, outer_next: next, has_move: false, first: None });
                next = next.previous();
            }
            Node::VariationEnd => next = levels.pop().map_or(next, |level| level.outer_next),
            Node::Move(_) => {
                next = next.next();
                levels.last_mut().into_iter().for_each(|level| level.has_move = true);
            }
            Node::MoveNumber(number) => {
                levels.last_mut().into_iter().for_each(|level| level.first = Some(ply_of(number)));
            }
            _ => {}
        }
    }
    levels.pop()
}

/// Returns the ply that a move number names.
fn ply_of(number: MoveNumber) -> PlyNumber {
    let white = PlyNumber { number: number.value, ..PlyNumber::START };
    if number.mark == NumberMark::Black { white.next() } else { white }
}

//! Moves in brackets that are not a variation: their numbers continue the line before them.
//!
//! An illegal move at the beginning of a variation triggers the search, and the move numbers
//! decide. The moves never enter the line, since they may not have been played. If the line goes on
//! with a number that counts them, it ends there (docs/guide/repair.md, rule 1).

use super::numbers::Count;
use crate::message::PlyNumber;
use crate::syntax::{Brackets, Game, MoveNumber, Node, Notation, NumberMark};
use crate::text::Span;

/// Moves in brackets that continue the line before them.
pub(super) struct ContinuedLine {
    /// The opening bracket.
    pub(super) opening: Span,
    /// The closing bracket.
    pub(super) closing: Span,
    /// Where the line goes on after the brackets, if the next number there counts the moves in them.
    pub(super) counted_at: Option<usize>,
}

/// A line that is open at the place that the check has reached.
#[derive(Debug, Default)]
pub(super) struct OpenLine {
    /// The opening bracket; the main line has none.
    pub(super) opening: Option<Span>,
    pub(super) count: Count,
    pub(super) has_move: bool,
}

/// Examines a variation whose first move is illegal. Returns `None` unless its last number so far
/// is that of the next move of the line around it, or the next number after it counts its moves as
/// part of that line. Also returns `None` if that number fits the line neither with nor without
/// them.
pub(super) fn continued_line<N: Notation>(
    game: &Game<'_, N>,
    line: &OpenLine,
    next: PlyNumber,
) -> Option<ContinuedLine> {
    let opening = line.opening.filter(|_| !line.has_move)?;
    let start = game.movetext.partition_point(|element| element.span.start < opening.start);
    let end = Brackets::of(&game.movetext).end(start);
    let moves = game.rest_of_line(start + 1).filter(|element| matches!(element.node, Node::Move(_)));
    // the next number of the line, and the moves between the brackets and it
    let mut goes_on_at = None;
    let (mut uncounted, mut counted) = (next, moves.fold(next, |next, _| next.next()));
    let number = game.rest_of_line(end + 1).find_map(|element| match element.node {
        Node::MoveNumber(number) => {
            goes_on_at.get_or_insert(element.span.start);
            Some(ply_of(number))
        }
        Node::Move(_) => {
            goes_on_at.get_or_insert(element.span.start);
            (uncounted, counted) = (uncounted.next(), counted.next());
            None
        }
        _ => None,
    });
    let counted_at = match number {
        Some(number) if number == counted => goes_on_at,
        Some(number) if number != uncounted => return None,
        _ => None,
    };
    (line.count.last.map(|last| ply_of(last.number())) == Some(next) || counted_at.is_some())
        .then(|| ContinuedLine { opening, closing: game.movetext[end].span, counted_at })
}

/// Returns the ply that a move number names.
fn ply_of(number: MoveNumber) -> PlyNumber {
    let white = PlyNumber { number: number.value, ..PlyNumber::START };
    if number.mark == NumberMark::Black { white.next() } else { white }
}

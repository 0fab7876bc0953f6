//! Checks capture signs and check marks against the board (notation, "Notación de un
//! movimiento" and "Indicación de jaque").

use crate::notation::ctl::{CtlMark, Sign};
use crate::rules::BoardLint;
use crate::rules::cescacs::Hex;
use crate::rules::cescacs::hex::{Move, Position};

/// Returns the lint of the sign between the hexes of a move, if there is one and it is wrong.
pub(super) fn wrong_sign(sign: Option<Sign>, resolved: Move) -> Option<BoardLint> {
    let is_second_hex = match resolved {
        Move::EnPassant { to, pawn, .. } => to.distance(pawn).1.abs() == 4,
        _ => false,
    };
    match sign? {
        Sign::LetterX => Some(BoardLint::LetterX),
        Sign::At => is_second_hex.then_some(BoardLint::OtherPassedHex),
        Sign::DoubleAt if !matches!(resolved, Move::EnPassant { .. }) => Some(BoardLint::ScornfulSign),
        Sign::DoubleAt => (!is_second_hex).then_some(BoardLint::OtherPassedHex),
        Sign::Hyphen | Sign::Times => None,
    }
}

/// Tells whether nothing can stand between the king that is in check and the piece on a hex that gives it: by a knight's
/// jump, or from an adjacent hex, orthogonally or diagonally.
fn is_close(after: &Position, hex: Hex) -> bool {
    // an orthogonal step, or a diagonal one
    is_jump(after, hex) || matches!(from_king(after, hex), (0, 2) | (1, 1) | (1, 3) | (2, 0))
}

/// Tells whether a hex is a knight's jump away from the king that is in check. Only by it a piece gives check from there.
fn is_jump(after: &Position, hex: Hex) -> bool {
    matches!(from_king(after, hex), (1, 5) | (2, 4) | (3, 1))
}

/// Returns how many columns and lines a hex is away from the king of the side to move.
fn from_king(after: &Position, hex: Hex) -> (i8, i8) {
    let (columns, lines) = after.board().king(after.turn()).map_or((0, 0), |king| hex.distance(king));
    (columns.abs(), lines.abs())
}

/// Tells whether the mark of a true check has only the meaning of the author's later pages: a close check, but by no
/// knight's jump.
pub(super) fn is_later(mark: Option<CtlMark>, after: &Position) -> bool {
    mark == Some(CtlMark::CloseCheck) && !after.checkers().into_iter().any(|hex| is_jump(after, hex))
}

/// Returns the lint of the check mark of the move that led to a position, if the mark is
/// wrong.
pub(super) fn wrong_mark(mark: Option<CtlMark>, after: &Position) -> Option<BoardLint> {
    let checkers = after.checkers();
    let Some(mark) = mark else {
        let missing = if after.is_checkmate() { BoardLint::MateNotMarked } else { BoardLint::CheckNotMarked };
        return (!checkers.is_empty()).then_some(missing);
    };
    let has = |close: bool| checkers.into_iter().any(|hex| is_close(after, hex) == close);
    match mark {
        _ if checkers.is_empty() => Some(BoardLint::NoCheck),
        CtlMark::Mate if !after.is_checkmate() => Some(BoardLint::NoMate),
        CtlMark::CloseCheck if !has(true) => Some(BoardLint::NoCloseCheck),
        CtlMark::DistantCheck if !has(false) => Some(BoardLint::NoDistantCheck),
        CtlMark::DoubleCheck if checkers.len() < 2 => Some(BoardLint::NoDoubleCheck),
        CtlMark::Mate => None,
        _ => after.is_checkmate().then_some(BoardLint::MateNotMarked),
    }
}

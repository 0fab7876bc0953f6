//! Checks capture signs and check marks against the board (notation, "Notación de un
//! movimiento" and "Indicación de jaque").

use crate::notation::ctl::{CtlMark, Sign};
use crate::rules::BoardLint;
use crate::rules::cescacs::hex::{Move, Position, Role};

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

/// Returns the lint of the check mark of the move that led to a position, if the mark is
/// wrong.
pub(super) fn wrong_mark(mark: Option<CtlMark>, after: &Position) -> Option<BoardLint> {
    let checkers = after.checkers();
    let Some(mark) = mark else {
        let missing = if after.is_checkmate() { BoardLint::MateNotMarked } else { BoardLint::CheckNotMarked };
        return (!checkers.is_empty()).then_some(missing);
    };
    let is_jump = || {
        let Some(king) = after.board().king(after.turn()) else {
            return false;
        };
        checkers.into_iter().any(|hex| {
            let (columns, lines) = hex.distance(king);
            let jumps = matches!((columns.abs(), lines.abs()), (1, 5) | (2, 4) | (3, 1));
            let role = after.piece_at(hex).map(|piece| piece.role);
            jumps && matches!(role, Some(Role::Knight | Role::Pegasus | Role::Wyvern))
        })
    };
    match mark {
        _ if checkers.is_empty() => Some(BoardLint::NoCheck),
        CtlMark::Mate if !after.is_checkmate() => Some(BoardLint::NoMate),
        CtlMark::JumpCheck if !is_jump() => Some(BoardLint::NoJumpCheck),
        CtlMark::DoubleCheck if checkers.len() < 2 => Some(BoardLint::NoDoubleCheck),
        CtlMark::Mate => None,
        _ => after.is_checkmate().then_some(BoardLint::MateNotMarked),
    }
}

//! Finds the rule that forbids a move which its piece could otherwise make: mostly what would
//! happen to the king.

use shakmaty::variant::Variant;
use shakmaty::{Move, Position, Role, Square};

use super::position::SquarePosition;
use crate::rules::{MoveFault, PieceKind, PieceOn};

/// Returns the rule that forbids a move, or `None` if no rule does.
pub(super) fn danger<P: SquarePosition>(position: &P, forbidden: Move) -> Option<MoveFault> {
    let mut after = position.clone();
    after.play_unchecked(forbidden);
    match position.kind() {
        Variant::Antichess => Some(MoveFault::MustCapture),
        Variant::Atomic if after.their(Role::King).is_empty() => Some(MoveFault::ExplodesKing),
        Variant::RacingKings if after.is_check() => Some(MoveFault::GivesCheck),
        _ => attack_on_king(position, &after, forbidden),
    }
}

/// Returns the attack to which a move leaves the king.
fn attack_on_king<P: SquarePosition>(position: &P, after: &P, forbidden: Move) -> Option<MoveFault> {
    let (side, board) = (position.turn(), after.board());
    let attackers = after.king_attackers(board.king_of(side)?, !side, board.occupied());
    let on = |square| piece_on(position, square);
    if forbidden.role() == Role::King {
        let attacker = on(attackers.first()?);
        return Some(MoveFault::KingIntoCheck { to: forbidden.to().to_string(), attacker });
    }
    if let Some(checker) = (attackers & position.checkers()).first() {
        return Some(MoveFault::StaysInCheck { checker: on(checker) });
    }
    let attacker = attackers.first()?;
    let from = forbidden.from()?;
    let without_it = position.board().occupied().without(from);
    let king = position.board().king_of(side)?;
    let is_pin = position.king_attackers(king, !side, without_it).contains(attacker);
    Some(if is_pin {
        MoveFault::Pinned { piece: on(from), attacker: on(attacker) }
    } else {
        MoveFault::OpensLine { attacker: on(attacker) }
    })
}

/// Returns the fault of a move that does nothing about a check.
pub(super) fn stays_in_check(position: &impl Position) -> MoveFault {
    let checker = position.checkers().first();
    checker.map_or(MoveFault::ExposesKing, |square| MoveFault::StaysInCheck {
        checker: piece_on(position, square),
    })
}

/// Names the piece on a square.
pub(super) fn piece_on(position: &impl Position, square: Square) -> PieceOn {
    let piece = position.board().role_at(square).map_or(PieceKind::Pawn, PieceKind::from);
    PieceOn { piece, cell: square.to_string() }
}

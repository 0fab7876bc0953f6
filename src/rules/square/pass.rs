//! The null move.

use shakmaty::{EnPassantMode, Setup};

use super::position::SquarePosition;
use super::setup::tolerate;

/// Returns the position after a null move, or `None` if the game is over or the side to
/// move is in check. The right to capture en passant expires, and both clocks advance.
pub(super) fn passed<P: SquarePosition>(position: &P) -> Option<P> {
    if position.is_check() || position.legal_moves().is_empty() {
        return None;
    }
    let setup = position.to_setup(EnPassantMode::Always);
    let fullmoves = setup.turn.fold_wb(setup.fullmoves, setup.fullmoves.saturating_add(1));
    let halfmoves = setup.halfmoves.saturating_add(1);
    let setup = Setup { fullmoves, halfmoves, ..setup.into_swapped_turn() };
    let variant = position.kind();
    tolerate(variant, P::of_setup(variant, setup, position.castles().mode())).ok()
}

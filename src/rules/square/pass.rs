//! The null move: a side passes.

use shakmaty::{EnPassantMode, Setup};

use super::position::SquarePosition;
use super::setup::tolerate;

/// Gives the turn to the other side, unless the game is over or a king would be
/// left in check. En passant is over, and the clocks go on.
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

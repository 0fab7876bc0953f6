//! The null move: a side passes.

use shakmaty::{Color, EnPassantMode, Position, Setup};

use super::setup::tolerate;
use super::variety::Variety;

/// Tells whether the side to move may pass: the game is not over and no king
/// would be left in check.
pub(super) fn may_pass(position: &impl Position) -> bool {
    !position.is_check() && !position.legal_moves().is_empty()
}

/// Gives the turn to the other side. En passant is over, and the clocks go on.
pub(super) fn pass<P: Variety>(position: &mut P) {
    let setup = position.to_setup(EnPassantMode::Always);
    let number = if setup.turn == Color::Black { setup.fullmoves.saturating_add(1) } else { setup.fullmoves };
    let halfmoves = setup.halfmoves.saturating_add(1);
    let passed = Setup { fullmoves: number, halfmoves, ..setup.into_swapped_turn() };
    let mode = position.castles().mode();
    if let Ok(passed) = tolerate(P::of_setup(position.kind(), passed, mode)) {
        *position = passed;
    }
}

//! Writes moves in SAN.

use shakmaty::san::{San, SanPlus, Suffix};
use shakmaty::{KnownOutcome, Move, Outcome};

use super::SquarePosition;

/// Returns the SAN of a legal move.
pub(super) fn to_san<P: SquarePosition>(position: &P, resolved: Move) -> String {
    let san = San::from_move(position, resolved);
    let mut after = position.clone();
    after.play_unchecked(resolved);
    let mut text = String::new();
    SanPlus { san, suffix: suffix(&after) }.append_to_string(&mut text);
    text
}

/// Returns the check mark of a move, or nothing.
pub(super) fn check_mark<P: SquarePosition>(position: &P, resolved: Move) -> &'static str {
    let mut after = position.clone();
    after.play_unchecked(resolved);
    match suffix(&after) {
        Some(Suffix::Checkmate) => "#",
        Some(Suffix::Check) => "+",
        None => "",
    }
}

/// Returns the check mark of the move that led to a position.
///
/// Legal moves are generated only in check. Asking shakmaty for the outcome would generate
/// them in every position.
fn suffix<P: SquarePosition>(after: &P) -> Option<Suffix> {
    match after.variant_outcome() {
        Outcome::Known(KnownOutcome::Decisive { .. }) => Some(Suffix::Checkmate),
        _ if !after.is_check() => None,
        Outcome::Unknown if after.legal_moves().is_empty() => Some(Suffix::Checkmate),
        _ => Some(Suffix::Check),
    }
}

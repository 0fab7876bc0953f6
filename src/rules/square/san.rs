//! From a move to SAN.

use shakmaty::san::{San, SanPlus, Suffix};
use shakmaty::{KnownOutcome, Move, Outcome};

use super::SquarePosition;

/// Writes a legal move.
pub(super) fn to_san<P: SquarePosition>(position: &P, resolved: Move) -> String {
    let san = San::from_move(position, resolved);
    let mut after = position.clone();
    after.play_unchecked(resolved);
    let mut text = String::new();
    SanPlus { san, suffix: suffix(&after) }.append_to_string(&mut text);
    text
}

/// Finds whether the move that led to a position gave check or won. Only in check are
/// all moves looked for: to ask shakmaty for the outcome would do so in every position.
fn suffix<P: SquarePosition>(after: &P) -> Option<Suffix> {
    match after.variant_outcome() {
        Outcome::Known(KnownOutcome::Decisive { .. }) => Some(Suffix::Checkmate),
        _ if !after.is_check() => None,
        Outcome::Unknown if after.legal_moves().is_empty() => Some(Suffix::Checkmate),
        _ => Some(Suffix::Check),
    }
}

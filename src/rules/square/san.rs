//! Writes moves in SAN.

use shakmaty::san::{San, SanPlus, Suffix};
use shakmaty::{KnownOutcome, Move, Outcome, Role, Square, attacks};

use super::SquarePosition;

/// Appends the SAN of a legal move to a text. `after` is the position after it.
pub(super) fn write<P: SquarePosition>(position: &P, resolved: Move, after: &P, out: &mut String) {
    SanPlus { san: without_mark(position, resolved), suffix: suffix(after) }.append_to_string(out);
}

/// Returns the SAN of a legal move without its check mark.
///
/// Seldom can another piece of the kind go there at all, and only then does shakmaty have to list the
/// legal moves that the origin has to be told apart from.
fn without_mark<P: SquarePosition>(position: &P, resolved: Move) -> San {
    match resolved {
        Move::Normal { role, from, capture, to, promotion: None }
            if role != Role::Pawn && has_no_rival(position, role, from, to) =>
        {
            San::Normal { role, file: None, rank: None, capture: capture.is_some(), to, promotion: None }
        }
        _ => San::from_move(position, resolved),
    }
}

/// Tells whether no other piece of a kind has a way to a square, legal or not.
fn has_no_rival<P: SquarePosition>(position: &P, role: Role, from: Square, to: Square) -> bool {
    let (board, piece) = (position.board(), role.of(position.turn()));
    let others = board.by_piece(piece).without(from);
    others.is_empty() || (others & attacks::attacks(to, piece, board.occupied())).is_empty()
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
/// Legal moves are generated only in a check that the king cannot leave by itself. Asking shakmaty for the
/// outcome would generate them in every position.
fn suffix<P: SquarePosition>(after: &P) -> Option<Suffix> {
    match after.variant_outcome() {
        Outcome::Known(KnownOutcome::Decisive { .. }) => Some(Suffix::Checkmate),
        _ if !after.in_check() => None,
        Outcome::Unknown if !after.has_move_for_sure() && after.legal_moves().is_empty() => {
            Some(Suffix::Checkmate)
        }
        _ => Some(Suffix::Check),
    }
}

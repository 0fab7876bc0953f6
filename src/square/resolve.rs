//! The move resolver: from a move as SAN writes it to the one legal move meant.

use shakmaty::{Chess, File, Move, MoveList, Position, Rank, Role};

use crate::ast::SanMove;

/// Finds the legal moves of which everything is true that is written: of a good
/// move there is exactly one.
pub(super) fn fitting(position: &Chess, written: &SanMove) -> MoveList {
    let mut candidates = match *written {
        SanMove::Castling(side) => position.castling_moves(side),
        SanMove::Piece { role, to, .. } => position.san_candidates(role, to),
    };
    candidates.retain(|candidate| fits(*candidate, written));
    candidates
}

/// Tells whether what is written of a move is true of a candidate.
fn fits(candidate: Move, written: &SanMove) -> bool {
    let SanMove::Piece { file, rank, capture, promotion, .. } = *written else {
        return true;
    };
    comes_from(candidate, file, rank)
        && candidate.promotion() == promotion
        && capture_agrees(candidate, capture, file)
}

/// Tells whether a candidate comes from the file and rank that are written, if any.
pub(super) fn comes_from(candidate: Move, file: Option<File>, rank: Option<Rank>) -> bool {
    candidate.from().is_some_and(|from| {
        file.is_none_or(|file| file == from.file()) && rank.is_none_or(|rank| rank == from.rank())
    })
}

/// A written capture must capture. The other way round many writers leave the
/// `x` out; but a pawn's move without file and `x` is never a capture.
fn capture_agrees(candidate: Move, written: bool, file: Option<File>) -> bool {
    match (written, candidate.is_capture()) {
        (true, captures) => captures,
        (false, true) => candidate.role() != Role::Pawn || file.is_some(),
        (false, false) => true,
    }
}

//! The move resolver: from a move as SAN writes it to the one legal move meant.

use shakmaty::{Chess, File, Move, MoveList, Position, Rank, Role};

use crate::ast::{PieceMove, SanMove};

/// Finds the legal moves of which everything is true that is written: of a good
/// move there is exactly one.
pub(super) fn fitting(position: &Chess, written: &SanMove) -> MoveList {
    match written {
        SanMove::Castling(side) => position.castling_moves(*side),
        SanMove::Piece(piece) => {
            let mut candidates = position.san_candidates(piece.role, piece.to);
            candidates.retain(|candidate| fits(*candidate, piece));
            candidates
        }
    }
}

/// Tells whether what is written of a move is true of a candidate.
fn fits(candidate: Move, written: &PieceMove) -> bool {
    comes_from(candidate, written.file, written.rank)
        && candidate.promotion() == written.promotion
        && capture_agrees(candidate, written)
}

/// Tells whether a candidate comes from the file and rank that are written, if any.
pub(super) fn comes_from(candidate: Move, file: Option<File>, rank: Option<Rank>) -> bool {
    candidate.from().is_some_and(|from| {
        file.is_none_or(|file| file == from.file()) && rank.is_none_or(|rank| rank == from.rank())
    })
}

/// A written capture must capture. The other way round many writers leave the
/// `x` out; but a pawn's move without file and `x` is never a capture.
fn capture_agrees(candidate: Move, written: &PieceMove) -> bool {
    match (written.capture, candidate.is_capture()) {
        (true, captures) => captures,
        (false, true) => candidate.role() != Role::Pawn || written.file.is_some(),
        (false, false) => true,
    }
}

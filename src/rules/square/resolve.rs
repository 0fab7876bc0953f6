//! Resolves moves: finds the legal moves that fit a move in SAN.

use shakmaty::{CastlingSide, File, Move, MoveList, Position, Rank, Role, Square};

use crate::notation::pgn::{PieceMove, SanMove};

/// Finds the legal moves that fit what is written. For a valid move that is exactly one.
pub(super) fn fitting(position: &impl Position, written: &SanMove) -> MoveList {
    match written {
        SanMove::Castling(side) => position.castling_moves(*side),
        SanMove::Piece(piece) => piece_moves(position, piece),
        SanMove::Drop { role, to } => {
            let mut candidates = position.san_candidates(*role, *to);
            candidates.retain(|candidate| candidate.is_put());
            candidates
        }
        SanMove::Null => MoveList::new(),
    }
}

fn piece_moves(position: &impl Position, written: &PieceMove) -> MoveList {
    let role = role(position, written);
    let mut candidates = position.san_candidates(role, written.to);
    candidates.retain(|candidate| fits(*candidate, written));
    if candidates.is_empty()
        && let Some(side) = castling_meant(position, written)
    {
        return position.castling_moves(side);
    }
    candidates
}

/// Returns the role of the written piece. Without a letter it is that of the piece on the
/// origin, if the origin is written in full as in `g1f3`, and a pawn otherwise.
pub(super) fn role(position: &impl Position, written: &PieceMove) -> Role {
    let origin = written.file.zip(written.rank).map(|(file, rank)| Square::from_coords(file, rank));
    let on_origin = origin.and_then(|origin| position.board().role_at(origin));
    written.role.or(on_origin).unwrap_or(Role::Pawn)
}

/// Tells whether a candidate fits the written origin, promotion and capture marks.
fn fits(candidate: Move, written: &PieceMove) -> bool {
    comes_from(candidate, written.file, written.rank)
        && candidate.promotion() == written.promotion
        && capture_agrees(candidate, written)
}

/// Tells whether a candidate comes from the written file and rank, as far as they are
/// written.
pub(super) fn comes_from(candidate: Move, file: Option<File>, rank: Option<Rank>) -> bool {
    candidate.from().is_some_and(|from| {
        file.is_none_or(|file| file == from.file()) && rank.is_none_or(|rank| rank == from.rank())
    })
}

/// Tells whether a candidate captures as written.
///
/// A move with `x` must capture. A move without `x` may capture as well, because many
/// programs leave the `x` out, unless it is a pawn's and has no file either.
fn capture_agrees(candidate: Move, written: &PieceMove) -> bool {
    match (written.capture.is_marked(), candidate.is_capture()) {
        (true, captures) => captures,
        (false, true) => candidate.role() != Role::Pawn || written.file.is_some(),
        (false, false) => true,
    }
}

/// Returns the castling that is written, as such or as a move of the king.
pub(super) fn castling_written(position: &impl Position, action: &SanMove) -> Option<CastlingSide> {
    match action {
        SanMove::Castling(side) => Some(*side),
        SanMove::Piece(piece) => castling_meant(position, piece),
        SanMove::Drop { .. } | SanMove::Null => None,
    }
}

/// Returns the castling that a move of the king stands for, if it does: the king captures
/// its own rook, as in Chess960, or moves to its destination in coordinates, as in `e1g1`.
pub(super) fn castling_meant(position: &impl Position, written: &PieceMove) -> Option<CastlingSide> {
    let PieceMove { file, rank, to, .. } = *written;
    let side = position.turn();
    let king = position.board().king_of(side)?;
    let is_origin =
        file.is_none_or(|file| file == king.file()) && rank.is_none_or(|rank| rank == king.rank());
    if role(position, written) != Role::King || !is_origin || written.promotion.is_some() {
        return None;
    }
    let jumps = written.role.is_none() && !written.capture.is_marked() && king.distance(to) > 1;
    CastlingSide::ALL.into_iter().find(|wing| {
        let takes_rook = position.castles().rook(side, *wing) == Some(to);
        takes_rook || (jumps && wing.king_to(side) == to)
    })
}

//! The move resolver: from a move as SAN writes it to the one legal move meant.

use shakmaty::{CastlingSide, File, Move, MoveList, Position, Rank, Role, Square};

use crate::notation::pgn::{PieceMove, SanMove};

/// Finds the legal moves of which everything is true that is written: of a good
/// move there is exactly one.
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

/// Returns the piece that is written. A move without a letter is a pawn's or,
/// where its origin is written in full as in `g1f3`, that of what stands there.
pub(super) fn role(position: &impl Position, written: &PieceMove) -> Role {
    let origin = written.file.zip(written.rank).map(|(file, rank)| Square::from_coords(file, rank));
    let there = origin.and_then(|origin| position.board().role_at(origin));
    written.role.or(there).unwrap_or(Role::Pawn)
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
    match (written.capture.is_marked(), candidate.is_capture()) {
        (true, captures) => captures,
        (false, true) => candidate.role() != Role::Pawn || written.file.is_some(),
        (false, false) => true,
    }
}

/// Tells which castling a move of the king means: it takes the own rook, as in
/// Chess960, or goes in coordinates to where castling leads, as in `e1g1`.
pub(super) fn castling_meant(position: &impl Position, written: &PieceMove) -> Option<CastlingSide> {
    let PieceMove { file, rank, to, .. } = *written;
    let side = position.turn();
    let king = position.board().king_of(side)?;
    let is_there = file.is_none_or(|file| file == king.file()) && rank.is_none_or(|rank| rank == king.rank());
    if role(position, written) != Role::King || !is_there || written.promotion.is_some() {
        return None;
    }
    let jumps = written.role.is_none() && !written.capture.is_marked() && king.distance(to) > 1;
    CastlingSide::ALL.into_iter().find(|wing| {
        let takes_rook = position.castles().rook(side, *wing) == Some(to);
        takes_rook || (jumps && wing.king_to(side) == to)
    })
}

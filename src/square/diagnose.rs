//! Why a move was refused, and what may have been meant.
//!
//! Nothing here runs on the way of a good game.

use shakmaty::san::SanPlus;
use shakmaty::{Bitboard, CastlingSide, Chess, Color, Move, Position, Role, Square, attacks};

use super::resolve::comes_from;
use crate::ast::{PieceMove, SanMove};
use crate::replay::{CastlingFault, MoveError, MoveFault};

/// How many readings a message names at most.
const MOST_READINGS: usize = 4;

/// Explains why a move does not resolve; `fitting` are the legal moves of which
/// everything that is written is true: none, or several.
pub(super) fn explain(position: &Chess, action: &SanMove, fitting: &[Move]) -> MoveError {
    let legal = position.legal_moves();
    if legal.is_empty() {
        let mated = position.is_check();
        return MoveError {
            fault: if mated { MoveFault::AfterMate } else { MoveFault::AfterStalemate },
            readings: Vec::new(),
        };
    }
    match *action {
        SanMove::Castling(side) => MoveError {
            fault: MoveFault::Castling(castling_fault(position, side)),
            readings: notate_all(position, &position.castling_moves(!side)),
        },
        SanMove::Piece(piece) if fitting.is_empty() => {
            let candidates = position.san_candidates(piece.role, piece.to);
            if candidates.is_empty() {
                let fault = unreachable_fault(position, &piece);
                MoveError { fault, readings: nearby(position, &legal, &piece) }
            } else {
                let fault = mismatch(&candidates, &piece);
                MoveError { fault, readings: notate_all(position, &candidates) }
            }
        }
        SanMove::Piece(PieceMove { role, to, .. }) => MoveError {
            fault: MoveFault::Ambiguous { piece: role.upper_char(), to: to.to_string() },
            readings: notate_all(position, fitting),
        },
    }
}

/// Says what is written wrong of a move whose piece and destination are right.
fn mismatch(candidates: &[Move], written: &PieceMove) -> MoveFault {
    let PieceMove { role, file, rank, to, promotion, capture } = *written;
    let mut from_there = candidates.iter().filter(|m| comes_from(**m, file, rank)).peekable();
    if from_there.peek().is_none() {
        let file = file.map_or(String::new(), |file| file.to_string());
        let from = rank.map_or(file.clone(), |rank| format!("{file}{rank}"));
        return MoveFault::WrongOrigin { piece: role.upper_char(), from, to: to.to_string() };
    }
    if from_there.any(|m| m.promotion() == promotion) {
        let to = to.to_string();
        return if capture {
            MoveFault::NothingToCapture { to }
        } else {
            MoveFault::CaptureWithoutFile { to }
        };
    }
    match promotion {
        None => MoveFault::PromotionMissing,
        Some(_) if candidates.iter().all(|m| m.promotion().is_none()) => MoveFault::NotAPromotion,
        Some(piece) => MoveFault::BadPromotion { piece: piece.upper_char() },
    }
}

/// Says why no piece of a kind can legally go to a square.
fn unreachable_fault(position: &Chess, written: &PieceMove) -> MoveFault {
    let PieceMove { role, to, capture, .. } = *written;
    let piece = role.upper_char();
    if position.our(role).is_empty() {
        MoveFault::NoSuchPiece { piece }
    } else if position.us().contains(to) {
        MoveFault::OwnPieceThere { to: to.to_string() }
    } else if capture && !can_be_captured(position, role, to) {
        MoveFault::NothingToCapture { to: to.to_string() }
    } else if reaching(position, role, to).is_empty() {
        MoveFault::CannotReach { piece, to: to.to_string() }
    } else if position.is_check() {
        MoveFault::StaysInCheck
    } else {
        MoveFault::ExposesKing
    }
}

fn can_be_captured(position: &Chess, role: Role, to: Square) -> bool {
    let en_passant = role == Role::Pawn && position.maybe_ep_square() == Some(to);
    en_passant || position.them().contains(to)
}

/// Finds the own pieces of a kind that move to a square, be it legal or not.
fn reaching(position: &Chess, role: Role, to: Square) -> Bitboard {
    let occupied = position.board().occupied();
    let origins = match role {
        Role::Knight => attacks::knight_attacks(to),
        Role::Bishop => attacks::bishop_attacks(to, occupied),
        Role::Rook => attacks::rook_attacks(to, occupied),
        Role::Queen => attacks::queen_attacks(to, occupied),
        Role::King => attacks::king_attacks(to),
        Role::Pawn if can_be_captured(position, role, to) => attacks::pawn_attacks(!position.turn(), to),
        Role::Pawn => pawn_pushes(position, to),
    };
    origins & position.our(role)
}

fn pawn_pushes(position: &Chess, to: Square) -> Bitboard {
    let back = position.turn().fold_wb(-8, 8);
    let fourth = position.turn().relative_rank(shakmaty::Rank::Fourth);
    let Some(one) = to.offset(back) else {
        return Bitboard::EMPTY;
    };
    let mut origins = Bitboard::from_square(one);
    if to.rank() == fourth && !position.board().occupied().contains(one) {
        origins |= one.offset(back).map_or(Bitboard::EMPTY, Bitboard::from_square);
    }
    origins
}

fn castling_fault(position: &Chess, side: CastlingSide) -> CastlingFault {
    let color: Color = position.turn();
    if !position.castles().has(color, side) {
        CastlingFault::NoRight
    } else if position.is_check() {
        CastlingFault::InCheck
    } else if (position.castles().path(color, side) & position.board().occupied()).any() {
        CastlingFault::Blocked
    } else {
        CastlingFault::ThroughCheck
    }
}

/// Notates moves by where they come from, promotions from the queen down.
fn notate_all(position: &Chess, moves: &[Move]) -> Vec<String> {
    let mut moves = moves.to_vec();
    moves.sort_by_key(|m| m.from().map(|from| (from.file(), from.rank())));
    moves.iter().take(MOST_READINGS).map(|m| notate(position, *m)).collect()
}

/// Finds the legal moves that are closest to what was written: those of another
/// piece to that square, those of that piece to a square that shares its file or
/// its rank, and those of a pawn of the file that is written.
fn nearby(position: &Chess, legal: &[Move], written: &PieceMove) -> Vec<String> {
    let close = |m: &Move| Some((distance(*m, written)?, notate(position, *m)));
    let mut close: Vec<_> = legal.iter().filter_map(close).collect();
    close.sort();
    close.truncate(MOST_READINGS);
    close.into_iter().map(|(_, text)| text).collect()
}

/// Measures how far a legal move is from what was written; `None` is too far.
fn distance(legal: Move, written: &PieceMove) -> Option<u32> {
    let PieceMove { role, file, to, .. } = *written;
    let slip = legal.to().distance(to);
    let same_file = legal.to().file() == to.file();
    let same_rank = legal.to().rank() == to.rank();
    let from_there = file.is_some() && legal.from().map(Square::file) == file;
    match (legal.role() == role, slip) {
        (is_king, _) if legal.is_castle() => is_king.then_some(slip),
        (_, 0) => Some(0),
        (true, _) if same_file || from_there || (same_rank && role != Role::Pawn) => Some(slip),
        _ => None,
    }
}

fn notate(position: &Chess, action: Move) -> String {
    SanPlus::from_move(position.clone(), action).to_string()
}

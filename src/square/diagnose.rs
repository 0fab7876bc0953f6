//! Why a move was refused, and what may have been meant.
//!
//! Nothing here runs on the way of a good game.

use shakmaty::san::SanPlus;
use shakmaty::{Bitboard, CastlingSide, Chess, Color, Move, MoveList, Position, Role, Square, attacks};

use super::resolve::comes_from;
use crate::ast::SanMove;
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
            readings: position.castling_moves(!side).iter().map(|m| written(position, *m)).collect(),
        },
        SanMove::Piece { role, to, .. } if !fitting.is_empty() => MoveError {
            fault: MoveFault::Ambiguous { piece: role.upper_char(), to: to.to_string() },
            readings: ambiguous_readings(position, fitting),
        },
        SanMove::Piece { role, to, capture, .. } => {
            let candidates = position.san_candidates(role, to);
            MoveError {
                fault: if candidates.is_empty() {
                    unreachable_fault(position, role, to, capture)
                } else {
                    mismatch(&candidates, action)
                },
                readings: readings(position, &legal, &candidates, action),
            }
        }
    }
}

/// Says what is written wrong of a move whose piece and destination are right.
fn mismatch(candidates: &MoveList, action: &SanMove) -> MoveFault {
    let SanMove::Piece { role, file, rank, to, promotion, .. } = *action else {
        return MoveFault::Castling(CastlingFault::NoRight);
    };
    let from = || {
        let file = file.map_or(String::new(), |file| file.to_string());
        let rank = rank.map_or(String::new(), |rank| rank.to_string());
        file + &rank
    };
    let origin_fits = |m: &&Move| comes_from(**m, file, rank);
    if !candidates.iter().any(|m| origin_fits(&m)) {
        MoveFault::WrongOrigin { piece: role.upper_char(), from: from(), to: to.to_string() }
    } else if candidates.iter().filter(origin_fits).any(|m| m.promotion() == promotion) {
        MoveFault::NothingToCapture { to: to.to_string() }
    } else {
        match promotion {
            None => MoveFault::PromotionMissing,
            Some(_) if candidates.iter().all(|m| m.promotion().is_none()) => MoveFault::NotAPromotion,
            Some(piece) => MoveFault::BadPromotion { piece: piece.upper_char() },
        }
    }
}

/// Says why no piece of a kind can legally go to a square.
fn unreachable_fault(position: &Chess, role: Role, to: Square, capture: bool) -> MoveFault {
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

fn ambiguous_readings(position: &Chess, fitting: &[Move]) -> Vec<String> {
    let mut readings: Vec<_> = fitting.iter().map(|m| written(position, *m)).collect();
    readings.sort();
    readings
}

/// Finds the legal moves that are closest to what was written: those of the
/// right piece to the right square; or else those of another piece to that
/// square, and those of that piece to a square that shares its file or its rank.
fn readings(position: &Chess, legal: &MoveList, candidates: &MoveList, action: &SanMove) -> Vec<String> {
    if !candidates.is_empty() {
        let moves = candidates.iter().take(MOST_READINGS);
        return moves.map(|m| written(position, *m)).collect();
    }
    let mut close: Vec<_> =
        legal.iter().filter_map(|m| Some((distance(*m, action)?, written(position, *m)))).collect();
    close.sort();
    close.truncate(MOST_READINGS);
    close.into_iter().map(|(_, text)| text).collect()
}

/// Measures how far a legal move is from what was written; `None` is too far.
fn distance(legal: Move, action: &SanMove) -> Option<u32> {
    let SanMove::Piece { role, to, .. } = *action else {
        return None;
    };
    let slip = legal.to().distance(to);
    let same_file = legal.to().file() == to.file();
    let same_rank = legal.to().rank() == to.rank();
    match (legal.role() == role, slip) {
        _ if legal.is_castle() => None,
        (_, 0) => Some(0),
        (true, _) if same_file || (same_rank && role != Role::Pawn) => Some(slip),
        _ => None,
    }
}

fn written(position: &Chess, action: Move) -> String {
    SanPlus::from_move(position.clone(), action).to_string()
}

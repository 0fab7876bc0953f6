//! Diagnoses moves that cannot be resolved: finds the reason, and the legal moves that may
//! have been meant.
//!
//! None of this runs for a game without errors.

use shakmaty::san::SanPlus;
use shakmaty::variant::Variant;
use shakmaty::{Bitboard, CastlingSide, Color, Move, Position, Rank, Role, Square, attacks};

use super::forced::is_captured_king;
use super::position::SquarePosition;
use super::resolve::{castling_meant, comes_from, role};
use crate::notation::pgn::{PieceMove, SanMove};
use crate::rules::{CastlingFault, MoveError, MoveFault};

/// The most readings in a message.
const MAX_READINGS: usize = 4;

/// Returns the error of a move that cannot be resolved. `fitting` has the legal moves that
/// fit what is written: none, or several.
pub(super) fn move_error<P: SquarePosition>(position: &P, action: &SanMove, fitting: &[Move]) -> MoveError {
    let mut legal = position.legal_moves();
    legal.retain(|legal| !is_captured_king(position, legal.to()));
    if legal.is_empty() {
        return MoveError { fault: end_of_game(position), readings: Vec::new() };
    }
    match *action {
        SanMove::Castling(side) => castling_error(position, side),
        SanMove::Piece(piece) => match castling_meant(position, &piece) {
            Some(side) if fitting.is_empty() => castling_error(position, side),
            _ => piece_error(position, &piece, &legal, fitting),
        },
        SanMove::Drop { role, to } => {
            MoveError { fault: drop_fault(position, role, to), readings: Vec::new() }
        }
        SanMove::Null => MoveError { fault: MoveFault::StaysInCheck, readings: Vec::new() },
    }
}

fn castling_error<P: SquarePosition>(position: &P, side: CastlingSide) -> MoveError {
    MoveError {
        fault: MoveFault::Castling(castling_fault(position, side)),
        readings: all_to_san(position, &position.castling_moves(!side)),
    }
}

fn end_of_game(position: &impl Position) -> MoveFault {
    if position.variant_outcome().is_known() {
        MoveFault::AfterVariantEnd
    } else if position.is_check() {
        MoveFault::AfterMate
    } else {
        MoveFault::AfterStalemate
    }
}

fn piece_error<P: SquarePosition>(
    position: &P,
    written: &PieceMove,
    legal: &[Move],
    fitting: &[Move],
) -> MoveError {
    let (role, to) = (role(position, written), written.to);
    if !fitting.is_empty() {
        let fault = MoveFault::Ambiguous { piece: role.into(), to: to.to_string() };
        return MoveError { fault, readings: all_to_san(position, fitting) };
    }
    // in Atomic a king captures nothing at all
    let explodes = position.kind() == Variant::Atomic && role == Role::King;
    if is_captured_king(position, to) && !explodes {
        return MoveError { fault: MoveFault::CapturesKing, readings: Vec::new() };
    }
    let mut candidates = position.san_candidates(role, to);
    candidates.retain(|candidate| !candidate.is_put());
    if candidates.is_empty() {
        let fault = unreachable_fault(position, role, written);
        MoveError { fault, readings: nearby(position, legal, role, written) }
    } else {
        let fault = mismatch(&candidates, role, written);
        MoveError { fault, readings: all_to_san(position, &candidates) }
    }
}

/// Returns the difference between what is written and `candidates`, the legal moves of the
/// same piece to the same destination.
fn mismatch(candidates: &[Move], role: Role, written: &PieceMove) -> MoveFault {
    let PieceMove { file, rank, to, promotion, capture, .. } = *written;
    let mut from_origin = candidates.iter().filter(|m| comes_from(**m, file, rank)).peekable();
    if from_origin.peek().is_none() {
        let file = file.map_or(String::new(), |file| file.to_string());
        let from = rank.map_or(file.clone(), |rank| format!("{file}{rank}"));
        return MoveFault::WrongOrigin { piece: role.into(), from, to: to.to_string() };
    }
    if from_origin.any(|m| m.promotion() == promotion) {
        let to = to.to_string();
        return if capture.is_marked() {
            MoveFault::NothingToCapture { to }
        } else {
            MoveFault::CaptureWithoutFile { to }
        };
    }
    match promotion {
        None => MoveFault::PromotionMissing,
        Some(_) if candidates.iter().all(|m| m.promotion().is_none()) => MoveFault::NotAPromotion,
        Some(piece) => MoveFault::BadPromotion { piece: piece.into() },
    }
}

/// Returns the reason why no piece of a kind can legally move to a square.
fn unreachable_fault<P: SquarePosition>(position: &P, role: Role, written: &PieceMove) -> MoveFault {
    let PieceMove { to, capture, .. } = *written;
    let origins = reaching(position, role, to);
    let piece = role.into();
    if position.our(role).is_empty() {
        MoveFault::NoSuchPiece { piece }
    } else if position.us().contains(to) {
        MoveFault::OwnPieceThere { to: to.to_string() }
    } else if capture.is_marked() && !can_be_captured(position, role, to) {
        MoveFault::NothingToCapture { to: to.to_string() }
    } else if let Some(from) = origins.first() {
        let capture = position.board().role_at(to);
        forbidden(position, Move::Normal { role, from, capture, to, promotion: written.promotion })
    } else {
        MoveFault::CannotReach { piece, to: to.to_string() }
    }
}

/// Returns the rule that forbids a move which its piece could otherwise make.
fn forbidden<P: SquarePosition>(position: &P, forbidden: Move) -> MoveFault {
    let mut after = position.clone();
    after.play_unchecked(forbidden);
    match position.kind() {
        Variant::Antichess => MoveFault::MustCapture,
        Variant::Atomic if after.their(Role::King).is_empty() => MoveFault::ExplodesKing,
        Variant::RacingKings if after.is_check() => MoveFault::GivesCheck,
        _ if position.is_check() => MoveFault::StaysInCheck,
        _ => MoveFault::ExposesKing,
    }
}

fn drop_fault<P: SquarePosition>(position: &P, role: Role, to: Square) -> MoveFault {
    let Some(pockets) = position.pockets() else {
        return MoveFault::NoDrops;
    };
    if *pockets.get(position.turn()).get(role) == 0 {
        MoveFault::NotInPocket { piece: role.into() }
    } else if position.board().occupied().contains(to) {
        MoveFault::DropOnPiece { to: to.to_string() }
    } else if role == Role::Pawn && Bitboard::BACKRANKS.contains(to) {
        MoveFault::PawnDroppedOnLastRank
    } else {
        MoveFault::StaysInCheck
    }
}

fn can_be_captured(position: &impl Position, role: Role, to: Square) -> bool {
    let en_passant = role == Role::Pawn && position.maybe_ep_square() == Some(to);
    en_passant || position.them().contains(to)
}

/// Finds the pieces of a kind of the side to move that reach a square, legally or not.
fn reaching(position: &impl Position, role: Role, to: Square) -> Bitboard {
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

fn pawn_pushes(position: &impl Position, to: Square) -> Bitboard {
    let back = position.turn().fold_wb(-8, 8);
    let fourth = position.turn().relative_rank(Rank::Fourth);
    let Some(one) = to.offset(back) else {
        return Bitboard::EMPTY;
    };
    let mut origins = Bitboard::from_square(one);
    if to.rank() == fourth && !position.board().occupied().contains(one) {
        origins |= one.offset(back).map_or(Bitboard::EMPTY, Bitboard::from_square);
    }
    origins
}

fn castling_fault(position: &impl SquarePosition, side: CastlingSide) -> CastlingFault {
    let color: Color = position.turn();
    if matches!(position.kind(), Variant::Antichess | Variant::RacingKings) {
        CastlingFault::NotInVariant
    } else if !position.castles().has(color, side) {
        CastlingFault::NoRight
    } else if position.is_check() {
        CastlingFault::InCheck
    } else if (position.castles().path(color, side) & position.board().occupied()).any() {
        CastlingFault::Blocked
    } else {
        CastlingFault::ThroughCheck
    }
}

/// Returns the SAN of moves, ordered by their origin.
fn all_to_san<P: SquarePosition>(position: &P, moves: &[Move]) -> Vec<String> {
    let mut moves = moves.to_vec();
    moves.sort_by_key(|m| m.from().map(|from| (from.file(), from.rank())));
    moves.iter().take(MAX_READINGS).map(|m| to_san(position, *m)).collect()
}

/// Finds the legal moves that are closest to what is written: those of another piece to the
/// same square, those of the same piece to a square on the same file or rank, and those of
/// a pawn from the written file.
fn nearby<P: SquarePosition>(position: &P, legal: &[Move], role: Role, written: &PieceMove) -> Vec<String> {
    let with_distance = |m: &Move| Some((distance(*m, role, written)?, to_san(position, *m)));
    let mut close: Vec<_> = legal.iter().filter_map(with_distance).collect();
    close.sort();
    close.truncate(MAX_READINGS);
    close.into_iter().map(|(_, text)| text).collect()
}

/// Returns the distance of a legal move from what is written, or `None` if it is not close.
fn distance(legal: Move, role: Role, written: &PieceMove) -> Option<u32> {
    let PieceMove { file, to, .. } = *written;
    let distance = legal.to().distance(to);
    let same_file = legal.to().file() == to.file();
    let same_rank = legal.to().rank() == to.rank();
    let from_file = file.is_some() && legal.from().map(Square::file) == file;
    match (legal.role() == role, distance) {
        (is_king, _) if legal.is_castle() => is_king.then_some(distance),
        (_, 0) => Some(0),
        (true, _) if same_file || from_file || (same_rank && role != Role::Pawn) => Some(distance),
        _ => None,
    }
}

fn to_san<P: SquarePosition>(position: &P, action: Move) -> String {
    SanPlus::from_move(position.clone(), action).to_string()
}

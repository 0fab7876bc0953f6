//! Diagnoses moves that cannot be resolved: finds the reason, and the legal moves that may
//! have been meant.
//!
//! None of this runs for a game without errors.

use shakmaty::san::SanPlus;
use shakmaty::variant::Variant;
use shakmaty::{Bitboard, CastlingSide, Move, Position, Rank, Role, Square, attacks};

use super::castling_fault::castling_fault;
use super::danger::{danger, piece_on, stays_in_check};
use super::forced::is_captured_king;
use super::position::SquarePosition;
use super::resolve::{castling_meant, comes_from, role};
use crate::notation::pgn::{PieceMove, San, SanMove};
use crate::rules::{MoveError, MoveFault, PieceOn};
use crate::syntax::{Notation, Outcome};

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
        SanMove::Null => MoveError { fault: stays_in_check(position), readings: Vec::new() },
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
        MoveFault::AfterStalemate { result: San::result_text(Outcome::Draw) }
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
        let readings = match castling_by_king(position, legal, role, written) {
            Some(castling) => vec![to_san(position, castling)],
            None => nearby(position, legal, role, written),
        };
        MoveError { fault, readings }
    } else {
        let fault = mismatch(position, &candidates, role, written);
        MoveError { fault, readings: all_to_san(position, &candidates) }
    }
}

/// Finds the legal castling that is written as a move of the king to its destination: `Ke1g1`.
fn castling_by_king(
    position: &impl Position,
    legal: &[Move],
    role: Role,
    written: &PieceMove,
) -> Option<Move> {
    let PieceMove { file, rank, to, capture, .. } = *written;
    let is_meant = |legal: &&Move| {
        let king_to = legal.castling_side().map(|side| side.king_to(position.turn()));
        king_to == Some(to) && comes_from(**legal, file, rank)
    };
    legal.iter().find(is_meant).filter(|_| role == Role::King && !capture.is_marked()).copied()
}

/// Returns the difference between what is written and `candidates`, the legal moves of the
/// same piece to the same destination.
fn mismatch<P: SquarePosition>(
    position: &P,
    candidates: &[Move],
    role: Role,
    written: &PieceMove,
) -> MoveFault {
    let PieceMove { file, rank, to, promotion, capture, .. } = *written;
    let mut from_origin = candidates.iter().filter(|m| comes_from(**m, file, rank)).peekable();
    if from_origin.peek().is_none() {
        return match unreachable_fault(position, role, written) {
            MoveFault::CannotReach { piece, to } => {
                MoveFault::WrongOrigin { piece, from: origin_text(written), to }
            }
            fault => fault,
        };
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

/// Returns the reason why no piece of a kind on the written origin can legally move to a square.
fn unreachable_fault<P: SquarePosition>(position: &P, role: Role, written: &PieceMove) -> MoveFault {
    if let Some(fault) = origin_fault(position, role, written) {
        return fault;
    }
    let PieceMove { to, capture, .. } = *written;
    let captures = capture.is_marked() || role == Role::Pawn && !is_push(role, written);
    let from_written = position.our(role) & origins_written(role, written);
    let piece = role.into();
    let is_origin_written = written.file.is_some() || written.rank.is_some();
    if position.our(role).is_empty() {
        MoveFault::NoSuchPiece { piece }
    } else if position.us().contains(to) {
        MoveFault::OwnPieceThere { to: to.to_string() }
    } else if role == Role::Pawn && is_late_en_passant(position, written, from_written) {
        MoveFault::LateEnPassant { to: to.to_string() }
    } else if captures && !can_be_captured(position, role, to) {
        MoveFault::NothingToCapture { to: to.to_string() }
    } else if let Some(found) = straight_capture(position, role, written) {
        MoveFault::PawnCapturesOtherwise { found }
    } else if is_origin_written && from_written.is_empty() {
        MoveFault::WrongOrigin { piece, from: origin_text(written), to: to.to_string() }
    } else {
        let cannot_reach = || MoveFault::CannotReach { piece, to: to.to_string() };
        hindrance(position, role, written, from_written).unwrap_or_else(cannot_reach)
    }
}

/// Finds what is wrong with an origin that is given in full: the piece that the move names does not
/// stand on it.
fn origin_fault(position: &impl Position, role: Role, written: &PieceMove) -> Option<MoveFault> {
    let square = Square::from_coords(written.file?, written.rank?);
    let from = square.to_string();
    match position.board().piece_at(square) {
        None => Some(MoveFault::NothingThere { from }),
        Some(piece) if piece.color != position.turn() => Some(MoveFault::NotYours { from }),
        Some(piece) if piece.role != role => {
            Some(MoveFault::OtherPieceThere { written: role.into(), found: piece.role.into(), from })
        }
        Some(_) => None,
    }
}

/// Returns the squares that the written origin allows. A pawn that captures nothing stays on its
/// file, whether that is written or not.
fn origins_written(role: Role, written: &PieceMove) -> Bitboard {
    let PieceMove { file, rank, to, .. } = *written;
    let file = file.or(is_push(role, written).then(|| to.file()));
    file.map_or(Bitboard::FULL, Bitboard::from_file) & rank.map_or(Bitboard::FULL, Bitboard::from_rank)
}

/// Tells whether a move is written as that of a pawn that stays on its file.
fn is_push(role: Role, written: &PieceMove) -> bool {
    let PieceMove { file, to, capture, .. } = *written;
    role == Role::Pawn && !capture.is_marked() && file.is_none_or(|file| file == to.file())
}

/// Returns the written origin: a file, a rank, both or nothing.
fn origin_text(written: &PieceMove) -> String {
    let file = written.file.map_or(String::new(), |file| file.to_string());
    written.rank.map_or(file.clone(), |rank| format!("{file}{rank}"))
}

/// Returns a move as the pieces on the board make it, though it may be illegal.
fn pseudo_legal(position: &impl Position, role: Role, from: Square, written: &PieceMove) -> Move {
    let (to, promotion) = (written.to, written.promotion);
    let capture = position.board().role_at(to);
    if role == Role::Pawn && capture.is_none() && from.file() != to.file() {
        return Move::EnPassant { from, to };
    }
    Move::Normal { role, from, capture, to, promotion }
}

/// Tells whether a pawn would capture another one en passant that has passed the square earlier
/// than in the last move.
fn is_late_en_passant(position: &impl Position, written: &PieceMove, origins: Bitboard) -> bool {
    let (to, side) = (written.to, position.turn());
    let passed = to.offset(side.fold_wb(-8, 8));
    to.rank() == side.relative_rank(Rank::Sixth)
        && position.board().piece_at(to).is_none()
        && position.maybe_ep_square() != Some(to)
        && passed.is_some_and(|square| position.their(Role::Pawn).contains(square))
        && (attacks::pawn_attacks(!side, to) & origins).any()
}

/// Finds the piece that a pawn would capture straight ahead: its own file is written before the sign
/// of a capture.
fn straight_capture(position: &impl Position, role: Role, written: &PieceMove) -> Option<PieceOn> {
    let PieceMove { file, rank, to, capture, .. } = *written;
    let from = to.offset(position.turn().fold_wb(-8, 8))?;
    let is_straight = role == Role::Pawn && capture.is_marked() && file == Some(to.file());
    let is_there = position.our(Role::Pawn).contains(from) && rank.is_none_or(|rank| rank == from.rank());
    (is_straight && is_there).then(|| piece_on(position, to))
}

/// Finds what keeps the pieces on the written origin from the written move: danger to the king or,
/// if exactly one of them could make the move on an empty board, a piece in the way.
fn hindrance<P: SquarePosition>(
    position: &P,
    role: Role,
    written: &PieceMove,
    from_written: Bitboard,
) -> Option<MoveFault> {
    let to = written.to;
    let origins = reaching(position, role, written, position.board().occupied());
    if let Some(from) = (origins & from_written).first() {
        return danger(position, pseudo_legal(position, role, from, written));
    }
    let origins = reaching(position, role, written, Bitboard::EMPTY);
    let from = (origins & from_written).single_square()?;
    let between = attacks::between(from, to) & position.board().occupied();
    match between.into_iter().min_by_key(|square| square.distance(from)) {
        Some(obstacle) => Some(MoveFault::Blocked { obstacle: piece_on(position, obstacle) }),
        None if is_push(role, written) && position.them().contains(to) => {
            Some(MoveFault::PawnCapturesOtherwise { found: piece_on(position, to) })
        }
        None => None,
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
        stays_in_check(position)
    }
}

fn can_be_captured(position: &impl Position, role: Role, to: Square) -> bool {
    let en_passant = role == Role::Pawn && position.maybe_ep_square() == Some(to);
    en_passant || position.them().contains(to)
}

/// Finds the squares from which a piece of the side to move reaches the written one, legally or
/// not.
fn reaching(position: &impl Position, role: Role, written: &PieceMove, occupied: Bitboard) -> Bitboard {
    let to = written.to;
    match role {
        Role::Knight => attacks::knight_attacks(to),
        Role::Bishop => attacks::bishop_attacks(to, occupied),
        Role::Rook => attacks::rook_attacks(to, occupied),
        Role::Queen => attacks::queen_attacks(to, occupied),
        Role::King => attacks::king_attacks(to),
        Role::Pawn if is_push(role, written) => pawn_pushes(position, to, occupied),
        Role::Pawn => attacks::pawn_attacks(!position.turn(), to),
    }
}

fn pawn_pushes(position: &impl Position, to: Square, occupied: Bitboard) -> Bitboard {
    let back = position.turn().fold_wb(-8, 8);
    let fourth = position.turn().relative_rank(Rank::Fourth);
    let Some(one) = to.offset(back).filter(|_| !occupied.contains(to)) else {
        return Bitboard::EMPTY;
    };
    let mut origins = Bitboard::from_square(one);
    if to.rank() == fourth && !occupied.contains(one) {
        origins |= one.offset(back).map_or(Bitboard::EMPTY, Bitboard::from_square);
    }
    origins
}

/// Returns the SAN of moves, ordered by their origin.
fn all_to_san<P: SquarePosition>(position: &P, moves: &[Move]) -> Vec<String> {
    let mut moves = moves.to_vec();
    moves.sort_by_key(|m| m.from().map(|from| (from.file(), from.rank())));
    moves.iter().take(MAX_READINGS).map(|m| to_san(position, *m)).collect()
}

/// Finds the legal moves that are closest to what is written: those of another piece to the
/// same square, those of the same piece to a square on the same file or rank, and those of
/// a pawn from the written file. To a pawn's capture only captures are close.
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
    let captures = role == Role::Pawn && !is_push(role, written);
    match (legal.role() == role, distance) {
        (is_king, _) if legal.is_castle() => is_king.then_some(distance),
        (_, 0) => Some(0),
        (true, _) if captures => (from_file && legal.is_capture()).then_some(distance),
        (true, _) if same_file || from_file || (same_rank && role != Role::Pawn) => Some(distance),
        _ => None,
    }
}

fn to_san<P: SquarePosition>(position: &P, action: Move) -> String {
    SanPlus::from_move(position.clone(), action).to_string()
}

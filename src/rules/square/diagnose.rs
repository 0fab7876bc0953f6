//! Diagnoses moves that cannot be resolved: finds the reason.
//!
//! None of this runs for a game without errors.

use shakmaty::variant::Variant;
use shakmaty::{Bitboard, CastlingSide, Color, Move, Position, Rank, Role, Square, attacks};

use super::forced::is_captured_king;
use super::resolve::{castling_meant, role};
use super::setup::SquarePosition;
use crate::notation::pgn::{PieceMove, San, SanMove};
use crate::rules::replay::arrival;
use crate::rules::{CastlingFault, MoveFault, PieceKind, PieceOn};
use crate::syntax::{Notation, Outcome};

/// Returns the reason why a move cannot be resolved. `fitting` has the legal moves that
/// fit what is written: none, or several.
pub(super) fn move_fault<P: SquarePosition>(position: &P, action: &SanMove, fitting: &[Move]) -> MoveFault {
    let mut legal = position.legal_moves();
    legal.retain(|legal| !is_captured_king(position, legal.to()));
    if legal.is_empty() {
        return end_of_game(position);
    }
    let castling = |side| MoveFault::Castling(castling_fault(position, side));
    match *action {
        SanMove::Castling(side) => castling(side),
        SanMove::Piece(piece) => match castling_meant(position, &piece) {
            Some(side) if fitting.is_empty() => castling(side),
            _ => piece_fault(position, &piece, fitting),
        },
        SanMove::Drop { role, to } => drop_fault(position, role, to),
        SanMove::Null => stays_in_check(position),
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

fn piece_fault<P: SquarePosition>(position: &P, written: &PieceMove, fitting: &[Move]) -> MoveFault {
    let (role, to) = (role(position, written), written.to);
    if !fitting.is_empty() {
        return MoveFault::Ambiguous { piece: role.into(), to: to.to_string() };
    }
    // in Atomic a king cannot capture at all
    let explodes = position.kind() == Variant::Atomic && role == Role::King;
    if is_captured_king(position, to) && !explodes {
        return MoveFault::CapturesKing;
    }
    let mut candidates = position.san_candidates(role, to);
    candidates.retain(|candidate| !candidate.is_put());
    if candidates.is_empty() {
        unreachable_fault(position, role, written)
    } else {
        mismatch(position, &candidates, role, written)
    }
}

/// Returns the difference between what is written and `candidates`, the legal moves of the
/// same piece to the same destination.
fn mismatch<P: SquarePosition>(
    position: &P,
    candidates: &[Move],
    role: Role,
    written: &PieceMove,
) -> MoveFault {
    let PieceMove { to, promotion, capture, .. } = *written;
    let is_from_origin = |m: &&Move| m.from().is_some_and(|from| written.may_come_from(from));
    let mut from_origin = candidates.iter().filter(is_from_origin).peekable();
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

/// Finds what is wrong with an origin that is given in full, if the piece that the move names does not
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

/// Returns whether a move is written as that of a pawn that stays on its file.
fn is_push(role: Role, written: &PieceMove) -> bool {
    let PieceMove { file, to, capture, .. } = *written;
    role == Role::Pawn && !capture.is_marked() && file.is_none_or(|file| file == to.file())
}

/// Returns the written origin: a file, a rank, both or nothing.
fn origin_text(written: &PieceMove) -> String {
    let file = written.file.map_or(String::new(), |file| file.to_string());
    written.rank.map_or(file.clone(), |rank| format!("{file}{rank}"))
}

/// Returns a move as the pieces on the board would make it, although it may be illegal.
fn pseudo_legal(position: &impl Position, role: Role, from: Square, written: &PieceMove) -> Move {
    let (to, promotion) = (written.to, written.promotion);
    let capture = position.board().role_at(to);
    if role == Role::Pawn && capture.is_none() && from.file() != to.file() {
        return Move::EnPassant { from, to };
    }
    Move::Normal { role, from, capture, to, promotion }
}

/// Returns whether a pawn would capture en passant another one that may have passed the square before
/// the last move.
fn is_late_en_passant(position: &impl Position, written: &PieceMove, origins: Bitboard) -> bool {
    let (to, side) = (written.to, position.turn());
    let passed = to.offset(side.fold_wb(-8, 8));
    to.rank() == side.relative_rank(Rank::Sixth)
        && position.board().piece_at(to).is_none()
        && position.maybe_ep_square() != Some(to)
        && passed.is_some_and(|square| position.their(Role::Pawn).contains(square))
        && (attacks::pawn_attacks(!side, to) & origins).any()
}

/// Explains why a pawn cannot be captured en passant, from the positions that led to this one: it
/// passed the square in an earlier move, or never.
pub(super) fn en_passant<P: SquarePosition>(
    to: String,
    turn: Color,
    history: impl Iterator<Item = P>,
) -> MoveFault {
    let passed: Option<Square> = to.parse().ok();
    let pawn = passed.and_then(|square| square.offset(turn.fold_wb(-8, 8)));
    let enemy = Role::Pawn.of(!turn);
    let stands = |position: &P| pawn.and_then(|pawn| position.board().piece_at(pawn)) == Some(enemy);
    let history: Vec<_> = history.collect();
    match arrival(&history, stands) {
        Some(after) if after.maybe_ep_square() != passed => MoveFault::NeverPassed { to },
        _ => MoveFault::LateEnPassant { to },
    }
}

/// Finds the piece that a pawn would capture straight ahead, if the file before the sign of a
/// capture is its own.
fn straight_capture(position: &impl Position, role: Role, written: &PieceMove) -> Option<PieceOn> {
    let PieceMove { file, rank, to, capture, .. } = *written;
    let from = to.offset(position.turn().fold_wb(-8, 8))?;
    let is_straight = role == Role::Pawn && capture.is_marked() && file == Some(to.file());
    let is_there = position.our(Role::Pawn).contains(from) && rank.is_none_or(|rank| rank == from.rank());
    (is_straight && is_there).then(|| piece_on(position, to))
}

/// Finds what prevents the pieces on the written origin from making the written move. It is danger
/// to the king or, if exactly one of them could make the move on an empty board, a piece in the
/// way.
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

/// Returns the rule that forbids a move, or `None` if the move is not forbidden.
pub(super) fn danger<P: SquarePosition>(position: &P, forbidden: Move) -> Option<MoveFault> {
    let mut after = position.clone();
    after.play_unchecked(forbidden);
    match position.kind() {
        Variant::Antichess => Some(MoveFault::MustCapture),
        Variant::Atomic if after.their(Role::King).is_empty() => Some(MoveFault::ExplodesKing),
        Variant::RacingKings if after.is_check() => Some(MoveFault::GivesCheck),
        _ => attack_on_king(position, &after, forbidden),
    }
}

/// Returns the attack to which a move exposes the king.
fn attack_on_king<P: SquarePosition>(position: &P, after: &P, forbidden: Move) -> Option<MoveFault> {
    let (side, board) = (position.turn(), after.board());
    let attackers = after.king_attackers(board.king_of(side)?, !side, board.occupied());
    let on = |square| piece_on(position, square);
    if forbidden.role() == Role::King {
        let attacker = on(attackers.first()?);
        return Some(MoveFault::KingIntoCheck { to: forbidden.to().to_string(), attacker });
    }
    if let Some(checker) = (attackers & position.checkers()).first() {
        return Some(MoveFault::StaysInCheck { checker: on(checker) });
    }
    let attacker = attackers.first()?;
    let from = forbidden.from()?;
    let without_it = position.board().occupied().without(from);
    let king = position.board().king_of(side)?;
    let is_pin = position.king_attackers(king, !side, without_it).contains(attacker);
    Some(if is_pin {
        MoveFault::Pinned { piece: on(from), attacker: on(attacker) }
    } else {
        MoveFault::OpensLine { attacker: on(attacker) }
    })
}

/// Returns the only move that a piece could make as written if its king did not matter, if that is why it may not.
pub(super) fn only_exposing<P: SquarePosition>(position: &P, written: &PieceMove) -> Option<Move> {
    let role = role(position, written);
    let reaching = reaching(position, role, written, position.board().occupied());
    let from = (reaching & position.our(role) & origins_written(role, written)).single_square()?;
    let fault = piece_fault(position, written, &[]);
    let exposes = matches!(fault, MoveFault::Pinned { .. } | MoveFault::OpensLine { .. })
        || matches!(fault, MoveFault::StaysInCheck { .. } | MoveFault::KingIntoCheck { .. });
    exposes.then(|| pseudo_legal(position, role, from, written))
}

/// Returns the fault of a move that does nothing about a check.
pub(super) fn stays_in_check(position: &impl Position) -> MoveFault {
    let checker = position.checkers().first();
    checker.map_or(MoveFault::ExposesKing, |square| MoveFault::StaysInCheck {
        checker: piece_on(position, square),
    })
}

/// Names the piece on a square.
pub(super) fn piece_on(position: &impl Position, square: Square) -> PieceOn {
    let piece = position.board().role_at(square).map_or(PieceKind::Pawn, PieceKind::from);
    PieceOn { piece, cell: square.to_string() }
}

/// Returns the reason why the side to move cannot castle on a side.
pub(super) fn castling_fault<P: SquarePosition>(position: &P, side: CastlingSide) -> CastlingFault {
    let color = position.turn();
    if matches!(position.kind(), Variant::Antichess | Variant::RacingKings) {
        return CastlingFault::NotInVariant;
    }
    let king = position.board().king_of(color);
    let Some((king, rook)) = king.zip(position.castles().rook(color, side)) else {
        return CastlingFault::NoRight;
    };
    if let Some(checker) = position.checkers().first() {
        return CastlingFault::InCheck { checker: piece_on(position, checker) };
    }
    obstacle(position, side, king, rook)
        .or_else(|| attack(position, side, king, rook))
        .unwrap_or(CastlingFault::NoRight)
}

/// Returns the castling on a side if only attacks on the king forbid it.
pub(super) fn castling_in_check<P: SquarePosition>(position: &P, side: CastlingSide) -> Option<Move> {
    let king = position.board().king_of(position.turn())?;
    let rook = position.castles().rook(position.turn(), side)?;
    let is_free = castling_fault(position, side) != CastlingFault::NotInVariant
        && obstacle(position, side, king, rook).is_none();
    is_free.then_some(Move::Castle { king, rook })
}

/// Finds out how the right to castle on a side was lost, from the positions that led to one without
/// it.
pub(super) fn lost_right<P: SquarePosition>(
    color: Color,
    side: CastlingSide,
    history: impl Iterator<Item = P>,
) -> CastlingFault {
    let mut last_with_right = None;
    for position in history {
        let king = position.board().king_of(color);
        let Some(rook) = position.castles().rook(color, side) else {
            return match last_with_right {
                None => CastlingFault::NotGiven,
                Some((home, _)) if home != king => CastlingFault::KingHasMoved,
                Some((_, rook)) => CastlingFault::RookHasMoved { home: Square::to_string(&rook) },
            };
        };
        last_with_right = Some((king, rook));
    }
    CastlingFault::NoRight
}

/// Finds a piece in the way, or on the destination of king or rook.
fn obstacle<P: SquarePosition>(
    position: &P,
    side: CastlingSide,
    king: Square,
    rook: Square,
) -> Option<CastlingFault> {
    let color = position.turn();
    let (king_to, rook_to) = (side.king_to(color), side.rook_to(color));
    let taken = position.castles().path(color, side) & position.board().occupied();
    if let Some(obstacle) = nearest(king, attacks::between(king, rook) & taken) {
        return Some(CastlingFault::Blocked { obstacle: piece_on(position, obstacle) });
    }
    for (mover, to) in [(PieceKind::King, king_to), (PieceKind::Rook, rook_to)] {
        if taken.contains(to) {
            return Some(CastlingFault::DestinationTaken { mover, obstacle: piece_on(position, to) });
        }
    }
    let obstacle = taken.first()?;
    let passes = attacks::between(king, king_to).contains(obstacle);
    let mover = if passes { Role::King } else { Role::Rook };
    Some(CastlingFault::WayTaken { mover: mover.into(), obstacle: piece_on(position, obstacle) })
}

/// Finds an attack on the king on its way, or on its destination before or after the rook moves.
fn attack<P: SquarePosition>(
    position: &P,
    side: CastlingSide,
    king: Square,
    rook: Square,
) -> Option<CastlingFault> {
    let color = position.turn();
    let (king_to, rook_to) = (side.king_to(color), side.rook_to(color));
    let attacker = |on, occupied| position.king_attackers(on, !color, occupied).first();
    // the king does not shield the squares behind it from the piece that attacks it
    let without_king = position.board().occupied().without(king);
    let mut way = attacks::between(king, king_to);
    while let Some(passed) = nearest(king, way) {
        if let Some(attacker) = attacker(passed, without_king) {
            let (on, attacker) = (passed.to_string(), piece_on(position, attacker));
            return Some(CastlingFault::ThroughCheck { on, attacker });
        }
        way.discard(passed);
    }
    let castled = without_king.without(rook).with(king_to).with(rook_to);
    // in Chess960 the rook may have shielded the destination of the king
    let attacker = attacker(king_to, without_king).or_else(|| attacker(king_to, castled))?;
    Some(CastlingFault::IntoCheck { on: king_to.to_string(), attacker: piece_on(position, attacker) })
}

/// Returns the square of a set that is nearest to another square.
fn nearest(to: Square, squares: Bitboard) -> Option<Square> {
    squares.into_iter().min_by_key(|square| square.distance(to))
}

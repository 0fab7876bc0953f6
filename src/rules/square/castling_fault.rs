//! Finds the reason why a castling is impossible.

use shakmaty::variant::Variant;
use shakmaty::{Bitboard, CastlingSide, Color, Role, Square, attacks};

use super::danger::piece_on;
use super::position::SquarePosition;
use crate::rules::{CastlingFault, PieceKind};

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

/// Finds in the positions that led to one without the right to castle on a side what has taken the right
/// away.
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
    let attacker = attacker(king_to, without_king).or_else(|| attacker(king_to, castled))?;
    Some(CastlingFault::IntoCheck { on: king_to.to_string(), attacker: piece_on(position, attacker) })
}

/// Returns the square of a set that is nearest to another square.
fn nearest(to: Square, squares: Bitboard) -> Option<Square> {
    squares.into_iter().min_by_key(|square| square.distance(to))
}

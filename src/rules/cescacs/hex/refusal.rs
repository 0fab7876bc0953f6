//! The reasons why moves are illegal (rules, "Pieces", "Pawn", "Leap and castling").
//!
//! The generator of legal moves never asks for a reason; only a game with an illegal move needs
//! one. A reason why the move could never be legal takes precedence over one that holds in this
//! position only. A reason why the piece cannot move takes precedence over danger to the king.

use super::castling::{Castling, Wing, king_home};
use super::moves::Move;
use super::pawn::{advances_three, has_passed};
use super::piece::{Piece, Role};
use super::position::{Position, Special};
use super::steps::first_obstacle;
use crate::notation::ctl::Hex;

/// The reason why a piece cannot move from one hex to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "a field is named after the hex or piece that it holds")]
pub enum Refusal {
    /// A pawn awaiting promotion must be promoted first.
    PromotionFirst,
    /// The piece never moves in this way.
    NeverMovesSo,
    /// A piece of the same side is on the destination.
    OwnPieceThere,
    /// The opponent's king is on the destination.
    CapturesKing,
    /// A piece is in the way.
    Blocked { obstacle: Hex },
    /// A knight can only ride to an empty hex.
    RideCaptures,
    /// The king has moved, and so can no longer leap.
    LeapAfterMove,
    /// The king does not leap while it is in check.
    LeapInCheck { checker: Hex },
    /// The pawn captures in this way, but the destination has nothing to capture.
    NothingToCapture,
    /// A pawn that may have passed the destination could be captured en passant on the next move only.
    LateEnPassant,
    /// The pawn there may have scorned this one, which could capture it on the next move only.
    LateScornful,
    /// The scornful pawn scorned another pawn.
    ScornedAnother,
    /// A pawn does not capture straight ahead or obliquely.
    PawnCapturesOtherwise,
    /// A pawn does not advance three hexes from there.
    ThreeHexes,
    /// The king would move to a hex that is attacked.
    KingIntoCheck { attacker: Hex },
    /// The king is in check, and would still be after the move.
    StaysInCheck { checker: Hex },
    /// The piece shields its king.
    Pinned { attacker: Hex },
    /// A capture en passant removes two pawns that shield the king together.
    OpensLine { attacker: Hex },
}

/// The reason why a castling is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "a field is named after the hex or piece that it holds")]
pub enum CastlingRefusal {
    /// A pawn awaiting promotion must be promoted first.
    PromotionFirst,
    /// The king has moved.
    KingHasMoved,
    /// The rook that started on a hex has moved or has been captured.
    RookHasMoved { home: Hex },
    /// The king is in check.
    InCheck { checker: Hex },
    /// A piece is on the destination of the king or a rook.
    DestinationTaken { mover: Role, obstacle: Hex },
    /// A piece is in the way of a rook.
    RookBlocked { obstacle: Hex },
    /// The king would be attacked on its destination.
    IntoCheck { attacker: Hex },
}

impl Position {
    /// Returns the reason why the piece of the side to move on `from` cannot move to `to`.
    /// Returns `None` if it can, and if there is no such piece.
    #[must_use]
    pub fn refusal(&self, from: Hex, to: Hex) -> Option<Refusal> {
        let piece = self.piece_at(from).filter(|piece| piece.color == self.turn)?;
        if !self.forced_promotions().is_empty() {
            return Some(Refusal::PromotionFirst);
        }
        match self.movement(from, to) {
            Some(movement) => self.danger(movement),
            None => Some(self.hindrance(piece, from, to)),
        }
    }

    /// Returns the reason why a castling is impossible, or `None` if it is legal.
    #[must_use]
    pub fn castling_refusal(&self, castling: Castling) -> Option<CastlingRefusal> {
        let color = self.turn;
        let rights = self.rights(color);
        let has_moved = |&(wing, home, _): &(Wing, Hex, Hex)| {
            !rights.rook(wing) || self.piece_at(home) != Some(Role::Rook.of(color))
        };
        if !self.forced_promotions().is_empty() {
            Some(CastlingRefusal::PromotionFirst)
        } else if !rights.king {
            Some(CastlingRefusal::KingHasMoved)
        } else if let Some((_, home, _)) = castling.rooks(color).find(has_moved) {
            Some(CastlingRefusal::RookHasMoved { home })
        } else if let Some(checker) = self.checkers().first() {
            Some(CastlingRefusal::InCheck { checker })
        } else if let Some(obstacle) = self.castling_obstacle(castling) {
            Some(obstacle)
        } else {
            let attacker = self.castling_threats(castling).find_map(super::HexSet::first);
            attacker.map(|attacker| CastlingRefusal::IntoCheck { attacker })
        }
    }

    /// Returns whether only attacks on the king forbid a castling.
    pub fn castles_in_check(&self, castling: Castling) -> bool {
        let refusal = self.castling_refusal(castling);
        let is_attack =
            matches!(refusal, Some(CastlingRefusal::InCheck { .. } | CastlingRefusal::IntoCheck { .. }));
        is_attack && self.castling_obstacle(castling).is_none()
    }

    /// Finds a piece on a destination of a castling, or else in the way of a rook.
    fn castling_obstacle(&self, castling: Castling) -> Option<CastlingRefusal> {
        let (color, occupied) = (self.turn, self.board.occupied());
        let king = (Role::King, castling.king(color));
        let rooks = castling.rooks(color).map(|(_, _, to)| (Role::Rook, to));
        let taken = std::iter::once(king).chain(rooks).find(|(_, to)| occupied.contains(*to));
        if let Some((mover, obstacle)) = taken {
            return Some(CastlingRefusal::DestinationTaken { mover, obstacle });
        }
        let obstacle = castling.rooks(color).find_map(|(_, home, to)| first_obstacle(home, to, occupied));
        obstacle.map(|obstacle| CastlingRefusal::RookBlocked { obstacle })
    }

    /// Returns the reason why a piece cannot make a move at all.
    fn hindrance(&self, piece: Piece, from: Hex, to: Hex) -> Refusal {
        if !piece.pattern(from, super::HexSet::EMPTY).contains(to) {
            return Refusal::NeverMovesSo;
        }
        let found = match self.piece_at(to) {
            Some(found) if found.color == self.turn => return Refusal::OwnPieceThere,
            Some(found) if found.role == Role::King => return Refusal::CapturesKing,
            found => found.map(|found| found.role),
        };
        match piece.role {
            Role::Pawn => self.pawn_hindrance(from, to, found),
            Role::Knight if !piece.ways(from, to).step => self.ride_hindrance(from, to, found),
            Role::King if !self.rights(self.turn).king || from != king_home(self.turn) => {
                Refusal::LeapAfterMove
            }
            Role::King => self
                .checkers()
                .first()
                .map_or(Refusal::NeverMovesSo, |checker| Refusal::LeapInCheck { checker }),
            _ => self.blocked(from, to),
        }
    }

    /// Returns the first piece in the way of a slide.
    fn blocked(&self, from: Hex, to: Hex) -> Refusal {
        let obstacle = first_obstacle(from, to, self.board.occupied());
        obstacle.map_or(Refusal::NeverMovesSo, |obstacle| Refusal::Blocked { obstacle })
    }

    /// Returns the reason why a knight cannot jump twice.
    fn ride_hindrance(&self, from: Hex, to: Hex, found: Option<Role>) -> Refusal {
        let (columns, lines) = from.distance(to);
        match (found, from.offset(columns / 2, lines / 2)) {
            (Some(_), _) => Refusal::RideCaptures,
            (None, Some(obstacle)) => Refusal::Blocked { obstacle },
            (None, None) => Refusal::NeverMovesSo,
        }
    }

    /// Returns the reason why a pawn cannot make a move of its pattern.
    fn pawn_hindrance(&self, from: Hex, to: Hex, found: Option<Role>) -> Refusal {
        let color = self.turn;
        let is_capture = Role::Pawn.of(color).ways(from, to).step;
        let is_oblique = from.column() != to.column();
        match found {
            _ if is_capture && has_passed(&self.board, !color, to) => Refusal::LateEnPassant,
            _ if is_capture => Refusal::NothingToCapture,
            _ if !is_oblique && from.distance(to).1.abs() == 6 && !advances_three(color, from) => {
                Refusal::ThreeHexes
            }
            Some(_) if is_oblique && self.is_scornful(to) => Refusal::ScornedAnother,
            Some(Role::Pawn) if is_oblique => Refusal::LateScornful,
            Some(_) => Refusal::PawnCapturesOtherwise,
            None => self.blocked(from, to),
        }
    }

    /// Returns whether the scornful pawn of the last move is on a hex.
    fn is_scornful(&self, hex: Hex) -> bool {
        matches!(self.special, Special::Scornful { pawn, .. } if pawn == hex)
    }

    /// Returns the danger in which a move would leave the king, or `None` if the king would be
    /// safe.
    fn danger(&self, played: Move) -> Option<Refusal> {
        let threats = self.threats_after(played);
        let attacker = threats.first()?;
        if played.role() == Role::King {
            return Some(Refusal::KingIntoCheck { attacker });
        }
        if let Some(checker) = (threats & self.checkers()).first() {
            return Some(Refusal::StaysInCheck { checker });
        }
        let without_it = self.board.occupied().without(played.from(self.turn));
        let king = self.board.king(self.turn)?;
        let is_pin = self.board.attackers(king, !self.turn, without_it).contains(attacker);
        Some(if is_pin { Refusal::Pinned { attacker } } else { Refusal::OpensLine { attacker } })
    }
}

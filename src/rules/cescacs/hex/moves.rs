//! Moves of C'escacs, as played.

use shakmaty::Color;

use super::castling::{Castling, king_home};
use super::piece::Role;
use crate::notation::ctl::Hex;

/// The promotion of a pawn on the last hex of its column (rules, "Pawn").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Promotion {
    /// `=X`: a lost piece is regained.
    Piece(Role),
    /// `=&`: the pawn awaits promotion, because no piece can be regained.
    Waiting,
}

impl Promotion {
    /// Returns the role of the piece on the hex afterwards.
    #[must_use]
    pub const fn role(self) -> Role {
        match self {
            Promotion::Piece(role) => role,
            Promotion::Waiting => Role::Pawn,
        }
    }
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A piece moves to a hex. The knight's ride and the king's leap are such moves as well.
    Normal {
        /// The role of the piece.
        role: Role,
        /// The origin.
        from: Hex,
        /// The destination.
        to: Hex,
        /// The role of the piece captured on the destination.
        capture: Option<Role>,
        /// The promotion of a pawn.
        promotion: Option<Promotion>,
    },
    /// A pawn captures another pawn en passant, on a hex that it passed.
    EnPassant {
        /// The origin.
        from: Hex,
        /// The destination, which is the passed hex.
        to: Hex,
        /// The hex of the captured pawn.
        pawn: Hex,
        /// The role captured: a pawn, or the piece it has been promoted to.
        capture: Role,
    },
    /// A pawn captures the scornful pawn that has just stepped past it.
    Scornful {
        /// The origin.
        from: Hex,
        /// The destination, which is the hex of the scornful pawn.
        to: Hex,
        /// The role captured: a pawn, or the piece it has been promoted to.
        capture: Role,
        /// The promotion of the capturing pawn. A pawn that steps along its own border may be
        /// captured on one of the opponent's last hexes.
        promotion: Option<Promotion>,
    },
    /// A pawn awaiting promotion becomes a piece without moving.
    Promotion {
        /// The hex of the pawn.
        hex: Hex,
        /// The role it becomes.
        role: Role,
    },
    /// The king leaps and one rook or both slide.
    Castling(Castling),
}

impl Move {
    /// Returns the role of the piece that moves; for castling, the king.
    #[must_use]
    pub const fn role(self) -> Role {
        match self {
            Move::Normal { role, .. } => role,
            Move::EnPassant { .. } | Move::Scornful { .. } | Move::Promotion { .. } => Role::Pawn,
            Move::Castling(_) => Role::King,
        }
    }

    /// Returns the origin of a move of side `color`.
    #[must_use]
    pub const fn from(self, color: Color) -> Hex {
        match self {
            Move::Normal { from, .. } | Move::EnPassant { from, .. } | Move::Scornful { from, .. } => from,
            Move::Promotion { hex, .. } => hex,
            Move::Castling(_) => king_home(color),
        }
    }

    /// Returns the destination of a move of side `color`.
    #[must_use]
    pub const fn to(self, color: Color) -> Hex {
        match self {
            Move::Normal { to, .. } | Move::EnPassant { to, .. } | Move::Scornful { to, .. } => to,
            Move::Promotion { hex, .. } => hex,
            Move::Castling(castling) => castling.king(color),
        }
    }

    /// Returns the role of the captured piece, if there is one.
    #[must_use]
    pub const fn capture(self) -> Option<Role> {
        match self {
            Move::Normal { capture, .. } => capture,
            Move::EnPassant { capture, .. } | Move::Scornful { capture, .. } => Some(capture),
            Move::Promotion { .. } | Move::Castling(_) => None,
        }
    }

    /// Returns the hex of the captured piece, if there is one.
    #[must_use]
    pub const fn captured_on(self) -> Option<Hex> {
        match self {
            Move::Normal { to, capture: Some(_), .. } | Move::Scornful { to, .. } => Some(to),
            Move::EnPassant { pawn, .. } => Some(pawn),
            _ => None,
        }
    }

    /// Returns the promotion of a pawn, if there is one.
    #[must_use]
    pub const fn promotion(self) -> Option<Promotion> {
        match self {
            Move::Normal { promotion, .. } | Move::Scornful { promotion, .. } => promotion,
            Move::Promotion { role, .. } => Some(Promotion::Piece(role)),
            Move::EnPassant { .. } | Move::Castling(_) => None,
        }
    }

    /// Returns the move with another promotion, if it is of a kind that has one.
    pub(super) const fn promoting(mut self, to: Option<Promotion>) -> Move {
        if let Move::Normal { promotion, .. } | Move::Scornful { promotion, .. } = &mut self {
            *promotion = to;
        }
        self
    }
}

//! A move with all that it does.

use shakmaty::Color;

use super::castling::{Castling, king_home};
use super::piece::Role;
use crate::notation::ctl::Hex;

/// What becomes of a pawn on the last hex of its column (rules, Pawn).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Promotion {
    /// `=X`: a piece that was lost and is regained.
    Piece(Role),
    /// `=&`: a pawn awaiting promotion, for there is nothing to regain.
    Waiting,
}

impl Promotion {
    /// Returns what stands on the hex afterwards.
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
    /// A piece goes to a hex; the knight's ride and the king's leap are such moves too.
    Normal {
        /// What moves.
        role: Role,
        /// Where it comes from.
        from: Hex,
        /// Where it goes.
        to: Hex,
        /// What it captures there.
        capture: Option<Role>,
        /// What a pawn becomes there.
        promotion: Option<Promotion>,
    },
    /// A pawn captures another on a hex that it passed.
    EnPassant {
        /// Where the pawn comes from.
        from: Hex,
        /// The passed hex, where it goes.
        to: Hex,
        /// Where the captured pawn stands.
        pawn: Hex,
        /// What is captured: a pawn, or what it has become.
        capture: Role,
    },
    /// A pawn captures the one that has just stepped past it.
    Scornful {
        /// Where the pawn comes from.
        from: Hex,
        /// Where the scornful pawn stands.
        to: Hex,
        /// What is captured: a pawn, or what it has become.
        capture: Role,
        /// What the pawn becomes there: a pawn that leaves its own border along
        /// the other's last hexes can be captured on one.
        promotion: Option<Promotion>,
    },
    /// A pawn awaiting promotion becomes a piece where it stands.
    Promotion {
        /// Where it stands.
        hex: Hex,
        /// What it becomes.
        role: Role,
    },
    /// The king leaps and one rook or both slide.
    Castling(Castling),
}

impl Move {
    /// Returns the role of what moves; castling is the king's.
    #[must_use]
    pub const fn role(self) -> Role {
        match self {
            Move::Normal { role, .. } => role,
            Move::EnPassant { .. } | Move::Scornful { .. } | Move::Promotion { .. } => Role::Pawn,
            Move::Castling(_) => Role::King,
        }
    }

    /// Returns the hex that what moves comes from, for a move of a side.
    #[must_use]
    pub const fn from(self, color: Color) -> Hex {
        match self {
            Move::Normal { from, .. } | Move::EnPassant { from, .. } | Move::Scornful { from, .. } => from,
            Move::Promotion { hex, .. } => hex,
            Move::Castling(_) => king_home(color),
        }
    }

    /// Returns the hex that what moves goes to, for a move of a side.
    #[must_use]
    pub const fn to(self, color: Color) -> Hex {
        match self {
            Move::Normal { to, .. } | Move::EnPassant { to, .. } | Move::Scornful { to, .. } => to,
            Move::Promotion { hex, .. } => hex,
            Move::Castling(castling) => castling.king(color),
        }
    }

    /// Returns what is captured.
    #[must_use]
    pub const fn capture(self) -> Option<Role> {
        match self {
            Move::Normal { capture, .. } => capture,
            Move::EnPassant { capture, .. } | Move::Scornful { capture, .. } => Some(capture),
            Move::Promotion { .. } | Move::Castling(_) => None,
        }
    }

    /// Returns the hex of what is captured.
    #[must_use]
    pub const fn captured_on(self) -> Option<Hex> {
        match self {
            Move::Normal { to, capture: Some(_), .. } | Move::Scornful { to, .. } => Some(to),
            Move::EnPassant { pawn, .. } => Some(pawn),
            _ => None,
        }
    }

    /// Returns what a pawn becomes.
    #[must_use]
    pub const fn promotion(self) -> Option<Promotion> {
        match self {
            Move::Normal { promotion, .. } | Move::Scornful { promotion, .. } => promotion,
            Move::Promotion { role, .. } => Some(Promotion::Piece(role)),
            Move::EnPassant { .. } | Move::Castling(_) => None,
        }
    }

    /// Returns the move with another promotion, where a move has one.
    pub(super) const fn promoting(mut self, to: Option<Promotion>) -> Move {
        if let Move::Normal { promotion, .. } | Move::Scornful { promotion, .. } = &mut self {
            *promotion = to;
        }
        self
    }
}

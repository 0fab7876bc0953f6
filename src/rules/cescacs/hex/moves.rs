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

    /// Returns the move with another promotion, if such a move can have one.
    pub(super) const fn promoting(mut self, to: Option<Promotion>) -> Move {
        if let Move::Normal { promotion, .. } | Move::Scornful { promotion, .. } = &mut self {
            *promotion = to;
        }
        self
    }
}

const NORMAL: u8 = 0;
const EN_PASSANT: u8 = 1;
const SCORNFUL: u8 = 2;
const PROMOTION: u8 = 3;
const CASTLING: u8 = 4;

/// The number of the promotion to a pawn awaiting promotion, above the numbers of the roles.
const WAITING: u8 = 0xf;

impl Move {
    /// Packs the move into four bytes: the kind and a role, one or two more roles or a hex,
    /// and two hexes. [`Move::from_bytes`] unpacks them.
    #[must_use]
    pub fn to_bytes(self) -> [u8; 4] {
        match self {
            Move::Normal { role, from, to, capture, promotion } => {
                let roles = number(Some(role)) | number(capture) << 4;
                [NORMAL | promotion_number(promotion) << 4, roles, from.number(), to.number()]
            }
            Move::EnPassant { from, to, pawn, capture } => {
                [EN_PASSANT | number(Some(capture)) << 4, pawn.number(), from.number(), to.number()]
            }
            Move::Scornful { from, to, capture, promotion } => {
                let kind = SCORNFUL | promotion_number(promotion) << 4;
                [kind, number(Some(capture)), from.number(), to.number()]
            }
            Move::Promotion { hex, role } => [PROMOTION, number(Some(role)), hex.number(), 0],
            Move::Castling(castling) => [CASTLING, castling.number(), 0, 0],
        }
    }

    /// Unpacks a move, or returns `None` if the bytes are not those of a move.
    #[must_use]
    pub fn from_bytes([kind, roles, from, to]: [u8; 4]) -> Option<Move> {
        let hex = |number| Hex::from_index(usize::from(number));
        let (from, to) = (hex(from)?, hex(to)?);
        Some(match kind & 0xf {
            NORMAL => {
                let (role, capture) = (role(roles & 0xf)?, role(roles >> 4));
                Move::Normal { role, from, to, capture, promotion: promotion(kind >> 4) }
            }
            EN_PASSANT => Move::EnPassant { from, to, pawn: hex(roles)?, capture: role(kind >> 4)? },
            SCORNFUL => Move::Scornful { from, to, capture: role(roles)?, promotion: promotion(kind >> 4) },
            PROMOTION => Move::Promotion { hex: from, role: role(roles)? },
            CASTLING => Move::Castling(*Castling::ALL.get(usize::from(roles))?),
            _ => return None,
        })
    }
}

/// Returns the number of a role, counted from 1, and 0 for none.
fn number(role: Option<Role>) -> u8 {
    role.map_or(0, |role| role as u8 + 1)
}

fn role(number: u8) -> Option<Role> {
    Role::ALL.get(usize::from(number).checked_sub(1)?).copied()
}

fn promotion_number(promotion: Option<Promotion>) -> u8 {
    match promotion {
        Some(Promotion::Waiting) => WAITING,
        Some(Promotion::Piece(role)) => number(Some(role)),
        None => 0,
    }
}

fn promotion(number: u8) -> Option<Promotion> {
    if number == WAITING { Some(Promotion::Waiting) } else { role(number).map(Promotion::Piece) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_survives_packing() {
        let pieces = Role::ALL.map(Promotion::Piece).map(Some);
        let promotions = || pieces.into_iter().chain([None, Some(Promotion::Waiting)]);
        let captures = || Role::ALL.map(Some).into_iter().chain([None]);
        let check = |packed: Move| assert_eq!(Move::from_bytes(packed.to_bytes()), Some(packed));
        for (from, to) in Hex::ALL.into_iter().zip(Hex::ALL.into_iter().rev()) {
            for role in Role::ALL {
                check(Move::EnPassant { from, to, pawn: from, capture: role });
                check(Move::Promotion { hex: from, role });
                for promotion in promotions() {
                    check(Move::Scornful { from, to, capture: role, promotion });
                    captures().for_each(|capture| check(Move::Normal { role, from, to, capture, promotion }));
                }
            }
        }
        Castling::ALL.into_iter().map(Move::Castling).for_each(check);
    }
}

//! Moves packed into four bytes, so that the moves of many games fit in memory.

use super::castling::Castling;
use super::moves::{Move, Promotion};
use super::piece::Role;
use crate::notation::ctl::Hex;

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

//! Moves of C'escacs as played in a game: legal, or played although they may be illegal.

use shakmaty::Color;

use crate::notation::ctl::Hex;
use crate::rules::cescacs::hex::{Move, Promotion, Role, Wing};
use crate::rules::{Captured, MoveEffect, PieceKind, Promoted};

/// A move as played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A legal move.
    Move(Move),
    /// A move that is played although it may be illegal.
    Forced(Move),
}

impl Action {
    /// Returns the move, whether or not it is legal.
    #[must_use]
    pub const fn as_move(self) -> Move {
        match self {
            Action::Move(played) | Action::Forced(played) => played,
        }
    }
}

/// The bit that marks a forced move, in the first of its bytes. A legal move never has it.
const FORCED: u8 = 8;

impl From<Action> for [u8; 4] {
    fn from(action: Action) -> [u8; 4] {
        let [kind, first, second, third] = action.as_move().to_bytes();
        let forced = if matches!(action, Action::Forced(_)) { FORCED } else { 0 };
        [kind | forced, first, second, third]
    }
}

impl TryFrom<[u8; 4]> for Action {
    type Error = ();

    fn try_from([kind, first, second, third]: [u8; 4]) -> Result<Action, ()> {
        let played = Move::from_bytes([kind & !FORCED, first, second, third]).ok_or(())?;
        Ok(if kind & FORCED == 0 { Action::Move(played) } else { Action::Forced(played) })
    }
}

pub(super) fn effect(resolved: Move, side: Color) -> MoveEffect {
    match resolved {
        Move::Castling(castling) => MoveEffect::Castling {
            king: castling.king(side).index(),
            king_rook: castling.rook(side, Wing::King).map(Hex::index),
            queen_rook: castling.rook(side, Wing::Queen).map(Hex::index),
        },
        Move::Promotion { hex, role } => MoveEffect::Promotion { on: hex.index(), piece: role.into() },
        Move::Normal { .. } | Move::EnPassant { .. } | Move::Scornful { .. } => MoveEffect::Normal {
            piece: resolved.role().into(),
            from: resolved.from(side).index(),
            to: resolved.to(side).index(),
            captured: resolved.capture().zip(resolved.captured_on()).map(captured),
            promotion: resolved.promotion().map(promoted),
            explodes: false,
        },
    }
}

fn captured((role, on): (Role, Hex)) -> Captured {
    Captured { piece: role.into(), on: on.index() }
}

fn promoted(promotion: Promotion) -> Promoted {
    match promotion {
        Promotion::Piece(role) => Promoted::Piece(role.into()),
        Promotion::Waiting => Promoted::Awaiting,
    }
}

impl From<Role> for PieceKind {
    fn from(role: Role) -> PieceKind {
        match role {
            Role::Pawn => PieceKind::Pawn,
            Role::Elephant => PieceKind::Elephant,
            Role::Bishop => PieceKind::Bishop,
            Role::Knight => PieceKind::Knight,
            Role::Pegasus => PieceKind::Pegasus,
            Role::Rook => PieceKind::Rook,
            Role::Wyvern => PieceKind::Wyvern,
            Role::Queen => PieceKind::Queen,
            Role::King => PieceKind::King,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::cescacs::hex::Position;

    #[test]
    fn every_action_survives_packing() {
        let position = Position::initial();
        for action in position.legal_moves().flat_map(|played| [Action::Move(played), Action::Forced(played)])
        {
            assert_eq!(Action::try_from(<[u8; 4]>::from(action)), Ok(action));
        }
    }
}

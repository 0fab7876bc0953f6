//! The effects of moves on 64 squares.

use shakmaty::{CastlingSide, Color, Move, Role, Square};

use super::Action;
use crate::rules::{Captured, MoveEffect, Promoted};

/// Returns the effect of an action of `side`. `explodes` tells whether captures explode.
#[inline(always)]
pub(super) fn effect(resolved: Action, side: Color, explodes: bool) -> MoveEffect {
    let resolved = match resolved {
        Action::Move(resolved) => resolved,
        Action::Forced(forced) => forced.as_move(),
        Action::Pass => return MoveEffect::Null,
    };
    match resolved {
        Move::Normal { role, from, capture, to, promotion } => MoveEffect::Normal {
            piece: role.into(),
            from: from.to_usize(),
            to: to.to_usize(),
            captured: capture.map(|role| captured(role, to)),
            promotion: promotion.map(|role| Promoted::Piece(role.into())),
            explodes: explodes && capture.is_some(),
        },
        Move::EnPassant { from, to } => MoveEffect::Normal {
            piece: Role::Pawn.into(),
            from: from.to_usize(),
            to: to.to_usize(),
            captured: Some(captured(Role::Pawn, Square::from_coords(to.file(), from.rank()))),
            promotion: None,
            explodes,
        },
        Move::Castle { king, rook } => {
            let wing = CastlingSide::from_king_side(king < rook);
            let rook = Some(wing.rook_to(side).to_usize());
            let (king_rook, queen_rook) = if wing.is_king_side() { (rook, None) } else { (None, rook) };
            MoveEffect::Castling { king: wing.king_to(side).to_usize(), king_rook, queen_rook }
        }
        Move::Put { role, to } => MoveEffect::Drop { piece: role.into(), to: to.to_usize() },
    }
}

fn captured(role: Role, on: Square) -> Captured {
    Captured { piece: role.into(), on: on.to_usize() }
}

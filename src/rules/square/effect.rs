//! The effects of moves on 64 squares.

use shakmaty::{CastlingSide, Color, EnPassantMode, Move, Role, Setup, Square};

use super::Action;
use super::setup::{SquarePosition, tolerate};
use crate::rules::{Captured, MoveEffect, Promoted};

/// Returns the effect of an action of `side`. `explodes` tells whether captures explode.
#[inline(always)]
pub(super) fn effect(resolved: Action, side: Color, explodes: bool) -> MoveEffect {
    let Some(resolved) = resolved.as_move() else { return MoveEffect::Null };
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

/// Returns the position after a null move, or `None` if the game is over or the side to
/// move is in check. The right to capture en passant expires, the halfmove clock advances, and
/// so does the move number if Black passes.
pub(super) fn passed<P: SquarePosition>(position: &P) -> Option<P> {
    if position.is_check() || position.legal_moves().is_empty() {
        return None;
    }
    let setup = position.to_setup(EnPassantMode::Always);
    let fullmoves = setup.turn.fold_wb(setup.fullmoves, setup.fullmoves.saturating_add(1));
    let halfmoves = setup.halfmoves.saturating_add(1);
    let setup = Setup { fullmoves, halfmoves, ..setup.into_swapped_turn() };
    // a position with faults that were tolerated when it was set up still has them
    let variant = position.kind();
    tolerate(variant, P::of_setup(variant, setup, position.castles().mode())).ok()
}

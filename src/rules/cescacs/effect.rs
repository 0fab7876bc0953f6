//! The effects of moves of C'escacs.

use shakmaty::Color;

use crate::notation::ctl::Hex;
use crate::rules::cescacs::hex::{Move, Promotion, Role, Wing};
use crate::rules::{Captured, MoveEffect, PieceKind, Promoted};

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

//! From a move to what it does on the board.

use shakmaty::Color;

use crate::hex::{Hex, Move, Promotion, Role, Wing};
use crate::replay::{Becomes, Captured, Deed};

pub(super) fn deed(resolved: Move, side: Color) -> Deed {
    match resolved {
        Move::Castling(castling) => Deed::Castles {
            king: castling.king(side).index(),
            king_rook: castling.rook(side, Wing::King).map(Hex::index),
            queen_rook: castling.rook(side, Wing::Queen).map(Hex::index),
        },
        Move::Promotion { hex, role } => Deed::Promotes { on: hex.index(), piece: role.upper_char() },
        Move::Normal { .. } | Move::EnPassant { .. } | Move::Scornful { .. } => Deed::Goes {
            piece: resolved.role().upper_char(),
            from: resolved.from(side).index(),
            to: resolved.to(side).index(),
            captured: resolved.capture().zip(resolved.captured_on()).map(captured),
            becomes: resolved.promotion().map(becomes),
        },
    }
}

fn captured((role, on): (Role, Hex)) -> Captured {
    Captured { piece: role.upper_char(), on: on.index() }
}

fn becomes(promotion: Promotion) -> Becomes {
    match promotion {
        Promotion::Piece(role) => Becomes::Piece(role.upper_char()),
        Promotion::Waiting => Becomes::Waiting,
    }
}

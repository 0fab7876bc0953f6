//! From a move to what it does on the board.

use shakmaty::{CastlingSide, Color, Move, Role, Square};

use super::Action;
use crate::replay::{Becomes, Captured, Deed};

pub(super) fn deed(resolved: Action, side: Color) -> Deed {
    let Action::Move(resolved) = resolved else { return Deed::Passes };
    match resolved {
        Move::Normal { role, from, capture, to, promotion } => Deed::Goes {
            piece: role.upper_char(),
            from: from.to_usize(),
            to: to.to_usize(),
            captured: capture.map(|role| captured(role, to)),
            becomes: promotion.map(|role| Becomes::Piece(role.upper_char())),
        },
        Move::EnPassant { from, to } => Deed::Goes {
            piece: Role::Pawn.upper_char(),
            from: from.to_usize(),
            to: to.to_usize(),
            captured: Some(captured(Role::Pawn, Square::from_coords(to.file(), from.rank()))),
            becomes: None,
        },
        Move::Castle { king, rook } => {
            let wing = CastlingSide::from_king_side(king < rook);
            let lands = Some(wing.rook_to(side).to_usize());
            let (king_rook, queen_rook) = if wing.is_king_side() { (lands, None) } else { (None, lands) };
            Deed::Castles { king: wing.king_to(side).to_usize(), king_rook, queen_rook }
        }
        Move::Put { role, to } => Deed::Drops { piece: role.upper_char(), to: to.to_usize() },
    }
}

fn captured(role: Role, on: Square) -> Captured {
    Captured { piece: role.upper_char(), on: on.to_usize() }
}

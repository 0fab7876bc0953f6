//! Why a move was refused, and what may have been meant.
//!
//! Nothing here runs on the way of a good game.

use crate::ast::{CtlMove, CtlStep};
use crate::hex::{Castling, Hex, Move, Promotion, Role, Wing, king_home};
use crate::replay::MoveFault;

use super::Cescacs;

/// How many readings a message names at most.
const MOST_READINGS: usize = 8;

/// Says why the right piece does not go from hex to hex.
pub(super) fn step_fault(game: &Cescacs, step: &CtlStep, promotion: Option<Promotion>) -> MoveFault {
    let position = &game.position;
    let (piece, to) = (game.own_role(step.piece), step.to.to_string());
    if position.is_checkmate() {
        return MoveFault::AfterMate;
    }
    if position.is_stalemate() {
        return MoveFault::AfterStalemate;
    }
    if position.legal_moves().all(|legal| matches!(legal, Move::Promotion { .. })) {
        return MoveFault::PromotionFirst;
    }
    let possible: Vec<_> = position.candidates(step.from, step.to).map(Move::promotion).collect();
    match (promotion, possible.first()) {
        (None, Some(_)) => MoveFault::PromotionMissing,
        (Some(_), Some(None)) => MoveFault::NotAPromotion,
        (Some(Promotion::Waiting), Some(_)) => MoveFault::NeedNotWait,
        (Some(Promotion::Piece(role)), Some(_)) => MoveFault::NotRegainable { piece: role.upper_char() },
        (_, None) if position.piece_at(step.to).is_some_and(|there| there.color == position.turn()) => {
            MoveFault::OwnPieceThere { to }
        }
        (_, None) if position.is_check() => MoveFault::StaysInCheck,
        (_, None) => {
            let piece = piece.map_or('P', Role::upper_char);
            MoveFault::NotItsWay { piece, from: step.from.to_string(), to }
        }
    }
}

/// Tells whether the king and the rooks of a castling are there and have not moved.
pub(super) fn has_right(game: &Cescacs, castling: Castling) -> bool {
    let turn = game.position.turn();
    let rights = game.position.rights(turn);
    let rook = Some(Role::Rook.of(turn));
    let is_ready =
        |(wing, home, _): (Wing, Hex, Hex)| rights.rook(wing) && game.position.piece_at(home) == rook;
    castling.rooks(turn).all(is_ready)
}

/// Tells whether a piece stands where the king or a rook would land.
pub(super) fn is_blocked(game: &Cescacs, castling: Castling) -> bool {
    let turn = game.position.turn();
    let leaves = |hex| hex == king_home(turn) || castling.rooks(turn).any(|(_, home, _)| home == hex);
    let taken = |hex| game.position.piece_at(hex).is_some() && !leaves(hex);
    taken(castling.king(turn)) || castling.rooks(turn).any(|(_, _, to)| taken(to))
}

/// Lists what the piece that was written could have done: where it stands, or
/// what goes where it was to go.
pub(super) fn readings(game: &Cescacs, written: &CtlMove) -> Vec<String> {
    let turn = game.position.turn();
    let legal = || game.position.legal_moves();
    let notate = |moves: Vec<Move>| {
        let mut texts: Vec<_> = moves.into_iter().map(|m| super::notate::notate(game, m)).collect();
        texts.sort();
        texts.dedup();
        texts.truncate(MOST_READINGS);
        texts
    };
    match written {
        CtlMove::Step(step) => {
            let same_way: Vec<_> = game.position.candidates(step.from, step.to).collect();
            if !same_way.is_empty() {
                return notate(same_way);
            }
            let of_piece: Vec<_> = legal().filter(|m| m.from(turn) == step.from).collect();
            if !of_piece.is_empty() {
                return notate(of_piece);
            }
            let role = game.own_role(step.piece);
            notate(legal().filter(|m| m.to(turn) == step.to && Ok(m.role()) == role).collect())
        }
        CtlMove::Castling { .. } => notate(game.position.castlings().collect()),
        CtlMove::Promotion { hex, .. } => notate(legal().filter(|m| m.from(turn) == *hex).collect()),
    }
}

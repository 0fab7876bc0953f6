//! Diagnoses moves that cannot be resolved: finds the reason, and the legal moves that may
//! have been meant.
//!
//! None of this runs for a game without errors.

use crate::notation::ctl::Hex;
use crate::notation::ctl::{CtlMove, CtlStep};
use crate::rules::MoveFault;
use crate::rules::cescacs::hex::{Castling, Move, Position, Promotion, Role, Wing};

use super::Cescacs;

/// The most readings in a message.
const MAX_READINGS: usize = 8;

/// Returns the fault of a move after mate or stalemate, or `None` if the game is not over.
pub(super) fn end_of_game(position: &Position) -> Option<MoveFault> {
    if position.is_checkmate() {
        Some(MoveFault::AfterMate)
    } else {
        position.is_stalemate().then_some(MoveFault::AfterStalemate)
    }
}

/// Returns the reason why a piece, which is the written one, cannot move from hex to hex.
pub(super) fn step_fault(game: &Cescacs, step: &CtlStep, promotion: Option<Promotion>) -> MoveFault {
    let position = &game.position;
    let (piece, to) = (game.own_role(step.piece), step.to.to_string());
    if position.legal_moves().all(|legal| matches!(legal, Move::Promotion { .. })) {
        return MoveFault::PromotionFirst;
    }
    let possible: Vec<_> = position.candidates(step.from, step.to).map(Move::promotion).collect();
    match (promotion, possible.first()) {
        (None, Some(_)) => MoveFault::PromotionMissing,
        (Some(_), Some(None)) => MoveFault::NotAPromotion,
        (Some(Promotion::Waiting), Some(_)) => MoveFault::NeedNotWait,
        (Some(Promotion::Piece(role)), Some(_)) => MoveFault::NotRegainable { piece: role.into() },
        (_, None) if position.piece_at(step.to).is_some_and(|piece| piece.color == position.turn()) => {
            MoveFault::OwnPieceThere { to }
        }
        (_, None) if position.is_check() => MoveFault::StaysInCheck,
        (_, None) => {
            let piece = piece.unwrap_or(Role::Pawn).into();
            MoveFault::NotItsWay { piece, from: step.from.to_string(), to }
        }
    }
}

/// Tells whether the rooks of a castling are at home, and neither they nor the king have
/// moved.
pub(super) fn has_right(game: &Cescacs, castling: Castling) -> bool {
    let turn = game.position.turn();
    let rights = game.position.rights(turn);
    let rook = Some(Role::Rook.of(turn));
    let is_ready =
        |(wing, home, _): (Wing, Hex, Hex)| rights.rook(wing) && game.position.piece_at(home) == rook;
    castling.rooks(turn).all(is_ready)
}

/// Lists the legal moves that are closest to what is written: those between the same hexes,
/// or else those of the piece on the origin, or else those of the same kind of piece to the
/// destination.
pub(super) fn readings(game: &Cescacs, written: &CtlMove) -> Vec<String> {
    let turn = game.position.turn();
    let legal = || game.position.legal_moves();
    let to_san = |moves: Vec<Move>| {
        let mut texts: Vec<_> = moves.into_iter().map(|m| super::san::to_san(game, m)).collect();
        texts.sort();
        texts.dedup();
        texts
    };
    let mut texts = match written {
        CtlMove::Step(step) => {
            let same_way: Vec<_> = game.position.candidates(step.from, step.to).collect();
            let of_piece: Vec<_> = legal().filter(|m| m.from(turn) == step.from).collect();
            if !same_way.is_empty() {
                to_san(same_way)
            } else if !of_piece.is_empty() {
                to_san(of_piece)
            } else {
                let role = game.own_role(step.piece);
                to_san(legal().filter(|m| m.to(turn) == step.to && Ok(m.role()) == role).collect())
            }
        }
        CtlMove::Castling { pieces, .. } => {
            let prefix: String = pieces.iter().collect();
            let mut texts = to_san(game.position.castlings().collect());
            texts.sort_by_key(|text| !text.starts_with(&prefix));
            texts
        }
        CtlMove::Promotion { hex, .. } => to_san(legal().filter(|m| m.from(turn) == *hex).collect()),
    };
    texts.truncate(MAX_READINGS);
    texts
}

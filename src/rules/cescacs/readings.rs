//! Finds the legal moves that may have been meant by a move that cannot be resolved.

use crate::notation::ctl::CtlMove;
use crate::rules::cescacs::hex::Move;

use super::{Action, Cescacs};
use crate::rules::Rules;

/// The most readings in a message.
const MAX_READINGS: usize = 8;

/// Lists the legal moves that are closest to what is written: those between the same hexes,
/// or else those of the piece on the origin, or else those of the same kind of piece to the
/// destination.
pub(super) fn readings(game: &Cescacs, written: &CtlMove) -> Vec<String> {
    let turn = game.position.turn();
    let legal = || game.position.legal_moves();
    let to_san = |moves: Vec<Move>| {
        let mut texts: Vec<_> = moves.into_iter().map(|m| game.to_san(Action::Move(m))).collect();
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

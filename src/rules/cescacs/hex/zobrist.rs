//! Keys of positions: one number for all that legal moves depend on.
//!
//! As in Zobrist hashing, the key is the exclusive or of a random number for each feature of the
//! position: each piece on its hex, the side to move, each right, the special capture.

use shakmaty::Color;

use super::position::{Position, Special};
use crate::notation::ctl::{HEXES, Hex};

/// The number of the first feature of each kind.
const PIECES: usize = 0;
const TURN: usize = PIECES + 32 * HEXES;
const RIGHTS: usize = TURN + 1;
const EN_PASSANT: usize = RIGHTS + 6;
const SCORNFUL: usize = EN_PASSANT + 2 * HEXES;

impl Position {
    /// Returns the key. Equal positions have equal keys, whatever their counters of moves; different
    /// ones hardly ever do. The special capture counts only if `special` tells that it is legal.
    #[must_use]
    pub fn key(&self, special_is_legal: bool) -> u64 {
        let mut key = 0;
        for hex in self.board.occupied() {
            if let Some(piece) = self.board.piece_at(hex) {
                let kind = 2 * piece.role as usize + usize::from(piece.color == Color::White);
                key ^= random(PIECES + kind * HEXES + hex.index());
            }
        }
        if self.turn == Color::White {
            key ^= random(TURN);
        }
        for (at, color) in Color::ALL.into_iter().enumerate() {
            let rights = self.rights(color);
            let rights = [rights.king, rights.king_rook, rights.queen_rook];
            for (right, _) in rights.into_iter().enumerate().filter(|(_, is_held)| *is_held) {
                key ^= random(RIGHTS + 3 * at + right);
            }
        }
        if special_is_legal { key ^ special(self.special) } else { key }
    }
}

fn special(special: Special) -> u64 {
    let on = |first: usize, hex: Hex| random(first + hex.index());
    match special {
        Special::None => 0,
        Special::EnPassant { near, far, .. } => {
            on(EN_PASSANT, near) ^ far.map_or(0, |far| on(EN_PASSANT + HEXES, far))
        }
        Special::Scornful { pawn, faced } => {
            on(SCORNFUL, pawn) ^ faced.map_or(0, |faced| on(SCORNFUL + HEXES, faced))
        }
    }
}

/// Returns the random number of a feature: an output of the generator SplitMix64.
const fn random(feature: usize) -> u64 {
    let mut bits = (feature as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

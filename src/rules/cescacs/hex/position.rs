//! Positions, and the effect of playing a move.

use std::sync::LazyLock;

use shakmaty::{ByColor, Color};

use super::board::Board;
use super::castling::{Castling, HOMES, Rights, king_home};
use super::moves::{Move, Promotion};
use super::pawn;
use super::piece::{Piece, Role};
use super::set::HexSet;
use super::steps::is_clear;
use crate::notation::ctl::{HEXES, Hex};

/// The special capture that the last move allows, on the next move only (rules, "Pawn").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Special {
    /// None.
    #[default]
    None,
    /// A pawn has advanced two or three hexes, and can be captured en passant.
    EnPassant {
        /// The hex of the pawn, or of the piece it has been promoted to.
        pawn: Hex,
        /// The passed hex next to it.
        near: Hex,
        /// The second passed hex behind it, after an advance of three hexes.
        far: Option<Hex>,
    },
    /// A scornful pawn has stepped past another pawn, which can capture it.
    Scornful {
        /// The hex of the scornful pawn, or of the piece it has been promoted to.
        pawn: Hex,
        /// The hex of the pawn that it faced. `None` if that may be either of two pawns,
        /// because TLPD does not say which.
        faced: Option<Hex>,
    },
}

/// A position: the board, the side to move and everything else that legal moves depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) board: Board,
    pub(super) turn: Color,
    pub(super) rights: ByColor<Rights>,
    pub(super) special: Special,
    /// The number of plies since the last capture or move of a pawn.
    pub(super) halfmoves: u32,
    /// The number of the next move; `None` if it is unknown.
    pub(super) number: Option<u32>,
    /// The hexes of the pieces that give check. They follow from the other fields, but each move needs them
    /// several times.
    pub(super) checkers: HexSet,
    /// Whether the king of the other side is attacked, which only an illegal move can cause.
    pub(super) leaves_king_in_check: bool,
}

/// The initial position (notation, "TLPD: Registrar posición del tablero").
const INITIAL: &str = "/28:v/27:dk/26:gjg/25:rnnr/24:pejep/23:ppeepp/22:2pjp2/21:3pp3/20:3p3\
    /8:3P3/7:3PP3/6:2PJP2/5:PPEEPP/4:PEJEP/3:RNNR/2:GJG/1:DK/0:V/ w RKRrkr - 0 1";

impl Default for Position {
    fn default() -> Position {
        Position::initial()
    }
}

impl Position {
    /// Returns the initial position.
    #[must_use]
    pub fn initial() -> Position {
        static START: LazyLock<Position> = LazyLock::new(|| {
            // expect(): the string is a constant that tests read
            Position::from_tlpd(INITIAL).expect("the initial position is valid")
        });
        *START
    }

    /// Returns the board.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the piece on a hex.
    #[must_use]
    pub const fn piece_at(&self, hex: Hex) -> Option<Piece> {
        self.board.piece_at(hex)
    }

    /// Returns the side to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Returns the rights of a side to leap and to castle.
    #[must_use]
    pub const fn rights(&self, color: Color) -> Rights {
        *self.rights.get(color)
    }

    /// Returns the special capture that the last move allows.
    #[must_use]
    pub const fn special(&self) -> Special {
        self.special
    }

    /// Returns the number of plies since the last capture or move of a pawn.
    #[must_use]
    pub const fn halfmoves(&self) -> u32 {
        self.halfmoves
    }

    /// Returns the number of the next move, if it is known.
    #[must_use]
    pub const fn number(&self) -> Option<u32> {
        self.number
    }

    /// Returns the hexes of the pieces that give check.
    #[must_use]
    pub const fn checkers(&self) -> HexSet {
        self.checkers
    }

    /// Returns whether the side to move is in check.
    #[must_use]
    pub const fn is_check(&self) -> bool {
        !self.checkers.is_empty()
    }

    /// Returns whether neither side can mate: one has only its king, and the other at most a bishop, a knight or an
    /// elephant beside it.
    #[must_use]
    pub fn has_insufficient_material(&self) -> bool {
        let minors = [Role::Bishop, Role::Knight, Role::Elephant].into_iter();
        let minors = minors.map(|role| self.board.by_role(role).len());
        let pieces = self.board.occupied().len();
        // the minors last: nearly all positions have more pieces
        matches!(pieces, 2 | 3) && pieces == 2 + minors.sum::<usize>()
    }

    /// Returns the hexes of the pieces that attack the king of side `color`.
    pub(super) fn threats_to_king(&self, color: Color) -> HexSet {
        let king = self.board.king(color);
        king.map_or(HexSet::EMPTY, |king| self.board.attackers(king, !color, self.board.occupied()))
    }

    /// Plays a legal move.
    pub fn play(&mut self, legal: Move) {
        self.make(legal, false);
    }

    /// Plays a move that may be illegal: its pieces replace whatever is on their destinations.
    pub fn play_forced(&mut self, played: Move) {
        self.make(played, !self.is_safe(played));
    }

    /// Makes a move. `leaves_king_in_check` tells whether the king of its side is attacked afterwards.
    #[inline]
    fn make(&mut self, played: Move, leaves_king_in_check: bool) {
        let color = self.turn;
        let was_regular = !self.leaves_king_in_check;
        self.leaves_king_in_check = leaves_king_in_check;
        self.special = pawn::special_after(&self.board, color, played);
        match played {
            Move::Normal { role, from, to, promotion, .. } => self.displace(from, to, role, promotion),
            Move::EnPassant { from, to, pawn, .. } => {
                self.board.take(pawn);
                self.displace(from, to, Role::Pawn, None);
            }
            Move::Scornful { from, to, promotion, .. } => self.displace(from, to, Role::Pawn, promotion),
            Move::Promotion { hex, role } => self.displace(hex, hex, role, None),
            Move::Castling(castling) => self.castle(castling),
        }
        let resets = played.role() == Role::Pawn || played.capture().is_some();
        self.halfmoves = if resets { 0 } else { self.halfmoves.saturating_add(1) };
        if color.is_black() {
            self.number = self.number.map(|number| number.saturating_add(1));
        }
        self.turn = !color;
        self.checkers = match played {
            Move::Normal { from, to, .. } | Move::Scornful { from, to, .. } if was_regular => {
                self.checkers_after(from, to)
            }
            _ => self.threats_to_king(self.turn),
        };
    }

    /// Returns the hexes of the pieces that attack the king of the side to move after a piece has
    /// moved from one hex to another, if none attacked it before: only that piece or, if the move
    /// opened a line, any piece.
    #[inline]
    fn checkers_after(&self, from: Hex, to: Hex) -> HexSet {
        let Some(king) = self.board.king(self.turn) else { return HexSet::EMPTY };
        if is_clear(king, from, self.board.occupied()) {
            return self.threats_to_king(self.turn);
        }
        let gives_check = self.board.piece_at(to).is_some_and(|piece| self.attacks(piece, to, king));
        if gives_check { HexSet::EMPTY.with(to) } else { HexSet::EMPTY }
    }

    /// Moves a piece, which replaces any piece on its destination.
    #[inline]
    fn displace(&mut self, from: Hex, to: Hex, role: Role, promotion: Option<Promotion>) {
        let role = promotion.map_or(role, Promotion::role);
        self.board.take(from);
        self.board.put(to, role.of(self.turn));
        for hex in [from, to].into_iter().filter(|hex| HOMES.contains(*hex)) {
            for color in [Color::White, Color::Black] {
                self.rights.get_mut(color).touch(color, hex);
            }
        }
    }

    fn castle(&mut self, castling: Castling) {
        let color = self.turn;
        self.board.take(king_home(color));
        for (_, home, _) in castling.rooks(color) {
            self.board.take(home);
        }
        self.board.put(castling.king(color), Role::King.of(color));
        for (_, _, to) in castling.rooks(color) {
            self.board.put(to, Role::Rook.of(color));
        }
        *self.rights.get_mut(color) = Rights::NONE;
    }
}

/// The number of the first feature of each kind, by which [`random`] gives each feature its number.
const PIECES: usize = 0;
// more kinds of pieces than there are; tables have the keys, so the numbers must not change
const TURN: usize = PIECES + 32 * HEXES;
const RIGHTS: usize = TURN + 1;
const EN_PASSANT: usize = RIGHTS + 6;
const SCORNFUL: usize = EN_PASSANT + 2 * HEXES;

impl Position {
    /// Returns the key. Positions that differ at most in their halfmove clock and move number have
    /// equal keys; others hardly ever do. The special capture counts only if `special_is_legal`.
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

/// Returns the random number of a feature: an output of the SplitMix64 generator.
const fn random(feature: usize) -> u64 {
    let mut bits = (feature as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a pseudo-random number below a limit.
    fn below(limit: usize, state: &mut u64) -> usize {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) as usize % limit
    }

    /// Returns a move of any piece of the side to move to any hex without a king, legal or not.
    fn any_move(position: &Position, state: &mut u64) -> Option<Move> {
        let pieces: Vec<_> = position.board.by_color(position.turn).into_iter().collect();
        let (from, to) = (pieces[below(pieces.len(), state)], Hex::ALL[below(Hex::ALL.len(), state)]);
        let capture = position.piece_at(to).map(|piece| piece.role);
        let role = position.piece_at(from)?.role;
        let is_possible = from != to && capture != Some(Role::King);
        is_possible.then_some(Move::Normal { role, from, to, capture, promotion: None })
    }

    #[test]
    fn checkers_are_known_after_any_move() {
        let (mut state, mut checks, mut exposed) = (1, 0, 0);
        for game in 0..300 {
            let mut position = Position::initial();
            for _ in 0..100 {
                let legal: Vec<_> = position.legal_moves().collect();
                let is_illegal = game % 3 == 0 && below(3, &mut state) == 0;
                let illegal = is_illegal.then(|| any_move(&position, &mut state)).flatten();
                if let Some(played) = illegal {
                    position.play_forced(played);
                } else if let Some(played) = legal.get(below(legal.len().max(1), &mut state)) {
                    position.play(*played);
                } else {
                    break;
                }
                let [checkers, left] =
                    [position.turn, !position.turn].map(|color| position.threats_to_king(color));
                assert_eq!(position.checkers, checkers, "{position:?}");
                assert_eq!(position.leaves_king_in_check, !left.is_empty(), "{position:?}");
                checks += usize::from(position.is_check());
                exposed += usize::from(position.leaves_king_in_check);
            }
        }
        assert!(checks > 500 && exposed > 50, "{checks} checks, {exposed} kings left in check");
    }
}

//! A position, and what a move makes of it.

use std::sync::LazyLock;

use shakmaty::{ByColor, Color};

use super::board::Board;
use super::castling::{Castling, Rights, king_home};
use super::moves::Move;
use super::pawn;
use super::piece::{Piece, Role};
use super::set::HexSet;
use crate::notation::ctl::Hex;

/// What the last move lets a pawn do, on this move only (rules, Pawn).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Special {
    /// Nothing.
    #[default]
    None,
    /// A pawn advanced two or three hexes and can be captured en passant.
    EnPassant {
        /// Where the pawn, or what it became, stands.
        pawn: Hex,
        /// The passed hex next to it.
        near: Hex,
        /// The passed hex two steps behind it, after a triple advance.
        far: Option<Hex>,
    },
    /// A scornful pawn stepped past another, which can capture it.
    Scornful {
        /// Where the pawn, or what it became, stands.
        pawn: Hex,
        /// Where the pawn stands that it faced. `None` is either of two, for TLPD
        /// does not say which.
        faced: Option<Hex>,
    },
}

/// The board, the side to move and what else decides which moves are legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) board: Board,
    pub(super) turn: Color,
    pub(super) rights: ByColor<Rights>,
    pub(super) special: Special,
    pub(super) halfmoves: u32,
    pub(super) number: Option<u32>,
}

/// The plies without a capture or a pawn's move that end a game.
const DRAWN_AT: u32 = 150;

/// The starting position as the document writes it (notation, TLPD).
const INITIAL: &str = "/28:v/27:dk/26:gjg/25:rnnr/24:pejep/23:ppeepp/22:2pjp2/21:3pp3/20:3p3\
    /8:3P3/7:3PP3/6:2PJP2/5:PPEEPP/4:PEJEP/3:RNNR/2:GJG/1:DK/0:V/ w RKRrkr - 0 1";

impl Default for Position {
    fn default() -> Position {
        Position::initial()
    }
}

impl Position {
    /// Returns the position that games start from.
    #[must_use]
    pub fn initial() -> Position {
        static START: LazyLock<Position> = LazyLock::new(|| {
            // expect(): the string is a constant, and tests read it
            Position::from_tlpd(INITIAL).expect("the starting position can be read")
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

    /// Returns what a side has not moved yet.
    #[must_use]
    pub const fn rights(&self, color: Color) -> Rights {
        *self.rights.get(color)
    }

    /// Returns the special capture that the last move allows.
    #[must_use]
    pub const fn special(&self) -> Special {
        self.special
    }

    /// Returns the number of plies since a pawn moved or a piece was captured.
    #[must_use]
    pub const fn halfmoves(&self) -> u32 {
        self.halfmoves
    }

    /// Returns the number of the move to come, if it is known.
    #[must_use]
    pub const fn number(&self) -> Option<u32> {
        self.number
    }

    /// Returns the hexes of the pieces that give check.
    #[must_use]
    pub fn checkers(&self) -> HexSet {
        self.threats_to_king(self.turn)
    }

    /// Tells whether the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Tells whether the game is drawn by itself: 75 moves of each side without a
    /// capture or a pawn's move (rules, Ends and counters). Mate and stalemate come
    /// first; repetition is not known here.
    #[must_use]
    pub fn is_drawn(&self) -> bool {
        self.halfmoves >= DRAWN_AT
    }

    /// Returns the hexes of the pieces that attack a side's king.
    pub(super) fn threats_to_king(&self, color: Color) -> HexSet {
        let king = self.board.king(color);
        king.map_or(HexSet::EMPTY, |king| self.board.attackers(king, !color, self.board.occupied()))
    }

    /// Plays a move, which should be legal.
    ///
    /// One that is not is played as well as can be: what it says stands on the
    /// hexes afterwards, whatever stood there before.
    pub fn play(&mut self, played: Move) {
        let color = self.turn;
        self.special = pawn::special_after(&self.board, color, played);
        match played {
            Move::Castling(castling) => self.castle(castling),
            _ => self.displace(played),
        }
        let resets = played.role() == Role::Pawn || played.capture().is_some();
        self.halfmoves = if resets { 0 } else { self.halfmoves.saturating_add(1) };
        if color.is_black() {
            self.number = self.number.map(|number| number.saturating_add(1));
        }
        self.turn = !color;
    }

    fn displace(&mut self, played: Move) {
        let (from, to) = (played.from(self.turn), played.to(self.turn));
        if let Some(captured) = played.captured_on() {
            self.board.take(captured);
        }
        self.board.take(from);
        let role = played.promotion().map_or(played.role(), super::moves::Promotion::role);
        self.board.put(to, role.of(self.turn));
        for color in [Color::White, Color::Black] {
            let rights = self.rights.get_mut(color);
            rights.touch(color, from);
            rights.touch(color, to);
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

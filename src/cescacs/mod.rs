//! C'escacs on 169 hexes: the [`Rules`] of CTL-PGN games.
//!
//! The rules themselves are those of [`hex`](crate::hex); here is what joins
//! them to the notation and to the drawing.

mod deed;
mod diagnose;
mod diagram;
mod marks;
mod minimal;
mod notate;
mod redefine;
mod resolve;
mod setup;

use std::io::Write;

use shakmaty::Color;

use crate::ast::{CtlAn, Game, Outcome, Place};
use crate::diagram::Diagram;
use crate::hex::{Hex, Letters, Move, Position};
use crate::replay::{Deed, Illegal, MoveError, Remark, Rules, SetupError, Standing, Start, Unwritable};
use crate::square::Placement;

/// A position, with the letters that the game uses for pieces.
#[derive(Clone, Copy, Debug)]
pub struct Cescacs {
    position: Position,
    letters: Letters,
    /// The move number, counted from 1 where the game's own is not known.
    number: u32,
}

impl Cescacs {
    /// Returns the position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the same position, to be written in the standard letters.
    const fn in_standard_letters(self) -> Cescacs {
        Cescacs { letters: Letters::STANDARD, ..self }
    }
}

impl Rules for Cescacs {
    type Written = CtlAn;
    type Move = Move;

    const CODE: &'static str = "ctl";

    fn name(&self) -> &'static str {
        "cescacs"
    }

    fn set_up(game: &Game<'_, CtlAn>) -> Result<Start<Cescacs>, SetupError> {
        setup::set_up(game)
    }

    fn resolve(&self, written: &CtlAn) -> Result<Move, MoveError> {
        resolve::resolve(self, &written.action)
            .map_err(|fault| MoveError { readings: diagnose::readings(self, &written.action), fault })
    }

    fn insist(&self, written: &CtlAn) -> Option<Move> {
        resolve::insist(self, &written.action)
    }

    fn play(&mut self, resolved: Move) {
        if self.position.turn() == Color::Black {
            self.number = self.number.saturating_add(1);
        }
        self.position.play(resolved);
    }

    fn pack(resolved: Move) -> [u8; 4] {
        resolved.to_bytes()
    }

    fn unpack(packed: [u8; 4]) -> Option<Move> {
        Move::from_bytes(packed)
    }

    fn place(&self) -> Place {
        Place { number: self.number, side: self.position.turn() }
    }

    fn remark_on(&self, written: &CtlAn, resolved: Move, say: impl FnMut(Remark)) {
        let sign = marks::wrong_sign(&written.action, resolved);
        let mark = marks::wrong_mark(written.mark, &self.position);
        [sign, mark].into_iter().flatten().for_each(say);
    }

    fn outcome(&self) -> Option<Outcome> {
        let turn = self.position.turn();
        if self.position.is_checkmate() {
            Some(turn.fold_wb(Outcome::BlackWins, Outcome::WhiteWins))
        } else if self.position.is_stalemate() {
            Some(turn.fold_wb(Outcome::BlackStalemates, Outcome::WhiteStalemates))
        } else {
            self.position.is_drawn().then_some(Outcome::Draw)
        }
    }

    fn standing(&self) -> Standing {
        let position = &self.position;
        if position.is_checkmate() {
            Standing::Checkmate
        } else if position.is_stalemate() {
            Standing::Stalemate
        } else if position.is_drawn() {
            Standing::Over
        } else if position.is_check() {
            Standing::Check
        } else {
            Standing::Free
        }
    }

    fn deed(resolved: Move, side: Color) -> Deed {
        deed::deed(resolved, side)
    }

    fn notate(&self, resolved: Move) -> String {
        notate::notate(self, resolved)
    }

    fn code(&self, resolved: Move) -> String {
        notate::unmarked(&self.in_standard_letters(), resolved)
    }

    fn minimal(game: &Game<'_, CtlAn>, illegal: Illegal) -> Result<String, Unwritable> {
        minimal::minimal(game, illegal)
    }

    fn write_fen(&self, _played: Option<Move>, _placement: &mut Placement, out: &mut Vec<u8>) {
        // writing to a vector does not fail
        let _ = write!(out, "{}", self.position.tlpd(&Letters::STANDARD));
    }

    fn write_setup(&self, out: &mut Vec<u8>) {
        // writing to a vector does not fail
        let _ = write!(out, "{}", self.position.tlpd(&self.letters));
    }

    fn diagram() -> &'static Diagram {
        &diagram::BOARD
    }

    fn cell_name(cell: usize) -> String {
        Hex::from_index(cell).map(|hex| hex.to_string()).unwrap_or_default()
    }

    fn write_men(&self, cells: &mut [u8]) {
        for (cell, hex) in cells.iter_mut().zip(Hex::ALL) {
            *cell = self.position.piece_at(hex).map_or(0, diagram::letter);
        }
    }

    fn king_in_check(&self) -> Option<usize> {
        let king = self.position.board().king(self.position.turn());
        king.filter(|_| self.position.is_check()).map(Hex::index)
    }
}

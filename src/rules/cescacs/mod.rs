//! C'escacs on 169 hexes: the [`Rules`] of CTL-PGN games.
//!
//! The rules themselves are in [`hex`]; this folder connects them to the notation and to the
//! diagram.

mod action;
mod diagnose;
mod diagram;
pub mod hex;
mod resolve;
mod san;
mod setup;

use std::io::Write;

use shakmaty::Color;

use super::{
    AnyPosition, BoardLint, CellSet, Diagram, MoveEffect, MoveError, PieceKind, PlainFen, Rules, SetupError,
    Spelling, Start, Status,
};
use crate::message::PlyNumber;
use crate::notation::Variant;
use crate::notation::ctl::{CtlAn, Hex};
use crate::syntax::{Game, Nag, Node};
pub use action::Action;
use hex::{Letters, Move, Position, Role, Special};

/// A position, with the letters that its game uses for the pieces.
#[derive(Clone, Copy, Debug)]
pub struct Cescacs {
    position: Position,
    letters: Letters,
    /// The move number. If the starting position does not give one, the number of the first play
    /// counts, or else 1.
    number: u32,
}

/// The annotation of a move that is the only legal one (notation, "Valoración del movimiento").
const FORCED: Nag = Nag(7);

impl Cescacs {
    /// Returns the position without the letters.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }
}

/// The initial position, with the standard letters.
impl Default for Cescacs {
    fn default() -> Cescacs {
        Cescacs { position: Position::initial(), letters: Letters::STANDARD, number: 1 }
    }
}

impl Rules for Cescacs {
    type Notation = CtlAn;
    type Move = Action;
    type FenWriter = PlainFen;

    const UCI: &'static str = "ctl";
    const HAS_PEDANTIC_LINTS: bool = true;

    fn set_up(game: &Game<'_, CtlAn>) -> Result<Start<Cescacs>, SetupError> {
        setup::set_up(game)
    }

    // a move that is found at once is returned in registers; with an error in the type it would be
    // returned in memory
    #[inline(always)]
    fn resolve(&self, written: &CtlAn) -> Result<Action, MoveError> {
        match resolve::at_once(self, *written) {
            Some(legal) => Ok(Action::new(legal, written.mark())),
            None => resolve_or_explain(self, written),
        }
    }

    fn explain(
        &self,
        written: &CtlAn,
        error: MoveError,
        history: impl Iterator<Item = Cescacs>,
    ) -> MoveError {
        match written.step() {
            Some(step) => MoveError { fault: diagnose::explained(error.fault, step, history), ..error },
            None => error,
        }
    }

    fn spelling(&self, written: &CtlAn) -> Option<Spelling> {
        Some(san::spelling(self, *written))
    }

    fn legal_moves(&self) -> Vec<Action> {
        self.position.legal_moves().map(|legal| Action::new(legal, None)).collect()
    }

    fn resolve_forced(&self, written: &CtlAn) -> Option<Action> {
        let forced = |played| Action { is_forced: true, ..Action::new(played, written.mark()) };
        resolve::resolve_forced(self, &written.action()).map(forced)
    }

    fn play(&mut self, resolved: Action) {
        if self.position.turn() == Color::Black {
            self.number = self.number.saturating_add(1);
        }
        if resolved.is_forced {
            self.position.play_forced(resolved.played);
        } else {
            self.position.play(resolved.played);
        }
    }

    fn lint(&self, written: &CtlAn, resolved: Action, mut report: impl FnMut(BoardLint)) {
        let sign = san::wrong_sign(written.sign(), resolved.played);
        let mark = san::wrong_mark(written.mark(), &self.position);
        if written.has_slip() {
            report(BoardLint::MoveSlip);
        }
        [sign, mark].into_iter().flatten().for_each(report);
    }

    fn pedantic_lint(&self, node: &Node<CtlAn>, after: &Cescacs) -> Option<BoardLint> {
        match node {
            Node::Nag(FORCED) => self.position.legal_moves().nth(1).map(|_| BoardLint::NotForced),
            Node::Move(written) => {
                let is_later = resolve::has_neutral_figure(self, *written)
                    || san::is_later(written.mark(), &after.position);
                is_later.then_some(BoardLint::LaterEdition)
            }
            _ => None,
        }
    }

    fn effect(&self, resolved: Action) -> MoveEffect {
        action::effect(resolved.played, !self.position.turn())
    }

    fn write_san(&self, resolved: Action, after: &Cescacs, out: &mut String) {
        san::write(self, resolved, after, out);
    }

    fn unmarked(played: Action) -> Action {
        Action { mark: None, ..played }
    }

    fn to_minimal(&self, text: &str, resolved: Action) -> String {
        san::to_minimal(&self.with_letters(&Letters::STANDARD), text, resolved)
    }

    fn write_uci(&self, resolved: Action, out: &mut String) {
        san::write_unmarked(&self.with_letters(&Letters::STANDARD), resolved.played, out);
    }

    fn with_letters(&self, letters: &Letters) -> Cescacs {
        Cescacs { letters: *letters, ..*self }
    }
}

impl AnyPosition for Cescacs {
    fn name(&self) -> &'static str {
        Variant::Cescacs.name()
    }

    fn ply_number(&self) -> PlyNumber {
        PlyNumber { number: self.number, side: self.position.turn() }
    }

    fn halfmove_clock(&self) -> u32 {
        self.position.halfmoves()
    }

    fn draws_end_games(&self) -> bool {
        true
    }

    fn has_insufficient_material(&self) -> bool {
        self.position.has_insufficient_material()
    }

    fn status(&self) -> Status {
        let position = &self.position;
        Status::new(position.is_check(), position.is_checkmate() || position.is_stalemate())
    }

    fn check_mark(&self) -> &'static str {
        san::check_mark(&self.position, None)
    }

    fn write_fen(&self, out: &mut Vec<u8>) {
        // writing to a vector cannot fail
        let _ = write!(out, "{}", self.position.tlpd(&Letters::STANDARD));
    }

    fn key(&self) -> u64 {
        self.position.key(self.special_captures_are_legal())
    }

    fn special_captures_are_legal(&self) -> bool {
        let is_special = |played| matches!(played, Move::EnPassant { .. } | Move::Scornful { .. });
        self.position.special() == Special::None || self.position.legal_moves().any(is_special)
    }

    fn fen_in_letters_of_game(&self) -> String {
        self.position.tlpd(&self.letters).to_string()
    }

    fn awaiting_promotion(&self) -> Vec<usize> {
        self.position.awaiting_promotion().into_iter().map(Hex::index).collect()
    }

    fn diagram(&self) -> &'static Diagram {
        &diagram::BOARD
    }

    fn cell_name(&self, cell: usize) -> String {
        Hex::from_index(cell).map(|hex| hex.to_string()).unwrap_or_default()
    }

    fn write_pieces(&self, cells: &mut [u8]) {
        for (cell, hex) in cells.iter_mut().zip(Hex::ALL) {
            *cell = self.position.piece_at(hex).map_or(0, diagram::letter);
        }
    }

    fn pieces(&self, kind: PieceKind, side: Color) -> CellSet {
        let role = Role::ALL.into_iter().find(|role| PieceKind::from(*role) == kind);
        role.map_or(CellSet::EMPTY, |role| self.position.board().by_piece(role.of(side)).into())
    }

    fn occupied(&self) -> CellSet {
        self.position.board().occupied().into()
    }

    fn attackers(&self, cell: usize, side: Color) -> CellSet {
        let board = self.position.board();
        let attackers = |hex| board.attackers(hex, side, board.occupied()).into();
        Hex::from_index(cell).map_or(CellSet::EMPTY, attackers)
    }

    fn king_in_check(&self) -> Option<usize> {
        let king = self.position.board().king(self.position.turn());
        king.filter(|_| self.position.is_check()).map(Hex::index)
    }
}

/// Finds the legal move that is written, or explains why there is none.
#[inline(never)]
fn resolve_or_explain(game: &Cescacs, written: &CtlAn) -> Result<Action, MoveError> {
    let resolved = resolve::resolve(game, &written.action());
    resolved.map(|legal| Action::new(legal, written.mark())).map_err(MoveError::new)
}

//! Orthodox chess on 64 squares: the [`Rules`] of PGN games.
//!
//! The rules themselves are shakmaty's; here is what joins them to the notation
//! and to the drawing.

mod diagnose;
mod diagram;
mod resolve;
mod setup;

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, EnPassantMode, Move, Position, Square};

use crate::ast::{CheckMark, Game, Place, San, SanMove};
use crate::diagram::{Diagram, Man};
use crate::replay::{MoveError, Remark, Rules, SetupError};

impl Rules for Chess {
    type Written = San;
    type Move = Move;

    fn set_up(game: &Game<'_, San>) -> Result<(Chess, Vec<Remark>), SetupError> {
        setup::set_up(game)
    }

    fn resolve(&self, written: &San) -> Result<Move, MoveError> {
        match resolve::fitting(self, &written.action).as_slice() {
            [only] => Ok(*only),
            several => Err(diagnose::explain(self, &written.action, several)),
        }
    }

    fn play(&mut self, action: Move) {
        self.play_unchecked(action);
    }

    fn place(&self) -> Place {
        Place { number: self.fullmoves().get(), side: self.turn() }
    }

    fn remark(&self, written: &San, action: Move) -> Option<Remark> {
        if let SanMove::Piece { capture: false, .. } = written.action
            && action.is_capture()
        {
            return Some(Remark::UnmarkedCapture);
        }
        let mark = written.mark?;
        let mut after = self.clone();
        after.play_unchecked(action);
        if !after.is_check() {
            Some(Remark::NoCheck)
        } else if mark == CheckMark::Mate && !after.is_checkmate() {
            Some(Remark::NoMate)
        } else {
            None
        }
    }

    fn notate(&self, action: Move) -> String {
        SanPlus::from_move(self.clone(), action).to_string()
    }

    fn write_fen(&self, out: &mut Vec<u8>) {
        Fen::from_position(self, EnPassantMode::Legal).append_ascii_to(out);
    }

    fn diagram() -> &'static Diagram {
        &diagram::BOARD
    }

    fn man_on(&self, cell: usize) -> Option<Man> {
        let square = Square::try_from(cell).ok()?;
        self.board().piece_at(square).map(diagram::man)
    }
}

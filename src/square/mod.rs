//! Orthodox chess on 64 squares: the [`Rules`] of PGN games.
//!
//! The rules themselves are shakmaty's; here is what joins them to the notation
//! and to the drawing.

mod diagnose;
mod diagram;
mod minimal;
mod resolve;
mod setup;

pub use shakmaty::Chess;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{EnPassantMode, Move, Position, Square};

use crate::ast::{CheckMark, Game, Outcome, PieceMove, Place, San, SanMove};
use crate::diagram::{Diagram, Man};
use crate::replay::{Illegal, MoveError, Remark, Rules, SetupError, Start, Unwritable};

impl Rules for Chess {
    type Written = San;
    type Move = Move;

    const CODE: &'static str = "uci";

    fn name(&self) -> &'static str {
        "chess"
    }

    fn set_up(game: &Game<'_, San>) -> Result<Start<Chess>, SetupError> {
        setup::set_up(game)
    }

    fn resolve(&self, written: &San) -> Result<Move, MoveError> {
        match resolve::fitting(self, &written.action).as_slice() {
            [only] => Ok(*only),
            several => Err(diagnose::explain(self, &written.action, several)),
        }
    }

    /// SAN rarely says where a move comes from, so there is nothing to insist on.
    fn insist(&self, _written: &San) -> Option<Move> {
        None
    }

    fn play(&mut self, resolved: Move) {
        self.play_unchecked(resolved);
    }

    fn place(&self) -> Place {
        Place { number: self.fullmoves().get(), side: self.turn() }
    }

    fn remarks(&self, written: &San, resolved: Move, after: &Chess) -> impl Iterator<Item = Remark> {
        let says_capture = matches!(written.action, SanMove::Piece(PieceMove { capture: true, .. }));
        let capture = (resolved.is_capture() && !says_capture).then_some(Remark::UnmarkedCapture);
        let mark = match written.mark {
            Some(_) if !after.is_check() => Some(Remark::NoCheck),
            Some(CheckMark::Mate) if !after.is_checkmate() => Some(Remark::NoMate),
            _ => None,
        };
        [capture, mark].into_iter().flatten()
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.is_checkmate() {
            Some(self.turn().fold_wb(Outcome::BlackWins, Outcome::WhiteWins))
        } else {
            self.is_stalemate().then_some(Outcome::Draw)
        }
    }

    fn notate(&self, resolved: Move) -> String {
        SanPlus::from_move(self.clone(), resolved).to_string()
    }

    fn code(&self, resolved: Move) -> String {
        resolved.to_uci(self.castles().mode()).to_string()
    }

    fn minimal(game: &Game<'_, San>, illegal: Illegal) -> Result<String, Unwritable> {
        minimal::minimal(game, illegal)
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

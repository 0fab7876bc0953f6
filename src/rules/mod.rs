//! What moves mean: the rules of each kind of chess behind one trait, and what is written
//! once for all of them.
//!
//! A [`Replay`] walks the moves of a game and knows neither notation nor board: both are
//! behind [`Rules`], which has a folder for each board that implements it.

pub mod cescacs;
mod diagram;
mod dispatch;
mod effect;
mod lint;
mod minimal;
mod move_error;
mod piece;
mod replay;
mod setup_error;
pub mod square;
mod variations;

use std::fmt;

use shakmaty::Color;

use crate::message::PlyNumber;
use crate::syntax::{Game, Notation, Outcome};
use crate::text::Span;

pub use diagram::{Content, Diagram, PieceSymbol, Shade, Slot};
pub use dispatch::{GameVisitor, with_rules};
pub use effect::{Captured, MoveEffect, PlainMove, Promoted, Status};
pub use lint::BoardLint;
pub use minimal::{Unwritable, write_minimal};
pub use move_error::{CastlingFault, MoveError, MoveFault, ReplayError};
pub use piece::PieceKind;
pub use replay::{Illegal, Ply, Replay, Step};
pub use setup_error::{FenField, SetupError, SetupFault};

/// A position of some kind of chess.
///
/// Everything that differs between kinds of chess is behind this trait; what walks games
/// and draws boards is written once.
pub trait Rules: Clone + fmt::Debug + 'static {
    /// The notation of the games that are played by these rules, which is the type of a
    /// move as written.
    type Notation: Notation;

    /// A move as it is played. It fits in four bytes, so that many can be kept.
    type Move: Copy + fmt::Debug + Into<[u8; 4]> + TryFrom<[u8; 4]>;

    /// Writes positions one after the other as text; [`PlainFen`] if there is no faster way.
    type FenWriter: FenWriter<Self>;

    /// The name of the notation of [`Rules::to_uci`].
    const UCI: &'static str = "uci";

    /// Returns the name by which programs know these rules.
    fn name(&self) -> &'static str;

    /// Sets up the position that a game starts from, by its tags.
    ///
    /// # Errors
    ///
    /// [`SetupError`] when the tags name a kind of chess that these rules are
    /// not, or a position that cannot be.
    fn set_up(game: &Game<'_, Self::Notation>) -> Result<Start<Self>, SetupError>;

    /// Finds the legal move that was meant.
    ///
    /// # Errors
    ///
    /// [`MoveError`] when there is none or more than one.
    fn resolve(&self, written: &Self::Notation) -> Result<Self::Move, MoveError>;

    /// Makes of what is written a move that can be played though it is not legal,
    /// if origin and destination are written and an own piece is on the origin.
    fn resolve_forced(&self, _written: &Self::Notation) -> Option<Self::Move> {
        None
    }

    /// Plays a move that [`Rules::resolve`] or [`Rules::resolve_forced`] returned for this
    /// position.
    fn play(&mut self, resolved: Self::Move);

    /// Returns the move number and the side to move.
    fn ply_number(&self) -> PlyNumber;

    /// Returns the result of a position in which the game is over by itself.
    fn outcome(&self) -> Option<Outcome>;

    /// Tells whether the side to move is in check, mated or stalemated.
    fn status(&self) -> Status;

    /// Says where a legal move, which led to this position, is written otherwise than the
    /// board shows.
    fn lint(&self, _written: &Self::Notation, _resolved: Self::Move, _say: impl FnMut(BoardLint)) {}

    /// Tells what a legal move did that led to this position.
    fn effect(&self, resolved: Self::Move) -> MoveEffect;

    /// Writes a legal move as the notation prescribes.
    fn to_san(&self, resolved: Self::Move) -> String;

    /// Writes a move for a program, with all that tells where it goes and nothing else.
    fn to_uci(&self, resolved: Self::Move) -> String;

    /// Appends the position in the notation's own description (FEN, TLPD).
    fn write_fen(&self, out: &mut Vec<u8>);

    /// Returns the position in the notation's own description.
    fn fen(&self) -> String {
        let mut fen = Vec::new();
        self.write_fen(&mut fen);
        String::from_utf8_lossy(&fen).into_owned()
    }

    /// Returns the same position in the letters that its game declares for pieces, as a tag
    /// gives it.
    fn fen_in_letters_of_game(&self) -> String {
        self.fen()
    }

    /// Returns the position of a game that declares no letters of its own.
    fn with_standard_letters(&self) -> Self {
        self.clone()
    }

    /// Returns the drawing of the empty board.
    fn diagram() -> &'static Diagram;

    /// Returns the name of a cell of the [`Diagram`].
    fn cell_name(cell: usize) -> String;

    /// Writes for each cell of the [`Diagram`], by its number, the letter of the piece
    /// that stands there, or 0 where none does.
    fn write_pieces(&self, cells: &mut [u8]);

    /// Returns the cell of the [`Diagram`] where the king of the side to move stands in check.
    /// Unless a kind of chess knows a shorter way, it is looked for among the pieces.
    fn king_in_check(&self) -> Option<usize> {
        let diagram = Self::diagram();
        let king = diagram.letter(PieceKind::King, self.ply_number().side);
        let mut cells = vec![0; diagram.cells()];
        self.write_pieces(&mut cells);
        let is_check = matches!(self.status(), Status::Check | Status::Checkmate);
        cells.iter().position(|letter| *letter == king).filter(|_| is_check)
    }

    /// Returns what a side holds beside the board, in kinds of chess where it
    /// may bring pieces back.
    fn in_hand(&self, _side: Color) -> Option<Vec<PieceSymbol>> {
        None
    }
}

/// Writes the positions of a walk as text, for which it may keep what did not change.
pub trait FenWriter<R: Rules>: Clone + fmt::Debug + Default {
    /// Appends a position. `played` is the move that led to it from the position that was
    /// written last, if one did.
    fn write(&mut self, position: &R, played: Option<&R::Move>, out: &mut Vec<u8>);
}

/// Writes each position anew.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlainFen;

impl<R: Rules> FenWriter<R> for PlainFen {
    fn write(&mut self, position: &R, _played: Option<&R::Move>, out: &mut Vec<u8>) {
        position.write_fen(out);
    }
}

/// The position that a game starts from.
#[derive(Clone, Debug)]
pub struct Start<R> {
    /// The position.
    pub position: R,
    /// The value of the tag that gives it, if it is not that of every game.
    pub given: Option<Span>,
    /// What had to be bent of that value.
    pub lints: Vec<BoardLint>,
}

//! The rules of chess, of its variants and of C'escacs behind one trait, [`Rules`], and everything
//! that they have in common.
//!
//! [`Replay`] plays the moves of a game and depends on neither a notation nor a board, because both
//! are behind [`Rules`]. Each board has a folder that implements it.

mod any_position;
mod cell_set;
pub mod cescacs;
mod diagram;
mod dispatch;
mod draw;
mod effect;
mod geometry;
mod guess;
mod lint;
#[cfg(feature = "viewer")]
mod material;
mod minimal;
mod move_error;
mod openings;
mod piece;
mod replay;
mod setup_error;
pub mod square;
mod variations;

use std::fmt;

use crate::syntax::{Game, Node, Notation};
use crate::text::Span;

pub use any_position::AnyPosition;
pub(crate) use any_position::counters_of;
pub use cell_set::{CellSet, Irreversible};
pub use diagram::{Content, Diagram, PieceSymbol, Shade, Slot};
pub use dispatch::with_rules;
pub use draw::{Draw, Draws};
pub use effect::{Captured, MoveEffect, PlainMove, Promoted, Status};
pub use geometry::{CellPlace, CellShape, Geometry, LabelPlace, Point};
pub use guess::Spelling;
pub use lint::BoardLint;
pub(crate) use lint::MoveLint;
#[cfg(feature = "viewer")]
pub(crate) use material::{balance, captured};
pub use minimal::Unwritable;
pub(crate) use minimal::write_minimal;
pub use move_error::{CastlingFault, MoveError, MoveFault, ReplayError};
pub use openings::{Opening, OpeningTracker};
pub use piece::{PieceKind, PieceOn};
pub use replay::{Illegal, Ply, Replay, Step};
pub use setup_error::{FenField, SetupError, SetupFault};

/// A position, with the rules by which it is played.
///
/// Everything that differs between variants and boards is behind this trait and [`AnyPosition`], so that replaying
/// games and drawing boards is written once.
///
/// # Examples
///
/// ```
/// use escaque::notation::pgn::San;
/// use escaque::rules::{AnyPosition, Rules};
/// use escaque::rules::square::Chess;
/// use escaque::syntax::{Games, Node};
/// use escaque::text::Source;
///
/// let source = Source::new("t.pgn", b"1. e4 *".to_vec());
/// let game = Games::<San>::new(&source).next().unwrap()?;
/// let mut position = Chess::set_up(&game)?.position;
/// for element in game.movetext.iter() {
///     if let Node::Move(written) = &element.node {
///         let resolved = position.resolve(written)?;
///         assert_eq!(position.to_uci(resolved), "e2e4");
///         position.play(resolved);
///     }
/// }
/// assert_eq!(position.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Rules: AnyPosition + Clone {
    /// The notation of games played by these rules: the type of a move as written.
    type Notation: Notation;

    /// A move as played. It can be packed into four bytes, so that the moves of many games
    /// fit in memory.
    type Move: Copy + fmt::Debug + Into<[u8; 4]> + TryFrom<[u8; 4]>;

    /// The writer of consecutive positions; [`PlainFen`] if there is no faster one.
    type FenWriter: FenWriter<Self>;

    /// The name of the notation that [`Rules::write_uci`] writes.
    const UCI: &'static str = "uci";

    /// Whether [`Rules::pedantic_lint`] can find anything. Only then is the position before each move kept.
    const HAS_PEDANTIC_LINTS: bool = false;

    /// Sets up the starting position of a game from its tags.
    ///
    /// # Errors
    ///
    /// Returns [`SetupError`] if the tags name a variant that these rules do not cover, or
    /// describe an invalid position.
    fn set_up(game: &Game<'_, Self::Notation>) -> Result<Start<Self>, SetupError>;

    /// Finds the legal move that is written.
    ///
    /// # Errors
    ///
    /// Returns [`MoveError`] if no legal move fits what is written, or if several do.
    fn resolve(&self, written: &Self::Notation) -> Result<Self::Move, MoveError>;

    /// Returns the letters of a move as written, to compare them with those of legal moves, or `None` if these rules
    /// do not compare them. Pieces have the standard letters of the notation, whatever letters the game uses.
    ///
    /// The default returns `None`.
    fn spelling(&self, _written: &Self::Notation) -> Option<Spelling> {
        None
    }

    /// Lists how a legal move may be written, in letters and digits alone. It is called only if
    /// [`Rules::spelling`] does not return `None`.
    ///
    /// The default is the move as [`Rules::to_san`] and [`Rules::to_uci`] write it.
    fn spellings(&self, resolved: Self::Move) -> Vec<String> {
        let spellings = [self.to_san(resolved), self.to_uci(resolved)];
        spellings.map(|text| text.chars().filter(char::is_ascii_alphanumeric).collect()).to_vec()
    }

    /// Returns the error of a move of the main line with a more exact reason. It is found in the
    /// positions that led to this one: the starting position and the one after each move, this one
    /// last.
    ///
    /// The default returns the error as it is.
    fn explain(
        &self,
        _written: &Self::Notation,
        error: MoveError,
        _history: impl Iterator<Item = Self>,
    ) -> MoveError {
        error
    }

    /// Lists the legal moves.
    fn legal_moves(&self) -> Vec<Self::Move>;

    /// Finds a move that can be played although it is illegal.
    ///
    /// Returns `None` unless the written move gives its origin and its destination, and a piece of
    /// the side to move is on the origin.
    fn resolve_forced(&self, _written: &Self::Notation) -> Option<Self::Move> {
        None
    }

    /// Returns whether a move is played although it is illegal.
    fn is_forced(_played: Self::Move) -> bool {
        false
    }

    /// Plays a move that [`Rules::resolve`] or [`Rules::resolve_forced`] returned for this
    /// position.
    fn play(&mut self, resolved: Self::Move);

    /// Calls `report` for every oddity in the spelling of the legal move that led to this
    /// position, such as a wrong check mark.
    fn lint(&self, _written: &Self::Notation, _resolved: Self::Move, _report: impl FnMut(BoardLint)) {}

    /// Returns what the notation forbids in a move from this position, or in an annotation after it, although the
    /// reader accepts it. `after` is the position after the move.
    fn pedantic_lint(&self, _node: &Node<Self::Notation>, _after: &Self) -> Option<BoardLint> {
        None
    }

    /// Returns the effect of the legal move that led to this position.
    fn effect(&self, resolved: Self::Move) -> MoveEffect;

    /// Appends a legal move of this position to a text, as the notation prescribes (SAN, CTL-AN). `after` is
    /// the position after it. A true mark that says how the move gives check is written as in the game (CTL-AN).
    fn write_san(&self, resolved: Self::Move, after: &Self, out: &mut String);

    /// Writes a legal move of this position as [`Rules::write_san`] does.
    fn to_san(&self, resolved: Self::Move) -> String {
        let (mut after, mut text) = (self.clone(), String::new());
        after.play(resolved);
        self.write_san(resolved, &after, &mut text);
        text
    }

    /// Returns a move without what [`Rules::write_san`] knows of its spelling, so that equal moves are packed alike.
    ///
    /// The default returns the move as it is.
    fn unmarked(played: Self::Move) -> Self::Move {
        played
    }

    /// Writes a legal move of this position in the minimal form of the notation. Where the form
    /// leaves a choice, the move is written as in `text`, which is the move as the game has it.
    fn to_minimal(&self, _text: &str, resolved: Self::Move) -> String {
        self.to_san(resolved)
    }

    /// Appends a legal move of this position to a text, as programs exchange it (UCI, or CTL-AN without marks).
    fn write_uci(&self, resolved: Self::Move, out: &mut String);

    /// Writes a legal move of this position as [`Rules::write_uci`] does.
    fn to_uci(&self, resolved: Self::Move) -> String {
        let mut text = String::new();
        self.write_uci(resolved, &mut text);
        text
    }

    /// Returns the key of the position after a move, from the key of this position.
    fn key_after(&self, _key: u64, _resolved: Self::Move, after: &Self) -> u64 {
        after.key()
    }

    /// Returns the same position in a game whose pieces have other letters. It differs only where a game may define
    /// them (C'escacs).
    #[must_use]
    fn with_letters(&self, _letters: &cescacs::hex::Letters) -> Self {
        self.clone()
    }
}

/// A writer of the consecutive positions of a replay, which may reuse the parts of the last
/// description that have not changed.
pub trait FenWriter<R: Rules>: Clone + fmt::Debug + Default {
    /// Appends the description of a position to `out`. `played` is the move that led to it
    /// from the position written last, or `None` if another position was written last.
    fn write(&mut self, position: &R, played: Option<&R::Move>, out: &mut Vec<u8>);
}

/// A writer that writes each position anew.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlainFen;

impl<R: Rules> FenWriter<R> for PlainFen {
    fn write(&mut self, position: &R, _played: Option<&R::Move>, out: &mut Vec<u8>) {
        position.write_fen(out);
    }
}

/// The starting position of a game.
#[derive(Clone, Debug)]
pub struct Start<R> {
    /// The position.
    pub position: R,
    /// The span of the tag value that gives the position; `None` if the game starts from the initial position.
    pub given: Option<Span>,
    /// The oddities of that value, such as impossible castling rights, which are left out of the
    /// position.
    pub lints: Vec<BoardLint>,
}

impl<R: Rules> Start<R> {
    /// Reads the position of the `FEN` tag or, if a game has none, the initial one.
    ///
    /// # Errors
    ///
    /// Returns [`SetupError`] with the fault that `read` returns, at the value of the tag.
    pub fn from_fen(
        game: &Game<'_, R::Notation>,
        initial: &str,
        read: impl FnOnce(&str) -> Result<R, SetupFault>,
    ) -> Result<Start<R>, SetupError> {
        let given = game.tag("FEN").map(|tag| tag.value_span);
        let fen = game.tag_value("FEN").unwrap_or(initial.into());
        let error = |fault| SetupError { fault, span: given.unwrap_or_default() };
        Ok(Start { position: read(&fen).map_err(error)?, given, lints: Vec::new() })
    }
}

//! The rules of chess, of its variants and of C'escacs behind one trait, [`Rules`], and everything
//! that they have in common.
//!
//! [`Replay`] plays the moves of a game and depends on neither a notation nor a board, because both
//! are behind [`Rules`]. Each board has a folder that implements it.

mod cell_set;
pub mod cescacs;
mod diagram;
mod dispatch;
mod draw;
mod effect;
mod geometry;
mod guess;
mod lint;
mod minimal;
mod move_error;
mod openings;
mod piece;
mod replay;
mod setup_error;
pub mod square;
mod variations;

use std::fmt;

use shakmaty::Color;

use crate::message::PlyNumber;
use crate::syntax::{Game, Node, Notation, Outcome};
use crate::text::Span;

pub use cell_set::{CellSet, Irreversible};
pub use diagram::{Content, Diagram, PieceSymbol, Shade, Slot};
pub use dispatch::with_rules;
pub use draw::{Draw, Draws};
pub use effect::{Captured, MoveEffect, PlainMove, Promoted, Status};
pub use geometry::{CellPlace, CellShape, Geometry, LabelPlace, Point};
pub use guess::Spelling;
pub use lint::BoardLint;
pub(crate) use lint::MoveLint;
pub use minimal::Unwritable;
pub(crate) use minimal::write_minimal;
pub use move_error::{CastlingFault, MoveError, MoveFault, ReplayError};
pub use openings::{Opening, OpeningTracker};
pub use piece::{PieceKind, PieceOn};
pub use replay::{Illegal, Ply, Replay, Step};
pub use setup_error::{FenField, SetupError, SetupFault};

/// A position, with the rules by which it is played.
///
/// Everything that differs between variants and boards is behind this trait, so that replaying
/// games and drawing boards is written once.
///
/// # Examples
///
/// ```
/// use escaque::notation::pgn::San;
/// use escaque::rules::Rules;
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
pub trait Rules: Clone + fmt::Debug + Send + Sync + 'static {
    /// The notation of games played by these rules: the type of a move as written.
    type Notation: Notation;

    /// A move as played. It can be packed into four bytes, so that the moves of many games
    /// fit in memory.
    type Move: Copy + fmt::Debug + Into<[u8; 4]> + TryFrom<[u8; 4]>;

    /// The writer of consecutive positions; [`PlainFen`] if there is no faster one.
    type FenWriter: FenWriter<Self>;

    /// The name of the notation that [`Rules::write_uci`] writes.
    const UCI: &'static str = "uci";

    /// Whether a draw that needs no claim ([`Draw::ends_game`]) decides the result of a recorded game. FIDE has such
    /// draws, too, but files of orthodox chess have many games that go on after one.
    const DRAWS_END_GAMES: bool = false;

    /// Whether [`Rules::pedantic_lint`] can find anything. Only then is the position before each move kept.
    const HAS_PEDANTIC_LINTS: bool = false;

    /// Returns the name of these rules for programs, such as `chess960`.
    fn name(&self) -> &'static str;

    /// Returns whether the rules are those of orthodox chess, from any starting position (so Chess960 is included).
    fn is_orthodox(&self) -> bool {
        false
    }

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

    /// Returns the number of the next ply: the move number and the side to move.
    fn ply_number(&self) -> PlyNumber;

    /// Returns the number of plies since the last capture or move of a pawn.
    ///
    /// The default is 0, for rules that do not count them. Repetitions are then not found.
    fn halfmove_clock(&self) -> u32 {
        0
    }

    /// Returns whether neither side has the pieces to win.
    fn has_insufficient_material(&self) -> bool {
        false
    }

    /// Returns the result if the game is over in this position, and `None` otherwise. It does not see repetitions,
    /// for which the positions before this one are needed.
    ///
    /// The default derives the result from the status, for games in which stalemate is not a draw:
    /// mate and stalemate have results of their own, and any other end is a draw. If
    /// [`Rules::DRAWS_END_GAMES`] is true, a [`Draw`] that needs no claim also gives a draw.
    fn outcome(&self) -> Option<Outcome> {
        let side = self.ply_number().side;
        match self.status() {
            Status::Free | Status::Check if Self::DRAWS_END_GAMES => {
                Draw::by_itself(self).map(|_| Outcome::Draw)
            }
            Status::Free | Status::Check => None,
            Status::Checkmate => Some(side.fold_wb(Outcome::BlackWins, Outcome::WhiteWins)),
            Status::Stalemate => Some(side.fold_wb(Outcome::BlackStalemates, Outcome::WhiteStalemates)),
            Status::Over => Some(Outcome::Draw),
        }
    }

    /// Returns the status of the side to move: in check, mated, stalemated or none of these.
    fn status(&self) -> Status;

    /// Calls `report` for every oddity in the spelling of the legal move that led to this
    /// position, such as a wrong check mark.
    fn lint(&self, _written: &Self::Notation, _resolved: Self::Move, _report: impl FnMut(BoardLint)) {}

    /// Returns what the notation forbids in a move from this position, or in an annotation after it, although the
    /// reader accepts it. `after` is the position after the move.
    fn pedantic_lint(&self, _node: &Node<Self::Notation>, _after: &Self) -> Option<BoardLint> {
        None
    }

    /// Returns the mark that the notation writes after the move that led to this position: of check, of
    /// mate, or none.
    ///
    /// The default is that of SAN.
    fn check_mark(&self) -> &'static str {
        self.status().mark()
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

    /// Appends the description of the position (FEN, TLPD) to `out`: fields separated by spaces, of
    /// which the last two are the halfmove clock and the move number.
    fn write_fen(&self, out: &mut Vec<u8>);

    /// Returns whether the special captures, such as en passant, that [`Rules::write_fen`]
    /// describes in the fourth field are legal, if it describes any.
    fn special_captures_are_legal(&self) -> bool {
        true
    }

    /// Returns the key of the position after a move, from the key of this position.
    fn key_after(&self, _key: u64, _resolved: Self::Move, after: &Self) -> u64 {
        after.key()
    }

    /// Returns the key of the position. Positions that differ only in their halfmove clock and move number
    /// have the same key; others hardly ever do. Positions of different variants may have the same key.
    ///
    /// The default is the FNV-1a hash of the description without its last two fields.
    fn key(&self) -> u64 {
        let mut fen = Vec::new();
        self.write_fen(&mut fen);
        let end = memchr::memrchr_iter(b' ', &fen).nth(1).unwrap_or(fen.len());
        let add = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
        fen[..end].iter().fold(0xcbf2_9ce4_8422_2325, add)
    }

    /// Returns the description of the position (FEN, TLPD).
    fn fen(&self) -> String {
        let mut fen = Vec::new();
        self.write_fen(&mut fen);
        String::from_utf8_lossy(&fen).into_owned()
    }

    /// Returns the description of the position in the letters that its game defines for the
    /// pieces.
    fn fen_in_letters_of_game(&self) -> String {
        self.fen()
    }

    /// Returns the same position in a game whose pieces have other letters. It differs only where a game may define
    /// them (C'escacs).
    #[must_use]
    fn with_letters(&self, _letters: &cescacs::hex::Letters) -> Self {
        self.clone()
    }

    /// Returns the diagram of the empty board.
    fn diagram() -> &'static Diagram;

    /// Returns the name of a cell of the [`Diagram`], such as `e4`.
    fn cell_name(cell: usize) -> String;

    /// Writes the letter of the piece on each cell of the [`Diagram`] to `cells`, which is
    /// indexed by cell number; 0 stands for an empty cell.
    fn write_pieces(&self, cells: &mut [u8]);

    /// Returns the cells of the pieces of a kind and a side.
    ///
    /// The default finds them by the letters of the pieces.
    fn pieces(&self, kind: PieceKind, side: Color) -> CellSet {
        let diagram = Self::diagram();
        let letter = diagram.letter(kind, side);
        let mut cells = vec![0; diagram.cells()];
        self.write_pieces(&mut cells);
        (0..cells.len()).filter(|&cell| letter != 0 && cells[cell] == letter).collect()
    }

    /// Returns the cells with a piece.
    fn occupied(&self) -> CellSet {
        let of_kind = |kind| self.pieces(kind, Color::White) | self.pieces(kind, Color::Black);
        PieceKind::ALL.into_iter().map(of_kind).fold(CellSet::EMPTY, |all, cells| all | cells)
    }

    /// Returns what later moves cannot undo, or `None` if they can undo anything, as where pieces are dropped.
    ///
    /// The default returns `None`.
    fn irreversible(&self) -> Option<Irreversible> {
        None
    }

    /// Returns the cells of the pieces of a side that attack a cell: those that could capture a piece of the
    /// other side there, pins and checks aside.
    ///
    /// The default finds none.
    fn attackers(&self, _cell: usize, _side: Color) -> CellSet {
        CellSet::EMPTY
    }

    /// Returns the cell of the king of the side to move if that king is in check.
    ///
    /// The default looks for the king among the pieces.
    fn king_in_check(&self) -> Option<usize> {
        let diagram = Self::diagram();
        let king = diagram.letter(PieceKind::King, self.ply_number().side);
        let mut cells = vec![0; diagram.cells()];
        self.write_pieces(&mut cells);
        let is_check = matches!(self.status(), Status::Check | Status::Checkmate);
        cells.iter().position(|letter| *letter == king).filter(|_| is_check)
    }

    /// Returns the cells of the pawns of both sides that await promotion (C'escacs).
    fn awaiting_promotion(&self) -> Vec<usize> {
        Vec::new()
    }

    /// Returns the pieces that a side holds in hand, the strongest first, or `None` if these
    /// rules have no drops.
    fn in_hand(&self, _side: Color) -> Option<Vec<PieceSymbol>> {
        None
    }

    /// Returns how many checks a side has given, or `None` if these rules do not count them.
    fn checks_given(&self, _side: Color) -> Option<u32> {
        None
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

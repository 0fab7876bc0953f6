//! A position on any board.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use shakmaty::{Chess, Color};

use super::board::Board;
use super::error::PlayError;
use super::{Game, GameError};
use crate::format::{MoveText, Style, board_text};
use crate::message::{ENGLISH, Language, PlyNumber};
use crate::notation::Variant;
use crate::picture::{Marks, PictureOptions, Scene};
#[cfg(feature = "viewer")]
use crate::rules::AnyPosition;
use crate::rules::{Diagram, Geometry, Opening, PieceSymbol, Rules, Status};
use crate::syntax::{CommandValues, Outcome};

/// A position of chess, of one of its variants or of C'escacs.
///
/// # Examples
///
/// ```
/// use escaque::{Position, Variant};
///
/// let mut position = Position::from_fen(Variant::Chess, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")?;
/// position.play("e4")?;
/// assert_eq!(position.fen(), "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Position {
    pub(super) board: Box<dyn Board>,
}

impl Position {
    /// Creates the initial position of a variant.
    #[must_use]
    pub fn new(variant: Variant) -> Position {
        Game::new(variant).start().clone()
    }

    /// Creates a position from its FEN, or its TLPD for C'escacs.
    ///
    /// # Errors
    ///
    /// Returns [`GameError`], with the place in `fen`, if the description cannot be read or the position is impossible.
    ///
    /// # Examples
    ///
    /// ```
    /// use escaque::{Position, Variant};
    ///
    /// let error = Position::from_fen(Variant::Chess, "4k3/8/8/8/8/8/8/8 w - - 0 1").unwrap_err();
    /// assert_eq!(error.to_string(), "<fen>:1:1: E0402: impossible position: a king is missing");
    /// ```
    pub fn from_fen(variant: Variant, fen: &str) -> Result<Position, GameError> {
        Ok(Game::from_fen(variant, fen)?.start().clone())
    }

    pub(super) fn of(rules: &impl Rules) -> Position {
        Position { board: rules.boxed() }
    }

    /// Returns the name of the rules for programs: `chess`, `atomic`, `cescacs`.
    #[must_use]
    pub fn rules(&self) -> &'static str {
        self.board.name()
    }

    /// Returns the position for use with [`shakmaty`]. Returns `None` unless it is one of orthodox
    /// chess.
    #[must_use]
    pub fn as_chess(&self) -> Option<&Chess> {
        let board: &dyn Any = &*self.board;
        board.downcast_ref()
    }

    /// Returns the position as FEN, or as TLPD for C'escacs.
    #[must_use]
    pub fn fen(&self) -> String {
        self.board.fen()
    }

    /// Returns the board as text, a line for each row with its labels.
    #[must_use]
    pub fn board_text(&self, style: Style) -> String {
        board_text(&*self.board, style, &ENGLISH)
    }

    /// Returns the scene of the position, to be drawn on the geometry of its [diagram](Position::diagram).
    #[must_use]
    pub fn scene(&self, geometry: Arc<Geometry>, options: PictureOptions) -> Scene {
        self.scene_after(None, &CommandValues::default(), geometry, options)
    }

    /// Returns the scene of the position with the marks of comments and, if it is given, with the move that led to it
    /// from `before`.
    pub(super) fn scene_after(
        &self,
        before: Option<&Position>,
        values: &CommandValues,
        geometry: Arc<Geometry>,
        options: PictureOptions,
    ) -> Scene {
        let before = before.map(|before| &*before.board);
        let marks = Marks::of(&*self.board, values);
        Scene { marks, ..Scene::new(geometry, &*self.board, before, options) }
    }

    /// Describes the position in a language, without a board.
    #[must_use]
    pub fn describe(&self, language: &Language) -> String {
        self.board.describe(language)
    }

    /// Returns the side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.ply_number().side
    }

    /// Returns the number of the move to come and the side to move.
    #[must_use]
    pub fn ply_number(&self) -> PlyNumber {
        self.board.ply_number()
    }

    /// Returns whether the side to move is in check, mated or stalemated, or the game is over by another rule.
    #[must_use]
    pub fn status(&self) -> Status {
        self.board.status()
    }

    /// Returns the result if the rules end the game in this position.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.board.outcome()
    }

    /// Returns the opening whose line ends in the position, as [`Opening::of`] does.
    ///
    /// # Examples
    ///
    /// ```
    /// use escaque::{Position, Variant};
    ///
    /// let mut position = Position::new(Variant::Chess);
    /// position.play("e4")?;
    /// position.play("c5")?;
    /// let opening = position.opening().unwrap();
    /// assert_eq!((opening.eco, opening.name), ("B20", "Sicilian Defense"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn opening(&self) -> Option<Opening> {
        Opening::of(&*self.board)
    }

    /// Returns the piece on a cell with a name such as `e4` or `K12`. Returns `None` if the cell is
    /// empty or not on the board.
    #[must_use]
    pub fn piece_at(&self, cell: &str) -> Option<PieceSymbol> {
        let letters = self.board.letters();
        let index = (0..letters.len()).find(|&index| self.board.cell_name(index) == cell)?;
        self.symbol(letters[index])
    }

    /// Lists the pieces on the board with the names of their cells, in the order in which the
    /// rules number the cells.
    pub fn pieces(&self) -> impl Iterator<Item = (String, PieceSymbol)> {
        let named = |(cell, letter)| Some((self.board.cell_name(cell), self.symbol(letter)?));
        self.board.letters().into_iter().enumerate().filter_map(named)
    }

    /// Returns the position as one of any board.
    #[cfg(feature = "viewer")]
    pub(crate) fn on_any_board(&self) -> &dyn AnyPosition {
        &*self.board
    }

    /// Returns the piece on each cell of the [`Diagram`], indexed by cell number.
    #[must_use]
    pub fn cells(&self) -> Vec<Option<PieceSymbol>> {
        self.board.letters().into_iter().map(|letter| self.symbol(letter)).collect()
    }

    fn symbol(&self, letter: u8) -> Option<PieceSymbol> {
        self.diagram().symbol(letter).copied()
    }

    /// Returns the pieces that a side holds in hand, the strongest first. Returns `None` if the rules have no
    /// drops.
    #[must_use]
    pub fn in_hand(&self, side: Color) -> Option<Vec<PieceSymbol>> {
        self.board.in_hand(side)
    }

    /// Returns how many of the three checks that win a side has given. Returns `None` if checks do not win.
    #[must_use]
    pub fn checks_given(&self, side: Color) -> Option<u32> {
        self.board.checks_given(side)
    }

    /// Returns the cell of the king of the side to move if that king is in check.
    #[must_use]
    pub fn king_in_check(&self) -> Option<usize> {
        self.board.king_in_check()
    }

    /// Returns the drawing of the empty board.
    #[must_use]
    pub fn diagram(&self) -> &'static Diagram {
        self.board.diagram()
    }

    /// Returns the name of a cell by its number, as a
    /// [`MoveEffect`](crate::rules::MoveEffect) gives it.
    #[must_use]
    pub fn cell_name(&self, cell: usize) -> String {
        self.board.cell_name(cell)
    }

    /// Lists the legal moves as the notation writes them.
    pub fn moves(&self) -> impl Iterator<Item = String> {
        self.board.legal_moves().into_iter().map(|legal| self.board.text(legal, MoveText::default()))
    }

    /// Plays a move that is written in the notation of the board, or in coordinates.
    ///
    /// # Errors
    ///
    /// Returns [`PlayError`] if the text is not a legal move. The position is then unchanged.
    pub fn play(&mut self, written: &str) -> Result<(), PlayError> {
        let resolved = self.board.resolve(written)?;
        self.board.play(resolved);
        Ok(())
    }
}

impl Clone for Position {
    fn clone(&self) -> Position {
        Position { board: self.board.boxed() }
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({}, {})", self.rules(), self.fen())
    }
}

/// Two positions are equal if they have the same rules and the same description.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.rules() == other.rules() && self.fen() == other.fen()
    }
}

impl Eq for Position {}

/// Writes the position as FEN, or as TLPD for C'escacs.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen())
    }
}

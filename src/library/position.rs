//! A position on any board.

use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, Color, EnPassantMode, Position as _};

use super::board::Board;
use super::error::PlayError;
use super::{Game, GameError};
use crate::format::{MoveText, Style, board_text};
use crate::message::{ENGLISH, Language, PlyNumber};
use crate::notation::Variant;
use crate::picture::{Marks, PictureOptions, Scene};
#[cfg(feature = "viewer")]
use crate::rules::AnyPosition;
use crate::rules::{Diagram, Geometry, Opening, PieceSymbol, Rules, Status, counters_of};
use crate::syntax::{CommandValues, Outcome};

/// A position of chess, of one of its variants or of C'escacs.
///
/// Two positions are equal if they have the same rules and the same [EPD](Position::epd): the counters of moves do not
/// matter, as in the rule of threefold repetition.
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

    /// Creates a position from its FEN, or its TLPD for C'escacs. Counters may be missing, and castling rights without a
    /// king and a rook in their places are dropped.
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

    /// Returns the name of the rules for programs: `chess`, `atomic`, `cescacs`. It is that of a [`Variant`].
    #[must_use]
    pub fn rules(&self) -> &'static str {
        self.board.name()
    }

    /// Returns the position for use with [`shakmaty`]. Returns `None` unless it is one of orthodox
    /// chess.
    ///
    /// # Examples
    ///
    /// ```
    /// use escaque::shakmaty::Position as _;
    /// use escaque::{Position, Variant};
    ///
    /// let position = Position::new(Variant::Chess);
    /// let chess = position.as_chess().ok_or("another variant")?;
    /// assert_eq!(chess.legal_moves().len(), position.moves().count());
    /// # Ok::<(), &str>(())
    /// ```
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

    /// Returns the position as [`Position::fen`] does, but without the two counters of moves at its end. This is how
    /// EPD describes a position, before its operations.
    ///
    /// # Examples
    ///
    /// Positions are counted by what is on the board, whatever the number of the move:
    ///
    /// ```
    /// use std::collections::HashMap;
    ///
    /// let game = escaque::parse("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 *").next().ok_or("no game")??;
    /// let mut visits = HashMap::new();
    /// for (_, position) in game.walk() {
    ///     *visits.entry(position).or_insert(0) += 1;
    /// }
    /// let (most, count) = visits.iter().max_by_key(|(_, count)| **count).ok_or("no position")?;
    /// assert_eq!((most.epd().as_str(), *count), ("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq -", 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn epd(&self) -> String {
        let mut fen = self.fen();
        fen.truncate(counters_of(fen.as_bytes()));
        fen
    }

    /// Returns the key of the position, which the counters of moves do not change. Of orthodox chess it is that of
    /// Polyglot's opening books; positions of different rules may have the same key.
    ///
    /// # Examples
    ///
    /// ```
    /// use escaque::{Position, Variant};
    ///
    /// assert_eq!(Position::new(Variant::Chess).key(), 0x463b_9618_1691_fc9c);
    /// ```
    #[must_use]
    pub fn key(&self) -> u64 {
        // in these books it is enough that a pawn stands beside the one that has moved, even if it is pinned
        let of_book = |chess: &Chess| chess.zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal).0;
        self.as_chess().map_or_else(|| self.board.key(), of_book)
    }

    /// Returns the board as text, a line for each row with its labels.
    ///
    /// # Examples
    ///
    /// ```
    /// use escaque::format::Style;
    /// use escaque::{Position, Variant};
    ///
    /// let board = Position::new(Variant::Chess).board_text(Style::Plain);
    /// assert_eq!(board.lines().nth(1), Some("8 R N B Q K B N R 8"));
    /// ```
    #[must_use]
    pub fn board_text(&self, style: Style) -> String {
        board_text(&*self.board, style, &ENGLISH)
    }

    /// Returns the scene of the position, to be drawn on the geometry of its [diagram](Position::diagram).
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use escaque::picture::{PictureOptions, Svg};
    /// use escaque::{LanguageCode, Position, Variant};
    ///
    /// let position = Position::from_fen(Variant::Chess, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")?;
    /// let geometry = Arc::new(position.diagram().geometry());
    /// let mut scene = position.scene(geometry, PictureOptions::default());
    /// // for people who cannot see it
    /// scene.description = position.describe(LanguageCode::En.language());
    /// let mut svg = Vec::new();
    /// Svg::default().write(&scene, &mut svg);
    /// assert!(svg.starts_with(b"<svg"));
    /// # Ok::<(), escaque::GameError>(())
    /// ```
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
    ///
    /// # Examples
    ///
    /// ```
    /// use escaque::{LanguageCode, Position, Variant};
    ///
    /// let position = Position::from_fen(Variant::Chess, "8/8/8/8/8/3k4/4p3/4K3 w - - 1 2")?;
    /// println!("{}", position.describe(LanguageCode::Es.language()));
    /// # Ok::<(), escaque::GameError>(())
    /// ```
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
    ///
    /// # Examples
    ///
    /// ```
    /// use escaque::rules::Status;
    /// use escaque::{Outcome, Position, Variant};
    ///
    /// let mut position = Position::new(Variant::Chess);
    /// for written in ["f3", "e5", "g4", "Qh4"] {
    ///     position.play(written)?;
    /// }
    /// assert_eq!(position.status(), Status::Checkmate);
    /// assert_eq!(position.outcome(), Some(Outcome::BlackWins));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    /// The opening of a game is the last one that a position of it has:
    ///
    /// ```
    /// let game = escaque::parse("1. e4 c5 2. a3 a6 3. h4 *").next().ok_or("no game")??;
    /// let opening = game.walk().filter_map(|(_, position)| position.opening()).last().ok_or("none")?;
    /// assert_eq!((opening.eco, opening.name), ("B20", "Sicilian Defense: Mengarini Variation"));
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
    ///
    /// # Examples
    ///
    /// ```
    /// use escaque::rules::PieceKind;
    /// use escaque::{Position, Variant};
    ///
    /// let position = Position::from_fen(Variant::Chess, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")?;
    /// let pawns = position.pieces().filter(|(_, piece)| piece.kind == PieceKind::Pawn);
    /// assert_eq!(pawns.map(|(cell, _)| cell).collect::<Vec<_>>(), ["f7", "g7", "h7"]);
    /// assert!(position.piece_at("a1").is_some_and(|piece| piece.kind == PieceKind::Rook));
    /// # Ok::<(), escaque::GameError>(())
    /// ```
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
    ///
    /// # Examples
    ///
    /// ```
    /// let game = escaque::parse("[Variant \"Crazyhouse\"] 1. e4 d5 2. exd5 *").next().ok_or("no game")??;
    /// let position = game.end();
    /// let in_hand = position.in_hand(escaque::shakmaty::Color::White).ok_or("no drops")?;
    /// assert_eq!(in_hand.iter().map(|piece| piece.figurine).collect::<String>(), "♙");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// # Examples
    ///
    /// ```
    /// use escaque::{Position, Variant};
    ///
    /// let position = Position::from_fen(Variant::Chess, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")?;
    /// assert!(position.moves().any(|san| san == "Ra8#"));
    /// # Ok::<(), escaque::GameError>(())
    /// ```
    pub fn moves(&self) -> impl Iterator<Item = String> {
        self.board.legal_moves().into_iter().map(|legal| self.board.text(legal, MoveText::default()))
    }

    /// Lists the legal moves in UCI, or in bare CTL-AN for C'escacs, in the order of [`Position::moves`].
    ///
    /// # Examples
    ///
    /// The answer of an engine is played as it comes:
    ///
    /// ```
    /// use escaque::{Position, Variant};
    ///
    /// let mut position = Position::from_fen(Variant::Chess, "7k/P7/8/8/8/8/8/R3K3 w Q - 0 1")?;
    /// assert!(position.uci_moves().any(|uci| uci == "a7a8q") && position.moves().any(|san| san == "a8=Q+"));
    /// position.play("e1c1")?;
    /// assert_eq!(position.epd(), "7k/P7/8/8/8/8/8/2KR4 b - -");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn uci_moves(&self) -> impl Iterator<Item = String> {
        self.board.legal_moves().into_iter().map(|legal| self.board.uci(legal))
    }

    /// Plays a move that is written in the notation of the board, or in UCI. [`Game::play`] also keeps it.
    ///
    /// Moves are read as in games: `0-0`, `e2-e4` and `Pe4` are known, a mark of check need not be right, and `--` is a
    /// null move, which [`Position::moves`] does not list.
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

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.rules() == other.rules() && self.epd() == other.epd()
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // equal positions have equal keys; that of Polyglot may differ where a capture en passant is not legal
        self.board.key().hash(state);
    }
}

/// Writes the position as FEN, or as TLPD for C'escacs.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen())
    }
}

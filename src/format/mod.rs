//! Output formats, one in each file.
//!
//! A format implements [`Format`], or [`PositionFormat`] if it writes position after
//! position; a blanket implementation then plays the moves for it. Formats write to any
//! [`Write`], and depend only on the [`Rules`] of a game.
//!
//! # Examples
//!
//! ```
//! use escaque::format::{Boards, FenLines, FormatOptions, Json, Positions, Style};
//! use escaque::message::ENGLISH;
//!
//! let game = escaque::parse("1. e4 {best by test} e5 *").next().ok_or("no game")??;
//! let mut out = Vec::new();
//! game.write_as(&mut FenLines::default(), &mut out)?;
//! assert!(out.ends_with(b"/RNBQKBNR w KQkq - 0 2\n"));
//! game.write_as(&mut Boards::new(Style::Plain, false, FormatOptions::default()), &mut out)?;
//! game.write_as(&mut Json::new(Positions::Fen, &ENGLISH), &mut out)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "pictures")]
mod animation;
mod boards;
#[cfg(feature = "raster")]
mod drawn_board;
#[cfg(feature = "tables")]
mod explorer;
mod fen;
mod header;
mod json;
mod main_line;
mod move_text;
mod movetext_index;
mod options;
#[cfg(feature = "pages")]
mod page;
mod pgn;
mod pictures;
mod position_choice;
pub mod speech;
#[cfg(feature = "tables")]
mod table;
mod template;
mod unplayed;

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

use shakmaty::{ByColor, Color};
use thiserror::Error;

use crate::message::{Diagnostic, PlyNumber};
use crate::picture::Ground;
use crate::rules::{Illegal, ReplayError, Rules, SetupError, Unwritable};
use crate::syntax::{Game, Notation, Notes};
use crate::text::{Source, Text, joined, words, wrapped};

#[cfg(feature = "pictures")]
pub use animation::{Animation, NotAPace, Pace};
pub use boards::{Boards, Paint, Style, board_text};
#[cfg(feature = "tables")]
pub use explorer::{Explorer, ExplorerLayout};
pub use fen::FenLines;
#[cfg(feature = "viewer")]
pub(crate) use header::header_text;
pub use json::{Json, Positions};
pub use move_text::{MoveLetters, MoveNotation, MoveText};
pub use options::{Captions, FormatOptions};
#[cfg(feature = "pages")]
pub use page::Page;
#[cfg(all(test, feature = "pages", feature = "viewer"))]
pub(crate) use page::keys as page_keys;
pub use pgn::{Minimal, Pgn};
pub use pictures::{Pictures, PlainPages};
pub(crate) use position_choice::ChosenPositions;
pub use position_choice::{NotAPosition, PositionChoice};
pub use speech::Speech;
#[cfg(feature = "tables")]
pub use table::{Columns, ColumnsError, GamesTable, MovesTable, UnknownColumn};

/// What the writing of a game ends with.
pub type WriteResult = Result<(), FormatError>;

/// A game, and what formats need besides: its source, and the results of checking it.
#[derive(Debug)]
pub struct Context<'a, R: Rules> {
    /// The game.
    pub game: &'a Game<'a, R::Notation>,
    /// The text that the game was read from, for a format that names the file and the line; `None`
    /// for a game that is not in a file.
    pub source: Option<&'a Source>,
    /// The errors of the game, and its warnings for a format that [`Needs`] diagnostics.
    pub diagnostics: &'a [Diagnostic],
    /// What to do with illegal moves.
    pub illegal: Illegal,
    /// The resolved moves of the main line.
    ///
    /// A format that [`Needs`] the moves gets all that are to be shown. Any other may get fewer, and resolves the
    /// rest itself.
    pub played: &'a [R::Move],
    /// The numbers of plies before the positions that match the question, in ascending order.
    pub matches: &'a [usize],
    /// The movetext of a game that cannot be played, if a change has left other text of it than the game has.
    pub left: Option<Text<'a>>,
}

impl<'a, R: Rules> Context<'a, R> {
    /// Creates the context of a game and its moves, with nothing else known about it.
    #[must_use]
    pub fn of(game: &'a Game<'a, R::Notation>, played: &'a [R::Move]) -> Context<'a, R> {
        let (source, illegal, left) = (None, Illegal::Refused, None);
        Context { game, source, diagnostics: &[], illegal, played, matches: &[], left }
    }
}

impl<R: Rules> Clone for Context<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Rules> Copy for Context<'_, R> {}

/// An output format.
///
/// # Examples
///
/// ```
/// use std::io::{self, Write};
///
/// use escaque::format::{Context, FenLines, Format, Pages};
/// use escaque::notation::pgn::San;
/// use escaque::rules::square::Chess;
/// use escaque::rules::Replay;
/// use escaque::syntax::Games;
/// use escaque::text::Source;
///
/// struct Output(Vec<u8>);
///
/// impl Pages for Output {
///     fn out(&mut self) -> &mut impl Write {
///         &mut self.0
///     }
///
///     fn separate(&mut self) -> io::Result<()> {
///         Ok(())
///     }
///
///     fn number(&mut self) -> io::Result<()> {
///         Ok(())
///     }
/// }
///
/// let source = Source::new("t.pgn", b"1. e4 *".to_vec());
/// let game = Games::<San>::new(&source).next().unwrap()?;
/// let played = Replay::main_line(&game, Chess::default()).resolve_all();
/// let context = Context::<Chess>::of(&game, &played);
/// let mut output = Output(Vec::new());
/// FenLines::default().write(&context, &mut output)?;
/// assert_eq!(output.0, b"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Format: Clone + Send + Sync + 'static {
    /// Returns what the format needs to know about a game.
    fn needs(&self) -> Needs {
        Needs::default()
    }

    /// Returns whether the format itself begins the items of the output, of which a game has
    /// several. Otherwise each game is one item.
    fn divides_games(&self) -> bool {
        false
    }

    /// Estimates how many bytes the format writes for each byte read.
    fn expansion(&self) -> usize {
        2
    }

    /// Returns the text before and after the games of an output, or `None` if there is none.
    fn frame(&self) -> Option<Frame> {
        None
    }

    /// Returns what adds up what the format writes of each game, or `None` if that is the output itself.
    fn sum(&self) -> Option<Box<dyn Sum>> {
        None
    }

    /// Returns whether a player of the last game has a name that the format cannot write.
    fn lacks_a_name(&self) -> bool {
        false
    }

    /// Writes a game, which has no error or has been cut off before its error.
    ///
    /// # Errors
    ///
    /// Returns [`FormatError`] if the output fails, if the reader leaves the game, if this cannot be replayed, or if
    /// the format cannot express it. A part of the game may have been written.
    fn write<R: Rules>(&mut self, context: &Context<'_, R>, pages: &mut impl Pages) -> WriteResult;
}

/// The parts of a game that a format needs, besides the rules and the starting position. Other
/// parts may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// All tags, and not only those of the starting position.
    pub tags: bool,
    /// The moves of the main line, resolved.
    pub moves: bool,
    /// The movetext: comments, annotations and variations as well.
    pub movetext: bool,
    /// The diagnostics, warnings among them.
    pub diagnostics: bool,
}

impl Default for Needs {
    /// Returns the needs of a format that writes whole games as it replays them: the tags and the movetext.
    fn default() -> Needs {
        Needs { tags: true, moves: false, movetext: true, diagnostics: false }
    }
}

/// The text before and after the games of an output. It does not depend on the games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// The text before the first game.
    pub head: String,
    /// The text after the last game.
    pub foot: String,
    /// Whether the frame is written even if there is no game.
    pub stands_alone: bool,
}

/// An output that depends on all games together: the sum of what a format has written of each.
pub trait Sum: fmt::Debug + Send {
    /// Adds what has been written of a game.
    fn add(&mut self, written: &[u8]);

    /// Returns the text of the output.
    fn text(&self) -> String;
}

/// The part of the output that a reader leaves at a page break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Leave {
    /// The current game: the next one follows.
    #[error("the reader has left the game")]
    Game,
    /// The whole output.
    #[error("the reader has left")]
    Everything,
}

impl Leave {
    /// Returns the error with which the writing of a game ends if the reader has left at a page break.
    pub(crate) fn check(flow: ControlFlow<Leave>) -> WriteResult {
        flow.break_value().map_or(Ok(()), |leave| Err(leave.into()))
    }
}

/// A format that writes the header and then the positions of the main line, one after another.
pub trait PositionFormat: Clone + Send + Sync + 'static {
    /// Estimates how many bytes the format writes for each byte read.
    fn expansion(&self) -> usize;

    /// Chooses the form in which positions like this one are written on pages of this size. Returns the number of rows
    /// that it takes, or 0 if it need not be seen as a whole.
    fn fit<R: Rules>(&mut self, _position: &R, _page: PageSize) -> usize {
        0
    }

    /// Returns the options of the format.
    fn options(&self) -> &FormatOptions;

    /// Returns whether the format writes comments if the output has pages.
    fn takes_comments(&self) -> bool {
        false
    }

    /// Notes each position of the main line, before it is written or skipped.
    fn see<R: Rules>(&mut self, _position: &R) {}

    /// Notes that a position is skipped, so that the next one written does not follow the last one
    /// written.
    fn pass_over(&mut self) {}

    /// Begins a game, whose header has not been written yet.
    fn open<N: Notation>(&mut self, game: &Game<'_, N>);

    /// Writes the starting position of a game that gives one.
    ///
    /// # Errors
    ///
    /// Returns any error of `out`.
    fn start<R: Rules>(&mut self, position: &R, out: &mut impl Write) -> io::Result<()>;

    /// Returns what is said below a position of a game that is read page by page: the comments on it, and below the last
    /// one how the game has ended.
    fn below<R: Rules>(
        &self,
        _game: &Game<'_, R::Notation>,
        _comments: &[Cow<'_, str>],
        _last: Option<&R>,
    ) -> String {
        String::new()
    }

    /// Notes a move that will be written, in the position before it.
    fn before<R: Rules>(&mut self, _position: &R, _played: R::Move) {}

    /// Writes a move and the position after it.
    ///
    /// # Errors
    ///
    /// Returns any error of `out`.
    fn ply<R: Rules>(&mut self, ply: Ply<R>, position: &R, out: &mut impl Write) -> io::Result<()>;
}

/// A move that has been played.
#[derive(Clone, Copy, Debug)]
pub struct Ply<R: Rules> {
    /// The number of the ply, as counted on the board.
    pub at: PlyNumber,
    /// The move.
    pub played: R::Move,
}

/// The size of a page in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageSize {
    /// The number of columns.
    pub columns: usize,
    /// The number of rows.
    pub rows: usize,
}

/// A page that is drawn for the window that shows it.
pub trait DrawnPage: fmt::Debug + Send + Sync {
    /// Returns the page as text of as many rows as it has, each with a line end. `ground` is the background of the
    /// terminal, if it is known.
    fn draw(&self, size: PageSize, ground: Option<Ground>) -> String;

    /// Returns all of the comments on the position as text, which may have more rows than a page.
    fn comments(&self, size: PageSize) -> String;

    /// Returns the approximate number of bytes that the page takes in memory.
    fn bytes(&self) -> usize;
}

/// The output of formats, divided into games and pages. By default, page breaks do nothing.
pub trait Pages {
    /// Returns the output of the current page.
    fn out(&mut self) -> &mut impl Write;

    /// Writes the separator between games, unless the game is the first.
    ///
    /// # Errors
    ///
    /// Returns any error of the output.
    fn separate(&mut self) -> io::Result<()>;

    /// Writes the number of the game in its file, counted from 1.
    ///
    /// # Errors
    ///
    /// Returns any error of the output.
    fn number(&mut self) -> io::Result<()>;

    /// Begins an item of the output. If the item has a file of its own, `item` is called for what
    /// names the file.
    ///
    /// # Errors
    ///
    /// Returns any error of the output.
    fn begin_item(&mut self, _item: impl FnOnce() -> Item) -> io::Result<()> {
        Ok(())
    }

    /// Returns the size of a page, or `None` if the output is not read page by page.
    fn size(&self) -> Option<PageSize> {
        None
    }

    /// Returns the number of the game in its file and the number of games there, if they are known.
    fn place(&self) -> Option<(usize, Option<usize>)> {
        None
    }

    /// Shows a page that is drawn for the window, if the output has pages.
    ///
    /// # Errors
    ///
    /// Returns any error of the output.
    fn show(&mut self, _page: Arc<dyn DrawnPage>) -> io::Result<()> {
        Ok(())
    }

    /// Ends the current page as [`Pages::turn`] does if `rows` more do not fit on it.
    ///
    /// # Errors
    ///
    /// Returns any error of the output or of the terminal.
    fn make_room(&mut self, _rows: usize) -> io::Result<ControlFlow<Leave>> {
        Ok(ControlFlow::Continue(()))
    }

    /// Ends the page of the game before as [`Pages::turn`] does, and begins a game. Returns
    /// [`ControlFlow::Break`] if the reader leaves the whole output.
    ///
    /// # Errors
    ///
    /// Returns any error of the output or of the terminal.
    fn begin_game(&mut self) -> io::Result<ControlFlow<Leave>> {
        Ok(ControlFlow::Continue(()))
    }

    /// Ends the current page, if something has been written, and waits until the reader asks
    /// for a page that has not been written yet. Returns [`ControlFlow::Break`] if the reader
    /// leaves.
    ///
    /// # Errors
    ///
    /// Returns any error of the output or of the terminal.
    fn turn(&mut self) -> io::Result<ControlFlow<Leave>> {
        Ok(ControlFlow::Continue(()))
    }
}

/// The data that can name an item of the output: a game, or a position of one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Item {
    /// The name of the player of White; empty if it is unknown.
    pub white: String,
    /// The name of the player of Black; empty if it is unknown.
    pub black: String,
    /// The titles of the players that are known, such as `GM`.
    pub titles: ByColor<Option<String>>,
    /// The ratings of the players that are known.
    pub ratings: ByColor<Option<String>>,
    /// The number of plies before the position, and the last one in SAN or CTL-AN; `None` for a whole
    /// game.
    pub ply: Option<(usize, String)>,
}

impl Item {
    /// Returns what names a whole game.
    #[must_use]
    pub fn of_game<N: Notation>(game: &Game<'_, N>) -> Item {
        let known = |tag| Some(words(&game.known_value(tag)?).collect::<Vec<_>>().join(" "));
        let [white, black] = ["White", "Black"].map(|tag| known(tag).unwrap_or_default());
        // a long text is neither a title nor a rating, and has no room in a picture
        let short =
            |longest: &'static str| move |tag| known(tag).filter(|value| value.len() <= longest.len());
        let [title, rating] = ["WGM", "2690 (FIDE)"].map(short);
        let titles = ByColor { white: title("WhiteTitle"), black: title("BlackTitle") };
        let ratings = ByColor { white: rating("WhiteElo"), black: rating("BlackElo") };
        Item { white, black, titles, ratings, ply: None }
    }

    /// Returns the name of a player after the title, if there is one; empty if the name is unknown.
    pub(crate) fn titled_name(&self, side: Color) -> String {
        let name = side.fold_wb(&self.white, &self.black);
        let title = self.titles.get(side).as_deref().filter(|_| !name.is_empty());
        joined([title.unwrap_or_default(), name], " ")
    }
}

/// A game cannot be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FormatError {
    /// The output or the terminal failed.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// The starting position cannot be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A move cannot be played.
    #[error(transparent)]
    Replay(#[from] Box<ReplayError>),
    /// The format cannot express something in the game.
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
    /// The reader has left at a page break.
    #[error(transparent)]
    Left(#[from] Leave),
}

/// Writes the header of a game and the heading of its moves, on several pages if they are longer than one. Lines are
/// wrapped to the page.
pub(crate) fn write_above(header: &str, moves: &str, pages: &mut impl Pages) -> WriteResult {
    let Some(page) = pages.size() else { return Ok(write!(pages.out(), "{header}\n{moves}\n\n")?) };
    for line in wrapped(&format!("{header}\n{moves}\n"), page.columns) {
        // the blank line at the end of a page has the place of the hint
        if !line.is_empty() {
            Leave::check(pages.make_room(1)?)?;
        }
        writeln!(pages.out(), "{line}")?;
    }
    Ok(())
}

/// Writes what is said below a position, wrapped to the page and with a blank line below it.
fn write_note(note: &str, pages: &mut impl Pages) -> WriteResult {
    let Some(page) = pages.size().filter(|_| !note.is_empty()) else { return Ok(()) };
    let lines = wrapped(note, page.columns);
    Leave::check(pages.make_room(lines.len() + 1)?)?;
    Ok(writeln!(pages.out(), "{}\n", lines.join("\n"))?)
}

impl<F: PositionFormat> Format for F {
    fn needs(&self) -> Needs {
        let movetext = self.takes_comments();
        Needs { moves: true, movetext, diagnostics: movetext, ..Needs::default() }
    }

    fn expansion(&self) -> usize {
        PositionFormat::expansion(self)
    }

    /// Writes the main line, or the chosen positions of it. The header and the first position are one
    /// page if they fit on it, and every other position is a page of its own.
    fn write<R: Rules>(&mut self, context: &Context<'_, R>, pages: &mut impl Pages) -> WriteResult {
        let game = context.game;
        let FormatOptions { language, positions, move_text, names_opening, .. } = *self.options();
        move_text.check::<R>()?;
        let start = R::set_up(game)?;
        Leave::check(pages.begin_game()?)?;
        self.open(game);
        let last = context.played.len();
        let mut position = start.position;
        let page = pages.size();
        let rows = page.map_or(0, |page| self.fit(&position, page));
        let chosen = ChosenPositions::new(positions, context);
        let mut text = Vec::new();
        header::write(game, language, names_opening, &mut text)?;
        let mut page_has_position = chosen.includes(0, None, last == 0, start.given.is_some());
        let moves = R::Notation::words(language).moves;
        write_above(&String::from_utf8_lossy(&text), moves, pages)?;
        if page_has_position || !context.played.is_empty() {
            Leave::check(pages.make_room(rows)?)?;
        }
        let mut notes = page.map(|_| Notes::of(game));
        let mut untold = Vec::new();
        // what is said of a starting position that is not shown stands below the first board
        let mut write_below = |format: &F, position: &R, is_last: bool, is_shown: bool, pages: &mut _| {
            let Some(notes) = &mut notes else { return Ok(()) };
            notes.advance();
            untold.append(&mut notes.comments);
            if !is_shown {
                untold.retain(|_| positions.is_none());
                return Ok(());
            }
            let last = Some(position).filter(|_| is_last && positions.is_none() && game.cut_at.is_none());
            let below = format.below(game, &untold, last);
            untold.clear();
            write_note(&below, pages)
        };
        self.see(&position);
        if page_has_position {
            self.start(&position, pages.out())?;
        }
        write_below(self, &position, last == 0, page_has_position, pages)?;
        for (plies, &played) in (1..).zip(context.played) {
            let (at, is_last) = (position.ply_number(), plies == last);
            let is_chosen = chosen.includes(plies, Some(at), is_last, true);
            if is_chosen {
                // turned before a board and not after one, so that the ending can stand below the last board
                if page_has_position {
                    Leave::check(pages.turn()?)?;
                }
                // the window may have another size since the last page
                pages.size().map(|page| self.fit(&position, page));
                self.before(&position, played);
            }
            position.play(played);
            self.see(&position);
            if is_chosen {
                self.ply(Ply { at, played }, &position, pages.out())?;
                page_has_position = true;
            } else {
                self.pass_over();
            }
            write_below(self, &position, is_last, is_chosen, pages)?;
        }
        if game.cut_at.is_some() {
            writeln!(pages.out(), "{}\n", language.incomplete)?;
        }
        Ok(())
    }
}

//! From positions to text: one file per format.
//!
//! A format is a [`Format`]; those that go position by position are a [`PositionFormat`],
//! which is led through the moves. Both write to any [`Write`] and know a game
//! only through its [`Rules`].

mod boards;
mod fen;
mod header;
mod json;
mod minimal;
mod movetext_index;
mod paint;
mod pgn;
pub mod speech;
mod template;

use std::io::{self, Write};
use std::ops::ControlFlow;

use thiserror::Error;

use crate::message::{Diagnostic, PlyNumber};
use crate::rules::{Illegal, ReplayError, Rules, SetupError, Start, Unwritable};
use crate::syntax::Game;

pub use boards::{Boards, Style, board_text};
pub use fen::FenLines;
pub use json::Json;
pub use minimal::Minimal;
pub use pgn::Pgn;
pub use speech::Speech;

/// What is known of a game besides what was written.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a, M> {
    /// What has been found odd in it, if the format asks for that.
    pub diagnostics: &'a [Diagnostic],
    /// What becomes of moves that are not legal.
    pub illegal: Illegal,
    /// What the moves of its main line mean, for a format that needs no movetext of all
    /// that are to be shown, and otherwise as far as that has been found out.
    pub played: &'a [M],
}

/// A format of output.
pub trait Format: Clone + Send + Sync {
    /// Whether the format tells what has been found in a game.
    const TELLS_DIAGNOSTICS: bool = false;

    /// Whether the format needs the movetext as it was written, and not only what it means.
    const NEEDS_MOVETEXT: bool = true;

    /// Whether the format needs the tags of a game for more than the position it starts from.
    const NEEDS_TAGS: bool = true;

    /// Returns about how many bytes are written for each that is read.
    fn expansion(&self) -> usize;

    /// Writes a game that is free of errors or has been cut off before them.
    ///
    /// # Errors
    ///
    /// [`FormatError`], with what was written before it.
    fn write<R: Rules>(
        &mut self,
        game: &Game<'_, R::Notation>,
        shown: &Context<'_, R::Move>,
        pages: &mut impl Pages,
    ) -> Result<ControlFlow<Leave>, FormatError>;
}

/// What a reader leaves who breaks off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leave {
    /// The game, for the next one.
    Game,
    /// All that is to be shown.
    Everything,
}

/// A format that goes position by position.
pub trait PositionFormat: Clone + Send + Sync {
    /// Whether a reader at a terminal wants to stop behind every position.
    const PAGED: bool;

    /// Whether there is a blank line between games.
    const SEPARATED: bool;

    /// Whether tags are written, and not only positions.
    const WRITES_TAGS: bool;

    /// Returns about how many bytes are written for each that is read.
    fn expansion(&self) -> usize;

    /// Writes what comes before the first move.
    ///
    /// # Errors
    ///
    /// Any error of `out`.
    fn open<R: Rules>(
        &mut self,
        game: &Game<'_, R::Notation>,
        start: &Start<R>,
        out: &mut impl Write,
    ) -> io::Result<()>;

    /// Writes the position behind a move.
    ///
    /// # Errors
    ///
    /// Any error of `out`.
    fn ply<R: Rules>(&mut self, ply: Ply<R>, position: &R, out: &mut impl Write) -> io::Result<()>;

    /// Writes what is left to be written behind the last move.
    ///
    /// # Errors
    ///
    /// Any error of `out`.
    fn close(&mut self, _out: &mut impl Write) -> io::Result<()> {
        Ok(())
    }

    /// Writes that the game is incomplete, since it was cut off at an error.
    ///
    /// # Errors
    ///
    /// Any error of `out`.
    fn mark_incomplete(&mut self, out: &mut impl Write) -> io::Result<()>;
}

/// A move that led to a position.
#[derive(Clone, Copy, Debug)]
pub struct Ply<R: Rules> {
    /// Its number and side, by the board's count.
    pub at: PlyNumber,
    /// What it was.
    pub played: R::Move,
}

/// Where output goes, one page after the other. Unless something else is said, nobody
/// turns the pages.
pub trait Pages {
    /// Returns where to write the current page.
    fn out(&mut self) -> &mut impl Write;

    /// Writes what stands between games, which is nothing before the first.
    ///
    /// # Errors
    ///
    /// Any error of the output.
    fn separate(&mut self) -> io::Result<()>;

    /// Writes the number of the game in its file, counted from 1.
    ///
    /// # Errors
    ///
    /// Any error of the output.
    fn number(&mut self) -> io::Result<()>;

    /// Ends the page before as [`Pages::turn`] does and begins a game, unless the
    /// reader leaves everything.
    ///
    /// # Errors
    ///
    /// Any error of the output or of the terminal.
    fn begin_game(&mut self) -> io::Result<ControlFlow<()>> {
        Ok(ControlFlow::Continue(()))
    }

    /// Ends the current page, if something has been written, and waits until
    /// the reader wants one that has not been written yet, or breaks off.
    ///
    /// # Errors
    ///
    /// Any error of the output or of the terminal.
    fn turn(&mut self) -> io::Result<ControlFlow<Leave>> {
        Ok(ControlFlow::Continue(()))
    }
}

/// The error of a game that could not be shown.
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
    /// The format cannot hold the game.
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
}

impl<F: PositionFormat> Format for F {
    const NEEDS_MOVETEXT: bool = false;
    const NEEDS_TAGS: bool = F::WRITES_TAGS;

    fn expansion(&self) -> usize {
        PositionFormat::expansion(self)
    }

    /// Shows the main line: header and first position make a page, every further
    /// position another.
    fn write<R: Rules>(
        &mut self,
        game: &Game<'_, R::Notation>,
        shown: &Context<'_, R::Move>,
        pages: &mut impl Pages,
    ) -> Result<ControlFlow<Leave>, FormatError> {
        let start = R::set_up(game)?;
        if F::PAGED && pages.begin_game()?.is_break() {
            return Ok(ControlFlow::Break(Leave::Everything));
        }
        if F::SEPARATED {
            pages.separate()?;
        }
        self.open(game, &start, pages.out())?;
        let mut page_is_new = start.given.is_none();
        let mut position = start.position;
        for &played in shown.played {
            if F::PAGED
                && !page_is_new
                && let ControlFlow::Break(leave) = pages.turn()?
            {
                return Ok(ControlFlow::Break(leave));
            }
            let at = position.ply_number();
            position.play(played);
            self.ply(Ply { at, played }, &position, pages.out())?;
            page_is_new = false;
        }
        self.close(pages.out())?;
        if game.cut_at.is_some() {
            self.mark_incomplete(pages.out())?;
        }
        Ok(ControlFlow::Continue(()))
    }
}

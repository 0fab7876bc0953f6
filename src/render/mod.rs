//! From positions to text: one file per format.
//!
//! A [`Renderer`] writes to any [`Write`] and knows a game only through its
//! [`Rules`]; [`show_game`] leads it through the moves.

mod boards;
mod fen;
mod header;
mod paint;

use std::io::{self, Write};

use thiserror::Error;

use crate::ast::Game;
use crate::replay::{Ply, Replay, ReplayError, Rules, SetupError};

pub use boards::{Boards, Style};
pub use fen::FenLines;

/// A format of output.
pub trait Renderer {
    /// Whether a reader at a terminal wants to stop behind every position.
    const PAGED: bool;

    /// Writes what comes before the first move.
    ///
    /// # Errors
    ///
    /// Any error of `out`.
    fn open<R: Rules>(
        &mut self,
        game: &Game<'_, R::Written>,
        start: &R,
        out: &mut impl Write,
    ) -> io::Result<()>;

    /// Writes the position behind a move.
    ///
    /// # Errors
    ///
    /// Any error of `out`.
    fn ply<R: Rules>(&mut self, ply: &Ply<'_, R>, position: &R, out: &mut impl Write) -> io::Result<()>;
}

/// Where output goes, one page after the other.
pub trait Pages {
    /// Returns where to write the current page.
    fn out(&mut self) -> &mut impl Write;

    /// Ends the current page, if something has been written, and waits for the
    /// reader; returns whether there is a reader still.
    ///
    /// # Errors
    ///
    /// Any error of the output or of the terminal.
    fn turn(&mut self) -> io::Result<Reader>;
}

/// What the reader of the pages wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// To see the next page.
    Continues,
    /// To see nothing more.
    Leaves,
}

/// The error of a game that could not be shown.
#[derive(Debug, Error)]
pub enum ShowError {
    /// The output or the terminal failed.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// The starting position cannot be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A move cannot be played.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// Shows the main line of a game: its header and first position make a page,
/// every further position another.
///
/// # Errors
///
/// [`ShowError`], with what was written before it.
pub fn show_game<R: Rules, F: Renderer>(
    game: &Game<'_, R::Written>,
    renderer: &mut F,
    pages: &mut impl Pages,
) -> Result<Reader, ShowError> {
    let (start, _) = R::set_up(game)?;
    if F::PAGED && pages.turn()? == Reader::Leaves {
        return Ok(Reader::Leaves);
    }
    renderer.open(game, &start, pages.out())?;
    let mut page_is_new = !is_set_up(game);
    let mut replay = Replay::main_line(game, start);
    while let Some(ply) = replay.advance()? {
        if F::PAGED && !page_is_new && pages.turn()? == Reader::Leaves {
            return Ok(Reader::Leaves);
        }
        renderer.ply(&ply, replay.position(), pages.out())?;
        page_is_new = false;
    }
    Ok(Reader::Continues)
}

/// Tells whether a game starts from a position of its own.
fn is_set_up<M>(game: &Game<'_, M>) -> bool {
    game.tag("FEN").is_some()
}

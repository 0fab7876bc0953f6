//! The viewer: a game on the whole screen, forward and back.
//!
//! [`state`] is what the viewer shows and how keys change it, [`screen`] draws it, and
//! [`session`] brings it the games that it asks for. None of them knows the terminal, so
//! tests drive them directly. This file is the shell around them: it opens the files and
//! the terminal and waits for keys.

pub mod autoplay;
pub mod color;
mod commands;
#[cfg(test)]
mod contrast;
pub mod display_options;
pub mod game_index;
pub mod game_reader;
pub mod keys;
pub mod loaded_game;
pub mod material;
pub mod navigate;
pub mod prompt;
pub mod screen;
pub mod search;
pub mod search_task;
pub mod session;
pub mod state;
pub mod tag_summary;
mod terminal;
#[cfg(test)]
mod tests;
pub mod theme;
pub mod tree;

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crossterm::event;

use super::ExitStatus;
use super::cli::Args;
use super::messages::{NoGames, NoneFound};
use super::query::WrittenQuery;
use crate::message::{CannotWrite, Reporter};
use crate::text::Source;
use display_options::DisplayOptions;
use game_index::GameIndex;
use session::Session;
use state::Effect;
use terminal::Window;

/// Shows the games of a command line's files until the user quits. A file that cannot be
/// read is reported and left out.
pub(super) fn run(args: &Args) -> ExitStatus {
    let stderr = io::stderr();
    let options = args.reporter_options(args.language(), args.color.is_enabled(stderr.is_terminal()));
    let query = match WrittenQuery::of_args(args, options) {
        Ok(query) => query.map(|written| written.query),
        Err(status) => return status,
    };
    let mut reporter = Reporter::new(stderr, options);
    let mut status = ExitStatus::Success;
    let mut sources = Vec::new();
    for path in args.input_paths() {
        match Source::open(&path) {
            Ok(source) => sources.push(source),
            Err(error) => {
                status = ExitStatus::Failure;
                reporter.fail(Some(&error.name), &error);
            }
        }
    }
    if sources.is_empty() {
        return status;
    }
    let index = GameIndex::new(sources, args.variant, args.syntax)
        .with_piece_letters(args.piece_letters)
        .max_game_size(args.max_game_size.0)
        .with_query(query);
    let index = Arc::new(index);
    match view(&index, args) {
        Ok(true) => return status,
        Ok(false) if index.read() > 0 => reporter.fail(None, &NoneFound { count: index.read() }),
        Ok(false) => reporter.fail(None, &NoGames),
        Err(error) => reporter.fail(None, &CannotWrite(error)),
    }
    ExitStatus::Failure
}

/// Shows the games of an index, or those that are selected, until the user quits. Returns
/// whether there are any.
///
/// # Errors
///
/// Any error of the terminal.
fn view(index: &Arc<GameIndex>, args: &Args) -> io::Result<bool> {
    index.fill_in_background(args.games.clone());
    while index.is_empty() && !index.is_complete() {
        thread::sleep(Duration::from_millis(1));
    }
    match Session::open(index, DisplayOptions::new(args), args.language()) {
        Some(session) => run_event_loop(session, &mut Window::open()?).map(|()| true),
        None => Ok(false),
    }
}

fn run_event_loop(mut session: Session<'_>, window: &mut Window) -> io::Result<()> {
    loop {
        session.tick();
        window.draw(|frame| {
            if let Some(cursor) = session.draw(frame.buffer_mut()) {
                frame.set_cursor_position(cursor);
            }
        })?;
        let mut timeout = session.poll_timeout();
        // events that have piled up are handled before the screen is drawn once more
        while event::poll(timeout)? {
            timeout = Duration::ZERO;
            match session.handle(&event::read()?) {
                Effect::Redraw => window.resize()?,
                Effect::Copy(text) => window.copy(&text)?,
                Effect::Suspend => window.suspend()?,
                Effect::Quit => return Ok(()),
                Effect::Nothing | Effect::Search(_) | Effect::EndSearch => {}
            }
        }
    }
}

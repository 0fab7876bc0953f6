//! The viewer: a game on the whole screen, forward and back.
//!
//! The [`state`] is what is on the screen, and what keys make of it; [`screen`] draws
//! it, and the [`session`] brings it the games it asks for. They know no terminal. Here
//! is the shell around them, which waits for keys.

pub mod autoplay;
pub mod find;
pub mod keys;
pub mod library;
pub mod look;
pub mod positions;
pub mod prompt;
pub mod record;
pub mod screen;
pub mod session;
pub(crate) mod start;
pub mod state;
mod terminal;
#[cfg(test)]
mod tests;
pub mod theme;
pub mod tree;
pub mod walk;

use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crossterm::event;

use crate::app::cli::Selection;
use crate::message::Language;
use library::Library;
use look::Look;
use session::Session;
use state::Effect;
use terminal::Window;

/// Shows the games of a library, or those that are selected, until the user leaves.
/// Returns whether there were any.
///
/// # Errors
///
/// Any error of the terminal.
pub fn view(
    library: Library,
    selection: Option<Selection>,
    look: Look,
    language: &'static Language,
) -> io::Result<bool> {
    let library = Arc::new(library);
    library.index_in_background(selection);
    while library.is_empty() && !library.is_complete() {
        thread::sleep(Duration::from_millis(1));
    }
    match Session::open(&library, look, language) {
        Some(session) => run(session, &mut Window::open()?).map(|()| true),
        None => Ok(false),
    }
}

fn run(mut session: Session<'_>, window: &mut Window) -> io::Result<()> {
    loop {
        session.pass();
        window.draw(|frame| {
            if let Some(cursor) = session.draw(frame.buffer_mut()) {
                frame.set_cursor_position(cursor);
            }
        })?;
        let mut patience = session.patience();
        // what has been pressed meanwhile needs no picture of its own
        while event::poll(patience)? {
            patience = Duration::ZERO;
            match session.take(&event::read()?) {
                Effect::Redraw => window.resize()?,
                Effect::Copy(text) => window.copy(&text)?,
                Effect::Suspend => window.suspend()?,
                Effect::Quit => return Ok(()),
                Effect::Nothing | Effect::Search(_) | Effect::EndSearch => {}
            }
        }
    }
}

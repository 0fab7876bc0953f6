//! The keys of the pager.

use std::io;

use crossterm::event::{self, Event as TerminalEvent, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// An event that the pager handles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// The user leaves the page.
    Turn(Turn),
    /// The user stops the program with Ctrl-Z.
    Suspend,
    /// The size of the window has changed.
    Resize,
}

/// Where the user goes from a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// To the next page.
    Forward,
    /// To the previous page.
    Back,
    /// To the next game.
    NextGame,
    /// Out of the program.
    Quit,
}

/// Waits for the next event; keys without a meaning are ignored.
pub(super) fn wait() -> io::Result<Event> {
    loop {
        let event = match event::read()? {
            TerminalEvent::Key(key) => event_of(key),
            TerminalEvent::Resize(..) => Some(Event::Resize),
            _ => None,
        };
        if let Some(event) = event {
            return Ok(event);
        }
    }
}

/// Returns the meaning of a key.
fn event_of(key: KeyEvent) -> Option<Event> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    let turn = match key.code {
        KeyCode::Char('z') if control => return Some(Event::Suspend),
        KeyCode::Char('c' | 'd') if control => Turn::Quit,
        KeyCode::Char('j' | 'm') if control => Turn::Forward,
        KeyCode::Char('h') if control => Turn::Back,
        KeyCode::Enter | KeyCode::Char(' ') | KeyCode::Right => Turn::Forward,
        KeyCode::Left | KeyCode::Backspace => Turn::Back,
        KeyCode::Char('n' | 'N') => Turn::NextGame,
        KeyCode::Char('q' | 'Q') => Turn::Quit,
        _ => return None,
    };
    Some(Event::Turn(turn))
}

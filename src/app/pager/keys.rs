//! What keys mean between pages.

use std::io::{self, IsTerminal};

use crossterm::event::{self, Event as TerminalEvent, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// What happens between pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// The reader leaves the page.
    Turn(Turn),
    /// The reader wants to stop the program for a while.
    Suspend,
    /// The window has another size.
    Resize,
}

/// Where the reader goes from a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// To the next page.
    Forward,
    /// To the page before.
    Back,
    /// To the next game.
    NextGame,
    /// Away.
    Quit,
}

/// Tells whether there is a terminal to read keys from: standard input or, when
/// the game comes from there, the controlling terminal.
pub(crate) fn can_be_read() -> bool {
    io::stdin().is_terminal() || (cfg!(unix) && std::fs::File::open("/dev/tty").is_ok())
}

/// Waits until something happens that has a meaning.
pub(super) fn wait() -> io::Result<Event> {
    loop {
        let event = match event::read()? {
            TerminalEvent::Key(key) => meaning(key),
            TerminalEvent::Resize(..) => Some(Event::Resize),
            _ => None,
        };
        if let Some(event) = event {
            return Ok(event);
        }
    }
}

fn meaning(key: KeyEvent) -> Option<Event> {
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

//! Waiting for a key between pages, at a terminal.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::terminal::{Clear, ClearType, disable_raw_mode, enable_raw_mode, size};
use crossterm::{cursor, queue};

use crate::lang::Language;
use crate::render::Pages;

/// An output that stops behind every page until the reader wants the next.
#[derive(Debug)]
pub struct Pauser<W: Write> {
    out: W,
    hint: &'static str,
    waits: bool,
    page_written: bool,
    /// The number of the game in its file.
    game: usize,
    /// Whether something stands before what would be separated.
    separates: bool,
}

impl<W: Write> Pauser<W> {
    /// Wraps the writer of standard output. Nothing waits when that is no
    /// terminal, or when there is no terminal to read keys from.
    pub fn new(out: W, waits: bool, language: &Language) -> Pauser<W> {
        let waits = waits && io::stdout().is_terminal() && keys_can_be_read();
        if waits {
            signals::restore_terminal();
        }
        Pauser { out, hint: language.hint, waits, page_written: false, game: 0, separates: false }
    }

    /// Hands on what has been written so far.
    ///
    /// # Errors
    ///
    /// Any error of the output.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Tells whether anybody turns the pages.
    pub fn waits(&self) -> bool {
        self.waits
    }

    /// Goes on to a game, by its number in its file.
    pub fn set_game(&mut self, number: usize) {
        self.game = number;
    }

    fn show_hint(&mut self) -> io::Result<()> {
        // a hint of more than one line could not be wiped; 0 is a width not known
        let width = size().ok().filter(|(columns, _)| *columns > 0);
        let width = width.map_or(80, |(columns, _)| usize::from(columns));
        let hint: String = self.hint.chars().take(width - 1).collect();
        self.out.write_all(hint.as_bytes())?;
        self.out.flush()
    }

    fn clear_hint(&mut self) -> io::Result<()> {
        queue!(self.out, cursor::MoveToColumn(0), Clear(ClearType::CurrentLine))?;
        self.out.flush()
    }

    /// Shows the hint for as long as no key has a meaning. Raw mode comes first,
    /// so that a key pressed on sight of the hint is read as one.
    fn ask(&mut self) -> io::Result<Key> {
        // the page is still for a terminal that turns a line feed into a new line
        self.out.flush()?;
        let _raw = RawMode::enter()?;
        self.show_hint()?;
        let key = wait_for_key();
        self.clear_hint()?;
        key
    }

    fn wait(&mut self) -> io::Result<ControlFlow<()>> {
        loop {
            match self.ask()? {
                Key::Next => return Ok(ControlFlow::Continue(())),
                Key::Quit => return Ok(ControlFlow::Break(())),
                Key::Suspend => signals::suspend()?,
            }
        }
    }
}

impl<W: Write> Pages for Pauser<W> {
    fn out(&mut self) -> &mut impl Write {
        self.page_written = true;
        &mut self.out
    }

    fn separate(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.separates, true) {
            self.out().write_all(b"\n")?;
        }
        Ok(())
    }

    fn number(&mut self) -> io::Result<()> {
        let number = self.game;
        write!(self.out(), "{number}")
    }

    fn turn(&mut self) -> io::Result<ControlFlow<()>> {
        if !std::mem::take(&mut self.page_written) || !self.waits {
            return Ok(ControlFlow::Continue(()));
        }
        self.wait()
    }
}

enum Key {
    Next,
    Quit,
    Suspend,
}

/// Tells whether there is a terminal to read keys from: standard input or, when
/// the game comes from there, the controlling terminal.
fn keys_can_be_read() -> bool {
    io::stdin().is_terminal() || (cfg!(unix) && std::fs::File::open("/dev/tty").is_ok())
}

fn wait_for_key() -> io::Result<Key> {
    loop {
        if let Event::Key(key) = event::read()?
            && let Some(key) = meaning(key)
        {
            return Ok(key);
        }
    }
}

fn meaning(key: KeyEvent) -> Option<Key> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    match key.code {
        KeyCode::Char('c' | 'd') if control => Some(Key::Quit),
        KeyCode::Char('z') if control => Some(Key::Suspend),
        KeyCode::Char('j' | 'm') if control => Some(Key::Next),
        KeyCode::Enter | KeyCode::Char(' ') => Some(Key::Next),
        KeyCode::Char('q' | 'Q') => Some(Key::Quit),
        _ => None,
    }
}

/// The terminal's raw mode, for as long as the value lives.
struct RawMode;

impl RawMode {
    fn enter() -> io::Result<RawMode> {
        enable_raw_mode()?;
        Ok(RawMode)
    }
}

impl Drop for RawMode {
    fn drop(&mut self) {
        // there is nobody left to tell if this fails
        let _ = disable_raw_mode();
    }
}

/// Leaving the terminal as it was when the process is ended or stopped from outside.
#[cfg(unix)]
mod signals {
    use std::{io, thread};

    use crossterm::cursor::MoveToColumn;
    use crossterm::execute;
    use crossterm::terminal::{Clear, ClearType, disable_raw_mode, is_raw_mode_enabled};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    pub(super) fn restore_terminal() {
        let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM]) else {
            return;
        };
        thread::spawn(move || {
            for signal in signals.forever() {
                // nobody is left to tell if this fails
                if is_raw_mode_enabled().unwrap_or(false) {
                    let _ = disable_raw_mode();
                    let _ = execute!(io::stdout(), MoveToColumn(0), Clear(ClearType::CurrentLine));
                }
                let _ = emulate_default_handler(signal);
            }
        });
    }

    pub(super) fn suspend() -> io::Result<()> {
        emulate_default_handler(SIGTSTP)
    }
}

#[cfg(not(unix))]
mod signals {
    use std::io;

    pub(super) fn restore_terminal() {}

    pub(super) fn suspend() -> io::Result<()> {
        Ok(())
    }
}

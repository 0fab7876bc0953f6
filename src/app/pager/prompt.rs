//! The line that tells the keys, for as long as the terminal waits for one.

use std::io::{self, Write};

use crossterm::execute;
use crossterm::terminal::{Clear, ClearType, disable_raw_mode, enable_raw_mode, size};

/// The terminal in raw mode with the hint on its last line, for as long as the value lives.
pub(super) struct Prompt;

impl Prompt {
    /// Shows the hint. Raw mode comes first, so that a key pressed on sight of the hint
    /// is read as one.
    pub(super) fn open(hint: &str) -> io::Result<Prompt> {
        enable_raw_mode()?;
        let prompt = Prompt;
        show(hint)?;
        Ok(prompt)
    }
}

impl Drop for Prompt {
    fn drop(&mut self) {
        // there is nobody left to tell if this fails
        let _ = wipe();
        let _ = disable_raw_mode();
    }
}

/// Shows the hint and puts the cursor before it: there it stays if the window gets
/// narrower and the terminal breaks the line.
fn show(hint: &str) -> io::Result<()> {
    // 0 is a width not known
    let width = size().ok().filter(|(columns, _)| *columns > 0);
    let width = width.map_or(80, |(columns, _)| usize::from(columns));
    let hint: String = hint.chars().take(width - 1).collect();
    let mut out = io::stdout().lock();
    write!(out, "{hint}\r")?;
    out.flush()
}

fn wipe() -> io::Result<()> {
    execute!(io::stdout().lock(), Clear(ClearType::FromCursorDown))
}

/// Leaving the terminal as it was when the process is ended or stopped from outside.
#[cfg(unix)]
pub(super) mod signals {
    use std::{io, thread};

    use crossterm::terminal::{disable_raw_mode, is_raw_mode_enabled};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    use super::{Prompt, wipe};

    /// Lets no signal leave a prompt behind; who is called back sees it again.
    pub(in super::super) fn watch(hint: &'static str) {
        let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP]) else {
            return;
        };
        thread::spawn(move || {
            for signal in signals.forever() {
                // nobody is left to tell if this fails
                let asks = is_raw_mode_enabled().unwrap_or(false);
                if asks {
                    let _ = wipe();
                    let _ = disable_raw_mode();
                }
                let _ = emulate_default_handler(signal);
                // only a program that was stopped comes here
                if asks {
                    let _ = Prompt::open(hint).map(std::mem::forget);
                }
            }
        });
    }

    /// Stops the program, as Ctrl-Z does elsewhere.
    pub(in super::super) fn suspend() -> io::Result<()> {
        emulate_default_handler(SIGTSTP)
    }
}

#[cfg(not(unix))]
pub(super) mod signals {
    use std::io;

    pub(in super::super) fn watch(_hint: &'static str) {}

    pub(in super::super) fn suspend() -> io::Result<()> {
        Ok(())
    }
}

//! The hint: a line that names the keys while the pager waits for one.

use std::io::{self, Write};

use crossterm::execute;
use crossterm::terminal::{Clear, ClearType, disable_raw_mode, enable_raw_mode, size};

/// The hint on the last line, with the terminal in raw mode. Dropping the value removes the
/// hint and leaves raw mode.
pub(super) struct HintLine;

impl HintLine {
    /// Shows the hint. Raw mode comes first: a key that the user presses as soon as the hint
    /// appears must arrive raw.
    pub(super) fn show(hint: &str) -> io::Result<HintLine> {
        enable_raw_mode()?;
        let line = HintLine;
        write_hint(hint)?;
        Ok(line)
    }
}

impl Drop for HintLine {
    fn drop(&mut self) {
        // an error cannot be reported without a terminal
        let _ = wipe();
        let _ = disable_raw_mode();
    }
}

/// Writes the hint with the cursor at its beginning. If the window gets narrower and the
/// terminal breaks the line, the cursor stays there, and `wipe` still removes all of it.
fn write_hint(hint: &str) -> io::Result<()> {
    let [width, _] = window();
    let width = width.unwrap_or(80);
    let hint = fitted(hint, width - 1);
    let mut out = io::stdout().lock();
    write!(out, "{hint}\r")?;
    out.flush()
}

/// Returns a hint that fits a width: without the keys before the last one, which leaves the program, as far
/// as there is no room for them.
fn fitted(hint: &str, width: usize) -> String {
    const BETWEEN: &str = "   ";
    let mut keys: Vec<_> = hint.split(BETWEEN).collect();
    let length = |keys: &[&str]| keys.join(BETWEEN).chars().count();
    while length(&keys) > width && keys.len() > 1 {
        keys.remove(keys.len().saturating_sub(2));
    }
    keys.join(BETWEEN).chars().take(width).collect()
}

/// Returns the width and the height of the window, each `None` if the terminal does not know it: some
/// say 0.
pub(super) fn window() -> [Option<usize>; 2] {
    let (columns, rows) = size().unwrap_or_default();
    [columns, rows].map(|length| Some(usize::from(length)).filter(|length| *length > 0))
}

fn wipe() -> io::Result<()> {
    execute!(io::stdout().lock(), Clear(ClearType::FromCursorDown))
}

/// Restores the terminal when a signal ends or stops the program.
#[cfg(unix)]
pub(super) mod signals {
    use std::{io, thread};

    use crossterm::terminal::{disable_raw_mode, is_raw_mode_enabled};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    use super::{HintLine, wipe};

    /// Starts a thread that removes the hint before a signal ends or stops the program, and
    /// shows it again when the program is continued.
    pub(in super::super) fn watch(hint: &'static str) {
        let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP]) else {
            return;
        };
        // without a thread, a signal leaves the hint on the terminal
        let _ = thread::Builder::new().spawn(move || {
            for signal in signals.forever() {
                let is_shown = is_raw_mode_enabled().unwrap_or(false);
                // errors are ignored, since they cannot be reported without a terminal
                if is_shown {
                    let _ = wipe();
                    let _ = disable_raw_mode();
                }
                let _ = emulate_default_handler(signal);
                // the default of SIGTSTP returns once the program is continued
                if is_shown {
                    let _ = HintLine::show(hint).map(std::mem::forget);
                }
            }
        });
    }

    /// Stops the program, as Ctrl-Z does outside raw mode.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::LanguageCode;

    #[test]
    fn the_key_that_leaves_stays_in_the_hint() {
        let hint = "[Enter] next   [←] back   [n] next game   [q] quit";
        for (width, expected) in [
            (79, hint),
            (39, "[Enter] next   [←] back   [q] quit"),
            (30, "[Enter] next   [q] quit"),
            (20, "[q] quit"),
            (3, "[q]"),
        ] {
            assert_eq!(fitted(hint, width), expected, "{width}");
        }
        for code in [LanguageCode::En, LanguageCode::Ca, LanguageCode::Es] {
            let hint = fitted(code.language().hint, 39);
            assert!(hint.contains("   [q] ") && hint.starts_with('['), "{hint}");
        }
    }
}

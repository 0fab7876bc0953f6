//! The terminal while the viewer has it, and how it gets back what it was.
//!
//! Whoever ends the viewer, be it the user, an error, a panic or a signal, goes
//! through [`leave`]. All that is written goes through the lock of standard output,
//! so that nothing is drawn on a screen that has been given back.

use std::io::{self, Write};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::clipboard::CopyToClipboard;
use crossterm::cursor::{Hide, Show};
use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::execute;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
};
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;
use ratatui::{Frame, Terminal, TerminalOptions, Viewport};

/// Whether the viewer has the terminal.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The whole window, until it is dropped.
#[derive(Debug)]
pub struct Window {
    terminal: Terminal<CrosstermBackend<Frames>>,
}

impl Window {
    /// Takes the terminal.
    ///
    /// # Errors
    ///
    /// Any error of the terminal.
    pub fn open() -> io::Result<Window> {
        let viewport = Viewport::Fixed(area());
        let backend = CrosstermBackend::new(Frames::default());
        let terminal = Terminal::with_options(backend, TerminalOptions { viewport })?;
        let window = Window { terminal };
        leave_on_panic();
        signals::watch()?;
        enter(&mut io::stdout().lock())?;
        Ok(window)
    }

    /// Draws a picture of the window.
    ///
    /// # Errors
    ///
    /// Any error of the terminal.
    pub fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        self.terminal.draw(draw).map(drop)
    }

    /// Takes the size that the window has now, and draws all of it next time.
    ///
    /// # Errors
    ///
    /// Any error of the terminal.
    pub fn resize(&mut self) -> io::Result<()> {
        self.terminal.resize(area())
    }

    /// Puts a text into the clipboard, if the terminal lets it (OSC 52).
    ///
    /// # Errors
    ///
    /// Any error of the terminal.
    pub fn copy(&mut self, text: &str) -> io::Result<()> {
        execute!(io::stdout().lock(), CopyToClipboard::to_clipboard_from(text))
    }

    /// Stops the program, as Ctrl-Z does elsewhere.
    ///
    /// # Errors
    ///
    /// Any error of the system.
    pub fn suspend(&mut self) -> io::Result<()> {
        signals::suspend()
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        leave(&mut io::stdout().lock());
    }
}

/// Returns the area of the window; 0 is a size not known.
fn area() -> Rect {
    let (width, height) = size().unwrap_or_default();
    Rect::new(0, 0, if width > 0 { width } else { 80 }, if height > 0 { height } else { 24 })
}

fn enter(out: &mut impl Write) -> io::Result<()> {
    enable_raw_mode()?;
    TAKEN.store(true, Ordering::SeqCst);
    execute!(out, EnterAlternateScreen, EnableMouseCapture, Hide)
}

/// Gives the terminal back, if it was taken.
fn leave(out: &mut impl Write) {
    if TAKEN.swap(false, Ordering::SeqCst) {
        // there is nobody left to tell if this fails
        let _ = execute!(out, DisableMouseCapture, Show, LeaveAlternateScreen);
        let _ = disable_raw_mode();
    }
}

/// Lets a panic of any thread end the program, with its message on the screen that
/// was there before.
fn leave_on_panic() {
    const FAILURE: i32 = 101;
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        leave(&mut io::stdout().lock());
        report(panic);
        std::process::exit(FAILURE);
    }));
}

/// Bytes that are written all at once, for in the middle of a sequence of them the
/// terminal could not be given back.
#[derive(Debug, Default)]
struct Frames(Vec<u8>);

impl Write for Frames {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        // without the terminal there is nothing to draw on
        if TAKEN.load(Ordering::SeqCst) {
            out.write_all(&self.0)?;
        }
        self.0.clear();
        out.flush()
    }
}

/// The signals that end, stop or call back the program.
#[cfg(unix)]
mod signals {
    use std::sync::atomic::Ordering;
    use std::{io, thread};

    use crossterm::terminal::disable_raw_mode;
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::{emulate_default_handler, raise};

    use super::{TAKEN, enter, leave};

    pub(super) fn watch() -> io::Result<()> {
        let mut signals = Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGCONT])?;
        thread::spawn(move || {
            for signal in signals.forever() {
                // nobody is left to tell if this fails
                let _ = handle(signal);
            }
        });
        Ok(())
    }

    /// Ends or stops the program as the signal says, the terminal given back before.
    fn handle(signal: i32) -> io::Result<()> {
        let mut out = io::stdout().lock();
        if signal == SIGCONT {
            if TAKEN.load(Ordering::SeqCst) {
                // who stopped the program without a word has not kept the modes
                disable_raw_mode()?;
                return call_back(&mut out);
            }
            return Ok(());
        }
        leave(&mut out);
        emulate_default_handler(signal)?;
        // only a program that was stopped comes here
        call_back(&mut out)
    }

    /// Takes the terminal again; what a change of its size does draws all of it.
    fn call_back(out: &mut impl io::Write) -> io::Result<()> {
        enter(out)?;
        raise(SIGWINCH)
    }

    pub(super) fn suspend() -> io::Result<()> {
        raise(SIGTSTP)
    }
}

#[cfg(not(unix))]
mod signals {
    use std::io;

    pub(super) fn watch() -> io::Result<()> {
        Ok(())
    }

    pub(super) fn suspend() -> io::Result<()> {
        Ok(())
    }
}

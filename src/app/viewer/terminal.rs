//! The terminal while the viewer uses it.
//!
//! [`leave`] restores the terminal, and every end of the viewer calls it: a normal end, an
//! error, a panic and a signal. All output is written under the lock of standard output, so
//! a frame is never drawn on a terminal that has been restored.

use std::fmt;
use std::io::{self, Write};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::Command;
use crossterm::clipboard::CopyToClipboard;
use crossterm::cursor::{Hide, Show};
use crossterm::execute;
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;
use ratatui::{Frame, Terminal, TerminalOptions, Viewport};

use crate::app::environment;

/// Whether the terminal is in the viewer's modes: raw mode, alternate screen, mouse capture.
static IS_ENTERED: AtomicBool = AtomicBool::new(false);

/// Whether the terminal reports the mouse to the viewer. If not, the mouse selects text, as without the viewer.
static HAS_MOUSE: AtomicBool = AtomicBool::new(false);

/// Asks the terminal to report buttons and the wheel, or to stop that. `EnableMouseCapture` of crossterm would ask
/// for every motion as well.
struct TellOfButtons(bool);

impl Command for TellOfButtons {
    fn write_ansi(&self, f: &mut impl fmt::Write) -> fmt::Result {
        // 1000: buttons; 1006: coordinates of any size
        f.write_str(if self.0 { "\x1b[?1000h\x1b[?1006h" } else { "\x1b[?1006l\x1b[?1000l" })
    }

    #[cfg(windows)]
    fn execute_winapi(&self) -> io::Result<()> {
        use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
        if self.0 { EnableMouseCapture.execute_winapi() } else { DisableMouseCapture.execute_winapi() }
    }

    #[cfg(windows)]
    fn is_ansi_code_supported(&self) -> bool {
        false
    }
}

/// The terminal's whole window. Dropping the value restores the terminal.
#[derive(Debug)]
pub struct Window {
    terminal: Terminal<CrosstermBackend<FrameWriter>>,
}

impl Window {
    /// Sets the terminal's modes, and makes sure that they are restored on every way out.
    /// `has_mouse` tells whether the terminal reports the mouse.
    ///
    /// # Errors
    ///
    /// Returns any error of the terminal.
    pub fn open(has_mouse: bool) -> io::Result<Window> {
        HAS_MOUSE.store(has_mouse, Ordering::SeqCst);
        let viewport = Viewport::Fixed(area());
        let backend = CrosstermBackend::new(FrameWriter::default());
        let terminal = Terminal::with_options(backend, TerminalOptions { viewport })?;
        let window = Window { terminal };
        leave_on_panic();
        #[cfg(unix)]
        signals::watch()?;
        enter(&mut io::stdout().lock())?;
        Ok(window)
    }

    /// Draws a frame.
    ///
    /// # Errors
    ///
    /// Returns any error of the terminal.
    pub fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        self.terminal.draw(draw).map(drop)
    }

    /// Adopts the current size of the window; the next frame is drawn whole.
    ///
    /// # Errors
    ///
    /// Returns any error of the terminal.
    pub fn resize(&mut self) -> io::Result<()> {
        self.terminal.resize(area())
    }

    /// Copies a text to the clipboard, if the terminal allows it (OSC 52).
    ///
    /// # Errors
    ///
    /// Returns any error of the terminal.
    pub fn copy(&mut self, text: &str) -> io::Result<()> {
        execute!(io::stdout().lock(), CopyToClipboard::to_clipboard_from(text))
    }

    /// Stops the program, as Ctrl-Z does outside raw mode.
    ///
    /// # Errors
    ///
    /// Returns any error of the system.
    pub fn suspend(&mut self) -> io::Result<()> {
        #[cfg(unix)]
        signal_hook::low_level::raise(signal_hook::consts::SIGTSTP)?;
        Ok(())
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        leave(&mut io::stdout().lock());
    }
}

/// Returns the area of the window, or 80×24 if the terminal does not know its size and reports 0.
fn area() -> Rect {
    // the system counts columns and rows in sixteen bits
    let [width, height] = environment::window().map(|length| length as u16);
    Rect::new(0, 0, width, height)
}

fn enter(out: &mut impl Write) -> io::Result<()> {
    enable_raw_mode()?;
    IS_ENTERED.store(true, Ordering::SeqCst);
    execute!(out, EnterAlternateScreen, Hide)?;
    if HAS_MOUSE.load(Ordering::SeqCst) { execute!(out, TellOfButtons(true)) } else { Ok(()) }
}

/// Restores the terminal, if the viewer has set its modes.
fn leave(out: &mut impl Write) {
    if IS_ENTERED.swap(false, Ordering::SeqCst) {
        // an error cannot be reported without a terminal
        let _ = execute!(out, TellOfButtons(false), Show, LeaveAlternateScreen);
        let _ = disable_raw_mode();
    }
}

/// Makes a panic on any thread restore the terminal, print its message and end the program.
fn leave_on_panic() {
    const FAILURE: i32 = 101;
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        leave(&mut io::stdout().lock());
        report(panic);
        std::process::exit(FAILURE);
    }));
}

/// A writer that writes a frame as a whole when it is flushed. A frame written in parts could
/// be cut in the middle of an escape sequence by a signal that restores the terminal.
#[derive(Debug, Default)]
struct FrameWriter(Vec<u8>);

impl Write for FrameWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        // after `leave` a frame would appear on the user's normal screen
        if IS_ENTERED.load(Ordering::SeqCst) {
            out.write_all(&self.0)?;
        }
        self.0.clear();
        out.flush()
    }
}

/// The signals that end, stop or continue the program.
#[cfg(unix)]
mod signals {
    use std::io;
    use std::sync::atomic::Ordering;

    use crossterm::terminal::disable_raw_mode;
    use signal_hook::consts::{SIGCONT, SIGTSTP, SIGWINCH};
    use signal_hook::low_level::{emulate_default_handler, raise};

    use super::{IS_ENTERED, enter, leave};
    use crate::app::signals;

    pub(super) fn watch() -> io::Result<()> {
        // an error cannot be reported without a terminal
        signals::watch(&[SIGTSTP, SIGCONT], |signal| _ = handle(signal))
    }

    /// Restores the terminal and performs the default action of the signal, or sets the modes again
    /// when the program is continued.
    fn handle(signal: i32) -> io::Result<()> {
        let mut out = io::stdout().lock();
        if signal == SIGCONT {
            if IS_ENTERED.load(Ordering::SeqCst) {
                // the program was stopped by SIGSTOP, and the shell has reset the modes; crossterm
                // does not set raw mode again while it takes it as set
                disable_raw_mode()?;
                return resume(&mut out);
            }
            return Ok(());
        }
        leave(&mut out);
        emulate_default_handler(signal)?;
        // only SIGTSTP comes here, once the program is continued; the other signals have ended it
        resume(&mut out)
    }

    /// Sets the modes again. The signal for a changed window size makes the viewer draw a whole
    /// frame.
    fn resume(out: &mut impl io::Write) -> io::Result<()> {
        enter(out)?;
        raise(SIGWINCH)
    }
}

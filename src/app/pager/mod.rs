//! The pager: at a terminal, it stops after each page until the user presses a key.
//!
//! A page is the text between two stops: the header of a game with its first board, or one
//! board. Without a terminal to stop at, output goes straight through.

mod keys;

use std::io::{self, IsTerminal, Write};
use std::mem;
use std::ops::ControlFlow;

use super::environment;
use crate::format::{Leave, PageSize};
use crate::message::Language;
use keys::{Event, HintLine, History, Page, Turn, signals, window};

/// An output that stops after every page until the user wants the next one.
#[derive(Debug)]
pub struct Pager<W: Write> {
    buffer: PageBuffer<W>,
    hint: &'static str,
    /// Whether the pager stops at all.
    waits: bool,
    history: History,
}

/// The page that is being written, and the output that it goes to.
#[derive(Debug)]
struct PageBuffer<W> {
    out: W,
    page: Page,
    /// How many bytes of the page have been written to the output.
    written: usize,
    /// Whether to hold the page until it is complete, so that it can go into the history.
    is_paged: bool,
    /// Whether something has been written to the output since it was last flushed.
    is_dirty: bool,
}

impl<W: Write> Pager<W> {
    /// Wraps the writer of standard output. With `waits`, the pager stops after each page if
    /// standard output is a terminal and there is a terminal to read keys from.
    pub fn new(out: W, waits: bool, language: &Language) -> Pager<W> {
        let waits = waits && io::stdout().is_terminal() && environment::can_read_keys();
        if waits {
            signals::watch(language.hint);
        }
        let buffer = PageBuffer { out, page: Page::default(), written: 0, is_paged: false, is_dirty: false };
        Pager { buffer, hint: language.hint, waits, history: History::default() }
    }

    /// Writes the part of the current page that has been held so far to the output.
    ///
    /// # Errors
    ///
    /// Returns any error of the output.
    pub fn flush(&mut self) -> io::Result<()> {
        let PageBuffer { out, page, written, is_dirty, .. } = &mut self.buffer;
        if *written < page.text.len() || mem::take(is_dirty) {
            out.write_all(&page.text[*written..])?;
            *written = page.text.len();
            out.flush()?;
        }
        Ok(())
    }

    /// Returns the size of a page that fits in the window with the hint, or `None` if the pager does not stop
    /// after pages or the height of the window is unknown.
    pub fn page_size(&self) -> Option<PageSize> {
        let [columns, rows] = if self.waits { window() } else { return None };
        Some(PageSize { columns: columns.unwrap_or(usize::MAX), rows: rows? - 1 })
    }

    /// Returns whether the pager stops after pages.
    pub fn waits(&self) -> bool {
        self.waits
    }

    /// Shows the current page of the history from the byte offset `from` on, and returns where the
    /// user goes next.
    fn show_page(&mut self, from: usize) -> io::Result<Turn> {
        let text = self.history.page().map_or(&[][..], |page| &page.text[from..]);
        // the hint takes the place of a blank line at the end
        let (above, last_line_end) = text.split_at(text.len() - usize::from(text.ends_with(b"\n\n")));
        let out = &mut self.buffer.out;
        out.write_all(above)?;
        // before raw mode, in which a line feed does not return to the first column
        out.flush()?;
        let turn = loop {
            match ask(self.hint)? {
                Event::Turn(Turn::Back) if !self.history.has_older() => {}
                Event::Turn(turn) => break turn,
                Event::Suspend => signals::suspend()?,
                Event::Resize => {}
            }
        };
        out.write_all(last_line_end)?;
        Ok(turn)
    }
}

/// Shows the hint and waits for an event.
fn ask(hint: &str) -> io::Result<Event> {
    let _hint = HintLine::show(hint)?;
    keys::wait()
}

impl<W: Write> Pager<W> {
    /// Returns the writer of the current page.
    pub fn out(&mut self) -> &mut impl Write {
        &mut self.buffer
    }

    /// Ends the previous page as [`Pager::turn`] does, and begins a game unless the user quits.
    ///
    /// # Errors
    ///
    /// Returns any error of the output or of the terminal.
    pub fn begin_game(&mut self) -> io::Result<ControlFlow<Leave>> {
        let turned = self.turn()?;
        self.buffer.is_paged = self.waits;
        self.buffer.page.begins_game = true;
        // a user who leaves the previous game goes to this one
        Ok(if turned == ControlFlow::Break(Leave::Game) { ControlFlow::Continue(()) } else { turned })
    }

    /// Ends the current page as [`Pager::turn`] does if `rows` more do not fit on it.
    ///
    /// # Errors
    ///
    /// Returns any error of the output or of the terminal.
    pub fn make_room(&mut self, rows: usize) -> io::Result<ControlFlow<Leave>> {
        let used = memchr::memchr_iter(b'\n', &self.buffer.page.text).count();
        if self.page_size().is_some_and(|page| used + rows > page.rows) {
            self.turn()
        } else {
            Ok(ControlFlow::Continue(()))
        }
    }

    /// Ends the current page, if it is not empty, and waits until the user goes on to one that has
    /// not been written yet, or leaves the game or the program.
    ///
    /// # Errors
    ///
    /// Returns any error of the output or of the terminal.
    pub fn turn(&mut self) -> io::Result<ControlFlow<Leave>> {
        if self.buffer.page.text.is_empty() {
            return Ok(ControlFlow::Continue(()));
        }
        self.history.add(mem::take(&mut self.buffer.page));
        let mut from = mem::take(&mut self.buffer.written);
        loop {
            match self.show_page(from)? {
                Turn::Forward if self.history.forward() => {}
                Turn::Forward => return Ok(ControlFlow::Continue(())),
                Turn::NextGame if self.history.next_game() => {}
                Turn::NextGame => return Ok(ControlFlow::Break(Leave::Game)),
                Turn::Back => self.history.back(),
                Turn::Quit => return Ok(ControlFlow::Break(Leave::Everything)),
            }
            from = 0;
        }
    }
}

impl<W: Write> Write for PageBuffer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.is_dirty = true;
        if self.is_paged { self.page.text.write(bytes) } else { self.out.write(bytes) }
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.is_dirty = true;
        if self.is_paged { self.page.text.write_all(bytes) } else { self.out.write_all(bytes) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

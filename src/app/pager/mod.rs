//! Waiting for a key between pages, at a terminal.

mod history;
mod keys;
mod prompt;

use std::io::{self, IsTerminal, Write};
use std::mem;
use std::ops::ControlFlow;

use crate::format::{Leave, Pages};
use crate::message::Language;
use history::{History, Page};
#[cfg(feature = "viewer")]
pub(crate) use keys::can_be_read as keys_can_be_read;
use keys::{Event, Turn};
use prompt::{Prompt, signals};

/// An output that stops behind every page until the reader wants the next.
#[derive(Debug)]
pub struct Pager<W: Write> {
    sheet: PageBuffer<W>,
    hint: &'static str,
    waits: bool,
    history: History,
    /// The number of the game in its file.
    game: usize,
    /// Whether something stands before what would be separated.
    separates: bool,
}

/// The page that is being written.
#[derive(Debug)]
struct PageBuffer<W> {
    out: W,
    page: Page,
    /// How much of the page has been handed on.
    shown: usize,
    /// Whether pages are kept until they are full, and then turned.
    has_pages: bool,
}

impl<W: Write> Pager<W> {
    /// Wraps the writer of standard output. Nothing waits when that is no
    /// terminal, or when there is no terminal to read keys from.
    pub fn new(out: W, waits: bool, language: &Language) -> Pager<W> {
        let waits = waits && io::stdout().is_terminal() && keys::can_be_read();
        if waits {
            signals::watch(language.hint);
        }
        let sheet = PageBuffer { out, page: Page::default(), shown: 0, has_pages: false };
        Pager { sheet, hint: language.hint, waits, history: History::default(), game: 0, separates: false }
    }

    /// Hands on what has been written so far.
    ///
    /// # Errors
    ///
    /// Any error of the output.
    pub fn flush(&mut self) -> io::Result<()> {
        let PageBuffer { out, page, shown, .. } = &mut self.sheet;
        out.write_all(&page.text[*shown..])?;
        *shown = page.text.len();
        out.flush()
    }

    /// Tells whether anybody turns the pages.
    pub fn waits(&self) -> bool {
        self.waits
    }

    /// Goes on to a game, by its number in its file.
    pub fn set_game(&mut self, number: usize) {
        self.game = number;
    }

    /// Shows the open page of the history from a place in it, for as long as the reader
    /// does not leave it.
    fn show_page(&mut self, from: usize) -> io::Result<Turn> {
        let text = self.history.page().map_or(&[][..], |page| &page.text[from..]);
        // a blank line at the end is where the hint stands
        let (above, last_line_end) = text.split_at(text.len() - usize::from(text.ends_with(b"\n\n")));
        let out = &mut self.sheet.out;
        out.write_all(above)?;
        // in raw mode a line feed would make no new line
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

/// Shows the hint until something happens that has a meaning.
fn ask(hint: &str) -> io::Result<Event> {
    let _prompt = Prompt::open(hint)?;
    keys::wait()
}

impl<W: Write> Pages for Pager<W> {
    fn out(&mut self) -> &mut impl Write {
        &mut self.sheet
    }

    fn separate(&mut self) -> io::Result<()> {
        if mem::replace(&mut self.separates, true) {
            self.out().write_all(b"\n")?;
        }
        Ok(())
    }

    fn number(&mut self) -> io::Result<()> {
        let number = self.game;
        write!(self.out(), "{number}")
    }

    fn begin_game(&mut self) -> io::Result<ControlFlow<()>> {
        let turned = self.turn()?;
        self.sheet.has_pages = self.waits;
        self.sheet.page.begins_game = true;
        // who has had enough of the game before gets to this one
        let leaves = turned == ControlFlow::Break(Leave::Everything);
        Ok(if leaves { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn turn(&mut self) -> io::Result<ControlFlow<Leave>> {
        if self.sheet.page.text.is_empty() {
            return Ok(ControlFlow::Continue(()));
        }
        self.history.add(mem::take(&mut self.sheet.page));
        let mut from = mem::take(&mut self.sheet.shown);
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
        if self.has_pages { self.page.text.write(bytes) } else { self.out.write(bytes) }
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.has_pages { self.page.text.write_all(bytes) } else { self.out.write_all(bytes) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

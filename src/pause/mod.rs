//! Waiting for a key between pages, at a terminal.

mod album;
mod keys;
mod prompt;

use std::io::{self, IsTerminal, Write};
use std::mem;
use std::ops::ControlFlow;

use crate::lang::Language;
use crate::render::{Leave, Pages};
use album::{Album, Page};
pub(crate) use keys::can_be_read as keys_can_be_read;
use keys::{Happening, Turn};
use prompt::{Prompt, signals};

/// An output that stops behind every page until the reader wants the next.
#[derive(Debug)]
pub struct Pauser<W: Write> {
    sheet: Sheet<W>,
    hint: &'static str,
    waits: bool,
    album: Album,
    /// The number of the game in its file.
    game: usize,
    /// Whether something stands before what would be separated.
    separates: bool,
}

/// The page that is being written.
#[derive(Debug)]
struct Sheet<W> {
    out: W,
    page: Page,
    /// How much of the page has been handed on.
    shown: usize,
    /// Whether pages are kept until they are full, and then turned.
    has_pages: bool,
}

impl<W: Write> Pauser<W> {
    /// Wraps the writer of standard output. Nothing waits when that is no
    /// terminal, or when there is no terminal to read keys from.
    pub fn new(out: W, waits: bool, language: &Language) -> Pauser<W> {
        let waits = waits && io::stdout().is_terminal() && keys::can_be_read();
        if waits {
            signals::watch(language.hint);
        }
        let sheet = Sheet { out, page: Page::default(), shown: 0, has_pages: false };
        Pauser { sheet, hint: language.hint, waits, album: Album::default(), game: 0, separates: false }
    }

    /// Hands on what has been written so far.
    ///
    /// # Errors
    ///
    /// Any error of the output.
    pub fn flush(&mut self) -> io::Result<()> {
        let Sheet { out, page, shown, .. } = &mut self.sheet;
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

    /// Shows the open page of the album from a place in it, for as long as the reader
    /// does not leave it.
    fn show_page(&mut self, from: usize) -> io::Result<Turn> {
        let text = self.album.page().map_or(&[][..], |page| &page.text[from..]);
        // a blank line at the end is where the hint stands
        let (above, last_line_end) = text.split_at(text.len() - usize::from(text.ends_with(b"\n\n")));
        let out = &mut self.sheet.out;
        out.write_all(above)?;
        // in raw mode a line feed would make no new line
        out.flush()?;
        let turn = loop {
            match ask(self.hint)? {
                Happening::Turn(Turn::Back) if !self.album.has_older() => {}
                Happening::Turn(turn) => break turn,
                Happening::Suspend => signals::suspend()?,
                Happening::Resize => {}
            }
        };
        out.write_all(last_line_end)?;
        Ok(turn)
    }
}

/// Shows the hint until something happens that has a meaning.
fn ask(hint: &str) -> io::Result<Happening> {
    let _prompt = Prompt::open(hint)?;
    keys::wait()
}

impl<W: Write> Pages for Pauser<W> {
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
        self.album.add(mem::take(&mut self.sheet.page));
        let mut from = mem::take(&mut self.sheet.shown);
        loop {
            match self.show_page(from)? {
                Turn::Forward if self.album.forward() => {}
                Turn::Forward => return Ok(ControlFlow::Continue(())),
                Turn::NextGame if self.album.next_game() => {}
                Turn::NextGame => return Ok(ControlFlow::Break(Leave::Game)),
                Turn::Back => self.album.back(),
                Turn::Quit => return Ok(ControlFlow::Break(Leave::Everything)),
            }
            from = 0;
        }
    }
}

impl<W: Write> Write for Sheet<W> {
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

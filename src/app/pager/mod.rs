//! The pager: at a terminal, it stops after each page until the user presses a key.
//!
//! A page is the text between two stops: the header of a game with its first board, or one
//! board. Without a terminal to stop at, output goes straight through.

mod keys;

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::{mem, process};

use crossterm::cursor::MoveTo;
use crossterm::queue;
use crossterm::terminal::{Clear, ClearType};

use super::background::BackgroundQuestion;
use super::environment;
use crate::format::{DrawnPage, Leave, PageSize};
use crate::message::{Language, fill};
use crate::picture::Ground;
use crate::text::wrapped_page;
use keys::{Event, HintLine, History, Page, hint};

/// An output that stops after every page until the user wants the next one.
#[derive(Debug)]
pub struct Pager<W: Write> {
    buffer: PageBuffer<W>,
    language: &'static Language,
    /// Whether the pager stops at all.
    waits: bool,
    history: History,
    /// The question for the background of the terminal, on which drawn pages depend.
    question: BackgroundQuestion,
    ground: Option<Ground>,
    /// Whether more keys had come when the last one was read. They are followed before a page is drawn, so that a key
    /// that is held down leaves none behind.
    is_behind: bool,
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
    pub fn new(out: W, waits: bool, language: &'static Language) -> Pager<W> {
        let waits = waits && io::stdout().is_terminal() && environment::can_read_keys();
        // without a hint, a signal leaves nothing behind
        if waits {
            #[cfg(unix)]
            keys::watch_signals(language.hint);
        }
        let buffer = PageBuffer { out, page: Page::default(), written: 0, is_paged: false, is_dirty: false };
        Pager {
            buffer,
            language,
            waits,
            history: History::default(),
            question: BackgroundQuestion::default(),
            ground: None,
            is_behind: false,
        }
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
    /// after pages.
    pub fn page_size(&self) -> Option<PageSize> {
        let [columns, rows] = if self.waits { environment::window() } else { return None };
        Some(PageSize { columns, rows: rows - 1 })
    }

    /// Makes the current page one that is drawn for the window.
    pub fn show(&mut self, drawn: Arc<dyn DrawnPage>) {
        if let Some(size) = self.page_size() {
            self.buffer.page.drawn = Some(drawn);
            // otherwise it is drawn when somebody comes to it
            if !self.history.hurries && !self.is_behind {
                self.buffer.page.draw(size, self.ground);
            }
        }
    }

    /// Returns whether the pager stops after pages.
    pub fn waits(&self) -> bool {
        self.waits
    }

    /// Writes the current page of the history from the byte offset `from`, up to the blank line at its end, whose
    /// place the hint takes.
    fn write_page(&mut self, from: usize) -> io::Result<()> {
        let text = self.history.page().map_or(&[][..], |page| &page.text[from..]);
        let out = &mut self.buffer.out;
        out.write_all(text.strip_suffix(b"\n").filter(|above| above.ends_with(b"\n")).unwrap_or(text))?;
        // before raw mode, in which a line feed does not return to the first column
        out.flush()
    }

    /// Writes the blank line at the end of the current page. A drawn page fills the window, and after the last one the
    /// prompt takes the place of the hint, so that the board is not scrolled.
    fn end_page(&mut self) -> io::Result<()> {
        let ends_drawn = |page: &Page| self.history.is_complete && page.drawn.is_some();
        let page = self.history.page().filter(|page| !ends_drawn(page));
        let has_blank_line = page.is_some_and(|page| page.text.ends_with(b"\n\n"));
        if has_blank_line { self.buffer.out.write_all(b"\n") } else { Ok(()) }
    }

    /// Empties the window for a page that takes the place of the current one, if the terminal can. So no rows need
    /// be counted, which a terminal may have wrapped or scrolled away. What is shown for the first time is scrolled
    /// out of the window: as many line feeds as it has rows do so wherever the cursor stands.
    fn make_way(&mut self) -> io::Result<()> {
        if !environment::moves_cursor() {
            return self.end_page();
        }
        let rows = if mem::replace(&mut self.history.is_alone, true) { 0 } else { environment::window()[1] };
        self.buffer.out.write_all(&b"\n".repeat(rows))?;
        queue!(self.buffer.out, MoveTo(0, 0), Clear(ClearType::FromCursorDown))
    }

    /// Returns whether two pages like this one, with a blank line between them, do not fit in the window. Each then
    /// takes the place of the one before it, so that boards stay where they are.
    fn has_no_room_for_two(&self, page: &Page) -> bool {
        self.page_size().is_some_and(|size| 2 * page.rows() > size.rows + 1)
    }

    fn shows_drawn_page(&self) -> bool {
        self.history.page().is_some_and(|page| page.drawn.is_some())
    }

    /// Shows a hint and waits for an event.
    fn ask(&mut self, hint: &str) -> io::Result<Event> {
        let line = HintLine::show(hint)?;
        if self.shows_drawn_page() {
            self.question.ask()?;
        }
        let event = keys::wait(&mut self.question, self.is_behind)?;
        self.is_behind = keys::has_more()?;
        if matches!(event, Event::Quit | Event::Interrupt | Event::Suspend) {
            self.question.settle();
        }
        drop(line);
        if event == Event::Suspend {
            #[cfg(unix)]
            keys::suspend()?;
        }
        // a larger window may show again what was scrolled out of it, and the shell has written
        self.history.is_alone &= !matches!(event, Event::Resize | Event::Suspend);
        Ok(event)
    }

    /// Returns the writer of the current page.
    pub fn out(&mut self) -> &mut impl Write {
        &mut self.buffer
    }

    /// Ends the previous page as [`Pager::turn`] does, and begins a game unless the user quits. `has_next_game`
    /// tells whether another one follows it.
    ///
    /// # Errors
    ///
    /// Returns any error of the output or of the terminal.
    pub fn begin_game(&mut self, has_next_game: bool) -> io::Result<ControlFlow<Leave>> {
        let shows = !self.buffer.page.is_empty();
        let turned = self.turn(true)?;
        let is_large = |page| environment::moves_cursor() && self.has_no_room_for_two(page);
        if shows
            && turned != ControlFlow::Break(Leave::Everything)
            && self.history.page().is_some_and(is_large)
        {
            // the messages about the game have the window for themselves
            self.make_way()?;
        }
        self.buffer.is_paged = self.waits;
        self.buffer.page.begins_game = true;
        self.history.ends_before_game = has_next_game;
        // a user who leaves the previous game goes to this one
        Ok(if turned == ControlFlow::Break(Leave::Game) { ControlFlow::Continue(()) } else { turned })
    }

    /// Ends the current page as [`Pager::turn`] does if `rows` more do not fit on it.
    ///
    /// # Errors
    ///
    /// Returns any error of the output or of the terminal.
    pub fn make_room(&mut self, rows: usize) -> io::Result<ControlFlow<Leave>> {
        let used = self.buffer.page.rows();
        if self.page_size().is_some_and(|page| used + rows > page.rows) {
            self.turn(false)
        } else {
            Ok(ControlFlow::Continue(()))
        }
    }

    /// Ends the current page, if it is not empty, and waits until the user goes on to one that
    /// has not been written yet, or leaves the game or the program. `ends_game` tells whether the page is the last
    /// one of its game.
    ///
    /// # Errors
    ///
    /// Returns any error of the output or of the terminal.
    pub fn turn(&mut self, ends_game: bool) -> io::Result<ControlFlow<Leave>> {
        if self.buffer.page.is_empty() {
            return Ok(ControlFlow::Continue(()));
        }
        if self.history.hurries && self.buffer.page.drawn.is_some() {
            if !ends_game {
                self.history.add(mem::take(&mut self.buffer.page));
                return Ok(ControlFlow::Continue(()));
            }
            self.page_size().into_iter().for_each(|size| self.buffer.page.draw(size, self.ground));
        }
        let from = mem::take(&mut self.buffer.written);
        let is_open = from < self.buffer.page.text.len();
        let page = mem::take(&mut self.buffer.page);
        // messages stand before the game that they are about
        let is_next_board = from == 0 && !page.begins_game && environment::moves_cursor();
        let takes_place = is_next_board && self.has_no_room_for_two(&page);
        let is_passed = self.is_behind && page.drawn.is_some();
        self.history.add(page);
        if takes_place {
            self.make_way()?;
        }
        if !is_passed {
            self.write_page(from)?;
        }
        // with the hint it fills the window
        self.history.is_alone = !is_passed && self.shows_drawn_page() && environment::moves_cursor();
        // the user wants the last page of this game, not that of the next
        self.history.hurries &= !ends_game;
        let flow = self.follow_keys(ends_game, !is_passed)?;
        if is_open || self.history.is_alone {
            self.end_page()?;
        }
        Ok(flow)
    }

    /// Ends the output, and waits at its last page, too, unless that is the only one.
    ///
    /// # Errors
    ///
    /// Returns any error of the output or of the terminal.
    pub fn finish(&mut self) -> io::Result<()> {
        self.history.is_complete = true;
        if self.history.page().is_some() { self.turn(true).map(drop) } else { self.flush() }
    }

    /// Shows pages of the history in each other's place until the user goes on from the newest one, or leaves.
    /// `is_shown` tells whether the newest page is in the window.
    fn follow_keys(&mut self, ends_game: bool, is_shown: bool) -> io::Result<ControlFlow<Leave>> {
        // the page that the window shows, if it shows one that is as it was written
        let mut shown = Some(self.history.current).filter(|_| is_shown);
        let mut shows_text = false;
        let mut notice = None;
        while !self.history.hurries {
            let leads_on = !self.history.is_complete || self.history.current + 1 < self.history.pages.len();
            let keys = hint(self.language, leads_on, self.history.has_next_game());
            let hint = notice.take().map_or(keys, |text: String| keys::notice(self.language, &text));
            match self.ask(if shows_text { self.language.keys_hint } else { &hint })? {
                Event::Quit => return Ok(ControlFlow::Break(Leave::Everything)),
                // the status that shells have for what SIGINT has ended
                Event::Interrupt => {
                    keys::set_echo(true);
                    process::exit(130)
                }
                Event::Background(ground) => {
                    self.ground = Some(ground);
                    if !self.shows_drawn_page() || shows_text {
                        continue;
                    }
                    shown = None;
                }
                // any key goes back to the page
                _ if mem::take(&mut shows_text) => {}
                Event::Forward if !self.history.forward() => break,
                // first among the pages that are kept; a game that has not been read yet is for the caller
                Event::NextGame if !self.history.next_game() && self.history.ends_before_game => {
                    return Ok(ControlFlow::Break(Leave::Game));
                }
                Event::Back => self.history.back(),
                Event::First => self.history.first_of_game(),
                Event::Last => self.history.hurries = !self.history.last_of_game() && !ends_game,
                asked @ (Event::Keys | Event::Comments) => {
                    let size = self.page_size().filter(|_| asked == Event::Comments);
                    let drawn = self.history.page().and_then(|page| page.drawn.as_deref());
                    let comments = size.zip(drawn).map(|(size, drawn)| drawn.comments(size));
                    self.make_way()?;
                    let keys = || wrapped_page(self.language.step_keys, environment::window()[0]);
                    writeln!(self.buffer.out, "{}", comments.unwrap_or_else(keys))?;
                    self.buffer.out.flush()?;
                    (shown, shows_text) = (None, true);
                    continue;
                }
                // the shell has written into the window, or something else has
                Event::Redraw | Event::Resize | Event::Suspend => shown = None,
                Event::PreviousGame if !self.history.previous_game() => {
                    notice = Some(self.language.no_game_before.to_owned());
                }
                Event::Unknown(key) => {
                    let unknown = self.language.viewer.unknown_key;
                    notice = Some(fill(unknown, &[("key", &keys::name(key))]));
                }
                Event::Forward | Event::NextGame | Event::PreviousGame => {}
            }
            let current = self.history.current;
            if !self.is_behind && shown.replace(current) != Some(current) {
                self.make_way()?;
                self.page_size().into_iter().for_each(|size| self.history.redraw(size, self.ground));
                self.write_page(0)?;
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl<W: Write> Drop for Pager<W> {
    fn drop(&mut self) {
        keys::set_echo(true);
    }
}

impl<W: Write> Write for PageBuffer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.is_dirty = true;
        // without pages nothing is held, so that memory does not grow
        if self.is_paged { self.page.text.write(bytes) } else { self.out.write(bytes) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

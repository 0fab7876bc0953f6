//! The keys of the pager, the pages to which they go back, and the hint that names them.

use std::collections::VecDeque;
use std::io;
use std::io::Write;
use std::sync::Arc;
#[cfg(unix)]
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crossterm::event::{Event as TerminalEvent, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
#[cfg(unix)]
use crossterm::terminal::is_raw_mode_enabled;
use crossterm::terminal::{Clear, ClearType, disable_raw_mode, enable_raw_mode};
use crossterm::{event, execute};
#[cfg(unix)]
use rustix::{
    stdio::stdout,
    termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr},
};
#[cfg(unix)]
use signal_hook::{consts::SIGTSTP, low_level::emulate_default_handler};

use crate::app::background::BackgroundQuestion;
use crate::app::environment::{moves_cursor, window};
#[cfg(unix)]
use crate::app::signals;
use crate::format::{DrawnPage, PageSize};
use crate::message::Language;
use crate::picture::Ground;

/// What the user or the terminal does while a page is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// The user goes to the next page.
    Forward,
    /// The user goes to the previous page.
    Back,
    /// The user goes to the first page of the game.
    First,
    /// The user goes to the last page of the game.
    Last,
    /// The user goes to the next game.
    NextGame,
    /// The user goes to the game before.
    PreviousGame,
    /// The user asks for the keys.
    Keys,
    /// The user asks for all of the comments on the board.
    Comments,
    /// The user leaves the program.
    Quit,
    /// The user interrupts the program with Ctrl-C.
    Interrupt,
    /// The user stops the program with Ctrl-Z.
    Suspend,
    /// The user wants the page again.
    Redraw,
    /// The size of the window changes.
    Resize,
    /// The terminal tells its background.
    Background(Ground),
    /// The user presses a key without a meaning.
    Unknown(KeyEvent),
}

/// Returns whether more has come from the terminal. Only in raw mode is that known of any key.
pub(super) fn has_more() -> io::Result<bool> {
    // the reader of crossterm does not look if it may not wait
    event::poll(Duration::from_millis(1))
}

/// Waits for the next event. The answer to a question is one. If the page has been passed over for a key that turns out
/// to be none, it is to be shown.
pub(super) fn wait(question: &mut BackgroundQuestion, is_behind: bool) -> io::Result<Event> {
    loop {
        if is_behind && !has_more()? {
            return Ok(Event::Redraw);
        }
        let event = event::read()?;
        match (question.takes(&event), event) {
            ((_, Some(ground)), _) => return Ok(Event::Background(ground)),
            ((true, _), _) => {}
            // on Windows the release of a key is an event, too, and would turn a second page
            (_, TerminalEvent::Key(key)) if key.kind != KeyEventKind::Release => return Ok(event_of(key)),
            (_, TerminalEvent::Resize(..)) => return Ok(Event::Resize),
            _ => {}
        }
    }
}

/// Returns the meaning of a key.
fn event_of(key: KeyEvent) -> Event {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    match key.code {
        KeyCode::Char('z') if control => Event::Suspend,
        KeyCode::Char('c') if control => Event::Interrupt,
        KeyCode::Char('d') if control => Event::Quit,
        // in raw mode line feed and carriage return arrive as Ctrl-J and Ctrl-M
        KeyCode::Char('j' | 'm') if control => Event::Forward,
        KeyCode::Char('h') if control => Event::Back,
        KeyCode::Char('l') if control => Event::Redraw,
        // before the letters, so that Ctrl-N, for example, is not taken for `n`
        KeyCode::Char(_) if control => Event::Unknown(key),
        KeyCode::Enter | KeyCode::Right | KeyCode::Char(' ' | 'l') => Event::Forward,
        KeyCode::Left | KeyCode::Backspace | KeyCode::Char('h') => Event::Back,
        KeyCode::Home => Event::First,
        KeyCode::End => Event::Last,
        KeyCode::Char('n') => Event::NextGame,
        KeyCode::Char('N') => Event::PreviousGame,
        KeyCode::Char('?') => Event::Keys,
        KeyCode::Char('m') => Event::Comments,
        KeyCode::Char('q' | 'Q') => Event::Quit,
        _ => Event::Unknown(key),
    }
}

/// Returns the name of a key: `x`, `Ctrl-X` or `F5`.
pub(super) fn name(key: KeyEvent) -> String {
    match key.code {
        KeyCode::Char(c) if key.modifiers.contains(KeyModifiers::CONTROL) => {
            format!("Ctrl-{}", c.to_ascii_uppercase())
        }
        code => code.to_string(),
    }
}

/// The maximum number of bytes of pages that are kept, which is enough for thousands of boards.
/// Memory therefore does not grow with the file.
const CAPACITY: usize = 16 << 20;

/// The last pages, from the oldest to the newest. One of them is current.
#[derive(Debug, Default)]
pub(super) struct History {
    pub(super) pages: VecDeque<Page>,
    /// The length of all pages together.
    bytes: usize,
    /// The index of the current page.
    pub(super) current: usize,
    /// Whether a game follows that of the newest page.
    pub(super) ends_before_game: bool,
    /// Whether the newest page is the last one of the output.
    pub(super) is_complete: bool,
    /// Whether pages go through until the game ends.
    pub(super) hurries: bool,
    /// Whether the window shows nothing but a page that has taken the place of another one.
    pub(super) is_alone: bool,
}

/// A page: the text between two stops.
#[derive(Clone, Debug, Default)]
pub(super) struct Page {
    pub(super) text: Vec<u8>,
    /// What the text is drawn from, if it depends on the window.
    pub(super) drawn: Option<Arc<dyn DrawnPage>>,
    /// Whether a game begins here.
    pub(super) begins_game: bool,
}

impl Page {
    /// Returns whether nothing is to be shown.
    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty() && self.drawn.is_none()
    }

    /// Returns the number of its rows, with the blank one at its end.
    pub(super) fn rows(&self) -> usize {
        memchr::memchr_iter(b'\n', &self.text).count()
    }

    /// Draws the page, if it is drawn, in a window for it and a blank line.
    pub(super) fn draw(&mut self, size: PageSize, ground: Option<Ground>) {
        if let Some(drawn) = &self.drawn {
            self.text = (drawn.draw(size, ground) + "\n").into_bytes();
        }
    }

    /// Returns the approximate number of bytes that the page takes in memory.
    fn bytes(&self) -> usize {
        self.text.len() + self.drawn.as_ref().map_or(0, |drawn| drawn.bytes())
    }
}

impl History {
    /// Adds a page as the current one, and drops the oldest pages if all are too long together.
    pub(super) fn add(&mut self, page: Page) {
        self.bytes += page.bytes();
        self.pages.push_back(page);
        // the current page stays, however long it is
        while self.bytes > CAPACITY && self.pages.len() > 1 {
            let oldest = self.pages.pop_front();
            self.bytes -= oldest.map_or(0, |page| page.bytes());
        }
        self.current = self.pages.len() - 1;
        self.is_alone = false;
    }

    /// Returns the current page.
    pub(super) fn page(&self) -> Option<&Page> {
        self.pages.get(self.current)
    }

    /// Draws the current page again, if it is drawn.
    pub(super) fn redraw(&mut self, size: PageSize, ground: Option<Ground>) {
        if let Some(page) = self.pages.get_mut(self.current) {
            self.bytes -= page.bytes();
            page.draw(size, ground);
            self.bytes += page.bytes();
        }
    }

    /// Goes to the previous page, if there is one.
    pub(super) fn back(&mut self) {
        self.current = self.current.saturating_sub(1);
    }

    /// Goes to the first page of the game, or the oldest that is kept.
    pub(super) fn first_of_game(&mut self) {
        let begins_game = |at: &usize| self.pages[*at].begins_game;
        self.current = (0..=self.current).rev().find(begins_game).unwrap_or(0);
    }

    /// Goes to the first page of the game before that of the current page. Returns whether there is one.
    pub(super) fn previous_game(&mut self) -> bool {
        let from = self.current;
        self.first_of_game();
        let is_there = self.current > 0;
        if is_there {
            self.back();
            self.first_of_game();
        } else {
            self.current = from;
        }
        is_there
    }

    /// Goes to the last page of the game that there is. Returns whether another game follows it.
    pub(super) fn last_of_game(&mut self) -> bool {
        let follows = self.next_game();
        self.current = if follows { self.current - 1 } else { self.pages.len().saturating_sub(1) };
        follows
    }

    /// Returns whether a game follows that of the current page.
    pub(super) fn has_next_game(&self) -> bool {
        self.ends_before_game || self.pages.iter().skip(self.current + 1).any(|page| page.begins_game)
    }

    /// Goes to the next page. Returns whether there is one.
    pub(super) fn forward(&mut self) -> bool {
        self.seek(|_| true)
    }

    /// Goes to the first page of the next game. Returns whether there is one.
    pub(super) fn next_game(&mut self) -> bool {
        self.seek(|page| page.begins_game)
    }

    fn seek(&mut self, wanted: impl Fn(&Page) -> bool) -> bool {
        let distance = self.pages.iter().skip(self.current + 1).position(wanted);
        self.current += distance.map_or(0, |pages| pages + 1);
        distance.is_some()
    }
}

/// The hint on the last line, with the terminal in raw mode. Dropping the value removes the
/// hint and leaves raw mode.
pub(super) struct HintLine;

impl HintLine {
    /// Shows the hint. Raw mode comes first: a key that the user presses as soon as the hint
    /// appears must arrive raw.
    pub(super) fn show(hint: &str) -> io::Result<HintLine> {
        set_echo(false);
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

/// Writes the hint and puts the cursor at its beginning. If the window becomes narrower and the
/// terminal breaks the line, the cursor stays at its beginning, so `wipe` still removes the whole
/// hint.
fn write_hint(hint: &str) -> io::Result<()> {
    let [width, _] = window();
    // a character in the last column would make some terminals go to the next line
    let hint = fitted(hint, width - 1);
    let mut out = io::stdout().lock();
    write!(out, "{hint}\r")?;
    out.flush()
}

/// What stands between two keys of a hint.
const BETWEEN: &str = "   ";

/// Returns the hint in a language, with the keys that lead to the next page, which is the first one, and to the next
/// game, or without them.
pub(super) fn hint(language: &Language, leads_on: bool, has_next_game: bool) -> String {
    let keys = language.hint.split(BETWEEN).skip(usize::from(!leads_on));
    keys.filter(|key| has_next_game || !key.starts_with("[n]")).collect::<Vec<_>>().join(BETWEEN)
}

/// Returns a text in the place of the hint, with the key that leaves the program.
pub(super) fn notice(language: &Language, text: &str) -> String {
    let leave = language.hint.rsplit(BETWEEN).next().unwrap_or_default();
    [text, leave].join(BETWEEN)
}

/// Returns the part of a hint that fits a width. The first key and the last one, which leaves the program, stay, if need
/// be without words; before them the one that lists the keys is left out, and those before it first, from the end.
fn fitted(hint: &str, width: usize) -> String {
    let mut keys: Vec<_> = hint.split(BETWEEN).collect();
    let length = |keys: &[&str]| keys.join(BETWEEN).chars().count();
    while length(&keys) > width && keys.len() > 2 {
        keys.remove(if keys.len() > 3 { keys.len() - 3 } else { keys.len() - 2 });
    }
    if length(&keys) <= width {
        return keys.join(BETWEEN);
    }
    let names = keys.iter().filter_map(|key| key.split_whitespace().next());
    names.collect::<Vec<_>>().join(" ").chars().take(width).collect()
}

fn wipe() -> io::Result<()> {
    let mut out = io::stdout().lock();
    if moves_cursor() {
        return execute!(out, Clear(ClearType::FromCursorDown));
    }
    // a terminal that cannot move the cursor does not know the escape sequence either
    let width = window()[0] - 1;
    write!(out, "{:width$}\r", "")?;
    out.flush()
}

/// Starts a thread that removes the hint before a signal ends or stops the program, and shows it again when the program is
/// continued.
#[cfg(unix)]
pub(super) fn watch_signals(hint: &'static str) {
    // without a thread, a signal leaves the hint on the terminal
    let _ = signals::watch(&[SIGTSTP], move |signal| {
        let is_shown = is_raw_mode_enabled().unwrap_or(false);
        // errors cannot be reported without a terminal
        if is_shown {
            let _ = wipe();
            let _ = disable_raw_mode();
        }
        set_echo(true);
        let _ = emulate_default_handler(signal);
        // the default of SIGTSTP returns once the program is continued
        if is_shown {
            // the thread that waits for a key drops the hint, so it must stay here
            let _ = HintLine::show(hint).map(std::mem::forget);
        }
    });
}

/// Stops the program, as Ctrl-Z does outside raw mode.
#[cfg(unix)]
pub(super) fn suspend() -> io::Result<()> {
    set_echo(true);
    emulate_default_handler(SIGTSTP)
}

/// Turns the echo of keys off, which would be written over a page that is being written, or on again if that has been
/// done. Between two hints the terminal is not raw, so that Ctrl-C and Ctrl-Z still end and stop the program.
pub(super) fn set_echo(on: bool) {
    #[cfg(unix)]
    static IS_OFF: AtomicBool = AtomicBool::new(false);
    // an error cannot be reported without a terminal
    #[cfg(unix)]
    if IS_OFF.load(Ordering::SeqCst) == on
        && let Ok(mut modes) = tcgetattr(stdout())
        && modes.local_modes.contains(LocalModes::ECHO) != on
    {
        modes.local_modes.set(LocalModes::ECHO, on);
        let is_set = tcsetattr(stdout(), OptionalActions::Now, &modes).is_ok();
        IS_OFF.store(is_set != on, Ordering::SeqCst);
    }
    #[cfg(not(unix))]
    let _ = on;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(text: &str) -> Page {
        Page { text: text.into(), begins_game: text.starts_with('1'), drawn: None }
    }

    fn current(history: &History) -> &str {
        std::str::from_utf8(&history.page().unwrap().text).unwrap()
    }

    #[test]
    fn the_history_goes_both_ways() {
        let mut history = History::default();
        assert!(!history.forward() && history.page().is_none());
        ["1a", "2a", "1b", "2b"].into_iter().for_each(|text| history.add(page(text)));
        assert!(!history.forward());
        for text in ["1b", "2a", "1a", "1a"] {
            history.back();
            assert_eq!(current(&history), text);
        }
        for (moved, text) in [(history.forward(), "2a"), (history.next_game(), "1b")] {
            assert!(moved, "{text}");
        }
        assert_eq!(current(&history), "1b");
        assert!(!history.next_game() && history.forward());
        assert_eq!(current(&history), "2b");
    }

    #[test]
    fn a_game_has_a_first_and_a_last_page() {
        let mut history = History::default();
        ["1a", "2a", "3a", "1b", "2b"].into_iter().for_each(|text| history.add(page(text)));
        history.first_of_game();
        assert_eq!(current(&history), "1b");
        assert!(!history.last_of_game() && !history.has_next_game());
        assert_eq!(current(&history), "2b");
        (0..3).for_each(|_| history.back());
        assert_eq!(current(&history), "2a");
        assert!(history.has_next_game() && history.last_of_game());
        assert_eq!(current(&history), "3a");
        assert!(history.last_of_game());
        assert_eq!(current(&history), "3a");
        history.first_of_game();
        history.first_of_game();
        assert_eq!(current(&history), "1a");
        assert!(!history.previous_game());
        for text in ["1b", "2b"] {
            assert!(if text == "1b" {
                history.next_game()
            } else {
                history.next_game() || history.forward()
            });
            assert_eq!(current(&history), text);
        }
        assert!(history.previous_game());
        assert_eq!(current(&history), "1a");
    }

    #[test]
    fn the_oldest_pages_are_dropped() {
        let mut history = History::default();
        let large = |bytes| Page { text: vec![b'x'; bytes], ..Page::default() };
        let text = |history: &History| history.page().expect("there is a current page").text.clone();
        ["first", "second"].into_iter().for_each(|text| history.add(page(text)));
        (0..2).for_each(|_| history.add(large(CAPACITY / 2)));
        history.back();
        assert_eq!(history.current, 0);
        assert!(text(&history) == large(CAPACITY / 2).text);
        history.add(large(2 * CAPACITY));
        assert_eq!(history.current, 0, "a page longer than the capacity is kept alone");
        assert!(text(&history) == large(2 * CAPACITY).text);
    }
}

#[cfg(test)]
mod hint_tests {
    use super::*;
    use crate::message::LanguageCode;

    #[test]
    fn the_key_that_leaves_stays_in_the_hint() {
        let all = "[Enter] next   [←] back   [n] next game   [?] keys   [q] quit";
        for (width, expected) in [
            (79, all),
            (50, "[Enter] next   [←] back   [?] keys   [q] quit"),
            (39, "[Enter] next   [?] keys   [q] quit"),
            (30, "[Enter] next   [q] quit"),
            (20, "[Enter] [q]"),
            (7, "[Enter]"),
        ] {
            assert_eq!(fitted(all, width), expected, "{width}");
        }
        for code in LanguageCode::ALL {
            let whole = hint(code.language(), true, true);
            assert_eq!(fitted(&whole, 79), whole, "all of it fits into a usual window");
            let short = fitted(&whole, 39);
            assert!(short.contains("   [q] ") && short.starts_with('['), "{short}");
            assert!(whole.contains("[n]") && !hint(code.language(), true, false).contains("[n]"));
            assert!(whole.ends_with(&hint(code.language(), false, true)));
        }
    }
}

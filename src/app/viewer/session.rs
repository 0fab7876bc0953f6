//! A session: the state together with the index, the reader and the search that it needs.

use std::path::Path;
use std::sync::Arc;
use std::task::Poll;
use std::thread;
use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyEventKind, MouseButton, MouseEventKind};
use ratatui::buffer::Buffer;
use ratatui::layout::Position;

use super::display_options::DisplayOptions;
use super::explorer_task::ExplorerTask;
use super::game_index::{GameIndex, Indexing};
use super::keys::Key;
use super::listing::Listing;
use super::loaded_game::GameReader;
use super::save_picture::save_picture;
use super::screen::Painter;
use super::search::Search;
use super::search_task::SearchTask;
use super::state::{Effect, PendingJump, Progress, Screen, State, TextScreen};
use super::tree::START;
use crate::message::{Describe, Language, fill};
use crate::picture::Ground;
use crate::query::Query;
use crate::text::Printable;

/// One run of the viewer over the games of an index.
pub struct Session<'i> {
    index: &'i Arc<GameIndex>,
    reader: GameReader<'i>,
    state: State,
    listing: Listing,
    painter: Painter,
    /// The sum of what was played in a position, with its rules and its description, if it is on the screen.
    explorer: Option<(String, Arc<ExplorerTask>)>,
    /// The revision of the index from which the current game comes.
    revision: usize,
    /// The number of errors of reading that have been shown.
    told: usize,
    /// The time when the current position came on the screen, from which autoplay counts.
    since: Instant,
}

impl<'i> Session<'i> {
    /// Opens the first game, if there is one.
    pub fn open(
        index: &'i Arc<GameIndex>,
        display: DisplayOptions,
        language: &'static Language,
    ) -> Option<Session<'i>> {
        let mut reader = GameReader::new(index);
        let game = reader.load(0, language)?;
        let state = State::new(game, 0, display, language);
        let mut session = Session {
            index,
            reader,
            state,
            listing: Listing::default(),
            painter: Painter::default(),
            explorer: None,
            // that of an empty index, so the first update finds out whether the game has been read again since
            revision: 0,
            told: 0,
            since: Instant::now(),
        };
        session.update();
        Some(session)
    }

    /// Returns how the state is drawn at present.
    pub fn display(&self) -> DisplayOptions {
        self.state.display
    }

    /// Draws texts for a background from now on.
    pub fn set_ground(&mut self, ground: Ground) {
        self.state.display.ground = Some(ground);
        self.painter.forget_moves();
    }

    /// Shows a message about a file until the next key, after any messages that are shown already.
    fn notify(&mut self, text: &str) {
        let earlier = self.state.notice.take().map_or(String::new(), |notice| notice + "; ");
        self.state.notify(format!("{earlier}{}", Printable(text)));
    }

    /// Returns how long to wait for an event before the next [`Session::tick`].
    pub fn poll_timeout(&self) -> Duration {
        const BUSY: Duration = Duration::from_millis(100);
        const IDLE: Duration = Duration::from_secs(3600);
        let timeout = if self.is_busy() || self.state.progress.indexing.is_some() { BUSY } else { IDLE };
        let delay = self.state.delay().map(|delay| delay.saturating_sub(self.since.elapsed()));
        delay.map_or(timeout, |delay| delay.min(timeout))
    }

    /// Returns whether a background thread is working for this session, or a jump waits for one.
    pub fn is_busy(&self) -> bool {
        let progress = self.state.progress;
        progress.indexing.is_some_and(|indexing| indexing != Indexing::Waiting)
            || progress.sorting.is_some()
            || progress.searching.is_some()
            || self.state.pending.is_some()
            || progress.exploring.is_some()
    }

    /// Draws the screen. Returns the position of the cursor, if it is visible.
    pub fn draw(&mut self, buffer: &mut Buffer) -> Option<Position> {
        self.state.turn_board();
        let cursor = self.painter.draw(&self.state, &mut self.reader, &self.listing, buffer);
        self.state.was_drawn(self.painter.drawn.clone());
        cursor
    }

    /// Handles an event. Returns the effect that the terminal has to carry out.
    pub fn handle(&mut self, event: &Event) -> Effect {
        let before = (self.state.ordinal, self.state.node);
        let mut effect = match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.state.key(Key::of(key)),
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::ScrollDown => self.state.wheel(true),
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::ScrollUp => self.state.wheel(false),
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                let place = self.painter.place_at(mouse.column, mouse.row);
                place.map_or(Effect::Nothing, |place| self.state.click(place))
            }
            Event::Resize(..) => Effect::Redraw,
            _ => Effect::Nothing,
        };
        if before != (self.state.ordinal, self.state.node) {
            self.since = Instant::now();
        }
        match effect {
            Effect::Search => self.search(),
            Effect::CopyGame => effect = self.copy_game(),
            Effect::SavePicture => self.save_picture(),
            _ => {}
        }
        self.update();
        effect
    }

    /// Starts the search of the state, or ends the last one. Waits a moment for the first games, so that the list is
    /// not empty after each letter that is typed.
    fn search(&mut self) {
        const MOMENT: Duration = Duration::from_millis(50);
        let query = self.state.search.as_ref().map(|search| search.query.clone());
        let search = query.map(|query| SearchTask::search(self.index, query, self.state.ordinal));
        self.listing.search(search);
        let start = Instant::now();
        let is_short =
            |task: &Arc<SearchTask>| !task.is_complete() && task.len() < self.state.drawn.page_rows;
        while self.listing.search.as_ref().is_some_and(is_short) && start.elapsed() < MOMENT {
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Lets time pass: plays the next move if autoplay is due, and takes over what the
    /// background threads have found.
    pub fn tick(&mut self) {
        if self.state.delay().is_some_and(|delay| self.since.elapsed() >= delay) {
            self.state.advance();
            self.since = Instant::now();
        }
        self.update();
    }

    /// Updates the progress, and makes the pending jump if its game has been found.
    fn update(&mut self) {
        self.listing.sort(self.index, self.state.sort);
        let found = self.index.found();
        let (indexing, games) = (self.index.progress(&found), found.games.len());
        self.state.files = found.files;
        drop(found);
        let task = self.listing.search.as_ref();
        let (searching, matches) =
            (task.and_then(|task| task.percent(games)), task.map_or(0, |task| task.len()));
        let sorting = self.listing.sort_task.as_ref().and_then(|task| task.percent(games));
        let rows = self.state.progress.rows;
        self.state.progress =
            Progress { games, indexing, matches, searching, sorting, rows, ..Progress::default() };
        self.report_errors();
        self.refresh();
        self.update_list();
        self.jump();
        let number = self.listing.search.as_ref().and_then(|task| task.number_of(self.state.ordinal));
        self.state.progress.match_number = number;
        self.explore();
    }

    /// Adds up what was played in the current position, if that is on the screen.
    fn explore(&mut self) {
        let before = self.explorer.take();
        self.state.explored.clear();
        let is_shown = matches!(self.state.screen, Screen::Text { text: TextScreen::Explorer, .. });
        let position = self.state.game.tree.position(self.state.node).filter(|_| is_shown);
        let Some(position) = position else { return };
        let name = format!("{} {}", position.rules(), position.fen());
        self.explorer = before.filter(|(of, _)| *of == name).or_else(|| {
            let query = Query::reaching(position.on_any_board())?;
            Some((name, ExplorerTask::explore(self.index, query, self.state.language)))
        });
        let Some((_, task)) = &self.explorer else { return };
        // read before the sum: if the task is complete now, all of it is there
        self.state.progress.exploring = task.percent(self.state.progress.games);
        self.state.explored = task.found().as_ref().map(|sum| sum.text()).unwrap_or_default();
    }

    /// Updates the rows of the list. The selection stays with its game, except in the first row.
    fn update_list(&mut self) {
        let selected = match self.state.screen {
            _ if self.state.reveals_game => Some(self.state.ordinal),
            Screen::List(row) if row > 0 => self.listing.games(row, 1).first().copied(),
            _ => None,
        };
        let has_changed = self.listing.update(self.state.progress.games);
        self.state.progress.rows = self.listing.len();
        if let (Screen::List(row), true) = (&mut self.state.screen, has_changed || self.state.reveals_game) {
            let place = selected.and_then(|ordinal| self.listing.row_of(ordinal));
            *row = place.unwrap_or((*row).min(self.listing.len().saturating_sub(1)));
        }
        self.state.reveals_game = false;
    }

    /// Makes the pending jump if its game has been found, or gives it up if there is no such game.
    fn jump(&mut self) {
        let Some(pending) = self.state.pending else { return };
        match self.destination(pending) {
            Poll::Pending => {}
            Poll::Ready(Some(ordinal)) => self.open_game(ordinal),
            Poll::Ready(None) => {
                self.state.pending = None;
                self.state.notify(self.no_such_game(pending));
            }
        }
    }

    /// Returns the ordinal of the game that a jump leads to, if there is one, as soon as that is known.
    fn destination(&self, pending: PendingJump) -> Poll<Option<usize>> {
        let Progress { games, indexing, .. } = self.state.progress;
        let is_at_rest = matches!(indexing, None | Some(Indexing::Waiting));
        let if_complete = |answer| if is_at_rest { Poll::Ready(answer) } else { Poll::Pending };
        let known =
            |ordinal: Option<usize>| ordinal.map_or(if_complete(None), |ordinal| Poll::Ready(Some(ordinal)));
        let in_row = |row| self.listing.games(row, 1).first().copied();
        match (pending, self.listing.search.as_ref()) {
            (PendingJump::Games(step), _) => {
                let row = self.listing.row_of(self.state.ordinal).filter(|_| self.listing.is_sorted());
                match row.unwrap_or(self.state.ordinal).checked_add_signed(step) {
                    Some(next) if row.is_some() => known(in_row(next)),
                    Some(ordinal) => known((ordinal < games).then_some(ordinal)),
                    None => Poll::Ready(None),
                }
            }
            (PendingJump::Number(number), _) => known(self.index.found().ordinal_of(number)),
            (PendingJump::Last, _) => if_complete(Some(games - 1)),
            (PendingJump::Row(row), _) => known(in_row(row)),
            (PendingJump::Match(direction), Some(task)) => task.nearest(self.state.ordinal, direction),
            (PendingJump::Match(_), None) => Poll::Ready(None),
        }
    }

    /// Returns the effect that copies the current game.
    fn copy_game(&mut self) -> Effect {
        let (notice, effect) = match self.reader.text_of(self.state.ordinal) {
            Ok(text) => (self.state.language.viewer.game_copied.to_owned(), Effect::Copy(text)),
            Err(error) => (error.to_string(), Effect::Nothing),
        };
        self.state.notify(notice);
        effect
    }

    /// Saves the current position as a picture in the current folder, and says where or why not.
    fn save_picture(&mut self) {
        let language = self.state.language;
        let text = match save_picture(&self.state, Path::new(".")) {
            Some(Ok(name)) => fill(language.viewer.picture_saved, &[("file", &name)]),
            Some(Err(fault)) => fault.message(language),
            None => return,
        };
        self.state.notify(text);
    }

    fn open_game(&mut self, ordinal: usize) {
        match self.reader.load(ordinal, self.state.language) {
            Some(game) => {
                let seeks_match =
                    matches!(self.state.pending, Some(PendingJump::Match(_) | PendingJump::Row(_)));
                let query = self.state.search.as_ref().filter(|_| seeks_match);
                let node = query.map(|search| self.reader.first_hit(ordinal, &search.query, &game.tree));
                self.state.show(game, ordinal, node.flatten().unwrap_or(START));
                // events that come together are handled before the screen is drawn again
                self.painter.forget_moves();
            }
            None => self.state.pending = None,
        }
        self.revision = self.index.found().revision;
        self.since = Instant::now();
    }

    /// Reads the current game again if the index has read it again because more of it has come.
    fn refresh(&mut self) {
        let revision = self.index.found().revision;
        if revision == self.revision {
            return;
        }
        self.revision = revision;
        let location = self.index.location(self.state.ordinal);
        let is_new = location.is_some_and(|at| !Arc::ptr_eq(&at.source, &self.state.game.source));
        if is_new && let Some(game) = self.reader.load(self.state.ordinal, self.state.language) {
            self.state.refresh(game);
            self.painter.forget_moves();
        }
    }

    /// Shows the errors of reading that have not been shown.
    fn report_errors(&mut self) {
        let found = self.index.found();
        for error in &found.errors[self.told..] {
            self.notify(&error.message(self.state.language));
        }
        self.told = found.errors.len();
    }

    /// Returns the message that says that a jump leads to no game.
    fn no_such_game(&self, pending: PendingJump) -> String {
        let language = self.state.language;
        match (pending, &self.state.search) {
            (PendingJump::Number(number), _) => {
                let text = match self.state.files {
                    1 => language.no_such_game,
                    _ => language.viewer.no_such_game,
                };
                fill(text, &[("number", &number), ("count", &self.state.progress.games)])
            }
            (PendingJump::Match(_) | PendingJump::Row(_), Some(Search { text, query })) => {
                let hint = query.hint(language).map_or(String::new(), |hint| format!("; {hint}"));
                fill(language.viewer.no_match, &[("text", text)]) + &hint
            }
            (PendingJump::Games(..0), _) => language.viewer.is_first_game.to_owned(),
            _ => language.viewer.is_last_game.to_owned(),
        }
    }
}

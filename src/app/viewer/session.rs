//! A session: the state together with the index, the reader and the search that it needs.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyEventKind, MouseEventKind};
use ratatui::buffer::Buffer;
use ratatui::layout::Position;

use super::display_options::DisplayOptions;
use super::game_index::GameIndex;
use super::game_reader::GameReader;
use super::keys::Key;
use super::screen::Painter;
use super::search::Search;
use super::search_task::{Lookup, SearchTask};
use super::state::{Effect, PendingJump, Progress, State};
use crate::message::{Language, fill};

/// One run of the viewer over the games of an index.
#[derive(Debug)]
pub struct Session<'i> {
    index: &'i Arc<GameIndex>,
    reader: GameReader<'i>,
    state: State,
    search_task: Option<SearchTask>,
    painter: Painter,
    /// When the current position came on the screen.
    since: Instant,
}

impl<'i> Session<'i> {
    /// Opens the first game, if there is one.
    #[must_use]
    pub fn open(
        index: &'i Arc<GameIndex>,
        display: DisplayOptions,
        language: &'static Language,
    ) -> Option<Session<'i>> {
        let mut reader = GameReader::new(index);
        let game = reader.load(0, language)?;
        let state = State { files: index.files(), ..State::new(game, 0, display, language) };
        let (painter, since) = (Painter::default(), Instant::now());
        Some(Session { index, reader, state, search_task: None, painter, since })
    }

    /// Returns how long to wait for an event before the next [`Session::tick`].
    #[must_use]
    pub fn poll_timeout(&self) -> Duration {
        const BUSY: Duration = Duration::from_millis(100);
        const IDLE: Duration = Duration::from_secs(3600);
        let timeout = if self.is_busy() { BUSY } else { IDLE };
        let delay = self.state.delay().map(|delay| delay.saturating_sub(self.since.elapsed()));
        delay.map_or(timeout, |delay| delay.min(timeout))
    }

    /// Tells whether a background thread is working for this session.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        let progress = self.state.progress;
        progress.indexing.is_some() || progress.searching.is_some() || self.state.pending.is_some()
    }

    /// Draws the screen. Returns the position of the cursor, if it is visible.
    pub fn draw(&mut self, buffer: &mut Buffer) -> Option<Position> {
        let cursor = self.painter.draw(&self.state, &mut self.reader, self.search_task.as_ref(), buffer);
        self.state.was_drawn(self.painter.drawn());
        cursor
    }

    /// Handles an event. Returns the effect that the terminal has to carry out.
    pub fn handle(&mut self, event: &Event) -> Effect {
        let before = (self.state.ordinal, self.state.node);
        let effect = match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.state.key(Key::of(key)),
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::ScrollDown => self.state.wheel(true),
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::ScrollUp => self.state.wheel(false),
            Event::Resize(..) => Effect::Redraw,
            _ => Effect::Nothing,
        };
        if before != (self.state.ordinal, self.state.node) {
            self.since = Instant::now();
        }
        let effect = match effect {
            Effect::Search(query) => {
                self.search_task = Some(SearchTask::start(self.index, query, self.state.ordinal));
                Effect::Nothing
            }
            Effect::EndSearch => {
                self.search_task = None;
                Effect::Nothing
            }
            effect => effect,
        };
        self.update();
        effect
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
        let (index, task) = (self.index, self.search_task.as_ref());
        // read first: an index that is complete now has all of its games below
        let indexing = (!index.is_complete()).then(|| index.percent());
        let games = index.len();
        let unfinished = task.filter(|task| !task.is_complete());
        let searching = unfinished.map(|task| task.searched() * 100 / games.max(1));
        let matches = task.map_or(0, SearchTask::len);
        self.state.progress = Progress { games, indexing, matches, searching };
        let Some(pending) = self.state.pending else { return };
        match self.destination(pending) {
            Lookup::NotYet => {}
            Lookup::Found(ordinal) => self.open_game(ordinal),
            Lookup::None => {
                self.state.pending = None;
                self.state.notify(self.no_such_game(pending));
            }
        }
    }

    /// Returns the ordinal of the game that a jump leads to.
    fn destination(&self, pending: PendingJump) -> Lookup {
        let Progress { games, indexing, .. } = self.state.progress;
        let if_complete = |answer| if indexing.is_none() { answer } else { Lookup::NotYet };
        let known = |ordinal: Option<usize>| ordinal.map_or(if_complete(Lookup::None), Lookup::Found);
        match (pending, &self.search_task) {
            (PendingJump::Ordinal(ordinal), _) => known((ordinal < games).then_some(ordinal)),
            (PendingJump::Number(number), _) => known(self.index.ordinal_of(number)),
            (PendingJump::Last, _) => if_complete(Lookup::Found(games - 1)),
            (PendingJump::Row(row), None) => known((row < games).then_some(row)),
            (PendingJump::Row(row), Some(task)) => {
                task.matches(row, 1).first().map_or(Lookup::None, |at| Lookup::Found(*at))
            }
            (PendingJump::Match(direction), Some(task)) => task.nearest(self.state.ordinal, direction),
            (PendingJump::Match(_), None) => Lookup::None,
        }
    }

    fn open_game(&mut self, ordinal: usize) {
        match self.reader.load(ordinal, self.state.language) {
            Some(game) => self.state.show(game, ordinal),
            None => self.state.pending = None,
        }
        self.since = Instant::now();
    }

    /// Returns the message that a jump leads to no game.
    fn no_such_game(&self, pending: PendingJump) -> String {
        let language = self.state.language;
        match (pending, &self.state.search) {
            (PendingJump::Number(number), _) => {
                let text = match self.state.files {
                    1 => language.no_such_game,
                    _ => language.view_no_such_game,
                };
                fill(text, &[("number", &number), ("count", &self.state.progress.games)])
            }
            (PendingJump::Match(_) | PendingJump::Row(_), Some(Search { text, .. })) => {
                fill(language.view_no_match, &[("text", text)])
            }
            _ => language.view_is_last_game.to_owned(),
        }
    }
}

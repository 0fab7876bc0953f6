//! The state with the games around it: what keys ask for is looked up, searched, opened.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyEventKind, MouseEventKind};
use ratatui::buffer::Buffer;
use ratatui::layout::Position;

use super::find::{Answer, Search};
use super::keys::Key;
use super::library::{Desk, Library};
use super::look::Look;
use super::screen::Painter;
use super::state::{Asked, Effect, Known, State, Wanted};
use crate::message::{Language, fill};

/// Someone looking at the games of a library.
#[derive(Debug)]
pub struct Session<'l> {
    library: &'l Arc<Library>,
    desk: Desk<'l>,
    state: State,
    search: Option<Search>,
    painter: Painter,
    /// When the position came on the screen.
    since: Instant,
}

impl<'l> Session<'l> {
    /// Opens the first game, if there is one.
    #[must_use]
    pub fn open(library: &'l Arc<Library>, look: Look, language: &'static Language) -> Option<Session<'l>> {
        let mut desk = Desk::at(library);
        let state = State::new(desk.open(0, language)?, 0, look, language);
        let (painter, since) = (Painter::default(), Instant::now());
        Some(Session { library, desk, state, search: None, painter, since })
    }

    /// Returns how long to wait for a key: until a move follows by itself, or until
    /// what goes on in the background is worth a look.
    #[must_use]
    pub fn patience(&self) -> Duration {
        const BUSY: Duration = Duration::from_millis(100);
        const IDLE: Duration = Duration::from_secs(3600);
        let patience = if self.is_busy() { BUSY } else { IDLE };
        let delay = self.state.delay().map(|delay| delay.saturating_sub(self.since.elapsed()));
        delay.map_or(patience, |delay| delay.min(patience))
    }

    /// Tells whether something goes on in the background.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        let known = self.state.known;
        known.indexing.is_some() || known.searching.is_some() || self.state.wanted.is_some()
    }

    /// Draws what is on the screen, and returns where the user is writing, if he is.
    pub fn draw(&mut self, buffer: &mut Buffer) -> Option<Position> {
        self.painter.draw(&self.state, &mut self.desk, self.search.as_ref(), buffer)
    }

    /// Takes what the user did, and returns what the terminal has to do about it.
    pub fn take(&mut self, event: &Event) -> Effect {
        let node = (self.state.at, self.state.node);
        let effect = match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                self.state.key(Key::of(key), self.painter.page())
            }
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::ScrollDown => self.state.wheel(true),
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::ScrollUp => self.state.wheel(false),
            Event::Resize(..) => Effect::Redraw,
            _ => Effect::Nothing,
        };
        if node != (self.state.at, self.state.node) {
            self.since = Instant::now();
        }
        let effect = match effect {
            Effect::Search(query) => {
                self.search = Some(Search::start(self.library, query, self.state.at));
                Effect::Nothing
            }
            Effect::EndSearch => {
                self.search = None;
                Effect::Nothing
            }
            effect => effect,
        };
        self.settle();
        effect
    }

    /// Lets pass the time that has passed: the next move may follow by itself, and
    /// what was waited for may have been found.
    pub fn pass(&mut self) {
        if self.state.delay().is_some_and(|delay| self.since.elapsed() >= delay) {
            self.state.play_on();
            self.since = Instant::now();
        }
        self.settle();
    }

    /// Takes note of what has been found meanwhile, and opens the game that was
    /// waited for.
    fn settle(&mut self) {
        let (library, search) = (self.library, self.search.as_ref());
        // what is complete now has all of its games
        let indexing = (!library.is_complete()).then(|| library.percent());
        let games = library.len();
        let unfinished = search.filter(|search| !search.is_complete());
        let searching = unfinished.map(|search| search.searched() * 100 / games.max(1));
        let found = search.map_or(0, Search::len);
        self.state.known = Known { games, indexing, found, searching };
        let Some(wanted) = self.state.wanted else { return };
        match self.place_of(wanted) {
            Answer::NotYet => {}
            Answer::Found(at) => self.turn_to(at),
            Answer::Nothing => {
                self.state.wanted = None;
                self.state.say(self.nothing(wanted));
            }
        }
    }

    /// Finds the game that is wanted.
    fn place_of(&self, wanted: Wanted) -> Answer {
        let Known { games, indexing, .. } = self.state.known;
        let if_complete = |answer| if indexing.is_none() { answer } else { Answer::NotYet };
        let known = |at: Option<usize>| at.map_or(if_complete(Answer::Nothing), Answer::Found);
        match (wanted, &self.search) {
            (Wanted::At(at), _) => known((at < games).then_some(at)),
            (Wanted::Number(number), _) => known(self.library.place_of(self.state.at, number)),
            (Wanted::Last, _) => if_complete(Answer::Found(games - 1)),
            (Wanted::Row(row), None) => known((row < games).then_some(row)),
            (Wanted::Row(row), Some(search)) => {
                search.page(row, 1).first().map_or(Answer::Nothing, |at| Answer::Found(*at))
            }
            (Wanted::Match(direction), Some(search)) => search.next_to(self.state.at, direction),
            (Wanted::Match(_), None) => Answer::Nothing,
        }
    }

    fn turn_to(&mut self, at: usize) {
        match self.desk.open(at, self.state.language) {
            Some(record) => self.state.show(record, at),
            None => self.state.wanted = None,
        }
        self.since = Instant::now();
    }

    /// Says that there is no such game.
    fn nothing(&self, wanted: Wanted) -> String {
        let language = self.state.language;
        match (wanted, &self.state.query) {
            (Wanted::Number(number), _) => {
                fill(language.no_such_game, &[("number", &number), ("count", &self.state.known.games)])
            }
            (Wanted::Match(_) | Wanted::Row(_), Some(Asked { text, .. })) => {
                fill(language.view_not_found, &[("text", text)])
            }
            _ => language.view_last_already.to_owned(),
        }
    }
}

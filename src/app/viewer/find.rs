//! Looking for games in the background: by words of their tags or by a position.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::library::Library;
use super::record::Facts;
use crate::notation::AnyGame;
use crate::rules::FenWriter;
use crate::rules::{GameVisitor, with_rules};
use crate::rules::{Illegal, Replay, Rules};
use crate::syntax::Game;

/// What is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// Words that all stand in the tags.
    Words(Vec<String>),
    /// A position that the main line comes to: the board as FEN or TLPD writes it,
    /// and the side to move if it is given.
    Position(String),
}

impl Query {
    /// Reads a query; with nothing in it there is none.
    #[must_use]
    pub fn parse(text: &str) -> Option<Query> {
        const FEWEST_LINES: usize = 8;
        let mut words = text.split_whitespace();
        let first = words.next()?;
        if first.matches('/').count() + 1 >= FEWEST_LINES {
            let side = words.next().map_or(String::new(), |side| format!("{side} "));
            return Some(Query::Position(format!("{first} {side}")));
        }
        Some(Query::Words(text.split_whitespace().map(str::to_lowercase).collect()))
    }

    fn is_in(&self, game: &AnyGame<'_>, illegal: Illegal) -> bool {
        match self {
            Query::Words(words) => {
                let text = Facts::of(game).text();
                words.iter().all(|word| text.contains(word))
            }
            Query::Position(board) => with_rules(game, ComesTo { board: board.as_bytes(), illegal }),
        }
    }
}

/// Tells whether the main line of a game comes to a position.
struct ComesTo<'a> {
    board: &'a [u8],
    illegal: Illegal,
}

impl GameVisitor for ComesTo<'_> {
    type Output = bool;

    fn run<R: Rules>(self, game: &Game<'_, R::Notation>) -> bool {
        let Ok(start) = R::set_up(game) else {
            return false;
        };
        let mut replay = Replay::main_line(game, start.position).with_illegal(self.illegal);
        let (mut fen, mut writer) = (Vec::new(), R::FenWriter::default());
        let mut played: Option<R::Move> = None;
        loop {
            fen.clear();
            writer.write(replay.position(), played.as_ref(), &mut fen);
            if fen.starts_with(self.board) {
                return true;
            }
            played = match replay.advance() {
                Ok(Some(ply)) => Some(ply.resolved),
                _ => return false,
            };
        }
    }
}

/// Which way to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the end of the games, and on from the first.
    On,
    /// To the first game, and on from the last.
    Back,
}

/// What has been found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// This game.
    Found(usize),
    /// Nothing yet.
    NotYet,
    /// Nothing, and there is nothing.
    Nothing,
}

/// A search, which goes on in the background until it is dropped.
#[derive(Debug)]
pub struct Search {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    matches: Mutex<BTreeSet<usize>>,
    searched: AtomicUsize,
    is_complete: AtomicBool,
    is_cancelled: AtomicBool,
}

impl Shared {
    fn matches(&self) -> MutexGuard<'_, BTreeSet<usize>> {
        self.matches.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Search {
    /// Begins to search, from a game on.
    #[must_use]
    pub fn start(library: &Arc<Library>, query: Query, from: usize) -> Search {
        let shared = Arc::new(Shared::default());
        let search = Search { shared: Arc::clone(&shared) };
        let library = Arc::clone(library);
        thread::spawn(move || run(&library, &query, from, &shared));
        search
    }

    /// Returns the match next to a game.
    #[must_use]
    pub fn next_to(&self, at: usize, direction: Direction) -> Answer {
        // what is complete now has all of its matches
        let is_complete = self.is_complete();
        let matches = self.shared.matches();
        let (near, far) = match direction {
            Direction::On => (matches.range(at + 1..).next(), matches.first()),
            Direction::Back => (matches.range(..at).next_back(), matches.last()),
        };
        match (near, far) {
            (Some(near), _) => Answer::Found(*near),
            (None, Some(far)) if is_complete => Answer::Found(*far),
            _ if is_complete => Answer::Nothing,
            _ => Answer::NotYet,
        }
    }

    /// Counts the games found so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.shared.matches().len()
    }

    /// Returns some of the games found so far, in their order.
    #[must_use]
    pub fn page(&self, from: usize, most: usize) -> Vec<usize> {
        self.shared.matches().iter().skip(from).take(most).copied().collect()
    }

    /// Counts the games looked at.
    #[must_use]
    pub fn searched(&self) -> usize {
        self.shared.searched.load(Ordering::Relaxed)
    }

    /// Tells whether every game has been looked at.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.shared.is_complete.load(Ordering::Acquire)
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.shared.is_cancelled.store(true, Ordering::Relaxed);
    }
}

/// Looks at the games from one to the last, and then at those before it.
fn run(library: &Library, query: &Query, from: usize, shared: &Shared) {
    const WAIT_FOR_INDEX: Duration = Duration::from_millis(10);
    let mut readers: Vec<_> = (0..library.files()).map(|file| library.games(file)).collect();
    let Some(mut game) = readers.first().map(crate::notation::AnyGames::blank) else {
        return;
    };
    let illegal = library.syntax().illegal();
    let mut at = from;
    loop {
        if shared.is_cancelled.load(Ordering::Relaxed) {
            return;
        }
        let is_complete = library.is_complete();
        match library.entry(at) {
            Some(entry) => {
                let games = &mut readers[entry.file];
                games.seek(entry.previous_end);
                if games.read(&mut game).is_some() && query.is_in(&game, illegal) {
                    shared.matches().insert(at);
                }
                shared.searched.fetch_add(1, Ordering::Relaxed);
                at += 1;
            }
            None if is_complete => at = 0,
            None => {
                thread::sleep(WAIT_FOR_INDEX);
                continue;
            }
        }
        let has_come_round = shared.searched.load(Ordering::Relaxed) >= library.len();
        if is_complete && has_come_round {
            return shared.is_complete.store(true, Ordering::Release);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Syntax;
    use crate::text::Source;

    fn matches(query: &str, from: usize) -> Vec<usize> {
        let text = "[White \"Réti\"]\n[Event \"Vienna\"]\n\n1. e4 c6 *\n\n[White \"Adams\"]\n\n1. d4 d5 *\n\n\
                    [White \"Réti, R\"]\n[Event \"Prague\"]\n\n1. e4 e5 (1... c6) *";
        let source = Source::new("t", text.as_bytes().to_vec());
        let library = Arc::new(Library::new(vec![source], None, Syntax::Standard));
        library.index(None);
        let search = Search::start(&library, Query::parse(query).unwrap(), from);
        while !search.is_complete() {
            thread::yield_now();
        }
        search.page(0, 9)
    }

    #[test]
    fn games_are_found_by_words_and_by_positions_of_the_main_line() {
        for (query, found) in [
            ("RÉTI", &[0, 2][..]),
            ("réti vienna", &[0]),
            ("nobody", &[]),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", &[0, 2]),
            ("rnbqkbnr/pp1ppppp/2p5/8/4P3/8/PPPP1PPP/RNBQKBNR w", &[0]),
            ("rnbqkbnr/pp1ppppp/2p5/8/4P3/8/PPPP1PPP/RNBQKBNR b", &[]),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[0, 1, 2]),
        ] {
            assert_eq!(matches(query, 0), found, "{query}");
            assert_eq!(matches(query, 2), found, "{query}");
        }
        assert_eq!(Query::parse("  "), None);
    }

    #[test]
    fn matches_go_round() {
        let source = Source::new("t", b"[White \"A\"]\n* [White \"B\"]\n* [White \"A\"]\n*".to_vec());
        let library = Arc::new(Library::new(vec![source], None, Syntax::Standard));
        library.index(None);
        let search = Search::start(&library, Query::Words(vec!["a".to_owned()]), 0);
        while !search.is_complete() {
            thread::yield_now();
        }
        for (at, on, back) in [(0, 2, 2), (1, 2, 0), (2, 0, 0)] {
            assert_eq!(search.next_to(at, Direction::On), Answer::Found(on), "{at}");
            assert_eq!(search.next_to(at, Direction::Back), Answer::Found(back), "{at}");
        }
    }
}

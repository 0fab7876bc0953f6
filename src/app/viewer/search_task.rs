//! The search for games, which runs in the background.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::game_index::GameIndex;
use super::search::{Direction, Query};
use crate::notation::AnyGames;

/// The result of looking for a game while a background thread may still be working.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookup {
    /// The ordinal of the game.
    Found(usize),
    /// The game has not been found yet.
    NotYet,
    /// There is no such game.
    None,
}

/// A search that runs in a thread of its own until it is complete or dropped.
#[derive(Debug)]
pub struct SearchTask {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    /// The ordinals of the games that match.
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

impl SearchTask {
    /// Starts to search an index, with the game `from` first.
    #[must_use]
    pub fn start(index: &Arc<GameIndex>, query: Query, from: usize) -> SearchTask {
        let shared = Arc::new(Shared::default());
        let task = SearchTask { shared: Arc::clone(&shared) };
        let (of_thread, query_of_thread) = ((Arc::clone(index), Arc::clone(&shared)), query.clone());
        let spawned =
            thread::Builder::new().spawn(move || run(&of_thread.0, &query_of_thread, from, &of_thread.1));
        if spawned.is_err() {
            run(index, &query, from, &shared);
        }
        task
    }

    /// Returns the match nearest to a game in a direction.
    #[must_use]
    pub fn nearest(&self, ordinal: usize, direction: Direction) -> Lookup {
        // read first: a task that is complete now has all of its matches below
        let is_complete = self.is_complete();
        let matches = self.shared.matches();
        let (near, far) = match direction {
            Direction::Forward => (matches.range(ordinal + 1..).next(), matches.first()),
            Direction::Back => (matches.range(..ordinal).next_back(), matches.last()),
        };
        match (near, far) {
            (Some(near), _) => Lookup::Found(*near),
            (None, Some(far)) if is_complete => Lookup::Found(*far),
            _ if is_complete => Lookup::None,
            _ => Lookup::NotYet,
        }
    }

    /// Returns the number of matches so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.shared.matches().len()
    }

    /// Returns the ordinals of at most `count` matches in ascending order, without the first
    /// `skip` ones.
    #[must_use]
    pub fn matches(&self, skip: usize, count: usize) -> Vec<usize> {
        self.shared.matches().iter().skip(skip).take(count).copied().collect()
    }

    /// Returns the number of games searched so far.
    #[must_use]
    pub fn searched(&self) -> usize {
        self.shared.searched.load(Ordering::Relaxed)
    }

    /// Tells whether every game has been searched.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.shared.is_complete.load(Ordering::Acquire)
    }
}

impl Drop for SearchTask {
    fn drop(&mut self) {
        self.shared.is_cancelled.store(true, Ordering::Relaxed);
    }
}

/// Searches the games from `from` to the last one, and then those before it.
fn run(index: &GameIndex, query: &Query, from: usize, shared: &Shared) {
    const WAIT_FOR_INDEX: Duration = Duration::from_millis(10);
    let mut readers: Vec<_> = (0..index.files()).map(|file| index.games(file)).collect();
    let Some(mut game) = readers.first().map(AnyGames::blank) else {
        return;
    };
    let illegal = index.syntax().illegal();
    let mut ordinal = from;
    loop {
        if shared.is_cancelled.load(Ordering::Relaxed) {
            return;
        }
        let is_complete = index.is_complete();
        match index.location(ordinal) {
            Some(location) => {
                let games = &mut readers[location.file];
                games.seek(location.previous_end);
                if games.read(&mut game).is_some() && query.matches(&game, illegal) {
                    shared.matches().insert(ordinal);
                }
                shared.searched.fetch_add(1, Ordering::Relaxed);
                ordinal += 1;
            }
            None if is_complete => ordinal = 0,
            None => {
                thread::sleep(WAIT_FOR_INDEX);
                continue;
            }
        }
        let has_searched_all = shared.searched.load(Ordering::Relaxed) >= index.len();
        if is_complete && has_searched_all {
            return shared.is_complete.store(true, Ordering::Release);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Syntax;
    use crate::text::Source;

    /// Returns all games that match a query.
    fn found(query: &str, from: usize) -> Vec<usize> {
        let text = "[White \"Réti\"]\n[Event \"Vienna\"]\n\n1. e4 c6 *\n\n[White \"Adams\"]\n\n1. d4 d5 *\n\n\
                    [White \"Réti, R\"]\n[Event \"Prague\"]\n\n1. e4 e5 (1... c6) *";
        let source = Source::new("t", text.as_bytes().to_vec());
        let index = Arc::new(GameIndex::new(vec![source], None, Syntax::Standard));
        index.fill(None);
        let task = SearchTask::start(&index, Query::parse(query).unwrap(), from);
        while !task.is_complete() {
            thread::yield_now();
        }
        task.matches(0, 9)
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
            assert_eq!(self::found(query, 0), found, "{query}");
            assert_eq!(self::found(query, 2), found, "{query}");
        }
    }

    #[test]
    fn the_nearest_match_wraps_around() {
        let source = Source::new("t", b"[White \"A\"]\n* [White \"B\"]\n* [White \"A\"]\n*".to_vec());
        let index = Arc::new(GameIndex::new(vec![source], None, Syntax::Standard));
        index.fill(None);
        let task = SearchTask::start(&index, Query::Words(vec!["a".to_owned()]), 0);
        while !task.is_complete() {
            thread::yield_now();
        }
        for (ordinal, forward, back) in [(0, 2, 2), (1, 2, 0), (2, 0, 0)] {
            assert_eq!(task.nearest(ordinal, Direction::Forward), Lookup::Found(forward), "{ordinal}");
            assert_eq!(task.nearest(ordinal, Direction::Back), Lookup::Found(back), "{ordinal}");
        }
    }
}

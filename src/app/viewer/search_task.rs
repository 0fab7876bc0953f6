//! The search for games, which runs in the background.

use std::sync::Arc;
use std::task::Poll;

use super::game_index::GameIndex;
use super::index_task::IndexTask;
use super::search::{Direction, Query, matches};

/// A search for games.
pub type SearchTask = IndexTask<Matches>;

/// The ordinals of the games that match, in ascending order: those before the game from which the search began,
/// and the others, which are searched first.
#[derive(Debug, Default)]
pub struct Matches {
    before: Vec<usize>,
    after: Vec<usize>,
}

impl Matches {
    fn len(&self) -> usize {
        self.before.len() + self.after.len()
    }

    /// Returns the match at a place, counted from 0.
    fn get(&self, at: usize) -> Option<usize> {
        let after = || self.after.get(at - self.before.len());
        self.before.get(at).or_else(after).copied()
    }

    /// Returns how many matches come before a game.
    fn count_before(&self, ordinal: usize) -> usize {
        [&self.before, &self.after].map(|part| part.partition_point(|at| *at < ordinal)).iter().sum()
    }
}

impl IndexTask<Matches> {
    /// Starts to search an index: from the game `from` to the last one, and then the games before it.
    pub fn search(index: &Arc<GameIndex>, query: Query, from: usize) -> Arc<SearchTask> {
        let (mut before, mut after) = (0, from);
        SearchTask::start(index, move |index, task, count, _| {
            let (next, end) =
                if after < count { (&mut after, count) } else { (&mut before, from.min(count)) };
            if *next >= end {
                return false;
            }
            *next = task.visit(index, *next..end, |ordinal, checker| {
                if matches(checker, &query) {
                    let found = &mut *task.found();
                    if ordinal < from { found.before.push(ordinal) } else { found.after.push(ordinal) }
                }
            });
            true
        })
    }

    /// Returns the next match after a game in a direction, if there is one, as soon as that is known. The first match
    /// follows the last one, and the other way round.
    pub fn nearest(&self, ordinal: usize, direction: Direction) -> Poll<Option<usize>> {
        // read before the matches: if the task is complete now, all of them are there
        let is_complete = self.is_complete();
        let matches = self.found();
        let (near, far) = match direction {
            Direction::Forward => (Some(matches.count_before(ordinal + 1)), 0),
            Direction::Back => {
                (matches.count_before(ordinal).checked_sub(1), matches.len().saturating_sub(1))
            }
        };
        match (near.and_then(|near| matches.get(near)), matches.get(far)) {
            (Some(near), _) => Poll::Ready(Some(near)),
            (None, far) if is_complete => Poll::Ready(far),
            _ => Poll::Pending,
        }
    }

    /// Returns the number of matches so far.
    pub fn len(&self) -> usize {
        self.found().len()
    }

    /// Returns which of the matches so far a game is, counted from 1, or `None` if it is not one of them.
    pub fn number_of(&self, ordinal: usize) -> Option<usize> {
        let matches = self.found();
        let at = matches.count_before(ordinal);
        (matches.get(at) == Some(ordinal)).then_some(at + 1)
    }

    /// Returns the ordinals of at most `count` matches in ascending order, without the first
    /// `skip` ones.
    pub fn matches(&self, skip: usize, count: usize) -> Vec<usize> {
        let matches = self.found();
        (skip..matches.len().min(skip.saturating_add(count))).filter_map(|at| matches.get(at)).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::app::viewer::game_index::IndexedFile;
    use crate::check::CheckOptions;
    use crate::text::Input;

    fn index_of(text: &'static str) -> Arc<GameIndex> {
        let file = IndexedFile::new(None, || Input::from_reader("t", text.as_bytes()));
        let index = Arc::new(GameIndex::new(vec![file], CheckOptions::default(), None));
        index.fill(None);
        index
    }

    /// Returns the ordinals of all games that match a query, searched from the game `from` on.
    fn found(query: &str, from: usize) -> Vec<usize> {
        let text = "[White \"Réti\"]\n[Event \"Vienna\"]\n\n1. e4 c6 *\n\n[White \"Adams\"]\n\n1. d4 d5 {A wórrying [%clk 1:00] one} 0-1\n\n\
                    [White \"Réti, R\"]\n[Event \"Prague\"]\n[Annotator \"Euwe\"]\n\n1. e4 e5 (1... c6) *";
        let index = index_of(text);
        let task = SearchTask::search(&index, Query::parse(query).unwrap().unwrap(), from);
        while !task.is_complete() {
            thread::yield_now();
        }
        task.matches(0, 9)
    }

    #[test]
    fn games_are_found_by_words_and_by_positions_of_the_main_line() {
        for (query, found) in [
            ("RÉTI", &[0, 2][..]),
            ("reti", &[0, 2]),
            ("worrying", &[1]),
            ("adams worrying", &[1]),
            ("reti worrying", &[]),
            ("0-1", &[1]),
            ("annotator", &[]),
            ("euwe", &[2]),
            ("clk", &[]),
            ("White ~ reti and plies < 3", &[0, 2]),
            ("White ~ reti and Event = Vienna", &[0]),
            ("move e5", &[2]),
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
        let index = index_of("[White \"A\"]\n* [White \"B\"]\n* [White \"A\"]\n*");
        let task = SearchTask::search(&index, Query::Words(vec!["a".to_owned()]), 0);
        while !task.is_complete() {
            thread::yield_now();
        }
        for (ordinal, forward, back) in [(0, 2, 2), (1, 2, 0), (2, 0, 0)] {
            assert_eq!(task.nearest(ordinal, Direction::Forward), Poll::Ready(Some(forward)), "{ordinal}");
            assert_eq!(task.nearest(ordinal, Direction::Back), Poll::Ready(Some(back)), "{ordinal}");
            assert_eq!(task.number_of(ordinal), [Some(1), None, Some(2)][ordinal]);
        }
    }
}

//! The index of the games of all files: where each game is.
//!
//! A thread fills the index while the user already looks at games. The index holds
//! locations only, because a file may have millions of games; a [`GameReader`] reads a game
//! when it is shown.
//!
//! [`GameReader`]: super::game_reader::GameReader

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};
use std::thread;

use crate::app::cli::Selection;
use crate::app::query::is_answered;
use crate::check::{GameChecker, Syntax};
use crate::notation::{AnyGames, MAX_GAME_SIZE, Variant};
use crate::query::Query;
use crate::syntax::PieceLetters;
use crate::text::Source;

/// Where a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameLocation {
    /// The number of its file, counted from 0.
    pub file: usize,
    /// Its number, counted from 1 through all files.
    pub number: usize,
    /// The byte offset in the file where the game before it ends.
    pub previous_end: usize,
}

/// The files, how to read them, and the locations of their games.
///
/// A game is known by its ordinal: its number in the index, counted from 0 through all files.
#[derive(Debug)]
pub struct GameIndex {
    sources: Vec<Source>,
    variant: Option<Variant>,
    syntax: Syntax,
    letters: Option<PieceLetters>,
    max_game_size: usize,
    /// The question that the games have to answer.
    query: Option<Query>,
    /// How many games have been looked at.
    read: AtomicUsize,
    locations: RwLock<Vec<GameLocation>>,
    /// How many bytes of the files have been scanned.
    scanned: AtomicUsize,
    is_complete: AtomicBool,
}

impl GameIndex {
    /// Returns an empty index of files. A `variant` overrides the `Variant` tags.
    #[must_use]
    pub fn new(sources: Vec<Source>, variant: Option<Variant>, syntax: Syntax) -> GameIndex {
        let (scanned, is_complete) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (locations, max_game_size) = (RwLock::default(), MAX_GAME_SIZE);
        let read = AtomicUsize::new(0);
        GameIndex {
            sources,
            variant,
            syntax,
            letters: None,
            max_game_size,
            query: None,
            read,
            locations,
            scanned,
            is_complete,
        }
    }

    /// Sets the letters of the pieces in PGN, whatever the tags of a game say.
    #[must_use]
    pub fn with_piece_letters(self, letters: Option<PieceLetters>) -> GameIndex {
        GameIndex { letters, ..self }
    }

    /// Sets the maximum size of a game in bytes.
    #[must_use]
    pub fn max_game_size(self, max_game_size: usize) -> GameIndex {
        GameIndex { max_game_size, ..self }
    }

    /// Sets the question that the games have to answer.
    #[must_use]
    pub fn with_query(self, query: Option<Query>) -> GameIndex {
        GameIndex { query, ..self }
    }

    /// Starts a thread that fills the index with all games, or with the selected ones.
    pub fn fill_in_background(self: &Arc<GameIndex>, selection: Option<Selection>) {
        let (index, selected) = (Arc::clone(self), selection.clone());
        let spawned = thread::Builder::new().spawn(move || index.fill(selected.as_ref()));
        if spawned.is_err() {
            self.fill(selection.as_ref());
        }
    }

    /// Fills the index with all games, or with the selected ones.
    pub fn fill(&self, selection: Option<&Selection>) {
        let mut file_start = 0;
        let mut number = 0;
        for ((file, source), mut checker) in self.sources.iter().enumerate().zip(self.checkers()) {
            let mut games = self.games(file);
            let mut previous_end = 0;
            let games_before = number;
            while let Some(end) = games.skip_game() {
                number += 1;
                self.read.store(number, Ordering::Relaxed);
                let is_selected = selection.is_none_or(|selection| selection.contains(number - games_before));
                if is_selected && self.is_asked_for(&mut checker, previous_end) {
                    let location = GameLocation { file, number, previous_end };
                    self.locations.write().unwrap_or_else(PoisonError::into_inner).push(location);
                }
                previous_end = end;
                self.scanned.store(file_start + previous_end, Ordering::Relaxed);
                if selection.is_some_and(|selection| number - games_before >= selection.last()) {
                    break;
                }
            }
            file_start += source.bytes().len();
        }
        self.is_complete.store(true, Ordering::Release);
    }

    /// Tells whether the game after an offset answers the question, if there is one.
    fn is_asked_for(&self, checker: &mut GameChecker<'_>, previous_end: usize) -> bool {
        let Some(query) = &self.query else { return true };
        checker.seek(previous_end);
        checker.read().is_some_and(|reading| is_answered(query, checker, reading))
    }

    /// Returns how many games have been looked at.
    #[must_use]
    pub fn read(&self) -> usize {
        self.read.load(Ordering::Relaxed)
    }

    fn locations(&self) -> RwLockReadGuard<'_, Vec<GameLocation>> {
        self.locations.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of games found so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.locations().len()
    }

    /// Tells whether no game has been found yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the location of a game, if it has been found.
    #[must_use]
    pub fn location(&self, ordinal: usize) -> Option<GameLocation> {
        self.locations().get(ordinal).copied()
    }

    /// Returns the ordinal of the game with a number, if it has been found.
    #[must_use]
    pub fn ordinal_of(&self, number: usize) -> Option<usize> {
        self.locations().binary_search_by_key(&number, |location| location.number).ok()
    }

    /// Tells whether all games have been found.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_complete.load(Ordering::Acquire)
    }

    /// Returns how much of the files has been scanned, in per cent.
    #[must_use]
    pub fn percent(&self) -> usize {
        let total: usize = self.sources.iter().map(|source| source.bytes().len()).sum();
        (self.scanned.load(Ordering::Relaxed) as u64 * 100 / total.max(1) as u64) as usize
    }

    /// Returns a reader of the games of a file.
    #[must_use]
    pub fn games(&self, file: usize) -> AnyGames<'_> {
        let games = AnyGames::new(&self.sources[file], self.variant, self.syntax.recovery());
        games.with_piece_letters(self.letters).max_game_size(self.max_game_size)
    }

    /// Returns a checker of the games of each file.
    pub(super) fn checkers(&self) -> Vec<GameChecker<'_>> {
        let checker = |source| {
            let checker = GameChecker::new(source, self.variant, self.syntax, false);
            checker.with_piece_letters(self.letters).max_game_size(self.max_game_size)
        };
        self.sources.iter().map(checker).collect()
    }

    /// Returns the name of a file.
    #[must_use]
    pub fn file_name(&self, file: usize) -> &str {
        self.sources[file].name()
    }

    /// Returns the number of files.
    #[must_use]
    pub fn files(&self) -> usize {
        self.sources.len()
    }

    /// Returns the syntax that the files may use.
    #[must_use]
    pub fn syntax(&self) -> Syntax {
        self.syntax
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_selected_games_are_indexed() {
        let source = || Source::new("t", b"1. e4 * 1. d4 * 1. c4 *".to_vec());
        let index = GameIndex::new(vec![source(), source()], None, Syntax::Standard);
        index.fill("2-".parse().ok().as_ref());
        let location = |ordinal| index.location(ordinal).map(|location| (location.file, location.number));
        let locations: Vec<_> = (0..index.len()).filter_map(location).collect();
        assert_eq!(locations, [(0, 2), (0, 3), (1, 5), (1, 6)]);
        assert_eq!([2, 4, 5].map(|number| index.ordinal_of(number)), [Some(0), None, Some(2)]);
    }
}

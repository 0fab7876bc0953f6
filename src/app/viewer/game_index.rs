//! The index of the games of all files: where each game is.
//!
//! A thread fills the index ([`fill_index`]) while the user already looks at games. The index holds texts
//! and locations only, because a file may have millions of games; a [`GameReader`] reads a game when it is
//! shown.
//!
//! [`fill_index`]: super::fill_index
//! [`GameReader`]: super::game_reader::GameReader

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};
use std::thread;

use super::indexed_file::IndexedFile;
use super::state::Indexing;
use crate::app::cli::Selection;
use crate::app::query::answers;
use crate::check::{GameChecker, Syntax};
use crate::notation::{AnyGames, MAX_GAME_SIZE, Variant};
use crate::query::Query;
use crate::syntax::PieceLetters;
use crate::text::{ReadError, Source};

/// Where a game is.
#[derive(Clone, Debug)]
pub struct GameLocation {
    /// The number of its file, counted from 0.
    pub file: usize,
    /// Its number, counted from 1 through all files.
    pub number: usize,
    /// The part of the file that it stands in.
    pub source: Arc<Source>,
    /// The byte offset in that part where the game before it ends.
    pub previous_end: usize,
}

/// The files, how to read them, and the locations of their games.
///
/// A game is known by its ordinal: its number in the index, counted from 0 through all files.
#[derive(Debug)]
pub struct GameIndex {
    pub(super) files: Vec<IndexedFile>,
    variant: Option<Variant>,
    syntax: Syntax,
    letters: Option<PieceLetters>,
    max_game_size: usize,
    /// The question that the games have to answer.
    query: Option<Arc<Query>>,
    /// How many games have been looked at.
    pub(super) read: AtomicUsize,
    locations: RwLock<Vec<GameLocation>>,
    /// How often games at the end have been read again, since more of their text has come.
    revision: AtomicUsize,
    is_complete: AtomicBool,
    pub(super) is_waiting: AtomicBool,
    pub(super) errors: Mutex<Vec<ReadError>>,
}

impl GameIndex {
    /// Returns an empty index of files. A `variant` overrides the `Variant` tags.
    #[must_use]
    pub fn new(files: Vec<IndexedFile>, variant: Option<Variant>, syntax: Syntax) -> GameIndex {
        GameIndex {
            files,
            variant,
            syntax,
            letters: None,
            max_game_size: MAX_GAME_SIZE,
            query: None,
            read: AtomicUsize::new(0),
            locations: RwLock::default(),
            revision: AtomicUsize::new(0),
            is_complete: AtomicBool::new(false),
            is_waiting: AtomicBool::new(false),
            errors: Mutex::default(),
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
    pub fn with_query(self, query: Option<Arc<Query>>) -> GameIndex {
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

    pub(super) fn complete(&self) {
        self.is_complete.store(true, Ordering::Release);
    }

    /// Tells whether the game after an offset of a source answers the question, if there is one.
    pub(super) fn is_asked_for(&self, checker: &mut GameChecker<'_>, previous_end: usize) -> bool {
        let Some(query) = &self.query else { return true };
        checker.seek(previous_end);
        answers(query, checker)
    }

    /// Puts a game into the place `at`, behind the last one or instead of one that is read again.
    pub(super) fn put(&self, at: usize, location: GameLocation) {
        let mut locations = self.locations.write().unwrap_or_else(PoisonError::into_inner);
        match locations.get_mut(at) {
            Some(place) => *place = location,
            None => locations.push(location),
        }
    }

    /// Drops the games from the place `at` on, all of which have been read again.
    pub(super) fn truncate(&self, at: usize) {
        self.locations.write().unwrap_or_else(PoisonError::into_inner).truncate(at);
        self.revision.fetch_add(1, Ordering::Release);
    }

    /// Returns a number that changes when games are read again.
    #[must_use]
    pub fn revision(&self) -> usize {
        self.revision.load(Ordering::Acquire)
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
        self.locations().get(ordinal).cloned()
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

    /// Tells whether no game will be found soon: all have been, or a pipe brings nothing.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        self.is_complete() || self.is_waiting.load(Ordering::Acquire)
    }

    /// Returns how far the files have been read, or `None` if all games have been found.
    #[must_use]
    pub fn progress(&self) -> Option<Indexing> {
        if self.is_complete() {
            return None;
        }
        if self.is_at_rest() {
            return Some(Indexing::Waiting);
        }
        let files: Option<Vec<_>> = self.files.iter().map(IndexedFile::bytes_read).collect();
        let Some(files) = files else { return Some(Indexing::Reading) };
        let (read, total) =
            files.iter().fold((0, 0), |(read, total), (more, length)| (read + more, total + length));
        Some(Indexing::Percent((read * 100 / total.max(1)).min(100) as usize))
    }

    /// Takes the errors of reading out that have happened since this was asked last.
    #[must_use]
    pub fn take_errors(&self) -> Vec<ReadError> {
        std::mem::take(&mut *self.errors.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns a reader of the games of a source.
    #[must_use]
    pub fn games<'s>(&self, source: &'s Source) -> AnyGames<'s> {
        let games = AnyGames::new(source, self.variant, self.syntax.recovery());
        games.with_piece_letters(self.letters).max_game_size(self.max_game_size)
    }

    /// Returns a checker of the games of a source.
    #[must_use]
    pub fn checker<'s>(&self, source: &'s Source) -> GameChecker<'s> {
        let checker = GameChecker::new(source, self.variant, self.syntax, false);
        checker.with_piece_letters(self.letters).max_game_size(self.max_game_size)
    }

    /// Returns the name of a file.
    #[must_use]
    pub fn file_name(&self, file: usize) -> &str {
        self.files[file].name()
    }

    /// Returns the number of files.
    #[must_use]
    pub fn files(&self) -> usize {
        self.files.len()
    }

    /// Returns the syntax that the files may use.
    #[must_use]
    pub fn syntax(&self) -> Syntax {
        self.syntax
    }
}

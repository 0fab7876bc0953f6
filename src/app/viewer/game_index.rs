//! The index of the places of the games in all files.
//!
//! A thread fills the index while the user already looks at games. The index holds only texts and
//! locations, because a file may have millions of games; a [`GameReader`] reads a game when it is shown.
//!
//! [`GameReader`]: super::loaded_game::GameReader

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};
use std::time::{Duration, Instant};
use std::{fmt, thread};

use crate::app::cli::Selection;
use crate::app::query::answers;
use crate::check::{CheckOptions, GameChecker, ReadTo};
use crate::query::Query;
use crate::syntax::Portion;
use crate::text::{Arrival, Chunk, GrowingText, Input, Progress, ReadError, Source};

/// Where a game is.
#[derive(Clone, Debug)]
pub struct GameLocation {
    /// Its number, counted from 1 through all files.
    pub number: usize,
    /// The part of the file that it stands in.
    pub source: Arc<Source>,
    /// The byte offset in that part where the game before it ends.
    pub previous_end: usize,
}

/// How far the files have been read while the index is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indexing {
    /// The share that has been read, in per cent.
    Percent(usize),
    /// An unknown part of them, because the length of a pipe is not known.
    Reading,
    /// A pipe has brought nothing for a while.
    Waiting,
}

/// The files, how to read them, and the locations of their games.
///
/// A game is known by its ordinal: its number in the index, counted from 0 through all files.
#[derive(Debug, Default)]
pub struct GameIndex {
    pub(super) files: Vec<IndexedFile>,
    /// The number of files that have been read, those in archives among them.
    files_read: AtomicUsize,
    pub(super) options: CheckOptions,
    /// The question that the games have to answer.
    query: Option<Arc<Query>>,
    /// The number of games that have been examined.
    pub(super) read: AtomicUsize,
    locations: RwLock<Vec<GameLocation>>,
    /// How often the last games have been read again, because more of their text had come.
    revision: AtomicUsize,
    is_complete: AtomicBool,
    pub(super) is_waiting: AtomicBool,
    pub(super) errors: Mutex<Vec<ReadError>>,
}

impl GameIndex {
    /// Returns an empty index of files.
    #[must_use]
    pub fn new(files: Vec<IndexedFile>, options: CheckOptions) -> GameIndex {
        GameIndex { files, options, ..GameIndex::default() }
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

    /// Returns whether the game after an offset of a source answers the question, if there is one.
    pub(super) fn is_asked_for(&self, checker: &mut GameChecker<'_>, previous_end: usize) -> bool {
        let Some(query) = &self.query else { return true };
        checker.seek(previous_end);
        answers(query, checker)
    }

    /// Puts a game into the place `at`: after the last one, or in place of one that is read again.
    pub(super) fn put(&self, at: usize, location: GameLocation) {
        let mut locations = self.locations.write().unwrap_or_else(PoisonError::into_inner);
        match locations.get_mut(at) {
            Some(place) => *place = location,
            None => locations.push(location),
        }
    }

    /// Drops the games from the place `at` on, because reading the last games again has found only
    /// `at` games.
    pub(super) fn truncate(&self, at: usize) {
        self.locations.write().unwrap_or_else(PoisonError::into_inner).truncate(at);
        self.revision.fetch_add(1, Ordering::Release);
    }

    /// Returns a number that changes when games are read again.
    #[must_use]
    pub fn revision(&self) -> usize {
        self.revision.load(Ordering::Acquire)
    }

    /// Returns the number of games that have been examined.
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

    /// Returns whether all games have been found.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_complete.load(Ordering::Acquire)
    }

    /// Returns whether no game will be found soon: all have been found, or a pipe brings nothing.
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

    /// Takes the errors of reading that have occurred since the last call.
    #[must_use]
    pub fn take_errors(&self) -> Vec<ReadError> {
        std::mem::take(&mut *self.errors.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns a checker of the games of a source.
    #[must_use]
    pub fn checker<'s>(&self, source: &'s Source) -> GameChecker<'s> {
        self.options.checker(source)
    }

    /// Returns how many files there are, as far as is known: an archive may have several.
    #[must_use]
    pub fn file_count(&self) -> usize {
        self.files_read.load(Ordering::Relaxed).max(self.files.len())
    }
}

/// The length of the first part, which is small so that the first game is on the screen at once.
const FIRST_PART: usize = 64 << 10;

/// The maximum length of a part, unless a game is larger.
const MAX_PART: usize = 4 << 20;

/// The approximate ratio of the text before a part to the part. Parts therefore grow, between the
/// two lengths above, as a file is read.
const SHARE: usize = 4;

/// The time to wait for more text before the text so far is shown.
const PAUSE: Duration = Duration::from_millis(100);

/// The factor for the pause after games whose ends are not proved have been read again: the pause
/// is this many times as long as the reading took. Reading again thus takes at most about a tenth
/// of the time.
const REST: u32 = 10;

impl GameIndex {
    /// Fills the index with all games, or with the selected ones.
    pub fn fill(&self, selection: Option<&Selection>) {
        let mut filler = Filler { index: self, selection, before: 0, number: 0, count: 0 };
        for input in self.files.iter().filter_map(IndexedFile::take).flat_map(Input::and_following) {
            filler.before = filler.number;
            self.files_read.fetch_add(1, Ordering::Relaxed);
            if let Err(error) = input.and_then(|input| filler.read(input)) {
                self.errors.lock().unwrap_or_else(PoisonError::into_inner).push(error);
            }
        }
        self.complete();
    }
}

struct Filler<'i> {
    index: &'i GameIndex,
    selection: Option<&'i Selection>,
    /// The number of games in the files before it.
    before: usize,
    /// The number of games so far whose ends are proved: another game or the end of the file follows.
    number: usize,
    /// How many of these games are in the index.
    count: usize,
}

impl Filler<'_> {
    /// Indexes the games of a file.
    fn read(&mut self, input: Input) -> Result<(), ReadError> {
        let mut text = GrowingText::start(input)?;
        let (mut boundary, mut wanted) = (ReadTo::default(), FIRST_PART);
        let (mut pause, mut shown) = (PAUSE, 0);
        loop {
            let before = text.len();
            if text.wait(wanted, pause) == Arrival::Pause {
                self.index.is_waiting.store(text.len() == before, Ordering::Release);
                if text.len() != shown {
                    let start = Instant::now();
                    self.show_so_far(&text.so_far(), boundary);
                    (pause, shown) = (PAUSE.max(start.elapsed() * REST), text.len());
                }
                continue;
            }
            self.index.is_waiting.store(false, Ordering::Release);
            let source = text.take();
            (boundary, self.number, self.count) = self.games_of(&source, boundary);
            self.index.truncate(self.count);
            let is_enough =
                self.selection.is_some_and(|selection| self.number - self.before >= selection.last());
            if source.ends_file() || is_enough {
                return text.failure().map_or(Ok(()), Err);
            }
            text.put_back(&source, boundary.end);
            // twice what is left, so that a game of any length is read in linear time
            wanted = (boundary.end / SHARE).clamp(FIRST_PART, MAX_PART).max(2 * text.len());
            shown = 0;
        }
    }

    /// Shows the games of a text as if it ended here.
    fn show_so_far(&self, source: &Arc<Source>, from: ReadTo) {
        let (_, _, count) = self.games_of(source, from);
        self.index.truncate(count);
    }

    /// Puts the games of a text into the index. Returns the boundary from which to read on, the
    /// number of all games up to it, and the number of those in the index.
    fn games_of(&self, source: &Arc<Source>, from: ReadTo) -> (ReadTo, usize, usize) {
        let chunk =
            Chunk { source: source.clone(), start: source.offset_of(from.end), end: source.bytes().len() };
        // the question moves its checker and reads with it, so it needs one of its own
        let mut asked = self.index.checker(source);
        let mut checker = self.index.checker(source).in_chunk(&chunk, from);
        let (mut number, mut count) = (self.number, self.count);
        loop {
            let previous_end = source.offset_of(checker.boundary().end);
            if checker.read(Portion::Nothing).is_none() {
                return (checker.boundary(), number, count);
            }
            number += 1;
            self.index.read.store(number, Ordering::Relaxed);
            let in_file = number - self.before;
            let is_selected = self.selection.is_none_or(|selection| selection.contains(in_file));
            if is_selected && self.index.is_asked_for(&mut asked, previous_end) {
                let location = GameLocation { number, source: source.clone(), previous_end };
                self.index.put(count, location);
                count += 1;
            }
            if self.selection.is_some_and(|selection| in_file >= selection.last()) {
                return (checker.boundary(), number, count);
            }
        }
    }
}

/// Opens a file.
type Open = Box<dyn FnOnce() -> Result<Input, ReadError> + Send>;

/// A file that is opened when its turn comes, so that any number of files needs few descriptors, and no file waits for
/// a pipe.
pub struct IndexedFile {
    /// Opens it. `None` after this has been done.
    open: Mutex<Option<Open>>,
    /// The length of the file in bytes, if it is known before it is open.
    length: Option<u64>,
    /// How far it has been read, once it is open.
    progress: Mutex<Option<Progress>>,
}

impl IndexedFile {
    /// Returns a file or a pipe that `open` opens. A file that does not exist counts as empty.
    #[must_use]
    pub fn new(
        length: Option<u64>,
        open: impl FnOnce() -> Result<Input, ReadError> + Send + 'static,
    ) -> IndexedFile {
        let open = Mutex::new(Some(Box::new(open) as _));
        IndexedFile { open, length, progress: Mutex::default() }
    }

    /// Opens the file to be read. Returns `None` if this has been done before.
    pub(super) fn take(&self) -> Option<Result<Input, ReadError>> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        Some(open().inspect(|input| {
            *self.progress.lock().unwrap_or_else(PoisonError::into_inner) = Some(input.progress());
        }))
    }

    /// Returns how many bytes of the file have been read, and its length in bytes, if both are known.
    pub(super) fn bytes_read(&self) -> Option<(u64, u64)> {
        match &*self.progress.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(progress) => Some((progress.done(0), progress.total?)),
            None => Some((0, self.length?)),
        }
    }
}

impl fmt::Debug for IndexedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IndexedFile").field("length", &self.length).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::app::viewer::game_index::IndexedFile;
    use crate::check::CheckOptions;

    fn index_of(texts: &[&str]) -> GameIndex {
        let file = |(number, text): (usize, &&str)| {
            let reader = Cursor::new((*text).to_owned().into_bytes());
            IndexedFile::new(None, move || Input::from_reader(number.to_string(), reader))
        };
        GameIndex::new(texts.iter().enumerate().map(file).collect(), CheckOptions::default())
    }

    #[test]
    fn only_selected_games_are_indexed() {
        let index = index_of(&["1. e4 * 1. d4 * 1. c4 *"; 2]);
        index.fill("2-".parse().ok().as_ref());
        let location = |ordinal| {
            index.location(ordinal).map(|location| (location.source.name().to_owned(), location.number))
        };
        let locations: Vec<_> = (0..index.len()).filter_map(location).collect();
        assert_eq!(
            locations,
            [("0", 2), ("0", 3), ("1", 5), ("1", 6)].map(|(name, number)| (name.to_owned(), number))
        );
        assert_eq!([2, 4, 5].map(|number| index.ordinal_of(number)), [Some(0), None, Some(2)]);
    }

    #[test]
    fn games_of_many_parts_are_those_of_the_text() {
        let comment = "x ".repeat(60_000);
        let game = |number: usize| {
            let comment = if number % 1000 == 7 { &comment } else { "" };
            format!("[Event \"{number}\"]\n\n1. e4 {{{comment}}} e5 1-0\n\n")
        };
        let text: String = (1..=9000).map(game).collect();
        let index = index_of(&[&text]);
        index.fill(None);
        assert_eq!(index.len(), 9000);
        for number in 1..=9000 {
            let location = index.location(number - 1).unwrap();
            let mut checker = index.checker(&location.source);
            checker.seek(location.previous_end);
            checker.read(Portion::Whole).unwrap();
            assert_eq!(checker.game().tags()[0].value.unescape(), number.to_string());
            let line = location.source.position(location.previous_end).line;
            assert_eq!(line, (number * 4).saturating_sub(5).max(1), "{number}");
        }
        let sources = (0..9000).map(|at| Arc::as_ptr(&index.location(at).unwrap().source));
        assert!(sources.collect::<std::collections::HashSet<_>>().len() > 3);
    }
}

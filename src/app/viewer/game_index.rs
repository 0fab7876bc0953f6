//! The index of the places of the games in all files.
//!
//! A thread fills the index while the user already looks at games. The index holds only texts and
//! locations, because a file may have millions of games; a [`GameReader`] reads a game when it is shown.
//!
//! [`GameReader`]: super::loaded_game::GameReader

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::search::answers;
use crate::app::cli::Selection;
use crate::check::{CheckOptions, ReadTo};
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

/// The files, how to read them, and what has been found in them.
///
/// A game is known by its ordinal: its number in the index, counted from 0 through all files.
pub struct GameIndex {
    files: Vec<IndexedFile>,
    /// How the games are read.
    pub options: CheckOptions,
    /// The question that the games have to answer.
    query: Option<Arc<Query>>,
    found: Mutex<Found>,
}

/// What has been found so far. All of it is behind one lock, so that its parts fit together.
#[derive(Debug, Default)]
pub struct Found {
    /// The games.
    pub games: Vec<GameLocation>,
    /// The number of games that have been examined.
    pub examined: usize,
    /// How often the last games have been read again, because more of their text had come.
    pub revision: usize,
    /// The number of files, those in archives among them as soon as they are read.
    pub files: usize,
    /// Whether all games have been found.
    pub is_complete: bool,
    /// Whether a pipe has brought nothing for a while.
    is_waiting: bool,
    /// The errors of reading.
    pub errors: Vec<ReadError>,
}

impl Found {
    /// Returns the ordinal of the game with a number, if it has been found.
    pub fn ordinal_of(&self, number: usize) -> Option<usize> {
        self.games.binary_search_by_key(&number, |location| location.number).ok()
    }

    /// Returns whether no game will be found soon: all have been found, or a pipe brings nothing.
    pub fn is_at_rest(&self) -> bool {
        self.is_complete || self.is_waiting
    }
}

impl GameIndex {
    /// Returns an empty index of files, for the games that answer a question if there is one.
    pub fn new(files: Vec<IndexedFile>, options: CheckOptions, query: Option<Arc<Query>>) -> GameIndex {
        let found = Mutex::new(Found { files: files.len(), ..Found::default() });
        GameIndex { files, options, query, found }
    }

    /// Starts a thread that fills the index with all games, or with the selected ones.
    pub fn fill_in_background(self: &Arc<GameIndex>, selection: Option<Selection>) {
        let (index, selected) = (Arc::clone(self), selection.clone());
        let spawned = thread::Builder::new().spawn(move || index.fill(selected.as_ref()));
        if spawned.is_err() {
            self.fill(selection.as_ref());
        }
    }

    /// Returns what has been found so far. Nothing else is found while the caller holds it.
    pub fn found(&self) -> MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the location of a game, if it has been found.
    pub fn location(&self, ordinal: usize) -> Option<GameLocation> {
        self.found().games.get(ordinal).cloned()
    }

    /// Returns how far the files have been read, or `None` if all games have been found.
    pub fn progress(&self, found: &Found) -> Option<Indexing> {
        if found.is_complete {
            return None;
        }
        if found.is_waiting {
            return Some(Indexing::Waiting);
        }
        let files: Option<Vec<_>> = self.files.iter().map(IndexedFile::bytes_read).collect();
        let Some(files) = files else { return Some(Indexing::Reading) };
        let (read, total) =
            files.iter().fold((0, 0), |(read, total), (more, length)| (read + more, total + length));
        Some(Indexing::Percent((read * 100 / total.max(1)).min(100) as usize))
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
        let inputs = self.files.iter().map(IndexedFile::open).flat_map(Input::and_following);
        for (input, count) in inputs.zip(1..) {
            filler.before = filler.number;
            self.found().files = self.files.len().max(count);
            if let Err(error) = input.and_then(|input| filler.read(input)) {
                self.found().errors.push(error);
            }
        }
        self.found().is_complete = true;
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
    fn read(&mut self, input: Input<'static>) -> Result<(), ReadError> {
        let mut text = GrowingText::start(input)?;
        let (mut boundary, mut wanted) = (ReadTo::default(), FIRST_PART);
        let (mut pause, mut shown) = (PAUSE, 0);
        loop {
            let before = text.len();
            if text.wait(wanted, pause) == Arrival::Pause {
                self.index.found().is_waiting = text.len() == before;
                if text.len() != shown {
                    let start = Instant::now();
                    // the games so far, as if the text ended here
                    self.find_games(&text.so_far(), boundary);
                    (pause, shown) = (PAUSE.max(start.elapsed() * REST), text.len());
                }
                continue;
            }
            self.index.found().is_waiting = false;
            let source = text.take();
            (boundary, self.number, self.count) = self.find_games(&source, boundary);
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

    /// Puts the games of a text into the index, in place of those that had been found there before more of it came.
    /// Returns the boundary from which to read on, the number of all games up to it, and the number of those in the
    /// index.
    fn find_games(&self, source: &Arc<Source>, from: ReadTo) -> (ReadTo, usize, usize) {
        let chunk =
            Chunk { source: source.clone(), start: source.offset_of(from.end), end: source.bytes().len() };
        // the question moves its checker and reads with it, so it needs one of its own
        let mut asked = self.index.options.checker(source);
        let mut checker = self.index.options.checker(source).in_chunk(&chunk, from);
        let (mut number, mut count) = (self.number, self.count);
        let last = self.selection.map_or(usize::MAX, Selection::last);
        while number - self.before < last {
            let previous_end = source.offset_of(checker.boundary().end);
            if checker.read(Portion::Nothing).is_none() {
                break;
            }
            number += 1;
            let is_selected = self.selection.is_none_or(|selection| selection.contains(number - self.before));
            let is_asked_for = |query: &Arc<Query>| {
                asked.seek(previous_end);
                answers(query, &mut asked)
            };
            let is_wanted = is_selected && self.index.query.as_ref().is_none_or(is_asked_for);
            let mut found = self.index.found();
            found.examined = number;
            if is_wanted {
                let location = GameLocation { number, source: source.clone(), previous_end };
                match found.games.get_mut(count) {
                    Some(place) => *place = location,
                    None => found.games.push(location),
                }
                count += 1;
            }
        }
        let mut found = self.index.found();
        found.games.truncate(count);
        found.revision += 1;
        (checker.boundary(), number, count)
    }
}

/// A file that is opened when its turn comes, so that any number of files needs few descriptors, and no file waits for
/// a pipe.
pub struct IndexedFile {
    open: Box<dyn Fn() -> Result<Input<'static>, ReadError> + Send + Sync>,
    /// The length of the file in bytes, if it is known before it is open.
    length: Option<u64>,
    /// How far it has been read, once it is open.
    progress: OnceLock<Progress>,
}

impl IndexedFile {
    /// Returns a file or a pipe that `open` opens. A file that does not exist counts as empty.
    pub fn new(
        length: Option<u64>,
        open: impl Fn() -> Result<Input<'static>, ReadError> + Send + Sync + 'static,
    ) -> IndexedFile {
        IndexedFile { open: Box::new(open), length, progress: OnceLock::new() }
    }

    fn open(&self) -> Result<Input<'static>, ReadError> {
        (self.open)().inspect(|input| _ = self.progress.set(input.progress()))
    }

    /// Returns how many bytes of the file have been read, and its length in bytes, if both are known.
    fn bytes_read(&self) -> Option<(u64, u64)> {
        match self.progress.get() {
            Some(progress) => Some((progress.done(0), progress.total?)),
            None => Some((0, self.length?)),
        }
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
            let text = (*text).to_owned();
            IndexedFile::new(None, move || {
                Input::from_reader(number.to_string(), Cursor::new(text.clone().into_bytes()))
            })
        };
        GameIndex::new(texts.iter().enumerate().map(file).collect(), CheckOptions::default(), None)
    }

    #[test]
    fn only_selected_games_are_indexed() {
        let index = index_of(&["1. e4 * 1. d4 * 1. c4 *"; 2]);
        index.fill("2-".parse().ok().as_ref());
        let found = index.found();
        let location = |location: &GameLocation| (location.source.name().to_owned(), location.number);
        let locations: Vec<_> = found.games.iter().map(location).collect();
        assert_eq!(
            locations,
            [("0", 2), ("0", 3), ("1", 5), ("1", 6)].map(|(name, number)| (name.to_owned(), number))
        );
        assert_eq!([2, 4, 5].map(|number| found.ordinal_of(number)), [Some(0), None, Some(2)]);
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
        assert_eq!(index.found().games.len(), 9000);
        for number in 1..=9000 {
            let location = index.location(number - 1).unwrap();
            let mut checker = index.options.checker(&location.source);
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

//! Where the games of the files begin, found in the background.
//!
//! Of a game only its place is kept; what is shown of it is read when it is shown.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};
use std::thread;

use super::record::{Facts, Record};
use crate::app::cli::Selection;
use crate::check::{GameChecker, Syntax};
use crate::message::Language;
use crate::notation::{AnyGames, Variant};
use crate::text::Source;

/// Where a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Which of the files it is in.
    pub file: usize,
    /// Its number there, counted from 1.
    pub number: usize,
    /// Where the game before it ends.
    pub previous_end: usize,
}

/// The files, how they are to be read, and what is known of their games.
#[derive(Debug)]
pub struct Library {
    sources: Vec<Source>,
    kind: Option<Variant>,
    syntax: Syntax,
    entries: RwLock<Vec<Entry>>,
    /// How many bytes of the files have been read through.
    indexed: AtomicUsize,
    is_complete: AtomicBool,
}

impl Library {
    /// Takes files whose games are not known yet.
    #[must_use]
    pub fn new(sources: Vec<Source>, kind: Option<Variant>, syntax: Syntax) -> Library {
        let (indexed, is_complete) = (AtomicUsize::new(0), AtomicBool::new(false));
        Library { sources, kind, syntax, entries: RwLock::default(), indexed, is_complete }
    }

    /// Finds all games, or those that are selected, in a thread of its own.
    pub fn index_in_background(self: &Arc<Library>, selection: Option<Selection>) {
        let library = Arc::clone(self);
        thread::spawn(move || library.index(selection.as_ref()));
    }

    /// Finds all games, or those that are selected.
    pub fn index(&self, selection: Option<&Selection>) {
        let mut before = 0;
        for (file, source) in self.sources.iter().enumerate() {
            let mut games = self.games(file);
            let mut previous_end = 0;
            let mut number = 0;
            while let Some(end) = games.pass_over() {
                number += 1;
                if selection.is_none_or(|selection| selection.contains(number)) {
                    let entry = Entry { file, number, previous_end };
                    self.entries.write().unwrap_or_else(PoisonError::into_inner).push(entry);
                }
                previous_end = end;
                self.indexed.store(before + previous_end, Ordering::Relaxed);
            }
            before += source.bytes().len();
        }
        self.is_complete.store(true, Ordering::Release);
    }

    /// Returns what is known of the games so far.
    fn entries(&self) -> RwLockReadGuard<'_, Vec<Entry>> {
        self.entries.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts the games found so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries().len()
    }

    /// Tells whether no game has been found yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns a game by its place among those found.
    #[must_use]
    pub fn entry(&self, at: usize) -> Option<Entry> {
        self.entries().get(at).copied()
    }

    /// Finds a game by its number in the file of another game.
    #[must_use]
    pub fn place_of(&self, other: usize, number: usize) -> Option<usize> {
        let entries = self.entries();
        let wanted = (entries.get(other)?.file, number);
        entries.binary_search_by_key(&wanted, |entry| (entry.file, entry.number)).ok()
    }

    /// Tells whether all games have been found.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_complete.load(Ordering::Acquire)
    }

    /// Returns how much of the files has been read, in hundredths.
    #[must_use]
    pub fn percent(&self) -> usize {
        let total: usize = self.sources.iter().map(|source| source.bytes().len()).sum();
        (self.indexed.load(Ordering::Relaxed) as u64 * 100 / total.max(1) as u64) as usize
    }

    /// Returns a reader of the games of a file.
    #[must_use]
    pub fn games(&self, file: usize) -> AnyGames<'_> {
        AnyGames::new(&self.sources[file], self.kind, self.syntax.recovery())
    }

    /// Counts the files.
    #[must_use]
    pub fn files(&self) -> usize {
        self.sources.len()
    }

    /// Returns how much of the notation the files may use.
    #[must_use]
    pub fn syntax(&self) -> Syntax {
        self.syntax
    }
}

/// Reads games of a library, each when it is wanted.
#[derive(Debug)]
pub struct Desk<'l> {
    library: &'l Library,
    inspections: Vec<GameChecker<'l>>,
    /// What was read for the list, kept while it is shown.
    facts: HashMap<usize, Facts>,
}

impl<'l> Desk<'l> {
    /// How many lines of the list are remembered.
    const MOST_FACTS: usize = 1000;

    /// Takes a place in a library.
    #[must_use]
    pub fn at(library: &'l Library) -> Desk<'l> {
        let inspection = |source| GameChecker::new(source, library.kind, library.syntax, false);
        let inspections = library.sources.iter().map(inspection).collect();
        Desk { library, inspections, facts: HashMap::new() }
    }

    /// Takes a game out.
    #[must_use]
    pub fn open(&mut self, at: usize, language: &Language) -> Option<Record> {
        let entry = self.library.entry(at)?;
        let name = self.library.sources[entry.file].name();
        let inspection = &mut self.inspections[entry.file];
        Record::read(inspection, entry, name, self.library.syntax, language)
    }

    /// Returns what the tags of a game say.
    #[must_use]
    pub fn facts(&mut self, at: usize) -> Option<(Entry, &Facts)> {
        let entry = self.library.entry(at)?;
        if self.facts.len() >= Desk::MOST_FACTS {
            self.facts.clear();
        }
        let facts = self.facts.entry(at).or_insert_with(|| {
            let mut games = self.library.games(entry.file);
            let mut game = games.blank();
            games.seek(entry.previous_end);
            games.read(&mut game);
            Facts::of(&game)
        });
        Some((entry, facts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::ENGLISH;

    #[test]
    fn games_are_found_and_taken_out_in_any_order() {
        let text = "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 Ke8 *\n\n[White \"C\"]\n\n1. c4 *";
        let other = "1. E7-E13 *";
        let sources = vec![
            Source::new("one.pgn", text.as_bytes().to_vec()),
            Source::new("two.ctl-pgn", other.as_bytes().to_vec()),
        ];
        let library = Library::new(sources, None, Syntax::Standard);
        library.index(None);
        assert!(library.is_complete() && library.len() == 4);
        let mut desk = Desk::at(&library);
        for (at, white, moves, is_faulty) in
            [(3, "", 1, false), (1, "B", 1, true), (0, "A", 1, false), (2, "C", 1, false)]
        {
            let record = desk.open(at, &ENGLISH).unwrap();
            assert_eq!(record.facts.white, white);
            assert_eq!((record.tree.count() - 1, record.error.is_some()), (moves, is_faulty), "{at}");
            assert_eq!(desk.facts(at).unwrap().1.white, white);
        }
        assert!(desk.open(4, &ENGLISH).is_none());
    }

    #[test]
    fn only_selected_games_are_there() {
        let sources = vec![Source::new("t", b"1. e4 * 1. d4 * 1. c4 *".to_vec())];
        let library = Library::new(sources, None, Syntax::Standard);
        library.index("2-".parse().ok().as_ref());
        let numbers: Vec<_> = (0..library.len()).map(|at| library.entry(at).unwrap().number).collect();
        assert_eq!(numbers, [2, 3]);
    }
}

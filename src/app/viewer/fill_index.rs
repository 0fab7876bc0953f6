//! Fills the index with the games of the files while they are read.
//!
//! A text is taken in parts, and the games of a part stand in the index as soon as another game follows
//! them, which proves where they end. When a pipe pauses, the games behind them are shown as well, as if the
//! text ended there, and are read again when more has come.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::game_index::{GameIndex, GameLocation};
use crate::app::cli::Selection;
use crate::check::Boundary;
use crate::text::{Arrival, Chunk, GrowingText, Input, ReadError, Source};

/// The length of the first part, which is small so that the first game is on the screen at once.
const FIRST_PART: usize = 64 << 10;

/// The maximum length of a part, unless a game is larger.
const MAX_PART: usize = 4 << 20;

/// The ratio of the text before a part to the part.
const SHARE: usize = 4;

/// How long to wait for more before what has come is shown.
const PAUSE: Duration = Duration::from_millis(100);

/// How many times as long to wait as it takes to read again what is not proved.
const REST: u32 = 10;

impl GameIndex {
    /// Fills the index with all games, or with the selected ones.
    pub fn fill(&self, selection: Option<&Selection>) {
        let mut filler = Filler { index: self, selection, file: 0, before: 0, number: 0, count: 0 };
        for (file, input) in self.files.iter().enumerate().filter_map(|(file, of)| Some((file, of.take()?))) {
            (filler.file, filler.before) = (file, filler.number);
            if let Err(error) = input.and_then(|input| filler.read(input)) {
                self.errors.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(error);
            }
        }
        self.complete();
    }
}

struct Filler<'i> {
    index: &'i GameIndex,
    selection: Option<&'i Selection>,
    /// The number of the current file.
    file: usize,
    /// The number of games in the files before it.
    before: usize,
    /// The number of games so far whose ends are proved.
    number: usize,
    /// How many of them stand in the index.
    count: usize,
}

impl Filler<'_> {
    /// Indexes the games of a file.
    fn read(&mut self, input: Input) -> Result<(), ReadError> {
        let mut text = GrowingText::start(input)?;
        let (mut boundary, mut wanted) = (Boundary::default(), FIRST_PART);
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
    fn show_so_far(&self, source: &Arc<Source>, from: Boundary) {
        let (_, _, count) = self.games_of(source, from);
        self.index.truncate(count);
    }

    /// Puts the games of a text into the index. Returns the boundary from which to read on, and the numbers
    /// of games up to there, of all and of those in the index.
    fn games_of(&self, source: &Arc<Source>, from: Boundary) -> (Boundary, usize, usize) {
        let chunk =
            Chunk { source: source.clone(), start: source.offset_of(from.end), end: source.bytes().len() };
        let [mut checker, mut asked] = [(); 2].map(|()| self.index.checker(source));
        checker.resume(from);
        let (mut number, mut count) = (self.number, self.count);
        loop {
            let previous_end = source.offset_of(checker.boundary().end);
            if let Err(boundary) = checker.skip_in(&chunk) {
                return (boundary, number, count);
            }
            number += 1;
            self.index.read.store(number, Ordering::Relaxed);
            let in_file = number - self.before;
            let is_selected = self.selection.is_none_or(|selection| selection.contains(in_file));
            if is_selected && self.index.is_asked_for(&mut asked, previous_end) {
                let location = GameLocation { file: self.file, number, source: source.clone(), previous_end };
                self.index.put(count, location);
                count += 1;
            }
            if self.selection.is_some_and(|selection| in_file >= selection.last()) {
                return (checker.boundary(), number, count);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::app::viewer::indexed_file::IndexedFile;
    use crate::check::Syntax;

    fn index_of(texts: &[&str]) -> GameIndex {
        let file = |text: &&str| {
            let reader = Cursor::new((*text).to_owned().into_bytes());
            IndexedFile::opened(Input::from_reader("t", reader).unwrap())
        };
        GameIndex::new(texts.iter().map(file).collect(), None, Syntax::Standard)
    }

    #[test]
    fn only_selected_games_are_indexed() {
        let index = index_of(&["1. e4 * 1. d4 * 1. c4 *"; 2]);
        index.fill("2-".parse().ok().as_ref());
        let location = |ordinal| index.location(ordinal).map(|location| (location.file, location.number));
        let locations: Vec<_> = (0..index.len()).filter_map(location).collect();
        assert_eq!(locations, [(0, 2), (0, 3), (1, 5), (1, 6)]);
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
            checker.read().unwrap();
            assert_eq!(checker.game().tags()[0].value.unescape(), number.to_string());
            let line = location.source.position(location.previous_end).line;
            assert_eq!(line, (number * 4).saturating_sub(5).max(1), "{number}");
        }
        let sources = (0..9000).map(|at| Arc::as_ptr(&index.location(at).unwrap().source));
        assert!(sources.collect::<std::collections::HashSet<_>>().len() > 3);
    }
}

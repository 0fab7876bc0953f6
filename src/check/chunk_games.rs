//! The games of a chunk, which may go on in the next one.

use super::GameChecker;
#[cfg(feature = "cli")]
use crate::notation::TagsReading;
use crate::syntax::Reading;
use crate::text::{Chunk, LOOK_AHEAD};

/// The white space at the end of a chunk from which on it is passed over, not kept.
const MUCH_SPACE: usize = 1 << 20;

/// The place up to which a file has been read. Offsets count in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Boundary {
    /// The end of the game before it.
    pub(crate) end: usize,
    /// The start of the game after it.
    pub(crate) next: usize,
    /// Whether the game after it may continue beyond the text of the chunk.
    pub(crate) is_unfinished: bool,
    /// Whether the rest of a game that is too large comes after it.
    pub(crate) is_skipping: bool,
}

impl GameChecker<'_> {
    /// Continues at a boundary.
    pub(crate) fn resume(&mut self, from: Boundary) {
        let offset = self.context.source.offset_of(from.end);
        if from.is_skipping { self.games.seek_next_tags(offset) } else { self.games.seek(offset) }
    }

    /// Returns the boundary after the last game.
    pub(crate) fn boundary(&self) -> Boundary {
        let [end, next] =
            [self.games.end(), self.games.next_start()].map(|at| self.context.source.offset_in_file(at));
        Boundary { end, next, is_unfinished: false, is_skipping: self.games.is_skipping() }
    }

    /// Reads the next game that begins in a chunk of the source, without checking it.
    ///
    /// # Errors
    ///
    /// If there is none, or more text is needed to tell where it ends, returns the boundary from
    /// which to read on.
    pub(crate) fn read_in(&mut self, chunk: &Chunk) -> Result<Reading, Boundary> {
        self.next_in(chunk, GameChecker::read)
    }

    /// Reads the tags of the next game that begins in a chunk of the source.
    /// [`GameChecker::read_whole`] reads the rest.
    ///
    /// # Errors
    ///
    /// As [`GameChecker::read_in`].
    #[cfg(feature = "cli")]
    pub(crate) fn read_tags_in(&mut self, chunk: &Chunk) -> Result<TagsReading, Boundary> {
        self.next_in(chunk, GameChecker::read_tags)
    }

    /// Skips the next game that begins in a chunk of the source.
    ///
    /// # Errors
    ///
    /// As [`GameChecker::read_in`].
    #[cfg(feature = "cli")]
    pub(crate) fn skip_in(&mut self, chunk: &Chunk) -> Result<(), Boundary> {
        self.next_in(chunk, |checker| checker.games.skip_game().map(drop))
    }

    fn next_in<T>(
        &mut self,
        chunk: &Chunk,
        next: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Result<T, Boundary> {
        let before = self.boundary();
        if before.is_skipping || self.games.next_start() >= chunk.end {
            return Err(before);
        }
        let is_last = chunk.source.ends_file();
        match next(self) {
            Some(game) if is_last || self.games.is_bounded() => Ok(game),
            None if is_last => Err(self.boundary()),
            _ => Err(without_space(Boundary { is_unfinished: true, ..before }, chunk)),
        }
    }
}

/// Moves a boundary towards the end of a chunk if there is only white space between.
fn without_space(boundary: Boundary, chunk: &Chunk) -> Boundary {
    let rest = &chunk.source.bytes()[chunk.source.offset_of(boundary.next)..];
    if rest.len() < MUCH_SPACE || !rest.trim_ascii().is_empty() {
        return boundary;
    }
    // some is kept, because the reduced form does not allow so much of it
    let end = chunk.file_end() - LOOK_AHEAD;
    Boundary { end, next: end, ..boundary }
}

#[cfg(all(test, feature = "cli"))]
mod tests {
    use std::fs;
    use std::sync::Arc;

    use glob::glob;

    use super::*;
    use crate::check::Syntax;
    use crate::text::{Chunks, Source};

    fn checker(chunk: &Chunk) -> GameChecker<'_> {
        let mut checker = GameChecker::new(&chunk.source, None, Syntax::Standard, false).max_game_size(2000);
        let start = chunk.file_start();
        checker.resume(Boundary { end: start, next: start, ..Boundary::default() });
        checker
    }

    /// Asserts that the games of a chunk are the same, whether they are read, skipped or read after
    /// their tags.
    fn assert_alike(chunk: &Chunk, name: &str) {
        let [mut read, mut skipped, mut skimmed] = [(); 3].map(|()| checker(chunk));
        loop {
            let reading = read.read_in(chunk);
            assert_eq!(skipped.skip_in(chunk), reading.as_ref().map(drop).map_err(|boundary| *boundary));
            assert_eq!(skipped.boundary(), read.boundary(), "{name}");
            let tags = skimmed.read_tags_in(chunk);
            assert_eq!(skimmed.boundary(), read.boundary(), "{name}");
            assert_eq!(tags.map(|tags| skimmed.read_whole(tags)), reading, "{name}");
            if reading.is_err() {
                return;
            }
            assert_eq!(skimmed.game(), read.game(), "{name}");
            assert_eq!(skimmed.context().previous_end, read.context().previous_end, "{name}");
        }
    }

    #[test]
    fn games_of_chunks_are_skimmed_as_they_are_read() {
        let patterns = ["examples/*pgn", "tests/inputs/**/*pgn", "tests/corpus/*/*"];
        let files = patterns
            .iter()
            .flat_map(|pattern| glob(&format!("{}/{pattern}", env!("CARGO_MANIFEST_DIR"))).unwrap());
        for path in files {
            let path = path.unwrap();
            let mut text = fs::read(&path).unwrap();
            text.truncate(20 << 10);
            // what looks like the next game is behind many places where a chunk may end
            text = [&text[..], &[b' '; 5 << 10], b"\n\n[Event \"a\"]\n\n1. e4 *\n\n", &text].concat();
            let source = Arc::new(Source::new("any.pgn", text));
            for length in [30, 300, 3000] {
                let chunks = Chunks::of(source.clone()).at_most(length);
                chunks.for_each(|chunk| assert_alike(&chunk.unwrap(), &path.display().to_string()));
            }
        }
    }
}

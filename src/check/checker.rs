//! The games of a source, read and checked one after another. The last game of a chunk may go on in the next one.

use super::by_board::decide;
use super::{CheckContext, CheckOptions, Report};
use crate::notation::{AnyGame, AnyGames, with_game};
use crate::rules::with_rules;
use crate::syntax::{Portion, Reading};
use crate::text::{Chunk, LOOK_AHEAD, Source};

/// The amount of white space at the end of a chunk above which it is skipped, and not kept for the
/// next game.
const MUCH_SPACE: usize = 1 << 20;

/// The place up to which a file has been read. Offsets count in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ReadTo {
    /// The end of the game before it.
    pub(crate) end: usize,
    /// The start of the game after it.
    pub(crate) next: usize,
    /// Whether the game after it may go on beyond the text of the chunk.
    pub(crate) is_unfinished: bool,
    /// Whether what comes after it is the rest of a game that is too large.
    pub(crate) is_skipping: bool,
}

/// Reads and checks the games of a source one by one.
///
/// # Examples
///
/// ```
/// use escaque::check::CheckOptions;
/// use escaque::message::{Code, Severity};
/// use escaque::text::Source;
///
/// let source = Source::new("t.pgn", b"1. e4 e5 2. Ke3 *".to_vec());
/// let mut games = CheckOptions::default().checker(&source);
/// let report = games.advance().ok_or("no game")?;
///
/// let error = report.error().ok_or("no error")?;
/// assert_eq!(error.severity, Severity::Error);
/// assert_eq!(error.problem.code(), Code::CannotReach);
/// assert_eq!(error.span.map(|span| source.text(span)), Some("Ke3".into()));
/// assert_eq!(report.moves, 2);
/// assert!(games.advance().is_none());
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug)]
pub struct GameChecker<'s> {
    context: CheckContext<'s>,
    games: AnyGames<'s>,
    game: AnyGame<'s>,
    /// The end of the chunk, if only the games of a chunk are read.
    chunk_end: Option<usize>,
    /// Whether the next game may go on beyond the text.
    is_unfinished: bool,
}

impl CheckOptions {
    /// Creates a checker of the games of a source, positioned before the first one.
    #[must_use]
    pub fn checker<'s>(&self, source: &'s Source) -> GameChecker<'s> {
        let games = self.games(source);
        let game = games.blank();
        let context = CheckContext::of(source, *self);
        GameChecker { context, games, game, chunk_end: None, is_unfinished: false }
    }
}

impl<'s> GameChecker<'s> {
    /// Reads only the games that begin in a chunk of the source, from a boundary on. If no game is read,
    /// [`GameChecker::boundary`] is where to read on.
    pub(crate) fn in_chunk(mut self, chunk: &Chunk, from: ReadTo) -> GameChecker<'s> {
        let offset = self.context.source.offset_of(from.end);
        if from.is_skipping {
            self.games.seek_next_tags(offset);
        } else {
            self.games.seek(offset);
        }
        GameChecker { chunk_end: Some(chunk.end), ..self }
    }

    /// Reads and checks the next game. Returns `None` if there is none.
    pub fn advance(&mut self) -> Option<Report> {
        let reading = self.read(Portion::Whole)?;
        Some(with_rules!(&self.game, R, game => self.context.of_game::<R>(game, reading, None)))
    }

    /// Reads the next game without checking it, as [`AnyGames::read`] does. Returns `None` if there is none.
    pub fn read(&mut self, portion: Portion) -> Option<Reading> {
        let place @ [previous_end, next] = [self.games.end(), self.games.next_start()];
        if self.chunk_end.is_some_and(|end| next >= end || self.games.is_skipping()) {
            return None;
        }
        let is_first = previous_end == 0 && self.context.source.begins_file();
        self.context.previous_end = (!is_first).then_some(previous_end);
        let reading = self.games.read(portion, &mut self.game);
        let is_proved = self.context.source.ends_file() || reading.is_some() && self.games.is_bounded();
        if self.chunk_end.is_some() && !is_proved {
            // whoever has more of the text reads this game again, since it may end elsewhere there
            self.games.move_between(place);
            self.is_unfinished = true;
            return None;
        }
        self.decide();
        reading
    }

    /// Reads more of the last game, of which only the tags have been read. See [`AnyGames::read_on`].
    pub fn read_on(&mut self, portion: Portion) -> Option<Reading> {
        let reading = self.games.read_on(portion, &mut self.game);
        self.decide();
        reading
    }

    /// Finds the result of a game that has been read to its end from its last position, if the text
    /// does not give it.
    fn decide(&mut self) {
        if !self.games.has_more() {
            decide(&mut self.game);
        }
    }

    /// Returns the boundary after the last game.
    pub(crate) fn boundary(&self) -> ReadTo {
        let source = self.context.source;
        let mut place = [self.games.end(), self.games.next_start()];
        if let Some(end) = self.chunk_end.filter(|_| self.is_unfinished) {
            let rest = &source.bytes()[place[1]..];
            if rest.len() >= MUCH_SPACE && rest.trim_ascii().is_empty() {
                // some of it is kept, because the reduced form forbids so much white space and the
                // check has to see it
                place = [end - LOOK_AHEAD; 2];
            }
        }
        let [end, next] = place.map(|at| source.offset_in_file(at));
        ReadTo { end, next, is_unfinished: self.is_unfinished, is_skipping: self.games.is_skipping() }
    }

    /// Continues at an offset between two games.
    pub fn seek(&mut self, offset: usize) {
        self.games.seek(offset);
    }

    /// Returns the context of the check of the last game read.
    #[must_use]
    pub fn context(&self) -> &CheckContext<'s> {
        &self.context
    }

    /// Returns the reader of the games, which knows where the last one ended.
    #[must_use]
    pub fn games(&self) -> &AnyGames<'s> {
        &self.games
    }

    /// Returns the last game read.
    #[must_use]
    pub fn game(&self) -> &AnyGame<'s> {
        &self.game
    }

    /// Returns the last game read, without the parts that the errors in `report` cost.
    pub fn sound_part(&mut self, report: &Report) -> &AnyGame<'s> {
        with_game!(&mut self.game, game => {
            if let Some(part) = report.sound_part(game, &mut Vec::<()>::new()) {
                *game = part;
            }
        });
        &self.game
    }
}

#[cfg(all(test, feature = "cli"))]
mod tests {
    use std::fs;
    use std::sync::Arc;

    use glob::glob;

    use super::*;
    use crate::text::Chunks;

    fn checker(chunk: &Chunk) -> GameChecker<'_> {
        let checker = CheckOptions { max_game_size: 2000, ..CheckOptions::default() }.checker(&chunk.source);
        let start = chunk.file_start();
        checker.in_chunk(chunk, ReadTo { end: start, next: start, ..ReadTo::default() })
    }

    /// Asserts that the games of a chunk are the same, whether they are read, skipped or read after
    /// their tags.
    fn assert_alike(chunk: &Chunk, name: &str) {
        let [mut read, mut skipped, mut skimmed] = [(); 3].map(|()| checker(chunk));
        loop {
            let reading = read.read(Portion::Whole);
            assert_eq!(skipped.read(Portion::Nothing).is_some(), reading.is_some(), "{name}");
            assert_eq!(skipped.boundary(), read.boundary(), "{name}");
            let tags = skimmed.read(Portion::Tags);
            assert_eq!(skimmed.boundary(), read.boundary(), "{name}");
            assert_eq!(skimmed.read_on(Portion::Whole).or(tags), reading, "{name}");
            if reading.is_none() {
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
            // after many places where a chunk may end, something looks like the next game
            text = [&text[..], &[b' '; 5 << 10], b"\n\n[Event \"a\"]\n\n1. e4 *\n\n", &text].concat();
            let source = Arc::new(Source::new("any.pgn", text));
            for length in [30, 300, 3000] {
                let chunks = Chunks::of(source.clone()).at_most(length);
                chunks.for_each(|chunk| assert_alike(&chunk.unwrap(), &path.display().to_string()));
            }
        }
    }
}

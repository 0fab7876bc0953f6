//! What became of the games of a chunk, kept until those before it have been shown.

use std::io::{self, Write};
use std::mem;

use super::chunk_moves::ChunkMoves;
use super::games::{Boundary, GameSink};
use super::output::Output;
use crate::check::Report;
use crate::format::Pages;
use crate::message::{Diagnostic, GameLabel, Summary};
use crate::rules::{Rules, Unwritable};
use crate::syntax::{Game, Notation};
use crate::text::Source;

/// How much output is kept. What takes more, which only a game of great length does, is
/// better shown as it is made.
const MOST: usize = 32 << 20;

/// The output and the messages of a worker. It does not know how many games come before
/// its own, so what depends on that is left open.
pub(super) struct ChunkOutput {
    page: Page,
    counts: Summary,
    /// What was found in the game at hand, if something was.
    found: Option<Found>,
    /// What is kept of the games, if it is.
    pub(super) kept: Option<ChunkMoves>,
    /// How far the worker came; `None` if the record is not complete.
    pub(super) reached: Option<Boundary>,
}

/// Where the message about a game belongs among the other events.
struct Found {
    before: usize,
    at: usize,
    label: GameLabel<'static>,
}

/// Output with what happened while it was written.
#[derive(Default)]
struct Page {
    bytes: Bytes,
    events: Vec<Event>,
    /// How many games have been begun.
    games: usize,
    /// Whether something stands before what would be separated.
    separates: bool,
}

/// Memory that can be written to up to [`MOST`] bytes.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Write for Bytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes).map(|()| bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.0.len() + bytes.len() > MOST {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.0.extend_from_slice(bytes);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Event {
    /// How many bytes were written before.
    at: usize,
    /// The number of the game, counted from 1 in the chunk.
    game: usize,
    what: What,
}

enum What {
    /// The number of the game belongs here.
    Number,
    /// What stands between games belongs here, if a chunk before has one.
    Separation,
    /// Something was found in the game.
    Diagnostics(GameLabel<'static>, Vec<Diagnostic>),
    /// The game could not be written.
    Unwritable(Unwritable),
}

impl ChunkOutput {
    /// Makes a record in memory that has been used before, or not.
    pub(super) fn in_memory(mut memory: Vec<u8>) -> ChunkOutput {
        memory.clear();
        let page = Page { bytes: Bytes(memory), ..Page::default() };
        let counts = Summary { shown: Some(0), ..Summary::default() };
        ChunkOutput { page, counts, found: None, kept: None, reached: None }
    }

    /// Does before the user what was done, and returns the memory.
    ///
    /// # Errors
    ///
    /// Any error of the output.
    pub(super) fn play(self, source: &Source, output: &mut Output<'_>) -> io::Result<Vec<u8>> {
        let Page { bytes: Bytes(bytes), events, games, .. } = self.page;
        let mut written = 0;
        for Event { at, game, what } in events {
            output.write(&bytes[written..at])?;
            written = at;
            match what {
                What::Number => output.write_number(game)?,
                What::Separation => output.pages().separate()?,
                What::Diagnostics(label, diagnostics) => output.report(source, game, &label, &diagnostics)?,
                What::Unwritable(error) => output.refuse(source, game, error),
            }
        }
        output.write(&bytes[written..])?;
        output.count(games, &self.counts);
        Ok(bytes)
    }
}

impl Page {
    fn happened(&mut self, what: What) {
        self.events.push(Event { at: self.bytes.0.len(), game: self.games, what });
    }
}

impl Pages for Page {
    fn out(&mut self) -> &mut impl Write {
        &mut self.bytes
    }

    fn separate(&mut self) -> io::Result<()> {
        // only what stands before the chunk is not known here
        if mem::replace(&mut self.separates, true) {
            return self.bytes.write_all(b"\n");
        }
        self.happened(What::Separation);
        Ok(())
    }

    fn number(&mut self) -> io::Result<()> {
        self.happened(What::Number);
        Ok(())
    }
}

impl GameSink for ChunkOutput {
    fn note<N: Notation>(&mut self, _source: &Source, game: &Game<'_, N>, report: &Report) -> io::Result<()> {
        self.page.games += 1;
        self.counts.add(&report.summary());
        let label = || game.label(self.page.games).into_owned();
        let (before, at) = (self.page.events.len(), self.page.bytes.0.len());
        self.found = (!report.diagnostics.is_empty()).then(|| Found { before, at, label: label() });
        Ok(())
    }

    fn pass(&mut self) {
        self.page.games += 1;
    }

    fn wants_game(&self) -> bool {
        true
    }

    fn pages(&mut self) -> &mut impl Pages {
        &mut self.page
    }

    fn keeps(&self) -> bool {
        self.kept.is_some()
    }

    fn keep<R: Rules>(&mut self, game: &Game<'_, R::Notation>, played: &[R::Move]) {
        if let Some(kept) = &mut self.kept {
            kept.add::<R>(game, played);
        }
    }

    fn shown(&mut self, _source: &Source, outcome: Result<(), Unwritable>) {
        match outcome {
            Ok(()) => self.counts.count_shown(),
            Err(error) => self.page.happened(What::Unwritable(error)),
        }
    }

    fn end(&mut self, report: Report) {
        if let Some(Found { before, at, label }) = self.found.take() {
            let what = What::Diagnostics(label, report.diagnostics);
            self.page.events.insert(before, Event { at, game: self.page.games, what });
        }
    }
}

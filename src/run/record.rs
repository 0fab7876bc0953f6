//! What became of the games of a piece, kept until those before it have been shown.

use std::io::{self, Write};
use std::mem;

use super::games::{Outlet, Reached};
use super::kept::Kept;
use super::live::Live;
use crate::ast::{Game, Notation};
use crate::check::{Finding, Verdict};
use crate::diagnostic::{GameLabel, Summary};
use crate::render::Pages;
use crate::replay::{Rules, Unwritable};
use crate::source::Source;

/// How much output is kept. What takes more, which only a game of great length does, is
/// better shown as it is made.
const MOST: usize = 32 << 20;

/// The output and the messages of a worker. It does not know how many games come before
/// its own, so what depends on that is left open.
pub(super) struct Record {
    page: Page,
    counts: Summary,
    /// What was found in the game at hand, if something was.
    found: Option<Found>,
    /// What is kept of the games, if it is.
    pub(super) kept: Option<Kept>,
    /// How far the worker came; `None` if the record is not complete.
    pub(super) reached: Option<Reached>,
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
    /// The number of the game, counted from 1 in the piece.
    game: usize,
    what: What,
}

enum What {
    /// The number of the game belongs here.
    Number,
    /// What stands between games belongs here, if a piece before has one.
    Separation,
    /// Something was found in the game.
    Findings(GameLabel<'static>, Vec<Finding>),
    /// The game could not be written.
    Unwritable(Unwritable),
}

impl Record {
    /// Makes a record in memory that has been used before, or not.
    pub(super) fn in_memory(mut memory: Vec<u8>) -> Record {
        memory.clear();
        let page = Page { bytes: Bytes(memory), ..Page::default() };
        let counts = Summary { shown: Some(0), ..Summary::default() };
        Record { page, counts, found: None, kept: None, reached: None }
    }

    /// Does before the user what was done, and returns the memory.
    ///
    /// # Errors
    ///
    /// Any error of the output.
    pub(super) fn play(self, source: &Source, live: &mut Live<'_>) -> io::Result<Vec<u8>> {
        let Page { bytes: Bytes(bytes), events, games, .. } = self.page;
        let mut written = 0;
        for Event { at, game, what } in events {
            live.write(&bytes[written..at])?;
            written = at;
            match what {
                What::Number => live.write_number(game)?,
                What::Separation => live.pages().separate()?,
                What::Findings(label, findings) => live.report(source, game, &label, &findings)?,
                What::Unwritable(error) => live.refuse(source, game, error),
            }
        }
        live.write(&bytes[written..])?;
        live.count(games, &self.counts);
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
        // only what stands before the piece is not known here
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

impl Outlet for Record {
    fn note<N: Notation>(
        &mut self,
        _source: &Source,
        game: &Game<'_, N>,
        verdict: &Verdict,
    ) -> io::Result<()> {
        self.page.games += 1;
        self.counts.add(&Summary::of(verdict));
        let label = || GameLabel::new(self.page.games, game).into_owned();
        let (before, at) = (self.page.events.len(), self.page.bytes.0.len());
        self.found = (!verdict.findings.is_empty()).then(|| Found { before, at, label: label() });
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

    fn keep<R: Rules>(&mut self, game: &Game<'_, R::Written>, played: &[R::Move]) {
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

    fn end(&mut self, verdict: Verdict) {
        if let Some(Found { before, at, label }) = self.found.take() {
            let what = What::Findings(label, verdict.findings);
            self.page.events.insert(before, Event { at, game: self.page.games, what });
        }
    }
}

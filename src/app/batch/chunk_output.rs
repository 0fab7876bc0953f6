//! The output of a chunk, which is played when its turn comes.

use std::io::{self, Write};
use std::mem;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::move_cache::ChunkMoves;
use super::output::Output;
use crate::check::Report;
use crate::format::{Leave, Pages};
use crate::message::{GameLabel, Summary};
use crate::rules::Unwritable;
use crate::syntax::{Game, Notation};
use crate::text::{Source, work};

/// The memory in bytes that the output of a chunk may take. A guess that needs more is given up;
/// in turn the output is played and emptied.
const MOST: usize = 8 << 20;

/// The approximate size of a diagnostic in bytes.
const DIAGNOSTIC: usize = 512;

/// The sink that all games are written to: the text of formats, and events where the output
/// depends on the games before the chunk.
///
/// Until those games have been shown, the chunk is a guess and everything is held, up to a limit.
/// In turn, there is an [`Output`] behind it, to which everything is played at the end of each
/// game and at page breaks.
pub(super) struct ChunkOutput<'o> {
    source: Arc<Source>,
    bytes: Vec<u8>,
    events: Vec<Event>,
    /// The approximate size of the events in bytes.
    event_bytes: usize,
    /// The number of games begun since the output was last played.
    games: usize,
    /// The counts of these games; errors and warnings with an event are not in them.
    counts: Summary,
    /// The numbers of errors and of warnings with an event.
    reported: [usize; 2],
    /// The resolved moves of the games, if they are to be cached.
    pub(super) moves: Option<ChunkMoves>,
    output: Option<&'o mut Output>,
}

struct Event {
    /// The number of bytes written before the event.
    at: usize,
    /// The number of the game, counted from 1 after the games that have been played.
    game: usize,
    what: What,
}

enum What {
    /// The number of the game belongs here.
    Number,
    /// What stands between games belongs here, if a game has been shown before.
    Separation,
    /// A page ends here, and a game begins on the next.
    GameBreak,
    /// A page ends here.
    PageBreak,
    /// Something was found in the game.
    Report(Box<GameLabel<'static>>, Arc<Report>),
    /// The game cannot be written in the format.
    Unwritable(Box<Unwritable>),
}

impl ChunkOutput<'static> {
    /// Creates the sink of a guess. `memory` is used again.
    pub(super) fn of_guess(source: Arc<Source>, mut memory: Vec<u8>) -> ChunkOutput<'static> {
        memory.clear();
        ChunkOutput {
            source,
            bytes: memory,
            events: Vec::new(),
            event_bytes: 0,
            games: 0,
            counts: nothing(),
            reported: [0; 2],
            moves: None,
            output: None,
        }
    }
}

impl<'o> ChunkOutput<'o> {
    /// Creates the sink of a chunk in turn.
    pub(super) fn in_turn(source: Arc<Source>, output: &'o mut Output) -> ChunkOutput<'o> {
        ChunkOutput { output: Some(output), ..ChunkOutput::of_guess(source, Vec::new()) }
    }

    /// Plays the output of a right guess, and returns its memory.
    pub(super) fn play_to(self, output: &mut Output) -> io::Result<Vec<u8>> {
        let mut in_turn = ChunkOutput { output: Some(output), ..self };
        // a guess has no page breaks, at which alone a reader leaves
        let _ = in_turn.play()?;
        Ok(in_turn.bytes)
    }

    /// Plays and empties the output if the chunk is in turn, up to the page break at which the
    /// reader leaves.
    fn play(&mut self) -> io::Result<ControlFlow<Leave>> {
        let Some(output) = self.output.as_deref_mut() else { return Ok(ControlFlow::Continue(())) };
        let mut flow = ControlFlow::Continue(());
        let mut written = 0;
        for Event { at, game, what } in self.events.drain(..) {
            output.write(&self.bytes[written..at])?;
            written = at;
            match what {
                What::Number => output.write_number(game)?,
                What::Separation => output.separate()?,
                What::GameBreak => flow = output.pager().begin_game()?,
                What::PageBreak => flow = output.pager().turn()?,
                What::Report(label, report) => output.report(&self.source, game, *label, &report)?,
                What::Unwritable(error) => output.refuse(&self.source, game, *error),
            }
        }
        output.write(&self.bytes[written..])?;
        self.bytes.clear();
        self.event_bytes = 0;
        output.count(mem::take(&mut self.games), mem::replace(&mut self.counts, nothing()));
        Ok(flow)
    }

    /// Begins a game.
    pub(super) fn begin_game(&mut self) {
        self.games += 1;
    }

    /// Takes the report of the game, which comes before its text. Errors and warnings beyond the
    /// number that is shown are only counted.
    pub(super) fn report<N: Notation>(&mut self, game: &Game<'_, N>, report: &Arc<Report>, most: usize) {
        self.counts.add(&report.summary());
        let errors = usize::from(report.error().is_some());
        let found = [errors, report.diagnostics.len() - errors];
        if (0..2).all(|kind| found[kind] == 0 || self.reported[kind] >= most) {
            self.counts.errors += found[0];
            self.counts.warnings += found[1];
            return;
        }
        (0..2).for_each(|kind| self.reported[kind] += found[kind]);
        self.event_bytes += DIAGNOSTIC * (1 + report.diagnostics.len());
        let label = Box::new(game.label(self.games).into_owned());
        self.push(What::Report(label, report.clone()));
    }

    /// Tells whether the game is to be shown. A selection by number only applies in turn, where
    /// numbers are known.
    pub(super) fn wants_game(&self) -> bool {
        self.output.as_ref().is_none_or(|output| output.wants_game(self.games))
    }

    /// Counts the game as shown.
    pub(super) fn count_shown(&mut self) {
        self.counts.count_shown();
    }

    /// Takes the reason why the format cannot hold the game.
    pub(super) fn refuse(&mut self, error: Unwritable) {
        self.event_bytes += DIAGNOSTIC;
        self.push(What::Unwritable(Box::new(error)));
    }

    /// Ends a game.
    ///
    /// # Errors
    ///
    /// Any error of the output; [`io::ErrorKind::StorageFull`] if a guess takes too much memory.
    pub(super) fn end_game(&mut self) -> io::Result<()> {
        if self.moves.as_ref().is_some_and(|moves| moves.size() > MOST) {
            self.moves = None;
        }
        if self.output.is_some() { self.play().map(drop) } else { self.make_room(0) }
    }

    fn push(&mut self, what: What) {
        self.event_bytes += size_of::<Event>();
        self.events.push(Event { at: self.bytes.len(), game: self.games, what });
    }

    /// Makes room for a number of bytes.
    #[inline]
    fn make_room(&mut self, more: usize) -> io::Result<()> {
        if self.bytes.len() + self.event_bytes + more <= MOST {
            return Ok(());
        }
        if self.output.is_some() { self.play().map(drop) } else { Err(io::ErrorKind::StorageFull.into()) }
    }

    /// Adds a page break and plays the output up to it, if somebody turns the pages.
    fn break_page(&mut self, what: What) -> io::Result<ControlFlow<Leave>> {
        if !self.output.as_ref().is_some_and(|output| output.is_paged()) {
            return Ok(ControlFlow::Continue(()));
        }
        self.push(what);
        self.play()
    }
}

/// Returns the counts of no games.
fn nothing() -> Summary {
    Summary { shown: Some(0), ..Summary::default() }
}

impl Write for ChunkOutput<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes).map(|()| bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.make_room(bytes.len())?;
        work::count(bytes.len());
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Pages for ChunkOutput<'_> {
    fn out(&mut self) -> &mut impl Write {
        self
    }

    fn separate(&mut self) -> io::Result<()> {
        self.push(What::Separation);
        Ok(())
    }

    fn number(&mut self) -> io::Result<()> {
        self.push(What::Number);
        Ok(())
    }

    fn begin_game(&mut self) -> io::Result<ControlFlow<Leave>> {
        self.break_page(What::GameBreak)
    }

    fn turn(&mut self) -> io::Result<ControlFlow<Leave>> {
        self.break_page(What::PageBreak)
    }
}

//! The output of a chunk, which is held until the chunks before it have been written.

use std::io::{self, Write};
use std::mem;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::{GameIdentity, MergedTree, Output, Wanted};
use crate::app::batch::EXPANSION_OF_TREE;
use crate::app::batch::move_cache::ChunkMoves;
use crate::app::file_problems::GameFault;
use crate::app::name_template::NameValues;
use crate::check::{Cured, NotUtf8, Report};
use crate::format::{DrawnPage, Item, Leave, PageSize, Pages};
use crate::message::{GameLabel, Severity, Summary};
use crate::syntax::{Game, Notation};
use crate::text::{Source, Span, work};

/// The maximum size in bytes of the output of a chunk in turn. Beyond it, the output is played and emptied.
/// It is also the maximum size of the moves of any chunk, which are then not cached: both are held until the chunk is
/// done, and only a chunk with a game of megabytes has more.
const MAX_SIZE: usize = 8 << 20;

/// The approximate size of a diagnostic in bytes.
const DIAGNOSTIC: usize = 512;

/// The sink that games are written to. It holds the text of formats, and events where the output
/// depends on the games before the chunk.
///
/// The output of a guess is held, up to a limit, until those games have been shown. The output of
/// a chunk in turn is played to an [`Output`] at the end of each game and at page breaks.
pub struct ChunkOutput<'o> {
    source: Arc<Source>,
    bytes: Vec<u8>,
    /// The number of bytes that were held before these.
    gone: usize,
    events: Vec<Event>,
    /// The approximate size of the events in bytes.
    event_bytes: usize,
    /// The maximum size in bytes of both.
    max_size: usize,
    /// Whether a guess has needed more than that, so that it is given up.
    pub is_given_up: bool,
    /// The number of games begun since the output was last played.
    games: usize,
    /// The counts of these games, without the errors and warnings that have an event.
    counts: Summary,
    /// The texts in them that are not UTF-8.
    not_utf8: Option<NotUtf8>,
    /// The numbers of errors and of warnings with an event.
    reported: [usize; 2],
    /// The resolved moves of the games, if they are to be cached.
    pub moves: Option<ChunkMoves>,
    /// Whether items may have files of their own.
    names_items: bool,
    /// The values of the tags of the current game that name them.
    pub tags: Vec<String>,
    /// Whether text follows the current game.
    pub text_follows: bool,
    /// Where it is played; `None` until the chunk's turn comes. Everything that is held or counted depends on that.
    output: Option<&'o mut Output>,
}

struct Event {
    /// The number of bytes written before the event.
    at: usize,
    /// The number of the game, counted from 1 after the games that have been played.
    game: usize,
    kind: EventKind,
}

/// The reason why a game is not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// It is not selected by its number.
    Unselected,
    /// It does not answer the question.
    NotAskedFor,
    /// It answers the question, and is only counted.
    AskedFor,
}

/// What happens at a place in the output.
pub enum EventKind {
    /// The number of the game belongs here.
    Number,
    /// The separator between games belongs here, if a game has been shown before.
    Separator,
    /// The game has diagnostics.
    Report(Box<GameLabel<'static>>, Arc<Report>),
    /// The game, or a change of it, is not written.
    Fault(Box<GameFault>),
    /// An item begins here, which may have a file of its own.
    Item(Box<NameValues>),
    /// The text of the game before ends here, and one begins that is left out if it is a duplicate. `None` if it is never
    /// one. The game begins at the offset in the source.
    Unique(Option<GameIdentity>, usize),
    /// Problems of the game have been fixed.
    Mended(Box<Cured>),
    /// The new text of a game begins here. Its old text begins at the offset.
    Anchor(usize),
    /// The game goes into a tree.
    Merge(Box<MergedTree>),
    /// The game has been shown.
    Shown,
}

impl ChunkOutput<'static> {
    /// Creates the sink of a guess, which is given up if it needs more than `max_size` bytes.
    /// `buffer` is reused.
    pub fn held(
        source: Arc<Source>,
        mut buffer: Vec<u8>,
        max_size: usize,
        names_items: bool,
    ) -> ChunkOutput<'static> {
        buffer.clear();
        ChunkOutput {
            source,
            bytes: buffer,
            gone: 0,
            events: Vec::new(),
            event_bytes: 0,
            max_size,
            is_given_up: false,
            games: 0,
            counts: no_games(),
            not_utf8: None,
            reported: [0; 2],
            moves: None,
            names_items,
            tags: Vec::new(),
            text_follows: false,
            output: None,
        }
    }
}

impl<'o> ChunkOutput<'o> {
    /// Creates the sink of a chunk in turn.
    pub fn in_turn(source: Arc<Source>, output: &'o mut Output) -> ChunkOutput<'o> {
        let names_items = output.sink.files.is_some();
        let guess = ChunkOutput::held(source, Vec::new(), MAX_SIZE, names_items);
        ChunkOutput { output: Some(output), ..guess }
    }

    /// Plays to `output` what a correct guess has collected, and returns the buffer of the guess.
    pub fn play_to(self, output: &mut Output) -> io::Result<Vec<u8>> {
        let mut in_turn = ChunkOutput { output: Some(output), ..self };
        in_turn.play()?;
        Ok(in_turn.bytes)
    }

    /// Plays and empties the output if the chunk is in turn.
    pub fn play(&mut self) -> io::Result<()> {
        let Some(output) = self.output.as_deref_mut() else { return Ok(()) };
        let mut written = 0;
        for Event { at, game, kind } in self.events.drain(..) {
            output.write(&self.bytes[written..at])?;
            written = at;
            match kind {
                EventKind::Unique(identity, begins_at) => {
                    output.begin_unique(&self.source, game, identity, begins_at)?;
                }
                EventKind::Report(label, report) => output.report(&self.source, game, *label, &report)?,
                // nothing of a duplicate is written by the arms below, but what is wrong with it is told
                _ if output.duplicates.is_current => {}
                EventKind::Number => output.write_number(game)?,
                EventKind::Separator => output.sink.separate()?,
                EventKind::Mended(cured) => output.tally.file.count_mended(&cured),
                EventKind::Fault(fault) => {
                    output.messages.tell(&self.source, output.tally.file.games + game, *fault);
                }
                EventKind::Item(item) => output.begin_item(game, *item)?,
                EventKind::Anchor(begins_at) => output.anchor(&self.source, begins_at)?,
                EventKind::Merge(tree) => output.merge(game, *tree)?,
                EventKind::Shown => self.counts.count_shown(),
            }
        }
        output.write(&self.bytes[written..])?;
        self.gone += self.bytes.len();
        self.bytes.clear();
        self.event_bytes = 0;
        output.count(mem::take(&mut self.games), mem::replace(&mut self.counts, no_games()));
        if let Some(found) = self.not_utf8.take() {
            output.tally.file.count_not_utf8(&self.source, found);
        }
        Ok(())
    }

    /// Begins a game, which answers the question.
    pub fn begin_game(&mut self) {
        self.games += 1;
        self.counts.matching = Some(self.found() + 1);
    }

    /// Adds the report of the game, which comes before its text and after the last page of the game before. A report
    /// is counted without being added if the limit `max_reported` has been reached for its errors, if it has any, and
    /// for its warnings, if it has any.
    pub fn report<N: Notation>(
        &mut self,
        game: &Game<'_, N>,
        report: &Arc<Report>,
        max_reported: usize,
    ) -> io::Result<ControlFlow<Leave>> {
        self.counts.add(&report.summary());
        if let Some(found) = report.not_utf8 {
            match &mut self.not_utf8 {
                Some(before) => before.add(found),
                None => self.not_utf8 = Some(found),
            }
        }
        let errors = report.diagnostics.iter().filter(|found| found.severity == Severity::Error).count();
        let found = [errors, report.diagnostics.len() - errors];
        if (0..2).all(|kind| found[kind] == 0 || self.reported[kind] >= max_reported) {
            self.counts.errors += found[0];
            self.counts.warnings += found[1];
            return Ok(ControlFlow::Continue(()));
        }
        let flow = Pages::begin_game(self)?;
        if flow.is_break() {
            return Ok(flow);
        }
        (0..2).for_each(|kind| self.reported[kind] += found[kind]);
        self.event_bytes += DIAGNOSTIC * (1 + report.diagnostics.len());
        // in a box, so that the events that nearly all games have stay small
        let label = Box::new(game.label(self.games).into_owned());
        self.push(EventKind::Report(label, report.clone()));
        Ok(flow)
    }

    /// Returns whether the next game is selected. A selection by number applies in turn only, where
    /// numbers are known.
    pub fn wants_next_game(&self) -> Wanted {
        let of_guess = if self.is_given_up { Wanted::NoMore } else { Wanted::Yes };
        self.output.as_ref().map_or(of_guess, |output| output.tally.wants_game(self.games + 1))
    }

    /// Returns the number of the next game, in its file if games are processed in turn.
    pub fn next_number(&self) -> usize {
        self.output.as_ref().map_or(0, |output| output.tally.file.games) + self.games + 1
    }

    /// Counts a game that is not written.
    pub fn pass_over(&mut self, passed: Passed) -> io::Result<()> {
        match passed {
            Passed::Unselected => self.games += 1,
            Passed::NotAskedFor => {
                self.games += 1;
                self.counts.games += 1;
            }
            Passed::AskedFor => self.begin_game(),
        }
        self.end_game()
    }

    /// Returns whether a game since the output was last played has an error.
    pub fn has_faulty_game(&self) -> bool {
        self.counts.faulty > 0
    }

    /// Returns the number of games in the output that answer the question.
    pub fn found(&self) -> usize {
        self.counts.matching.unwrap_or(0)
    }

    /// Merges the game with others that have its start, and counts it as shown.
    pub fn merge(&mut self, game: MergedTree) {
        self.event_bytes += EXPANSION_OF_TREE * game.merged.size;
        self.push(EventKind::Merge(Box::new(game)));
        self.push(EventKind::Shown);
    }

    /// Writes a part of the text, corrected or unchanged, and counts its game as shown.
    pub fn write_mended(&mut self, part: Span, mended: Option<(Vec<u8>, Cured)>) -> io::Result<()> {
        match mended {
            None => self.write_source(part)?,
            Some((text, cured)) => {
                self.write_all(&text)?;
                self.push(EventKind::Mended(Box::new(cured)));
            }
        }
        self.push(EventKind::Shown);
        Ok(())
    }

    /// Writes a part of the source as it is.
    pub fn write_source(&mut self, part: Span) -> io::Result<()> {
        let source = self.source.clone();
        self.write_all(&source.bytes()[part.range()])
    }

    /// Adds the reason why the game, or a change of it, is not written.
    pub fn tell(&mut self, fault: GameFault) {
        self.event_bytes += DIAGNOSTIC;
        self.push(EventKind::Fault(Box::new(fault)));
    }

    /// Returns the number of bytes that have been written.
    pub fn written(&self) -> usize {
        self.gone + self.bytes.len()
    }

    /// Returns the bytes that have been written since there were so many, if all of them are still held.
    pub fn written_since(&self, written: usize) -> Option<&[u8]> {
        self.bytes.get(written.checked_sub(self.gone)?..)
    }

    /// Ends a game.
    ///
    /// # Errors
    ///
    /// Returns any error of the output.
    pub fn end_game(&mut self) -> io::Result<()> {
        if self.moves.as_ref().is_some_and(|moves| moves.bytes.len() > MAX_SIZE) {
            self.moves = None;
        }
        if self.output.is_some() { self.play() } else { self.make_room(0) }
    }

    /// Adds an event.
    pub fn push(&mut self, kind: EventKind) {
        self.event_bytes += size_of::<Event>();
        self.events.push(Event { at: self.bytes.len(), game: self.games, kind });
    }

    /// Makes room for `more` bytes.
    // each part of a board is written through these two functions
    #[inline]
    fn make_room(&mut self, more: usize) -> io::Result<()> {
        if self.bytes.len() + self.event_bytes + more <= self.max_size {
            return Ok(());
        }
        if self.output.is_some() {
            return self.play();
        }
        self.is_given_up = true;
        self.gone += self.bytes.len();
        self.bytes.clear();
        Ok(())
    }

    /// Plays the output and ends its page as `end` does, if it is paged.
    fn break_page(
        &mut self,
        end: impl FnOnce(&mut Output) -> io::Result<ControlFlow<Leave>>,
    ) -> io::Result<ControlFlow<Leave>> {
        if !self.output.as_deref().is_some_and(|output| output.sink.pager.waits()) {
            return Ok(ControlFlow::Continue(()));
        }
        self.play()?;
        let output = self.output.as_deref_mut().filter(|output| !output.duplicates.is_current);
        output.map_or(Ok(ControlFlow::Continue(())), end)
    }
}

/// Returns the counts before the first game.
fn no_games() -> Summary {
    Summary { matching: Some(0), shown: Some(0), ..Summary::default() }
}

impl Write for ChunkOutput<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes).map(|()| bytes.len())
    }

    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.make_room(bytes.len())?;
        work::count(bytes.len());
        if !self.is_given_up {
            self.bytes.extend_from_slice(bytes);
        }
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
        self.push(EventKind::Separator);
        Ok(())
    }

    fn number(&mut self) -> io::Result<()> {
        // the numbers of games are known only when all games before have been read
        self.push(EventKind::Number);
        Ok(())
    }

    fn begin_item(&mut self, item: impl FnOnce() -> Item) -> io::Result<()> {
        if self.names_items {
            let (ply, last_move) = item().ply.unwrap_or_default();
            let name = NameValues { ply, last_move, tags: self.tags.clone(), ..NameValues::default() };
            self.event_bytes += name.tags.iter().map(String::len).sum::<usize>();
            self.push(EventKind::Item(Box::new(name)));
        }
        Ok(())
    }

    fn size(&self) -> Option<PageSize> {
        self.output.as_ref()?.sink.pager.page_size()
    }

    fn place(&self) -> Option<(usize, Option<usize>)> {
        let tally = &self.output.as_ref()?.tally;
        Some((tally.file.games + self.games, tally.file.total))
    }

    fn show(&mut self, page: Arc<dyn DrawnPage>) -> io::Result<()> {
        let shown = self.break_page(|output| {
            output.sink.pager.show(page);
            Ok(ControlFlow::Continue(()))
        });
        shown.map(drop)
    }

    fn make_room(&mut self, rows: usize) -> io::Result<ControlFlow<Leave>> {
        self.break_page(|output| output.sink.pager.make_room(rows))
    }

    fn begin_game(&mut self) -> io::Result<ControlFlow<Leave>> {
        let text_follows = self.text_follows;
        // the pager offers to go on to another game if text follows this one in its file, or another file does
        self.break_page(|output| output.sink.pager.begin_game(output.tally.may_go_on(text_follows)))
    }

    fn turn(&mut self) -> io::Result<ControlFlow<Leave>> {
        self.break_page(|output| output.sink.pager.turn(false))
    }
}

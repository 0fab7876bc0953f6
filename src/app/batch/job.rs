//! What is done with the games of a pass over a file, and how the games of a chunk are gone through.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::game::ProcessGame;
use super::max_output;
use super::mending::{Mending, TextBetween};
use super::move_cache::{ChunkMoves, MoveCache};
use super::output::{ChunkOutput, Passed, Wanted};
use super::showing::Showing;
use crate::app::cli::{Args, Task, Unique};
use crate::app::query::rejects_beginning;
use crate::check::{CheckOptions, GameChecker, ReadTo, Syntax};
use crate::format::{Format, Needs, PositionChoice};
use crate::query::Query;
use crate::rules::with_rules;
use crate::syntax::{Portion, Reading, TagOrder};
use crate::text::Chunk;

/// A pass over the games of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    /// Reports their diagnostics.
    Check,
    /// Shows them; they have no errors.
    Show,
    /// Reports the diagnostics of each game and shows it up to its error.
    CheckAndShow,
    /// Counts them.
    Count,
}

/// What a pass does with each game, decided once for the pass.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub(super) pass: Pass,
    pub(super) options: CheckOptions,
    /// The question that a game has to answer to be processed.
    pub(super) query: Option<Arc<Query>>,
    /// Whether the answer needs the result of the check. Otherwise games that do not answer the question are
    /// not checked.
    pub(super) asks_for_errors: bool,
    /// Whether the positions that answer it are wanted.
    pub(super) wants_positions: bool,
    /// Whether games are checked.
    pub(super) checks: bool,
    /// The maximum number of errors, and of warnings, reported for each file; `None` if nothing is reported.
    pub(super) max_reported: Option<usize>,
    /// Which duplicates this pass leaves out.
    pub(super) unique: Option<Unique>,
    /// Whether the moves are needed: for the format, for the openings or to recognise duplicates.
    pub(super) needs_moves: bool,
    /// Whether the format needs the tags.
    pub(super) needs_tags: bool,
    /// The tags that are written if the games replace their file or are compared with it. The games
    /// must then lose nothing.
    pub(super) replaced: Option<TagOrder>,
    /// Whether the beginnings of games are noted, for a diff.
    pub(super) anchors_games: bool,
    pub(super) writes: Writes,
    /// The maximum size in bytes of the output of a guess. A guess that needs more is given up.
    max_early: usize,
    /// Whether items may have files of their own.
    names_items: bool,
    /// The cache of moves, if there is one. A checking pass collects them for it, a showing pass takes them from it.
    pub(super) cache: Option<Arc<MoveCache>>,
}

/// What is written of a game.
#[derive(Clone, Debug)]
pub(super) enum Writes {
    /// Nothing.
    Nothing,
    /// Its text, corrected, with the text before it.
    Mended(Mending),
    /// What a format makes of it.
    Shown(Showing),
}

/// The reason why a pass ends before the end of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The reader leaves the pager.
    Reader,
    /// None of the games that follow is selected.
    LastGame,
}

/// The result of a chunk on the guess that a game begins at its start.
pub(super) struct EarlyOutput {
    pub(super) output: ChunkOutput<'static>,
    /// The boundary after its last game; `None` if the output takes too much memory.
    pub(super) reached: Option<ReadTo>,
}

impl Job {
    /// Creates a job for a format with some needs. About `max_output` bytes are written for a chunk.
    pub(super) fn new(
        args: &Args,
        query: Option<Arc<Query>>,
        pass: Pass,
        max_output: usize,
        needs: Needs,
    ) -> Job {
        let shows = matches!(pass, Pass::Show | Pass::CheckAndShow);
        let reports = matches!(pass, Pass::Check | Pass::CheckAndShow);
        let asks_for_errors = query.as_ref().is_some_and(|query| query.asks_for_errors());
        // games of a file that is not shown do not count as originals, so they are entered only in the pass
        // that shows them
        let unique = args.choosing.unique.filter(|_| pass != Pass::Check || args.task == Task::Check);
        // a game with an error is never a duplicate, so counting games without duplicates needs the check
        let needs_check = asks_for_errors || pass == Pass::Count && unique.is_some();
        let checks = needs_check || reports || shows && needs.diagnostics;
        // a format that replays the movetext resolves the moves itself if the check has not
        let shows_moves = args.changing.openings
            || args.changes().part.is_some()
            || needs.moves
            || needs.movetext && checks
            || args.drawing.at.is_some();
        let writes = match Mending::of_args(args) {
            Some(mending) => Writes::Mended(mending),
            None if shows => Writes::Shown(Showing::of_args(args, needs)),
            None => Writes::Nothing,
        };
        Job {
            pass,
            query,
            asks_for_errors,
            wants_positions: args.drawing.at.is_some_and(PositionChoice::asks),
            options: args.check_options(),
            checks,
            max_reported: reports.then_some(match args.messaging.max_errors {
                0 => usize::MAX,
                max => max,
            }),
            unique,
            needs_moves: unique.is_some() || shows && shows_moves,
            needs_tags: needs.tags,
            replaced: (args.rewrites() && !args.mends()).then_some(args.changing.tags),
            anchors_games: args.writing.diff && shows,
            writes,
            // chunks are cut for the output of usual games, and terse ones make up to twice as much of the same text
            max_early: 2 * max_output,
            names_items: args.output_file().is_some() || args.output_format().holds_one_item(),
            cache: None,
        }
    }

    /// Creates a job for trees of games that have been chosen and changed. Their texts are those of the library: with the
    /// usual letters, and with the illegal moves that lenient reading has played.
    pub(super) fn of_trees(args: &Args, needs: Needs) -> Job {
        let mut job = Job::new(args, None, Pass::Show, max_output(1), needs);
        job.unique = None;
        let options = CheckOptions { letters: None, max_game_size: usize::MAX, ..job.options };
        job.options = CheckOptions { syntax: Syntax::Lenient, ..options };
        if let Writes::Shown(showing) = &mut job.writes {
            (showing.merges, showing.asks_of_part, showing.changes) = (false, false, Arc::default());
        }
        job
    }

    /// Returns whether games are only counted, so that a game need not be read if the question can be answered without
    /// reading it.
    fn only_counts(&self) -> bool {
        self.pass == Pass::Count && self.unique.is_none()
    }

    /// Processes the games of a chunk on the guess that a game begins at its start. `buffer` is
    /// reused for the output.
    pub(super) fn process_early<F: Format>(
        &self,
        chunk: &Chunk,
        format: &mut F,
        buffer: Vec<u8>,
    ) -> EarlyOutput {
        let mut output = ChunkOutput::held(chunk.source.clone(), buffer, self.max_early, self.names_items);
        if !chunk.may_begin_game() {
            return EarlyOutput { output, reached: None };
        }
        if self.pass == Pass::Check {
            // a position of a list has no moves, and is its whole header
            let is_cached = self.cache.is_some() && !chunk.source.holds_positions();
            output.moves = is_cached.then(ChunkMoves::default);
        } else if let Some((moves, reached)) = self.cache.as_ref().and_then(|cache| cache.fetch(chunk)) {
            let shown = self.show_cached(&moves, chunk, format, &mut output);
            let is_right = shown.is_ok() && !output.is_given_up;
            return EarlyOutput { output, reached: is_right.then_some(reached) };
        }
        let start = chunk.file_start();
        let from = ReadTo { end: start, next: start, ..ReadTo::default() };
        // nothing of a guess has been written, so an error can be ignored: it comes again when the chunk is
        // processed in turn
        let reached = match self.process(chunk, from, format, &mut output) {
            Ok(ControlFlow::Continue(reached)) if !output.is_given_up => Some(reached),
            _ => None,
        };
        EarlyOutput { output, reached }
    }

    /// Processes the games of a chunk from a boundary on, until the pass ends.
    pub(super) fn process<F: Format>(
        &self,
        chunk: &Chunk,
        from: ReadTo,
        format: &mut F,
        output: &mut ChunkOutput<'_>,
    ) -> io::Result<ControlFlow<Stop, ReadTo>> {
        let mut checker = self.options.checker(&chunk.source).in_chunk(chunk, from);
        let is_mended = matches!(self.writes, Writes::Mended(_));
        let mut text_between = TextBetween::new(is_mended, &chunk.source, from.end);
        text_between.write_to(checker.games().end(), output)?;
        loop {
            let wanted = output.wants_next_game();
            if wanted == Wanted::NoMore {
                return Ok(ControlFlow::Break(Stop::LastGame));
            }
            let reading = match self.read(&mut checker, wanted) {
                Some(Ok(reading)) => reading,
                Some(Err(passed)) => {
                    output.pass_over(passed)?;
                    continue;
                }
                None => {
                    let boundary = checker.boundary();
                    text_between.write_rest(chunk, boundary, output)?;
                    return Ok(ControlFlow::Continue(boundary));
                }
            };
            let context = checker.context();
            let end = checker.games().end();
            let rest = chunk.source.bytes().get(end..).unwrap_or_default();
            output.text_follows = !chunk.source.ends_file() || !rest.trim_ascii().is_empty();
            let part = text_between.take_to(end);
            let (matches, text_between) = (Vec::new(), &mut text_between);
            let task =
                ProcessGame { job: self, context, reading, part, text_between, matches, format, output };
            if with_rules!(checker.game(), R, game => task.run::<R>(game))?.is_break() {
                return Ok(ControlFlow::Break(Stop::Reader));
            }
        }
    }

    /// Reads as much of the next game as is needed to find out whether it answers the question, and
    /// the whole game if it may. Returns `None` if there is no further game in the chunk, and an
    /// error with the reason if nothing of the game is written.
    fn read(&self, checker: &mut GameChecker<'_>, wanted: Wanted) -> Option<Result<Reading, Passed>> {
        let mut skip = |passed| checker.read(Portion::Nothing).map(|_| Err(passed));
        match &self.query {
            _ if wanted == Wanted::No => skip(Passed::Unselected),
            None if self.only_counts() => skip(Passed::AskedFor),
            Some(query) if query.asks_for_tags() || query.may_reject_beginnings() => {
                let reading = checker.read(Portion::Tags)?;
                Some(match query.by_tags(&checker.game().shown_tags(), checker.game().known_outcome()) {
                    Some(false) => Err(Passed::NotAskedFor),
                    Some(true) if self.only_counts() => Err(Passed::AskedFor),
                    None if rejects_beginning(query, checker) => Err(Passed::NotAskedFor),
                    _ => Ok(checker.read_on(Portion::Whole).unwrap_or(reading)),
                })
            }
            _ => checker.read(Portion::Whole).map(Ok),
        }
    }
}

//! Processes the games of a chunk: reads, checks and shows them, or shows them from their moves in
//! the cache.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::{io, mem};

use super::mending::{Mending, Questions, TextBetween};
use super::move_cache::{CachedGame, ChunkMoves, MoveCache};
use super::output::{ChunkOutput, GameIdentity, Passed, Wanted};
use super::tag_names::TagNames;
use crate::app::changes::{refuse_left_out, refuse_replaced};
use crate::app::cli::{Args, Task};
use crate::app::file_problems::GameFault;
use crate::app::query::rejects_beginning;
use crate::change::{Changes, MainLine};
use crate::check::{CheckContext, CheckOptions, Cured, GameChecker, Proof, ReadTo, Report};
use crate::format::{Context, Format, FormatError, Item, Leave, Needs, Pages, PlainPages, PositionChoice};
use crate::message::{Diagnostic, Severity};
use crate::query::{Facts, Query};
use crate::rules::{Replay, Rules, Unwritable, with_rules};
use crate::syntax::{Game, Portion, Reading, TagOrder};
use crate::text::{Chunk, Source, Span};

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

/// The steps that are applied to each game in a pass over a file. They are decided once for the
/// pass.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub(super) pass: Pass,
    /// The question that a game has to answer to be processed.
    query: Option<Arc<Query>>,
    /// Whether the answer needs the result of the check. Otherwise games that do not answer the question are
    /// not checked.
    asks_for_errors: bool,
    /// The position that each game shown must have, named by a move or by a number of plies.
    position: Option<PositionChoice>,
    /// Whether the positions that answer it are wanted.
    wants_positions: bool,
    options: CheckOptions,
    /// Whether games are only counted, so that a game need not be read if the question can be
    /// answered without reading it.
    only_counts: bool,
    /// Whether games are checked.
    checks: bool,
    /// Whether their diagnostics are reported.
    reports: bool,
    /// The maximum number of errors, and of warnings, shown for each file.
    max_shown: usize,
    /// Whether games are shown. If games are corrected, their text is written instead.
    shows: bool,
    /// Whether their moves are needed: for the format, for the openings or to recognise duplicates.
    needs_moves: bool,
    /// Whether the format needs their tags.
    needs_tags: bool,
    /// The maximum size in bytes of the output of a guess. A guess that needs more is given up.
    max_guess: usize,
    /// Whether items may have files of their own.
    names_items: bool,
    /// What is changed of the games that are shown.
    changes: Arc<Changes>,
    /// The tags that stand in the names of files.
    tags_in_names: Vec<String>,
    /// The names of tags that may not be there.
    tag_names: TagNames,
    /// Whether this pass leaves out duplicates.
    is_unique: bool,
    /// How the games are corrected, if they are. The text between them is then written too.
    mending: Option<Mending>,
    /// The tags that are written if the games replace their file or are compared with it. The games
    /// must then lose nothing.
    rewrites: Option<TagOrder>,
    /// Whether the beginnings of games are noted, for a diff.
    anchors_games: bool,
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
pub(super) struct Guess {
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
        let tags_in_names = args.output_file().map_or_else(Vec::new, |name| name.tags().to_vec());
        let shows = matches!(pass, Pass::Show | Pass::CheckAndShow);
        let reports = matches!(pass, Pass::Check | Pass::CheckAndShow);
        let asks_for_errors = query.as_ref().is_some_and(|query| query.asks_for_errors());
        // games of a file that is not shown do not count as originals, so they are entered only in the pass
        // that shows them
        let is_unique = args.choosing.unique && (pass != Pass::Check || args.task == Task::Check);
        // a game with an error is never a duplicate, so counting games without duplicates needs the check
        let needs_check = asks_for_errors || pass == Pass::Count && is_unique;
        let checks = needs_check || reports || shows && needs.diagnostics;
        // a format that replays the movetext resolves the moves itself if the check has not
        let mut changes = args.changes();
        changes.adds_openings &= needs.tags || !tags_in_names.is_empty();
        let shows_moves =
            args.changing.openings || changes.part.is_some() || needs.moves || needs.movetext && checks;
        Job {
            pass,
            query,
            asks_for_errors,
            position: args.drawing.at.filter(|at| shows && at.names_one()),
            wants_positions: args.drawing.at.is_some_and(PositionChoice::asks),
            options: args.check_options(),
            only_counts: pass == Pass::Count && !is_unique,
            checks,
            reports,
            max_shown: if args.messaging.max_errors > 0 { args.messaging.max_errors } else { usize::MAX },
            shows,
            needs_moves: is_unique || shows && (shows_moves || args.drawing.at.is_some()),
            needs_tags: needs.tags,
            // terse games make more output from a text of the same length
            max_guess: 2 * max_output,
            names_items: args.output_file().is_some() || args.output_format().holds_one_item(),
            changes: changes.into(),
            tags_in_names,
            tag_names: TagNames::default(),
            is_unique,
            mending: Mending::of_args(args),
            rewrites: (args.rewrites() && !args.mends()).then_some(args.changing.tags),
            anchors_games: args.writing.diff && shows,
        }
    }

    /// Makes the job note which tags the games have.
    pub(super) fn noting(self, tag_names: TagNames) -> Job {
        Job { tag_names, ..self }
    }

    /// Makes the job ask the user about guesses, if there are questions.
    pub(super) fn asking(self, questions: Option<&Arc<Questions>>) -> Job {
        Job { mending: self.mending.map(|mending| mending.asking(questions)), ..self }
    }

    pub(super) fn max_game_size(&self) -> usize {
        self.options.max_game_size
    }

    /// Processes the games of a chunk on the guess that a game begins at its start. `buffer` is
    /// reused for the output. A checking pass collects the moves for the cache, a showing pass
    /// takes them from it.
    pub(super) fn guess<F: Format>(
        &self,
        chunk: &Chunk,
        format: &mut F,
        buffer: Vec<u8>,
        cache: Option<&MoveCache>,
    ) -> Guess {
        let mut output =
            ChunkOutput::of_guess(chunk.source.clone(), buffer, self.max_guess, self.names_items);
        if !chunk.may_begin_game() {
            return Guess { output, reached: None };
        }
        if self.pass == Pass::Check {
            // a position of a list has no moves, and is its whole header
            let cache = cache.filter(|_| !chunk.source.holds_positions());
            output.moves = cache.map(|_| ChunkMoves::default());
        } else if let Some((moves, reached)) = cache.and_then(|cache| cache.fetch(chunk)) {
            let shown = self.show_cached(&moves, chunk, format, &mut output);
            let is_right = shown.is_ok() && !output.is_given_up;
            return Guess { output, reached: is_right.then_some(reached) };
        }
        let start = chunk.file_start();
        let from = ReadTo { end: start, next: start, ..ReadTo::default() };
        // nothing of a guess has been written, so an error can be ignored: it comes again when the chunk is
        // processed in turn
        let reached = match self.process(chunk, from, format, &mut output) {
            Ok(ControlFlow::Continue(reached)) if !output.is_given_up => Some(reached),
            _ => None,
        };
        Guess { output, reached }
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
        let mut text_between = TextBetween::new(self.mending.is_some(), &chunk.source, from.end);
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
            None if self.only_counts => skip(Passed::AskedFor),
            Some(query) if query.asks_for_tags() || query.may_reject_beginnings() => {
                let reading = checker.read(Portion::Tags)?;
                Some(match query.by_tags(&checker.game().shown_tags(), checker.game().known_outcome()) {
                    Some(false) => Err(Passed::NotAskedFor),
                    Some(true) if self.only_counts => Err(Passed::AskedFor),
                    None if rejects_beginning(query, checker) => Err(Passed::NotAskedFor),
                    _ => Ok(checker.read_on(Portion::Whole).unwrap_or(reading)),
                })
            }
            _ => checker.read(Portion::Whole).map(Ok),
        }
    }

    /// Begins the text of a game that begins at an offset. It is left out if it is a duplicate and
    /// duplicates are not kept. `played` are the moves of the main line; `None` if the game has an
    /// error. Such a game is never a duplicate, because only part of it could be compared.
    fn begin_text<R: Rules>(
        &self,
        game: &Game<'_, R::Notation>,
        begins_at: usize,
        played: Option<&[R::Move]>,
        output: &mut ChunkOutput<'_>,
    ) {
        if self.anchors_games {
            output.anchor(begins_at);
        }
        if self.is_unique {
            output.begin_unique(played.and_then(|played| GameIdentity::of::<R>(game, played)), begins_at);
        }
    }

    /// Shows a game whose resolved moves are all in the context, or the part of it before the page break at
    /// which the reader leaves.
    fn show<R: Rules, F: Format>(
        &self,
        context: &Context<'_, R>,
        format: &mut F,
        output: &mut ChunkOutput<'_>,
    ) -> io::Result<ControlFlow<()>> {
        let Context { game, played, matches, illegal, .. } = *context;
        self.tag_names.see(game);
        let line = MainLine { played, matches, illegal, left: None };
        let mut untold = Vec::new();
        let asks_of_part = self.wants_positions && self.changes.part.is_some();
        let mut lacks_match = None;
        let shown = self.changes.apply::<R, _, _>(
            game,
            line,
            |game, MainLine { played, matches, left, .. }| {
                let context = Context { game, played, matches, left, ..*context };
                let lacks = asks_of_part && matches.is_empty();
                lacks_match = Some(lacks_match.unwrap_or(true) && lacks);
                if lacks {
                    return Ok(ControlFlow::Continue(()));
                }
                self.show_changed(&context, format, output)
            },
            |unchanged| untold.push(GameFault::Unchanged(unchanged)),
        )?;
        if lacks_match == Some(true) {
            untold.push(GameFault::NoMatchLeft);
        }
        untold.into_iter().for_each(|fault| output.tell(fault));
        Ok(shown)
    }

    /// Returns why nothing of a changed game can be shown, if this is so.
    fn reason_to_leave_out<R: Rules>(&self, game: &Game<'_, R::Notation>, plies: usize) -> Option<GameFault> {
        if self.changes.part.is_none() && self.position.is_none() {
            return None;
        }
        let first = match R::set_up(game) {
            Ok(start) => start.position.ply_number(),
            // after illegal moves, the position before a part may be impossible
            Err(error) => {
                return self.changes.part.map(|_| GameFault::Unwritable(Unwritable::Setup(error)));
            }
        };
        let is_beyond = self.position.is_some_and(|position| position.is_beyond(first, plies));
        let last = || (1..plies).fold(first, |at, _| at.next());
        is_beyond.then(|| GameFault::NoSuchPosition((plies > 0).then(last)))
    }

    /// Shows a game after the changes.
    fn show_changed<R: Rules, F: Format>(
        &self,
        context: &Context<'_, R>,
        format: &mut F,
        output: &mut ChunkOutput<'_>,
    ) -> io::Result<ControlFlow<()>> {
        let game = context.game;
        if let Some(fault) = self.reason_to_leave_out::<R>(game, context.played.len()) {
            output.tell(fault);
            return Ok(ControlFlow::Continue(()));
        }
        if !self.tags_in_names.is_empty() {
            let value = |name: &String| game.tag_value(name).unwrap_or_default().into_owned();
            output.tags = self.tags_in_names.iter().map(value).collect();
        }
        if !format.divides_games() {
            output.begin_item(Item::default)?;
        }
        let before = output.written();
        let is_warning = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Warning;
        match format.write(context, output) {
            Ok(_) if !self.keeps_game(context, format, output.written_since(before)) => {
                output.tell(GameFault::NotKept);
            }
            Ok(flow) => {
                output.count_shown();
                if flow == ControlFlow::Break(Leave::Everything) {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Err(FormatError::Output(error)) => return Err(error),
            Err(FormatError::Unwritable(error)) => output.tell(GameFault::Unwritable(error)),
            Err(FormatError::Replay(error)) if context.diagnostics.iter().all(is_warning) => {
                output.tell(GameFault::Unwritable(Unwritable::Replay(error)));
            }
            // the check has reported this, and there is nothing to show
            Err(FormatError::Setup(_) | FormatError::Replay(_)) => {}
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Returns whether a game that is written in place of itself says the same in its new text, which is read again, and
    /// is written once more the same. Only a game with messages is doubtful.
    fn keeps_game<R: Rules, F: Format>(
        &self,
        context: &Context<'_, R>,
        format: &mut F,
        written: Option<&[u8]>,
    ) -> bool {
        let (Some(source), Some(written)) = (context.source, written) else { return true };
        if self.rewrites.is_none() || context.diagnostics.is_empty() {
            return true;
        }
        let source = source.changed_part(0, written.to_vec());
        // moves are written with the usual letters
        let mut checker = CheckOptions { letters: None, ..self.options }.checker(&source);
        let illegal = context.illegal;
        let mut again = PlainPages::new(Vec::new());
        let is_same = checker.read(Portion::Whole).is_some()
            && with_rules!(checker.game(), N, game => {
                let context_again = Context::<N> { illegal, ..Context::new(game, &[]) };
                Proof::of::<N>(game, illegal) == Proof::of::<R>(context.game, illegal)
                    && format.write(&context_again, &mut again).is_ok()
            });
        is_same && again.into_inner() == written && checker.read(Portion::Nothing).is_none()
    }

    /// Shows the game of a source that begins at an offset.
    pub(super) fn show_at<F: Format>(
        &self,
        source: &Source,
        begins_at: usize,
        format: &mut F,
        output: &mut ChunkOutput<'_>,
    ) -> io::Result<()> {
        let mut checker = self.options.checker(source);
        checker.seek(begins_at);
        let Some(reading) = checker.read(Portion::Whole) else { return Ok(()) };
        let text_between = &mut TextBetween::new(false, source, begins_at);
        let (context, part, matches) = (checker.context(), Span::new(begins_at, begins_at), Vec::new());
        let task = ProcessGame { job: self, context, reading, part, text_between, matches, format, output };
        with_rules!(checker.game(), R, game => task.run::<R>(game)).map(drop)
    }

    /// Shows the games of a chunk from their moves in the cache. Only their headers are read again.
    ///
    /// # Errors
    ///
    /// Returns any error of the output, and [`io::ErrorKind::InvalidData`] if the bytes are
    /// malformed.
    fn show_cached<F: Format>(
        &self,
        games: &ChunkMoves,
        chunk: &Chunk,
        format: &mut F,
        output: &mut ChunkOutput<'_>,
    ) -> io::Result<()> {
        let mut headers = self.options.games(&chunk.source);
        let mut header = headers.blank();
        for game in games.games() {
            let CachedGame { header: range, outcome, moves } = game.ok_or(io::ErrorKind::InvalidData)?;
            let begins_at = range.start;
            headers.narrow(range);
            // an empty header contains no game, so `header` stays empty
            let _ = headers.read(Portion::Whole, &mut header);
            // a game without tags may have no header
            header.set_beginning(begins_at);
            header.set_result(outcome);
            let source = &*chunk.source;
            let task = ShowCached { job: self, source, begins_at, moves, format, output };
            with_rules!(&header, R, header => task.run::<R>(header))?;
        }
        Ok(())
    }
}

/// Processes one game.
struct ProcessGame<'a, 'o, F> {
    job: &'a Job,
    context: &'a CheckContext<'a>,
    reading: Reading,
    /// The game and the text between it and the game before. It is written if games are corrected.
    part: Span,
    /// The text that has been written so far, if games are corrected.
    text_between: &'a mut TextBetween,
    /// The positions that answer the question, each by the number of plies before it.
    matches: Vec<usize>,
    format: &'a mut F,
    output: &'a mut ChunkOutput<'o>,
}

impl<F: Format> ProcessGame<'_, '_, F> {
    fn run<R: Rules>(mut self, game: &Game<'_, R::Notation>) -> io::Result<ControlFlow<()>> {
        let job = self.job;
        if !job.asks_for_errors && !self.answers::<R>(game, false) {
            return self.skip();
        }
        let (mut report, played) = self.judge::<R>(game);
        if job.asks_for_errors && !self.answers::<R>(game, report.error().is_some()) {
            return self.skip();
        }
        let mended = job.mending.as_ref().map(|mending| {
            let texts = (self.part, self.text_between.last_games());
            mending.mend(self.context, texts, self.output.next_number(), &mut report)
        });
        let report = Arc::new(report);
        self.output.begin_game();
        self.output.count_found();
        if job.reports && self.output.report(game, &report, job.max_shown)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        let has_error = report.error().is_some();
        if has_error {
            // a file with an error is not shown from the cache
            self.output.moves = None;
        } else if let Some(moves) = &mut self.output.moves {
            moves.add::<R>(game, &played, job.needs_tags);
        }
        // if games are corrected, a game is written with the text before it
        let begins_at = if mended.is_some() { self.part.start } else { game.start() };
        job.begin_text::<R>(game, begins_at, (!has_error).then_some(&played), self.output);
        let mut flow = ControlFlow::Continue(());
        match mended {
            Some(mended) => self.write_mended(mended)?,
            None if job.shows => flow = self.show::<R>(game, &report, played)?,
            None => {}
        }
        self.output.end_game()?;
        Ok(flow)
    }

    /// Returns whether a game answers the question, if there is one, and notes the positions that do.
    fn answers<R: Rules>(&mut self, game: &Game<'_, R::Notation>, has_error: bool) -> bool {
        let Some(query) = &self.job.query else { return true };
        let illegal = self.context.syntax.illegal();
        let facts = Facts { has_error, illegal, wants_positions: self.job.wants_positions };
        let found = query.find::<R>(game, facts);
        let is_found = found.is_some();
        self.matches = found.unwrap_or_default().plies;
        is_found
    }

    /// Skips a game that does not answer the question.
    fn skip(self) -> io::Result<ControlFlow<()>> {
        self.output.pass_over(Passed::NotAskedFor)?;
        Ok(ControlFlow::Continue(()))
    }

    /// Checks the game and resolves the moves of its main line, if that is wanted.
    fn judge<R: Rules>(&mut self, game: &Game<'_, R::Notation>) -> (Report, Vec<R::Move>) {
        let job = self.job;
        let needs_moves = job.needs_moves || self.output.moves.is_some();
        let mut played = Vec::with_capacity(if needs_moves { game.movetext.len() } else { 0 });
        if !job.checks {
            if let Some(start) = R::set_up(game).ok().filter(|_| needs_moves) {
                let replay = Replay::main_line(game, start.position);
                played = replay.with_illegal(self.context.syntax.illegal()).resolve_all();
            }
            return (Report::default(), played);
        }
        let mut reading = mem::take(&mut self.reading);
        if job.rewrites.is_some() {
            refuse_left_out(&mut reading);
        }
        let mut report = self.context.of_game::<R>(game, reading, needs_moves.then_some(&mut played));
        if let Some(tags) = job.rewrites {
            refuse_replaced(game, tags, &mut report);
        }
        (report, played)
    }

    /// Writes the part of the text that contains the game, corrected or unchanged.
    fn write_mended(&mut self, mended: Option<(Vec<u8>, Cured)>) -> io::Result<()> {
        let written = mended.as_ref().map(|(text, _)| &text[..]);
        self.text_between.note_written(written.unwrap_or(&self.context.source.bytes()[self.part.range()]));
        self.output.write_mended(self.part, mended)
    }

    /// Shows a game without the parts that its errors cost.
    fn show<R: Rules>(
        &mut self,
        game: &Game<'_, R::Notation>,
        report: &Report,
        mut played: Vec<R::Move>,
    ) -> io::Result<ControlFlow<()>> {
        let part = report.sound_part(game, &mut played);
        let illegal = self.context.syntax.illegal();
        let source = Some(self.context.source);
        let diagnostics = &report.diagnostics;
        let (game, played, matches) = (part.as_ref().unwrap_or(game), &played, &self.matches);
        let context = Context::<R> { game, source, diagnostics, illegal, played, matches, left: None };
        self.job.show(&context, self.format, self.output)
    }
}

/// Shows a game from its header and its cached moves.
struct ShowCached<'a, 'o, F> {
    job: &'a Job,
    source: &'a Source,
    /// The offset at which the game begins.
    begins_at: usize,
    moves: &'a [[u8; 4]],
    format: &'a mut F,
    output: &'a mut ChunkOutput<'o>,
}

impl<F: Format> ShowCached<'_, '_, F> {
    fn run<R: Rules>(self, header: &Game<'_, R::Notation>) -> io::Result<()> {
        self.output.begin_game();
        self.output.count_found();
        let mut played = Vec::with_capacity(self.moves.len());
        for packed in self.moves {
            played.push(R::Move::try_from(*packed).map_err(|_| io::ErrorKind::InvalidData)?);
        }
        self.job.begin_text::<R>(header, self.begins_at, Some(&played), self.output);
        let context = Context::<R> { source: Some(self.source), ..Context::new(header, &played) };
        // a guess has no page breaks, so the reader does not leave
        let _ = self.job.show(&context, self.format, self.output)?;
        self.output.end_game()
    }
}

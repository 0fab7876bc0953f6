//! The output that the user sees: the text, the messages, and the counts that both depend on.

mod chunk_output;
mod kept_games;
mod longer_games;
mod merged_games;
mod messages;
mod rewriting;
mod sink;
mod tally;

use std::io::{self, Write};
use std::mem;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::duplicates::DuplicateGames;
use crate::app::ExitStatus;
use crate::app::cli::{Args, Task};
use crate::app::file_problems::FileProblem;
use crate::app::name_template::NameValues;
use crate::check::{CheckOptions, Report, Syntax, in_reduced_form};
use crate::message::{Diagnostic, ErrorCost, GameLabel, Reporter, Severity, Summary};
use crate::notation::expected_notation;
use crate::text::{Printable, ReadError, Source};
pub(super) use chunk_output::{ChunkOutput, EventKind, Passed};
pub(super) use kept_games::GameIdentity;
use kept_games::{CountedGame, KeptGames};
pub(super) use longer_games::{LongerGames, Reading};
use merged_games::MergedGames;
pub(super) use merged_games::MergedTree;
use messages::Messages;
pub(super) use sink::Sink;
use tally::Tally;

/// Whether a game is selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Yes,
    No,
    /// Neither it nor any game after it is selected.
    NoMore,
}

/// The text, the messages, and the counts of a run.
pub(super) struct Output {
    task: Task,
    cost_of_errors: ErrorCost,
    options: CheckOptions,
    pub(super) sink: Sink,
    pub(super) messages: Messages,
    pub(super) tally: Tally,
    pub(super) duplicates: Duplicates,
    pub(super) merged: MergedGames,
}

/// The games that are left out because an earlier one is the same.
#[derive(Default)]
pub(super) struct Duplicates {
    /// The games kept so far.
    kept: KeptGames,
    /// The games with which others begin, if they are left out.
    pub(super) longer: Option<LongerGames>,
    /// The file of the duplicates, if they are written to one.
    pub(super) file: Option<DuplicateGames>,
    /// Whether the current game is a duplicate, which is not written.
    pub(super) is_current: bool,
}

impl Output {
    pub(super) fn new(args: &Args, mut reporter: Reporter<Box<dyn Write + Send>>, sink: Sink) -> Output {
        reporter.summary().shown = args.shows_game_by_game().then_some(0);
        reporter.summary().matching = args.choosing.r#where.as_ref().map(|_| 0);
        reporter.summary().duplicates = args.choosing.unique.map(|_| 0);
        Output {
            task: args.task,
            cost_of_errors: match args.goes_game_by_game() {
                true => ErrorCost::Game,
                false if args.rewrites() => ErrorCost::Change,
                false => ErrorCost::File,
            },
            options: args.check_options(),
            sink,
            messages: Messages::new(reporter),
            tally: Tally::of_args(args),
            duplicates: Duplicates::default(),
            merged: MergedGames::new(args.reading.max_game_size.0),
        }
    }

    /// Returns whether an error in a game does not affect the others.
    fn goes_game_by_game(&self) -> bool {
        self.cost_of_errors == ErrorCost::Game
    }

    /// Begins a file, or its second pass.
    pub(super) fn begin_file(&mut self) -> io::Result<()> {
        self.tally.begin_file();
        self.duplicates.is_current = false;
        // messages about this file come after the output of the file before
        self.sink.pager.flush()
    }

    /// Ends a file: reports missing games, texts that are not UTF-8, and the numbers of errors and
    /// warnings.
    pub(super) fn end_file(&mut self, source: &Source, interrupted: bool) -> io::Result<()> {
        self.sink.pager.flush()?;
        if !interrupted && !self.tally.file.is_broken && self.tally.has_room(1) {
            self.warn_of_missing_games(source);
        }
        let (file, messages) = (&mut self.tally.file, &mut self.messages);
        if let Some((source, found)) = file.not_utf8.take() {
            messages.reporter.report_source(&source, &found.warning());
        }
        messages.reporter.conclude(source, self.cost_of_errors);
        messages.reporter.tell_mended(
            source,
            &mem::take(&mut file.cured),
            !self.sink.rewrite.as_ref().is_some_and(|rewrite| rewrite.lock().compares()),
        );
        if file.faulty > 0 {
            messages.worsen(ExitStatus::Faulty);
        }
        Ok(())
    }

    fn warn_of_missing_games(&mut self, source: &Source) {
        let count = self.tally.file.games;
        if count == 0 {
            let mut missing = Diagnostic::of_text(FileProblem::NoGames);
            if self.options.syntax == Syntax::Reduced {
                missing.severity = Severity::Error;
                missing = in_reduced_form(missing, expected_notation(source.name(), self.options.variant));
                self.messages.worsen(ExitStatus::Faulty);
            }
            self.messages.reporter.report(source, None, &missing);
        }
        if let Some(number) = self.tally.missing_game() {
            let missing = Diagnostic::of_text(FileProblem::NoSuchGame { number, count });
            self.messages.reporter.report(source, None, &missing);
        }
    }

    /// Leaves a file for the next one.
    pub(super) fn leave_file(&mut self) {
        let is_faulty = self.tally.file.is_faulty();
        self.duplicates.longer.iter_mut().for_each(|longer| longer.leave_file(is_faulty));
        self.tally.leave_file(self.goes_game_by_game() || !is_faulty);
    }

    /// Ends the run: puts files in their places, and writes the summary. If something could not be
    /// read or written, files are put in place only if games are handled one by one and not
    /// corrected.
    pub(super) fn end(&mut self) -> io::Result<()> {
        self.sink.pager.flush()?;
        self.messages.tell_of_games_left_out(self.tally.shown_before > 0);
        let (status, by_game) = (self.messages.status, self.goes_game_by_game());
        let is_complete = status == ExitStatus::Success;
        let stands_alone = is_complete || by_game && status == ExitStatus::Faulty;
        let puts_files = status != ExitStatus::Failure || by_game && self.task != Task::Fix;
        self.sink.finish(stands_alone, puts_files, is_complete)?;
        if let Some(duplicates) = self.duplicates.file.take().filter(|_| puts_files) {
            self.messages.worsen(duplicates.finish());
        }
        if by_game && self.task != Task::Count {
            self.messages.reporter.summarize();
        } else {
            self.messages.reporter.count_duplicates();
        }
        Ok(())
    }

    /// Writes how many games of a file answer the question, after its name if there are several files.
    pub(super) fn write_count(&mut self, name: Option<&str>) -> io::Result<()> {
        let name = name.map(|name| format!("{}:", Printable(name))).unwrap_or_default();
        self.sink.write(format!("{name}{}\n", self.tally.file.taken()).as_bytes())
    }

    /// Reports that a file cannot be read, or not to its end.
    pub(super) fn cannot_read<B>(&mut self, error: &ReadError) -> ControlFlow<B> {
        self.tally.file.is_broken = true;
        self.messages.fail(Some(&error.name), error, ExitStatus::Failure);
        ControlFlow::Continue(())
    }

    /// Begins a game, counted as in [`Output::write_number`], which is left out if an earlier game is the same.
    fn begin_unique(
        &mut self,
        source: &Arc<Source>,
        game: usize,
        identity: Option<GameIdentity>,
        begins_at: usize,
    ) -> io::Result<()> {
        let Duplicates { kept, longer, file, is_current } = &mut self.duplicates;
        let (number, games_before) = (self.tally.file.games + game, self.tally.games_before);
        let duplicate = identity.and_then(|identity| {
            let game = CountedGame { identity, file: source.name(), games_before, number };
            longer.as_mut().and_then(|longer| longer.add(&game)).or_else(|| kept.add(&game))
        });
        *is_current = duplicate.is_some();
        if let Some(duplicate) = duplicate {
            self.tally.file.left_out += 1;
            self.sink.pager.flush()?;
            self.messages.reporter.leave_out(source, begins_at, &duplicate);
            if let Some(file) = file {
                file.add(source, begins_at, [games_before, number - 1]);
            }
        }
        Ok(())
    }

    /// Merges a game, counted as in [`Output::write_number`], with others that have its start.
    fn merge(&mut self, game: usize, tree: MergedTree) -> io::Result<()> {
        let games_before = [self.tally.games_before, self.tally.file.games + game - 1];
        self.merged.add(MergedTree { games_before, ..tree }).map_err(|fault| self.sink.stop(fault))
    }

    /// Writes a part of a game, unless it is a duplicate.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.duplicates.is_current { Ok(()) } else { self.sink.write(bytes) }
    }

    /// Begins an item of a game. `game` counts as in [`Output::write_number`]; in names of files, games are
    /// counted across all files that are read.
    fn begin_item(&mut self, game: usize, mut name: NameValues) -> io::Result<()> {
        name.game = self.tally.games_before + self.tally.file.games + game;
        self.sink.begin_item(name)
    }

    /// Reports why the output is not written, unless its reader has closed the pipe.
    pub(super) fn fail_to_write(&mut self, error: io::Error) {
        if let Some(fault) = self.sink.fault_of(error) {
            self.messages.fail(None, &fault, ExitStatus::Failure);
        }
    }

    /// Writes the number of a game. `game` counts from 1 after the games counted so far.
    fn write_number(&mut self, game: usize) -> io::Result<()> {
        let number = self.tally.file.games + game;
        self.write(itoa::Buffer::new().format(number).as_bytes())
    }

    /// Reports the diagnostics of a game, counted as in [`Output::write_number`].
    fn report(
        &mut self,
        source: &Source,
        game: usize,
        label: GameLabel<'_>,
        report: &Report,
    ) -> io::Result<()> {
        self.sink.pager.flush()?;
        let label = GameLabel { number: self.tally.file.games + game, ..label };
        for found in &report.diagnostics {
            self.messages.reporter.report(source, Some(&label), found);
        }
        Ok(())
    }

    /// Counts games that have been processed, and the errors and warnings that were not reported one by one.
    fn count(&mut self, games: usize, counts: Summary) {
        self.tally.file.count(games, &counts);
        self.messages.reporter.count(counts.errors, counts.warnings);
        let counts = Summary { errors: 0, warnings: 0, ..counts };
        self.messages.reporter.summary().add(&counts);
    }
}

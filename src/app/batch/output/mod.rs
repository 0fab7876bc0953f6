//! The output that the user sees.

mod chunk_output;
mod file_tally;
mod kept_games;
mod rewriting;

use std::io::{self, Write};
use std::mem;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::duplicates::DuplicateGames;
use super::files::{OutputFiles, Rewrite};
use crate::app::ExitStatus;
use crate::app::cli::{Args, Task};
use crate::app::file_problems::{FileProblem, GameFault, NotWritten, OutputFault};
use crate::app::name_template::NameValues;
use crate::app::pager::Pager;
use crate::app::selection::Selection;
use crate::change::{Renaming, Unchanged};
use crate::check::{Report, Syntax, in_reduced_form};
use crate::format::{Frame, Leave};
use crate::message::{Describe, Diagnostic, Duplicate, ErrorCost, GameLabel, Reporter, Severity, Summary};
use crate::notation::{Variant, expected_notation};
use crate::text::{Printable, ReadError, Source};
pub(super) use chunk_output::{ChunkOutput, Passed};
use file_tally::FileTally;
pub(super) use kept_games::GameIdentity;
use kept_games::{FirstGame, KeptGames};

/// A pager that writes to standard output, or to the buffer of a test.
pub(super) type StdoutPager = Pager<Box<dyn Write + Send>>;

/// Whether a game is selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Yes,
    No,
    /// Neither it nor any game after it is selected.
    NoMore,
}

/// Standard output, the messages, and the exit status.
pub(super) struct Output {
    syntax: Syntax,
    /// The variant that all games are read as, if one is given.
    variant: Option<Variant>,
    selection: Option<Selection>,
    /// How many games of all files a pass takes at most.
    pub(super) limit: usize,
    goes_game_by_game: bool,
    cost_of_errors: ErrorCost,
    /// Whether the output has to be the whole text, because games are corrected.
    is_whole_text: bool,
    /// Whether a summary is written at the end of the run.
    summarizes: bool,
    reporter: Reporter<Box<dyn Write + Send>>,
    pager: StdoutPager,
    /// The files that the pager writes to, unless that is standard output.
    files: Option<OutputFiles>,
    /// The files that the output replaces or is compared with, if there are any.
    pub(super) rewrite: Option<Rewrite>,
    pub(super) status: ExitStatus,
    /// The reason why the files are not written, unless it is an error of the file system.
    fault: Option<OutputFault>,
    /// The frame around the games of each text.
    pub(super) frame: Option<Frame>,
    /// Whether the head of a text has been written, and its foot has not.
    is_framed: bool,
    /// Whether a game has been written, so that a separator comes before the next.
    needs_separator: bool,
    /// How many files are not done.
    files_left: usize,
    /// The number of games in the files before this one.
    games_before: usize,
    /// The number of these that answer the question.
    found_before: usize,
    /// The number of these that are taken: not left out as duplicates, nor with a file that is not shown.
    taken_before: usize,
    /// The number of these that have been shown.
    shown_before: usize,
    /// Why games have been left out, with the number of games, the first of them and the name of its file.
    left_out: Vec<(FileProblem, String)>,
    /// The counts of this file.
    file: FileTally,
    /// The games kept so far, if duplicates are left out.
    kept: KeptGames,
    /// The file of the duplicates, if they are written to one.
    pub(super) duplicates: Option<DuplicateGames>,
    /// Whether the current game is a duplicate, which is not written.
    leaves_game_out: bool,
}

impl Output {
    pub(super) fn new(
        args: &Args,
        mut reporter: Reporter<Box<dyn Write + Send>>,
        pager: StdoutPager,
        files: Option<OutputFiles>,
    ) -> Output {
        reporter.summary().shown = args.shows_game_by_game().then_some(0);
        reporter.summary().matching = args.choosing.r#where.as_ref().map(|_| 0);
        reporter.summary().duplicates = args.choosing.unique.then_some(0);
        Output {
            syntax: args.reading.syntax,
            variant: args.reading.variant,
            selection: args.choosing.games.clone(),
            limit: usize::MAX,
            goes_game_by_game: args.goes_game_by_game(),
            cost_of_errors: match args.goes_game_by_game() {
                true => ErrorCost::Game,
                false if args.rewrites() => ErrorCost::Change,
                false => ErrorCost::File,
            },
            is_whole_text: args.mends(),
            summarizes: args.goes_game_by_game() && args.task != Task::Count,
            reporter,
            pager,
            files,
            rewrite: None,
            status: ExitStatus::Success,
            fault: None,
            frame: None,
            is_framed: false,
            needs_separator: false,
            files_left: args.input_paths().len(),
            games_before: 0,
            found_before: 0,
            taken_before: 0,
            shown_before: 0,
            left_out: Vec::new(),
            file: FileTally::default(),
            kept: KeptGames::default(),
            duplicates: None,
            leaves_game_out: false,
        }
    }

    /// Makes the next game the one after so many others: in the files before, and in its file.
    pub(super) fn count_from(&mut self, games_before: usize, games: usize) {
        self.games_before = games_before;
        self.file.games = games;
    }

    /// Begins a file, or its second pass.
    pub(super) fn begin_file(&mut self) -> io::Result<()> {
        (self.file, self.leaves_game_out) = (FileTally::default(), false);
        // messages about this file come after the output of the file before
        self.pager.flush()
    }

    /// Ends a file: reports missing games, texts that are not UTF-8, and the numbers of errors and
    /// warnings.
    pub(super) fn end_file(&mut self, source: &Source, interrupted: bool) -> io::Result<()> {
        self.pager.flush()?;
        if !interrupted && !self.file.is_broken && self.has_room(1) {
            self.warn_of_missing_games(source);
        }
        if let Some((source, found)) = self.file.not_utf8.take() {
            self.reporter.report_source(&source, &found.warning());
        }
        self.reporter.conclude(source, self.cost_of_errors);
        let is_written = !self.rewrite.as_ref().is_some_and(Rewrite::compares);
        self.reporter.tell_mended(source, &mem::take(&mut self.file.cured), is_written);
        if self.file.faulty > 0 {
            self.worsen(ExitStatus::Faulty);
        }
        Ok(())
    }

    /// Leaves a file for the next one.
    pub(super) fn leave_file(&mut self) {
        self.games_before += self.file.games;
        self.found_before += self.file.found;
        if self.goes_game_by_game || !self.file.is_faulty() {
            self.taken_before += self.file.taken();
        }
        self.shown_before += self.file.shown;
        self.file = FileTally::default();
        self.files_left -= 1;
    }

    /// Ends the run: puts files in their places, and writes the summary. If something could not be
    /// read or written, files are put in place only if games are handled one by one and not
    /// corrected.
    pub(super) fn end(&mut self) -> io::Result<()> {
        self.tell_of_games_left_out()?;
        let is_complete = self.status == ExitStatus::Success;
        if is_complete || self.goes_game_by_game && self.status == ExitStatus::Faulty {
            self.write_frame_alone()?;
        }
        let divides_items = self.files.as_ref().is_some_and(OutputFiles::divides_items);
        if !divides_items {
            self.write_foot()?;
        }
        self.pager.finish()?;
        let puts_files = self.status != ExitStatus::Failure || self.goes_game_by_game && !self.is_whole_text;
        if let Some(files) = self.files.clone().filter(|_| puts_files) {
            let foot = self.frame.as_ref().map_or("", |frame| &frame.foot);
            files.finish(is_complete, foot).map_err(|fault| self.stop(fault))?;
        }
        if let Some(duplicates) = self.duplicates.take().filter(|_| puts_files) {
            self.worsen(duplicates.finish());
        }
        if self.summarizes {
            self.reporter.summarize();
        } else {
            self.reporter.count_duplicates();
        }
        Ok(())
    }

    /// Warns of games that have been left out. It is an error if no game has the position that is to be shown.
    fn tell_of_games_left_out(&mut self) -> io::Result<()> {
        for (problem, name) in mem::take(&mut self.left_out) {
            self.pager.flush()?;
            let is_of_position =
                matches!(problem, FileProblem::NoSuchPosition { .. } | FileProblem::NoMatchLeft { .. });
            if self.shown_before == 0 && is_of_position {
                self.fail(Some(&name), &problem, ExitStatus::Failure);
            } else {
                let warning = Diagnostic::of_text(problem);
                self.reporter.report_source(&Source::new(name, Vec::new()), &warning);
            }
        }
        Ok(())
    }

    /// Warns of a part of the command line that is probably not meant as it is written.
    pub(super) fn warn_of_command_line(&mut self, part: &Source, warning: &Diagnostic) {
        self.reporter.report_command_line(part, warning);
    }

    /// Warns if there are games, but none of them answers the question.
    pub(super) fn warn_of_no_answer(&mut self, question: &Source) {
        if self.found_before == 0 && self.games_before > 0 {
            let warning = Diagnostic::of_text(FileProblem::NoneFound { count: self.games_before });
            self.reporter.report_source(question, &warning);
        }
    }

    /// Writes how many games of a file answer the question, after its name if there are several files.
    pub(super) fn write_count(&mut self, name: Option<&str>) -> io::Result<()> {
        let name = name.map(|name| format!("{}:", Printable(name))).unwrap_or_default();
        self.leaves_game_out = false;
        self.write(format!("{name}{}\n", self.file.taken()).as_bytes())
    }

    /// Returns the number of games of the file counted so far.
    pub(super) fn games(&self) -> usize {
        self.file.games
    }

    /// Returns whether a game of the file has an error, or the file could not be read.
    pub(super) fn is_faulty(&self) -> bool {
        self.file.is_faulty()
    }

    /// Returns whether so many more games may be taken.
    pub(super) fn has_room(&self, games: usize) -> bool {
        games <= self.limit.saturating_sub(self.taken_before + self.file.taken())
    }

    /// Returns whether a game is selected. `game` counts from 1 after the games counted so far.
    pub(super) fn wants_game(&self, game: usize) -> Wanted {
        match &self.selection {
            _ if !self.has_room(game) => Wanted::NoMore,
            Some(selection) if self.file.games + game > selection.last() => Wanted::NoMore,
            Some(selection) if !selection.contains(self.file.games + game) => Wanted::No,
            _ => Wanted::Yes,
        }
    }

    /// Returns whether all games after those counted so far are selected.
    pub(super) fn wants_the_rest(&self) -> bool {
        self.selection.as_ref().is_none_or(|selection| selection.contains_all_from(self.file.games + 1))
    }

    /// Returns whether the output is paged.
    pub(super) fn is_paged(&self) -> bool {
        self.pager.waits()
    }

    /// Begins a game in the pager, which offers to go on to another one if text follows the game in its file, or
    /// another file does.
    pub(super) fn begin_paged_game(&mut self, text_follows: bool) -> io::Result<ControlFlow<Leave>> {
        let may_follow = text_follows && self.wants_game(2) != Wanted::NoMore;
        self.pager.begin_game(may_follow || self.files_left > 1 && self.has_room(2))
    }

    /// Reports that a file cannot be read, or not to its end.
    pub(super) fn cannot_read<B>(&mut self, error: &ReadError) -> ControlFlow<B> {
        self.file.is_broken = true;
        self.fail(Some(&error.name), error, ExitStatus::Failure);
        ControlFlow::Continue(())
    }

    pub(super) fn fail(&mut self, file: Option<&str>, problem: &dyn Describe, status: ExitStatus) {
        self.worsen(status);
        self.reporter.fail(file, problem);
    }

    fn worsen(&mut self, status: ExitStatus) {
        self.status = self.status.max(status);
    }

    /// Begins a game, counted as in [`Output::write_number`], which is left out if an earlier game is the same.
    pub(super) fn begin_unique(
        &mut self,
        source: &Arc<Source>,
        game: usize,
        identity: Option<GameIdentity>,
        begins_at: usize,
    ) -> io::Result<()> {
        let number = self.file.games + game;
        let first = identity.and_then(|game| self.kept.add(game, source.name(), self.games_before, number));
        self.leaves_game_out = first.is_some();
        self.file.left_out += usize::from(self.leaves_game_out);
        if let Some(FirstGame { file, number: first_number }) = first {
            self.pager.flush()?;
            let duplicate = Duplicate { number, first_source: file, first_number };
            self.reporter.leave_out(source, begins_at, &duplicate);
            if let Some(duplicates) = &mut self.duplicates {
                duplicates.add(source, begins_at, [self.games_before, number - 1]);
            }
        }
        Ok(())
    }

    /// Writes a part of the output, unless it belongs to a duplicate.
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if bytes.is_empty() || self.leaves_game_out {
            return Ok(());
        }
        self.write_head()?;
        self.pager.out().write_all(bytes)
    }

    /// Writes the head of the frame before the games of a text, unless it has been written.
    fn write_head(&mut self) -> io::Result<()> {
        match &self.frame {
            Some(frame) if !mem::replace(&mut self.is_framed, true) => {
                self.pager.out().write_all(frame.head.as_bytes())
            }
            _ => Ok(()),
        }
    }

    /// Writes the head of the frame for a text without games, if the format requires that.
    fn write_frame_alone(&mut self) -> io::Result<()> {
        if self.frame.as_ref().is_some_and(|frame| frame.stands_alone) { self.write_head() } else { Ok(()) }
    }

    /// Writes the foot of the frame after the games of a text, if the head has been written.
    fn write_foot(&mut self) -> io::Result<()> {
        match &self.frame {
            Some(frame) if mem::take(&mut self.is_framed) => {
                self.pager.out().write_all(frame.foot.as_bytes())
            }
            _ => Ok(()),
        }
    }

    /// Writes the separator between games, unless the game is the first one, or the first of a file of its name.
    pub(super) fn separate(&mut self) -> io::Result<()> {
        let follows = mem::replace(&mut self.needs_separator, true);
        if follows { self.write(b"\n") } else { Ok(()) }
    }

    /// Returns whether the file could not be read to its end.
    pub(super) fn is_broken(&self) -> bool {
        self.file.is_broken
    }

    /// Begins an item of a game. `game` counts as in [`Output::write_number`]; in names of files, games are
    /// counted across all files that are read.
    pub(super) fn begin_item(&mut self, game: usize, mut name: NameValues) -> io::Result<()> {
        self.pager.flush()?;
        name.game = self.games_before + self.file.games + game;
        let Some(files) = self.files.clone() else { return Ok(()) };
        let is_new = files.begin_item(name).map_err(|fault| self.stop(fault))?;
        if files.divides_items() {
            (self.is_framed, self.needs_separator) = (!is_new, !is_new);
        }
        self.write_frame_alone()
    }

    /// Returns the error that ends the writing because of a fault. The fault itself is kept, and reported at
    /// the end.
    fn stop(&mut self, fault: OutputFault) -> io::Error {
        match fault {
            OutputFault::CannotWrite(error) => error,
            fault => {
                self.fault = Some(fault);
                io::ErrorKind::Other.into()
            }
        }
    }

    /// Reports why the output is not written: the error, unless a fault caused it. A reader that
    /// closes the pipe, such as `head`, is not a failure.
    pub(super) fn fail_to_write(&mut self, error: io::Error) {
        let fault = match (self.fault.take(), &self.files) {
            (Some(fault), _) => fault,
            (None, Some(files)) => OutputFault::CannotWriteTo(files.name(), error),
            (None, None) => OutputFault::CannotWrite(error),
        };
        if !matches!(&fault, OutputFault::CannotWrite(error) if error.kind() == io::ErrorKind::BrokenPipe) {
            self.fail(None, &fault, ExitStatus::Failure);
        }
    }

    /// Tells why a game, counted as in [`Output::write_number`], or a change of it is not written. Games without
    /// anything to show are told of together at the end.
    pub(super) fn tell(&mut self, source: &Source, game: usize, fault: GameFault) {
        let (name, number) = (source.name(), self.file.games + game);
        match fault {
            GameFault::NoSuchPosition(last) => {
                self.leave_out_for(source, FileProblem::NoSuchPosition { count: 1, number, last });
            }
            GameFault::NoMatchLeft => {
                self.leave_out_for(source, FileProblem::NoMatchLeft { count: 1, number });
            }
            GameFault::Unchanged(Unchanged::OutsidePart) => {
                self.leave_out_for(source, FileProblem::OutsidePart { count: 1, number });
            }
            GameFault::Unchanged(Unchanged::NameTaken(Renaming { old, new })) => {
                self.fail(Some(name), &FileProblem::NameTaken { number, old, new }, ExitStatus::Faulty);
            }
            GameFault::Unchanged(Unchanged::NoSuchResult(value)) => {
                self.fail(Some(name), &FileProblem::NoSuchResult { number, value }, ExitStatus::Faulty);
            }
            GameFault::NotKept => {
                self.fail(Some(name), &FileProblem::NotKept { number }, ExitStatus::Faulty);
            }
            GameFault::Unwritable(error) => {
                self.fail(Some(name), &NotWritten { name, number, error }, ExitStatus::Faulty);
            }
        }
    }

    /// Counts a game that is left out, which is told at the end. `first` is the problem if the game is the first one.
    fn leave_out_for(&mut self, source: &Source, first: FileProblem) {
        let kind = mem::discriminant(&first);
        match self.left_out.iter_mut().find(|(problem, _)| mem::discriminant(problem) == kind) {
            Some((
                FileProblem::NoSuchPosition { count, .. }
                | FileProblem::NoMatchLeft { count, .. }
                | FileProblem::OutsidePart { count, .. },
                _,
            )) => *count += 1,
            _ => self.left_out.push((first, source.name().to_owned())),
        }
    }

    /// Writes the number of a game. `game` counts from 1 after the games counted so far.
    pub(super) fn write_number(&mut self, game: usize) -> io::Result<()> {
        let number = self.file.games + game;
        self.write(itoa::Buffer::new().format(number).as_bytes())
    }

    /// Reports the diagnostics of a game, counted as in [`Output::write_number`].
    pub(super) fn report(
        &mut self,
        source: &Source,
        game: usize,
        label: GameLabel<'_>,
        report: &Report,
    ) -> io::Result<()> {
        self.pager.flush()?;
        let label = GameLabel { number: self.file.games + game, ..label };
        for diagnostic in &report.diagnostics {
            self.reporter.report(source, Some(&label), diagnostic);
        }
        Ok(())
    }

    /// Counts games that have been processed, and the errors and warnings that were not reported one by one.
    pub(super) fn count(&mut self, games: usize, counts: Summary) {
        self.file.count(games, &counts);
        self.reporter.count(counts.errors, counts.warnings);
        let counts = Summary { errors: 0, warnings: 0, ..counts };
        self.reporter.summary().add(&counts);
    }

    /// Reports that data after a compressed text is ignored.
    pub(super) fn warn_of_trailing_data(&mut self, source: &Source) {
        self.reporter.report(source, None, &Diagnostic::of_text(FileProblem::DataIgnored));
    }

    fn warn_of_missing_games(&mut self, source: &Source) {
        if self.file.games == 0 {
            let mut missing = Diagnostic::of_text(FileProblem::NoGames);
            if self.syntax == Syntax::Reduced {
                missing.severity = Severity::Error;
                missing = in_reduced_form(missing, expected_notation(source.name(), self.variant));
                self.worsen(ExitStatus::Faulty);
            }
            self.reporter.report(source, None, &missing);
        }
        let selection = self.selection.as_ref();
        if let Some(number) = selection.and_then(|selection| selection.first_beyond(self.file.games)) {
            let count = self.file.games;
            let missing = Diagnostic::of_text(FileProblem::NoSuchGame { number, count });
            self.reporter.report(source, None, &missing);
        }
    }
}

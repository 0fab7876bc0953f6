//! What the user gets to see, as it happens.

use std::io::{self, BufWriter, Stdout, Write};
use std::ops::ControlFlow;

use super::games::GameSink;
use super::progress::Messages;
use crate::app::ExitStatus;
use crate::app::cli::Args;
use crate::app::messages::{NoSuchGame, NotWritten, TextProblem};
use crate::app::pager::Pager;
use crate::check::{Report, Syntax};
use crate::format::Pages;
use crate::message::Describe;
use crate::message::{Diagnostic, GameLabel, Reporter, Severity, Summary};
use crate::rules::Unwritable;
use crate::syntax::{Game, Notation};
use crate::text::Encoding;
use crate::text::{ReadError, Source, Span};

/// The output, the messages, and how it all goes.
pub(super) struct Output<'a> {
    args: &'a Args,
    reporter: Reporter<Messages>,
    pages: Pager<BufWriter<Stdout>>,
    status: ExitStatus,
    /// How many games of the file have been begun.
    games: usize,
    /// How many of them have an error.
    faulty: usize,
}

impl<'a> Output<'a> {
    pub(super) fn new(
        args: &'a Args,
        mut reporter: Reporter<Messages>,
        pages: Pager<BufWriter<Stdout>>,
    ) -> Output<'a> {
        reporter.summary().shown = args.shows_game_by_game().then_some(0);
        Output { args, reporter, pages, status: ExitStatus::Success, games: 0, faulty: 0 }
    }

    /// Begins with a file, or with the same again.
    ///
    /// # Errors
    ///
    /// Any error of the output.
    pub(super) fn begin_file(&mut self) -> io::Result<()> {
        (self.games, self.faulty) = (0, 0);
        // what was shown of the file before comes before what is said of this one
        self.pages.flush()
    }

    /// Says at the end of a file what there was, and what there was not.
    pub(super) fn end_file(&mut self, source: &Source, broken_off: bool) {
        if !broken_off {
            self.warn_of_missing_games(source);
        }
        self.reporter.conclude(source, !self.args.goes_game_by_game());
        if self.faulty > 0 {
            self.worsen(ExitStatus::Faulty);
        }
    }

    /// Says at the end of everything how much there was.
    ///
    /// # Errors
    ///
    /// Any error of the output.
    pub(super) fn end(&mut self) -> io::Result<()> {
        self.pages.flush()?;
        if self.args.goes_game_by_game() {
            self.reporter.summarize();
        }
        Ok(())
    }

    /// Returns how many games of the file have been begun.
    pub(super) fn games(&self) -> usize {
        self.games
    }

    /// Tells whether a game of the file has an error.
    pub(super) fn is_faulty(&self) -> bool {
        self.faulty > 0
    }

    /// Tells whether somebody turns the pages.
    pub(super) fn is_paged(&self) -> bool {
        self.pages.waits()
    }

    pub(super) fn status(&self) -> ExitStatus {
        self.status
    }

    /// Says that the encoding of a file had to be guessed, and why: where its first byte
    /// stands that is not of UTF-8.
    pub(super) fn warn_of_encoding(&mut self, source: &Source) {
        let span = Encoding::end_of_utf8(source.bytes()).map(|at| Span::new(at, at + 1));
        self.reporter.report(source, None, &Diagnostic { span, ..Diagnostic::of_text(TextProblem::NotUtf8) });
    }

    /// Says that a file cannot be read, or no further.
    pub(super) fn cannot_read(&mut self, error: &ReadError) -> ControlFlow<()> {
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

    /// Writes what belongs to the output.
    ///
    /// # Errors
    ///
    /// Any error of the output.
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if bytes.is_empty() { Ok(()) } else { self.pages.out().write_all(bytes) }
    }

    /// Writes the number of a game, counted from 1 behind those that have been begun.
    ///
    /// # Errors
    ///
    /// Any error of the output.
    pub(super) fn write_number(&mut self, game: usize) -> io::Result<()> {
        self.pages.set_game(self.games + game);
        self.pages.number()
    }

    /// Reports what was found in a game, counted as in [`Output::write_number`].
    ///
    /// # Errors
    ///
    /// Any error of the output.
    pub(super) fn report(
        &mut self,
        source: &Source,
        game: usize,
        label: &GameLabel<'_>,
        diagnostics: &[Diagnostic],
    ) -> io::Result<()> {
        self.pages.flush()?;
        let label = GameLabel { number: self.games + game, ..label.clone() };
        for diagnostic in diagnostics {
            self.reporter.report(source, Some(&label), diagnostic);
        }
        Ok(())
    }

    /// Reports that a game, counted as in [`Output::write_number`], cannot be written.
    pub(super) fn refuse(&mut self, source: &Source, game: usize, error: Unwritable) {
        let number = self.games + game;
        self.fail(
            Some(source.name()),
            &NotWritten { name: source.name(), number, error },
            ExitStatus::Faulty,
        );
    }

    /// Counts games that have been dealt with.
    pub(super) fn count(&mut self, games: usize, counts: &Summary) {
        self.games += games;
        self.faulty += counts.faulty;
        self.reporter.summary().add(counts);
    }

    fn warn_of_missing_games(&mut self, source: &Source) {
        if self.games == 0 {
            let is_error = self.args.syntax == Syntax::Reduced;
            let severity = if is_error { Severity::Error } else { Severity::Warning };
            let problem = Diagnostic { severity, ..Diagnostic::of_text(TextProblem::NoGames) };
            self.reporter.report(source, None, &problem);
            if is_error {
                self.worsen(ExitStatus::Faulty);
            }
        }
        let selection = self.args.games.as_ref();
        if let Some(number) = selection.and_then(|selection| selection.first_beyond(self.games)) {
            let count = self.games;
            self.reporter.report(source, None, &Diagnostic::of_text(NoSuchGame { number, count }));
        }
    }
}

impl GameSink for Output<'_> {
    fn note<N: Notation>(&mut self, source: &Source, game: &Game<'_, N>, report: &Report) -> io::Result<()> {
        if !report.diagnostics.is_empty() {
            self.report(source, 1, &game.label(1), &report.diagnostics)?;
        }
        self.count(1, &report.summary());
        self.pages.set_game(self.games);
        Ok(())
    }

    fn pass(&mut self) {
        self.games += 1;
        self.pages.set_game(self.games);
    }

    fn wants_game(&self) -> bool {
        self.args.games.as_ref().is_none_or(|selection| selection.contains(self.games))
    }

    fn pages(&mut self) -> &mut impl Pages {
        &mut self.pages
    }

    fn shown(&mut self, source: &Source, outcome: Result<(), Unwritable>) {
        match outcome {
            Ok(()) => self.reporter.summary().count_shown(),
            Err(error) => self.refuse(source, 0, error),
        }
    }

    fn end(&mut self, _report: Report) {}
}

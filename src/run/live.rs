//! What the user gets to see, as it happens.

use std::io::{self, BufWriter, Stdout, Write};
use std::ops::ControlFlow;

use super::Status;
use super::games::Outlet;
use super::messages::{NoSuchGame, NotWritten, SourceCaveat};
use super::progress::Messages;
use crate::ast::{Game, Notation};
use crate::check::{Finding, Syntax, Verdict};
use crate::cli::Args;
use crate::diagnostic::{Diagnostic, GameLabel, Reporter, Severity, Summary};
use crate::lang::Explain;
use crate::pause::Pauser;
use crate::render::Pages;
use crate::replay::Unwritable;
use crate::source::{ReadError, Source, Span};
use crate::text::Encoding;

/// The output, the messages, and how it all goes.
pub(super) struct Live<'a> {
    args: &'a Args,
    reporter: Reporter<Messages>,
    pages: Pauser<BufWriter<Stdout>>,
    status: Status,
    /// How many games of the file have been begun.
    games: usize,
    /// How many of them have an error.
    faulty: usize,
}

impl<'a> Live<'a> {
    pub(super) fn new(
        args: &'a Args,
        mut reporter: Reporter<Messages>,
        pages: Pauser<BufWriter<Stdout>>,
    ) -> Live<'a> {
        reporter.summary().shown = args.shows_game_by_game().then_some(0);
        Live { args, reporter, pages, status: Status::Success, games: 0, faulty: 0 }
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
            self.worsen(Status::Faulty);
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

    pub(super) fn status(&self) -> Status {
        self.status
    }

    /// Says that the encoding of a file had to be guessed, and why: where its first byte
    /// stands that is not of UTF-8.
    pub(super) fn warn_of_encoding(&mut self, source: &Source) {
        let span = Encoding::end_of_utf8(source.bytes()).map(|at| Span::new(at, at + 1));
        self.reporter.report(source, &Diagnostic { span, ..Diagnostic::of_source(&SourceCaveat::NotUtf8) });
    }

    /// Says that a file cannot be read, or no further.
    pub(super) fn cannot_read(&mut self, error: &ReadError) -> ControlFlow<()> {
        self.fail(Some(&error.name), error, Status::Failure);
        ControlFlow::Continue(())
    }

    pub(super) fn fail(&mut self, file: Option<&str>, problem: &dyn Explain, status: Status) {
        self.worsen(status);
        self.reporter.fail(file, problem);
    }

    fn worsen(&mut self, status: Status) {
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

    /// Reports what was found in a game, counted as in [`Live::write_number`].
    ///
    /// # Errors
    ///
    /// Any error of the output.
    pub(super) fn report(
        &mut self,
        source: &Source,
        game: usize,
        label: &GameLabel<'_>,
        findings: &[Finding],
    ) -> io::Result<()> {
        self.pages.flush()?;
        let label = GameLabel { number: self.games + game, ..label.clone() };
        for finding in findings {
            self.reporter.report(source, &Diagnostic::of_game(finding, label.clone()));
        }
        Ok(())
    }

    /// Reports that a game, counted as in [`Live::write_number`], cannot be written.
    pub(super) fn refuse(&mut self, source: &Source, game: usize, error: Unwritable) {
        let number = self.games + game;
        self.fail(Some(source.name()), &NotWritten { name: source.name(), number, error }, Status::Faulty);
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
            self.reporter
                .report(source, &Diagnostic { severity, ..Diagnostic::of_source(&SourceCaveat::NoGames) });
            if is_error {
                self.worsen(Status::Faulty);
            }
        }
        let selection = self.args.games.as_ref();
        if let Some(number) = selection.and_then(|selection| selection.first_beyond(self.games)) {
            let count = self.games;
            self.reporter.report(source, &Diagnostic::of_source(&NoSuchGame { number, count }));
        }
    }
}

impl Outlet for Live<'_> {
    fn note<N: Notation>(
        &mut self,
        source: &Source,
        game: &Game<'_, N>,
        verdict: &Verdict,
    ) -> io::Result<()> {
        if !verdict.findings.is_empty() {
            self.report(source, 1, &GameLabel::new(1, game), &verdict.findings)?;
        }
        self.count(1, &Summary::of(verdict));
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

    fn end(&mut self, _verdict: Verdict) {}
}

//! What a command line asks for, from files to exit status.

use std::io::{self, BufWriter, IsTerminal, Stderr, Stdout, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;

use crate::ast::Game;
use crate::check::{Finding, Inspection, Syntax, Verdict};
use crate::cli::{Args, Format};
use crate::codes::Code;
use crate::diagnostic::{Diagnostic, GameLabel, Reporter, Severity};
use crate::dispatch::{Task, by_its_rules};
use crate::lang::{Explain, Language, LanguageCode, fill};
use crate::parser::AnyGame;
use crate::pause::Pauser;
use crate::render::{Boards, FenLines, Json, Minimal, Pages, Pgn, Show, ShowError, Shown};
use crate::replay::{Rules, Unwritable};
use crate::source::{ReadError, Source};
use crate::text::Encoding;

/// How a run ended; the number is the exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Everything was shown.
    Success = 0,
    /// A file had errors.
    Faulty = 1,
    /// A file could not be read, or the output not be written.
    Failure = 2,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(status as u8)
    }
}

/// Translates every file of a command line, each on its own.
#[must_use]
pub fn run(args: &Args) -> Status {
    let language = args.lang.unwrap_or_else(LanguageCode::of_environment).language();
    let stdout = io::stdout();
    let painted = args.color.paints(stdout.is_terminal());
    let stderr = io::stderr();
    let options = args.reporter_options(language, args.color.paints(stderr.is_terminal()));
    let mut run = Run {
        args,
        reporter: Reporter::new(stderr, options),
        pages: Pauser::new(BufWriter::new(stdout), !args.no_pause, language),
        status: Status::Success,
    };
    run.reporter.summary().shown = args.shows_game_by_game().then_some(0);
    let shown = match (args.explain, args.format) {
        (Some(code), _) => io::stdout().write_all(code.explanation().as_bytes()),
        (None, Format::Boards) => run.files(&mut Boards::new(args.style, painted, language)),
        (None, Format::Fen) => run.files(&mut FenLines::default()),
        (None, Format::Minimal) => run.files(&mut Minimal::default()),
        (None, Format::Pgn) => run.files(&mut Pgn::default()),
        (None, Format::Json) => run.files(&mut Json::new(language)),
    };
    match shown {
        // a reader who has seen enough, as `head` has, is no failure
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            run.reporter.fail(None, &CannotWrite(error));
            Status::Failure
        }
        _ => run.status,
    }
}

struct Run<'a> {
    args: &'a Args,
    reporter: Reporter<Stderr>,
    pages: Pauser<BufWriter<Stdout>>,
    status: Status,
}

impl Run<'_> {
    fn files(&mut self, format: &mut impl Show) -> io::Result<()> {
        let standard_input = [Path::new("-").to_path_buf()];
        let files = if self.args.files.is_empty() { &standard_input[..] } else { &self.args.files };
        for path in files {
            match read(path) {
                Ok(source) => {
                    if self.file(&source, format)?.is_break() {
                        break;
                    }
                }
                Err(error) => {
                    self.status = Status::Failure;
                    self.reporter.fail(Some(&error.name), &error);
                }
            }
        }
        self.pages.flush()?;
        if self.args.goes_game_by_game() {
            self.reporter.summarize();
        }
        Ok(())
    }

    /// Checks a file and shows its games: those without errors and what comes
    /// before an error, or all of them if there is no error in any.
    fn file(&mut self, source: &Source, format: &mut impl Show) -> io::Result<ControlFlow<()>> {
        let args = self.args;
        let all_or_nothing = !args.goes_game_by_game();
        // what was shown of the file before comes before what is said of this one
        self.pages.flush()?;
        self.introduce(source);
        if let Some(error) = source.cut_short() {
            self.status = Status::Failure;
            self.reporter.fail(Some(source.name()), error);
            if all_or_nothing {
                return Ok(ControlFlow::Continue(()));
            }
        }
        let mut inspection = Inspection::new(source, args.variant, args.syntax, args.pedantic);
        let (mut games, mut faulty) = (0, 0);
        let mut shown = ControlFlow::Continue(());
        while let Some(verdict) = inspection.advance() {
            games += 1;
            self.note(source, games, inspection.game(), &verdict)?;
            faulty += usize::from(verdict.error().is_some());
            if args.shows_game_by_game() && self.is_selected(games) {
                let game = inspection.game_up_to_error(&verdict);
                shown = self.show(source, games, game, &verdict.findings, format)?;
                if shown.is_break() {
                    break;
                }
            }
        }
        if shown.is_continue() {
            self.warn_of_missing_games(source, games);
        }
        self.reporter.conclude(source, all_or_nothing);
        if faulty > 0 {
            self.status = self.status.max(Status::Faulty);
        } else if all_or_nothing {
            inspection.restart();
            return self.show_all(source, &mut inspection, format);
        }
        Ok(shown)
    }

    /// Counts a game and reports what was found in it.
    fn note(
        &mut self,
        source: &Source,
        number: usize,
        game: &AnyGame<'_>,
        verdict: &Verdict,
    ) -> io::Result<()> {
        let summary = self.reporter.summary();
        summary.games += 1;
        summary.moves += verdict.moves;
        summary.variations += verdict.variations;
        summary.faulty += usize::from(verdict.error().is_some());
        if verdict.findings.is_empty() {
            return Ok(());
        }
        self.pages.flush()?;
        let label = GameLabel::of(number, game);
        for finding in &verdict.findings {
            self.reporter.report(source, &Diagnostic::of_game(finding, label.clone()));
        }
        Ok(())
    }

    /// Shows the games of a file in which there is no error.
    fn show_all<F: Show>(
        &mut self,
        source: &Source,
        inspection: &mut Inspection<'_>,
        format: &mut F,
    ) -> io::Result<ControlFlow<()>> {
        let next = if F::TELLS_FINDINGS { Inspection::advance } else { Inspection::pass_over };
        let mut number = 0;
        while let Some(Verdict { findings, .. }) = next(inspection) {
            number += 1;
            if self.is_selected(number)
                && self.show(source, number, inspection.game(), &findings, format)?.is_break()
            {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn show(
        &mut self,
        source: &Source,
        number: usize,
        game: &AnyGame<'_>,
        findings: &[Finding],
        format: &mut impl Show,
    ) -> io::Result<ControlFlow<()>> {
        let shown = Shown { number, findings, illegal: self.args.syntax.illegal() };
        match by_its_rules(game, ShowIn { format, shown, pages: &mut self.pages }) {
            Ok(shown) => {
                if let Some(count) = &mut self.reporter.summary().shown {
                    *count += 1;
                }
                return Ok(shown);
            }
            Err(ShowError::Output(error)) => return Err(error),
            Err(ShowError::Unwritable(error)) => {
                self.status = self.status.max(Status::Faulty);
                let name = source.name();
                self.reporter.fail(Some(name), &NotWritten { name, number, error });
            }
            // that has been reported, and of such a game there is nothing to show
            Err(ShowError::Setup(_) | ShowError::Replay(_)) => {}
        }
        Ok(ControlFlow::Continue(()))
    }

    fn is_selected(&self, number: usize) -> bool {
        self.args.games.as_ref().is_none_or(|selection| selection.contains(number))
    }

    /// Says what is odd about a file before its games are looked at.
    fn introduce(&mut self, source: &Source) {
        if source.encoding() == Encoding::Windows1252 {
            self.reporter.report(source, &Diagnostic::of_source(&SourceCaveat::NotUtf8));
        }
    }

    fn warn_of_missing_games(&mut self, source: &Source, count: usize) {
        if count == 0 {
            let is_error = self.args.syntax == Syntax::Reduced;
            let severity = if is_error { Severity::Error } else { Severity::Warning };
            self.reporter
                .report(source, &Diagnostic { severity, ..Diagnostic::of_source(&SourceCaveat::NoGames) });
            if is_error {
                self.status = self.status.max(Status::Faulty);
            }
        }
        let selection = self.args.games.as_ref();
        if let Some(number) = selection.and_then(|selection| selection.first_beyond(count)) {
            self.reporter.report(source, &Diagnostic::of_source(&NoSuchGame { number, count }));
        }
    }
}

/// What is odd about a source as a whole.
enum SourceCaveat {
    NotUtf8,
    NoGames,
}

impl Explain for SourceCaveat {
    fn code(&self) -> Code {
        match self {
            SourceCaveat::NotUtf8 => Code::NotUtf8,
            SourceCaveat::NoGames => Code::NoGames,
        }
    }

    fn message(&self, language: &Language) -> String {
        match self {
            SourceCaveat::NotUtf8 => language.not_utf8,
            SourceCaveat::NoGames => language.no_games,
        }
        .to_owned()
    }
}

/// Shows a game in a format.
struct ShowIn<'a, F, P> {
    format: &'a mut F,
    shown: Shown<'a>,
    pages: &'a mut P,
}

impl<F: Show, P: Pages> Task for ShowIn<'_, F, P> {
    type Output = Result<ControlFlow<()>, ShowError>;

    fn run<R: Rules>(self, game: &Game<'_, R::Written>) -> Self::Output {
        self.format.show::<R>(game, &self.shown, self.pages)
    }
}

fn read(path: &Path) -> Result<Source, ReadError> {
    if path == Path::new("-") { Source::standard_input() } else { Source::open(path) }
}

/// A game is asked for that a file does not have.
struct NoSuchGame {
    number: usize,
    count: usize,
}

impl Explain for NoSuchGame {
    fn code(&self) -> Code {
        Code::NoSuchGame
    }

    fn message(&self, language: &Language) -> String {
        fill(language.no_such_game, &[("number", &self.number), ("count", &self.count)])
    }
}

/// A game is asked for in a form that cannot hold it.
struct NotWritten<'a> {
    name: &'a str,
    number: usize,
    error: Unwritable,
}

impl Explain for NotWritten<'_> {
    fn code(&self) -> Code {
        match &self.error {
            Unwritable::StartingPosition => Code::NoPlaceForPosition,
            Unwritable::Variant => Code::NoPlaceForVariant,
            Unwritable::NullMove => Code::NoPlaceForNullMove,
            Unwritable::Setup(error) => error.fault.code(),
            Unwritable::Replay(error) => error.error.code(),
        }
    }

    fn message(&self, language: &Language) -> String {
        let game = fill(language.in_game, &[("number", &self.number)]);
        let cause = match &self.error {
            Unwritable::StartingPosition => language.no_place_for_position.to_owned(),
            Unwritable::Variant => language.no_place_for_variant.to_owned(),
            Unwritable::NullMove => language.no_place_for_null_move.to_owned(),
            Unwritable::Setup(error) => error.fault.message(language),
            Unwritable::Replay(error) => error.error.message(language),
        };
        format!("{}: {game}: {cause}", self.name)
    }
}

struct CannotWrite(io::Error);

impl Explain for CannotWrite {
    fn code(&self) -> Code {
        Code::CannotWrite
    }

    fn message(&self, language: &Language) -> String {
        fill(language.cannot_write, &[("cause", &self.0)])
    }
}

//! What a command line asks for, from files to exit status.

use std::io::{self, BufWriter, IsTerminal, Stderr, Stdout};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;

use crate::ast::Game;
use crate::check::check;
use crate::cli::{Args, Format};
use crate::diagnostic::{Diagnostic, Reporter};
use crate::dispatch::{Task, by_its_rules};
use crate::lang::{Explain, Language, LanguageCode, fill};
use crate::parser::AnyGames;
use crate::pause::Pauser;
use crate::render::{Boards, FenLines, Minimal, Pages, Show, ShowError};
use crate::replay::{Illegal, Rules, Unwritable};
use crate::source::{ReadError, Source};

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
    let mut run = Run {
        args,
        reporter: Reporter::new(io::stderr(), language, args.color.paints(io::stderr().is_terminal())),
        pages: Pauser::new(BufWriter::new(stdout), !args.no_pause, language),
        status: Status::Success,
    };
    let shown = match args.format {
        Format::Boards => run.files(&mut Boards::new(args.style, painted, language)),
        Format::Fen => run.files(&mut FenLines::default()),
        Format::Minimal => run.files(&mut Minimal::default()),
    };
    match shown.and_then(|()| run.pages.flush()) {
        // a reader who has seen enough, as `head` has, is no failure
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            run.reporter.fail(&CannotWrite(error));
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
                    self.reporter.fail(&error);
                }
            }
        }
        Ok(())
    }

    /// Checks a file and, if there is no error in it, shows its games.
    fn file(&mut self, source: &Source, format: &mut impl Show) -> io::Result<ControlFlow<()>> {
        // what was shown of the file before comes before what is said of this one
        self.pages.flush()?;
        let count = check(source, self.args.variant, self.args.syntax, &mut self.reporter);
        self.warn_of_missing_games(source, count);
        if self.reporter.conclude(source) > 0 {
            self.status = self.status.max(Status::Faulty);
            return Ok(ControlFlow::Continue(()));
        }
        let mut games = AnyGames::new(source, self.args.variant);
        let mut game = games.blank();
        let mut number = 0;
        while games.read(&mut game).is_some() {
            number += 1;
            if self.args.games.as_ref().is_some_and(|selection| !selection.contains(number)) {
                continue;
            }
            let illegal = self.args.syntax.illegal();
            match by_its_rules(&game, ShowIn { format, illegal, pages: &mut self.pages }) {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => return Ok(ControlFlow::Break(())),
                Err(ShowError::Output(error)) => return Err(error),
                Err(ShowError::Unwritable(error)) => {
                    self.status = self.status.max(Status::Faulty);
                    self.reporter.fail(&NotWritten { name: source.name(), number, error });
                }
                Err(error) => return Err(io::Error::other(error)),
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn warn_of_missing_games(&mut self, source: &Source, count: usize) {
        let selection = self.args.games.as_ref();
        if let Some(number) = selection.and_then(|selection| selection.first_beyond(count)) {
            self.reporter.report(source, &Diagnostic::of_source(&NoSuchGame { number, count }));
        }
    }
}

/// Shows a game in a format.
struct ShowIn<'a, F, P> {
    format: &'a mut F,
    illegal: Illegal,
    pages: &'a mut P,
}

impl<F: Show, P: Pages> Task for ShowIn<'_, F, P> {
    type Output = Result<ControlFlow<()>, ShowError>;

    fn run<R: Rules>(self, game: &Game<'_, R::Written>) -> Self::Output {
        self.format.show::<R>(game, self.illegal, self.pages)
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
    fn message(&self, language: &Language) -> String {
        let game = fill(language.in_game, &[("number", &self.number)]);
        let cause = match &self.error {
            Unwritable::StartingPosition => language.no_place_for_position.to_owned(),
            Unwritable::Setup(error) => error.fault.message(language),
            Unwritable::Replay(error) => error.error.message(language),
        };
        format!("{}: {game}: {cause}", self.name)
    }
}

struct CannotWrite(io::Error);

impl Explain for CannotWrite {
    fn message(&self, language: &Language) -> String {
        fill(language.cannot_write, &[("cause", &self.0)])
    }
}

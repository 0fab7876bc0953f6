//! What a command line asks for, from files to exit status.

use std::io::{self, BufWriter, IsTerminal, Stderr, Stdout, Write};
use std::path::Path;
use std::process::ExitCode;

use shakmaty::Chess;

use crate::check::check;
use crate::cli::{Args, Format};
use crate::diagnostic::{Diagnostic, Reporter, Severity};
use crate::lang::{Explain, Language, Tongue, fill};
use crate::parser::Games;
use crate::pause::Pauser;
use crate::render::{Boards, FenLines, Pages, Reader, Renderer, ShowError, show_game};
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
    let language = args.lang.unwrap_or_else(Tongue::of_environment).language();
    let stdout = io::stdout();
    let painted = args.color.paints(stdout.is_terminal());
    let mut run = Run {
        args,
        language,
        reporter: Reporter::new(io::stderr(), language, args.color.paints(io::stderr().is_terminal())),
        pages: Pauser::new(BufWriter::new(stdout), !args.no_pause, language),
        status: Status::Success,
    };
    let shown = match args.format {
        Format::Boards => run.files(&mut Boards::new(args.style, painted, language)),
        Format::Fen => run.files(&mut FenLines::default()),
    };
    let finished = shown.and_then(|()| run.pages.out().flush());
    match finished {
        // a reader who has seen enough, as `head` has, is no failure
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => run.status,
        Err(error) => {
            eprintln!("escaque: {error}");
            Status::Failure
        }
        Ok(()) => run.status,
    }
}

struct Run<'a> {
    args: &'a Args,
    language: &'static Language,
    reporter: Reporter<Stderr>,
    pages: Pauser<BufWriter<Stdout>>,
    status: Status,
}

impl Run<'_> {
    fn files(&mut self, renderer: &mut impl Renderer) -> io::Result<()> {
        let standard_input = [Path::new("-").to_path_buf()];
        let files = if self.args.files.is_empty() { &standard_input[..] } else { &self.args.files };
        for path in files {
            match read(path) {
                Ok(source) => {
                    if self.file(&source, renderer)? == Reader::Leaves {
                        break;
                    }
                }
                Err(error) => self.unreadable(&error),
            }
        }
        Ok(())
    }

    /// Checks a file and, if there is no error in it, shows its games.
    fn file(&mut self, source: &Source, renderer: &mut impl Renderer) -> io::Result<Reader> {
        let count = check(source, self.args.syntax, &mut self.reporter)?;
        if self.reporter.conclude(source)? > 0 {
            self.status = self.status.max(Status::Faulty);
            return Ok(Reader::Continues);
        }
        self.warn_of_missing_games(source, count)?;
        let mut games = Games::new(source);
        let mut game = games.blank();
        let mut number = 0;
        while games.read(&mut game).is_some() {
            number += 1;
            if self.args.games.as_ref().is_some_and(|selection| !selection.contains(number)) {
                continue;
            }
            match show_game::<Chess, _>(&game, renderer, &mut self.pages) {
                Ok(Reader::Continues) => {}
                Ok(Reader::Leaves) => return Ok(Reader::Leaves),
                Err(ShowError::Output(error)) => return Err(error),
                Err(error) => return Err(io::Error::other(error)),
            }
        }
        Ok(Reader::Continues)
    }

    fn warn_of_missing_games(&mut self, source: &Source, count: usize) -> io::Result<()> {
        let selection = self.args.games.as_ref();
        let Some(number) = selection.and_then(|selection| selection.first_beyond(count)) else {
            return Ok(());
        };
        let diagnostic = Diagnostic {
            severity: Severity::Warning,
            problem: &NoSuchGame { number, count },
            span: None,
            game: None,
            place: None,
        };
        self.reporter.report(source, &diagnostic)
    }

    fn unreadable(&mut self, error: &ReadError) {
        self.status = Status::Failure;
        let values: [(&str, &dyn std::fmt::Display); 2] = [("file", &error.name), ("cause", &error.cause)];
        eprintln!("escaque: {}", fill(self.language.cannot_read, &values));
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

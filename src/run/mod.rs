//! What a command line asks for, from files to exit status.
//!
//! The games of a file are dealt with piece by piece (`games.rs`), by many threads if
//! that is worth it (`ordered.rs`), of which each keeps a record of what it would have
//! said and shown (`record.rs`). One thread takes the records in order (`sequence.rs`) and
//! says and shows it (`live.rs`). Looking at games on the whole screen goes another way
//! (`look.rs`).

mod games;
mod keeper;
mod kept;
mod live;
mod look;
mod messages;
mod ordered;
mod progress;
mod record;
mod sequence;

use std::io::{self, BufWriter, IsTerminal};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread::available_parallelism;

use crossbeam_channel::unbounded;

use crate::check::Syntax;
use crate::cli::{Args, Format};
use crate::diagnostic::Reporter;
use crate::lang::LanguageCode;
use crate::manual::answer;
use crate::pause::Pauser;
use crate::render::{Boards, FenLines, Json, Minimal, Pgn, Show, Speech};
use crate::source::{Input, Piece, Pieces, Progress, ReadError, Source};
use games::{Course, Treatment};
use keeper::Keeper;
use live::Live;
use messages::CannotWrite;
use ordered::in_order;
use progress::ProgressLine;
use sequence::Sequence;

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
    if args.view {
        return look::look_at(args, language);
    }
    let stdout = io::stdout();
    let painted = args.color.paints(stdout.is_terminal());
    let line = ProgressLine::new(!args.check, language);
    let options = args.reporter_options(language, args.color.paints(io::stderr().is_terminal()));
    let reporter = Reporter::new(line.messages(), options);
    let pages = Pauser::new(BufWriter::new(stdout), !args.no_pause, language);
    let mut run = Run { args, live: Live::new(args, reporter, pages), line };
    let shown = match (args.question(), args.format) {
        (Some(question), _) => answer(question, &mut io::stdout()),
        (None, Format::Boards) => {
            run.files(&mut Boards::new(args.style.unwrap_or_default(), painted, language))
        }
        (None, Format::Speech) => run.files(&mut Speech::new(language)),
        (None, Format::Fen) => run.files(&mut FenLines::default()),
        (None, Format::Minimal) => run.files(&mut Minimal),
        (None, Format::Pgn) => run.files(&mut Pgn::default()),
        (None, Format::Json) => run.files(&mut Json::new(language)),
    };
    match shown {
        // a reader who has seen enough, as `head` has, is no failure
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            run.live.fail(None, &CannotWrite(error), Status::Failure);
        }
        _ => {}
    }
    run.live.status()
}

/// Returns the files of a command line; without any it is standard input.
fn files(args: &Args) -> Vec<PathBuf> {
    if args.files.is_empty() { vec![PathBuf::from("-")] } else { args.files.clone() }
}

struct Run<'a> {
    args: &'a Args,
    live: Live<'a>,
    line: ProgressLine,
}

impl Run<'_> {
    fn files(&mut self, format: &mut impl Show) -> io::Result<()> {
        for path in files(self.args) {
            self.live.begin_file()?;
            let shown = match Input::open(&path) {
                Ok(input) if self.args.goes_game_by_game() => self.game_by_game(input, format),
                Ok(input) => self.all_or_nothing(input, format),
                Err(error) => Ok(self.live.cannot_read(&error)),
            };
            self.line.end();
            if shown?.is_break() {
                break;
            }
        }
        self.live.end()
    }

    /// Checks the games of a file and, if that is asked for, shows each: those with an
    /// error as far as that. Memory does not grow with the file.
    fn game_by_game(&mut self, input: Input, format: &mut impl Show) -> io::Result<ControlFlow<()>> {
        let file = Source::new(input.name(), Vec::new());
        let progress = input.progress();
        let course = if self.args.check { Course::Check } else { Course::CheckAndShow };
        match input.pieces() {
            Ok(pieces) => {
                let pieces = pieces.at_most(self.piece_length(format));
                let shown = self.lead(pieces, &progress, course, format, None)?;
                self.live.end_file(&file, shown.is_break());
                Ok(shown)
            }
            Err(error) => Ok(self.live.cannot_read(&error)),
        }
    }

    /// Checks the games of a file, and shows them if there is no error in any.
    fn all_or_nothing(&mut self, input: Input, format: &mut impl Show) -> io::Result<ControlFlow<()>> {
        let progress = input.progress();
        let source = match input.whole() {
            Ok(source) => Arc::new(source),
            Err(error) => return Ok(self.live.cannot_read(&error)),
        };
        let length = self.piece_length(format);
        let pieces = || Pieces::of(source.clone()).at_most(length);
        let keeper = self.keeper(format);
        let checked = self.lead(pieces(), &progress, Course::Check, format, keeper.as_ref())?;
        self.live.end_file(&source, false);
        if self.live.is_faulty() {
            return Ok(checked);
        }
        self.live.begin_file()?;
        self.lead(pieces(), &progress, Course::Show, format, keeper.as_ref())
    }

    /// Returns how long pieces may be, so that few of them fill no more than some memory with
    /// what is shown of them.
    fn piece_length(&self, format: &impl Show) -> usize {
        const RECORD: usize = 4 << 20;
        if self.args.check { usize::MAX } else { RECORD / format.expansion() }
    }

    /// Makes a keeper of what is found out when games are checked, if it helps to show them.
    fn keeper<F: Show>(&self, _format: &F) -> Option<Keeper> {
        // what was mended cannot be told from the header alone
        let is_plain = self.args.syntax != Syntax::Lenient;
        (is_plain && !F::NEEDS_MOVETEXT && self.threads(Course::Show) > 1).then(Keeper::default)
    }

    /// Leads the games of a file through a course, on as many threads as may help.
    fn lead<F: Show>(
        &mut self,
        mut pieces: Pieces,
        progress: &Progress,
        course: Course,
        format: &mut F,
        keeper: Option<&Keeper>,
    ) -> io::Result<ControlFlow<()>> {
        let treatment = Treatment::new(self.args, course);
        let threads = self.threads(course);
        let fresh = format.clone();
        let line = &mut self.line;
        line.begin(progress.total);
        let (used, memory) = unbounded();
        let mut sequence = Sequence::new(treatment, format, &mut self.live, used);
        let mut take = |piece: Result<Piece, ReadError>, record| {
            let Ok(end) = piece.as_ref().map(Piece::file_end) else {
                return sequence.take(piece, record);
            };
            let flow = sequence.take(piece, record);
            line.reach(progress.done(end), sequence.games());
            flow
        };
        if threads == 1 {
            let shown = pieces.try_for_each(|piece| stopped_by(take(piece, None)));
            return outcome(shown);
        }
        let work = |piece: &Result<Piece, ReadError>| {
            let memory = memory.try_recv().unwrap_or_default();
            let record = |piece| treatment.record(piece, &mut fresh.clone(), memory, keeper);
            piece.as_ref().ok().map(record)
        };
        outcome(in_order(threads, pieces, work, |piece, record| stopped_by(take(piece, record))))
    }

    /// Returns how many threads a course takes: one if pages are turned, or if the numbers of
    /// games decide what is done with them.
    fn threads(&self, course: Course) -> usize {
        let in_turn = course != Course::Check && (self.live.is_paged() || self.args.games.is_some());
        let all = || available_parallelism().map_or(1, usize::from);
        if in_turn { 1 } else { self.args.threads.map_or_else(all, usize::from) }
    }
}

/// What ends a walk before its end: the reader, or an error of the output.
fn stopped_by(flow: io::Result<ControlFlow<()>>) -> ControlFlow<io::Result<()>> {
    match flow {
        Ok(flow) => flow.map_break(Ok),
        Err(error) => ControlFlow::Break(Err(error)),
    }
}

fn outcome(flow: ControlFlow<io::Result<()>>) -> io::Result<ControlFlow<()>> {
    match flow {
        ControlFlow::Continue(()) => Ok(ControlFlow::Continue(())),
        ControlFlow::Break(stopped) => stopped.map(ControlFlow::Break),
    }
}

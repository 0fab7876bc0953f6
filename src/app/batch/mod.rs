//! Batch mode: translates the files of a command line, one after the other.
//!
//! A file is cut into chunks. Workers process chunks (`games.rs`) on the guess that a game begins
//! at the start of each, and write to a `ChunkOutput`. One thread takes the chunks in order
//! (`merger.rs`): it proves or refutes each guess, and plays the outputs to standard output and
//! standard error (`output.rs`). With one thread, every chunk is processed in turn. Resolved moves
//! are cached (`move_cache.rs`) between checking a file and showing it.

mod chunk_output;
mod diff;
#[cfg(any(test, fuzzing))]
pub(super) mod differential;
mod duplicates;
mod formats;
mod games;
#[cfg(test)]
mod linear_work;
mod lost_text;
mod mending;
mod merger;
mod move_cache;
mod opening_tags;
mod ordered;
mod output;
mod output_files;
mod pass;
mod progress;
mod rewrite;
#[cfg(test)]
mod tests;
#[cfg(any(test, fuzzing))]
mod translation;
mod twice;
mod unfinished;

use std::io::{self, BufWriter, IsTerminal, Write};
use std::ops::ControlFlow;
use std::thread::available_parallelism;

use crate::app::ExitStatus;
use crate::app::cli::Args;
use crate::app::manual::answer;
use crate::app::messages::{fail, output_problem};
use crate::app::pager::Pager;
use crate::app::query::WrittenQuery;
use crate::check::Syntax;
use crate::format::Format;
use crate::message::Reporter;
use crate::text::{Input, Source};
use diff::DiffStyle;
use formats::{FormatVisitor, with_format};
use games::{Job, Pass};
use mending::Questions;
use move_cache::MoveCache;
use ordered::in_flight;
use output::Output;
use output_files::OutputFiles;
use pass::run_pass;
use progress::ProgressLine;
use rewrite::{Purpose, Rewrite};
use twice::Rereadable;

/// About how many bytes of output are held on several threads, so that no number of them takes
/// much more memory than one.
const MAX_HELD: usize = 3 << 19;

/// About how many bytes are written for a chunk on one thread, which holds none of them.
const MAX_WRITTEN: usize = 4 << 20;

/// Returns about how many bytes are written for a chunk.
fn max_output(threads: usize) -> usize {
    if threads == 1 { MAX_WRITTEN } else { MAX_HELD / in_flight(threads) }
}

/// Translates every file of a command line, each on its own.
#[must_use]
pub fn run(args: &Args) -> ExitStatus {
    let language = args.language();
    let stdout = io::stdout();
    let color = args.color.is_enabled(stdout.is_terminal() && args.output.is_none());
    let options = args.reporter_options(language, args.color.is_enabled(io::stderr().is_terminal()));
    let query = match WrittenQuery::of_args(args, options) {
        Ok(query) => query,
        Err(status) => return status,
    };
    let line = ProgressLine::new(!args.check && !args.fix_guesses, language);
    let reporter = Reporter::new(Box::new(line.messages()) as _, options);
    let rewrite =
        rewriting(args, color, stdout.is_terminal()).map(|purpose| Rewrite::new(purpose, args.mends()));
    let (files, out) = match output_files(args) {
        Ok(Some(files)) => (Some(files.clone()), Box::new(files) as Box<dyn Write + Send>),
        Ok(None) => match &rewrite {
            Some(rewrite) => (None, Box::new(rewrite.clone()) as _),
            None => (None, Box::new(BufWriter::new(stdout)) as _),
        },
        Err(error) => {
            drop(line);
            return fail(options, &*output_problem(error));
        }
    };
    let pager = Pager::new(out, !args.no_pause && files.is_none() && rewrite.is_none(), language);
    let mut output = Output::new(args, reporter, pager, files);
    output.set_rewrite(rewrite);
    let questions = Questions::of_args(args, options);
    let mut run = Run { args, query: query.as_ref(), output, line, questions };
    let shown = match args.question() {
        Some(question) => {
            let mut out = io::stdout();
            answer(question, args.language_code(), &mut out).and_then(|()| out.flush())
        }
        None => with_format(args, color, language, ShowFiles(&mut run)),
    };
    match shown {
        // a reader that closes the pipe, such as `head`, is no failure
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            run.output.fail(None, &*output_problem(error), ExitStatus::Failure);
        }
        _ => {}
    }
    run.output.status()
}

/// Returns what becomes of the output of each file, if it does not stand for itself.
fn rewriting(args: &Args, color: bool, is_terminal: bool) -> Option<Purpose> {
    let style = match (color, is_terminal) {
        (true, _) => DiffStyle::Painted,
        (false, true) => DiffStyle::Shown,
        (false, false) => DiffStyle::Exact,
    };
    args.replaces().then_some(Purpose::InPlace).or_else(|| args.diff.then_some(Purpose::Diff(style)))
}

/// Prepares the files that the output goes to. Returns `None` if it goes to standard output as it comes.
fn output_files(args: &Args) -> io::Result<Option<OutputFiles>> {
    let holds_one_item = args.output_format().holds_one_item();
    match &args.output {
        Some(name) => OutputFiles::create(name, args.force, holds_one_item).map(Some),
        None => Ok(holds_one_item.then(OutputFiles::to_stdout)),
    }
}

struct Run<'a> {
    args: &'a Args,
    query: Option<&'a WrittenQuery>,
    output: Output,
    line: ProgressLine,
    /// The questions about guesses, if somebody is there to answer them.
    questions: Option<Questions>,
}

/// Translates the files in the format that it visits.
struct ShowFiles<'r, 'a>(&'r mut Run<'a>);

impl FormatVisitor for ShowFiles<'_, '_> {
    type Output = io::Result<()>;

    fn visit(self, mut format: impl Format) -> io::Result<()> {
        self.0.files(&mut format)
    }
}

impl Run<'_> {
    fn files(&mut self, format: &mut impl Format) -> io::Result<()> {
        if !self.args.check {
            self.output.set_frame(format.frame());
        }
        for path in self.args.input_paths() {
            self.output.begin_file()?;
            if self.output.begin_rewrite(&path).is_break() {
                continue;
            }
            let shown = if self.args.goes_game_by_game() {
                Input::open(&path).map(|input| self.game_by_game(input, format))
            } else {
                Rereadable::open(&path).map(|(input, again)| self.all_or_nothing(input, again, format))
            };
            self.line.end();
            if shown.unwrap_or_else(|error| Ok(self.output.cannot_read(&error)))?.is_break() {
                break;
            }
            if self.args.count && !self.output.is_broken() {
                let is_one_of_several = self.args.files.len() > 1;
                self.output.write_count(is_one_of_several.then(|| path.to_string_lossy()).as_deref())?;
            }
            self.output.end_rewrite(&path)?;
            self.output.leave_file();
        }
        if let Some(query) = self.query.filter(|_| !self.args.count) {
            self.output.warn_of_no_answer(&query.text);
        }
        self.output.end()
    }

    /// Checks the games of a file and, unless `--check` is given, shows each one up to its error.
    /// Memory does not grow with the file.
    fn game_by_game(&mut self, input: Input, format: &mut impl Format) -> io::Result<ControlFlow<()>> {
        let file = Source::new(input.name(), Vec::new());
        let pass = match self.args {
            Args { check: true, .. } => Pass::Check,
            Args { count: true, .. } => Pass::Count,
            _ => Pass::CheckAndShow,
        };
        let shown = self.run_pass(input, pass, format, None)?;
        self.output.end_file(&file, shown.is_break())?;
        Ok(shown)
    }

    /// Checks the games of a file, and shows them if none has an error. Memory does not grow with
    /// the file, which is read twice.
    fn all_or_nothing(
        &mut self,
        input: Input,
        rereadable: Rereadable,
        format: &mut impl Format,
    ) -> io::Result<ControlFlow<()>> {
        let file = Source::new(input.name(), Vec::new());
        let cache = self.cache(format);
        let checked = self.run_pass(input, Pass::Check, format, cache.as_ref())?;
        self.output.end_file(&file, false)?;
        if self.output.is_faulty() {
            return Ok(checked);
        }
        self.output.begin_file()?;
        match rereadable.again() {
            Ok(input) => self.run_pass(input, Pass::Show, format, cache.as_ref()),
            Err(error) => Ok(self.output.cannot_read(&error)),
        }
    }

    /// Returns the maximum length of a chunk, which bounds the memory of the outputs in flight.
    fn chunk_length(&self, format: &impl Format, threads: usize) -> usize {
        if self.args.check || self.args.count { usize::MAX } else { max_output(threads) / format.expansion() }
    }

    /// Creates a cache of the moves that the checking pass resolves, if the showing pass can use
    /// it.
    fn cache(&self, format: &impl Format) -> Option<MoveCache> {
        // the cache keeps only moves and the tags that the format needs, and so neither what recovery
        // has changed nor what names files nor which games are asked for
        let is_plain =
            self.args.syntax != Syntax::Lenient && self.args.output.is_none() && self.query.is_none();
        (is_plain && !format.needs().movetext && self.threads(Pass::Show) > 1).then(MoveCache::default)
    }

    /// Runs one pass over the games of a file, on [`Run::threads`] threads.
    fn run_pass(
        &mut self,
        input: Input,
        pass: Pass,
        format: &mut impl Format,
        cache: Option<&MoveCache>,
    ) -> io::Result<ControlFlow<()>> {
        let threads = self.threads(pass);
        let (progress, trailing) = (input.progress(), input.trailing_data());
        let file = Source::new(input.name(), Vec::new());
        let chunks = input.chunks().at_most(self.chunk_length(format, threads));
        let line = &mut self.line;
        line.begin(progress.total);
        let on_progress = |end, games| line.update(progress.done(end), games);
        let query = self.query.map(|written| &written.query);
        let job = Job::new(self.args, query, pass, max_output(threads)).asking(self.questions.as_ref());
        let flow = run_pass(threads, chunks, job, format, &mut self.output, cache, on_progress)?;
        if trailing.is_ignored() && pass != Pass::Show {
            self.output.warn_of_trailing_data(&file);
        }
        Ok(flow)
    }

    /// Returns the number of threads of a pass: one if the output is paged or the last of the games
    /// selected by number is known, and never more than help.
    fn threads(&self, pass: Pass) -> usize {
        const MAX_BEYOND_CORES: usize = 8;
        let is_paged = !matches!(pass, Pass::Check | Pass::Count) && self.output.is_paged();
        let has_last = self.args.games.as_ref().is_some_and(|games| games.last() < usize::MAX);
        let cores = available_parallelism().map_or(1, usize::from);
        let wanted = self.args.threads.map_or(cores, usize::from);
        if is_paged || has_last || self.questions.is_some() {
            1
        } else {
            wanted.min(cores.max(MAX_BEYOND_CORES))
        }
    }
}

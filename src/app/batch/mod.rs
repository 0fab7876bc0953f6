//! Batch mode: translates the files of a command line in order.
//!
//! Files are opened ahead of their turn, and a worker processes several short ones together (`scheduling/`).
//! A long file is cut into chunks. Workers process chunks (`job.rs`) on the guess that a game begins at the
//! start of each, and write to a `ChunkOutput`. One thread takes the chunks in order
//! (`scheduling/merger.rs`): it proves or refutes each guess, and plays the outputs to standard output and
//! standard error (`output/`). With one thread, every chunk is processed in turn. Resolved moves are cached
//! (`move_cache.rs`) between checking a file and showing it.

mod beginnings;
#[cfg(any(test, fuzzing))]
#[path = "../../../tests/units/batch_differential.rs"]
pub(super) mod differential;
mod duplicates;
mod files;
mod formats;
mod game;
mod job;
#[cfg(test)]
#[path = "../../../tests/units/batch_linear_work.rs"]
mod linear_work;
mod mending;
mod move_cache;
mod output;
mod scheduling;
mod showing;
mod tag_names;
#[cfg(test)]
#[path = "../../../tests/units/batch.rs"]
mod tests;
#[cfg(any(test, fuzzing))]
#[path = "../../../tests/units/batch_translation.rs"]
mod translation;
mod trees;

use std::borrow::Cow;
use std::fs::{self, Metadata};
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::available_parallelism;

use crate::app::ExitStatus;
use crate::app::cli::{Args, ColorChoice, Denied, Task};
use crate::app::file_problems::{FileProblem, OutputFault, fail};
use crate::app::query::WrittenQuery;
use crate::change::Part;
use crate::check::Syntax;
use crate::format::{Format, Needs, PositionChoice};
use crate::message::{Diagnostic, MessageFormat, Reporter, ReporterOptions, fill_whole};
use crate::text::Source;
use duplicates::DuplicateGames;
use files::{OutputFiles, Shared};
use formats::AnyFormat;
use job::{EarlyOutput, Job, Pass, Writes};
use mending::FixDialogue;
use move_cache::MoveCache;
use output::{Output, Sink};
use scheduling::inputs::{Cut, FileGroups, OpenedFile, OpenedFiles, OpenedText, SecondReading};
use scheduling::ordered::{in_flight, in_order};
use scheduling::pass::{run_pass, stopped_by};
use scheduling::progress::ProgressLine;
use tag_names::TagNames;

/// The approximate number of bytes of output that several threads hold together, so that any number
/// of threads takes little more memory than one. When each chunk could hold 8 MB, two threads took
/// five times the memory of one. With two threads a chunk holds 384 KB, the boards of some twenty games.
const MAX_HELD: usize = 3 << 19;

/// The approximate number of bytes written for a chunk on one thread, which does not hold them: much beside
/// what a chunk costs by itself.
const MAX_WRITTEN: usize = 4 << 20;

/// The number of bytes that a tree of moves takes for each byte of its text.
const EXPANSION_OF_TREE: usize = 32;

/// Returns the approximate number of bytes written for a chunk.
fn max_output(threads: usize) -> usize {
    if threads == 1 { MAX_WRITTEN } else { MAX_HELD / in_flight(threads) }
}

/// Translates every file of a command line, each on its own.
///
/// # Errors
///
/// Returns the exit status if the question or a file of the output has an error, which has been reported.
pub fn run(args: &Args) -> Result<ExitStatus, ExitStatus> {
    let language = args.language();
    let color = match args.output_file() {
        Some(_) => args.drawing.color == ColorChoice::Always,
        None => args.drawing.color.is_enabled(io::stdout().is_terminal()),
    };
    let options = args.reporter_options(language, args.drawing.color.is_enabled(io::stderr().is_terminal()));
    let query = WrittenQuery::of_args(args, options)?;
    let failed = |fault: OutputFault| fail(options, &fault);
    let args = &*with_positions(args, query.as_ref());
    let sink = Sink::of_args(args, color).map_err(failed)?;
    let duplicates = DuplicateGames::of_args(args).map_err(failed)?;
    let names_stdin = args.reading.files.iter().any(|path| path == Path::new("-"));
    if names_stdin && io::stdin().is_terminal() && !args.messaging.quiet {
        let key = if cfg!(windows) { "Ctrl-Z" } else { "Ctrl-D" };
        eprintln!("{}", fill_whole(language.awaits_games, &[("key", &key)]));
    }
    if let Some(last) = args.changing.part.and_then(Part::only_end)
        && !args.messaging.quiet
        && options.format == MessageFormat::Human
    {
        // others count backwards so
        let last = format!("{}{}", last.number, last.side.char());
        eprintln!("{}", fill_whole(language.part_from_start, &[("move", &last)]));
    }
    let waits = sink.pager.waits();
    let dialogue = FixDialogue::of_args(args, options).map(Arc::new);
    let writes_to_terminal = match args.task {
        Task::Check | Task::Count => false,
        _ => !args.rewrites() && args.output_is_terminal() && !args.output_format().sums_up(),
    };
    let is_wanted = !args.messaging.quiet && !writes_to_terminal && dialogue.is_none();
    let line = ProgressLine::new(is_wanted, || total_length(args), language);
    let report = report_file(args).map_err(failed)?;
    let messages: Box<dyn Write + Send> = match &report {
        Some(report) => Box::new(report.clone()),
        None => Box::new(line.stderr.clone()),
    };
    let reporter = Reporter::new(
        messages,
        ReporterOptions { width: options.width.filter(|_| report.is_none()), ..options },
    );
    let mut output = Output::new(args, reporter, sink);
    output.duplicates.file = duplicates;
    output.duplicates.longer = beginnings::find(args, query.as_ref(), is_wanted);
    let mut run = Batch::new(args, query.as_ref(), output, line);
    run.dialogue = dialogue;
    if let Err(error) = run.files(&mut AnyFormat::of_args(args, color, waits)) {
        run.output.fail_to_write(error);
    }
    if args.checking.deny == Some(Denied::Warnings) {
        run.output.messages.deny_warnings();
    }
    let status = run.output.messages.status;
    // a log in SARIF ends when the reporter is dropped
    drop(run);
    report.map_or(Ok(()), |report| report.lock().finish(true, "")).map_err(failed)?;
    Ok(status)
}

/// Creates the file that gets the messages of a check, if there is one.
fn report_file(args: &Args) -> Result<Option<Shared<OutputFiles>>, OutputFault> {
    let Some(name) = args.output_file().filter(|_| args.task == Task::Check) else { return Ok(None) };
    let created = OutputFiles::create(name.clone(), args.writing.force, false, usize::MAX);
    created.map(|files| Some(Shared::new(files)))
}

/// Returns the arguments with the positions that games are summed up in: unless they are chosen, those that answer the
/// question or, if it asks for none, the start.
fn with_positions<'a>(args: &'a Args, query: Option<&WrittenQuery>) -> Cow<'a, Args> {
    let mut args = Cow::Borrowed(args);
    if args.output_format().sums_up() {
        let finds = query.is_some_and(|written| written.query.finds_positions());
        let usual = if finds { PositionChoice::Matches } else { PositionChoice::Start };
        args.to_mut().drawing.at.get_or_insert(usual);
    }
    args
}

/// Returns the passes over each file. There is one if nothing is shown, or if each game is shown as soon
/// as it has been checked. Otherwise a second pass shows the games if none has an error.
fn passes(args: &Args) -> &'static [Pass] {
    match args.task {
        Task::Check => &[Pass::Check],
        Task::Count => &[Pass::Count],
        _ if args.goes_game_by_game() => &[Pass::CheckAndShow],
        _ => &[Pass::Check, Pass::Show],
    }
}

/// Returns the number of bytes read in all passes over all files, or `None` if one of them is not a file.
fn total_length(args: &Args) -> Option<u64> {
    let length = |path| fs::metadata(path).ok().filter(Metadata::is_file).map(|file| file.len());
    let of_files: Option<u64> = args.input_paths().into_iter().map(length).sum();
    of_files.map(|length| length * passes(args).len() as u64)
}

struct Batch<'a> {
    args: &'a Args,
    query: Option<&'a WrittenQuery>,
    tag_names: TagNames,
    output: Output,
    line: ProgressLine,
    /// The questions about guesses, if somebody can answer them.
    dialogue: Option<Arc<FixDialogue>>,
    /// The number of threads that the machine runs at once.
    cores: usize,
}

impl<'a> Batch<'a> {
    fn new(args: &'a Args, query: Option<&'a WrittenQuery>, output: Output, line: ProgressLine) -> Batch<'a> {
        let cores = available_parallelism().map_or(1, usize::from);
        Batch { args, query, tag_names: TagNames::of_args(args), output, line, dialogue: None, cores }
    }

    fn files(&mut self, format: &mut impl Format) -> io::Result<()> {
        if self.args.task != Task::Check {
            (self.output.sink.frame, self.output.sink.sum) = (format.frame(), format.sum());
        }
        let paths = self.args.input_paths();
        let flow = if self.works_ahead() {
            self.files_ahead(paths, format)
        } else {
            paths.into_iter().try_for_each(|path| self.file_in_turn(path, format))
        };
        self.line.end();
        match flow {
            ControlFlow::Break(Err(error)) => return Err(error),
            // the reader has left before the last game
            ControlFlow::Break(Ok(())) if self.output.tally.has_room(1) => {}
            _ => self.write_trees(format)?,
        }
        for (name, warning) in self.tag_names.warnings() {
            self.output.messages.reporter.report_command_line(&name, &warning);
        }
        if let Some(WrittenQuery { query, text }) = self.query {
            let reporter = &mut self.output.messages.reporter;
            query.warnings().for_each(|warning| reporter.report_command_line(text, &warning));
            if self.args.task != Task::Count
                && let Some(count) = self.output.tally.games_without_answer()
            {
                reporter.report_source(text, &Diagnostic::of_text(FileProblem::NoneFound { count }));
            }
        }
        self.output.end()
    }

    /// Returns whether files may be opened, and short ones processed, ahead of their turn. Not when files are
    /// rewritten: the same file may be named twice.
    fn works_ahead(&self) -> bool {
        self.threads(Pass::Show) > 1 && !self.args.rewrites() && self.args.choosing.games.is_none()
    }

    /// Processes files on several threads: short ones together on one of them, and a long one on all.
    fn files_ahead<F: Format>(&mut self, paths: Vec<PathBuf>, format: &mut F) -> ControlFlow<io::Result<()>> {
        let is_alone = paths.len() == 1;
        let mut files = self.opened(paths, Pass::Show, format);
        let first = files.next();
        if is_alone && first.as_ref().is_none_or(|first| !first.is_in_archive()) {
            return first
                .into_iter()
                .try_for_each(|file| stopped_by(self.opened_file(file, Vec::new(), format)));
        }
        let threads = self.threads(Pass::Show);
        let jobs: Vec<_> = passes(self.args).iter().map(|pass| self.job(*pass, threads, format)).collect();
        let fresh = format.clone();
        in_order(
            threads,
            FileGroups { first, files },
            move |group| group.iter().map(|file| file.process_early(&jobs, &fresh)).collect::<Vec<_>>(),
            &mut |group, outputs| {
                let mut outputs = outputs.into_iter().flatten();
                group.into_iter().try_for_each(|file| {
                    let early = outputs.next().unwrap_or_default();
                    stopped_by(self.opened_file(file, early, format))
                })
            },
        )
    }

    /// Opens a file and processes it, or those in it if it is an archive.
    fn file_in_turn(&mut self, path: PathBuf, format: &mut impl Format) -> ControlFlow<io::Result<()>> {
        self.output.tally.files_left -= 1;
        if self.output.begin_rewrite(&path).is_break() {
            return ControlFlow::Continue(());
        }
        let mut files = self.opened(vec![path], passes(self.args)[0], format);
        files.try_for_each(|file| stopped_by(self.opened_file(file, Vec::new(), format)))
    }

    /// Returns files that are opened for their first pass.
    fn opened(&self, paths: Vec<PathBuf>, pass: Pass, format: &impl Format) -> OpenedFiles {
        OpenedFiles::new(paths, passes(self.args).len() > 1, self.cut(format, self.threads(pass)))
    }

    /// Processes an open file. `early` are the results of the jobs done before its turn.
    fn opened_file(
        &mut self,
        file: OpenedFile,
        early: Vec<EarlyOutput>,
        format: &mut impl Format,
    ) -> io::Result<ControlFlow<()>> {
        self.output.begin_file()?;
        let shown = match file.text {
            Ok((text, again)) => self.text(text, again, early, format),
            Err(error) => Ok(self.output.cannot_read(&error)),
        };
        if shown?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        if self.args.task == Task::Count && !self.output.tally.file.is_broken {
            let is_one_of_several =
                self.args.reading.files.len() > 1 || self.output.tally.place.is_one_of_several();
            let name = is_one_of_several.then(|| file.path.to_string_lossy());
            self.line.hide_during(|| self.output.write_count(name.as_deref()))?;
        }
        self.line.hide_during(|| self.output.end_rewrite(&file.path))?;
        self.output.leave_file();
        Ok(if self.output.tally.has_room(1) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    }

    /// Runs the passes over a text. Memory does not grow with it. A text longer than one chunk is read
    /// for each pass.
    fn text(
        &mut self,
        text: OpenedText,
        again: Option<SecondReading>,
        early: Vec<EarlyOutput>,
        format: &mut impl Format,
    ) -> io::Result<ControlFlow<()>> {
        let mut early = early.into_iter();
        let file = Source::new(text.name.as_str(), Vec::new());
        self.output.tally.place = text.place.clone();
        let cache = again.as_ref().and_then(|_| self.cache(format));
        let shown = self.run_pass(text, passes(self.args)[0], early.next(), format, cache.clone())?;
        self.output.end_file(&file, shown.is_break())?;
        let Some(again) = again.filter(|_| !self.output.tally.file.is_faulty()) else { return Ok(shown) };
        self.output.begin_file()?;
        let threads = self.threads(Pass::Show);
        match again(self.cut(format, threads)) {
            Ok(text) => self.run_pass(text, Pass::Show, early.next(), format, cache),
            Err(error) => Ok(self.output.cannot_read(&error)),
        }
    }

    /// Returns how texts are cut. The length of a chunk bounds the memory of the outputs in flight.
    fn cut(&self, format: &impl Format, threads: usize) -> Cut {
        let max_chunk = match self.args.task {
            Task::Check | Task::Count => usize::MAX,
            // a tree takes much more memory than its text
            _ if self.args.changing.merge => max_output(threads) / format.expansion().max(EXPANSION_OF_TREE),
            _ => max_output(threads) / format.expansion(),
        };
        Cut { max_chunk, encoding: self.args.reading.encoding }
    }

    /// Returns what is needed of games for a format. To be merged they are needed whole, and their lines are in the
    /// movetext.
    fn needs(&self, format: &impl Format) -> Needs {
        let (mut needs, merges) = (format.needs(), self.args.changing.merge);
        needs.tags |= merges;
        needs.moves |= merges;
        needs.movetext |= merges || self.args.changing.lines;
        needs
    }

    /// Creates a cache of the moves that the checking pass resolves, if the showing pass can use it. On one
    /// thread it cannot: only guesses read from the cache.
    fn cache(&self, format: &impl Format) -> Option<Arc<MoveCache>> {
        // the cache holds only moves, results and the places of headers. It lacks what recovery has
        // changed, the tags for names of files, and the answers to questions, so it cannot serve
        // lenient reading, `--output` or `--where`
        let is_plain = self.args.reading.syntax != Syntax::Lenient
            && self.args.output_file().is_none()
            && self.query.is_none();
        (is_plain && !self.needs(format).movetext && self.threads(Pass::Show) > 1).then(Arc::default)
    }

    /// Runs one pass over a text, on [`Batch::threads`] threads if it is longer than one chunk.
    fn run_pass(
        &mut self,
        text: OpenedText,
        pass: Pass,
        early: Option<EarlyOutput>,
        format: &mut impl Format,
        cache: Option<Arc<MoveCache>>,
    ) -> io::Result<ControlFlow<()>> {
        let OpenedText { place, progress, trailing, only_chunk, chunks, .. } = text;
        let threads = if only_chunk.is_some() { 1 } else { self.threads(pass) };
        // before the pass that shows them, duplicates are not known
        self.output.tally.is_limited =
            pass != Pass::Check || self.args.task == Task::Check || self.args.choosing.unique.is_none();
        let mut job = self.job(pass, threads, format);
        job.cache = cache;
        let line = &mut self.line;
        line.begin(&place.file, progress);
        let on_progress = |end, games| line.update(end, games);
        let flow = run_pass(threads, chunks, early, job, format, &mut self.output, on_progress)?;
        if trailing.is_ignored() && pass != Pass::Show {
            let warning = Diagnostic::of_text(FileProblem::DataIgnored);
            self.output.messages.reporter.report(&Source::new(place.file, Vec::new()), None, &warning);
        }
        Ok(flow)
    }

    fn job(&self, pass: Pass, threads: usize, format: &impl Format) -> Job {
        let query = self.query.map(|written| written.query.clone());
        let mut job = Job::new(self.args, query, pass, max_output(threads), self.needs(format));
        match &mut job.writes {
            Writes::Shown(showing) => showing.tag_names = self.tag_names.clone(),
            Writes::Mended(mending) => mending.dialogue = self.dialogue.clone(),
            Writes::Nothing => {}
        }
        job
    }

    /// Returns the number of threads of a pass. It is one if the output is paged, if the selection
    /// by number has a last game, or if the user is asked about guesses. Otherwise it is at most
    /// the number of cores, or `MAX_BEYOND_CORES` if that is more.
    fn threads(&self, pass: Pass) -> usize {
        // a machine may have more cores than a container is told of, and eight threads cost little memory
        const MAX_BEYOND_CORES: usize = 8;
        let is_paged = !matches!(pass, Pass::Check | Pass::Count) && self.output.sink.pager.waits();
        let has_last = self.args.choosing.games.as_ref().is_some_and(|games| games.last() < usize::MAX);
        let wanted = self.args.reading.threads.map_or(self.cores, usize::from);
        if is_paged || has_last || self.dialogue.is_some() {
            1
        } else {
            wanted.min(self.cores.max(MAX_BEYOND_CORES))
        }
    }
}

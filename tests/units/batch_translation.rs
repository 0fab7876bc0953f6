//! Runs of the program whose output stays in memory, for tests.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use super::formats::AnyFormat;
use super::job::Pass;
use super::output::{Output, Sink};
use super::passes;
use super::scheduling::inputs::{OpenedFile, Rereading};
use super::scheduling::progress::ProgressLine;
use super::{Batch, max_output};
use crate::app::ExitStatus;
use crate::app::cli::Args;
use crate::app::pager::Pager;
use crate::app::query::WrittenQuery;
use crate::format::{Context, Format, Needs, Pages, WriteResult};
use crate::message::{ENGLISH, Reporter};
use crate::rules::Rules;
use crate::text::{Input, ReadError};

/// Standard output and standard error in one.
#[derive(Clone, Default)]
pub(super) struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    pub(super) fn text(&self) -> String {
        // unwrap(): no thread panics with the lock, and all output is UTF-8
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // unwrap(): no thread panics with the lock
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns an output that goes to a log, in English.
pub(super) fn output_to(log: &Log, args: &Args) -> Output {
    let reporter = Reporter::new(Box::new(log.clone()) as _, args.reporter_options(&ENGLISH, false));
    Output::new(args, reporter, Sink::to(Pager::new(Box::new(log.clone()) as _, false, &ENGLISH)))
}

/// What a batch wrote, and how it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Translation {
    pub(super) log: String,
    pub(super) status: ExitStatus,
}

/// Translates an input as the command line says, in chunks of about `max_chunk` bytes or less.
pub(super) fn translate(
    args: &Args,
    opened: Result<(Input<'static>, Rereading), ReadError>,
    max_chunk: usize,
) -> Translation {
    let log = Log::default();
    let options = args.reporter_options(&ENGLISH, false);
    let Ok(query) = WrittenQuery::of_args(args, options) else {
        return Translation { log: String::new(), status: ExitStatus::Failure };
    };
    let (output, line) = (output_to(&log, args), ProgressLine::new(false, || None, &ENGLISH));
    let mut batch = Batch::new(args, query.as_ref(), output, line);
    let (passes, threads) = (passes(args), batch.threads(Pass::Check));
    let format = AnyFormat::of_args(args, false, false);
    let format = &mut InChunks { format, expansion: max_output(threads) / max_chunk };
    let cut = batch.cut(format, threads);
    let input = opened.map(|(input, again)| (input, (passes.len() > 1).then_some(again)));
    let file = OpenedFile::new(PathBuf::new(), input, cut);
    let jobs: Vec<_> = passes.iter().map(|pass| batch.job(*pass, threads, format)).collect();
    // as if the file were one of several
    let guesses = if batch.works_ahead() { file.process_early(&jobs, format) } else { Vec::new() };
    // unwrap(): a log takes everything
    let _ = batch.opened_file(file, guesses, format).unwrap();
    batch.write_trees(format).expect("a log takes everything");
    batch.output.end().unwrap();
    Translation { log: log.text(), status: batch.output.messages.status }
}

/// Translates the files of a command line.
#[cfg(test)]
pub(super) fn translate_files(args: &Args) -> Translation {
    let log = Log::default();
    let (output, line) = (output_to(&log, args), ProgressLine::new(false, || None, &ENGLISH));
    let mut batch = Batch::new(args, None, output, line);
    // unwrap(): a log takes everything
    batch.files(&mut AnyFormat::of_args(args, false, false)).unwrap();
    Translation { log: log.text(), status: batch.output.messages.status }
}

/// A format that is written in chunks of a limited length.
#[derive(Clone)]
struct InChunks {
    format: AnyFormat,
    /// The expansion that makes the chunks as short as that.
    expansion: usize,
}

impl Format for InChunks {
    fn needs(&self) -> Needs {
        self.format.needs()
    }

    fn divides_games(&self) -> bool {
        self.format.divides_games()
    }

    fn expansion(&self) -> usize {
        self.format.expansion().max(self.expansion)
    }

    fn write<R: Rules>(&mut self, context: &Context<'_, R>, pages: &mut impl Pages) -> WriteResult {
        self.format.write(context, pages)
    }
}

//! One pass over the chunks of a file, on one thread or several.

use std::io;
use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::games::{Guess, Job, Stop};
use super::merger::{ChunkMerger, Guesses};
use super::move_cache::MoveCache;
use super::ordered::in_order;
use super::output::Output;
use crate::format::Format;
use crate::message::{Language, fill};
use crate::text::{Chunk, ReadError};

/// The chunks of a text.
pub(super) struct BegunText {
    pub(super) chunks: Box<dyn Iterator<Item = Result<Chunk, ReadError>> + Send>,
    /// What has been made of the first chunk before its turn, which only one thread takes.
    pub(super) first_guess: Option<Guess>,
}

/// Runs a pass until the reader leaves, or no more games are selected. After each chunk, `on_progress` is called with the end of
/// the chunk in the file and the number of games begun.
pub(super) fn run_pass<F: Format>(
    threads: usize,
    text: BegunText,
    job: Job,
    format: &mut F,
    output: &mut Output,
    cache: Option<&Arc<MoveCache>>,
    mut on_progress: impl FnMut(usize, usize),
) -> io::Result<ControlFlow<()>> {
    let BegunText { mut chunks, mut first_guess } = text;
    let guesses = Arc::new(Guesses::new(output.wants_the_rest()));
    let guess = {
        let (guesses, job, fresh, cache) = (guesses.clone(), job.clone(), format.clone(), cache.cloned());
        move |chunk: &Result<Chunk, ReadError>| {
            guesses.make(chunk.as_ref().ok()?, &job, &fresh, cache.as_deref())
        }
    };
    let mut merger = ChunkMerger::new(job, format, output, cache.map(Arc::as_ref), &guesses);
    let mut take = |chunk: Result<Chunk, ReadError>, guess| {
        let end = chunk.as_ref().map(Chunk::file_end).ok();
        let flow = merger.take(chunk, guess);
        end.inspect(|&end| on_progress(end, merger.games()));
        stopped_by(flow)
    };
    let flow = if threads == 1 {
        chunks.try_for_each(|chunk| take(chunk, first_guess.take()))
    } else {
        in_order(threads, chunks, guess, &mut |chunk, guess| take(chunk, guess.flatten()))
    };
    match flow {
        ControlFlow::Continue(()) | ControlFlow::Break(Ok(Stop::LastGame)) => Ok(ControlFlow::Continue(())),
        ControlFlow::Break(Ok(Stop::Reader)) => Ok(ControlFlow::Break(())),
        ControlFlow::Break(Err(error)) => Err(error),
    }
}

/// Breaks if the work ends early, or with an error of the output.
pub(super) fn stopped_by<B>(flow: io::Result<ControlFlow<B>>) -> ControlFlow<io::Result<B>> {
    match flow {
        Ok(flow) => flow.map_break(Ok),
        Err(error) => ControlFlow::Break(Err(error)),
    }
}

/// How long a pass must last before its progress is shown.
const PATIENCE: Duration = Duration::from_secs(1);

const KNOWN_LENGTH: &str = "{bar:30} {bytes}/{total_bytes}  {msg}  {bytes_per_sec}  {eta}";
const UNKNOWN_LENGTH: &str = "{spinner} {bytes}  {msg}  {bytes_per_sec}";

/// A progress line. It is hidden unless standard error is a terminal that no output goes to.
pub(super) struct ProgressLine {
    bar: ProgressBar,
    language: &'static Language,
    is_wanted: bool,
    begun: Instant,
}

impl ProgressLine {
    /// Creates a line. `shows` tells whether anything is written to standard output.
    pub(super) fn new(shows: bool, language: &'static Language) -> ProgressLine {
        let is_wanted = io::stderr().is_terminal() && !(shows && io::stdout().is_terminal());
        ProgressLine { bar: ProgressBar::hidden(), language, is_wanted, begun: Instant::now() }
    }

    /// Returns standard error for messages, which the line makes way for.
    pub(super) fn messages(&self) -> Messages {
        Messages { bar: self.bar.clone() }
    }

    /// Begins a file. `length` is its length in bytes, if it is known.
    pub(super) fn begin(&mut self, length: Option<u64>) {
        if !self.is_wanted {
            return;
        }
        let template = if length.is_some() { KNOWN_LENGTH } else { UNKNOWN_LENGTH };
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.bar.set_style(style);
        }
        self.bar.reset();
        self.begun = Instant::now();
        match length {
            Some(length) => self.bar.set_length(length),
            None => self.bar.unset_length(),
        }
    }

    /// Sets the numbers of bytes and of games processed so far.
    pub(super) fn update(&self, bytes: u64, games: usize) {
        if !self.is_wanted || self.begun.elapsed() < PATIENCE {
            return;
        }
        if self.bar.is_hidden() {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_message(fill(self.language.games_so_far, &[("count", &games)]));
        self.bar.set_position(bytes);
    }

    /// Clears the line.
    pub(super) fn end(&self) {
        if !self.is_wanted {
            return;
        }
        self.bar.finish_and_clear();
        self.bar.set_draw_target(ProgressDrawTarget::hidden());
    }
}

/// Standard error for messages: the progress line is hidden while one is written.
#[derive(Clone, Debug)]
pub(super) struct Messages {
    bar: ProgressBar,
}

impl Write for Messages {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bar.suspend(|| io::stderr().write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}

//! One pass over the chunks of a file, on one thread or several.

use std::io;
use std::ops::ControlFlow;

use super::games::{Job, Stop};
use super::merger::{ChunkMerger, Guesses};
use super::move_cache::MoveCache;
use super::ordered::in_order;
use super::output::Output;
use crate::format::Format;
use crate::text::{Chunk, Chunks, ReadError};

/// Runs a pass until the reader leaves, or no more games are selected. After each chunk, `on_progress` is called with the end of
/// the chunk in the file and the number of games begun.
pub(super) fn run_pass<F: Format>(
    threads: usize,
    mut chunks: Chunks,
    job: Job,
    format: &mut F,
    output: &mut Output,
    cache: Option<&MoveCache>,
    mut on_progress: impl FnMut(usize, usize),
) -> io::Result<ControlFlow<()>> {
    let fresh = format.clone();
    let guesses = Guesses::new(output.wants_the_rest());
    let mut merger = ChunkMerger::new(job, format, output, cache, &guesses);
    let mut take = |chunk: Result<Chunk, ReadError>, guess| {
        let end = chunk.as_ref().map(Chunk::file_end).ok();
        let flow = merger.take(chunk, guess);
        end.inspect(|&end| on_progress(end, merger.games()));
        stopped_by(flow)
    };
    let flow = if threads == 1 {
        chunks.try_for_each(|chunk| take(chunk, None))
    } else {
        let guess = |chunk: &Result<Chunk, ReadError>| guesses.make(chunk.as_ref().ok()?, job, &fresh, cache);
        in_order(threads, chunks, guess, |chunk, guess| take(chunk, guess.flatten()))
    };
    match flow {
        ControlFlow::Continue(()) | ControlFlow::Break(Ok(Stop::LastGame)) => Ok(ControlFlow::Continue(())),
        ControlFlow::Break(Ok(Stop::Reader)) => Ok(ControlFlow::Break(())),
        ControlFlow::Break(Err(error)) => Err(error),
    }
}

/// Breaks if the pass ends early, or with an error of the output.
fn stopped_by(flow: io::Result<ControlFlow<Stop>>) -> ControlFlow<io::Result<Stop>> {
    match flow {
        Ok(flow) => flow.map_break(Ok),
        Err(error) => ControlFlow::Break(Err(error)),
    }
}

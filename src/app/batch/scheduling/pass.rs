//! One pass over the chunks of a file, on one thread or several.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::merger::{ChunkMerger, EarlyWork};
use super::ordered::in_order;
use crate::app::batch::job::{EarlyOutput, Job, Stop};
use crate::app::batch::output::Output;
use crate::format::Format;
use crate::text::{Chunk, ReadError};

/// Runs a pass over the chunks of a text until the reader leaves, or no more games are selected. `first_output` is that
/// of the first chunk, if it was made before its turn; it is used only on one thread. After each chunk, `on_progress` is
/// called with the end of the chunk in the file and the number of games begun.
pub fn run_pass<F: Format>(
    threads: usize,
    mut chunks: impl Iterator<Item = Result<Chunk, ReadError>> + Send + 'static,
    mut first_output: Option<EarlyOutput>,
    job: Job,
    format: &mut F,
    output: &mut Output,
    mut on_progress: impl FnMut(usize, usize),
) -> io::Result<ControlFlow<()>> {
    let early_work = Arc::new(EarlyWork::new(output.tally.wants_the_rest()));
    let work = {
        let (early_work, job, fresh) = (early_work.clone(), job.clone(), format.clone());
        move |chunk: &Result<Chunk, ReadError>| early_work.make(chunk.as_ref().ok()?, &job, &fresh)
    };
    let mut merger = ChunkMerger::new(job, format, output, &early_work);
    let mut take = |chunk: Result<Chunk, ReadError>, early| {
        let end = chunk.as_ref().map(Chunk::file_end).ok();
        let flow = merger.take(chunk, early);
        end.inspect(|&end| on_progress(end, merger.output.tally.file.games));
        stopped_by(flow)
    };
    // on one thread a guess could not be made ahead of its turn
    let flow = if threads == 1 {
        chunks.try_for_each(|chunk| take(chunk, first_output.take()))
    } else {
        in_order(threads, chunks, work, &mut |chunk, early| take(chunk, early.flatten()))
    };
    match flow {
        ControlFlow::Continue(()) | ControlFlow::Break(Ok(Stop::LastGame)) => Ok(ControlFlow::Continue(())),
        ControlFlow::Break(Ok(Stop::Reader)) => Ok(ControlFlow::Break(())),
        ControlFlow::Break(Err(error)) => Err(error),
    }
}

/// Converts a result to a flow that breaks where the work ends early or the output has an error.
pub fn stopped_by<B>(flow: io::Result<ControlFlow<B>>) -> ControlFlow<io::Result<B>> {
    match flow {
        Ok(flow) => flow.map_break(Ok),
        Err(error) => ControlFlow::Break(Err(error)),
    }
}

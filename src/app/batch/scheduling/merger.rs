//! Merges the chunks of a file in order. The output of a guess is played if the chunk begins where
//! the game before it ends; otherwise the chunk is processed again, in turn.

use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use crossbeam_channel::{Receiver, Sender, unbounded};

use crate::app::batch::job::{EarlyOutput, Job, Stop};
use crate::app::batch::output::{ChunkOutput, Output};
use crate::check::ReadTo;
use crate::format::Format;
use crate::notation::enough_text;
use crate::text::{Chunk, ReadError, WaitingChunks};

/// The state that the merger shares with the workers.
pub struct EarlyWork {
    /// The offset in the file from which guesses are wanted; chunks before it are processed in turn.
    from: AtomicUsize,
    /// The buffers of played outputs, to be reused: without that, page faults took a tenth of the time for
    /// boards.
    buffers: (Sender<Vec<u8>>, Receiver<Vec<u8>>),
}

impl EarlyWork {
    /// Creates the shared state. Guesses are wanted from the beginning if all games are.
    pub fn new(wants_all: bool) -> EarlyWork {
        let from = AtomicUsize::new(if wants_all { 0 } else { usize::MAX });
        EarlyWork { from, buffers: unbounded() }
    }

    /// Processes a chunk ahead of its turn. Returns `None` if no guess is wanted there.
    pub fn make<F: Format>(&self, chunk: &Chunk, job: &Job, format: &F) -> Option<EarlyOutput> {
        // without a stronger ordering, because a worker that sees an old value only makes a guess in vain
        if chunk.file_start() < self.from.load(Ordering::Relaxed) {
            return None;
        }
        let buffer = self.buffers.1.try_recv().unwrap_or_default();
        // a copy, because threads share the format, and it remembers what it has drawn last
        Some(job.process_early(chunk, &mut format.clone(), buffer))
    }
}

/// Takes the chunks of a file in order.
pub struct ChunkMerger<'a, F> {
    job: Job,
    format: &'a mut F,
    pub output: &'a mut Output,
    reached: ReadTo,
    waiting: WaitingChunks,
    early_work: &'a EarlyWork,
    /// The number of bytes processed in turn after a wrong guess. It doubles with each wrong guess, so that a
    /// file without a right guess costs little more than on one thread, and halves with each right one: where one
    /// guess was wrong, the next is often wrong, too.
    backoff: usize,
}

impl<'a, F: Format> ChunkMerger<'a, F> {
    /// Starts before the first chunk.
    pub fn new(
        job: Job,
        format: &'a mut F,
        output: &'a mut Output,
        early_work: &'a EarlyWork,
    ) -> ChunkMerger<'a, F> {
        let waiting = WaitingChunks::new(enough_text(job.options.max_game_size));
        ChunkMerger { job, format, output, reached: ReadTo::default(), waiting, early_work, backoff: 0 }
    }

    /// Takes the next chunk, with its guess if there is one.
    pub fn take(
        &mut self,
        chunk: Result<Chunk, ReadError>,
        early: Option<EarlyOutput>,
    ) -> io::Result<ControlFlow<Stop>> {
        let chunk = match chunk {
            Ok(chunk) => chunk,
            Err(error) => return Ok(self.output.cannot_read(&error)),
        };
        let (start, end) = (chunk.file_start(), chunk.file_end());
        // the guess must begin where the game before ends, because other text between two games is
        // reported with the second one
        let fits = self.waiting.is_empty() && self.reached.end == start && !self.reached.is_skipping;
        let mut flow = ControlFlow::Continue(());
        match early {
            // where the limit is reached, only games that are taken one by one end with the last of them
            Some(EarlyOutput { output, reached: Some(reached) })
                if fits && self.output.tally.has_room(output.found() + 1) =>
            {
                self.backoff /= 2;
                self.accept(output, reached, chunk)?;
            }
            failed => {
                if failed.is_some() {
                    self.backoff = 2 * self.backoff + (end - start);
                }
                flow = self.process(chunk)?;
            }
        }
        let is_wanted =
            self.output.tally.wants_the_rest() && !self.reached.is_unfinished && !self.reached.is_skipping;
        let from = if is_wanted { end + self.backoff } else { usize::MAX };
        self.early_work.from.store(from.max(self.reached.end), Ordering::Relaxed);
        Ok(flow)
    }

    /// Plays the output of a right guess.
    fn accept(&mut self, mut output: ChunkOutput<'static>, reached: ReadTo, chunk: Chunk) -> io::Result<()> {
        if let (Some(cache), Some(moves)) = (&self.job.cache, output.moves.take()) {
            cache.put(&chunk, &moves, reached);
        }
        self.advance_to(reached, chunk);
        let buffer = output.play_to(self.output)?;
        // this cannot fail, since the receiver is beside the sender
        let _ = self.early_work.buffers.0.send(buffer);
        Ok(())
    }

    /// Processes the games of a chunk, and of the chunks waiting for it, in turn.
    fn process(&mut self, chunk: Chunk) -> io::Result<ControlFlow<Stop>> {
        let Some(chunk) = self.waiting.add(chunk, self.reached.end) else {
            return Ok(ControlFlow::Continue(()));
        };
        // no game begins in the chunk, which is the rest of a long one
        if self.reached.next >= chunk.file_end() && !chunk.source.ends_file() {
            self.advance_to(self.reached, chunk);
            return Ok(ControlFlow::Continue(()));
        }
        let mut output = ChunkOutput::in_turn(chunk.source.clone(), self.output);
        let flow = self.job.process(&chunk, self.reached, self.format, &mut output)?;
        Ok(flow.map_continue(|reached| self.advance_to(reached, chunk)))
    }

    /// Moves on to the boundary that a chunk was processed up to.
    fn advance_to(&mut self, reached: ReadTo, chunk: Chunk) {
        self.reached = reached;
        self.waiting.keep(chunk, reached.end, reached.is_unfinished);
    }
}

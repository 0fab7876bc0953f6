//! The chunks of a file, taken in order: the output of a guess is played if the chunk began
//! where the games before it really ended; otherwise the chunk is treated again, in turn.

use std::io;
use std::mem;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::chunk_output::ChunkOutput;
use super::games::{Boundary, Guess, Job, Pass};
use super::move_cache::MoveCache;
use super::output::Output;
use crate::format::Format;
use crate::text::{Chunk, Encoding, ReadError};

/// What the merger shares with the workers.
pub(super) struct Guesses {
    /// The offset in the file from which guesses are wanted; chunks before it are processed in turn.
    from: AtomicUsize,
    /// The memory of played outputs, to be used again.
    used: (Sender<Vec<u8>>, Receiver<Vec<u8>>),
}

impl Guesses {
    pub(super) fn new() -> Guesses {
        Guesses { from: AtomicUsize::new(0), used: unbounded() }
    }

    /// Processes a chunk before its turn, if a guess is wanted there.
    pub(super) fn make<F: Format>(
        &self,
        chunk: &Chunk,
        job: Job,
        format: &F,
        cache: Option<&MoveCache>,
    ) -> Option<Guess> {
        if chunk.file_start() < self.from.load(Ordering::Relaxed) {
            return None;
        }
        let memory = self.used.1.try_recv().unwrap_or_default();
        Some(job.guess(chunk, &mut format.clone(), memory, cache))
    }
}

/// A walk through the chunks of a file.
pub(super) struct ChunkMerger<'a, F> {
    job: Job,
    format: &'a mut F,
    output: &'a mut Output,
    cache: Option<&'a MoveCache>,
    reached: Boundary,
    /// Chunks of which something has not been treated: a game whose end has not been seen, or
    /// what stands before the game that begins the next chunk.
    waiting: Vec<Chunk>,
    /// The number of bytes to wait for before that game is tried again.
    enough: usize,
    encoding_is_told: bool,
    guesses: &'a Guesses,
    /// The number of bytes processed in turn after a wrong guess. It doubles with each wrong guess
    /// in a row, so that a file without a right guess costs little more than on one thread.
    doubt: usize,
}

impl<'a, F: Format> ChunkMerger<'a, F> {
    /// Starts before the first chunk.
    pub(super) fn new(
        job: Job,
        format: &'a mut F,
        output: &'a mut Output,
        cache: Option<&'a MoveCache>,
        guesses: &'a Guesses,
    ) -> ChunkMerger<'a, F> {
        ChunkMerger {
            job,
            format,
            output,
            cache,
            reached: Boundary::default(),
            waiting: Vec::new(),
            enough: 0,
            encoding_is_told: false,
            guesses,
            doubt: 0,
        }
    }

    /// Returns the number of games begun.
    pub(super) fn games(&self) -> usize {
        self.output.games()
    }

    /// Takes the next chunk, with the guess for it if there is one.
    pub(super) fn take(
        &mut self,
        chunk: Result<Chunk, ReadError>,
        guess: Option<Guess>,
    ) -> io::Result<ControlFlow<()>> {
        let chunk = match chunk {
            Ok(chunk) => chunk,
            Err(error) => return Ok(self.output.cannot_read(&error)),
        };
        self.tell_encoding(&chunk);
        let (start, end) = (chunk.file_start(), chunk.file_end());
        // what stands between the games, if it is more than white space, is told of with the second
        let fits = self.waiting.is_empty() && self.reached.end == start;
        let mut flow = ControlFlow::Continue(());
        match guess {
            Some(Guess { output, reached: Some(reached) }) if fits => {
                self.doubt /= 2;
                self.accept(output, reached, chunk)?;
            }
            failed => {
                if failed.is_some() {
                    self.doubt = 2 * self.doubt + (end - start);
                }
                flow = self.treat(chunk)?;
            }
        }
        let from = if self.reached.is_unfinished { usize::MAX } else { end + self.doubt };
        self.guesses.from.store(from.max(self.reached.end), Ordering::Relaxed);
        Ok(flow)
    }

    /// Plays the output of a right guess.
    fn accept(
        &mut self,
        mut output: ChunkOutput<'static>,
        reached: Boundary,
        chunk: Chunk,
    ) -> io::Result<()> {
        if let (Some(cache), Some(moves)) = (self.cache, output.moves.take()) {
            cache.put(chunk.file_start(), &moves, reached);
        }
        self.reach(reached, chunk);
        let memory = output.play_to(self.output)?;
        // nobody wants it behind the last chunk
        let _ = self.guesses.used.0.send(memory);
        Ok(())
    }

    /// Treats the games of a chunk, and of those that wait for it, in turn.
    fn treat(&mut self, chunk: Chunk) -> io::Result<ControlFlow<()>> {
        let ends_file = chunk.uncut().source.ends_file();
        let start = self.waiting.first().unwrap_or(&chunk).file_start();
        let length = chunk.file_end() - start;
        self.waiting.push(chunk);
        if length < self.enough && !ends_file {
            return Ok(ControlFlow::Continue(()));
        }
        let chunk = Chunk::merge(&mem::take(&mut self.waiting), self.reached.end);
        if self.reached.next >= chunk.file_end() && !ends_file {
            self.reach(self.reached, chunk);
            return Ok(ControlFlow::Continue(()));
        }
        let mut output = ChunkOutput::in_turn(chunk.source.clone(), self.output);
        let flow = self.job.treat(&chunk, self.reached.end, self.format, &mut output)?;
        Ok(flow.map_continue(|reached| self.reach(reached, chunk)))
    }

    /// Moves on to the boundary that a chunk was processed up to.
    fn reach(&mut self, reached: Boundary, chunk: Chunk) {
        self.reached = reached;
        self.enough = 0;
        if reached.is_unfinished {
            // twice as much each time, so that a game of any length costs linear time
            self.enough = 2 * (chunk.file_end() - reached.end);
        }
        if reached.end < chunk.file_end() {
            self.waiting.push(chunk);
        }
    }

    /// Reports once that the encoding of the file is not UTF-8.
    fn tell_encoding(&mut self, chunk: &Chunk) {
        let source = &chunk.source;
        if self.job.pass != Pass::Format
            && !self.encoding_is_told
            && source.encoding() == Encoding::Windows1252
            && !source.bytes()[chunk.start..chunk.end].is_ascii()
        {
            self.output.warn_of_encoding(&chunk.uncut().source);
            self.encoding_is_told = true;
        }
    }
}

//! The chunks of a file, taken in order: what a worker has done counts if it began
//! where the games before really ended, and is done again otherwise.

use std::io;
use std::mem;
use std::ops::ControlFlow;

use crossbeam_channel::Sender;

use super::chunk_output::ChunkOutput;
use super::games::{Boundary, Job, Pass};
use super::output::Output;
use crate::format::Format;
use crate::text::Encoding;
use crate::text::{Chunk, ReadError};

/// A walk through the chunks of a file.
pub(super) struct ChunkMerger<'a, 'l, F> {
    job: Job,
    format: &'a mut F,
    output: &'a mut Output<'l>,
    reached: Boundary,
    /// Chunks of which something has not been treated: a game whose end has not been seen, or
    /// what stands before the game that begins the next chunk.
    waiting: Vec<Chunk>,
    /// How many bytes must wait before that game is tried again.
    enough: usize,
    encoding_is_told: bool,
    /// Where the memory of a record goes that has been played.
    used: Sender<Vec<u8>>,
}

impl<'a, 'l, F: Format> ChunkMerger<'a, 'l, F> {
    /// Starts before the first chunk; the memory of records is given back to `used`.
    pub(super) fn new(
        job: Job,
        format: &'a mut F,
        output: &'a mut Output<'l>,
        used: Sender<Vec<u8>>,
    ) -> ChunkMerger<'a, 'l, F> {
        ChunkMerger {
            job,
            format,
            output,
            reached: Boundary::default(),
            waiting: Vec::new(),
            enough: 0,
            encoding_is_told: false,
            used,
        }
    }

    /// Returns how many games have been begun.
    pub(super) fn games(&self) -> usize {
        self.output.games()
    }

    /// Takes the next chunk and, if a worker was there already, its record.
    ///
    /// # Errors
    ///
    /// Any error of the output.
    pub(super) fn take(
        &mut self,
        chunk: Result<Chunk, ReadError>,
        record: Option<ChunkOutput>,
    ) -> io::Result<ControlFlow<()>> {
        let chunk = match chunk {
            Ok(chunk) => chunk,
            Err(error) => return Ok(self.output.cannot_read(&error)),
        };
        self.tell_encoding(&chunk);
        // what stands between the games, if it is more than white space, is told of with the second
        let begins_rightly = self.waiting.is_empty() && self.reached.end == chunk.file_start();
        let record = record.filter(|_| begins_rightly);
        match record.and_then(|record| Some((record.reached?, record))) {
            Some((reached, record)) => {
                self.reach(reached, chunk.clone());
                let memory = record.play(&chunk.source, self.output)?;
                // nobody wants it behind the last chunk
                let _ = self.used.send(memory);
                Ok(ControlFlow::Continue(()))
            }
            None => self.treat(chunk),
        }
    }

    /// Treats the games of a chunk, and of those that wait for it, here and now.
    fn treat(&mut self, chunk: Chunk) -> io::Result<ControlFlow<()>> {
        let ends_file = chunk.source.ends_file();
        self.waiting.push(chunk);
        let length: usize = self.waiting.iter().map(|chunk| chunk.end - chunk.start).sum();
        if length < self.enough && !ends_file {
            return Ok(ControlFlow::Continue(()));
        }
        let chunk = Chunk::merge(&mem::take(&mut self.waiting), self.reached.end);
        if self.reached.next >= chunk.file_end() && !ends_file {
            self.reach(self.reached, chunk);
            return Ok(ControlFlow::Continue(()));
        }
        match self.job.treat(&chunk, self.reached.end, self.format, self.output)? {
            ControlFlow::Break(()) => Ok(ControlFlow::Break(())),
            ControlFlow::Continue(reached) => {
                self.reach(reached, chunk);
                Ok(ControlFlow::Continue(()))
            }
        }
    }

    /// Goes on to where a chunk was left.
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

    /// Says once if the encoding of the file is not that of our days.
    fn tell_encoding(&mut self, chunk: &Chunk) {
        let source = &chunk.source;
        if self.job.pass != Pass::Format
            && !self.encoding_is_told
            && source.encoding() == Encoding::Windows1252
            && !source.bytes()[chunk.start..chunk.end].is_ascii()
        {
            self.output.warn_of_encoding(&chunk.source);
            self.encoding_is_told = true;
        }
    }
}

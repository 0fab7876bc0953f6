//! Chunks that have to be read together with those that follow them.

use std::mem;

use super::Chunk;

/// Chunks that are not fully read: a game in them has no end yet, or there is text between
/// their last game and the first of the next chunk.
#[derive(Debug)]
pub(crate) struct WaitingChunks {
    chunks: Vec<Chunk>,
    /// The number of bytes that must wait before that game is read again.
    min_length: usize,
    /// The number of bytes that are enough to read it.
    enough: usize,
}

impl WaitingChunks {
    /// Creates a place for chunks. `enough` bytes are enough for any game.
    pub(crate) fn new(enough: usize) -> WaitingChunks {
        WaitingChunks { chunks: Vec::new(), min_length: 0, enough }
    }

    /// Tells whether no chunk waits.
    #[cfg(feature = "cli")]
    pub(crate) fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// Adds the next chunk. Returns the chunks merged, from an offset in the file on, if it is
    /// time to read them.
    pub(crate) fn add(&mut self, chunk: Chunk, from: usize) -> Option<Chunk> {
        let ends_file = chunk.uncut().source.ends_file();
        let length = chunk.file_end() - self.chunks.first().unwrap_or(&chunk).file_start();
        self.chunks.push(chunk);
        (length >= self.min_length || ends_file).then(|| Chunk::merge(&mem::take(&mut self.chunks), from))
    }

    /// Takes back a chunk that was read up to an offset in the file. `is_unfinished` tells
    /// whether a game begins there that may continue in the next chunk.
    pub(crate) fn keep(&mut self, chunk: Chunk, read_to: usize, is_unfinished: bool) {
        // doubling keeps the time linear for a game of any length; beyond what is enough for one, a
        // part more does so too
        let twice = 2 * (chunk.file_end().saturating_sub(read_to));
        let enough = self.enough.saturating_add(self.enough / 4);
        self.min_length = if is_unfinished { twice.min(enough) } else { 0 };
        if read_to < chunk.file_end() {
            self.chunks.push(chunk);
        }
    }
}

//! Where it is kept what has been found out of the games of a file.

use std::collections::HashMap;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::SpooledTempFile;

use super::chunk_moves::ChunkMoves;
use super::games::Boundary;
use crate::text::Chunk;

/// How many bytes are kept in memory. More go to a temporary file, so that memory does not
/// grow with the file and yet no game is read twice.
const MOST_IN_MEMORY: usize = 32 << 20;

/// What has been kept of a file, for many threads.
pub(super) struct MoveCache(Mutex<Store>);

struct Store {
    spool: SpooledTempFile,
    /// Where the next bytes go.
    end: u64,
    /// Whether there is no room for more, as on a full disk. What is not kept is read again.
    is_full: bool,
    /// Where what is kept of a chunk is, and how far its games go, by the offset where the chunk begins.
    chunks: HashMap<usize, (Range<u64>, Boundary)>,
}

impl Default for MoveCache {
    fn default() -> MoveCache {
        MoveCache(Mutex::new(Store::new(MOST_IN_MEMORY)))
    }
}

impl MoveCache {
    /// Tells whether more may be kept.
    pub(super) fn has_room(&self) -> bool {
        !self.store().is_full
    }

    /// Keeps the games of a chunk, and how far they go, if there is room for them.
    pub(super) fn put(&self, chunk: &Chunk, kept: ChunkMoves, reached: Boundary) {
        let mut store = self.store();
        match store.append(&kept.into_bytes()) {
            Ok(place) => drop(store.chunks.insert(chunk.file_start(), (place, reached))),
            Err(_) => store.is_full = true,
        }
    }

    /// Gives the games of a chunk back, as bytes, if they were kept.
    pub(super) fn fetch(&self, chunk: &Chunk) -> Option<(Vec<u8>, Boundary)> {
        let mut store = self.store();
        let (place, reached) = store.chunks.remove(&chunk.file_start())?;
        Some((store.read(place).ok()?, reached))
    }

    fn store(&self) -> MutexGuard<'_, Store> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store {
    fn new(most_in_memory: usize) -> Store {
        let spool = SpooledTempFile::new(most_in_memory);
        Store { spool, end: 0, is_full: false, chunks: HashMap::new() }
    }

    fn append(&mut self, bytes: &[u8]) -> io::Result<Range<u64>> {
        self.spool.seek(SeekFrom::Start(self.end))?;
        self.spool.write_all(bytes)?;
        let start = self.end;
        self.end += bytes.len() as u64;
        Ok(start..self.end)
    }

    fn read(&mut self, place: Range<u64>) -> io::Result<Vec<u8>> {
        self.spool.seek(SeekFrom::Start(place.start))?;
        let mut bytes = vec![0; (place.end - place.start) as usize];
        self.spool.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_read_in_any_order() {
        for most_in_memory in [0, 20, 1000] {
            let mut store = Store::new(most_in_memory);
            let texts: Vec<_> = (0..20).map(|length| vec![length; usize::from(length)]).collect();
            let places: Vec<_> = texts.iter().map(|text| store.append(text).unwrap()).collect();
            let read: Vec<_> = places.into_iter().rev().map(|place| store.read(place).unwrap()).collect();
            assert!(read.iter().rev().eq(&texts));
        }
    }
}

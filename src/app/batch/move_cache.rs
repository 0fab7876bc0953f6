//! The cache of resolved moves between the checking pass and the showing pass.
//!
//! A format that writes positions needs the header of a game, its result and its resolved moves. Resolving
//! moves is most of the work, and a resolved move takes four bytes, so each is resolved only once. Reading
//! the games again instead takes a third longer (docs/performance.md).

use std::collections::HashMap;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::iter;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use tempfile::SpooledTempFile;

use crate::check::ReadTo;
use crate::rules::Rules;
use crate::syntax::{Game, Node, Notation, Outcome};
use crate::text::Chunk;

/// The number of bytes cached in memory. The rest goes to a temporary file, so memory does not grow
/// with the file.
const MAX_IN_MEMORY: usize = 1 << 20;

/// The resolved moves of a file, chunk by chunk.
#[derive(Debug)]
pub(super) struct MoveCache(Mutex<Store>);

#[derive(Debug)]
struct Store {
    spool: SpooledTempFile,
    /// The offset at which the next bytes are written.
    end: u64,
    /// For each chunk, by its start in the file and the length of its text: its bytes and the
    /// boundary after its last game.
    chunks: HashMap<(usize, usize), (Range<u64>, ReadTo)>,
}

impl Default for MoveCache {
    fn default() -> MoveCache {
        MoveCache(Mutex::new(Store::new(MAX_IN_MEMORY)))
    }
}

impl MoveCache {
    /// Stores the moves of a chunk that is known to begin between two games, and the boundary
    /// after its last game.
    pub(super) fn put(&self, chunk: &Chunk, moves: &ChunkMoves, reached: ReadTo) {
        let mut store = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // if the disk is full, nothing is stored and the chunk is read again
        if let Ok(range) = store.append(&moves.bytes) {
            store.chunks.insert(key(chunk), (range, reached));
        }
    }

    /// Takes the moves of a chunk out of the cache.
    pub(super) fn fetch(&self, chunk: &Chunk) -> Option<(ChunkMoves, ReadTo)> {
        let mut store = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // each chunk is shown once, so what is taken need not be kept
        let (range, reached) = store.chunks.remove(&key(chunk))?;
        Some((ChunkMoves { bytes: store.read(range).ok()? }, reached))
    }
}

/// Returns the key of a chunk. The length of its text distinguishes it from the chunk at the same place in a
/// file that was truncated between the passes.
fn key(chunk: &Chunk) -> (usize, usize) {
    (chunk.file_start(), chunk.source.bytes().len())
}

impl Store {
    fn new(max_in_memory: usize) -> Store {
        let spool = SpooledTempFile::new(max_in_memory);
        Store { spool, end: 0, chunks: HashMap::new() }
    }

    fn append(&mut self, bytes: &[u8]) -> io::Result<Range<u64>> {
        self.spool.seek(SeekFrom::Start(self.end))?;
        self.spool.write_all(bytes)?;
        let start = self.end;
        self.end += bytes.len() as u64;
        Ok(start..self.end)
    }

    fn read(&mut self, range: Range<u64>) -> io::Result<Vec<u8>> {
        self.spool.seek(SeekFrom::Start(range.start))?;
        let mut bytes = vec![0; (range.end - range.start) as usize];
        self.spool.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}

/// The serialized games of a chunk. Each consists of the range of the header, the number of moves, the
/// result, and the moves.
#[derive(Default)]
pub(super) struct ChunkMoves {
    pub(super) bytes: Vec<u8>,
}

impl ChunkMoves {
    /// Adds a game without errors. `needs_tags` tells whether the format needs its tags.
    pub(super) fn add<R: Rules>(
        &mut self,
        game: &Game<'_, R::Notation>,
        played: &[R::Move],
        needs_tags: bool,
    ) {
        // most games begin at the usual position, and then a format of moves alone needs no header
        let is_read_again = needs_tags || has_start_tags(game);
        let header = if is_read_again { header(game) } else { game.begins_at..game.begins_at };
        for number in [header.start, header.end, played.len()] {
            self.bytes.extend_from_slice(&number.to_le_bytes());
        }
        self.bytes.push(game.outcome() as u8);
        let start = self.bytes.len();
        self.bytes.resize(start + 4 * played.len(), 0);
        let (cells, _) = self.bytes[start..].as_chunks_mut();
        for (cell, resolved) in cells.iter_mut().zip(played) {
            *cell = (*resolved).into();
        }
    }

    /// Returns the games, each of which is `None` if the bytes are malformed.
    pub(super) fn games(&self) -> impl Iterator<Item = Option<CachedGame<'_>>> {
        let mut bytes = &self.bytes[..];
        iter::from_fn(move || (!bytes.is_empty()).then(|| CachedGame::split_off(&mut bytes)))
    }
}

/// Returns whether tags give the variant of a game or its starting position.
fn has_start_tags<N: Notation>(game: &Game<'_, N>) -> bool {
    game.tag("Variant").is_some() || N::POSITION_TAGS.iter().any(|name| game.tag(name).is_some())
}

/// Returns the range before the first move: the tags and, in CTL-PGN, the number of the first
/// move.
fn header<N: Notation>(game: &Game<'_, N>) -> Range<usize> {
    let first_move = game.movetext.iter().find(|element| matches!(element.node, Node::Move(_)));
    game.begins_at..first_move.map_or(game.end(), |element| element.span.start)
}

/// A game from the cache.
pub(super) struct CachedGame<'b> {
    /// The range of its header.
    pub(super) header: Range<usize>,
    pub(super) outcome: Outcome,
    pub(super) moves: &'b [[u8; 4]],
}

impl<'b> CachedGame<'b> {
    /// Splits the first game off the bytes.
    fn split_off(bytes: &mut &'b [u8]) -> Option<CachedGame<'b>> {
        let mut number = || bytes.split_off(..size_of::<usize>())?.try_into().ok().map(usize::from_le_bytes);
        let (header, count) = (number()?..number()?, number()?);
        let outcome = *Outcome::ALL.get(usize::from(*bytes.split_off_first()?))?;
        let (moves, _) = bytes.split_off(..count.checked_mul(4)?)?.as_chunks();
        Some(CachedGame { header, outcome, moves })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::text::Source;

    /// Returns a chunk that begins at an offset of a text of some length.
    fn chunk(start: usize, length: usize) -> Chunk {
        Chunk { source: Arc::new(Source::new("t", vec![b' '; length])), start, end: length }
    }

    #[test]
    fn chunks_are_read_in_any_order() {
        for max_in_memory in [0, 20, 1000] {
            let cache = MoveCache(Mutex::new(Store::new(max_in_memory)));
            let chunks: Vec<_> = (0..20).map(|length| vec![length; usize::from(length)]).collect();
            for (start, bytes) in chunks.iter().enumerate() {
                cache.put(&chunk(start, 100), &ChunkMoves { bytes: bytes.clone() }, ReadTo::default());
            }
            for (start, bytes) in chunks.iter().enumerate().rev() {
                assert!(cache.fetch(&chunk(start, 99)).is_none());
                let fetched = cache.fetch(&chunk(start, 100)).map(|(moves, _)| moves.bytes);
                assert_eq!(fetched.as_ref(), Some(bytes));
                assert!(cache.fetch(&chunk(start, 100)).is_none());
            }
        }
    }
}

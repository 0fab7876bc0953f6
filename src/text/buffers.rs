//! Memory of chunks, which is reused.

use std::mem;
use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};

/// The maximum number of buffers that are kept.
const MAX_KEPT: usize = 16;

/// The longest buffer that is kept, in bytes. Chunks are rarely longer.
const MAX_LENGTH: usize = 512 << 10;

/// Buffers that are not in use. Memory that is returned to the system comes back page by page, each with a
/// fault; without reuse, page faults were a tenth of the time for boards (`docs/performance.md`).
#[derive(Clone, Debug, Default)]
pub(super) struct Buffers(Arc<Mutex<Vec<Vec<u8>>>>);

impl Buffers {
    /// Returns a buffer, which may hold old bytes.
    pub(super) fn take(&self) -> Vec<u8> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    /// Returns a text that gives its memory back when dropped.
    pub(super) fn lend(&self, bytes: Vec<u8>) -> LentBytes {
        LentBytes { bytes, buffers: self.clone() }
    }

    fn give_back(&self, buffer: Vec<u8>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() < MAX_KEPT && buffer.capacity() <= MAX_LENGTH {
            kept.push(buffer);
        }
    }
}

/// A text in the memory of a buffer.
pub(super) struct LentBytes {
    bytes: Vec<u8>,
    buffers: Buffers,
}

impl Deref for LentBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Drop for LentBytes {
    fn drop(&mut self) {
        self.buffers.give_back(mem::take(&mut self.bytes));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_a_text_is_used_again() {
        let buffers = Buffers::default();
        let text = buffers.lend(b"1. e4".to_vec());
        let memory = text.as_ptr();
        assert_eq!(*text, *b"1. e4");
        assert!(buffers.take().is_empty(), "the memory is lent");
        drop(text);
        let taken = buffers.take();
        assert_eq!(taken.as_ptr(), memory);
        assert!(buffers.take().is_empty(), "it is given once");
    }

    #[test]
    fn what_is_kept_has_limits() {
        let buffers = Buffers::default();
        drop(buffers.lend(vec![0; MAX_LENGTH + 1]));
        assert!(buffers.take().is_empty());
        drop((0..=MAX_KEPT).map(|_| buffers.lend(vec![0])).collect::<Vec<_>>());
        let kept = (0..=MAX_KEPT).filter(|_| !buffers.take().is_empty()).count();
        assert_eq!(kept, MAX_KEPT);
    }
}

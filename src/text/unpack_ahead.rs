//! Parts of a compressed text that are unpacked before their turn, each on a thread of its own.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read};
use std::ops::Range;
use std::panic;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

/// The most bytes that are unpacked of a part before its turn. The rest waits for it, so that no text
/// takes more memory than this for each thread.
const MAX_TEXT: usize = 8 << 20;

/// The memory that is taken for the text of a part at first.
const MIN_MEMORY: usize = 256 << 10;

/// Unpacks a part.
pub(super) type Unpack = fn(Arc<[u8]>) -> Box<dyn Read + Send>;

/// The text of a part: its beginning, and the rest.
struct Text {
    memory: Vec<u8>,
    /// What has not been read of the beginning, in the memory.
    unread: Range<usize>,
    rest: Box<dyn Read + Send>,
}

/// Parts that follow each other in a compressed text.
#[derive(Default)]
pub(super) struct PartsAhead {
    current: Option<Text>,
    waiting: VecDeque<WaitingPart>,
    /// The memory of texts that have been read. From the system it would come page by page, each with a
    /// fault.
    spare: Vec<Vec<u8>>,
}

/// A part that is being unpacked.
struct WaitingPart {
    packed: Arc<[u8]>,
    thread: JoinHandle<io::Result<Text>>,
}

impl PartsAhead {
    /// Returns the number of parts that have not been read to their ends.
    pub(super) fn len(&self) -> usize {
        self.waiting.len() + usize::from(self.current.is_some())
    }

    /// Starts to unpack the next part.
    ///
    /// # Errors
    ///
    /// Returns the error of the system if it makes no thread.
    pub(super) fn add(&mut self, part: Vec<u8>, unpack: Unpack) -> io::Result<()> {
        let packed: Arc<[u8]> = part.into();
        let part = packed.clone();
        let memory = self.spare.pop().unwrap_or_default();
        let thread = thread::Builder::new().spawn(move || Text::begin(unpack(part), memory))?;
        self.waiting.push_back(WaitingPart { packed, thread });
        Ok(())
    }

    /// Reads text. Where a part cannot be unpacked, returns it and those behind it, packed, as the error:
    /// it may not be what it seemed to be, and then has another text if it is read with what follows it.
    pub(super) fn read(&mut self, buffer: &mut [u8]) -> Result<io::Result<usize>, Vec<u8>> {
        loop {
            if let Some(text) = &mut self.current {
                match text.read(buffer) {
                    Ok(0) if !buffer.is_empty() => {
                        self.spare.extend(self.current.take().map(|text| text.memory));
                    }
                    read => return Ok(read),
                }
            }
            let Some(WaitingPart { packed, thread }) = self.waiting.pop_front() else { return Ok(Ok(0)) };
            match thread.join().unwrap_or_else(|panic| panic::resume_unwind(panic)) {
                Ok(text) => self.current = Some(text),
                Err(_) => {
                    let behind = self.waiting.drain(..).flat_map(|part| part.packed.to_vec());
                    return Err(packed.iter().copied().chain(behind).collect());
                }
            }
        }
    }
}

impl Text {
    /// Unpacks the beginning of a part, which usually is all of it. What is in the memory means nothing.
    fn begin(mut rest: Box<dyn Read + Send>, mut memory: Vec<u8>) -> io::Result<Text> {
        let mut length = 0;
        while length < MAX_TEXT {
            if length == memory.len() {
                memory.resize((2 * length).clamp(MIN_MEMORY, MAX_TEXT), 0);
            }
            match rest.read(&mut memory[length..]) {
                Ok(0) => break,
                Ok(more) => length += more,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(Text { memory, unread: 0..length, rest })
    }
}

impl Read for Text {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.unread.is_empty() {
            return self.rest.read(buffer);
        }
        let length = buffer.len().min(self.unread.len());
        buffer[..length].copy_from_slice(&self.memory[self.unread.start..][..length]);
        self.unread.start += length;
        Ok(length)
    }
}

//! Parts of a compressed text that are unpacked before their turn, each on a thread of its own.

use std::collections::VecDeque;
use std::io::{self, Cursor, Read};
use std::panic;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

/// The most bytes that are unpacked of a part before its turn. The rest waits for it, so that no text
/// takes more memory than this for each thread.
const MAX_TEXT: u64 = 8 << 20;

/// Unpacks a part.
pub(super) type Unpack = fn(Arc<[u8]>) -> Box<dyn Read + Send>;

/// The text of a part: its beginning, and the rest.
type Text = io::Chain<Cursor<Vec<u8>>, Box<dyn Read + Send>>;

/// Parts that follow each other in a compressed text.
#[derive(Default)]
pub(super) struct PartsAhead {
    current: Option<Text>,
    waiting: VecDeque<WaitingPart>,
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
        let thread = thread::Builder::new().spawn(move || begin(unpack(part)))?;
        self.waiting.push_back(WaitingPart { packed, thread });
        Ok(())
    }

    /// Reads text. Where a part cannot be unpacked, returns it and those behind it, packed, as the error:
    /// it may not be what it seemed to be, and then has another text if it is read with what follows it.
    pub(super) fn read(&mut self, buffer: &mut [u8]) -> Result<io::Result<usize>, Vec<u8>> {
        loop {
            if let Some(text) = &mut self.current {
                match text.read(buffer) {
                    Ok(0) if !buffer.is_empty() => self.current = None,
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

/// Unpacks the beginning of a part, which usually is all of it.
fn begin(mut unpacked: Box<dyn Read + Send>) -> io::Result<Text> {
    let mut text = Vec::new();
    unpacked.by_ref().take(MAX_TEXT).read_to_end(&mut text)?;
    Ok(Cursor::new(text).chain(unpacked))
}

//! A text that is read as it comes. A pipe may pause or never end, so the text that has come so far
//! can be used.

use std::io::{self, Read};
use std::mem;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use super::chunk::context_start;
use super::positions::begins_list;
use super::source::{Before, Bytes};
use super::{Input, ReadError, Source};

/// The number of bytes read at once.
const BLOCK: usize = 64 << 10;

/// The maximum number of blocks that wait. It bounds the memory of a text that is read faster than
/// it is used.
const MAX_BLOCKS: usize = 16;

/// Why [`GrowingText::wait`] has returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrival {
    /// As much as was wanted has come.
    Enough,
    /// Nothing has come for a while.
    Pause,
    /// The text has been read to its end, or up to an error.
    End,
}

/// A text that is read on a thread of its own. Its user takes it in parts, each of which begins between two games.
#[derive(Debug)]
pub(crate) struct GrowingText {
    name: Arc<str>,
    blocks: Receiver<io::Result<Vec<u8>>>,
    /// The text that has come and is still needed, from the start of a line or of a part of one.
    read: Vec<u8>,
    before: Before,
    is_list: bool,
    is_end: bool,
    failure: Option<io::Error>,
}

impl GrowingText {
    /// Starts to read an input.
    ///
    /// # Errors
    ///
    /// Returns [`ReadError`] if no thread can be started.
    pub(crate) fn start(input: Input<'static>) -> Result<GrowingText, ReadError> {
        let (name, text) = input.into_parts();
        let (sender, blocks) = sync_channel(MAX_BLOCKS);
        let spawned = thread::Builder::new().spawn(move || read(text, &sender));
        match spawned {
            Ok(_) => {
                let (read, before) = (Vec::new(), Before::default());
                Ok(GrowingText { name, blocks, read, before, is_list: false, is_end: false, failure: None })
            }
            Err(cause) => Err(ReadError { name: name.to_string(), cause }),
        }
    }

    /// Returns how many bytes have come and are still needed.
    pub(crate) fn len(&self) -> usize {
        self.read.len()
    }

    /// Waits until there are `wanted` bytes, or nothing has come for as long as `pause`.
    pub(crate) fn wait(&mut self, wanted: usize, pause: Duration) -> Arrival {
        while !self.is_end && self.read.len() < wanted {
            match self.blocks.recv_timeout(pause) {
                Ok(Ok(block)) => self.read.extend_from_slice(&block),
                Ok(Err(cause)) => (self.failure, self.is_end) = (Some(cause), true),
                Err(RecvTimeoutError::Disconnected) => self.is_end = true,
                Err(RecvTimeoutError::Timeout) => return Arrival::Pause,
            }
        }
        if self.is_end { Arrival::End } else { Arrival::Enough }
    }

    /// Takes the text out. The caller must return what is still needed with
    /// [`GrowingText::put_back`].
    pub(crate) fn take(&mut self) -> Arc<Source> {
        self.is_list = self.holds_positions();
        let bytes = Bytes::Owned(mem::take(&mut self.read));
        let source =
            Source::part(self.name.clone(), bytes, 0, self.before, self.is_end).of_list(self.is_list);
        Arc::new(if self.failure.is_some() { source.broken() } else { source })
    }

    /// Puts back a text that was taken out, from an offset in the file on.
    pub(crate) fn put_back(&mut self, source: &Source, from: usize) {
        let start = context_start(source.bytes(), source.offset_of(from));
        self.before = source.before.advance(source.bytes(), start);
        self.read = source.bytes()[start..].to_vec();
    }

    /// Returns a copy of the text that has come, as a text that ends there.
    pub(crate) fn so_far(&self) -> Arc<Source> {
        let bytes = Bytes::Owned(self.read.clone());
        let source = Source::part(self.name.clone(), bytes, 0, self.before, true);
        Arc::new(source.of_list(self.holds_positions()))
    }

    /// Returns whether the text is a list of positions, as far as it is known.
    fn holds_positions(&self) -> bool {
        if self.before.bytes > 0 { self.is_list } else { begins_list(&self.name, &self.read) }
    }

    /// Returns the error that has ended reading, if one has.
    pub(crate) fn failure(&mut self) -> Option<ReadError> {
        let cause = self.failure.take()?;
        Some(ReadError { name: self.name.to_string(), cause })
    }
}

/// Reads a text block by block until it ends or nobody wants more.
fn read(mut text: Box<dyn Read + Send>, blocks: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let mut block = vec![0; BLOCK];
        let read = match text.read(&mut block) {
            Ok(0) => return,
            Ok(length) => {
                block.truncate(length);
                Ok(block)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => Err(error),
        };
        let is_last = read.is_err();
        if blocks.send(read).is_err() || is_last {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text that never comes.
    struct Endless;

    impl Read for Endless {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            loop {
                thread::park();
            }
        }
    }

    #[test]
    fn what_has_come_is_there_before_the_end() {
        const PAUSE: Duration = Duration::from_millis(100);
        let beginning: &[u8] = b"1. e4 e5 *\n\n1. c4 *\n";
        let input = Input::from_reader("t", beginning.chain(Endless)).unwrap();
        let mut text = GrowingText::start(input).unwrap();
        assert_eq!(text.wait(10, PAUSE), Arrival::Enough);
        assert_eq!(text.wait(1000, PAUSE), Arrival::Pause);
        assert_eq!(text.so_far().bytes(), beginning);
        let source = text.take();
        assert!(!source.ends_file() && text.len() == 0);
        text.put_back(&source, 10);
        let rest = text.so_far();
        assert_eq!(rest.position(rest.offset_of(12)).line, 3);
    }

    #[test]
    fn the_end_of_a_text_tells_whether_it_could_be_read() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("broken"))
            }
        }
        let beginning: &[u8] = b"1. e4 *";
        let input = Input::from_reader("t", beginning.chain(Broken)).unwrap();
        let mut text = GrowingText::start(input).unwrap();
        assert_eq!(text.wait(1000, Duration::from_secs(9)), Arrival::End);
        assert!(text.take().is_broken());
        assert_eq!(text.failure().map(|error| error.to_string()), Some("cannot read t: broken".to_owned()));
    }
}

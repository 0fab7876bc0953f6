//! Unpacking on a thread of its own, ahead of those that use the text.

use std::io::{self, ErrorKind, Read};
use std::panic;
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::thread::{self, JoinHandle};

use super::compression::UnpackThreads;

/// How much of a text is unpacked where it is wanted. A shorter text is worth no thread.
const BEGINNING: usize = 128 << 10;

/// The length of the blocks in which a text is handed over: what most decoders return at once.
const BLOCK: usize = 128 << 10;

/// How many blocks may wait.
const MAX_BLOCKS: usize = 6;

/// A reader of a text that is unpacked on a thread of its own behind its beginning, if there are several
/// threads.
pub(super) struct ReadAhead {
    text: Text,
    threads: UnpackThreads,
}

enum Text {
    /// What has to be unpacked, and how many bytes have been read.
    Here(Box<dyn Read + Send>, usize),
    Ahead(Blocks),
    Ended,
}

impl ReadAhead {
    pub(super) fn new(text: Box<dyn Read + Send>, threads: UnpackThreads) -> ReadAhead {
        ReadAhead { text: Text::Here(text, 0), threads }
    }
}

impl Read for ReadAhead {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if matches!(self.text, Text::Here(_, BEGINNING..)) && self.threads.ahead() > 0 {
            self.text = match std::mem::replace(&mut self.text, Text::Ended) {
                Text::Here(text, _) => Blocks::begin(text),
                other => other,
            };
        }
        let read = match &mut self.text {
            Text::Here(text, read) => text.read(buffer).inspect(|length| *read += length),
            Text::Ahead(blocks) => blocks.read(buffer),
            Text::Ended => Ok(0),
        };
        let is_over = match &read {
            Ok(length) => *length == 0 && !buffer.is_empty(),
            Err(error) => error.kind() != ErrorKind::Interrupted,
        };
        if is_over && matches!(self.text, Text::Ahead(_)) {
            self.text = Text::Ended;
        }
        read
    }
}

/// The blocks of a text, and the thread that unpacks them.
struct Blocks {
    blocks: Receiver<io::Result<Vec<u8>>>,
    /// Takes back what has been read, whose memory the next blocks use.
    used: Sender<Vec<u8>>,
    thread: Option<JoinHandle<()>>,
    block: Vec<u8>,
    /// How many bytes of the block have been read.
    read: usize,
}

impl Blocks {
    /// Begins to unpack on a thread. If the system makes none, the text stays here.
    fn begin(text: Box<dyn Read + Send>) -> Text {
        let (sender, blocks) = mpsc::sync_channel(MAX_BLOCKS);
        let (used, free) = mpsc::channel();
        // a thread that is not made would lose what it was given
        let (give, given) = mpsc::channel();
        let unpack_given = move || given.recv().map_or((), |text| unpack(text, &sender, &free));
        let Ok(thread) = thread::Builder::new().spawn(unpack_given) else { return Text::Here(text, 0) };
        match give.send(text) {
            Ok(()) => Text::Ahead(Blocks { blocks, used, thread: Some(thread), block: Vec::new(), read: 0 }),
            Err(mpsc::SendError(text)) => Text::Here(text, 0),
        }
    }

    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.read == self.block.len() {
            // nobody takes it behind the end of the text
            let _ = self.used.send(std::mem::take(&mut self.block));
            self.read = 0;
            self.block = match self.blocks.recv() {
                Ok(block) => block?,
                Err(_) => self.end()?,
            };
        }
        let length = buffer.len().min(self.block.len() - self.read);
        buffer[..length].copy_from_slice(&self.block[self.read..][..length]);
        self.read += length;
        Ok(length)
    }

    /// Ends the thread, which has nothing more to send. Returns an empty block.
    fn end(&mut self) -> io::Result<Vec<u8>> {
        match self.thread.take().map(JoinHandle::join) {
            Some(Err(cause)) => panic::resume_unwind(cause),
            _ => Ok(Vec::new()),
        }
    }
}

/// Unpacks a text and sends it in blocks, until it ends or nobody wants it.
fn unpack(
    mut text: Box<dyn Read + Send>,
    blocks: &SyncSender<io::Result<Vec<u8>>>,
    free: &Receiver<Vec<u8>>,
) {
    loop {
        let mut block = free.try_recv().unwrap_or_default();
        block.resize(BLOCK, 0);
        let block = match text.read(&mut block) {
            Ok(0) => return,
            Ok(length) => {
                block.truncate(length);
                Ok(block)
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => Err(error),
        };
        let is_last = block.is_err();
        if blocks.send(block).is_err() || is_last {
            return;
        }
    }
}

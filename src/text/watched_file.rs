//! Files that must not change while they are read.

use std::fs::{File, Metadata};
use std::io::{Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;
use std::{io, mem};

use super::{Chunk, InputError};

/// An open file. Reading it fails if its length or the time of its last change has changed since it
/// was opened.
///
/// Otherwise a file that another program writes to could be shown in a state that it never had, or
/// be checked in one state and shown in another.
#[derive(Clone, Debug)]
pub struct WatchedFile {
    /// The file, which several readings share.
    file: Arc<Mutex<File>>,
    /// The offset up to which it has been read here.
    position: u64,
    /// The state when the file was opened; `None` for anything but a regular file with a length, such as a pipe
    /// or a file of the system, which reports a length of 0.
    opened: Option<State>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    length: u64,
    /// The time of the last change; `None` on systems that do not know it.
    modified: Option<SystemTime>,
}

impl State {
    fn of(file: &Metadata) -> State {
        State { length: file.len(), modified: file.modified().ok() }
    }
}

impl WatchedFile {
    /// Starts to watch an open file.
    ///
    /// # Errors
    ///
    /// Returns any error of the system.
    pub fn new(file: File) -> io::Result<WatchedFile> {
        let metadata = file.metadata()?;
        let is_regular = metadata.is_file() && metadata.len() > 0;
        let opened = is_regular.then(|| State::of(&metadata));
        Ok(WatchedFile { file: Arc::new(Mutex::new(file)), position: 0, opened })
    }

    /// Returns the length of the file in bytes, if it is a regular file.
    #[must_use]
    pub fn length(&self) -> Option<u64> {
        self.opened.map(|opened| opened.length)
    }

    /// Returns the offset up to which the file has been read.
    pub(super) fn position(&self) -> u64 {
        self.position
    }

    /// Returns the same file, to be read from an offset on, under the same watch. Returns `None` if it cannot
    /// be read again, such as a pipe.
    #[must_use]
    pub fn again(&self, from: u64) -> Option<WatchedFile> {
        let opened = Some(self.opened?);
        Some(WatchedFile { file: self.file.clone(), position: from, opened })
    }
}

impl Read for WatchedFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if self.opened.is_some() {
            file.seek(SeekFrom::Start(self.position))?;
        }
        let length = file.read(buffer)?;
        self.position += length as u64;
        // checked after reading, so that what was read comes from before any change
        if let Some(opened) = self.opened
            && State::of(&file.metadata()?) != opened
        {
            return Err(InputError::Changed.into());
        }
        Ok(length)
    }
}

/// Chunks that have not been read to their end: a game in them goes on, or there is text between
/// their last game and the first one of the next chunk.
#[derive(Debug)]
pub(crate) struct WaitingChunks {
    chunks: Vec<Chunk>,
    /// The number of bytes that must wait before that game is read again.
    min_length: usize,
    /// A number of bytes that is enough for any game.
    enough: usize,
}

impl WaitingChunks {
    /// Starts without chunks. `enough` bytes are enough for any game.
    pub(crate) fn new(enough: usize) -> WaitingChunks {
        WaitingChunks { chunks: Vec::new(), min_length: 0, enough }
    }

    /// Returns whether no chunk waits.
    #[cfg(feature = "cli")]
    pub(crate) fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// Adds the next chunk. Returns all chunks merged, from an offset in the file on, if there is enough
    /// to read them.
    pub(crate) fn add(&mut self, chunk: Chunk, from: usize) -> Option<Chunk> {
        let ends_file = chunk.uncut().source.ends_file();
        let length = chunk.file_end() - self.chunks.first().unwrap_or(&chunk).file_start();
        self.chunks.push(chunk);
        (length >= self.min_length || ends_file).then(|| Chunk::merge(&mem::take(&mut self.chunks), from))
    }

    /// Takes back a chunk that was read up to an offset in the file. `is_unfinished` tells
    /// whether a game begins there that may continue in the next chunk.
    pub(crate) fn keep(&mut self, chunk: Chunk, read_to: usize, is_unfinished: bool) {
        // doubling keeps the time linear for a game of any length; above `enough`, adding a quarter
        // does so too
        let twice = 2 * (chunk.file_end().saturating_sub(read_to));
        let enough = self.enough.saturating_add(self.enough / 4);
        self.min_length = if is_unfinished { twice.min(enough) } else { 0 };
        if read_to < chunk.file_end() {
            self.chunks.push(chunk);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn a_change_is_noticed_in_every_reading() {
        let mut path = std::env::temp_dir();
        path.push(format!("escaque-watched-{}", std::process::id()));
        type Change = fn(&mut File) -> io::Result<()>;
        let changes: [(&str, Change); 3] = [
            ("cut short", |file| file.set_len(3)),
            ("longer", |file| file.write_all(b"1. d4 *")),
            ("of the same length", |file| {
                file.seek(SeekFrom::Start(0))?;
                file.write_all(b"1. d4 *")?;
                file.set_modified(SystemTime::UNIX_EPOCH)
            }),
        ];
        for (name, change) in changes {
            std::fs::write(&path, "1. e4 *").unwrap();
            let mut first = WatchedFile::new(File::open(&path).unwrap()).unwrap();
            let mut text = String::new();
            first.read_to_string(&mut text).unwrap();
            assert_eq!((text.as_str(), first.length()), ("1. e4 *", Some(7)));
            let mut again = first.again(0).expect("a regular file can be read again");
            let mut file = File::options().append(name == "longer").write(true).open(&path).unwrap();
            change(&mut file).unwrap();
            for reader in [&mut first, &mut again] {
                assert!(reader.read(&mut [0; 10]).is_err(), "{name}");
            }
        }
        std::fs::remove_file(&path).unwrap();
    }
}

//! Inputs: files and standard input, which may be compressed. The program maps uncompressed
//! files into memory; the library alone reads them, and so has no unsafe code.

use std::fmt;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::compression::decompressed;
use super::source::Bytes;
use super::utf16::without_utf_16;
use super::{Chunks, ReadError, Source};

/// An open file, or standard input.
pub struct Input {
    name: Arc<str>,
    content: Content,
    progress: Progress,
}

enum Content {
    /// An uncompressed file, unless it is in UTF-16.
    Mapped(Bytes),
    /// Anything else: compressed files, UTF-16, pipes. Their text is decompressed, in UTF-8 if it
    /// was in UTF-16, and without a byte order mark.
    Stream(Box<dyn Read + Send>),
}

/// The progress of reading an input, in bytes of the file: of a compressed file, in
/// compressed bytes.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// The length of the input in bytes, if it is known.
    pub total: Option<u64>,
    /// The number of bytes read so far, for a file that is not mapped.
    read: Option<Arc<AtomicU64>>,
}

impl Progress {
    /// Returns the number of bytes done when the text has been processed up to `offset`.
    ///
    /// For a file that is read as a stream, that is the number of bytes read so far; for
    /// any other input, `offset` itself.
    #[must_use]
    pub fn done(&self, offset: usize) -> u64 {
        self.read.as_ref().map_or(offset as u64, |read| read.load(Ordering::Relaxed))
    }
}

impl Input {
    /// Opens a file, or standard input for the path `-`.
    ///
    /// # Errors
    ///
    /// Returns [`ReadError`] if the file cannot be opened, if its first bytes cannot be
    /// read, or if it is compressed in a way that is not supported.
    pub fn open(path: &Path) -> Result<Input, ReadError> {
        if path == Path::new("-") {
            return Input::stream("<stdin>".into(), io::stdin(), Progress::default());
        }
        let name: Arc<str> = path.display().to_string().into();
        let file = File::open(path).map_err(|cause| error(&name, cause))?;
        if let Some(map) = map(&file) {
            let progress = Progress { total: Some(map.len() as u64), read: None };
            return Ok(Input { name, content: Content::Mapped(map), progress });
        }
        let length = file.metadata().ok().filter(Metadata::is_file).map(|file| file.len());
        let read = Arc::new(AtomicU64::new(0));
        let counted = Counted { inner: file, read: read.clone() };
        Input::stream(name, counted, Progress { total: length, read: Some(read) })
    }

    /// Creates an input from a reader, which may be compressed. `name` is the name in messages.
    ///
    /// # Errors
    ///
    /// Returns [`ReadError`] if the first bytes cannot be read, or if they are compressed in a way
    /// that is not supported.
    pub fn from_reader(
        name: impl Into<Arc<str>>,
        reader: impl Read + Send + 'static,
    ) -> Result<Input, ReadError> {
        Input::stream(name.into(), reader, Progress::default())
    }

    fn stream(
        name: Arc<str>,
        bytes: impl Read + Send + 'static,
        progress: Progress,
    ) -> Result<Input, ReadError> {
        let text = decompressed(bytes).and_then(without_utf_16).map_err(|cause| error(&name, cause))?;
        Ok(Input { name, content: Content::Stream(text), progress })
    }

    /// Returns the name that messages give the input.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the progress of reading. The returned value is shared with the input and
    /// stays up to date.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.progress.clone()
    }

    /// Reads the whole text into one source.
    ///
    /// # Errors
    ///
    /// Returns [`ReadError`] if the input cannot be read to its end.
    pub fn whole(self) -> Result<Source, ReadError> {
        match self.content {
            Content::Mapped(map) => Ok(Source::marked(self.name, map)),
            Content::Stream(mut text) => {
                let mut bytes = Vec::new();
                text.read_to_end(&mut bytes).map_err(|cause| error(&self.name, cause))?;
                Ok(Source::whole(self.name, Bytes::Owned(bytes), 0))
            }
        }
    }

    /// Splits the text into chunks, which are read on demand.
    #[must_use]
    pub fn chunks(self) -> Chunks {
        match self.content {
            Content::Mapped(map) => Chunks::of(Arc::new(Source::marked(self.name, map))),
            Content::Stream(text) => Chunks::stream(self.name, text),
        }
    }
}

/// Maps a file of plain text into memory; returns `None` for any other, which has to be read.
#[cfg(feature = "cli")]
#[expect(unsafe_code, reason = "a file can be mapped in no other way")]
fn map(file: &File) -> Option<Bytes> {
    use super::compression::{Compression, SIGNATURE};
    use super::utf16::utf_16;

    if !file.metadata().ok()?.is_file() {
        return None;
    }
    // SAFETY: the map is read-only and private to this process, but another program may change
    // the file meanwhile.
    // - A file that is cut short leaves pages without bytes: touching one raises SIGBUS on Unix,
    //   which ends the process. On Windows a mapped file cannot be cut short.
    // - Bytes that change are read as bytes nearly everywhere. Nothing relies on reading the
    //   same value twice: lengths are those of the map, and offsets found in it are checked
    //   again when it is indexed, so that the worst is a wrong message or a panic.
    // - The exception is text that `str::from_utf8` checks and then lends
    //   as `str`: a tag, a comment, a move. If it stops being UTF-8 while it is lent, which is
    //   while one game is processed, the behaviour is undefined. Copying all text would
    //   prevent that and cost every reader for the sake of files that change while they are
    //   read. Those can be piped into the program, which then maps nothing.
    let map = unsafe { memmap2::Mmap::map(file) }.ok().filter(|map| !map.is_empty())?;
    let is_text = Compression::of(&map[..map.len().min(SIGNATURE)]).is_none() && utf_16(&map).is_none();
    is_text.then_some(Bytes::Mapped(map))
}

/// Maps nothing: without the feature `cli`, every file is read.
#[cfg(not(feature = "cli"))]
fn map(_file: &File) -> Option<Bytes> {
    None
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Input").field("name", &self.name).finish_non_exhaustive()
    }
}

fn error(name: &Arc<str>, cause: io::Error) -> ReadError {
    ReadError { name: name.to_string(), cause }
}

/// A reader that counts the bytes it has read.
struct Counted<R> {
    inner: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(buffer)?;
        self.read.fetch_add(length as u64, Ordering::Relaxed);
        Ok(length)
    }
}

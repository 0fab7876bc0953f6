//! Where texts come from: files and pipes, which may be compressed. The program maps files of
//! plain text into memory; the library alone reads them, and so has no unsafe code.

use std::fmt;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use encoding_rs::UTF_8;

use super::compression::decompressed;
use super::source::Bytes;
use super::{Chunks, ReadError, Source};

/// An opened file, or standard input.
pub struct Input {
    name: Arc<str>,
    content: Content,
    progress: Progress,
}

enum Content {
    /// A file of plain text, mapped into memory.
    Mapped(Bytes),
    /// Anything that has to be read.
    Stream(Box<dyn Read + Send>),
}

/// How far the reading of an input has come, in bytes as they lie there.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// The length of the input, if it is known.
    pub total: Option<u64>,
    /// How much of a compressed file has been read.
    read: Option<Arc<AtomicU64>>,
}

impl Progress {
    /// Returns how much of the input has been done when its text has been, up to an
    /// offset.
    #[must_use]
    pub fn done(&self, offset: usize) -> u64 {
        self.read.as_ref().map_or(offset as u64, |read| read.load(Ordering::Relaxed))
    }
}

impl Input {
    /// Opens a file, or standard input by the name `-`.
    ///
    /// # Errors
    ///
    /// [`ReadError`] when the file cannot be opened.
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

    fn stream(
        name: Arc<str>,
        bytes: impl Read + Send + 'static,
        progress: Progress,
    ) -> Result<Input, ReadError> {
        let text = decompressed(bytes).map_err(|cause| error(&name, cause))?;
        Ok(Input { name, content: Content::Stream(text), progress })
    }

    /// Returns the name that messages give the input.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns how far reading has come; the value goes on counting.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.progress.clone()
    }

    /// Returns all of the text.
    ///
    /// # Errors
    ///
    /// [`ReadError`] when it cannot be read to its end.
    pub fn whole(self) -> Result<Source, ReadError> {
        match self.content {
            Content::Mapped(map) => Ok(Source::whole(self.name, map)),
            Content::Stream(mut text) => {
                let mut bytes = Vec::new();
                text.read_to_end(&mut bytes).map_err(|cause| error(&self.name, cause))?;
                Ok(Source::new(self.name, bytes))
            }
        }
    }

    /// Returns the text in chunks, which are read as they are asked for.
    ///
    /// # Errors
    ///
    /// [`ReadError`] when not even the beginning can be read.
    pub fn chunks(self) -> Result<Chunks, ReadError> {
        let Content::Stream(mut text) = self.content else {
            return Ok(Chunks::of(Arc::new(self.whole()?)));
        };
        let mut beginning = Vec::new();
        text.by_ref().take(3).read_to_end(&mut beginning).map_err(|cause| error(&self.name, cause))?;
        match encoding_rs::Encoding::for_bom(&beginning) {
            Some((encoding, _)) if encoding == UTF_8 => Ok(Chunks::stream(self.name, text)),
            mark => {
                let text = Box::new(io::Cursor::new(beginning).chain(text));
                if mark.is_none() {
                    return Ok(Chunks::stream(self.name, text));
                }
                // UTF-16 is rare, and not worth a way of its own
                let input = Input { content: Content::Stream(text), ..self };
                Ok(Chunks::of(Arc::new(input.whole()?)))
            }
        }
    }
}

/// Maps a file of plain text into memory; returns `None` for any other, which has to be read.
#[cfg(feature = "cli")]
#[expect(unsafe_code, reason = "a file can be mapped in no other way")]
fn map(file: &File) -> Option<Bytes> {
    use super::compression::{Compression, SIGNATURE};

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
    // - The exception is text that `Encoding::decode` and `str::from_utf8` check and then lend
    //   as `str`: a tag, a comment, a move. If it stops being UTF-8 while it is lent, which is
    //   while one game is dealt with, the behaviour is undefined. Copying all text would
    //   prevent that and cost every reader for the sake of files that change while they are
    //   read. Those can be piped into the program, which then maps nothing.
    let map = unsafe { memmap2::Mmap::map(file) }.ok().filter(|map| !map.is_empty())?;
    let is_utf_16 = encoding_rs::Encoding::for_bom(&map).is_some_and(|(encoding, _)| encoding != UTF_8);
    let is_text = Compression::of(&map[..map.len().min(SIGNATURE)]).is_none() && !is_utf_16;
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

/// A reader that counts.
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

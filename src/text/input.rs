//! Inputs: files and standard input, which may be compressed.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{fmt, iter};

#[cfg(feature = "cli")]
use encoding_rs::Encoding;

use super::archive::{Following, Place};
use super::compression::{TrailingData, Unpacked, unpacked};
use super::encoding::as_utf8;
#[cfg(feature = "cli")]
use super::encoding::decoded_from;
#[cfg(feature = "cli")]
use super::rows::as_games;
use super::{Chunks, ReadError, Source, UnpackError, WatchedFile};

/// An open file, or standard input. Of an archive it is the first member, and [`Input::following`] has the others.
pub struct Input<'r> {
    pub(super) name: Arc<str>,
    pub(super) text: Box<dyn Read + Send + 'r>,
    pub(super) progress: Progress,
    pub(super) trailing: TrailingData,
    pub(super) place: Place,
    pub(super) following: Following<'r>,
    /// Whether the text itself tells its encoding.
    #[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "only the program takes encodings"))]
    pub(super) tells_encoding: bool,
}

/// The progress of reading an input, in bytes of the file: of a compressed file, in
/// compressed bytes.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// The length of the input in bytes, if it is known.
    pub total: Option<u64>,
    /// The number of bytes read so far, for a file.
    read: Option<Arc<AtomicU64>>,
}

impl Progress {
    /// Returns the number of bytes done when the text has been processed up to `offset`: of a
    /// file, the number of bytes read so far; of any other input, `offset` itself.
    #[must_use]
    pub fn done(&self, offset: usize) -> u64 {
        self.read.as_ref().map_or(offset as u64, |read| read.load(Ordering::Relaxed))
    }

    /// Returns whether both are of one reading of a file, as those of the files in an archive are.
    #[must_use]
    pub fn is_of_same_file(&self, other: &Progress) -> bool {
        self.read.as_ref().zip(other.read.as_ref()).is_some_and(|(one, other)| Arc::ptr_eq(one, other))
    }
}

impl<'r> Input<'r> {
    /// Opens a file, or standard input for the path `-`, which may have an extension, as [`stdin_name`] tells.
    ///
    /// If a file changes while it is read, reading it fails.
    ///
    /// # Errors
    ///
    /// Returns [`ReadError`] if the file cannot be opened, if its first bytes cannot be
    /// read, or if it is compressed in a way that is not supported.
    pub fn open(path: &Path) -> Result<Input<'r>, ReadError> {
        if let Some(name) = stdin_name(path) {
            return Input::from_reader(name, io::stdin());
        }
        let name = path.display().to_string();
        let file = File::open(path).and_then(WatchedFile::new);
        let file = file.map_err(|cause| ReadError { name: name.clone(), cause })?;
        Input::from_file(name, file)
    }

    /// Creates an input from an open file, which may be compressed. `name` is the name in messages.
    ///
    /// # Errors
    ///
    /// Returns [`ReadError`] as [`Input::from_reader`] does.
    pub fn from_file(name: impl Into<Arc<str>>, file: WatchedFile) -> Result<Input<'r>, ReadError> {
        let read = Arc::new(AtomicU64::new(file.position()));
        let progress = Progress { total: file.length(), read: Some(read.clone()) };
        Input::unpack(name.into(), Counted { inner: file, read }, progress)
    }

    /// Creates an input from a reader, which may be compressed. `name` is the name in messages.
    ///
    /// # Errors
    ///
    /// Returns [`ReadError`] if the first bytes cannot be read, or if they are compressed in a way
    /// that is not supported.
    pub fn from_reader(
        name: impl Into<Arc<str>>,
        reader: impl Read + Send + 'r,
    ) -> Result<Input<'r>, ReadError> {
        Input::unpack(name.into(), reader, Progress::default())
    }

    fn unpack(
        name: Arc<str>,
        reader: impl Read + Send + 'r,
        progress: Progress,
    ) -> Result<Input<'r>, ReadError> {
        let trailing = TrailingData::default();
        // nothing is read after the end: a terminal would wait for another one
        let reader = reader.chain(io::empty());
        match unpacked(reader, &trailing).map_err(|cause| error(&name, cause))? {
            Unpacked::Text(text) => {
                let place = Place { file: name.clone(), ..Place::default() };
                let (following, tells_encoding) = (Following::default(), false);
                Input { name, text, progress, trailing, place, following, tells_encoding }.in_utf8()
            }
            Unpacked::Archive(archive) => {
                let first = Following::all(name.clone(), progress, archive).next();
                first.unwrap_or_else(|| Err(error(&name, UnpackError::NoGames.into())))
            }
        }
    }

    /// Drops a byte order mark, decodes UTF-16 and UTF-32, and turns the rows of a table into games.
    pub(super) fn in_utf8(self) -> Result<Input<'r>, ReadError> {
        let (text, tells_encoding) = as_utf8(self.text).map_err(|cause| error(&self.name, cause))?;
        #[cfg(feature = "cli")]
        let text = as_games(&self.name, text);
        Ok(Input { text, tells_encoding, ..self })
    }

    /// Decodes the text from an encoding, if one is given and the text itself does not tell another.
    #[cfg(feature = "cli")]
    pub(crate) fn decoded_from(self, encoding: Option<&'static Encoding>) -> Input<'r> {
        match encoding {
            Some(encoding) if !self.tells_encoding => {
                Input { text: decoded_from(self.text, encoding), ..self }
            }
            _ => self,
        }
    }

    /// Returns all inputs of a file, given the first one.
    pub(crate) fn and_following(
        first: Result<Input<'r>, ReadError>,
    ) -> impl Iterator<Item = Result<Input<'r>, ReadError>> {
        let following = first.as_ref().map_or_else(|_| Following::default(), Input::following);
        iter::once(first).chain(following)
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

    /// Returns whether data after a compressed text are ignored. The returned value is shared with the
    /// input and stays up to date.
    #[must_use]
    pub fn trailing_data(&self) -> TrailingData {
        self.trailing.clone()
    }

    /// Returns the place of the input in its file.
    #[must_use]
    pub fn place(&self) -> Place {
        self.place.clone()
    }

    /// Returns the inputs that follow in the same archive, of which each begins when this one has been read or dropped.
    #[must_use]
    pub fn following(&self) -> Following<'r> {
        self.following.clone()
    }

    /// Reads the whole text into one source.
    ///
    /// # Errors
    ///
    /// Returns [`ReadError`] if the input cannot be read to its end.
    pub fn whole(mut self) -> Result<Source, ReadError> {
        let mut bytes = Vec::new();
        self.text.read_to_end(&mut bytes).map_err(|cause| error(&self.name, cause))?;
        Ok(Source::whole(self.name, bytes, 0))
    }

    /// Returns the name and a reader of the text.
    #[cfg(feature = "viewer")]
    pub(super) fn into_parts(self) -> (Arc<str>, Box<dyn Read + Send + 'r>) {
        (self.name, self.text)
    }

    /// Splits the text into chunks, which are read on demand.
    #[must_use]
    pub fn chunks(self) -> Chunks<'r> {
        Chunks::stream(self.name, self.text)
    }
}

/// Reads the text, decompressed and in UTF-8 if it is in UTF-16 or UTF-32.
impl Read for Input<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.text.read(buffer)
    }
}

impl fmt::Debug for Input<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Input").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Returns the name of standard input in messages, if a path stands for it: `-`, or with the extension of a table `-.csv`,
/// `-.tsv` or `-.jsonl`.
#[must_use]
pub fn stdin_name(path: &Path) -> Option<String> {
    let extension = path.to_str()?.strip_prefix('-')?;
    matches!(extension, "" | ".csv" | ".tsv" | ".jsonl").then(|| format!("<stdin>{extension}"))
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

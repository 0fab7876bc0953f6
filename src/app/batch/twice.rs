//! Inputs that are read twice: once to check their games, and once to show them.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use tempfile::SpooledTempFile;

use crate::text::{Input, InputError, ReadError, WatchedFile};

/// The number of bytes copied in memory. The rest goes to a temporary file, so memory does not
/// grow with the input.
const MAX_IN_MEMORY: usize = 64 << 20;

/// An input that is being read for the first time, and can be read again from its beginning.
pub(super) struct Rereadable {
    name: String,
    content: Content,
}

enum Content {
    /// A regular file. It is an error if it changes between its readings.
    File(WatchedFile),
    /// A copy of what has been read of anything else, compressed if the input is.
    Copy(Arc<Mutex<SpooledTempFile>>),
}

impl Rereadable {
    /// Opens a file, or standard input for the path `-`, to be read for the first time.
    pub(super) fn open(path: &Path) -> Result<(Input, Rereadable), ReadError> {
        if path == Path::new("-") {
            return Rereadable::copying("<stdin>".to_owned(), io::stdin());
        }
        let name = path.display().to_string();
        let file = File::open(path).and_then(WatchedFile::new);
        let file = file.map_err(|cause| ReadError { name: name.clone(), cause })?;
        match file.again() {
            Some(again) => {
                let input = Input::from_file(name.as_str(), file)?;
                Ok((input, Rereadable { name, content: Content::File(again) }))
            }
            None => Rereadable::copying(name, file),
        }
    }

    /// Creates an input from a reader, which is copied as it is read. `name` is the name in messages.
    pub(super) fn copying(
        name: String,
        reader: impl Read + Send + 'static,
    ) -> Result<(Input, Rereadable), ReadError> {
        let copy = Arc::new(Mutex::new(SpooledTempFile::new(MAX_IN_MEMORY)));
        let input = Input::from_reader(name.as_str(), Copying { reader, copy: copy.clone() })?;
        Ok((input, Rereadable { name, content: Content::Copy(copy) }))
    }

    /// Opens the input to be read for the second time, no further than it was read.
    pub(super) fn again(self) -> Result<Input, ReadError> {
        match self.content {
            Content::File(file) => match file.again() {
                Some(file) => Input::from_file(self.name, file),
                None => Input::from_file(self.name, file),
            },
            Content::Copy(copy) => {
                let rewound = copy.lock().unwrap_or_else(PoisonError::into_inner).rewind();
                rewound.map_err(|cause| ReadError { name: self.name.clone(), cause })?;
                Input::from_reader(self.name, Copied(copy))
            }
        }
    }
}

/// A reader that copies what it reads.
struct Copying<R> {
    reader: R,
    copy: Arc<Mutex<SpooledTempFile>>,
}

impl<R: Read> Read for Copying<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.reader.read(buffer)?;
        let mut copy = self.copy.lock().unwrap_or_else(PoisonError::into_inner);
        let copied = copy.write_all(&buffer[..length]);
        copied.map_err(InputError::NotCopied)?;
        Ok(length)
    }
}

/// A reader of the copy.
struct Copied(Arc<Mutex<SpooledTempFile>>);

impl Read for Copied {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).read(buffer)
    }
}

//! A file whose games are to be indexed.

use std::fmt;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use crate::text::{Input, Progress, ReadError};

/// A file that is opened and waits to be read, or that is opened once its turn has come.
pub struct IndexedFile {
    name: String,
    /// `None` after the file has been taken.
    beginning: Mutex<Option<Beginning>>,
    /// How far it has been read, once it is open.
    progress: Mutex<Option<Progress>>,
}

enum Beginning {
    Opened(Input),
    At(PathBuf),
}

impl IndexedFile {
    /// Returns a file that is open.
    #[must_use]
    pub fn opened(input: Input) -> IndexedFile {
        let (name, progress) = (input.name().to_owned(), Mutex::new(Some(input.progress())));
        IndexedFile { name, beginning: Mutex::new(Some(Beginning::Opened(input))), progress }
    }

    /// Returns a pipe, which is opened when it is read, because what is opened is read a little.
    #[must_use]
    pub fn pipe(path: PathBuf) -> IndexedFile {
        let name = if path.as_os_str() == "-" { "<stdin>".to_owned() } else { path.display().to_string() };
        IndexedFile { name, beginning: Mutex::new(Some(Beginning::At(path))), progress: Mutex::new(None) }
    }

    /// Returns the name of the file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Opens the file to be read. Returns `None` if this has been done before.
    pub(super) fn take(&self) -> Option<Result<Input, ReadError>> {
        let beginning = self.beginning.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        Some(match beginning {
            Beginning::Opened(input) => Ok(input),
            Beginning::At(path) => Input::open(&path).inspect(|input| {
                *self.progress.lock().unwrap_or_else(PoisonError::into_inner) = Some(input.progress());
            }),
        })
    }

    /// Returns how many bytes of the file have been read, and its length, unless that is not known.
    pub(super) fn bytes_read(&self) -> Option<(u64, u64)> {
        let progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        let progress = progress.as_ref()?;
        Some((progress.done(0), progress.total?))
    }
}

impl fmt::Debug for IndexedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IndexedFile").field("name", &self.name).finish_non_exhaustive()
    }
}

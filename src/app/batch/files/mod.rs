//! The files that the output goes to: those named by `--output`, and those that are rewritten.

mod diff;
mod named_texts;
mod output_files;
mod rewrite;

use std::collections::HashSet;
#[cfg(unix)]
use std::fs;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{env, io};

#[cfg(unix)]
use signal_hook::low_level::emulate_default_handler;
use tempfile::NamedTempFile;

#[cfg(unix)]
use crate::app::signals;
pub(super) use diff::DiffStyle;
pub(super) use output_files::OutputFiles;
pub(super) use rewrite::{Purpose, Rewrite};

/// What all its copies share, such as a place that several write to.
#[derive(Debug, Default)]
pub(super) struct Shared<T>(Arc<Mutex<T>>);

impl<T> Shared<T> {
    pub(super) fn new(value: T) -> Shared<T> {
        Shared(Arc::new(Mutex::new(value)))
    }

    /// Waits until nobody else has it. After a panic elsewhere it is still right, and unfinished files have to be removed.
    pub(super) fn lock(&self) -> MutexGuard<'_, T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Shared<T> {
        Shared(self.0.clone())
    }
}

impl<W: Write> Write for Shared<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lock().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The files under construction.
type Unfinished = Shared<HashSet<PathBuf>>;

impl Unfinished {
    /// Creates an empty list, whose files are removed if a signal ends the program.
    fn watched() -> Unfinished {
        let unfinished = Unfinished::default();
        #[cfg(unix)]
        {
            let watched = unfinished.clone();
            // without a thread, a signal leaves the files in place
            let _ = signals::watch(&[], move |signal| {
                let mut paths = watched.lock();
                // a file that is gone need not be removed
                paths.drain().for_each(|path| drop(fs::remove_file(path)));
                // while the list is locked, so that no other file is created
                let _ = emulate_default_handler(signal);
            });
        }
        unfinished
    }

    /// Creates a file and lists it. A signal that comes in between waits for the list, and after a signal no
    /// file is created.
    ///
    /// # Errors
    ///
    /// Returns the error of `create`.
    fn create(&self, create: impl FnOnce() -> io::Result<NamedTempFile>) -> io::Result<NamedTempFile> {
        let mut paths = self.lock();
        let file = create()?;
        paths.insert(file.path().to_owned());
        Ok(file)
    }
}

/// Returns the folder of a file.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns a path with its symbolic links resolved, or unchanged if the file does not exist.
fn target_of(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Returns whether a path names something other than a regular file, such as a device or a pipe.
/// Such a file is written to and never replaced.
fn is_special(path: &Path) -> bool {
    path.metadata().is_ok_and(|found| !found.is_file())
}

/// Creates a file in the folder of the one that it is to become. It is removed unless [`put`] in place.
fn new_file(path: &Path, unfinished: &Unfinished) -> io::Result<NamedTempFile> {
    let folder = if is_special(path) { env::temp_dir() } else { folder_of(&target_of(path)).to_owned() };
    let mut builder = tempfile::Builder::new();
    // hidden, because it stands beside the files of the user while it is written
    builder.prefix(".escaque-");
    // by default a temporary file is private; this gives it the permissions of any other new file
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    unfinished.create(|| builder.tempfile_in(folder))
}

/// Puts a file in its place. A symbolic link then leads to the new file. The new file has the permissions of
/// the old one.
fn put(file: NamedTempFile, path: &Path, replaces: bool) -> io::Result<()> {
    if is_special(path) {
        let mut special = OpenOptions::new().write(true).open(path)?;
        return io::copy(&mut file.reopen()?, &mut special).map(drop);
    }
    if let Ok(existing) = path.metadata() {
        // before the file is in its place, so that nobody may read it in between who might not read the old one
        file.as_file().set_permissions(existing.permissions())?;
    }
    let target = target_of(path);
    let put = if replaces { file.persist(target) } else { file.persist_noclobber(target) };
    put.map(drop).map_err(|failed| failed.error)
}

//! Files under construction, which a signal that ends the program must not leave behind.

use std::collections::HashSet;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use tempfile::NamedTempFile;

/// The files under construction. Copies are the same list.
#[derive(Clone, Debug, Default)]
pub(super) struct Unfinished(Arc<Mutex<HashSet<PathBuf>>>);

impl Unfinished {
    /// Creates an empty list, whose files are removed if a signal ends the program.
    pub(super) fn watched() -> Unfinished {
        let unfinished = Unfinished::default();
        #[cfg(unix)]
        signals::watch(unfinished.clone());
        unfinished
    }

    /// Creates a file and lists it. A signal in between waits, and none is created after one.
    ///
    /// # Errors
    ///
    /// Returns the error of `create`.
    pub(super) fn create(
        &self,
        create: impl FnOnce() -> io::Result<NamedTempFile>,
    ) -> io::Result<NamedTempFile> {
        self.with(|paths| {
            let file = create()?;
            paths.insert(file.path().to_owned());
            Ok(file)
        })
    }

    /// Forgets the files: they are gone, or finished.
    pub(super) fn clear(&self) {
        self.with(HashSet::clear);
    }

    fn with<T>(&self, run: impl FnOnce(&mut HashSet<PathBuf>) -> T) -> T {
        run(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(unix)]
mod signals {
    use std::{fs, thread};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    use super::Unfinished;

    /// Starts a thread that removes the files before a signal ends the program.
    pub(super) fn watch(unfinished: Unfinished) {
        let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM]) else {
            return;
        };
        // without a thread, a signal leaves the files behind
        let _ = thread::Builder::new().spawn(move || {
            for signal in signals.forever() {
                unfinished.with(|paths| {
                    // a file that has gone need not be removed
                    paths.drain().for_each(|path| drop(fs::remove_file(path)));
                    // before another file is created
                    let _ = emulate_default_handler(signal);
                });
            }
        });
    }
}

//! Work on the games of the index, in the background.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::game_index::{GameIndex, GameLocation};
use crate::text::Source;

/// Work that runs in a thread of its own until the index is complete and all its games have been
/// processed, or until the value is dropped. If no thread can be started, it never completes.
#[derive(Debug)]
pub struct IndexTask<T> {
    shared: Arc<Progress<T>>,
}

/// The progress of the work.
#[derive(Debug, Default)]
pub(super) struct Progress<T> {
    found: Mutex<T>,
    done: AtomicUsize,
    is_complete: AtomicBool,
    is_cancelled: AtomicBool,
}

impl<T: Default + Send + 'static> IndexTask<T> {
    /// Starts the work. `step` does a part of it. Its arguments are the current number of games in
    /// the index and whether the index is at rest. It returns whether there is more to do on these
    /// games.
    #[must_use]
    pub(super) fn start(
        index: &Arc<GameIndex>,
        step: impl FnMut(&GameIndex, &Progress<T>, usize, bool) -> bool + Send + 'static,
    ) -> IndexTask<T> {
        let shared = Arc::new(Progress::default());
        let (index, of_thread) = (Arc::clone(index), Arc::clone(&shared));
        // without a thread the work never completes, which is tolerable on a machine that cannot
        // start one
        let _ = thread::Builder::new().spawn(move || of_thread.run(&index, step));
        IndexTask { shared }
    }

    /// Returns what has been found so far.
    pub(super) fn found(&self) -> MutexGuard<'_, T> {
        self.shared.found()
    }

    /// Returns how many of a number of games have been processed, in per cent, or `None` if the work is complete.
    #[must_use]
    pub fn percent(&self, games: usize) -> Option<usize> {
        (!self.is_complete()).then(|| self.shared.done.load(Ordering::Relaxed) * 100 / games.max(1))
    }

    /// Returns whether all games in the index have been processed, and no more will be found soon.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.shared.is_complete.load(Ordering::Acquire)
    }
}

impl<T> Drop for IndexTask<T> {
    fn drop(&mut self) {
        self.shared.is_cancelled.store(true, Ordering::Relaxed);
    }
}

impl<T> Progress<T> {
    pub(super) fn found(&self) -> MutexGuard<'_, T> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self, index: &GameIndex, mut step: impl FnMut(&GameIndex, &Progress<T>, usize, bool) -> bool) {
        const WAIT_FOR_INDEX: Duration = Duration::from_millis(10);
        while !self.is_cancelled.load(Ordering::Relaxed) {
            // read before the number of games: if the index is complete now, that number is the last one
            let (is_complete, is_at_rest) = (index.is_complete(), index.is_at_rest());
            if step(index, self, index.len(), is_at_rest) {
                continue;
            }
            self.is_complete.store(is_at_rest, Ordering::Release);
            if is_complete {
                return;
            }
            thread::sleep(WAIT_FOR_INDEX);
        }
    }

    /// Iterates over games and counts them, as long as they are in the part `source` of a file and
    /// the work is not cancelled.
    pub(super) fn part<'t>(
        &'t self,
        index: &'t GameIndex,
        ordinals: Range<usize>,
        source: &'t Arc<Source>,
    ) -> impl Iterator<Item = (usize, GameLocation)> + 't {
        self.is_complete.store(false, Ordering::Release);
        ordinals.map_while(move |ordinal| {
            let is_cancelled = self.is_cancelled.load(Ordering::Relaxed);
            // a game that has been read again may be in another part by now; the next step finds it
            // there
            let location = index.location(ordinal).filter(|at| Arc::ptr_eq(&at.source, source));
            let location = location.filter(|_| !is_cancelled)?;
            self.done.fetch_add(1, Ordering::Relaxed);
            Some((ordinal, location))
        })
    }
}

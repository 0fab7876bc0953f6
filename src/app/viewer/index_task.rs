//! Work on the games of the index, in the background.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::game_index::{GameIndex, GameLocation};
use crate::check::GameChecker;

/// Work that runs in a thread of its own until the index is complete and all its games have been
/// processed, or until nobody else holds it. If no thread can be started, it never completes.
#[derive(Debug, Default)]
pub struct IndexTask<T> {
    found: Mutex<T>,
    done: AtomicUsize,
    is_complete: AtomicBool,
}

impl<T: Default + Send + 'static> IndexTask<T> {
    /// Starts the work. `step` does a part of it. Its last arguments are the current number of games in
    /// the index and whether the index is at rest. It returns whether there is more to do on these
    /// games.
    pub(super) fn start(
        index: &Arc<GameIndex>,
        step: impl FnMut(&GameIndex, &Arc<IndexTask<T>>, usize, bool) -> bool + Send + 'static,
    ) -> Arc<IndexTask<T>> {
        let task = Arc::<IndexTask<T>>::default();
        let (index, of_thread) = (Arc::clone(index), Arc::clone(&task));
        // without a thread the work never completes, which is tolerable on a machine that cannot
        // start one
        let _ = thread::Builder::new().spawn(move || of_thread.run(&index, step));
        task
    }

    fn run(
        self: &Arc<Self>,
        index: &GameIndex,
        mut step: impl FnMut(&GameIndex, &Arc<IndexTask<T>>, usize, bool) -> bool,
    ) {
        const WAIT_FOR_INDEX: Duration = Duration::from_millis(10);
        while self.is_wanted() {
            let found = index.found();
            let (count, is_complete, is_at_rest) = (found.games.len(), found.is_complete, found.is_at_rest());
            drop(found);
            if step(index, self, count, is_at_rest) {
                continue;
            }
            self.is_complete.store(is_at_rest, Ordering::Release);
            if is_complete {
                return;
            }
            thread::sleep(WAIT_FOR_INDEX);
        }
    }

    /// Returns whether the thread is not the only one who holds the task.
    fn is_wanted(self: &Arc<Self>) -> bool {
        Arc::strong_count(self) > 1
    }

    /// Visits games, each with a checker that reads it next, as long as they are in the same part of a file and the
    /// work is wanted. Returns the ordinal of the game to visit next.
    pub(super) fn visit(
        self: &Arc<Self>,
        index: &GameIndex,
        ordinals: Range<usize>,
        mut visit: impl FnMut(usize, &mut GameChecker<'_>),
    ) -> usize {
        self.is_complete.store(false, Ordering::Release);
        let Some(GameLocation { source, .. }) = index.location(ordinals.start) else { return ordinals.start };
        let mut checker = index.options.checker(&source);
        for ordinal in ordinals.clone() {
            // a game that has been read again may be in another part by now; the next step finds it
            // there
            let location = index.location(ordinal).filter(|at| Arc::ptr_eq(&at.source, &source));
            let Some(location) = location.filter(|_| self.is_wanted()) else { return ordinal };
            checker.seek(location.previous_end);
            visit(ordinal, &mut checker);
            self.done.fetch_add(1, Ordering::Relaxed);
        }
        ordinals.end
    }

    /// Returns what has been found so far.
    pub(super) fn found(&self) -> MutexGuard<'_, T> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns how many of a number of games have been processed, in per cent, or `None` if the work is complete.
    pub fn percent(&self, games: usize) -> Option<usize> {
        (!self.is_complete()).then(|| self.done.load(Ordering::Relaxed) * 100 / games.max(1))
    }

    /// Returns whether all games in the index have been processed, and no more will be found soon.
    pub fn is_complete(&self) -> bool {
        self.is_complete.load(Ordering::Acquire)
    }
}

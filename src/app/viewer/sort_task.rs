//! Sorts the games of the index, in the background.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::game_index::{GameIndex, GameLocation};
use super::listing::{Column, SortKey};
use super::loaded_game::TagSummary;
use crate::syntax::Portion;

/// The order of the first games of the index.
#[derive(Debug, Default)]
pub struct Order {
    /// The ordinals of the games in ascending order. There are no others among them than those of as many
    /// games from the first on.
    ordinals: Vec<u32>,
    /// How many of them have a value; the others are behind them.
    known: usize,
}

impl Order {
    /// Returns the ordinal of the game in a row.
    #[must_use]
    pub fn ordinal(&self, row: usize, is_descending: bool) -> usize {
        let row = if is_descending && row < self.known { self.known - 1 - row } else { row };
        // games that have come since are not sorted yet
        self.ordinals.get(row).map_or(row, |ordinal| *ordinal as usize)
    }
}

/// The sorting of games by a column, which runs in a thread of its own until it is complete or dropped.
#[derive(Debug)]
pub struct SortTask {
    /// The column.
    pub column: Column,
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    order: Mutex<Option<Arc<Order>>>,
    /// How many games have been read.
    read: AtomicUsize,
    is_complete: AtomicBool,
    is_cancelled: AtomicBool,
}

impl SortTask {
    /// Starts to sort the games of an index by a column.
    #[must_use]
    pub fn start(index: &Arc<GameIndex>, column: Column) -> SortTask {
        let shared = Arc::new(Shared::default());
        let task = SortTask { column, shared: Arc::clone(&shared) };
        let index_of_thread = Arc::clone(index);
        let spawned = thread::Builder::new().spawn(move || run(&index_of_thread, column, &shared));
        if spawned.is_err() {
            // without a thread games stay in the order of the files
            task.shared.is_complete.store(true, Ordering::Release);
        }
        task
    }

    /// Returns the order of the games that have been sorted so far, if some have been.
    #[must_use]
    pub fn order(&self) -> Option<Arc<Order>> {
        self.shared.order.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns how many games have been read, or `None` if all have been sorted that have been found.
    #[must_use]
    pub fn read(&self) -> Option<usize> {
        (!self.shared.is_complete.load(Ordering::Acquire)).then(|| self.shared.read.load(Ordering::Relaxed))
    }
}

impl Drop for SortTask {
    fn drop(&mut self) {
        self.shared.is_cancelled.store(true, Ordering::Relaxed);
    }
}

fn run(index: &GameIndex, column: Column, shared: &Shared) {
    const WAIT_FOR_INDEX: Duration = Duration::from_millis(10);
    let mut keys: Vec<(SortKey, u32)> = Vec::new();
    let mut sorted = 0;
    while !shared.is_cancelled.load(Ordering::Relaxed) {
        // read first: an index that is complete now has all of its games below
        let (is_complete, is_at_rest) = (index.is_complete(), index.is_at_rest());
        let count = index.len();
        if keys.len() < count {
            shared.is_complete.store(false, Ordering::Release);
            read_part(index, column, &mut keys, count, shared);
        }
        // sorted again when there are twice as many, so that the time is linear
        let is_due = is_at_rest && keys.len() >= count || keys.len() >= 2 * sorted + 1000;
        if is_due && keys.len() > sorted {
            keys.sort();
            sorted = keys.len();
            let ordinals = keys.iter().map(|(_, ordinal)| *ordinal).collect();
            let known = keys.partition_point(|(key, _)| !key.is_unknown);
            let order = Some(Arc::new(Order { ordinals, known }));
            *shared.order.lock().unwrap_or_else(PoisonError::into_inner) = order;
        }
        if keys.len() >= count {
            shared.is_complete.store(is_at_rest, Ordering::Release);
            if is_complete {
                return;
            }
            thread::sleep(WAIT_FOR_INDEX);
        }
    }
}

/// Reads the keys of the games that stand in one part of a file, up to `count` in all.
fn read_part(
    index: &GameIndex,
    column: Column,
    keys: &mut Vec<(SortKey, u32)>,
    count: usize,
    shared: &Shared,
) {
    let Some(GameLocation { file, source, .. }) = index.location(keys.len()) else { return };
    let mut checker = index.checker(&source);
    for ordinal in keys.len()..count {
        let is_cancelled = shared.is_cancelled.load(Ordering::Relaxed);
        let location = index.location(ordinal).filter(|at| Arc::ptr_eq(&at.source, &source));
        let Some(location) = location.filter(|_| !is_cancelled) else { return };
        checker.seek(location.previous_end);
        // a game that has been found is there
        let _ = checker.read(Portion::TagsAndResult);
        let key = SortKey::of(column, &TagSummary::of(checker.game()), index.file_name(file));
        // a list of more games than 32 bits count would not fit the memory
        keys.push((key, u32::try_from(ordinal).unwrap_or(u32::MAX)));
        shared.read.fetch_add(1, Ordering::Relaxed);
    }
}

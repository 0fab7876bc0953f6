//! Sorts the games of the index, in the background.

use std::sync::Arc;

use super::game_index::{GameIndex, GameLocation};
use super::index_task::{IndexTask, Progress};
use super::listing::{Column, Order, SortKey};
use super::loaded_game::TagSummary;
use crate::syntax::Portion;

/// The sorting of games by a column.
#[derive(Debug)]
pub struct SortTask {
    /// The column.
    pub column: Column,
    task: IndexTask<Option<Arc<Order>>>,
}

impl SortTask {
    /// Starts to sort the games of an index by a column.
    #[must_use]
    pub fn start(index: &Arc<GameIndex>, column: Column) -> SortTask {
        let mut keys: Vec<(SortKey, u32)> = Vec::new();
        let mut sorted = 0;
        let task = IndexTask::start(index, move |index, progress, count, is_at_rest| {
            if keys.len() < count {
                read_part(index, column, &mut keys, count, progress);
            }
            // while games come, they are sorted again only when there are twice as many, so that
            // all sorts together take about twice the time of the last one
            let is_due = is_at_rest && keys.len() >= count || keys.len() >= 2 * sorted + 1000;
            if is_due && keys.len() > sorted {
                keys.sort();
                sorted = keys.len();
                let ordinals = keys.iter().map(|(_, ordinal)| *ordinal).collect();
                let known = keys.partition_point(|(key, _)| !key.is_unknown);
                *progress.found() = Some(Arc::new(Order { ordinals, known }));
            }
            keys.len() < count
        });
        SortTask { column, task }
    }

    /// Returns the order of the games that have been sorted so far, if any have been.
    #[must_use]
    pub fn order(&self) -> Option<Arc<Order>> {
        self.task.found().clone()
    }

    /// Returns how many games have been read, or `None` if all games found so far have been sorted.
    #[must_use]
    pub fn read(&self) -> Option<usize> {
        (!self.task.is_complete()).then(|| self.task.done())
    }
}

/// Reads the keys of the games in one part of a file, up to `count` in all.
fn read_part(
    index: &GameIndex,
    column: Column,
    keys: &mut Vec<(SortKey, u32)>,
    count: usize,
    progress: &Progress<Option<Arc<Order>>>,
) {
    let Some(GameLocation { file, source, .. }) = index.location(keys.len()) else { return };
    let mut checker = index.checker(&source);
    let portion = if column == Column::Moves { Portion::Whole } else { Portion::TagsAndResult };
    for (ordinal, location) in progress.part(index, keys.len()..count, &source) {
        checker.seek(location.previous_end);
        // a game in the index can always be read
        let _ = checker.read(portion);
        let key = SortKey::of(column, &TagSummary::of(checker.game()), index.file_name(file));
        // more games than 32 bits can count would not fit into memory
        keys.push((key, u32::try_from(ordinal).unwrap_or(u32::MAX)));
    }
}

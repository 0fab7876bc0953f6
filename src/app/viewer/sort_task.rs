//! Sorts the games of the index, in the background.

use std::sync::Arc;

use super::game_index::GameIndex;
use super::index_task::IndexTask;
use super::listing::{Column, Order, SortKey};
use super::loaded_game::TagSummary;
use crate::syntax::Portion;

/// The sorting of games by a column: their order, once some have been sorted.
pub type SortTask = IndexTask<Option<Arc<Order>>>;

impl IndexTask<Option<Arc<Order>>> {
    /// Starts to sort the games of an index by a column.
    pub fn sort(index: &Arc<GameIndex>, column: Column) -> Arc<SortTask> {
        let portion = if column == Column::Moves { Portion::Whole } else { Portion::TagsAndResult };
        let mut keys: Vec<(SortKey, u32)> = Vec::new();
        let mut sorted = 0;
        IndexTask::start(index, move |index, task, count, is_at_rest| {
            if keys.len() < count {
                task.visit(index, keys.len()..count, |ordinal, checker| {
                    // a game in the index can always be read
                    let _ = checker.read(portion);
                    let file = checker.context().source.name();
                    let key = SortKey::of(column, &TagSummary::of(checker.game()), file);
                    // more games than 32 bits can count would not fit into memory
                    keys.push((key, u32::try_from(ordinal).unwrap_or(u32::MAX)));
                });
            }
            // while games come, they are sorted again only when there are twice as many, so that
            // all sorts together take about twice the time of the last one
            let is_due = is_at_rest && keys.len() >= count || keys.len() >= 2 * sorted + 1000;
            if is_due && keys.len() > sorted {
                keys.sort();
                sorted = keys.len();
                let ordinals = keys.iter().map(|(_, ordinal)| *ordinal).collect();
                let known = keys.partition_point(|(key, _)| !key.is_unknown);
                *task.found() = Some(Arc::new(Order { ordinals, known }));
            }
            keys.len() < count
        })
    }
}

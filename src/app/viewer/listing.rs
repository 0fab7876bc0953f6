//! The rows of the list of games: all games or those that have been found, in the order of the files or sorted.

use std::sync::Arc;

use super::search_task::SearchTask;
use super::sort_task::{Order, SortTask};

/// The rows of the list.
#[derive(Debug, Default)]
pub struct Listing {
    /// The number of games in the index.
    games: usize,
    is_descending: bool,
    order: Option<Arc<Order>>,
    /// The games found, sorted, if there are a search and an order.
    found: Option<Vec<usize>>,
    /// The number of games found so far, if there is a search.
    matches: Option<usize>,
}

impl Listing {
    /// Adopts what the tasks have found so far. Returns whether rows have other games than before.
    pub fn update(
        &mut self,
        games: usize,
        search: Option<&SearchTask>,
        sort: Option<&SortTask>,
        is_descending: bool,
    ) -> bool {
        let order = sort.and_then(SortTask::order);
        let matches = search.map(SearchTask::len);
        let is_same_order = match (&order, &self.order) {
            (Some(new), Some(old)) => Arc::ptr_eq(new, old),
            (None, None) => true,
            _ => false,
        };
        let is_same = is_same_order && matches == self.matches && is_descending == self.is_descending;
        (self.games, self.order, self.matches, self.is_descending) = (games, order, matches, is_descending);
        if is_same {
            return false;
        }
        self.found = search.filter(|_| self.is_sorted()).map(|task| self.sorted(task));
        true
    }

    /// Tells whether the rows are in another order than games in the files.
    fn is_sorted(&self) -> bool {
        self.order.is_some() || self.is_descending
    }

    /// Returns the games that a search has found in the order of the list.
    fn sorted(&self, task: &SearchTask) -> Vec<usize> {
        let mut is_found = vec![false; self.games];
        for ordinal in task.matches(0, self.games) {
            // a game that has come since is not listed yet
            if let Some(is_found) = is_found.get_mut(ordinal) {
                *is_found = true;
            }
        }
        (0..self.games).map(|row| self.game_in(row)).filter(|ordinal| is_found[*ordinal]).collect()
    }

    /// Returns the game in a row of a list of all games.
    fn game_in(&self, row: usize) -> usize {
        match &self.order {
            Some(order) => order.ordinal(row, self.is_descending),
            None if self.is_descending => self.games - 1 - row,
            None => row,
        }
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.matches.unwrap_or(self.games)
    }

    /// Returns the ordinals of at most `count` games from a row on.
    #[must_use]
    pub fn games(&self, from: usize, count: usize, search: Option<&SearchTask>) -> Vec<usize> {
        let rows = from..self.len().min(from.saturating_add(count));
        match (&self.found, search) {
            (Some(found), _) => rows.filter_map(|row| found.get(row).copied()).collect(),
            (None, Some(task)) => task.matches(from, count),
            (None, None) => rows.map(|row| self.game_in(row)).collect(),
        }
    }

    /// Returns the row of a game, if it has one.
    #[must_use]
    pub fn row_of(&self, ordinal: usize, search: Option<&SearchTask>) -> Option<usize> {
        match (&self.found, search) {
            (Some(found), _) => found.iter().position(|at| *at == ordinal),
            (None, Some(task)) => task.number_of(ordinal).map(|number| number - 1),
            (None, None) if !self.is_sorted() => (ordinal < self.games).then_some(ordinal),
            (None, None) => (0..self.games).find(|row| self.game_in(*row) == ordinal),
        }
    }
}

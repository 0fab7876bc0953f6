//! The rows of the list of games: all games or those that a search has found, in the order of the files or sorted.

use std::sync::Arc;

use ratatui::text::Span;

use super::game_index::GameIndex;
use super::loaded_game::TagSummary;
use super::search_task::SearchTask;
use super::sort_task::SortTask;
use crate::message::Language;
use crate::text::plain_letters;

/// The rows of the list.
#[derive(Debug, Default)]
pub struct Listing {
    /// The search, whose matches are the only rows.
    pub search: Option<Arc<SearchTask>>,
    sort: Sort,
    /// The sorting, unless the games are in the order of the files.
    pub sort_task: Option<Arc<SortTask>>,
    /// The number of games in the index.
    games: usize,
    order: Option<Arc<Order>>,
    /// The games that the search has found, in the order of the list, if there is a search and the list is sorted.
    found: Option<Vec<usize>>,
    /// The number of games that the search has found so far, if there is one.
    matches: Option<usize>,
}

impl Listing {
    /// Lists only the games that a search finds, or all games.
    pub fn search(&mut self, search: Option<Arc<SearchTask>>) {
        (self.search, self.found, self.matches) = (search, None, None);
    }

    /// Sorts the games of an index in an order from now on.
    pub fn sort(&mut self, index: &Arc<GameIndex>, sort: Sort) {
        if sort.column != self.sort.column {
            self.sort_task = (sort.column != Column::Number).then(|| SortTask::sort(index, sort.column));
        }
        if sort != self.sort {
            (self.sort, self.order, self.matches) = (sort, None, None);
        }
    }

    /// Updates the rows with what the tasks have found so far. Returns whether rows may have other
    /// games than before.
    pub fn update(&mut self, games: usize) -> bool {
        let matches = self.search.as_ref().map(|task| task.len());
        let order = self.sort_task.as_ref().and_then(|task| task.found().clone());
        let is_same = matches == self.matches
            && order.as_ref().map(Arc::as_ptr) == self.order.as_ref().map(Arc::as_ptr);
        (self.games, self.order, self.matches) = (games, order, matches);
        if !is_same {
            self.found = self.search.as_ref().filter(|_| self.is_sorted()).map(|task| self.sorted(task));
        }
        !is_same
    }

    /// Returns whether the rows are in another order than the games in the files.
    pub fn is_sorted(&self) -> bool {
        self.order.is_some() || self.sort.is_descending
    }

    /// Returns the games that a search has found, in the order of the list.
    fn sorted(&self, task: &SearchTask) -> Vec<usize> {
        let mut is_found = vec![false; self.games];
        for ordinal in task.matches(0, self.games) {
            // a game that has come since is not listed yet
            if let Some(is_found) = is_found.get_mut(ordinal) {
                *is_found = true;
            }
        }
        (0..self.games).map(|row| self.game_in(row)).filter(|at| is_found.get(*at) == Some(&true)).collect()
    }

    /// Returns the game in a row of a list of all games.
    fn game_in(&self, row: usize) -> usize {
        match &self.order {
            Some(order) => order.ordinal(row, self.sort.is_descending),
            None if self.sort.is_descending => self.games - 1 - row,
            None => row,
        }
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.matches.unwrap_or(self.games)
    }

    /// Returns the ordinals of at most `count` games from a row on.
    pub fn games(&self, from: usize, count: usize) -> Vec<usize> {
        let rows = from..self.len().min(from.saturating_add(count));
        match (&self.found, &self.search) {
            (Some(found), _) => rows.filter_map(|row| found.get(row).copied()).collect(),
            (None, Some(task)) => task.matches(from, count),
            (None, None) => rows.map(|row| self.game_in(row)).collect(),
        }
    }

    /// Returns the row of a game, if it has one.
    pub fn row_of(&self, ordinal: usize) -> Option<usize> {
        match (&self.found, &self.search) {
            (Some(found), _) => found.iter().position(|at| *at == ordinal),
            (None, Some(task)) => task.number_of(ordinal).map(|number| number - 1),
            (None, None) if !self.is_sorted() => (ordinal < self.games).then_some(ordinal),
            (None, None) => (0..self.games).find(|row| self.game_in(*row) == ordinal),
        }
    }
}

/// The order of the first games of the index.
#[derive(Debug, Default)]
pub struct Order {
    /// The ordinals of the games, in ascending order of their keys. They are those from 0 on, without a gap.
    pub(super) ordinals: Vec<u32>,
    /// How many of them have a value; the others come after these.
    pub(super) known: usize,
}

impl Order {
    /// Returns the ordinal of the game in a row. In descending order, too, games without a value come last.
    fn ordinal(&self, row: usize, is_descending: bool) -> usize {
        let row = if is_descending && row < self.known { self.known - 1 - row } else { row };
        // games that have come since are not sorted yet
        self.ordinals.get(row).map_or(row, |ordinal| *ordinal as usize)
    }
}

/// A column of the list of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Column {
    /// The number of the game.
    #[default]
    Number,
    /// The white player.
    White,
    /// The rating of White.
    WhiteElo,
    /// The black player.
    Black,
    /// The rating of Black.
    BlackElo,
    /// The result.
    Result,
    /// The number of moves.
    Moves,
    /// The date.
    Date,
    /// The code of the opening.
    Eco,
    /// The event.
    Event,
    /// The round.
    Round,
    /// The site.
    Site,
    /// The file, if there are several.
    File,
}

type Heading = fn(&Language) -> &'static str;

/// The columns from left to right, as in [`Column`], each with its heading and its tag, if it has the value of one.
pub(super) const COLUMNS: [(Column, Heading, &str); 13] = [
    (Column::Number, |words| words.viewer.column_number, ""),
    (Column::White, |words| words.white_side, "White"),
    (Column::WhiteElo, |words| words.viewer.column_white_elo, "WhiteElo"),
    (Column::Black, |words| words.black_side, "Black"),
    (Column::BlackElo, |words| words.viewer.column_black_elo, "BlackElo"),
    (Column::Result, |words| words.viewer.column_result, ""),
    (Column::Moves, |words| words.viewer.column_moves, ""),
    (Column::Date, |words| words.viewer.column_date, "Date"),
    (Column::Eco, |_| "ECO", "ECO"),
    (Column::Event, |words| words.viewer.column_event, "Event"),
    (Column::Round, |words| words.viewer.column_round, "Round"),
    (Column::Site, |words| words.viewer.column_site, "Site"),
    (Column::File, |words| words.viewer.column_file, ""),
];

impl Column {
    /// Returns the heading.
    pub fn heading(self, language: &Language) -> &'static str {
        COLUMNS[self as usize].1(language)
    }

    /// Returns whether the values of games are numbers.
    pub fn is_number(self) -> bool {
        matches!(self, Column::Number | Column::WhiteElo | Column::BlackElo | Column::Moves)
    }

    /// Returns the value of a game in the list, except for its number and its file. What stands for the players is in
    /// the place of White.
    pub fn value(self, tags: &TagSummary) -> &str {
        if self == Column::White && !tags.title.is_empty() { &tags.title } else { tags.get(self) }
    }
}

/// The widths of the widest values of each column in the games that have been on the screen. They only grow, so that
/// columns do not jump when the user goes back and forth.
#[derive(Debug, Default)]
pub struct Widths([usize; COLUMNS.len()]);

impl Widths {
    /// Adds the values of a game.
    pub fn add(&mut self, tags: &TagSummary) {
        for (width, (column, ..)) in self.0.iter_mut().zip(COLUMNS) {
            *width = Span::raw(column.value(tags)).width().max(*width);
        }
    }

    /// Returns the width of a column, which is 0 if no game has had a value in it.
    pub fn of(&self, column: Column) -> usize {
        self.0[column as usize]
    }
}

/// The order of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sort {
    /// The column that games are sorted by.
    pub column: Column,
    /// Whether the order is descending. Games without a value come last in either order.
    pub is_descending: bool,
}

impl Sort {
    /// Returns the order that a column has at first: the highest ratings, the longest games and the latest dates come first.
    pub fn by(column: Column) -> Sort {
        let is_descending =
            matches!(column, Column::WhiteElo | Column::BlackElo | Column::Moves | Column::Date);
        Sort { column, is_descending }
    }

    /// Returns the order by the next column. The file is left out if there is only one.
    pub fn next(self, has_files: bool) -> Sort {
        let mut columns = COLUMNS.iter().map(|(column, ..)| *column).cycle().skip(self.column as usize + 1);
        Sort::by(columns.find(|column| has_files || *column != Column::File).unwrap_or(self.column))
    }

    /// Returns the order by a column, or the opposite order if it is by that column already.
    pub fn or_by(self, column: Column) -> Sort {
        if column == self.column { self.reversed() } else { Sort::by(column) }
    }

    /// Returns the opposite order.
    pub fn reversed(self) -> Sort {
        Sort { is_descending: !self.is_descending, ..self }
    }
}

/// The key by which a game is sorted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SortKey {
    /// Whether the game has no value. It is the first field, so that these games come last.
    pub(super) is_unknown: bool,
    /// The number that a rating, a round or the number of moves begins with, so that 9 comes before 10; in other columns 0.
    number: u32,
    text: Box<str>,
}

impl SortKey {
    /// Returns the key of a game in a column. `file` is the name of its file.
    pub(super) fn of(column: Column, tags: &TagSummary, file: &str) -> SortKey {
        let value = if column == Column::File { file } else { column.value(tags) };
        let is_numbered = column.is_number() || column == Column::Round;
        let digits = value.find(|c: char| !c.is_ascii_digit()).unwrap_or(value.len());
        let number = if is_numbered { value[..digits].parse().unwrap_or(u32::MAX) } else { 0 };
        SortKey { is_unknown: value.is_empty(), number, text: plain_letters(value).into() }
    }
}

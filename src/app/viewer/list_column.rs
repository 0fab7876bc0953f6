//! The columns of the list of games, and what games are sorted by in each.

use super::tag_summary::TagSummary;
use crate::message::Language;
use crate::text::plain_letters;

/// A column of the list of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// The number of the game.
    Number,
    /// The file, if there are several.
    File,
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
}

impl Column {
    /// All columns, from left to right.
    pub const ALL: [Column; 12] = [
        Column::Number,
        Column::File,
        Column::White,
        Column::WhiteElo,
        Column::Black,
        Column::BlackElo,
        Column::Result,
        Column::Date,
        Column::Eco,
        Column::Event,
        Column::Round,
        Column::Site,
    ];

    /// Returns the heading.
    #[must_use]
    pub fn heading(self, language: &Language) -> &'static str {
        match self {
            Column::Number => language.view_column_number,
            Column::File => language.view_column_file,
            Column::White => language.white_side,
            Column::Black => language.black_side,
            Column::WhiteElo | Column::BlackElo => "Elo",
            Column::Result => language.view_column_result,
            Column::Date => language.view_column_date,
            Column::Eco => "ECO",
            Column::Event => language.view_column_event,
            Column::Round => language.view_column_round,
            Column::Site => language.view_column_site,
        }
    }

    /// Returns what a game has in the column, other than its number and its file.
    #[must_use]
    pub fn value(self, tags: &TagSummary) -> &str {
        match self {
            Column::Number | Column::File => "",
            Column::White => &tags.names[0],
            Column::WhiteElo => &tags.ratings[0],
            Column::Black => &tags.names[1],
            Column::BlackElo => &tags.ratings[1],
            Column::Result => tags.result,
            Column::Date => &tags.date,
            Column::Eco => &tags.eco,
            Column::Event => &tags.event,
            Column::Round => &tags.round,
            Column::Site => &tags.site,
        }
    }
}

/// The order of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sort {
    /// The column that games are sorted by.
    pub column: Column,
    /// Whether the last comes first. Games without a value come behind the others either way.
    pub is_descending: bool,
}

impl Sort {
    /// Returns the order that a column has at first: the highest ratings and the latest dates come first.
    #[must_use]
    pub fn by(column: Column) -> Sort {
        let is_descending = matches!(column, Column::WhiteElo | Column::BlackElo | Column::Date);
        Sort { column, is_descending }
    }

    /// Returns the order by the next column, or by the one before. The first is that of the files.
    #[must_use]
    pub fn next(self, has_files: bool, forward: bool) -> Sort {
        let columns: Vec<_> =
            Column::ALL.into_iter().filter(|column| has_files || *column != Column::File).collect();
        let at = columns.iter().position(|column| *column == self.column).unwrap_or(0);
        let step = if forward { 1 } else { columns.len() - 1 };
        Sort::by(columns[(at + step) % columns.len()])
    }

    /// Returns the opposite order.
    #[must_use]
    pub fn reversed(self) -> Sort {
        Sort { is_descending: !self.is_descending, ..self }
    }
}

impl Default for Sort {
    fn default() -> Sort {
        Sort::by(Column::Number)
    }
}

/// What a game is sorted by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SortKey {
    /// Whether the game has no value, which comes first so that these games are the last.
    pub(super) is_unknown: bool,
    /// The number that the value begins with, so that 9 is before 10.
    number: u32,
    text: Box<str>,
}

impl SortKey {
    /// Returns the key of a game in a column. `file` is the name of its file.
    pub(super) fn of(column: Column, tags: &TagSummary, file: &str) -> SortKey {
        let value = if column == Column::File { file } else { column.value(tags) };
        let is_numbered = matches!(column, Column::WhiteElo | Column::BlackElo | Column::Round);
        let digits = value.find(|c: char| !c.is_ascii_digit()).unwrap_or(value.len());
        let number = if is_numbered { value[..digits].parse().unwrap_or(u32::MAX) } else { 0 };
        SortKey { is_unknown: value.is_empty(), number, text: plain_letters(value).into() }
    }
}

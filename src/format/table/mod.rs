//! Games and moves as tables of CSV (docs/explain/columns.md).
//!
//! A table is CSV as in RFC 4180, in UTF-8, but with a line feed at the end of each row. No value has a line feed,
//! so a row is a line. Values are exact, except that characters that control a terminal are replaced.

mod columns;
mod games;
mod moves;
mod rows;

pub use columns::{Columns, ColumnsError, UnknownColumn};
pub use games::GamesTable;
pub use moves::MovesTable;

/// One of the two tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    Games,
    Moves,
}

impl Table {
    const fn name(self) -> &'static str {
        match self {
            Table::Games => "games",
            Table::Moves => "moves",
        }
    }

    /// Returns the names of the columns that the table has if none are chosen.
    const fn usual_columns(self) -> &'static str {
        match self {
            Table::Games => games::USUAL,
            Table::Moves => moves::USUAL,
        }
    }

    /// Lists the names of the columns that are not tags.
    fn computed_columns(self) -> Vec<&'static str> {
        match self {
            Table::Games => games::COMPUTED.iter().map(|(name, _)| *name).collect(),
            Table::Moves => moves::COMPUTED.iter().map(|(name, _)| *name).collect(),
        }
    }
}

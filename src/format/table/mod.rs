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

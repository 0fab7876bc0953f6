//! The columns of a table, ready to be written.

use super::game_value::GameValue;
use super::{Columns, ForeignColumn, Table};
use crate::format::Frame;

/// A column of one of the tables.
pub(super) trait Column: Clone + 'static {
    /// The table.
    const TABLE: Table;
    /// The columns that are not tags, by name.
    const COMPUTED: &'static [(&'static str, Self)];

    /// Returns the column of a value that is known without the moves.
    fn of_game(value: GameValue) -> Self;
}

/// The columns that a table has.
#[derive(Clone, Debug)]
pub(super) struct Layout<C> {
    names: Columns,
    pub(super) columns: Vec<C>,
}

impl<C: Column> Layout<C> {
    /// Creates a layout with the columns of these names: each a computed one, or else a tag.
    ///
    /// # Errors
    ///
    /// Returns [`ForeignColumn`] if one of them is computed for the other table only.
    pub(super) fn new(names: &Columns) -> Result<Layout<C>, ForeignColumn> {
        let columns = names.resolve(C::TABLE, C::COMPUTED, |name| C::of_game(GameValue::Tag(name)))?;
        Ok(Layout { names: names.clone(), columns })
    }

    /// Returns the frame of the table: the names of the columns, which need no quotes.
    pub(super) fn frame(&self) -> Frame {
        let head = self.names.iter().collect::<Vec<_>>().join(",") + "\n";
        Frame { head, foot: String::new(), stands_alone: true }
    }
}

/// The columns that a table has if none are chosen.
impl<C: Column> Default for Layout<C> {
    fn default() -> Layout<C> {
        // unwrap(): the columns are those of this table
        Layout::new(&Columns::usual(C::TABLE)).unwrap()
    }
}

//! Rows of a table, written as CSV.

use std::io::Write;
use std::{io, mem};

use csv::{IntoInnerError, Terminator, Writer, WriterBuilder};

use super::games::GameValue;
use super::{Columns, ForeignColumn, Table};
use crate::format::{Frame, Pages};

/// The length in bytes above which rows are handed over to the output, so that memory does not grow with a long
/// game.
const MAX_LENGTH: usize = 64 << 10;

/// Writes the rows of a game.
#[derive(Debug)]
pub(super) struct Rows {
    writer: Writer<Vec<u8>>,
    /// The offsets of the placeholders for the number of the game, each one digit. Only the output
    /// knows the number, when all games before have been read.
    numbers: Vec<usize>,
}

impl Rows {
    pub(super) fn new() -> Rows {
        Rows { writer: writer_to(Vec::new()), numbers: Vec::new() }
    }

    /// Writes the next field of a row.
    pub(super) fn field(&mut self, value: impl AsRef<[u8]>) -> io::Result<()> {
        Ok(self.writer.write_field(value)?)
    }

    /// Writes the number of the game as the next field.
    pub(super) fn number_of_game(&mut self) -> io::Result<()> {
        self.field("0")?;
        self.writer.flush()?;
        self.numbers.push(self.writer.get_ref().len() - 1);
        Ok(())
    }

    /// Ends a row. Hands the rows over to the output if they are long.
    pub(super) fn end_row(&mut self, pages: &mut impl Pages) -> io::Result<()> {
        self.writer.write_record(None::<&[u8]>)?;
        if self.writer.get_ref().len() > MAX_LENGTH { self.hand_over(pages) } else { Ok(()) }
    }

    /// Hands the rows over to the output.
    pub(super) fn hand_over(&mut self, pages: &mut impl Pages) -> io::Result<()> {
        let writer = mem::replace(&mut self.writer, writer_to(Vec::new()));
        let mut text = writer.into_inner().map_err(IntoInnerError::into_error)?;
        let mut written = 0;
        for at in self.numbers.drain(..) {
            pages.out().write_all(&text[written..at])?;
            pages.number()?;
            written = at + 1;
        }
        pages.out().write_all(&text[written..])?;
        text.clear();
        self.writer = writer_to(text);
        Ok(())
    }
}

/// Returns a writer that appends rows to a text.
fn writer_to(text: Vec<u8>) -> Writer<Vec<u8>> {
    const BUFFER: usize = 1 << 10;
    let mut builder = WriterBuilder::new();
    builder.terminator(Terminator::Any(b'\n')).buffer_capacity(BUFFER).from_writer(text)
}

/// A column of one of the tables.
pub(super) trait Column: Clone + 'static {
    /// The table.
    const TABLE: Table;
    /// The columns that are not tags, by name.
    const COMPUTED: &'static [(&'static str, Self)];

    /// Returns the column with a value that is known without the moves.
    fn of_game(value: GameValue) -> Self;
}

/// The columns of a table.
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

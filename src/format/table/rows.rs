//! Rows of a table, written as CSV.

use std::borrow::Cow;
use std::io::{self, Write};

use super::games::GameValue;
use super::{Columns, UnknownColumn};
use crate::format::{Frame, MoveText, Pages};
use crate::text::{Printable, is_unprintable};

/// The length in bytes above which rows are handed over to the output, so that memory does not grow with a long
/// game.
const MAX_LENGTH: usize = 64 << 10;

/// Writes the rows of a game.
#[derive(Debug, Default)]
pub(super) struct Rows {
    text: Vec<u8>,
    /// The offset in the text of the row that is being written.
    row: usize,
    /// Whether the row has a field.
    has_field: bool,
    /// The offsets of the placeholders for the number of the game, each one digit. Only the output
    /// knows the number, when all games before have been read.
    numbers: Vec<usize>,
}

impl Rows {
    /// Begins the next field of a row, and returns the text to append it to, which must not need quotes.
    pub(super) fn begin_plain(&mut self) -> &mut Vec<u8> {
        if self.has_field {
            self.text.push(b',');
        }
        self.has_field = true;
        &mut self.text
    }

    /// Writes the next field of a row, which needs no quotes.
    pub(super) fn plain(&mut self, value: impl AsRef<[u8]>) {
        self.begin_plain().extend_from_slice(value.as_ref());
    }

    /// Writes the next field of a row, printable, in quotes if a comma or a quotation mark asks for them.
    pub(super) fn field(&mut self, value: &str) {
        write_field(value, self.begin_plain());
    }

    /// Writes the number of the game as the next field.
    pub(super) fn number_of_game(&mut self) {
        self.plain("0");
        self.numbers.push(self.text.len() - 1);
    }

    /// Ends a row. Hands the rows over to the output if they are long.
    pub(super) fn end_row(&mut self, pages: &mut impl Pages) -> io::Result<()> {
        // a row of one empty field would be a blank line, which readers skip
        if self.text.len() == self.row {
            self.text.extend_from_slice(b"\"\"");
        }
        self.text.push(b'\n');
        (self.row, self.has_field) = (self.text.len(), false);
        if self.text.len() > MAX_LENGTH { self.hand_over(pages) } else { Ok(()) }
    }

    /// Hands the rows over to the output.
    pub(super) fn hand_over(&mut self, pages: &mut impl Pages) -> io::Result<()> {
        let mut written = 0;
        for at in self.numbers.drain(..) {
            pages.out().write_all(&self.text[written..at])?;
            pages.number()?;
            written = at + 1;
        }
        pages.out().write_all(&self.text[written..])?;
        self.text.clear();
        self.row = 0;
        Ok(())
    }
}

/// Appends a value as a field of CSV, in which characters that control a terminal are replaced.
pub(super) fn write_field(value: &str, out: &mut Vec<u8>) {
    // nearly all values are such, and their bytes are copied at once
    if value.bytes().all(|byte| matches!(byte, b' '..=b'~') && !matches!(byte, b',' | b'"')) {
        return out.extend_from_slice(value.as_bytes());
    }
    let value =
        if value.contains(is_unprintable) { Printable(value).to_string().into() } else { Cow::from(value) };
    if !value.contains([',', '"']) {
        return out.extend_from_slice(value.as_bytes());
    }
    out.push(b'"');
    for byte in value.bytes() {
        // a quotation mark is doubled, as RFC 4180 asks in section 2
        out.extend(std::iter::repeat_n(byte, if byte == b'"' { 2 } else { 1 }));
    }
    out.push(b'"');
}

/// A column of one of the tables.
pub trait Column: Clone + 'static {
    /// The name of the table.
    const TABLE: &'static str;
    /// The columns that are not tags, by name.
    const COMPUTED: &'static [(&'static str, Self)];
    /// The columns of the table if none are chosen, as the command line would name them.
    const USUAL: &'static str;

    /// Returns the column with a value that is known without the moves.
    fn of_game(value: GameValue) -> Self;

    /// Lists the names of the columns that are not tags.
    fn computed() -> impl Iterator<Item = &'static str> {
        Self::COMPUTED.iter().map(|(name, _)| *name)
    }
}

/// A table with chosen columns.
#[derive(Clone, Debug)]
pub struct CsvTable<C> {
    names: Columns,
    pub(super) columns: Vec<C>,
    pub(super) move_text: MoveText,
}

impl<C: Column> CsvTable<C> {
    /// Creates the format with the columns of these names: each a computed one, or else a tag.
    ///
    /// # Errors
    ///
    /// Returns [`UnknownColumn`] if the table does not have one of them.
    pub fn new(names: &Columns) -> Result<CsvTable<C>, UnknownColumn> {
        let columns = names.resolve()?;
        Ok(CsvTable { names: names.clone(), columns, move_text: MoveText::default() })
    }

    /// Sets how moves are written.
    #[must_use]
    pub fn with_move_text(self, move_text: MoveText) -> CsvTable<C> {
        CsvTable { move_text, ..self }
    }

    /// Returns the frame of the table: the names of the columns, which need no quotes.
    pub(super) fn head(&self) -> Frame {
        let head = self.names.iter().collect::<Vec<_>>().join(",") + "\n";
        Frame { head, foot: String::new(), stands_alone: true }
    }
}

/// The columns that a table has if none are chosen.
impl<C: Column> Default for CsvTable<C> {
    fn default() -> CsvTable<C> {
        // unwrap(): a constant with columns of this table, which the tests read
        CsvTable::new(&C::USUAL.parse().unwrap()).unwrap()
    }
}

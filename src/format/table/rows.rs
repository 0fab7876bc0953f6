//! Rows of a table, written as CSV.

use std::io::{self, Write};

use csv::{Terminator, Writer, WriterBuilder};

use crate::format::Pages;

/// The text of the rows of a game. The memory is reused for the next one.
#[derive(Clone, Debug, Default)]
pub(super) struct RowText {
    text: Vec<u8>,
    /// The places of the digit that stands for the number of the game, which the output knows.
    numbers: Vec<usize>,
}

/// Writes the rows of a game.
#[derive(Debug)]
pub(super) struct Rows<'t> {
    writer: Writer<&'t mut Vec<u8>>,
    numbers: &'t mut Vec<usize>,
}

impl RowText {
    /// Begins the rows of a game.
    pub(super) fn begin(&mut self) -> Rows<'_> {
        self.text.clear();
        self.numbers.clear();
        let writer = WriterBuilder::new().terminator(Terminator::Any(b'\n')).from_writer(&mut self.text);
        Rows { writer, numbers: &mut self.numbers }
    }

    /// Writes the rows, which have been flushed.
    pub(super) fn write_to(&self, pages: &mut impl Pages) -> io::Result<()> {
        let mut written = 0;
        for &at in &self.numbers {
            pages.out().write_all(&self.text[written..at])?;
            pages.number()?;
            written = at + 1;
        }
        pages.out().write_all(&self.text[written..])
    }
}

impl Rows<'_> {
    /// Writes the next field of a row.
    pub(super) fn field(&mut self, value: impl AsRef<[u8]>) -> io::Result<()> {
        Ok(self.writer.write_field(value)?)
    }

    /// Writes the number of the game as the next field.
    pub(super) fn number_of_game(&mut self) -> io::Result<()> {
        self.field("0")?;
        self.flush()?;
        self.numbers.push(self.writer.get_ref().len() - 1);
        Ok(())
    }

    /// Ends a row.
    pub(super) fn end_row(&mut self) -> io::Result<()> {
        Ok(self.writer.write_record(None::<&[u8]>)?)
    }

    /// Hands everything over to the text.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

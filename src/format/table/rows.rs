//! Rows of a table, written as CSV.

use std::io::{self, Write};
use std::mem;

use csv::{IntoInnerError, Terminator, Writer, WriterBuilder};

use crate::format::Pages;

/// The length in bytes from which rows are handed over to the output, so that a long game is not held.
const MAX_LENGTH: usize = 64 << 10;

/// Writes the rows of a game.
#[derive(Debug)]
pub(super) struct Rows {
    writer: Writer<Vec<u8>>,
    /// The places of the digit that stands for the number of the game, which the output knows.
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

    /// Ends a row. Hands the rows over to the output if there are many.
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

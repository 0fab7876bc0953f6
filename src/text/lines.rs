//! Line and column numbers of a text, without counting from its beginning each time.

use super::encoding::count_chars;
use super::work;

/// The number of bytes between two positions of a [`LineIndex`].
///
/// A lookup reads half of them on average, and the index takes a fortieth of the
/// memory of the text.
const STRIDE: usize = 1024;

/// A line and a column of a text, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The line number, counted from 1.
    pub line: usize,
    /// The column, counted from 1 in characters.
    pub column: usize,
    /// The byte offset at which the line begins.
    pub line_start: usize,
}

impl Position {
    const START: Position = Position { line: 1, column: 1, line_start: 0 };

    /// Returns the position of the offset `end`, given that `self` is that of `start`.
    fn advance(self, bytes: &[u8], start: usize, end: usize) -> Position {
        work::count(end - start);
        let mut here = self;
        let mut from = start;
        for at in memchr::memchr2_iter(b'\n', b'\r', &bytes[start..end]).map(|at| start + at) {
            // in `\r\n`, only the `\n` ends the line
            if bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n') {
                from = at + 1;
                here = Position { line: here.line + 1, column: 1, line_start: from };
            }
        }
        here.column += count_chars(bytes, from..end);
        here
    }
}

/// The positions of every [`STRIDE`]th byte of a text.
#[derive(Clone, Debug)]
pub struct LineIndex(Vec<Position>);

impl LineIndex {
    /// Builds the index in one pass over the text.
    #[must_use]
    pub fn new(bytes: &[u8]) -> LineIndex {
        let mut here = Position::START;
        let mut index = vec![here];
        for end in (STRIDE..=bytes.len()).step_by(STRIDE) {
            here = here.advance(bytes, end - STRIDE, end);
            index.push(here);
        }
        LineIndex(index)
    }

    /// Finds the position of an offset of the text, in constant time.
    ///
    /// `\n`, `\r\n` and a lone `\r` all end a line.
    #[must_use]
    pub fn position(&self, bytes: &[u8], offset: usize) -> Position {
        let offset = offset.min(bytes.len());
        let known = offset / STRIDE;
        self.0[known].advance(bytes, known * STRIDE, offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line_and_column(bytes: &[u8], offset: usize) -> (usize, usize) {
        let position = LineIndex::new(bytes).position(bytes, offset);
        (position.line, position.column)
    }

    #[test]
    fn every_kind_of_line_end_counts_once() {
        let text = b"one\ntwo\r\nthree\rfour";
        let lines = [0, 4, 9, 15, 19].map(|offset| line_and_column(text, offset));
        assert_eq!(lines, [(1, 1), (2, 1), (3, 1), (4, 1), (4, 5)]);
        assert_eq!(line_and_column(text, 11), (3, 3));
    }

    #[test]
    fn columns_are_characters_not_bytes() {
        assert_eq!(line_and_column("Moià x".as_bytes(), 6), (1, 6));
        assert_eq!(line_and_column(b"Moi\xe0 x", 5), (1, 6));
    }

    #[test]
    fn positions_counted_from_the_index_and_from_the_beginning_are_the_same() {
        let text = "à\r\nb\rc\n€ dd".repeat(2000).into_bytes();
        let index = LineIndex::new(&text);
        for offset in (0..=text.len()).step_by(7).chain(STRIDE - 3..STRIDE + 3).chain([text.len()]) {
            let counted = Position::START.advance(&text, 0, offset);
            assert_eq!(index.position(&text, offset), counted, "{offset}");
        }
    }
}

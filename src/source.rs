//! The bytes of a file or of standard input, and places in them.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;

use encoding_rs::UTF_8;
use thiserror::Error;

use crate::codes::Code;
use crate::compression::decompressed;
use crate::lang::{ENGLISH, Explain, Language, fill};
use crate::text::Encoding;

/// A half-open range of byte offsets in a [`Source`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The offset of the first byte.
    pub start: usize,
    /// The offset behind the last byte.
    pub end: usize,
}

impl Span {
    /// Makes the span `start..end`.
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Span {
        Span { start, end }
    }

    /// Returns the span as a range, to slice with.
    #[must_use]
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

/// A line of a [`Source`], found by [`Source::line_at`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The number of the line, counted from 1.
    pub number: usize,
    /// Its bytes, without the line end.
    pub span: Span,
}

/// A text to translate, with the name that messages give it.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    bytes: Vec<u8>,
    encoding: Encoding,
    mentions_variant: bool,
}

/// The error of a source that could not be read.
#[derive(Debug, Error)]
#[error("{}", self.message(&ENGLISH))]
pub struct ReadError {
    /// The file's name as the user wrote it.
    pub name: String,
    /// What the system said.
    #[source]
    pub cause: io::Error,
}

impl Explain for ReadError {
    fn code(&self) -> Code {
        Code::CannotRead
    }

    fn message(&self, language: &Language) -> String {
        fill(language.cannot_read, &[("file", &self.name), ("cause", &self.cause)])
    }
}

impl Source {
    /// Takes bytes under a name. A byte order mark is dropped; UTF-16 that has
    /// one becomes UTF-8.
    #[must_use]
    pub fn new(name: impl Into<String>, mut bytes: Vec<u8>) -> Source {
        match encoding_rs::Encoding::for_bom(&bytes) {
            Some((encoding, length)) if encoding == UTF_8 => drop(bytes.drain(..length)),
            Some((utf_16, _)) => bytes = utf_16.decode(&bytes).0.into_owned().into_bytes(),
            None => {}
        }
        let encoding = Encoding::detect(&bytes);
        let mentions_variant = memchr::memmem::find(&bytes, b"Variant").is_some();
        Source { name: name.into(), bytes, encoding, mentions_variant }
    }

    /// Reads a whole file, which may be compressed.
    ///
    /// # Errors
    ///
    /// [`ReadError`] when the file cannot be opened or read.
    pub fn open(path: &Path) -> Result<Source, ReadError> {
        let name = path.display().to_string();
        Source::read(name, || File::open(path))
    }

    /// Reads standard input, which may be compressed, to its end.
    ///
    /// # Errors
    ///
    /// [`ReadError`] when reading fails.
    pub fn standard_input() -> Result<Source, ReadError> {
        Source::read("<stdin>".to_owned(), || Ok(io::stdin().lock()))
    }

    fn read<R: Read>(name: String, open: impl FnOnce() -> io::Result<R>) -> Result<Source, ReadError> {
        let mut bytes = Vec::new();
        let read = open().and_then(|input| decompressed(input)?.read_to_end(&mut bytes));
        match read {
            Ok(_) => Ok(Source::new(name, bytes)),
            Err(cause) => Err(ReadError { name, cause }),
        }
    }

    /// Returns the name given to the source.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the text, to which every [`Span`] refers.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Tells whether a `Variant` tag may be in the text, so that most sources
    /// need not be searched for one game by game.
    #[must_use]
    pub fn mentions_variant(&self) -> bool {
        self.mentions_variant
    }

    /// Returns the encoding found for the whole text.
    #[must_use]
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Returns a stretch of the text as characters.
    #[must_use]
    pub fn text(&self, span: Span) -> Cow<'_, str> {
        self.encoding.decode(&self.bytes[span.range()])
    }

    /// Finds the line in which an offset stands, in time linear in the offset.
    ///
    /// `\n`, `\r\n` and a lone `\r` all end a line.
    #[must_use]
    pub fn line_at(&self, offset: usize) -> Line {
        let span = self.line_span(offset);
        Line { number: 1 + count_line_ends(&self.bytes[..span.start]), span }
    }

    /// Finds the line in which an offset stands, in time linear in its length.
    #[must_use]
    pub fn line_span(&self, offset: usize) -> Span {
        let (before, behind) = self.bytes.split_at(offset.min(self.bytes.len()));
        let start = memchr::memrchr2(b'\n', b'\r', before).map_or(0, |end| end + 1);
        let length = memchr::memchr2(b'\n', b'\r', behind).unwrap_or(behind.len());
        Span::new(start, before.len() + length)
    }

    /// Returns the line behind a line, or `None` behind the last.
    #[must_use]
    pub fn line_behind(&self, line: Span) -> Option<Span> {
        let start = match self.bytes.get(line.end..)? {
            [b'\r', b'\n', ..] => line.end + 2,
            [_, ..] => line.end + 1,
            [] => return None,
        };
        let rest = &self.bytes[start..];
        let length = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        Some(Span::new(start, start + length))
    }

    /// Returns the column of an offset, counted from 1 in characters.
    #[must_use]
    pub fn column_at(&self, offset: usize) -> usize {
        let start = self.line_at(offset).span.start;
        1 + self.text(Span::new(start, offset)).chars().count()
    }
}

fn count_line_ends(bytes: &[u8]) -> usize {
    memchr::memchr2_iter(b'\n', b'\r', bytes)
        .filter(|&at| bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n'))
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_end_counts_once() {
        let source = Source::new("t", b"one\ntwo\r\nthree\rfour".to_vec());
        let line = |offset| source.line_at(offset).number;
        assert_eq!([line(0), line(4), line(9), line(15), line(19)], [1, 2, 3, 4, 4]);
        assert_eq!(source.column_at(11), 3);
        assert_eq!(source.text(source.line_at(10).span), "three");
    }

    #[test]
    fn columns_are_characters_not_bytes() {
        let source = Source::new("t", "Moià x".as_bytes().to_vec());
        assert_eq!(source.column_at(6), 6);
        let latin = Source::new("t", b"Moi\xe0 x".to_vec());
        assert_eq!(latin.column_at(5), 6);
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_text() {
        assert_eq!(Source::new("t", b"\xef\xbb\xbf*".to_vec()).bytes(), b"*");
        assert_eq!(Source::new("t", b"\xff\xfe*\0".to_vec()).bytes(), b"*");
    }
}

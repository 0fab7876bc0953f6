//! The bytes of a file or of standard input, and places in them.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;
use std::sync::OnceLock;

use encoding_rs::UTF_8;
use thiserror::Error;

use crate::codes::Code;
use crate::compression::decompressed;
use crate::lang::{ENGLISH, Explain, Language, fill};
use crate::lines::{LineIndex, Position};
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

/// A text to translate, with the name that messages give it.
#[derive(Debug)]
pub struct Source {
    name: String,
    bytes: Vec<u8>,
    encoding: Encoding,
    mentions_variant: bool,
    cut_short: Option<ReadError>,
    lines: OnceLock<LineIndex>,
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
        let mentions = |name: &[u8]| memchr::memmem::find(&bytes, name).is_some();
        let mentions_variant = mentions(b"ariant") || mentions(b"ARIANT");
        Source {
            name: name.into(),
            bytes,
            encoding,
            mentions_variant,
            cut_short: None,
            lines: OnceLock::new(),
        }
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
            Err(cause) if bytes.is_empty() => Err(ReadError { name, cause }),
            Err(cause) => {
                let cut_short = Some(ReadError { name: name.clone(), cause });
                Ok(Source { cut_short, ..Source::new(name, bytes) })
            }
        }
    }

    /// Returns the name given to the source.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the error behind which nothing more could be read, if there was one.
    #[must_use]
    pub fn cut_short(&self) -> Option<&ReadError> {
        self.cut_short.as_ref()
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

    /// Finds the line and the column of an offset, in constant time after the
    /// first.
    #[must_use]
    pub fn position(&self, offset: usize) -> Position {
        let index = self.lines.get_or_init(|| LineIndex::new(&self.bytes, self.encoding));
        index.position(&self.bytes, self.encoding, offset)
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_text() {
        assert_eq!(Source::new("t", b"\xef\xbb\xbf*".to_vec()).bytes(), b"*");
        assert_eq!(Source::new("t", b"\xff\xfe*\0".to_vec()).bytes(), b"*");
    }
}

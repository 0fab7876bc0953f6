//! A text: the bytes of a file or of a part of one, with its name.

use std::borrow::Cow;
use std::fmt;
use std::io;
use std::ops::Deref;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use encoding_rs::UTF_8;
use memmap2::Mmap;
use thiserror::Error;

use super::lines::LineIndex;
use super::{Encoding, Input, Position, Span};

/// A text to translate, with the name that messages give it: a whole file, or a
/// stretch of one that is too long to be held.
#[derive(Debug)]
pub struct Source {
    pub(super) name: Arc<str>,
    bytes: Bytes,
    /// Where the text begins, behind a byte order mark.
    start: usize,
    pub(super) before: Before,
    pub(super) is_end: bool,
    pub(super) encoding: Encoding,
    mentions_variant: bool,
    last_brace: OnceLock<Option<usize>>,
    lines: OnceLock<LineIndex>,
}

/// Where the bytes of a source are.
pub(super) enum Bytes {
    Owned(Vec<u8>),
    Mapped(Mmap),
    /// In another source, of which the text ends early.
    Shared(Arc<Source>, usize),
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Owned(bytes) => bytes,
            Bytes::Mapped(bytes) => bytes,
            Bytes::Shared(whole, end) => &whole.bytes()[..*end],
        }
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.len())
    }
}

/// How much of a file comes before a stretch of it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Before {
    pub(super) bytes: usize,
    pub(super) line_ends: usize,
}

/// The error of a source that could not be read.
#[derive(Debug, Error)]
#[error("cannot read {name}: {cause}")]
pub struct ReadError {
    /// The file's name as the user wrote it.
    pub name: String,
    /// What the system said.
    #[source]
    pub cause: io::Error,
}

impl Source {
    /// Takes bytes under a name. A byte order mark is dropped; UTF-16 that has
    /// one becomes UTF-8.
    #[must_use]
    pub fn new(name: impl Into<Arc<str>>, bytes: Vec<u8>) -> Source {
        match encoding_rs::Encoding::for_bom(&bytes) {
            Some((utf_16, _)) if utf_16 != UTF_8 => {
                Source::whole(name, Bytes::Owned(utf_16.decode(&bytes).0.into_owned().into_bytes()))
            }
            _ => Source::whole(name, Bytes::Owned(bytes)),
        }
    }

    pub(super) fn whole(name: impl Into<Arc<str>>, bytes: Bytes) -> Source {
        let start = encoding_rs::Encoding::for_bom(&bytes).map_or(0, |(_, length)| length);
        let encoding = Encoding::detect(&bytes[start..]);
        Source::stretch(name.into(), bytes, start, Before::default(), encoding, true)
    }

    pub(super) fn stretch(
        name: Arc<str>,
        bytes: Bytes,
        start: usize,
        before: Before,
        encoding: Encoding,
        is_end: bool,
    ) -> Source {
        let mentions_variant = match &bytes {
            Bytes::Shared(whole, _) => whole.mentions_variant,
            bytes => {
                [&b"ariant"[..], b"ARIANT"].iter().any(|name| memchr::memmem::find(bytes, name).is_some())
            }
        };
        Source {
            name,
            bytes,
            start,
            before,
            is_end,
            encoding,
            mentions_variant,
            last_brace: OnceLock::new(),
            lines: OnceLock::new(),
        }
    }

    /// Returns the text of a source up to an offset, without a copy: what lies behind it is
    /// not known to its readers.
    pub(super) fn up_to(whole: &Arc<Source>, end: usize) -> Arc<Source> {
        if end >= whole.bytes().len() {
            return whole.clone();
        }
        let bytes = Bytes::Shared(whole.clone(), end);
        let part = Source::stretch(whole.name.clone(), bytes, 0, whole.before, whole.encoding, false);
        Arc::new(part)
    }

    /// Returns the source that a text was cut from by [`Source::up_to`], or the text itself.
    pub(super) fn uncut(self: &Arc<Source>) -> &Arc<Source> {
        match &self.bytes {
            Bytes::Shared(whole, _) => whole,
            Bytes::Owned(_) | Bytes::Mapped(_) => self,
        }
    }

    /// Opens a whole file, which may be compressed.
    ///
    /// # Errors
    ///
    /// [`ReadError`] when the file cannot be opened or read.
    pub fn open(path: &Path) -> Result<Source, ReadError> {
        Input::open(path)?.whole()
    }

    /// Returns the name given to the source.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the text, to which every [`Span`] refers.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[self.start..]
    }

    /// Tells whether the text is the beginning of its file.
    #[must_use]
    pub fn begins_file(&self) -> bool {
        self.before.bytes == 0
    }

    /// Tells whether the file ends with the text. Otherwise what lies behind its
    /// last tokens is not known.
    #[must_use]
    pub fn ends_file(&self) -> bool {
        self.is_end
    }

    /// Returns the place in the file of an offset in the text. A byte order mark does
    /// not count.
    #[must_use]
    pub fn offset_in_file(&self, offset: usize) -> usize {
        self.before.bytes + offset
    }

    /// Returns the offset in the text of a place in the file, or where the text begins if
    /// the place is before it.
    #[must_use]
    pub fn offset_of(&self, place: usize) -> usize {
        place.saturating_sub(self.before.bytes)
    }

    /// Tells whether a `Variant` tag may be in the text, so that most sources
    /// need not be searched for one game by game.
    #[must_use]
    pub fn mentions_variant(&self) -> bool {
        self.mentions_variant
    }

    /// Returns where the last `}` of the text stands, if there is one. Behind a text that
    /// does not end its file there may always be another.
    #[must_use]
    pub fn last_brace(&self) -> Option<usize> {
        let find = || if self.is_end { memchr::memrchr(b'}', self.bytes()) } else { Some(usize::MAX) };
        *self.last_brace.get_or_init(find)
    }

    /// Returns the encoding of the whole text.
    #[must_use]
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Returns a stretch of the text as characters.
    #[must_use]
    pub fn text(&self, span: Span) -> Cow<'_, str> {
        self.encoding.decode(&self.bytes()[span.range()])
    }

    /// Finds the line, in the file, and the column of an offset, in constant time
    /// after the first.
    #[must_use]
    pub fn position(&self, offset: usize) -> Position {
        if let Bytes::Shared(whole, end) = &self.bytes {
            return whole.position(offset.min(*end));
        }
        let bytes = self.bytes();
        let index = self.lines.get_or_init(|| LineIndex::new(bytes, self.encoding));
        let position = index.position(bytes, self.encoding, offset);
        Position { line: position.line + self.before.line_ends, ..position }
    }

    /// Finds the line in which an offset stands, in time linear in its length.
    #[must_use]
    pub fn line_span(&self, offset: usize) -> Span {
        let bytes = self.bytes();
        let (before, behind) = bytes.split_at(offset.min(bytes.len()));
        let start = memchr::memrchr2(b'\n', b'\r', before).map_or(0, |end| end + 1);
        let length = memchr::memchr2(b'\n', b'\r', behind).unwrap_or(behind.len());
        Span::new(start, before.len() + length)
    }

    /// Returns the line behind a line, or `None` behind the last.
    #[must_use]
    pub fn line_behind(&self, line: Span) -> Option<Span> {
        let start = match self.bytes().get(line.end..)? {
            [b'\r', b'\n', ..] => line.end + 2,
            [_, ..] => line.end + 1,
            [] => return None,
        };
        let rest = &self.bytes()[start..];
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

    #[test]
    fn a_text_that_is_cut_off_has_the_places_of_the_whole() {
        let whole = Arc::new(Source::new("t", b"\xef\xbb\xbf[Variant \"\"]\n1. e4 {\n} *".to_vec()));
        let part = Source::up_to(&whole, 20);
        assert_eq!(part.bytes(), &whole.bytes()[..20]);
        assert!(!part.ends_file() && part.mentions_variant());
        assert_eq!(part.position(18), whole.position(18));
        assert_eq!((part.last_brace(), whole.last_brace()), (Some(usize::MAX), Some(21)));
        assert!(Arc::ptr_eq(part.uncut(), &whole));
        assert!(Arc::ptr_eq(&Source::up_to(&whole, whole.bytes().len()), &whole));
    }
}

//! The source of games: the bytes of a file or of a part of one, with the file's name; its spans and lines.

use std::borrow::Cow;
use std::ops::{Deref, Range};
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::{fmt, io};

use thiserror::Error;

use super::buffers::LentBytes;
use super::characters::Braces;
use super::encoding::{WideEncoding, character_start, count_chars, decode_passage, mark_length};
use super::positions::begins_list;
#[cfg(feature = "cli")]
use super::rows::is_table_name;
use super::{Input, UnpackError, work};

/// A text with the name that messages give it: a whole file, or a part of one, such as a chunk.
///
/// # Examples
///
/// ```
/// use escaque::text::{Source, Span};
///
/// let source = Source::new("opera.pgn", b"1. e4 e5\n2. Nf3 d6 *\n".to_vec());
/// assert_eq!(source.name(), "opera.pgn");
/// assert_eq!(source.text(Span::new(12, 15)), "Nf3");
///
/// let position = source.position(12);
/// assert_eq!((position.line, position.column), (2, 4));
/// assert_eq!(source.text(source.line_span(12)), "2. Nf3 d6 *");
/// ```
#[derive(Debug)]
pub struct Source {
    pub(super) name: Arc<str>,
    bytes: Bytes,
    /// The offset at which the text begins: 0, or the length of a byte order mark.
    start: usize,
    pub(super) before: Before,
    /// Whether the file ends where the text ends.
    pub(super) is_end: bool,
    /// Whether the rest of the file could not be read.
    is_broken: bool,
    is_list: bool,
    last_brace: OnceLock<Option<usize>>,
    braces: Mutex<Braces>,
    lines: OnceLock<LineIndex>,
}

/// The bytes of a source.
pub(super) enum Bytes {
    Owned(Vec<u8>),
    Lent(LentBytes),
    /// The bytes of another source, up to an offset.
    Shared(Arc<Source>, usize),
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Owned(bytes) => bytes,
            Bytes::Lent(bytes) => bytes,
            Bytes::Shared(whole, end) => &whole.bytes()[..*end],
        }
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.len())
    }
}

/// How much of a file comes before one of its chunks.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Before {
    pub(super) bytes: usize,
    pub(super) line_ends: usize,
    /// The number of characters of the line that the chunk begins in.
    pub(super) columns: usize,
}

impl Before {
    /// Returns how much comes before an offset of a text, given that `self` comes before the text.
    pub(super) fn advance(self, text: &[u8], offset: usize) -> Before {
        let line = memchr::memrchr2(b'\n', b'\r', &text[..offset]).map(|line_end| line_end + 1);
        let columns = if line.is_none() { self.columns } else { 0 };
        Before {
            bytes: self.bytes + offset,
            line_ends: self.line_ends + count_line_ends(text, offset),
            columns: columns + count_chars(text, line.unwrap_or(0)..offset),
        }
    }
}

/// Counts the line ends up to an offset: `\n`, `\r\n` and `\r`. An offset between `\r` and `\n`
/// is before the line end.
fn count_line_ends(text: &[u8], end: usize) -> usize {
    let line_feeds = memchr::memchr_iter(b'\n', &text[..end]).count();
    let lone_returns = memchr::memchr_iter(b'\r', &text[..end]).filter(|at| text.get(at + 1) != Some(&b'\n'));
    line_feeds + lone_returns.count()
}

/// The error of a file or a stream that cannot be read.
#[derive(Debug, Error)]
#[error("cannot read {name}: {cause}")]
pub struct ReadError {
    /// The file's name as the user wrote it.
    pub name: String,
    /// The error of the operating system or of the decompressor.
    #[source]
    pub cause: io::Error,
}

impl ReadError {
    /// Returns the reason why the file cannot be unpacked, if that is the error.
    #[must_use]
    pub fn unpack_error(&self) -> Option<&UnpackError> {
        self.cause.get_ref()?.downcast_ref()
    }
}

impl Source {
    /// Creates a source from the bytes of a whole file.
    ///
    /// A byte order mark is dropped. UTF-16 and UTF-32 are recognised by their byte order marks, or
    /// by the zero bytes of their first characters, and become UTF-8.
    #[must_use]
    pub fn new(name: impl Into<Arc<str>>, bytes: Vec<u8>) -> Source {
        let mark = mark_length(&bytes);
        match WideEncoding::of(&bytes) {
            Some(encoding) => Source::whole(name, encoding.decode(&bytes), 0),
            None => Source::whole(name, bytes, mark),
        }
    }

    /// Creates a source from a whole file whose text begins at an offset.
    pub(super) fn whole(name: impl Into<Arc<str>>, bytes: Vec<u8>, start: usize) -> Source {
        let name = name.into();
        let is_list = begins_list(&name, &bytes[start..]);
        Source::part(name, Bytes::Owned(bytes), start, Before::default(), true).of_list(is_list)
    }

    pub(super) fn part(name: Arc<str>, bytes: Bytes, start: usize, before: Before, is_end: bool) -> Source {
        Source {
            name,
            bytes,
            start,
            before,
            is_end,
            is_broken: false,
            is_list: false,
            last_brace: OnceLock::new(),
            braces: Mutex::default(),
            lines: OnceLock::new(),
        }
    }

    /// Returns a changed part of the text, which begins at an offset, as a text of its own, as if the file
    /// ended with it.
    pub(crate) fn changed_part(&self, start: usize, text: Vec<u8>) -> Source {
        let Position { line, column, .. } = self.position(start);
        let before = Before { bytes: self.before.bytes + start, line_ends: line - 1, columns: column - 1 };
        Source::part(self.name.clone(), Bytes::Owned(text), 0, before, true).of_list(self.is_list)
    }

    /// Creates a source from a part of a text, which begins at an offset of it. `is_end` tells whether
    /// the text ends with it.
    #[cfg(feature = "lsp")]
    pub(crate) fn window(name: Arc<str>, bytes: Vec<u8>, offset: usize, is_end: bool) -> Source {
        let before = Before { bytes: offset, ..Before::default() };
        Source::part(name, Bytes::Owned(bytes), 0, before, is_end)
    }

    /// Returns the text of a source up to an offset, without a copy. Its readers do not see the
    /// rest.
    pub(super) fn up_to(whole: &Arc<Source>, end: usize) -> Arc<Source> {
        if end >= whole.bytes().len() {
            return whole.clone();
        }
        let bytes = Bytes::Shared(whole.clone(), end);
        let part = Source::part(whole.name.clone(), bytes, 0, whole.before, false);
        Arc::new(part.of_list(whole.is_list))
    }

    /// Returns the source that this one was cut from by [`Source::up_to`], or this one itself.
    pub(super) fn uncut(self: &Arc<Source>) -> &Arc<Source> {
        if let Bytes::Shared(whole, _) = &self.bytes { whole } else { self }
    }

    /// Reads a whole file. gzip, Zstandard, bzip2, xz and LZ4 are decompressed, and so is the file of games in a zip
    /// archive; the path `-` is standard input.
    ///
    /// # Errors
    ///
    /// Returns [`ReadError`] if the file cannot be opened or read, if it is compressed in another way, or if it is an
    /// archive of several files of games.
    pub fn open(path: &Path) -> Result<Source, ReadError> {
        let input = Input::open(path)?;
        let place = input.place();
        let source = input.whole()?;
        if place.is_followed() {
            let (name, cause) = (place.file.to_string(), UnpackError::Several.into());
            return Err(ReadError { name, cause });
        }
        Ok(source)
    }

    /// Returns the name of the source.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the bytes of the text. Every [`Span`] counts from the first of them.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[self.start..]
    }

    /// Returns whether the text begins where its file begins.
    #[must_use]
    pub fn begins_file(&self) -> bool {
        self.before.bytes == 0
    }

    /// Returns whether the text ends where its file ends. If it does not, its last token
    /// may be incomplete.
    #[must_use]
    pub fn ends_file(&self) -> bool {
        self.is_end
    }

    /// Marks the text as the last part of a file whose rest could not be read.
    pub(super) fn broken(self) -> Source {
        Source { is_broken: true, ..self }
    }

    /// Sets whether the text is a part of a list of positions.
    pub(super) fn of_list(self, is_list: bool) -> Source {
        Source { is_list, ..self }
    }

    /// Returns whether the text is a list of positions, in FEN, EPD or TLPD, or a part of one. Any other text has games.
    #[must_use]
    pub fn holds_positions(&self) -> bool {
        self.is_list
    }

    /// Returns whether the text ends where reading its file failed.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.is_broken
    }

    /// Converts an offset in the text into an offset in the file, both in bytes. A byte
    /// order mark does not count.
    #[must_use]
    pub fn offset_in_file(&self, offset: usize) -> usize {
        self.before.bytes + offset
    }

    /// Converts an offset in the file into an offset in the text. An offset before the
    /// text becomes 0.
    #[must_use]
    pub fn offset_of(&self, file_offset: usize) -> usize {
        file_offset.saturating_sub(self.before.bytes)
    }

    /// Returns the offset of the last `}` of the text, or `None` if there is none.
    ///
    /// If the text does not end its file, the rest of the file may contain another one:
    /// the offset is then `usize::MAX`.
    #[must_use]
    pub fn last_brace(&self) -> Option<usize> {
        if !self.is_end {
            return Some(usize::MAX);
        }
        *self.last_brace.get_or_init(|| {
            work::count(self.bytes().len());
            memchr::memrchr(b'}', self.bytes())
        })
    }

    /// Returns the offset of the last `}` between two offsets of the text.
    pub(crate) fn last_brace_in(&self, start: usize, end: usize) -> Option<usize> {
        let mut braces = self.braces.lock().unwrap_or_else(PoisonError::into_inner);
        braces.last_in(self.bytes(), start, end)
    }

    /// Decodes a part of the text: every byte that is not part of a UTF-8 character is a
    /// character of Windows-1252, and half a surrogate pair is U+FFFD.
    #[must_use]
    pub fn text(&self, span: Span) -> Cow<'_, str> {
        decode_passage(&self.bytes()[span.range()])
    }

    /// Returns the start of the character that an offset is inside, or the offset itself if it
    /// is between two characters.
    #[must_use]
    pub fn floor_char_boundary(&self, offset: usize) -> usize {
        character_start(self.bytes(), offset)
    }

    /// Returns the line number in the file and the column of an offset in the text.
    ///
    /// The first call reads the whole text; every other call takes constant time.
    #[must_use]
    pub fn position(&self, offset: usize) -> Position {
        if let Bytes::Shared(whole, end) = &self.bytes {
            return whole.position(offset.min(*end));
        }
        let bytes = self.bytes();
        let index = self.lines.get_or_init(|| LineIndex::new(bytes));
        let position = index.position(bytes, offset);
        let columns = if position.line == 1 { self.before.columns } else { 0 };
        let line = position.line + self.before.line_ends;
        // each line of a table is two
        #[cfg(feature = "cli")]
        let line = if is_table_name(&self.name) { line.div_ceil(2) } else { line };
        Position { line, column: position.column + columns, ..position }
    }

    /// Returns the span of the line that contains an offset, without its line end, in time
    /// linear in the length of the line.
    #[must_use]
    pub fn line_span(&self, offset: usize) -> Span {
        let bytes = self.bytes();
        let (before, after) = bytes.split_at(offset.min(bytes.len()));
        let start = memchr::memrchr2(b'\n', b'\r', before).map_or(0, |end| end + 1);
        let line =
            Span::new(start, before.len() + memchr::memchr2(b'\n', b'\r', after).unwrap_or(after.len()));
        work::count(line.end - line.start);
        line
    }

    /// Returns the span of the line after `line`, or `None` if `line` is the last one.
    #[must_use]
    pub fn line_after(&self, line: Span) -> Option<Span> {
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
    pub fn position(&self, bytes: &[u8], offset: usize) -> Position {
        let offset = offset.min(bytes.len());
        let known = offset / STRIDE;
        self.0[known].advance(bytes, known * STRIDE, offset)
    }
}

/// A half-open range of byte offsets in a [`Source`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The offset of the first byte.
    pub start: usize,
    /// The offset after the last byte.
    pub end: usize,
}

impl Span {
    /// Creates the span `start..end`.
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Span {
        Span { start, end }
    }

    /// Returns the places of the words of a text, which white space of ASCII divides.
    pub(crate) fn of_words(text: &[u8]) -> impl Iterator<Item = Span> {
        let mut end = 0;
        std::iter::from_fn(move || {
            let start = end + text[end..].iter().position(|byte| !byte.is_ascii_whitespace())?;
            let length = text[start..].iter().position(u8::is_ascii_whitespace);
            end = length.map_or(text.len(), |length| start + length);
            Some(Span::new(start, end))
        })
    }

    /// Returns the span of the same part if it counts from an offset earlier by `base`.
    #[must_use]
    pub const fn moved_by(self, base: usize) -> Span {
        Span { start: base + self.start, end: base + self.end }
    }

    /// Returns the span as a range, which slices can be indexed with.
    #[must_use]
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_is_not_part_of_the_text() {
        assert_eq!(Source::new("t", b"\xef\xbb\xbf*".to_vec()).bytes(), b"*");
        assert_eq!(Source::new("t", b"\xff\xfe*\0".to_vec()).bytes(), b"*");
    }

    #[test]
    fn a_part_of_a_text_has_the_positions_of_the_whole() {
        let whole = Arc::new(Source::new("t", b"\xef\xbb\xbf[Variant \"\"]\n1. e4 {\n} *".to_vec()));
        let part = Source::up_to(&whole, 20);
        assert_eq!(part.bytes(), &whole.bytes()[..20]);
        assert!(!part.ends_file());
        assert_eq!(part.position(18), whole.position(18));
        assert_eq!((part.last_brace(), whole.last_brace()), (Some(usize::MAX), Some(21)));
        assert!(Arc::ptr_eq(part.uncut(), &whole));
        assert!(Arc::ptr_eq(&Source::up_to(&whole, whole.bytes().len()), &whole));
    }
}

#[cfg(test)]
mod lines_tests {
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

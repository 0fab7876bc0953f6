//! Chunks of a text, so that several threads can read it and memory does not grow with its length.
//!
//! Only tokens tell where a game ends, because apparent tags of the next game may be part of a comment.
//! A cut is therefore a guess. Reading a chunk finds the end of its last game, which proves or refutes
//! the guess for the next chunk.

use std::fmt;
use std::io::{self, Read};
use std::sync::Arc;

use super::buffers::Buffers;
use super::encoding::character_start;
use super::positions::{begins_list, may_be_cut};
use super::source::{Before, Bytes};
use super::{ReadError, Source, Space, work};

/// The length of the first chunks in bytes. It is small, so that even a short file has one for every thread.
const FIRST_LENGTH: usize = 64 << 10;

/// The maximum length of a chunk in bytes, which makes the fixed cost of a chunk negligible: with chunks of 64 KB
/// throughout, boards took 8 % longer, and chunks of 512 KB gained nothing (`docs/performance.md`).
const MAX_LENGTH: usize = 256 << 10;

/// The ratio of the text before a chunk to the chunk. It keeps the last chunks, during which some
/// threads are idle, a small part of the whole.
const SHARE: usize = 32;

/// How far the text of a chunk extends beyond its end, in bytes, so that the first token of the next
/// game is in it.
pub(crate) const LOOK_AHEAD: usize = 4 << 10;

/// How far a chunk may extend beyond its intended length, in bytes, if nothing there looks like a game. A
/// cut made there is wrong, but it bounds the memory of a chunk.
const MAX_EXCESS: usize = 1 << 19;

/// The text of a chunk begins with the line in which the chunk begins, but at most this many bytes
/// before the chunk. Messages show less.
const MAX_CONTEXT: usize = 64 << 10;

/// The text of a chunk begins at least this many bytes before the chunk, or at the start of the
/// file if that is nearer.
const LINE_BEFORE: usize = 4;

/// How many bytes of a text are read at first. Many files are not longer than that.
const MIN_BUFFER: usize = 8 << 10;

/// How many bytes are read at once beyond those that are wanted.
const READ_AHEAD: usize = 16 << 10;

/// Returns the approximate length of a chunk after `before` bytes.
fn length(before: usize, max_length: usize) -> usize {
    (before / SHARE).max(FIRST_LENGTH).min(max_length)
}

/// The games of a source that begin in a range of it.
#[derive(Clone, Debug)]
pub struct Chunk {
    /// The text, which extends only a little beyond the range, so that the cost of reading a chunk
    /// is limited by its length.
    pub source: Arc<Source>,
    /// The start of the range: between two games, if the guess was right.
    pub start: usize,
    /// The end of the range, likewise.
    pub end: usize,
}

impl Chunk {
    /// Returns the start of the range as an offset in the file.
    #[must_use]
    pub fn file_start(&self) -> usize {
        self.source.offset_in_file(self.start)
    }

    /// Returns the end of the range as an offset in the file.
    #[must_use]
    pub fn file_end(&self) -> usize {
        self.source.offset_in_file(self.end)
    }

    /// Returns whether it may begin with a game. It does not if the chunk before was cut only because of its length.
    #[cfg(feature = "cli")]
    #[must_use]
    pub(crate) fn may_begin_game(&self) -> bool {
        let bytes = self.source.bytes();
        let around = &bytes[self.start.saturating_sub(1)..bytes.len().min(self.start + 1)];
        self.file_start() == 0 || around.iter().any(u8::is_ascii_whitespace)
    }

    /// Returns the chunk with all of the text that is in memory.
    #[must_use]
    pub fn uncut(&self) -> Chunk {
        Chunk { source: self.source.uncut().clone(), ..*self }
    }

    /// Merges consecutive chunks, starting at the file offset `from` in the first one. The result
    /// has all of the text that is in memory.
    ///
    /// # Panics
    ///
    /// Panics if there are no chunks.
    #[must_use]
    pub fn merge(chunks: &[Chunk], from: usize) -> Chunk {
        let (first, last) = (&chunks[0].uncut(), &chunks[chunks.len() - 1]);
        if chunks.len() == 1 || first.source.ends_file() {
            return Chunk { end: last.end, ..first.clone() };
        }
        let source = &first.source;
        let from = source.offset_of(from);
        let context = context_start(source.bytes(), from);
        let mut bytes = source.bytes()[context..first.end].to_vec();
        for chunk in &chunks[1..] {
            bytes.extend_from_slice(&chunk.source.bytes()[chunk.start..chunk.end]);
        }
        let end = bytes.len();
        bytes.extend_from_slice(&last.source.bytes()[last.end..]);
        work::count(bytes.len());
        let before = source.before.advance(source.bytes(), context);
        let (name, bytes) = (source.name.clone(), Bytes::Owned(bytes));
        let merged =
            Source::part(name, bytes, 0, before, last.source.is_end).of_list(source.holds_positions());
        let merged = if last.source.is_broken() { merged.broken() } else { merged };
        Chunk { source: Arc::new(merged), start: from - context, end }
    }
}

/// An iterator over the chunks of a text.
#[derive(Debug)]
pub struct Chunks<'r> {
    text: ChunkedText<'r>,
    /// The maximum length of a chunk in bytes.
    max_length: usize,
}

/// The text that chunks are cut from.
#[derive(Debug)]
enum ChunkedText<'r> {
    /// A text that is in memory, and the start of its next chunk; `None` after the last one.
    Whole { source: Arc<Source>, next: Option<usize> },
    /// A text that is read chunk by chunk.
    Stream(Stream<'r>),
}

impl<'r> Chunks<'r> {
    /// Cuts a source into chunks. There is at least one.
    #[must_use]
    pub fn of(source: Arc<Source>) -> Chunks<'r> {
        Chunks { text: ChunkedText::Whole { source, next: Some(0) }, max_length: MAX_LENGTH }
    }

    /// Limits the length of chunks to about `bytes`, but at least one.
    #[must_use]
    pub fn at_most(self, bytes: usize) -> Chunks<'r> {
        Chunks { max_length: bytes.clamp(1, MAX_LENGTH), ..self }
    }

    pub(super) fn stream(name: Arc<str>, text: Box<dyn Read + Send + 'r>) -> Chunks<'r> {
        let stream = Stream {
            name,
            text,
            buffer: Vec::new(),
            read: 0,
            buffers: Buffers::default(),
            start: 0,
            before: Before::default(),
            is_list: false,
            is_read: false,
            is_done: false,
            failure: None,
        };
        Chunks { text: ChunkedText::Stream(stream), max_length: MAX_LENGTH }
    }
}

impl Iterator for Chunks<'_> {
    type Item = Result<Chunk, ReadError>;

    fn next(&mut self) -> Option<Result<Chunk, ReadError>> {
        match &mut self.text {
            ChunkedText::Whole { source, next } => {
                let start = next.take()?;
                let from = start + length(start, self.max_length);
                let cut = cut_within(source.bytes(), from, from, source.holds_positions());
                *next = cut;
                let end = cut.unwrap_or(source.bytes().len());
                Some(Ok(Chunk { source: Source::up_to(source, end + LOOK_AHEAD), start, end }))
            }
            ChunkedText::Stream(stream) => stream.next(self.max_length),
        }
    }
}

/// A text that is read chunk by chunk.
struct Stream<'r> {
    name: Arc<str>,
    text: Box<dyn Read + Send + 'r>,
    /// Begins with the bytes that have been read and not yet returned. These start with a whole line, unless it is
    /// very long, because messages show whole lines.
    buffer: Vec<u8>,
    /// The number of those bytes.
    read: usize,
    buffers: Buffers,
    /// The start of the next chunk in these bytes.
    start: usize,
    before: Before,
    /// Whether the text is a list of positions.
    is_list: bool,
    /// Whether the text has been read to its end or to an error.
    is_read: bool,
    /// Whether the last chunk has been returned.
    is_done: bool,
    /// The error that ended reading.
    failure: Option<io::Error>,
}

impl fmt::Debug for Stream<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Stream<'_> {
    fn next(&mut self, max_length: usize) -> Option<Result<Chunk, ReadError>> {
        if self.is_done {
            let cause = self.failure.take()?;
            return Some(Err(ReadError { name: self.name.to_string(), cause }));
        }
        let length = length(self.before.bytes, max_length);
        let from = self.start + length;
        let mut searched = from;
        loop {
            self.read_on(searched + READ_AHEAD + LOOK_AHEAD);
            if self.before.bytes + self.start == 0 {
                self.is_list = begins_list(&self.name, &self.buffer[..self.read]);
            }
            let known = if self.is_read { self.read } else { self.read - LOOK_AHEAD };
            let cut = cut_within(&self.buffer[..known], from, searched, self.is_list);
            if let Some(end) = cut.or(self.is_read.then_some(self.read)) {
                self.is_done = cut.is_none();
                return Some(Ok(self.cut_off(end)));
            }
            // the text searched so far may have ended inside a tag
            searched = known - LOOK_AHEAD;
        }
    }

    /// Reads until `length` bytes are available, or to the end of the text.
    fn read_on(&mut self, length: usize) {
        while self.read < length && !self.is_read {
            if self.read == self.buffer.len() {
                let more = (2 * self.read).clamp(MIN_BUFFER, length);
                self.buffer.reserve_exact(more - self.read);
                self.buffer.resize(more, 0);
            }
            let end = length.min(self.buffer.len());
            match self.text.read(&mut self.buffer[self.read..end]) {
                Ok(0) => self.is_read = true,
                Ok(more) => self.read += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(cause) => (self.failure, self.is_read) = (Some(cause), true),
            }
        }
    }

    /// Splits the next chunk off the bytes that have been read.
    fn cut_off(&mut self, end: usize) -> Chunk {
        let context = context_start(&self.buffer[..self.read], end);
        work::count(end + self.read - context);
        let rest = &self.buffer[context..self.read];
        let mut buffer = self.buffers.take();
        buffer.resize(buffer.len().max(rest.len()), 0);
        buffer[..rest.len()].copy_from_slice(rest);
        let read = std::mem::replace(&mut self.read, rest.len());
        let mut bytes = std::mem::replace(&mut self.buffer, buffer);
        bytes.truncate(read.min(end + LOOK_AHEAD));
        let start = std::mem::replace(&mut self.start, end - context);
        let before = self.before;
        self.before = before.advance(&bytes, context);
        let source =
            Source::part(self.name.clone(), Bytes::Lent(self.buffers.lend(bytes)), 0, before, self.is_done);
        let source = source.of_list(self.is_list);
        let source = if self.is_done && self.failure.is_some() { source.broken() } else { source };
        Chunk { source: Arc::new(source), start, end }
    }
}

/// Returns where to cut a text: at the first apparent end of a game from `searched` on or, if there is none,
/// [`MAX_EXCESS`] bytes after `from`. Returns `None` if the text ends before that.
fn cut_within(text: &[u8], from: usize, searched: usize, is_list: bool) -> Option<usize> {
    let limit = from + MAX_EXCESS;
    let part = &text[..text.len().min(limit)];
    // the white space before the game may begin before `from`, but a chunk must not be empty
    let end = cut(part, searched, is_list).map(|end| end.max(from));
    end.or_else(|| (text.len() > limit).then(|| character_start(text, limit)))
}

/// Returns where the text of a chunk that starts at an offset must begin: with a line, or with a part of a
/// long one.
pub(super) fn context_start(text: &[u8], offset: usize) -> usize {
    // what comes before a line shows whether a game begins with it
    let from = offset.saturating_sub(LINE_BEFORE);
    let earliest = from.saturating_sub(MAX_CONTEXT);
    let line = memchr::memrchr2(b'\n', b'\r', &text[earliest..from]);
    line.map_or_else(|| character_start(text, earliest), |line_end| earliest + line_end + 1)
}

/// Finds the first apparent end of a game after an offset: the end of the text before a line that
/// looks like the start of a game or, in a list of positions, between two lines.
fn cut(text: &[u8], from: usize, is_list: bool) -> Option<usize> {
    let mut lines = memchr::memchr2_iter(b'\n', b'\r', text.get(from..)?).map(|at| from + at + 1);
    let found = lines.find(|&line| {
        if is_list { may_be_cut(text, line, &gap_before(text, line)) } else { begins_game(text, line) }
    });
    work::count(found.unwrap_or(text.len()) - from);
    found.map(|line| line - gap_before(text, line).length)
}

/// Returns the white space before a line, up to a limit: there is little between games.
fn gap_before(text: &[u8], line: usize) -> Space {
    const MAX_GAP: usize = 80;
    Space::at_end(&text[line.saturating_sub(MAX_GAP)..line])
}

/// Returns whether a line looks like the first of a game: a tag that does not follow another, or a
/// first move that follows a blank line or a result.
fn begins_game(text: &[u8], line: usize) -> bool {
    let gap = gap_before(text, line);
    let before = &text[..line - gap.length];
    if before.ends_with(b"]") {
        return text[line..].starts_with(b"[Event ");
    }
    match text[line..] {
        [b'[', letter, ..] => letter.is_ascii_alphabetic(),
        [b'1', b'.', ..] => {
            let first = text[line + 2..].trim_ascii_start().first();
            let ends = || [&b"*"[..], b" 1-0", b" 0-1", b" 1/2-1/2"].iter().any(|end| before.ends_with(end));
            first.is_some_and(u8::is_ascii_alphabetic) && (gap.has_blank_line() || ends())
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a few bytes at a time.
    struct Dripping(io::Cursor<Vec<u8>>);

    impl Read for Dripping {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = buffer.len().min(777);
            self.0.read(&mut buffer[..length])
        }
    }

    fn chunks_of_stream(text: &str) -> Vec<Chunk> {
        let stream = Box::new(Dripping(io::Cursor::new(text.as_bytes().to_vec())));
        Chunks::stream("t".into(), stream).map(Result::unwrap).collect()
    }

    fn database(line_end: &str) -> String {
        let game = "[Event \"é\"]\n[Site \"?\"]\n\n1. e4 e5 {\n\n2. Nf3} 1-0\n\n";
        game.repeat(10_000).replace('\n', line_end)
    }

    #[test]
    fn a_stream_is_cut_like_a_text_in_memory() {
        let wide = "\r\n".repeat(50) + "\n";
        for text in ["\n", "\r\n", "\r"]
            .map(database)
            .into_iter()
            .chain([database("\n").replace("\n\n[", &(wide + "["))])
        {
            let whole = Arc::new(Source::new("t", text.clone().into_bytes()));
            let ranges: Vec<_> = Chunks::of(whole.clone()).map(|chunk| chunk.unwrap()).collect();
            assert!(ranges.len() > 5, "{}", ranges.len());
            let parts = chunks_of_stream(&text);
            assert_eq!(ranges.len(), parts.len());
            for (range, part) in ranges.iter().zip(&parts) {
                assert_eq!(part.source.offset_in_file(part.start), range.start);
                assert_eq!(part.source.offset_in_file(part.end), range.end);
                let line = |chunk: &Chunk, at| chunk.source.position(at).line;
                assert_eq!(line(part, part.end), line(range, range.end));
                let bytes = |chunk: &Chunk| chunk.source.bytes()[chunk.start..chunk.end].to_vec();
                assert!(bytes(range) == bytes(part));
            }
        }
    }

    #[test]
    fn no_chunk_is_empty() {
        let text = "*".to_owned() + &"\n".repeat(200) + "[Event \"\"]\n\n*";
        for length in 0..100 {
            let chunks = Chunks::of(Arc::new(Source::new("t", text.clone().into_bytes()))).at_most(length);
            assert!(chunks.map(Result::unwrap).all(|chunk| chunk.start < chunk.end), "{length}");
        }
    }

    /// This bounds the cost of a wrong guess.
    #[test]
    fn the_text_of_a_chunk_extends_little_beyond_its_end() {
        let whole = Arc::new(Source::new("t", database("\n").into_bytes()));
        let chunks: Vec<_> = Chunks::of(whole.clone()).map(Result::unwrap).collect();
        let seen: usize = chunks.iter().map(|chunk| chunk.source.bytes().len() - chunk.start).sum();
        assert!(seen <= whole.bytes().len() + chunks.len() * LOOK_AHEAD);
        assert!(chunks.iter().rev().skip(1).all(|chunk| !chunk.source.ends_file()));
        assert!(chunks.iter().all(|chunk| Arc::ptr_eq(&chunk.uncut().source, &whole)));
        let merged = Chunk::merge(&chunks[1..3], chunks[1].start);
        assert!(Arc::ptr_eq(&merged.source, &whole));
        assert_eq!((merged.start, merged.end), (chunks[1].start, chunks[2].end));
    }

    #[test]
    fn merged_chunks_are_the_text_they_were_cut_from() {
        let text = database("\n");
        let chunks = chunks_of_stream(&text);
        let start = chunks[1].file_start() + 100;
        let merged = Chunk::merge(&chunks[1..4], start);
        let whole = Source::new("t", text.into_bytes());
        assert_eq!(merged.file_start(), start);
        assert!(merged.source.bytes()[merged.start..merged.end] == whole.bytes()[start..merged.file_end()]);
        assert_eq!(
            merged.source.position(1000).line,
            whole.position(merged.source.offset_in_file(1000)).line
        );
        assert_eq!(merged.source.offset_in_file(merged.end), chunks[3].source.offset_in_file(chunks[3].end));
    }

    #[test]
    fn a_text_is_cut_before_apparent_games() {
        for (text, cut_at) in [
            ("*\n\n[Event \"?\"]", Some(1)),
            ("[A \"?\"]\n[B \"?\"]", None),
            ("[A \"?\"]\n\n[Event \"?\"]", Some(7)),
            ("1. e4 *\n[White \"?\"]", Some(7)),
            ("[A \"?\"]\n\n1. e4", None),
            ("1. e4\n\n1. d4", Some(5)),
            ("1. e4\r\n1. d4", None),
            ("1. e4 *\n1. d4", Some(7)),
            ("1. e4 1-0\r\n1. d4", Some(9)),
            ("1. e4 1-0-0\n1. d4", None),
            ("1. e4\n\n1... d5", None),
            ("1. e4 e5\n\n2. d4", None),
        ] {
            assert_eq!(cut(text.as_bytes(), 0, false), cut_at, "{text}");
        }
    }

    #[test]
    fn an_empty_text_is_one_chunk() {
        assert_eq!(chunks_of_stream("").len(), 1);
        assert_eq!(Chunks::of(Arc::new(Source::new("t", Vec::new()))).count(), 1);
    }
}

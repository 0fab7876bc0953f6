//! Texts cut into chunks, so that several threads can read them and none holds all.
//!
//! Only the tokens of a game tell where it ends: what looks like the tags of the next
//! may be part of a comment. So a cut is a guess. Reading a chunk finds where its last
//! game really ends, which proves or refutes the guess for the chunk that follows.

use std::fmt;
use std::io::{self, Read};
use std::sync::Arc;

use super::source::{Before, Bytes};
use super::{Encoding, ReadError, Source, work};

/// The length of the first chunks, so that a short file too has one for every thread.
const FIRST: usize = 64 << 10;

/// The length of later chunks, unless less is asked for: the fixed cost of a chunk is small
/// beside it.
const MOST: usize = 256 << 10;

/// How many times its own length comes before a chunk: the last chunks, for which some threads
/// have nothing left to do, are a small part of the whole.
const SHARE: usize = 32;

/// How far the text of a chunk goes on behind its end, so that the first token of the next game
/// can be seen.
const LOOK_AHEAD: usize = 4 << 10;

/// Returns about how long a chunk is to be, by how much comes before it.
fn length(before: usize, most: usize) -> usize {
    (before / SHARE).max(FIRST).min(most)
}

/// The games of a source that begin in a range of it.
#[derive(Clone, Debug)]
pub struct Chunk {
    /// The text, which goes on a little behind the range and no further, whatever is known of
    /// the file. So reading a chunk costs no more than its length.
    pub source: Arc<Source>,
    /// Where the range begins: between two games, if the guess was right.
    pub start: usize,
    /// Where it ends, likewise.
    pub end: usize,
}

impl Chunk {
    /// Returns where the range begins, counted in the file.
    #[must_use]
    pub fn file_start(&self) -> usize {
        self.source.offset_in_file(self.start)
    }

    /// Returns where the range ends, counted in the file.
    #[must_use]
    pub fn file_end(&self) -> usize {
        self.source.offset_in_file(self.end)
    }

    /// Returns the chunk with all of the text in sight that is known.
    #[must_use]
    pub fn uncut(&self) -> Chunk {
        Chunk { source: self.source.uncut().clone(), ..*self }
    }

    /// Merges chunks that follow each other, of which there is one at least, from a place in the
    /// first of them on, counted in the file. All of the text is in sight that is known.
    #[must_use]
    pub fn merge(chunks: &[Chunk], from: usize) -> Chunk {
        let (first, last) = (&chunks[0].uncut(), &chunks[chunks.len() - 1]);
        if chunks.len() == 1 || first.source.ends_file() {
            return Chunk { end: last.end, ..first.clone() };
        }
        let source = &first.source;
        let from = source.offset_of(from);
        let line = source.line_span(from).start;
        let mut bytes = source.bytes()[line..first.end].to_vec();
        for chunk in &chunks[1..] {
            bytes.extend_from_slice(&chunk.source.bytes()[chunk.start..chunk.end]);
        }
        let end = bytes.len();
        bytes.extend_from_slice(&last.source.bytes()[last.end..]);
        work::count(bytes.len());
        let before = Before {
            bytes: source.offset_in_file(line),
            line_ends: source.before.line_ends + count_line_ends(source.bytes(), line),
        };
        let name = source.name.clone();
        let bytes = Bytes::Owned(bytes);
        let merged = Source::stretch(name, bytes, 0, before, last.source.encoding, last.source.is_end);
        Chunk { source: Arc::new(merged), start: from - line, end }
    }
}

/// The chunks of a text, one after the other.
#[derive(Debug)]
#[non_exhaustive]
pub enum Chunks {
    /// Of a text that can be seen whole.
    Whole {
        /// The text.
        source: Arc<Source>,
        /// Where the next chunk begins, or `None` behind the last.
        next: Option<usize>,
        /// The greatest length of a chunk, in bytes.
        most: usize,
    },
    /// Of a text that is read for each.
    Stream(Stream),
}

impl Chunks {
    /// Cuts a source, which has one chunk at least.
    #[must_use]
    pub fn of(source: Arc<Source>) -> Chunks {
        Chunks::Whole { source, next: Some(0), most: MOST }
    }

    /// Limits the length of chunks to about so many bytes.
    #[must_use]
    pub fn at_most(mut self, bytes: usize) -> Chunks {
        let (Chunks::Whole { most, .. } | Chunks::Stream(Stream { most, .. })) = &mut self;
        *most = bytes.min(MOST);
        self
    }

    pub(super) fn stream(name: Arc<str>, text: Box<dyn Read + Send>) -> Chunks {
        Chunks::Stream(Stream {
            name,
            text,
            read: Vec::new(),
            start: 0,
            before: Before::default(),
            encoding: None,
            is_read: false,
            is_given: false,
            failure: None,
            most: MOST,
        })
    }
}

impl Iterator for Chunks {
    type Item = Result<Chunk, ReadError>;

    fn next(&mut self) -> Option<Result<Chunk, ReadError>> {
        match self {
            Chunks::Whole { source, next, most } => {
                let start = next.take()?;
                let cut = cut(source.bytes(), start + length(start, *most));
                *next = cut;
                let end = cut.unwrap_or(source.bytes().len());
                Some(Ok(Chunk { source: Source::up_to(source, end + LOOK_AHEAD), start, end }))
            }
            Chunks::Stream(stream) => stream.next(),
        }
    }
}

/// A text that is read chunk by chunk.
pub struct Stream {
    name: Arc<str>,
    text: Box<dyn Read + Send>,
    /// What has been read and not been given out, from the beginning of a line on, for
    /// messages show whole lines.
    read: Vec<u8>,
    /// Where the next chunk begins in it.
    start: usize,
    before: Before,
    /// The encoding, once a letter has shown it.
    encoding: Option<Encoding>,
    /// Whether all has been read that can be.
    is_read: bool,
    /// Whether all of that has been given out.
    is_given: bool,
    /// Why there is no more.
    failure: Option<io::Error>,
    most: usize,
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Stream {
    fn next(&mut self) -> Option<Result<Chunk, ReadError>> {
        if self.is_given {
            let cause = self.failure.take()?;
            return Some(Err(ReadError { name: self.name.to_string(), cause }));
        }
        let length = length(self.before.bytes, self.most);
        let mut searched = self.start + length;
        loop {
            self.read_on(searched + length + LOOK_AHEAD);
            let known = if self.is_read { self.read.len() } else { self.read.len() - LOOK_AHEAD };
            let cut = cut(&self.read[..known], searched);
            if let Some(end) = cut.or(self.is_read.then_some(self.read.len())) {
                self.is_given = cut.is_none();
                return Some(Ok(self.cut_off(end)));
            }
            // what was looked at may have ended within a tag
            searched = known - LOOK_AHEAD;
        }
    }

    /// Reads until so many bytes are there, or there are no more.
    fn read_on(&mut self, length: usize) {
        let missing = length.saturating_sub(self.read.len());
        match self.text.by_ref().take(missing as u64).read_to_end(&mut self.read) {
            Ok(read) => self.is_read |= read < missing,
            Err(cause) => (self.failure, self.is_read) = (Some(cause), true),
        }
    }

    /// Takes a chunk off what has been read.
    fn cut_off(&mut self, end: usize) -> Chunk {
        let line = memchr::memrchr2(b'\n', b'\r', &self.read[..end]).map_or(0, |line_end| line_end + 1);
        let rest = self.read[line..].to_vec();
        work::count(end + rest.len());
        let mut bytes = std::mem::replace(&mut self.read, rest);
        bytes.truncate(end + LOOK_AHEAD);
        let (before, start) = (self.before, self.start);
        self.before.bytes += line;
        self.before.line_ends += count_line_ends(&bytes, line);
        self.start = end - line;
        let encoding = self.encoding_of(&bytes[..end]);
        let (name, bytes) = (self.name.clone(), Bytes::Owned(bytes));
        let source = Source::stretch(name, bytes, 0, before, encoding, self.is_given);
        Chunk { source: Arc::new(source), start, end }
    }

    /// Decides the encoding of a chunk: the first letters above ASCII decide for all that
    /// follow, unless there is one that is no UTF-8.
    fn encoding_of(&mut self, bytes: &[u8]) -> Encoding {
        if !bytes.is_ascii() && self.encoding != Some(Encoding::Windows1252) {
            self.encoding = Some(Encoding::detect(bytes));
        }
        self.encoding.unwrap_or_default()
    }
}

/// Finds where a game seems to end, behind an offset: behind the last word before
/// what looks like the beginning of one.
fn cut(text: &[u8], from: usize) -> Option<usize> {
    let mut lines = memchr::memchr2_iter(b'\n', b'\r', text.get(from..)?).map(|at| from + at + 1);
    let found = lines.find(|&line| begins_game(text, line));
    work::count(found.unwrap_or(text.len()) - from);
    found.map(|line| line - gap_before(text, line).len())
}

/// Returns the white space before a line, of which there is little between games.
fn gap_before(text: &[u8], line: usize) -> &[u8] {
    const MOST: usize = 80;
    let before = &text[line.saturating_sub(MOST)..line];
    &before[before.trim_ascii_end().len()..]
}

/// Tells whether a line looks like the first of a game: it is a tag, and the line before
/// is none; or there are no tags and it is the first move, behind a blank line or a result.
fn begins_game(text: &[u8], line: usize) -> bool {
    let gap = gap_before(text, line);
    let before = &text[..line - gap.len()];
    if before.ends_with(b"]") {
        return text[line..].starts_with(b"[Event ");
    }
    match text[line..] {
        [b'[', letter, ..] => letter.is_ascii_alphabetic(),
        [b'1', b'.', ..] => {
            let first = text[line + 2..].trim_ascii_start().first();
            let is_blank = gap.len() > 2 || gap == b"\n\n" || gap == b"\r\r";
            let ends = || [&b"*"[..], b" 1-0", b" 0-1", b" 1/2-1/2"].iter().any(|end| before.ends_with(end));
            first.is_some_and(u8::is_ascii_alphabetic) && (is_blank || ends())
        }
        _ => false,
    }
}

/// Counts the ends of lines up to an offset, be they `\n`, `\r\n` or `\r`. Between the
/// two of `\r\n` the line has not ended.
fn count_line_ends(text: &[u8], end: usize) -> usize {
    let breaks = memchr::memchr2_iter(b'\n', b'\r', &text[..end]);
    breaks.filter(|&at| text[at] == b'\n' || text.get(at + 1) != Some(&b'\n')).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives a few bytes at a time.
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
    fn a_stream_is_cut_where_the_whole_is() {
        let wide = "\r\n".repeat(50) + "\n";
        for text in ["\n", "\r\n", "\r"]
            .map(database)
            .into_iter()
            .chain([database("\n").replace("\n\n[", &(wide + "["))])
        {
            let whole = Arc::new(Source::new("t", text.clone().into_bytes()));
            let ranges: Vec<_> = Chunks::of(whole.clone()).map(|chunk| chunk.unwrap()).collect();
            assert!(ranges.len() > 5, "{}", ranges.len());
            let stretches = chunks_of_stream(&text);
            assert_eq!(ranges.len(), stretches.len());
            for (range, stretch) in ranges.iter().zip(&stretches) {
                assert_eq!(stretch.source.offset_in_file(stretch.start), range.start);
                assert_eq!(stretch.source.offset_in_file(stretch.end), range.end);
                let line = |chunk: &Chunk, at| chunk.source.position(at).line;
                assert_eq!(line(stretch, stretch.end), line(range, range.end));
                let bytes = |chunk: &Chunk| chunk.source.bytes()[chunk.start..chunk.end].to_vec();
                assert!(bytes(range) == bytes(stretch));
            }
        }
    }

    /// Reading a chunk on a guess costs no more than its length.
    #[test]
    fn a_chunk_shows_little_behind_its_end() {
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
    fn chunks_join_again() {
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
    fn what_looks_like_a_game_begins_one() {
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
            assert_eq!(cut(text.as_bytes(), 0), cut_at, "{text}");
        }
    }

    #[test]
    fn nothing_is_one_piece() {
        assert_eq!(chunks_of_stream("").len(), 1);
        assert_eq!(Chunks::of(Arc::new(Source::new("t", Vec::new()))).count(), 1);
    }
}

//! Compressed texts in several parts: members of gzip, streams of bzip2 and xz, frames of Zstandard
//! and LZ4, zip archives.
//!
//! The decoders for several parts take whatever follows the last one for another that is broken.
//! Tapes and some programs pad files with zero bytes, which gzip itself passes over. Anything else
//! behind the last part is ignored with a warning, whatever the format: the parts before it are sound.

use std::collections::VecDeque;
use std::io::{self, BufRead, Cursor, Read};
use std::mem;

use bzip2::bufread::BzDecoder;
use flate2::bufread::{GzDecoder, MultiGzDecoder};
use lz4_flex::frame::FrameDecoder;
use lzma_rust2::XzReader;

use super::UnpackError;
use super::compression::{TrailingData, UnpackThreads};
use super::part_length::{Parts, gzip_members, zstandard_frames};
use super::unpack_ahead::{PartsAhead, Unpack};

/// The most memory that a stream of xz may ask for, in KiB: somewhat more than a dictionary of 128 MiB,
/// which is also what Zstandard allows. The dictionary of `xz -9` has 64 MiB.
const MAX_XZ_MEMORY: u32 = 130 << 10;

/// The number of bytes by which a part is recognised.
const SIGNATURE: usize = 4;

/// The most compressed bytes of parts that are taken ahead at once.
const MAX_PARTS: usize = 4 << 20;

/// How parts are unpacked ahead: what finds them, and what unpacks them.
type Ahead = (fn(&[u8]) -> Parts, Unpack);

/// A decoder of one part.
pub(super) trait Member<R>: Read + Sized {
    /// How parts are unpacked ahead, if they tell where they end.
    const AHEAD: Option<Ahead> = None;

    /// Tells whether data behind a part, which begin with at most [`SIGNATURE`] bytes, are another
    /// part, sound or not. Other data are ignored.
    fn is_part(beginning: &[u8]) -> bool;

    /// Begins to decode a part.
    fn begin(compressed: R) -> io::Result<Self>;

    /// Returns the rest of the compressed text, after the part has been read to its end.
    ///
    /// # Errors
    ///
    /// Returns [`io::ErrorKind::UnexpectedEof`] if the part is cut off, unless reading it has.
    fn finish(self) -> io::Result<R>;
}

pub(super) type GzipMember<R> = GzDecoder<R>;
pub(super) type Bzip2Member<R> = BzDecoder<R>;
pub(super) type ZstandardFrame<R> = zstd::Decoder<'static, R>;

impl<R: BufRead> Member<R> for GzipMember<R> {
    const AHEAD: Option<Ahead> =
        Some((gzip_members, |members| Box::new(MultiGzDecoder::new(Cursor::new(members)))));

    fn is_part(beginning: &[u8]) -> bool {
        beginning.starts_with(b"\x1f\x8b")
    }

    fn begin(compressed: R) -> io::Result<Self> {
        Ok(GzDecoder::new(compressed))
    }

    fn finish(self) -> io::Result<R> {
        Ok(self.into_inner())
    }
}

impl<R: BufRead> Member<R> for Bzip2Member<R> {
    fn is_part(beginning: &[u8]) -> bool {
        beginning.starts_with(b"BZh")
    }

    fn begin(compressed: R) -> io::Result<Self> {
        Ok(BzDecoder::new(compressed))
    }

    fn finish(self) -> io::Result<R> {
        Ok(self.into_inner())
    }
}

impl<R: BufRead> Member<R> for ZstandardFrame<R> {
    const AHEAD: Option<Ahead> = Some((zstandard_frames, |frames| {
        zstd::Decoder::with_buffer(Cursor::new(frames))
            .map_or_else(|error| Box::new(Failing(Some(error))) as _, |decoder| Box::new(decoder) as _)
    }));

    fn is_part(beginning: &[u8]) -> bool {
        // frames, and frames to be skipped
        matches!(*beginning, [0x28, 0xb5, 0x2f, 0xfd] | [0x50..=0x5f, 0x2a, 0x4d, 0x18])
    }

    fn begin(compressed: R) -> io::Result<Self> {
        zstd::Decoder::with_buffer(compressed).map(zstd::Decoder::single_frame)
    }

    fn finish(self) -> io::Result<R> {
        Ok(zstd::Decoder::finish(self))
    }
}

pub(super) struct XzStream<R: Read>(XzReader<R>);

impl<R: BufRead> Member<R> for XzStream<R> {
    fn is_part(beginning: &[u8]) -> bool {
        beginning.starts_with(b"\xfd7zX")
    }

    fn begin(compressed: R) -> io::Result<Self> {
        Ok(XzStream(XzReader::new_mem_limit(compressed, false, MAX_XZ_MEMORY)))
    }

    fn finish(self) -> io::Result<R> {
        Ok(self.0.into_inner())
    }
}

impl<R: BufRead> Read for XzStream<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(|error| match error.kind() {
            io::ErrorKind::OutOfMemory => UnpackError::Memory.into(),
            _ => error,
        })
    }
}

pub(super) struct Lz4Frame<R: Read>(FrameDecoder<Watched<R>>);

impl<R: BufRead> Member<R> for Lz4Frame<R> {
    fn is_part(beginning: &[u8]) -> bool {
        // frames, frames of an older format, and frames to be skipped
        matches!(
            *beginning,
            [0x04, 0x22, 0x4d, 0x18] | [0x02, 0x21, 0x4c, 0x18] | [0x50..=0x5f, 0x2a, 0x4d, 0x18]
        )
    }

    fn begin(compressed: R) -> io::Result<Self> {
        Ok(Lz4Frame(FrameDecoder::new(Watched { inner: compressed, has_ended: false })))
    }

    fn finish(self) -> io::Result<R> {
        let Watched { inner, has_ended } = self.0.into_inner();
        if has_ended { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(inner) }
    }
}

impl<R: BufRead> Read for Lz4Frame<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(|error| match error.get_ref() {
            // the words of the decoder are the names of its errors
            Some(cause) if cause.is::<lz4_flex::frame::Error>() => {
                io::Error::new(error.kind(), format!("corrupt LZ4 frame ({error})"))
            }
            _ => error,
        })
    }
}

/// A reader that remembers whether its end has been seen. The decoder of LZ4 takes that for the end
/// of a frame if it comes between two blocks.
struct Watched<R> {
    inner: R,
    has_ended: bool,
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(buffer)?;
        self.has_ended |= length == 0 && !buffer.is_empty();
        Ok(length)
    }
}

/// A reader that can look at the next bytes, however few come at once.
pub(super) struct Peeking<R> {
    inner: R,
    /// Bytes that have been looked at and not yet read.
    ahead: VecDeque<u8>,
}

impl<R: BufRead> Peeking<R> {
    /// Returns the next `wanted` bytes or more, or fewer at the end.
    fn peek(&mut self, wanted: usize) -> io::Result<&[u8]> {
        while self.ahead.len() < wanted {
            let bytes = self.inner.fill_buf()?;
            if bytes.is_empty() {
                break;
            }
            let length = bytes.len().min(wanted - self.ahead.len());
            self.ahead.extend(&bytes[..length]);
            self.inner.consume(length);
        }
        Ok(self.ahead.make_contiguous())
    }

    /// Puts bytes back before the next.
    fn put_back(&mut self, bytes: Vec<u8>) {
        let ahead = mem::replace(&mut self.ahead, bytes.into());
        self.ahead.extend(ahead);
    }

    /// Takes parts out that are there as a whole, and not long. Returns `None` if the next one is not,
    /// or if there is none.
    fn take_parts(&mut self, find: fn(&[u8]) -> Parts) -> io::Result<Option<Vec<u8>>> {
        let mut wanted = SIGNATURE;
        loop {
            let beginning = self.peek(wanted)?;
            let is_end = beginning.len() < wanted;
            let Parts { whole, needed } = find(beginning);
            match needed {
                Some(needed) if !is_end && needed <= MAX_PARTS => wanted = needed,
                None if !is_end && (wanted + 1..=MAX_PARTS).contains(&whole) => wanted = whole,
                _ if (1..=self.ahead.len()).contains(&whole) => {
                    let rest = self.ahead.split_off(whole);
                    return Ok(Some(mem::replace(&mut self.ahead, rest).into()));
                }
                _ => return Ok(None),
            }
        }
    }
}

impl<R: BufRead> Read for Peeking<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.ahead.is_empty() { self.inner.read(buffer) } else { self.ahead.read(buffer) }
    }
}

impl<R: BufRead> BufRead for Peeking<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.ahead.is_empty() { self.inner.fill_buf() } else { self.ahead.fill_buf() }
    }

    fn consume(&mut self, length: usize) {
        if self.ahead.is_empty() { self.inner.consume(length) } else { self.ahead.consume(length) }
    }
}

/// The text of all parts.
pub(super) struct Members<R, M> {
    state: State<R, M>,
    trailing: TrailingData,
    threads: UnpackThreads,
}

enum State<R, M> {
    /// Before the first part.
    Before(R),
    /// Behind a part: before another one, or padding, or the end.
    Behind(R),
    Within(M),
    /// Within parts that are unpacked ahead, with what follows them and the error of reading that.
    Ahead(PartsAhead, R, Option<io::Error>),
    /// At the end, or after an error.
    Ended,
}

impl<R: BufRead, M: Member<Peeking<R>>> Members<Peeking<R>, M> {
    /// Creates a reader, which notes in `trailing` whether it ignores data.
    pub(super) fn new(
        compressed: R,
        trailing: TrailingData,
        threads: UnpackThreads,
    ) -> Members<Peeking<R>, M> {
        let compressed = Peeking { inner: compressed, ahead: VecDeque::new() };
        Members { state: State::Before(compressed), trailing, threads }
    }
}

impl<R: BufRead, M: Member<Peeking<R>>> Read for Members<Peeking<R>, M> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.read_members(buffer).map_err(|error| match (error.kind(), error.get_ref()) {
            // that a buffer is not full means nothing to the user
            (io::ErrorKind::UnexpectedEof, None) => io::ErrorKind::UnexpectedEof.into(),
            _ => error,
        })
    }
}

impl<R: BufRead, M: Member<Peeking<R>>> Members<Peeking<R>, M> {
    fn read_members(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            self.state = match mem::replace(&mut self.state, State::Ended) {
                State::Before(rest) => State::Within(M::begin(rest)?),
                State::Behind(mut rest) => {
                    if pass_zeros(&mut rest)? {
                        return Ok(0);
                    }
                    let beginning = rest.peek(SIGNATURE)?;
                    if !M::is_part(&beginning[..SIGNATURE.min(beginning.len())]) {
                        self.trailing.note();
                        return Ok(0);
                    }
                    let mut parts = PartsAhead::default();
                    let failure = self.unpack_ahead(&mut parts, &mut rest).err();
                    if parts.len() == 0 && failure.is_none() {
                        State::Within(M::begin(rest)?)
                    } else {
                        State::Ahead(parts, rest, failure)
                    }
                }
                State::Ahead(mut parts, mut rest, mut failure) => {
                    if failure.is_none() {
                        failure = self.unpack_ahead(&mut parts, &mut rest).err();
                    }
                    match (parts.read(buffer), failure) {
                        (Err(packed), _) => {
                            rest.put_back(packed);
                            self.threads = UnpackThreads::default();
                            State::Behind(rest)
                        }
                        (Ok(Ok(0)), None) if !buffer.is_empty() => State::Behind(rest),
                        (Ok(Ok(0)), Some(error)) if !buffer.is_empty() => return Err(error),
                        (Ok(read), failure) => {
                            self.state = State::Ahead(parts, rest, failure);
                            return read;
                        }
                    }
                }
                State::Within(mut member) => match member.read(buffer)? {
                    0 if !buffer.is_empty() => State::Behind(member.finish()?),
                    length => {
                        self.state = State::Within(member);
                        return Ok(length);
                    }
                },
                State::Ended => return Ok(0),
            };
        }
    }
}

impl<R: BufRead, M: Member<Peeking<R>>> Members<Peeking<R>, M> {
    /// Starts to unpack as many parts as there are threads for.
    fn unpack_ahead(&self, parts: &mut PartsAhead, rest: &mut Peeking<R>) -> io::Result<()> {
        let Some((find, unpack)) = M::AHEAD else { return Ok(()) };
        while parts.len() < self.threads.ahead() {
            match rest.take_parts(find)? {
                Some(part) => parts.add(part, unpack)?,
                None => break,
            }
        }
        Ok(())
    }
}

/// A part that cannot be unpacked at all.
struct Failing(Option<io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// Passes over zero bytes, and tells whether nothing follows them.
fn pass_zeros(rest: &mut impl BufRead) -> io::Result<bool> {
    loop {
        let bytes = rest.fill_buf()?;
        let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
        let (is_end, is_member) = (bytes.is_empty(), zeros < bytes.len());
        rest.consume(zeros);
        if is_end || is_member {
            return Ok(is_end);
        }
    }
}

//! Compressed texts in several parts: members of gzip, streams of bzip2 and xz, frames of Zstandard
//! and LZ4.
//!
//! The crates' own decoders for several parts take whatever follows the last one for another,
//! broken part. Tapes and some programs pad files with zero bytes, which gzip itself skips.
//! Anything else after the last part is ignored with a warning in every format, because the parts
//! before it are sound.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::mem;
use std::ops::Range;

use bzip2::bufread::BzDecoder;
use flate2::bufread::GzDecoder;
use lz4_flex::frame::FrameDecoder;
use lzma_rust2::{Action, Status, XzStream};

use super::UnpackError;
use super::compression::TrailingData;

/// The most memory that a stream of xz may ask for, in KiB: somewhat more than a dictionary of 128 MiB,
/// which is also what Zstandard allows. The dictionary of `xz -9` has 64 MiB.
const MAX_XZ_MEMORY: u32 = 130 << 10;

/// How many bytes the decoder of xz gets at once. It decodes them before it returns anything, so this bounds the text
/// that is lost before a fault.
const XZ_STEP: usize = 64;

/// The number of bytes from which a part is recognised.
const SIGNATURE: usize = 4;

/// How many bytes a decoder is asked for at once. When it meets a fault, the text that it has
/// decoded in that call is lost. A small step loses little text before the fault. A fixed step
/// always loses the same text: otherwise the loss would depend on the length of chunks, and so on
/// the number of threads.
const STEP: usize = 4 << 10;

/// A decoder of one part.
pub(super) trait Member<R>: Read + Sized {
    /// Returns whether data after a part, of which at most [`SIGNATURE`] bytes are given, are another
    /// part, sound or not. Other data are ignored.
    fn is_part(beginning: &[u8]) -> bool;

    /// Begins to decode a part.
    fn begin(compressed: R) -> io::Result<Self>;

    /// Returns the rest of the compressed text, after the part has been read to its end.
    ///
    /// # Errors
    ///
    /// Returns [`io::ErrorKind::UnexpectedEof`] if the part is truncated and `read` has not already reported it.
    fn finish(self) -> io::Result<R>;
}

pub(super) type GzipMember<R> = GzDecoder<R>;
pub(super) type Bzip2Member<R> = BzDecoder<R>;
pub(super) type ZstandardFrame<R> = zstd::Decoder<'static, R>;

impl<R: BufRead> Member<R> for GzipMember<R> {
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

/// A stream of xz, decoded as it comes. The reader of the same crate waits for a whole chunk of up to 64 KB first,
/// and all of a truncated chunk would be lost.
pub(super) struct XzMember<R> {
    compressed: R,
    stream: XzStream,
}

impl<R: BufRead> Member<R> for XzMember<R> {
    fn is_part(beginning: &[u8]) -> bool {
        beginning.starts_with(b"\xfd7zX")
    }

    fn begin(compressed: R) -> io::Result<Self> {
        Ok(XzMember { compressed, stream: XzStream::new_mem_limit(false, MAX_XZ_MEMORY) })
    }

    fn finish(self) -> io::Result<R> {
        Ok(self.compressed)
    }
}

impl<R: BufRead> Read for XzMember<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let input = self.compressed.fill_buf()?;
            let action = if input.is_empty() { Action::Finish } else { Action::Run };
            let input = &input[..input.len().min(XZ_STEP)];
            let done = self.stream.process(input, buffer, action).map_err(|error| match error.kind() {
                io::ErrorKind::OutOfMemory => UnpackError::Memory.into(),
                _ => error,
            })?;
            self.compressed.consume(done.bytes_consumed);
            if done.bytes_produced > 0 || done.status == Status::StreamEnd {
                return Ok(done.bytes_produced);
            }
            if action == Action::Finish {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
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
            // the decoder gives only the names of its errors
            Some(cause) if cause.is::<lz4_flex::frame::Error>() => {
                io::Error::new(error.kind(), format!("corrupt LZ4 frame ({error})"))
            }
            _ => error,
        })
    }
}

/// A reader that remembers whether its end has been reached. The decoder of LZ4 takes the end of the input
/// between two blocks for the end of a frame.
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

/// A reader that can look ahead, however few bytes come at once, and counts the bytes that have been read.
pub(super) struct Peeking<R> {
    inner: R,
    /// Bytes that have been peeked at and not yet read.
    ahead: VecDeque<u8>,
    pub(super) position: u64,
}

impl<R: BufRead> Peeking<R> {
    pub(super) fn new(inner: R) -> Peeking<R> {
        Peeking { inner, ahead: VecDeque::new(), position: 0 }
    }

    /// Returns whether another part follows after any zero bytes. `is_part` tells that from its first [`SIGNATURE`]
    /// bytes, or from fewer at the end. Other data are noted in `trailing`.
    pub(super) fn finds_part(
        &mut self,
        is_part: impl Fn(&[u8]) -> bool,
        trailing: &TrailingData,
    ) -> io::Result<bool> {
        if pass_zeros(self)? {
            return Ok(false);
        }
        let beginning = self.peek(SIGNATURE)?;
        let is_part = is_part(&beginning[..SIGNATURE.min(beginning.len())]);
        if !is_part {
            trailing.note();
        }
        Ok(is_part)
    }

    /// Returns at least the next `wanted` bytes, or fewer at the end.
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
}

impl<R: BufRead> Read for Peeking<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = if self.ahead.is_empty() { self.inner.read(buffer) } else { self.ahead.read(buffer) }?;
        self.position += length as u64;
        Ok(length)
    }
}

impl<R: BufRead> BufRead for Peeking<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.ahead.is_empty() { self.inner.fill_buf() } else { self.ahead.fill_buf() }
    }

    fn consume(&mut self, length: usize) {
        if self.ahead.is_empty() {
            self.inner.consume(length);
        } else {
            self.ahead.consume(length);
        }
        self.position += length as u64;
    }
}

/// A reader that takes a text in steps, for readers that want more or less than a step.
pub(super) struct InSteps<R> {
    pub(super) text: R,
    /// The text of one step.
    step: Vec<u8>,
    /// The part of it that has not been read.
    unread: Range<usize>,
}

impl<R: Read> InSteps<R> {
    pub(super) fn new(text: R) -> InSteps<R> {
        InSteps { text, step: vec![0; STEP], unread: 0..0 }
    }
}

impl<R: Read> Read for InSteps<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.unread.is_empty() {
            self.unread = 0..self.text.read(&mut self.step)?;
        }
        let mut text = &self.step[self.unread.clone()];
        let length = text.read(buffer)?;
        self.unread.start += length;
        Ok(length)
    }
}

/// The text of all parts.
pub(super) struct Members<R, M> {
    state: State<R, M>,
    trailing: TrailingData,
}

enum State<R, M> {
    /// Before the first part.
    Before(R),
    /// After a part: before another one, padding, or the end.
    After(R),
    Within(M),
    /// At the end, or after an error.
    Ended,
}

impl<R: BufRead, M: Member<Peeking<R>>> Members<Peeking<R>, M> {
    /// Creates a reader, which notes in `trailing` whether it ignores data.
    pub(super) fn new(compressed: R, trailing: TrailingData) -> Members<Peeking<R>, M> {
        Members { state: State::Before(Peeking::new(compressed)), trailing }
    }
}

impl<R: BufRead, M: Member<Peeking<R>>> Read for Members<Peeking<R>, M> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            self.state = match mem::replace(&mut self.state, State::Ended) {
                State::Before(rest) => State::Within(M::begin(rest)?),
                State::After(mut rest) => {
                    if !rest.finds_part(M::is_part, &self.trailing)? {
                        return Ok(0);
                    }
                    State::Within(M::begin(rest)?)
                }
                State::Within(mut member) => match member.read(buffer)? {
                    0 => State::After(member.finish()?),
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

/// Skips zero bytes, and returns whether nothing follows them.
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

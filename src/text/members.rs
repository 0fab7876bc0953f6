//! Compressed texts in several parts: members of gzip, streams of bzip2 and xz, frames of Zstandard
//! and LZ4, zip archives.
//!
//! The decoders for several parts take zero bytes after the last one for another that is broken.
//! Tapes and some programs pad files with them, and gzip itself ignores them.

use std::io::{self, BufRead, Read};
use std::mem;

use bzip2::bufread::BzDecoder;
use flate2::bufread::GzDecoder;
use lz4_flex::frame::FrameDecoder;
use lzma_rust2::XzReader;

use super::UnpackError;

/// The most memory that a stream of xz may ask for, in KiB: somewhat more than a dictionary of 128 MiB,
/// which is also what Zstandard allows. The dictionary of `xz -9` has 64 MiB.
const MAX_XZ_MEMORY: u32 = 130 << 10;

/// A decoder of one part.
pub(super) trait Member<R>: Read + Sized {
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
    fn begin(compressed: R) -> io::Result<Self> {
        Ok(GzDecoder::new(compressed))
    }

    fn finish(self) -> io::Result<R> {
        Ok(self.into_inner())
    }
}

impl<R: BufRead> Member<R> for Bzip2Member<R> {
    fn begin(compressed: R) -> io::Result<Self> {
        Ok(BzDecoder::new(compressed))
    }

    fn finish(self) -> io::Result<R> {
        Ok(self.into_inner())
    }
}

impl<R: BufRead> Member<R> for ZstandardFrame<R> {
    fn begin(compressed: R) -> io::Result<Self> {
        zstd::Decoder::with_buffer(compressed).map(zstd::Decoder::single_frame)
    }

    fn finish(self) -> io::Result<R> {
        Ok(zstd::Decoder::finish(self))
    }
}

pub(super) struct XzStream<R: Read>(XzReader<R>);

impl<R: BufRead> Member<R> for XzStream<R> {
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

/// The text of all parts.
pub(super) enum Members<R, M> {
    /// Before a part, or padding, or the end.
    Between(R),
    Within(M),
    /// At the end, or after an error.
    Ended,
}

impl<R: BufRead, M: Member<R>> Members<R, M> {
    pub(super) fn new(compressed: R) -> Members<R, M> {
        Members::Between(compressed)
    }
}

impl<R: BufRead, M: Member<R>> Read for Members<R, M> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.read_members(buffer).map_err(|error| match (error.kind(), error.get_ref()) {
            // that a buffer is not full means nothing to the user
            (io::ErrorKind::UnexpectedEof, None) => io::ErrorKind::UnexpectedEof.into(),
            _ => error,
        })
    }
}

impl<R: BufRead, M: Member<R>> Members<R, M> {
    fn read_members(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            *self = match mem::replace(self, Members::Ended) {
                Members::Between(mut rest) => {
                    if pass_zeros(&mut rest)? {
                        return Ok(0);
                    }
                    Members::Within(M::begin(rest)?)
                }
                Members::Within(mut member) => match member.read(buffer)? {
                    0 if !buffer.is_empty() => Members::Between(member.finish()?),
                    length => {
                        *self = Members::Within(member);
                        return Ok(length);
                    }
                },
                Members::Ended => return Ok(0),
            };
        }
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

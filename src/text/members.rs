//! Compressed texts in several parts: members of gzip, streams of bzip2, frames of Zstandard.
//!
//! The decoders for several parts take zero bytes after the last one for another that is broken.
//! Tapes and some programs pad files with them, and gzip itself ignores them.

use std::io::{self, BufRead, Read};
use std::mem;

use bzip2::bufread::BzDecoder;
use flate2::bufread::GzDecoder;

/// A decoder of one part.
pub(super) trait Member<R>: Read + Sized {
    /// Begins to decode a part.
    fn begin(compressed: R) -> io::Result<Self>;

    /// Returns the rest of the compressed text.
    fn finish(self) -> R;
}

pub(super) type GzipMember<R> = GzDecoder<R>;
pub(super) type Bzip2Member<R> = BzDecoder<R>;
pub(super) type ZstandardFrame<R> = zstd::Decoder<'static, R>;

impl<R: BufRead> Member<R> for GzipMember<R> {
    fn begin(compressed: R) -> io::Result<Self> {
        Ok(GzDecoder::new(compressed))
    }

    fn finish(self) -> R {
        self.into_inner()
    }
}

impl<R: BufRead> Member<R> for Bzip2Member<R> {
    fn begin(compressed: R) -> io::Result<Self> {
        Ok(BzDecoder::new(compressed))
    }

    fn finish(self) -> R {
        self.into_inner()
    }
}

impl<R: BufRead> Member<R> for ZstandardFrame<R> {
    fn begin(compressed: R) -> io::Result<Self> {
        zstd::Decoder::with_buffer(compressed).map(zstd::Decoder::single_frame)
    }

    fn finish(self) -> R {
        zstd::Decoder::finish(self)
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
        loop {
            *self = match mem::replace(self, Members::Ended) {
                Members::Between(mut rest) => {
                    if pass_zeros(&mut rest)? {
                        return Ok(0);
                    }
                    Members::Within(M::begin(rest)?)
                }
                Members::Within(mut member) => match member.read(buffer)? {
                    0 if !buffer.is_empty() => Members::Between(member.finish()),
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

//! Decompression of input, which is recognised by its first bytes.

use std::io::{self, BufReader, Read};

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;

/// The number of bytes that identify a compression.
pub(super) const SIGNATURE: usize = 4;

/// The file name extensions of compressed files.
const EXTENSIONS: [&str; 4] = [".gz", ".zst", ".bz2", ".bz"];

/// A known compression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compression {
    Gzip,
    Zstandard,
    Bzip2,
    /// A compression that is recognised by its name only, so that the error can name it.
    Unsupported(&'static str),
}

impl Compression {
    /// Recognises the compression of an input from its first [`SIGNATURE`] bytes.
    pub(super) fn of(beginning: &[u8]) -> Option<Compression> {
        Some(match *beginning {
            [0x1f, 0x8b, ..] => Compression::Gzip,
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Compression::Zstandard,
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Compression::Bzip2,
            [b'P', b'K', 3, 4, ..] => Compression::Unsupported("zip"),
            [0xfd, b'7', b'z', b'X', ..] => Compression::Unsupported("xz"),
            [b'7', b'z', 0xbc, 0xaf, ..] => Compression::Unsupported("7z"),
            _ => return None,
        })
    }
}

/// Returns a reader that decompresses gzip, Zstandard and bzip2, and passes anything else
/// through. Consecutive members or frames are read as one text.
///
/// # Errors
///
/// Returns any error of reading the first bytes, and [`io::ErrorKind::Unsupported`] for a
/// compression that cannot be read.
pub(super) fn decompressed(mut input: impl Read + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
    let mut beginning = Vec::new();
    input.by_ref().take(SIGNATURE as u64).read_to_end(&mut beginning)?;
    let compression = Compression::of(&beginning);
    let whole = io::Cursor::new(beginning).chain(BufReader::new(input));
    Ok(match compression {
        Some(Compression::Gzip) => Box::new(MultiGzDecoder::new(whole)),
        Some(Compression::Zstandard) => Box::new(zstd::Decoder::with_buffer(whole)?),
        Some(Compression::Bzip2) => Box::new(MultiBzDecoder::new(whole)),
        Some(Compression::Unsupported(name)) => return Err(unsupported(name)),
        None => Box::new(whole),
    })
}

fn unsupported(compression: &str) -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, format!("{compression} is not read; unpack it first"))
}

/// Strips the extension of a compressed file: `games.pgn` for `games.pgn.gz`.
#[must_use]
pub fn plain_name(name: &str) -> &str {
    EXTENSIONS.iter().find_map(|extension| name.strip_suffix(extension)).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_names_have_no_extension_of_a_compression() {
        for (name, plain) in [("a.ctl-pgn.zst", "a.ctl-pgn"), ("a.pgn.gz", "a.pgn"), ("a.pgn", "a.pgn")] {
            assert_eq!(plain_name(name), plain);
        }
    }
}

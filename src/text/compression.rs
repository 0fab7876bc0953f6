//! Compressed input, recognised by its first bytes.

use std::io::{self, BufReader, Read};

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;

/// How many bytes tell whether an input is compressed.
pub(super) const SIGNATURE: usize = 4;

/// The endings of names that say how a file is compressed.
const ENDINGS: [&str; 4] = [".gz", ".zst", ".bz2", ".bz"];

/// The ways of compressing that are known, read or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compression {
    Gzip,
    Zstandard,
    Bzip2,
    Unread(&'static str),
}

impl Compression {
    /// Recognises the compression of what begins with some bytes.
    pub(super) fn of(beginning: &[u8]) -> Option<Compression> {
        Some(match *beginning {
            [0x1f, 0x8b, ..] => Compression::Gzip,
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Compression::Zstandard,
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Compression::Bzip2,
            [b'P', b'K', 3, 4, ..] => Compression::Unread("zip"),
            [0xfd, b'7', b'z', b'X', ..] => Compression::Unread("xz"),
            [b'7', b'z', 0xbc, 0xaf, ..] => Compression::Unread("7z"),
            _ => return None,
        })
    }
}

/// Returns a reader of what was compressed with gzip, Zstandard or bzip2, and of
/// anything else as it is. Members and frames that follow each other are one text.
///
/// # Errors
///
/// Any error of reading the first bytes.
pub(super) fn decompressed(mut input: impl Read + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
    let mut beginning = Vec::new();
    input.by_ref().take(SIGNATURE as u64).read_to_end(&mut beginning)?;
    let compression = Compression::of(&beginning);
    let whole = io::Cursor::new(beginning).chain(BufReader::new(input));
    Ok(match compression {
        Some(Compression::Gzip) => Box::new(MultiGzDecoder::new(whole)),
        Some(Compression::Zstandard) => Box::new(zstd::Decoder::with_buffer(whole)?),
        Some(Compression::Bzip2) => Box::new(MultiBzDecoder::new(whole)),
        Some(Compression::Unread(name)) => return Err(unsupported(name)),
        None => Box::new(whole),
    })
}

fn unsupported(compression: &str) -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, format!("{compression} is not read; unpack it first"))
}

/// Returns the name that a file has without its compression.
#[must_use]
pub fn plain_name(name: &str) -> &str {
    ENDINGS.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_what_is_inside() {
        for (name, plain) in [("a.ctl-pgn.zst", "a.ctl-pgn"), ("a.pgn.gz", "a.pgn"), ("a.pgn", "a.pgn")] {
            assert_eq!(plain_name(name), plain);
        }
    }
}

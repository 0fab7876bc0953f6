//! Compressed input, recognised by its first bytes.

use std::io::{self, BufReader, Read};

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;

/// The endings of names that say how a file is compressed.
const ENDINGS: [&str; 4] = [".gz", ".zst", ".bz2", ".bz"];

/// Returns a reader of what was compressed with gzip, Zstandard or bzip2, and of
/// anything else as it is. Members and frames that follow each other are one text.
///
/// # Errors
///
/// Any error of reading the first bytes.
pub fn decompressed<'a>(mut input: impl Read + 'a) -> io::Result<Box<dyn Read + 'a>> {
    let mut beginning = Vec::new();
    input.by_ref().take(4).read_to_end(&mut beginning)?;
    let whole = io::Cursor::new(beginning.clone()).chain(BufReader::new(input));
    Ok(match beginning[..] {
        [0x1f, 0x8b, ..] => Box::new(MultiGzDecoder::new(whole)),
        [0x28, 0xb5, 0x2f, 0xfd] => Box::new(zstd::Decoder::with_buffer(whole)?),
        [b'B', b'Z', b'h', b'1'..=b'9'] => Box::new(MultiBzDecoder::new(whole)),
        [b'P', b'K', 3, 4] => return Err(unsupported("zip")),
        [0xfd, b'7', b'z', b'X'] => return Err(unsupported("xz")),
        [b'7', b'z', 0xbc, 0xaf] => return Err(unsupported("7z")),
        _ => Box::new(whole),
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

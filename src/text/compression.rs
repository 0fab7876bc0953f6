//! Decompression of input, which is recognised by its first bytes.

use std::io::{self, BufRead, BufReader, Read};

/// The number of bytes that identify a compression.
pub(super) const SIGNATURE: usize = 4;

/// The number of bytes read at once for the decompressor.
const BUFFER: usize = 64 << 10;

/// The file name extensions of compressed files.
const EXTENSIONS: [&str; 4] = [".gz", ".zst", ".bz2", ".bz"];

/// A known compression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compression {
    Gzip,
    Zstandard,
    Bzip2,
    Zip,
    Xz,
    SevenZip,
}

impl Compression {
    /// Recognises the compression of an input from its first [`SIGNATURE`] bytes.
    pub(super) fn of(beginning: &[u8]) -> Option<Compression> {
        Some(match *beginning {
            [0x1f, 0x8b, ..] => Compression::Gzip,
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Compression::Zstandard,
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Compression::Bzip2,
            [b'P', b'K', 3, 4, ..] => Compression::Zip,
            [0xfd, b'7', b'z', b'X', ..] => Compression::Xz,
            [b'7', b'z', 0xbc, 0xaf, ..] => Compression::SevenZip,
            _ => return None,
        })
    }

    fn name(self) -> &'static str {
        match self {
            Compression::Gzip => "gzip",
            Compression::Zstandard => "Zstandard",
            Compression::Bzip2 => "bzip2",
            Compression::Zip => "zip",
            Compression::Xz => "xz",
            Compression::SevenZip => "7z",
        }
    }
}

/// Returns a reader that decompresses gzip, Zstandard and bzip2, and passes anything else
/// through. Consecutive members or frames are read as one text, and zero bytes after them are
/// padding.
///
/// # Errors
///
/// Returns any error of reading the first bytes, and [`io::ErrorKind::Unsupported`] for a
/// compression that cannot be read.
pub(super) fn decompressed(mut input: impl Read + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
    let mut beginning = Vec::new();
    input.by_ref().take(SIGNATURE as u64).read_to_end(&mut beginning)?;
    let compression = Compression::of(&beginning);
    let whole = io::Cursor::new(beginning).chain(BufReader::with_capacity(BUFFER, input));
    match compression {
        Some(compression) => decoder(compression, whole),
        None => Ok(Box::new(whole)),
    }
}

#[cfg(feature = "compression")]
fn decoder(
    compression: Compression,
    compressed: impl BufRead + Send + 'static,
) -> io::Result<Box<dyn Read + Send>> {
    use super::members::{Bzip2Member, GzipMember, Members, ZstandardFrame};

    Ok(match compression {
        Compression::Gzip => Box::new(Members::<_, GzipMember<_>>::new(compressed)),
        Compression::Zstandard => Box::new(Members::<_, ZstandardFrame<_>>::new(compressed)),
        Compression::Bzip2 => Box::new(Members::<_, Bzip2Member<_>>::new(compressed)),
        Compression::Zip | Compression::Xz | Compression::SevenZip => return Err(unsupported(compression)),
    })
}

#[cfg(not(feature = "compression"))]
fn decoder(
    compression: Compression,
    _compressed: impl BufRead + Send + 'static,
) -> io::Result<Box<dyn Read + Send>> {
    Err(unsupported(compression))
}

fn unsupported(compression: Compression) -> io::Error {
    let by_whom = if cfg!(feature = "compression") { "" } else { " by this build" };
    let message = format!("{} is not read{by_whom}; unpack it first", compression.name());
    io::Error::new(io::ErrorKind::Unsupported, message)
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
    fn unsupported_compressions_are_named() {
        let error = |bytes: &'static [u8]| decompressed(bytes).err().map(|error| error.to_string());
        #[cfg(feature = "compression")]
        assert_eq!(error(b"PK\x03\x04").as_deref(), Some("zip is not read; unpack it first"));
        #[cfg(not(feature = "compression"))]
        for (bytes, name) in
            [(&b"\x1f\x8b\x08\0"[..], "gzip"), (b"\x28\xb5\x2f\xfd", "Zstandard"), (b"BZh9", "bzip2")]
        {
            assert_eq!(error(bytes), Some(format!("{name} is not read by this build; unpack it first")));
        }
        assert_eq!(error(b"1. e4 *"), None);
    }

    #[test]
    fn the_extension_of_a_compression_is_stripped() {
        for (name, plain) in [("a.ctl-pgn.zst", "a.ctl-pgn"), ("a.pgn.gz", "a.pgn"), ("a.pgn", "a.pgn")] {
            assert_eq!(plain_name(name), plain);
        }
    }
}

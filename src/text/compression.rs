//! Decompression of input, which is recognised by its first bytes.

use std::io;
use std::io::{BufRead, BufReader, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

use super::archive::Archive;

/// The number of bytes that identify a compression.
pub(super) const SIGNATURE: usize = 4;

/// How much of an input is read at first, in bytes. Many files are no longer.
const BEGINNING: usize = 8 << 10;

/// The number of bytes read at once for the decompressor.
const BUFFER: usize = 64 << 10;

/// The file name extensions of compressed files.
const EXTENSIONS: [&str; 7] = [".gz", ".zst", ".bz2", ".bz", ".xz", ".lz4", ".zip"];

/// A known compression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compression {
    Gzip,
    Zstandard,
    Bzip2,
    Xz,
    Lz4,
    Zip,
    SevenZip,
    Rar,
}

impl Compression {
    /// Recognises the compression of an input from its first [`SIGNATURE`] bytes.
    pub(super) fn of(beginning: &[u8]) -> Option<Compression> {
        Some(match *beginning {
            [0x1f, 0x8b, ..] => Compression::Gzip,
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Compression::Zstandard,
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Compression::Bzip2,
            [0xfd, b'7', b'z', b'X', ..] => Compression::Xz,
            [0x04, 0x22, 0x4d, 0x18, ..] => Compression::Lz4,
            // an archive without files consists of the end of its directory
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Compression::Zip,
            [b'7', b'z', 0xbc, 0xaf, ..] => Compression::SevenZip,
            [b'R', b'a', b'r', b'!', ..] => Compression::Rar,
            _ => return None,
        })
    }

    fn name(self) -> &'static str {
        match self {
            Compression::Gzip => "gzip",
            Compression::Zstandard => "Zstandard",
            Compression::Bzip2 => "bzip2",
            Compression::Xz => "xz",
            Compression::Lz4 => "LZ4",
            Compression::Zip => "zip",
            Compression::SevenZip => "7z",
            Compression::Rar => "RAR",
        }
    }
}

/// Returns whether data after a compressed text have been ignored. It is shared with the reader of the
/// text, and becomes true when that has reached the data.
#[derive(Clone, Debug, Default)]
pub struct TrailingData(Arc<AtomicBool>);

impl TrailingData {
    /// Returns whether data have been ignored so far.
    #[must_use]
    pub fn is_ignored(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    #[cfg(feature = "compression")]
    pub(super) fn note(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A compressed text. It is boxed because decoders are large pieces of code, which would otherwise
/// be compiled once for each type of input.
type Packed<'r> = Box<dyn BufRead + Send + 'r>;

/// What an input turns out to be.
pub(super) enum Unpacked<'r> {
    Text(Box<dyn Read + Send + 'r>),
    #[cfg_attr(not(feature = "compression"), expect(dead_code, reason = "archives are not read"))]
    Archive(Box<dyn Archive + 'r>),
}

/// Decompresses gzip, Zstandard, bzip2, xz and LZ4, opens zip archives, and passes anything else through. Consecutive
/// members or frames are read as one text, and zero bytes after them are padding. Other data after them are ignored and
/// noted in `trailing`.
///
/// # Errors
///
/// Returns any error of reading the first bytes, and [`UnpackError`] for a compression that cannot
/// be read.
pub(super) fn unpacked<'r>(
    mut input: impl Read + Send + 'r,
    trailing: &TrailingData,
) -> io::Result<Unpacked<'r>> {
    let beginning = beginning(&mut input)?;
    match Compression::of(&beginning) {
        Some(compression) => {
            let packed = Cursor::new(beginning).chain(BufReader::with_capacity(BUFFER, input));
            unpack(compression, Box::new(packed), trailing.clone())
        }
        None => Ok(Unpacked::Text(Box::new(Cursor::new(beginning).chain(input)))),
    }
}

/// Reads the first bytes, until there are enough to recognise a compression.
fn beginning(input: &mut impl Read) -> io::Result<Vec<u8>> {
    let (mut bytes, mut length) = (vec![0; BEGINNING], 0);
    while length < SIGNATURE {
        match input.read(&mut bytes[length..]) {
            Ok(0) => break,
            Ok(more) => length += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    bytes.truncate(length);
    Ok(bytes)
}

#[cfg(feature = "compression")]
fn unpack(compression: Compression, packed: Packed<'_>, trailing: TrailingData) -> io::Result<Unpacked<'_>> {
    use super::members::{
        Bzip2Member, GzipMember, InSteps, Lz4Frame, Member, Members, Peeking, XzMember, ZstandardFrame,
    };
    use super::zip::ZipArchive;

    fn members<'r, M: Member<Peeking<Packed<'r>>> + Send + 'r>(
        packed: Packed<'r>,
        trailing: TrailingData,
    ) -> Unpacked<'r> {
        Unpacked::Text(Box::new(InSteps::new(Members::<Peeking<Packed>, M>::new(packed, trailing))))
    }

    let unpack = match compression {
        Compression::Gzip => members::<GzipMember<_>>,
        Compression::Zstandard => members::<ZstandardFrame<_>>,
        Compression::Bzip2 => members::<Bzip2Member<_>>,
        Compression::Xz => members::<XzMember<_>>,
        Compression::Lz4 => members::<Lz4Frame<_>>,
        Compression::Zip => return Ok(Unpacked::Archive(Box::new(ZipArchive::new(packed)))),
        Compression::SevenZip | Compression::Rar => {
            return Err(UnpackError::Format(compression.name()).into());
        }
    };
    Ok(unpack(packed, trailing))
}

#[cfg(not(feature = "compression"))]
fn unpack(
    compression: Compression,
    _packed: Packed<'_>,
    _trailing: TrailingData,
) -> io::Result<Unpacked<'_>> {
    Err(UnpackError::Format(compression.name()).into())
}

/// Strips the extension of a compressed file: `games.pgn` for `games.pgn.gz`.
pub fn plain_name(name: &str) -> &str {
    EXTENSIONS.iter().find_map(|extension| name.strip_suffix(extension)).unwrap_or(name)
}

/// Returns whether the name of a file, in lower case, says that it holds games.
#[cfg(any(feature = "cli", feature = "compression"))]
pub fn is_game_name(name: &str) -> bool {
    [".pgn", ".ctl-pgn"].iter().any(|extension| name.ends_with(extension))
}

/// The reason why a compressed file or an archive is not read, although it is sound.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum UnpackError {
    /// This build does not read the format of this name.
    #[error("it is packed as {0}, which is not read")]
    Format(&'static str),
    /// Decompressing it takes more memory than is allowed.
    #[error("unpacking it takes more than 128 MiB of memory")]
    Memory,
    /// An archive has neither games nor lists of positions.
    #[error("it is an archive without a .pgn, .ctl-pgn, .fen or .epd file")]
    NoGames,
    /// An archive has several files of games, which are not one text.
    #[error("it is an archive of several files of games, which are not one text")]
    Several,
    /// The file of this name in an archive is encrypted.
    #[error("{0} in the archive is encrypted")]
    Encrypted(String),
    /// A file in an archive is compressed by a method other than deflate.
    #[error("{name} in the archive is packed by method {method}, not by deflate")]
    Method {
        /// Its name.
        name: String,
        /// The number of the method.
        method: u16,
    },
    /// The end of the file of this name in an archive is unknown.
    #[error("{0} in the archive does not say how long it is")]
    LengthUnknown(String),
}

impl From<UnpackError> for io::Error {
    fn from(error: UnpackError) -> io::Error {
        io::Error::new(io::ErrorKind::Unsupported, error)
    }
}

/// The reason why reading an input ends early, although the system reports no error.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum InputError {
    /// The file has changed since it was opened.
    #[error("it was changed while it was read")]
    Changed,
    /// An input that can be read only once could not be copied in order to be read twice.
    #[error("it cannot be copied to a temporary file: {0}")]
    NotCopied(#[source] io::Error),
    /// A table has no column with games, moves or positions.
    #[error("it is a table without a column FEN, Moves or PGN; commas divide columns, in a .tsv tabs")]
    NoGamesInRows,
}

impl From<InputError> for io::Error {
    fn from(error: InputError) -> io::Error {
        io::Error::other(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsupported_compressions_are_named() {
        let mut unsupported = vec![(&b"7z\xbc\xaf"[..], "7z"), (b"Rar!", "RAR")];
        if cfg!(not(feature = "compression")) {
            unsupported.extend([
                (&b"\x1f\x8b\x08\0"[..], "gzip"),
                (b"\x28\xb5\x2f\xfd", "Zstandard"),
                (b"BZh9", "bzip2"),
                (b"\xfd7zX", "xz"),
                (b"\x04\x22\x4d\x18", "LZ4"),
                (b"PK\x03\x04", "zip"),
                (b"PK\x05\x06", "zip"),
            ]);
        }
        let error = |bytes: &'static [u8]| {
            unpacked(bytes, &TrailingData::default()).err().map(|error| error.to_string())
        };
        for (bytes, name) in unsupported {
            assert_eq!(error(bytes), Some(format!("it is packed as {name}, which is not read")));
        }
        assert_eq!(error(b"1. e4 *"), None);
    }

    #[test]
    fn the_extension_of_a_compression_is_stripped() {
        for (name, plain) in [
            ("a.ctl-pgn.zst", "a.ctl-pgn"),
            ("a.pgn.gz", "a.pgn"),
            ("a.pgn.zip", "a.pgn"),
            ("a.pgn", "a.pgn"),
        ] {
            assert_eq!(plain_name(name), plain);
        }
    }
}

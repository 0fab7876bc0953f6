//! The reasons why a packed file cannot be unpacked.

use std::io;

use thiserror::Error;

/// The reason why a compressed file or an archive is not read, although it is sound.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum UnpackError {
    /// This build does not read the format of this name.
    #[error("it is packed as {0}, which is not read")]
    Format(&'static str),
    /// Unpacking it takes more memory than is allowed.
    #[error("unpacking it takes more than 128 MiB of memory")]
    Memory,
    /// An archive has no games.
    #[error("it is an archive without a .pgn or .ctl-pgn file")]
    NoGames,
    /// The file of this name in an archive is encrypted.
    #[error("{0} in the archive is encrypted")]
    Encrypted(String),
    /// A file in an archive is compressed by another method than deflate.
    #[error("{name} in the archive is packed by method {method}, not by deflate")]
    Method {
        /// Its name.
        name: String,
        /// The number of the method.
        method: u16,
    },
    /// The end of the file of this name in an archive cannot be told.
    #[error("{0} in the archive does not say how long it is")]
    LengthUnknown(String),
}

impl From<UnpackError> for io::Error {
    fn from(error: UnpackError) -> io::Error {
        io::Error::new(io::ErrorKind::Unsupported, error)
    }
}

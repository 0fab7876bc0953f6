//! The reasons, other than those of the system, why an input cannot be read on.

use std::io;

use thiserror::Error;

/// The reason why reading an input ends, although the system reads it.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum InputError {
    /// The file has changed since it was opened.
    #[error("it was changed while it was read")]
    Changed,
    /// What can be read only once cannot be copied to be read twice.
    #[error("it cannot be copied to a temporary file: {0}")]
    NotCopied(#[source] io::Error),
}

impl From<InputError> for io::Error {
    fn from(error: InputError) -> io::Error {
        io::Error::other(error)
    }
}

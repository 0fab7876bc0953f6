//! The trait of problems that can be described in every language.

use std::io;

use super::io_cause::io_cause;
use super::{Code, Fix, Language, fill};
use crate::text::{ReadError, Source, Span, UnpackError};

/// An error or a warning that can be described in every language.
///
/// It is `Send` and `Sync` because one thread may find a problem and another report it.
pub trait Describe: Send + Sync {
    /// Returns the code of the problem, which is the same in every language.
    fn code(&self) -> Code;

    /// Describes the problem in one line.
    fn message(&self, language: &Language) -> String;

    /// Suggests what to do about the problem. Returns `None` if there is nothing to suggest.
    fn help(&self, _language: &Language) -> Option<String> {
        None
    }

    /// Returns the changes of the text that mend the problem, the best first. `span` is that of the
    /// diagnostic. Made only when it is asked for, since most problems are only told.
    fn fixes(&self, _source: &Source, _span: Span) -> Vec<Fix> {
        Vec::new()
    }
}

impl Describe for ReadError {
    fn code(&self) -> Code {
        if self.unpack_error().is_some() { Code::CannotUnpack } else { Code::CannotRead }
    }

    fn message(&self, language: &Language) -> String {
        let cause = match self.unpack_error() {
            Some(error) => why_packed(error, language),
            None => io_cause(&self.cause, language),
        };
        fill(language.cannot_read, &[("file", &self.name), ("cause", &cause)])
    }

    fn help(&self, language: &Language) -> Option<String> {
        self.unpack_error().map(|_| language.unpack_it.to_owned())
    }
}

/// The problem that the output cannot be written.
#[derive(Debug)]
pub struct CannotWrite(pub io::Error);

impl Describe for CannotWrite {
    fn code(&self) -> Code {
        Code::CannotWrite
    }

    fn message(&self, language: &Language) -> String {
        fill(language.cannot_write, &[("cause", &io_cause(&self.0, language))])
    }
}

fn why_packed(error: &UnpackError, language: &Language) -> String {
    match error {
        UnpackError::Format(format) => fill(language.packed_as, &[("format", format)]),
        UnpackError::Memory => language.packed_too_large.to_owned(),
        UnpackError::NoGames => language.archive_without_games.to_owned(),
        UnpackError::Encrypted(name) => fill(language.archive_encrypted, &[("name", name)]),
        UnpackError::Method { name, method } => {
            fill(language.archive_by_method, &[("name", name), ("number", method)])
        }
        UnpackError::LengthUnknown(name) => fill(language.archive_without_length, &[("name", name)]),
    }
}

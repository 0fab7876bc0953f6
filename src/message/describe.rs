//! The trait of problems that can be described in every language.

use super::{Code, Language, fill};
use crate::text::ReadError;

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
}

impl Describe for ReadError {
    fn code(&self) -> Code {
        Code::CannotRead
    }

    fn message(&self, language: &Language) -> String {
        fill(language.cannot_read, &[("file", &self.name), ("cause", &self.cause)])
    }
}

//! What can be said in every language.

use super::{Code, Language, fill};
use crate::text::ReadError;

/// Something that can be said in every language: an error, a warning, a remark.
///
/// What finds it and what says it may be different threads.
pub trait Describe: Send + Sync {
    /// Returns the code of the problem, which stays the same in every language.
    fn code(&self) -> Code;

    /// Says what is wrong, in one line.
    fn message(&self, language: &Language) -> String;

    /// Says what to do about it, if there is something to say.
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

//! What came of reading a game.

use super::SyntaxError;
use super::token_edit::EditKind;
use crate::message::Fix;

/// An error from which the parser has recovered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovered {
    /// The error. If it only draws a warning, its span covers the skipped tokens.
    pub error: SyntaxError,
    /// The edit that repaired it.
    pub kind: EditKind,
    /// Whether the game is faulty all the same, because a tag or a variation is lost.
    pub is_error: bool,
    /// The changes of the text with which it has no such error.
    pub fixes: Vec<Fix>,
}

/// The outcome of reading a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The errors from which the parser has recovered.
    pub recovered: Vec<Recovered>,
    /// The error at which the game was cut off.
    pub error: Option<SyntaxError>,
}

impl Reading {
    /// Returns the error that makes the game faulty, if there is one.
    #[must_use]
    pub fn first_error(&self) -> Option<SyntaxError> {
        let recovered = self.recovered.iter().filter(|recovered| recovered.is_error);
        recovered.map(|recovered| recovered.error).chain(self.error).next()
    }
}

//! What the pass of the program has to say of files as a whole.

use std::io;

use crate::message::Code;
use crate::message::{Describe, Language, fill};
use crate::rules::Unwritable;

/// What is odd about a source as a whole.
pub(crate) enum TextProblem {
    NotUtf8,
    NoGames,
}

impl Describe for TextProblem {
    fn code(&self) -> Code {
        match self {
            TextProblem::NotUtf8 => Code::NotUtf8,
            TextProblem::NoGames => Code::NoGames,
        }
    }

    fn message(&self, language: &Language) -> String {
        match self {
            TextProblem::NotUtf8 => language.not_utf8,
            TextProblem::NoGames => language.no_games,
        }
        .to_owned()
    }
}

/// A game is asked for that a file does not have.
pub(crate) struct NoSuchGame {
    pub(crate) number: usize,
    pub(crate) count: usize,
}

impl Describe for NoSuchGame {
    fn code(&self) -> Code {
        Code::NoSuchGame
    }

    fn message(&self, language: &Language) -> String {
        fill(language.no_such_game, &[("number", &self.number), ("count", &self.count)])
    }
}

/// A game is asked for in a form that cannot hold it.
pub(crate) struct NotWritten<'a> {
    pub(crate) name: &'a str,
    pub(crate) number: usize,
    pub(crate) error: Unwritable,
}

impl Describe for NotWritten<'_> {
    fn code(&self) -> Code {
        match &self.error {
            Unwritable::Form(fault) => fault.code(),
            Unwritable::Setup(error) => error.fault.code(),
            Unwritable::Replay(error) => error.error.code(),
        }
    }

    fn message(&self, language: &Language) -> String {
        let game = fill(language.in_game, &[("number", &self.number)]);
        let cause = match &self.error {
            Unwritable::Form(fault) => fault.message(language),
            Unwritable::Setup(error) => error.fault.message(language),
            Unwritable::Replay(error) => error.error.message(language),
        };
        format!("{}: {game}: {cause}", self.name)
    }
}

/// The output cannot be written.
pub(crate) struct CannotWrite(pub(crate) io::Error);

impl Describe for CannotWrite {
    fn code(&self) -> Code {
        Code::CannotWrite
    }

    fn message(&self, language: &Language) -> String {
        fill(language.cannot_write, &[("cause", &self.0)])
    }
}

//! What the course of the program has to say of files as a whole.

use std::io;

use crate::codes::Code;
use crate::lang::{Explain, Language, fill};
use crate::replay::Unwritable;

/// What is odd about a source as a whole.
pub(super) enum SourceCaveat {
    NotUtf8,
    NoGames,
}

impl Explain for SourceCaveat {
    fn code(&self) -> Code {
        match self {
            SourceCaveat::NotUtf8 => Code::NotUtf8,
            SourceCaveat::NoGames => Code::NoGames,
        }
    }

    fn message(&self, language: &Language) -> String {
        match self {
            SourceCaveat::NotUtf8 => language.not_utf8,
            SourceCaveat::NoGames => language.no_games,
        }
        .to_owned()
    }
}

/// A game is asked for that a file does not have.
pub(super) struct NoSuchGame {
    pub(super) number: usize,
    pub(super) count: usize,
}

impl Explain for NoSuchGame {
    fn code(&self) -> Code {
        Code::NoSuchGame
    }

    fn message(&self, language: &Language) -> String {
        fill(language.no_such_game, &[("number", &self.number), ("count", &self.count)])
    }
}

/// A game is asked for in a form that cannot hold it.
pub(super) struct NotWritten<'a> {
    pub(super) name: &'a str,
    pub(super) number: usize,
    pub(super) error: Unwritable,
}

impl Explain for NotWritten<'_> {
    fn code(&self) -> Code {
        match &self.error {
            Unwritable::StartingPosition => Code::NoPlaceForPosition,
            Unwritable::Variant => Code::NoPlaceForVariant,
            Unwritable::NullMove => Code::NoPlaceForNullMove,
            Unwritable::Setup(error) => error.fault.code(),
            Unwritable::Replay(error) => error.error.code(),
        }
    }

    fn message(&self, language: &Language) -> String {
        let game = fill(language.in_game, &[("number", &self.number)]);
        let cause = match &self.error {
            Unwritable::StartingPosition => language.no_place_for_position.to_owned(),
            Unwritable::Variant => language.no_place_for_variant.to_owned(),
            Unwritable::NullMove => language.no_place_for_null_move.to_owned(),
            Unwritable::Setup(error) => error.fault.message(language),
            Unwritable::Replay(error) => error.error.message(language),
        };
        format!("{}: {game}: {cause}", self.name)
    }
}

/// The output cannot be written.
pub(super) struct CannotWrite(pub(super) io::Error);

impl Explain for CannotWrite {
    fn code(&self) -> Code {
        Code::CannotWrite
    }

    fn message(&self, language: &Language) -> String {
        fill(language.cannot_write, &[("cause", &self.0)])
    }
}

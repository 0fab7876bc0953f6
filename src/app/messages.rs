//! Messages about files as a whole, and about games that cannot be written.

use std::io;

use super::exit_status::ExitStatus;
use crate::message::{Code, Describe, Language, Reporter, ReporterOptions, fill};
use crate::rules::Unwritable;

/// Reports a problem of the whole program, which ends with it.
pub(crate) fn fail(options: ReporterOptions, problem: &dyn Describe) -> ExitStatus {
    Reporter::new(io::stderr(), options).fail(None, problem);
    ExitStatus::Failure
}

/// The message that a file has no game.
pub(crate) struct NoGames;

impl Describe for NoGames {
    fn code(&self) -> Code {
        Code::NoGames
    }

    fn message(&self, language: &Language) -> String {
        language.no_games.to_owned()
    }
}

/// The message that the data behind a packed text are ignored.
pub(crate) struct DataIgnored;

impl Describe for DataIgnored {
    fn code(&self) -> Code {
        Code::DataIgnored
    }

    fn message(&self, language: &Language) -> String {
        language.data_ignored.to_owned()
    }
}

/// The message that a file does not have a game that was selected.
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

/// The message that a game cannot be written in the format that was asked for.
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

/// The message that standard output is closed.
pub(crate) struct ClosedOutput;

impl Describe for ClosedOutput {
    fn code(&self) -> Code {
        Code::CannotWrite
    }

    fn message(&self, language: &Language) -> String {
        fill(language.cannot_write, &[("cause", &language.stdout_is_closed)])
    }
}

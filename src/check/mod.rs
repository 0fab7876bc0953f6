//! The analysis of a source: every game, every move, before anything is shown.

mod examine;

use crate::ast::Game;
use crate::dispatch::{Task, by_its_rules};
use crate::parser::{AnyGame, AnyGames, Kind, Reading, Recovery};
use crate::replay::{Illegal, Rules};
use crate::source::Source;

pub use examine::{Examination, Finding, Verdict};

/// How much of PGN a file may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Syntax {
    /// All that has one sensible reading
    #[default]
    Standard,
    /// Only the reduced export form of the assignment, to the letter
    Reduced,
    /// More: what cannot be read is left out, each time with a warning, and illegal moves that
    /// say where from and where to are played
    Lenient,
}

impl Syntax {
    /// Tells what becomes of illegal moves.
    #[must_use]
    pub const fn illegal(self) -> Illegal {
        match self {
            Syntax::Standard | Syntax::Reduced => Illegal::Refused,
            Syntax::Lenient => Illegal::Played,
        }
    }

    /// Tells what becomes of syntax errors.
    #[must_use]
    pub const fn recovery(self) -> Recovery {
        match self {
            Syntax::Standard | Syntax::Reduced => Recovery::End,
            Syntax::Lenient => Recovery::LeaveOut,
        }
    }
}

/// A walk over the games of a source that finds what is wrong in each.
#[derive(Debug)]
pub struct Inspection<'s> {
    examination: Examination<'s>,
    games: AnyGames<'s>,
    game: AnyGame<'s>,
}

impl<'s> Inspection<'s> {
    /// Starts before the first game. `kind` is the notation of all of them, if it
    /// is not by the tags of each; `pedantic` is whether wrong move numbers count.
    #[must_use]
    pub fn new(source: &'s Source, kind: Option<Kind>, syntax: Syntax, pedantic: bool) -> Inspection<'s> {
        let games = AnyGames::new(source, kind, syntax.recovery());
        let game = games.blank();
        Inspection { examination: Examination { source, syntax, previous_end: None, pedantic }, games, game }
    }

    /// Goes on to the next game, and says what was found in it.
    pub fn advance(&mut self) -> Option<Verdict> {
        let reading = self.read()?;
        Some(by_its_rules(&self.game, Examine { examination: &self.examination, reading }))
    }

    /// Goes on to the next game without looking at what is in it.
    pub fn read(&mut self) -> Option<Reading> {
        let previous_end = self.games.end();
        let is_first = previous_end == 0 && self.examination.source.begins_file();
        self.examination.previous_end = (!is_first).then_some(previous_end);
        self.games.read(&mut self.game)
    }

    /// Goes to an offset between two games.
    pub fn seek(&mut self, offset: usize) {
        self.games.seek(offset);
    }

    /// Returns what the analysis of the game that was found last depends on.
    #[must_use]
    pub fn examination(&self) -> &Examination<'s> {
        &self.examination
    }

    /// Returns the games, to ask where the last one ended.
    #[must_use]
    pub fn games(&self) -> &AnyGames<'s> {
        &self.games
    }

    /// Returns the game that was found last.
    #[must_use]
    pub fn game(&self) -> &AnyGame<'s> {
        &self.game
    }

    /// Returns the game that was found last, cut off before its error if it has one.
    pub fn game_up_to_error(&mut self, verdict: &Verdict) -> &AnyGame<'s> {
        if let Some(error) = verdict.error() {
            self.game.cut(error.span.start);
        }
        &self.game
    }
}

struct Examine<'a> {
    examination: &'a Examination<'a>,
    reading: Reading,
}

impl Task for Examine<'_> {
    type Output = Verdict;

    fn run<R: Rules>(self, game: &Game<'_, R::Written>) -> Verdict {
        self.examination.of_game::<R>(game, self.reading, None)
    }
}

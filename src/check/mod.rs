//! The analysis of a source: every game, every move, before anything is shown.

mod form;
mod game;

use crate::notation::{AnyGame, AnyGames, Variant};
use crate::rules::{GameVisitor, Illegal, Rules, with_rules};
use crate::syntax::{Game, Reading, Recovery};
use crate::text::Source;

pub use form::FormLint;
pub use game::{CheckContext, Report};

/// How much of PGN a file may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[non_exhaustive]
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
pub struct GameChecker<'s> {
    context: CheckContext<'s>,
    games: AnyGames<'s>,
    game: AnyGame<'s>,
}

impl<'s> GameChecker<'s> {
    /// Starts before the first game. `variant` is what all of them are read as, if
    /// that is not by the tags of each; `pedantic` is whether wrong move numbers count.
    #[must_use]
    pub fn new(
        source: &'s Source,
        variant: Option<Variant>,
        syntax: Syntax,
        pedantic: bool,
    ) -> GameChecker<'s> {
        let games = AnyGames::new(source, variant, syntax.recovery());
        let game = games.blank();
        GameChecker { context: CheckContext { source, syntax, previous_end: None, pedantic }, games, game }
    }

    /// Goes on to the next game, and says what was found in it.
    pub fn advance(&mut self) -> Option<Report> {
        let reading = self.read()?;
        Some(with_rules(&self.game, Examine { context: &self.context, reading }))
    }

    /// Goes on to the next game without looking at what is in it.
    pub fn read(&mut self) -> Option<Reading> {
        let previous_end = self.games.end();
        let is_first = previous_end == 0 && self.context.source.begins_file();
        self.context.previous_end = (!is_first).then_some(previous_end);
        self.games.read(&mut self.game)
    }

    /// Goes to an offset between two games.
    pub fn seek(&mut self, offset: usize) {
        self.games.seek(offset);
    }

    /// Returns what the analysis of the game that was found last depends on.
    #[must_use]
    pub fn context(&self) -> &CheckContext<'s> {
        &self.context
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
    pub fn game_up_to_error(&mut self, report: &Report) -> &AnyGame<'s> {
        if let Some(at) = report.cut_at() {
            self.game.cut(at);
        }
        &self.game
    }
}

struct Examine<'a> {
    context: &'a CheckContext<'a>,
    reading: Reading,
}

impl GameVisitor for Examine<'_> {
    type Output = Report;

    fn run<R: Rules>(self, game: &Game<'_, R::Notation>) -> Report {
        self.context.of_game::<R>(game, self.reading, None)
    }
}

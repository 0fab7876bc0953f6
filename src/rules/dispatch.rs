//! Which rules a game is played by: the one place that knows all of them.

use super::Rules;
use super::cescacs::Cescacs;
use super::square::{Chess, VariantPosition};
use crate::notation::AnyGame;
use crate::notation::pgn::variant::is_orthodox;
use crate::syntax::Game;

/// Something to be done with a game, whatever its rules.
pub trait GameVisitor {
    /// What comes of it.
    type Output;

    /// Does it under the rules of the game.
    fn run<R: Rules>(self, game: &Game<'_, R::Notation>) -> Self::Output;
}

/// Does something with a game under the rules that its notation and its tags name.
pub fn with_rules<T: GameVisitor>(game: &AnyGame<'_>, task: T) -> T::Output {
    match game {
        AnyGame::Pgn(game) if is_orthodox(game) => task.run::<Chess>(game),
        AnyGame::Pgn(game) => task.run::<VariantPosition>(game),
        AnyGame::Ctl(game) => task.run::<Cescacs>(game),
    }
}

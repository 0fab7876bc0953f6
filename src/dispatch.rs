//! Which rules a game is played by: the one place that knows all of them.

use crate::ast::Game;
use crate::cescacs::Cescacs;
use crate::parser::AnyGame;
use crate::replay::Rules;
use crate::square::{Chess, VariantPosition, is_orthodox};

/// Something to be done with a game, whatever its rules.
pub trait Task {
    /// What comes of it.
    type Output;

    /// Does it under the rules of the game.
    fn run<R: Rules>(self, game: &Game<'_, R::Written>) -> Self::Output;
}

/// Does something with a game under the rules that its notation and its tags name.
pub fn by_its_rules<T: Task>(game: &AnyGame<'_>, task: T) -> T::Output {
    match game {
        AnyGame::Pgn(game) if is_orthodox(game) => task.run::<Chess>(game),
        AnyGame::Pgn(game) => task.run::<VariantPosition>(game),
        AnyGame::Ctl(game) => task.run::<Cescacs>(game),
    }
}

//! Chooses the rules of a game. This is the only module that knows all of them.

use super::Rules;
use super::cescacs::Cescacs;
use super::square::{Chess, VariantPosition};
use crate::notation::AnyGame;
use crate::notation::pgn::variant::is_orthodox;
use crate::syntax::Game;

/// An operation on a game that is generic over the rules.
pub trait GameVisitor {
    /// The result of the operation.
    type Output;

    /// Runs the operation by the rules `R`.
    fn run<R: Rules>(self, game: &Game<'_, R::Notation>) -> Self::Output;
}

/// Runs an operation on a game by the rules that its notation and its tags name.
pub fn with_rules<V: GameVisitor>(game: &AnyGame<'_>, visitor: V) -> V::Output {
    match game {
        AnyGame::Pgn(game) if is_orthodox(game) => visitor.run::<Chess>(game),
        AnyGame::Pgn(game) => visitor.run::<VariantPosition>(game),
        AnyGame::Ctl(game) => visitor.run::<Cescacs>(game),
    }
}

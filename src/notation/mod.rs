//! The notations, and the reader that chooses the notation of each game.

mod any_games;
pub(crate) mod calendar;
pub mod ctl;
mod departure;
pub mod pgn;
mod positions;

use std::borrow::Cow;

use crate::message::GameLabel;
use crate::syntax::{Game, Outcome, TagPair, result_in_any_form};
use crate::text::Span;
use ctl::CtlAn;
use pgn::San;

pub use crate::syntax::Variant;
pub(crate) use any_games::enough_text;
#[cfg(feature = "cli")]
pub(crate) use any_games::expected_notation;
pub use any_games::{AnyGames, MAX_GAME_SIZE};

/// Reads a result as any of the notations writes it.
pub(crate) fn outcome_of(text: &str) -> Option<Outcome> {
    result_in_any_form::<San>(text).or_else(|| result_in_any_form::<CtlAn>(text))
}

/// A game in any notation.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyGame<'s> {
    /// PGN.
    Pgn(Game<'s, San>),
    /// CTL-PGN.
    Ctl(Game<'s, CtlAn>),
}

/// Evaluates an expression on a game, whatever its notation is.
macro_rules! with_game {
    ($any:expr, $game:ident => $value:expr) => {
        match $any {
            $crate::notation::AnyGame::Pgn($game) => $value,
            $crate::notation::AnyGame::Ctl($game) => $value,
        }
    };
}

pub(crate) use with_game;

impl<'s> AnyGame<'s> {
    /// Labels the game for messages. See [`Game::label`].
    #[must_use]
    pub fn label(&self, number: usize) -> GameLabel<'s> {
        with_game!(self, game => game.label(number))
    }

    /// Returns the tag pairs, in the order of the file.
    #[must_use]
    pub fn tags(&self) -> &[TagPair<'s>] {
        with_game!(self, game => &game.tags)
    }

    /// Returns the tag pairs as they are shown.
    #[must_use]
    pub fn shown_tags(&self) -> Cow<'_, [TagPair<'s>]> {
        with_game!(self, game => game.shown_tags())
    }

    /// Returns the result, if it is known. See [`Game::known_outcome`].
    #[must_use]
    pub fn known_outcome(&self) -> Option<Outcome> {
        with_game!(self, game => game.known_outcome())
    }

    /// Cuts the moves off at an offset. See [`Game::cut`].
    pub fn cut(&mut self, offset: usize) {
        with_game!(self, game => game.cut(offset));
    }

    /// Sets the offset at which the game begins.
    pub fn set_beginning(&mut self, offset: usize) {
        with_game!(self, game => game.begins_at = offset);
    }

    /// Sets the result. It has an empty span, because it is not in the text.
    pub fn set_result(&mut self, outcome: Outcome) {
        let result = Some((outcome, Span::default()));
        with_game!(self, game => game.result = result);
    }
}

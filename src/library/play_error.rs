//! The error of a move that cannot be played.

use thiserror::Error;

use crate::rules::MoveError;

/// The error of a move that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The text is not a move in the notation of the game.
    #[error("`{written}` is not a move")]
    NotAMove {
        /// The text.
        written: String,
    },
    /// There is no such legal move, or more than one.
    #[error(transparent)]
    Illegal(#[from] MoveError),
}

//! What notations prescribe besides the form of a move.

use std::fmt;

use super::Outcome;

/// A notation, by the type of a move in it.
pub trait Notation: Clone + PartialEq + fmt::Debug {
    /// Returns a result as the notation writes it.
    fn result_text(outcome: Outcome) -> &'static str;

    /// Reads a result.
    fn result_from_text(text: &str) -> Option<Outcome> {
        Outcome::ALL.into_iter().find(|outcome| Self::result_text(*outcome) == text)
    }
}

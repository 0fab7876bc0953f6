//! What notations prescribe besides the form of a move.

use std::fmt;

use shakmaty::Color;

use super::{Element, Outcome};

/// A notation, by the type of a move in it.
pub trait Notation: Clone + PartialEq + fmt::Debug {
    /// What stands between the parts of a date.
    const DATE_SEPARATOR: char;

    /// Takes apart a move that the lexer has found.
    fn read(written: &[u8]) -> Option<Self>;

    /// Returns a result as the notation writes it; one that it does not have is
    /// written as what it comes to.
    fn result_text(outcome: Outcome) -> &'static str;

    /// Reads a result.
    fn result_from_text(text: &str) -> Option<Outcome> {
        Outcome::ALL.into_iter().find(|outcome| Self::result_text(*outcome) == text)
    }

    /// Tells which of the moves before it a variation replaces; `variation` is
    /// the movetext behind its opening bracket.
    fn replaced_by(variation: &[Element<Self>]) -> Replaced;
}

/// The move that a variation replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replaced {
    /// The last one.
    LastMove,
    /// The last one of a side, which is the last or the one before it.
    LastMoveOf(Color),
}

//! How much of a game is read, and the outcome.

use super::{Repair, SyntaxError, TokenEdit};

/// How much of a game is wanted. A reader may read more if that costs no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Portion {
    /// Only the place where it ends.
    Nothing,
    /// Its tags, and the result if there is one.
    Tags,
    /// The same, or the whole game if its result depends on the position after its moves.
    TagsAndResult,
    /// Its tags, and this many moves of the main line with everything between them.
    Beginning(usize),
    /// All of it.
    Whole,
}

/// The outcome of reading a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The repairs of the faults of the game.
    pub repairs: Vec<Repair>,
    /// The error at which the game was cut off.
    pub error: Option<SyntaxError>,
}

impl Reading {
    /// Returns the edits with which the game has been read, in the order of the text.
    pub(crate) fn edits(&self) -> Vec<TokenEdit> {
        let mut edits = Vec::new();
        let ends = self.error.map(|error| TokenEdit::end_game(error.span.start));
        let made = self.repairs.iter().flat_map(|repair| &repair.edits).copied();
        made.chain(ends).for_each(|edit| edit.insert_into(&mut edits));
        edits
    }

    /// Returns the error that makes the game faulty, if there is one.
    #[must_use]
    pub fn first_error(&self) -> Option<SyntaxError> {
        let repairs = self.repairs.iter().filter(|repair| repair.is_error);
        repairs.map(|repair| repair.error).chain(self.error).next()
    }
}

//! Cures of problems.

use crate::text::Edit;

/// How sure it is that a fix is what the author of the text wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// The fix changes no move and no position, and nothing else can be meant.
    Certain,
    /// The fix is the likeliest of several, or may change what is played.
    Guess,
}

/// A cure of a problem: changes of the text that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// How sure the fix is.
    pub certainty: Certainty,
    /// The changes, in the order of their spans, which do not overlap. There is at least one.
    pub edits: Vec<Edit>,
}

impl Fix {
    /// Creates a fix that changes nothing of what is played.
    #[must_use]
    pub fn certain(edit: Edit) -> Fix {
        Fix { certainty: Certainty::Certain, edits: vec![edit] }
    }

    /// Creates a fix that may not be what is wanted.
    #[must_use]
    pub fn guess(edit: Edit) -> Fix {
        Fix { certainty: Certainty::Guess, edits: vec![edit] }
    }
}

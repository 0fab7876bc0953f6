//! Tag pairs, and the names of those that matter.

use crate::text::{Span, Text};

/// The seven mandatory tags in their order (PGN standard, section 8.1.1; assignment,
/// section 2.1).
pub const SEVEN_TAGS: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// A tag pair, such as `[Event "F/S Return Match"]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagPair<'s> {
    /// The name, letters, digits and underscores.
    pub name: Text<'s>,
    /// The value between its quotes, escapes as written.
    pub value: Text<'s>,
    /// From bracket to bracket.
    pub span: Span,
    /// The name alone.
    pub name_span: Span,
    /// The value alone, with its quotes.
    pub value_span: Span,
}

impl TagPair<'_> {
    /// The names that decide what becomes of a game, by their length.
    pub(super) const NAMES: [&'static [&'static str]; 13] = [
        &[],
        &[],
        &[],
        &["FEN"],
        &["Site", "Date", "TLPD", "PDTL"],
        &["Event", "Round", "White", "Black", "SetUp"],
        &["Result"],
        &["Variant"],
        &["Redefine"],
        &[],
        &[],
        &[],
        &["PieceLetters"],
    ];

    /// Returns the right spelling of the name, which is in upper or lower case, if it is one of those that matter.
    #[must_use]
    pub fn known_name(&self) -> Option<&'static str> {
        let is_meant = |name: &&str| self.name.0.eq_ignore_ascii_case(name.as_bytes());
        TagPair::NAMES.get(self.name.0.len())?.iter().copied().find(is_meant)
    }

    /// Tells whether this is the tag with a name, in other letters only if the name matters.
    pub(crate) fn is(&self, name: &str) -> bool {
        self.name.0 == name.as_bytes()
            || self.name.0.eq_ignore_ascii_case(name.as_bytes()) && self.known_name() == Some(name)
    }
}

impl<'s> TagPair<'s> {
    /// Returns the name, in the right letters if it is one of those that matter.
    #[must_use]
    pub fn canonical_name(&self) -> Text<'s> {
        self.known_name().map_or(self.name, |name| Text(name.as_bytes()))
    }
}

/// Tells whether a tag value, with its quotes, has nothing but blanks, dashes and question marks.
pub(crate) fn says_nothing(value: &[u8]) -> bool {
    value.iter().all(|byte| b"\" -?".contains(byte))
}

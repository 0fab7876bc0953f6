//! Edits of the token stream, with which a game with a syntax error is parsed.

use crate::text::Span;

/// A change of the tokens at a span of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TokenEdit {
    pub(super) span: Span,
    pub(super) kind: EditKind,
}

/// The kind of an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EditKind {
    /// The tokens of the span are skipped.
    Skip,
    /// The tokens of the span, which ends with a variation, are skipped. A comment marks the place.
    CutVariation,
    /// The span is a comment without its closing brace.
    CloseComment,
    /// A `]` is missing before the span.
    CloseTag,
    /// The `)` of every open variation is missing before the span.
    CloseVariations,
    /// The game ends before the span, and so do its variations.
    End,
}

impl TokenEdit {
    /// Creates the edit that ends the game before a span.
    pub(super) const fn end(span: Span) -> TokenEdit {
        TokenEdit { span, kind: EditKind::End }
    }

    /// Inserts the edit in the order of the text.
    pub(super) fn insert_into(self, edits: &mut Vec<TokenEdit>) {
        let at = edits.partition_point(|other| other.span.start < self.span.start);
        edits.insert(at, self);
    }

    /// Returns the span that a message about the edit marks: the skipped tokens, or else the
    /// error.
    pub(super) fn reported_span(&self, error: Span) -> Span {
        if self.kind == EditKind::Skip { self.span } else { error }
    }
}

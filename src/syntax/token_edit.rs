//! The edits of tokens by which a game with a syntax error is read.

use crate::text::Span;

/// A change of the tokens at a place of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct TokenEdit {
    pub(super) span: Span,
    pub(super) kind: EditKind,
}

/// What is changed so that a game can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EditKind {
    /// The tokens of the span are left out.
    Skip,
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
    /// Ends the game before a span.
    pub(super) const fn end(span: Span) -> TokenEdit {
        TokenEdit { span, kind: EditKind::End }
    }

    /// Puts the edit where it belongs by the order of the text.
    pub(super) fn insert_into(self, edits: &mut Vec<TokenEdit>) {
        let at = edits.partition_point(|other| other.span.start < self.span.start);
        edits.insert(at, self);
    }

    /// Returns what a message about the edit marks: all that is left out, or else
    /// the error.
    pub(super) fn reported_span(&self, error: Span) -> Span {
        if self.kind == EditKind::Skip { self.span } else { error }
    }
}

//! Edits of the token stream, with which a game with a syntax error is parsed.

use crate::text::Span;

/// A change of the tokens at a span of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TokenEdit {
    pub(super) span: Span,
    pub(super) kind: EditKind,
    /// The offset from which on variations begin that the edit closes.
    pub(super) closes_from: usize,
}

/// The kind of an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EditKind {
    /// The span is skipped. A token that begins in it and ends behind it is read again from there.
    Skip,
    /// The span, which is the rest of a variation, is skipped. A comment marks the place.
    CutVariation,
    /// The span is a comment without its closing brace.
    CloseComment,
    /// A `]` is missing before the span.
    CloseTag,
    /// The `)` of open variations is missing before the span.
    CloseVariations,
    /// The game ends before the span, and so do its variations.
    End,
}

impl TokenEdit {
    /// Creates an edit, which closes every variation if it closes any.
    pub(super) const fn new(span: Span, kind: EditKind) -> TokenEdit {
        TokenEdit { span, kind, closes_from: 0 }
    }

    /// Creates the edit that skips a part of the text.
    pub(super) const fn skip(start: usize, end: usize) -> TokenEdit {
        TokenEdit::new(Span::new(start, end), EditKind::Skip)
    }

    /// Creates the edit that inserts something at an offset.
    pub(super) const fn before(offset: usize, kind: EditKind) -> TokenEdit {
        TokenEdit::new(Span::new(offset, offset), kind)
    }

    /// Creates the edit that closes a variation and those in it at an offset.
    pub(super) const fn close_variations(opening: Span, offset: usize) -> TokenEdit {
        TokenEdit { closes_from: opening.start, ..TokenEdit::before(offset, EditKind::CloseVariations) }
    }

    /// Inserts the edit in the order of the text.
    pub(super) fn insert_into(self, edits: &mut Vec<TokenEdit>) {
        let at = edits.partition_point(|other| other.span.start < self.span.start);
        edits.insert(at, self);
    }

    /// Tells whether the innermost of the open variations, whose opening brackets are given, is to
    /// be closed.
    pub(super) fn closes_one_of(&self, open: &[Span]) -> bool {
        open.last().is_some_and(|opening| opening.start >= self.closes_from)
    }

    /// Returns the span that a message about the edit marks: the skipped tokens, or else the
    /// error.
    pub(super) fn reported_span(&self, error: Span) -> Span {
        if self.kind == EditKind::Skip { self.span } else { error }
    }
}

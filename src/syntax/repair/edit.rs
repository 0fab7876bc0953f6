//! What is read in place of what is written in a broken game.

use crate::text::Span;

/// A change of the tokens of a game: what stands in a span is replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenEdit {
    /// The span that is replaced; an empty one if something is only put in. A token that begins in it and ends
    /// after it is read again from its end.
    pub span: Span,
    /// What is read there.
    pub put: Put,
    /// The offset from which on variations begin that the edit closes.
    closes_from: usize,
}

/// What is read in place of what is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Put {
    /// Nothing: the span is left out.
    Nothing,
    /// A comment without a text, which marks that the rest of a variation is left out.
    Incomplete,
    /// The span as a comment, which lacks its closing brace.
    CommentEnd,
    /// The `]` of a tag.
    TagEnd,
    /// The `)` of open variations.
    VariationEnds,
    /// The end of the game and of its variations.
    GameEnd,
}

impl TokenEdit {
    /// Creates an edit, which closes every variation if it closes any.
    pub(crate) const fn new(span: Span, put: Put) -> TokenEdit {
        TokenEdit { span, put, closes_from: 0 }
    }

    /// Creates the edit that leaves out a part of the text.
    pub(in crate::syntax) const fn skip(start: usize, end: usize) -> TokenEdit {
        TokenEdit::new(Span::new(start, end), Put::Nothing)
    }

    /// Creates the edit that puts something in at an offset.
    pub(super) const fn before(offset: usize, put: Put) -> TokenEdit {
        TokenEdit::new(Span::new(offset, offset), put)
    }

    /// Creates the edit that closes a variation and those in it at an offset.
    pub(super) const fn close_variations(opening: Span, offset: usize) -> TokenEdit {
        TokenEdit { closes_from: opening.start, ..TokenEdit::before(offset, Put::VariationEnds) }
    }

    /// Creates the edit that leaves out a variation from an offset on, and marks that.
    pub(crate) const fn cut_variation(from: usize, closing: Span) -> TokenEdit {
        TokenEdit::new(Span::new(from, closing.start), Put::Incomplete)
    }

    /// Creates the edit that leaves out a variation. A bracket that the text lacks may be a missing one, before which
    /// the line around it goes on: that is marked.
    pub(crate) const fn leave_out_variation(opening: Span, closing: Span) -> TokenEdit {
        let is_closed = closing.start < closing.end;
        let put = if is_closed { Put::Nothing } else { Put::Incomplete };
        TokenEdit::new(Span::new(opening.start, closing.end), put)
    }

    /// Creates the edit that ends the game at an offset.
    pub(crate) const fn end_game(offset: usize) -> TokenEdit {
        TokenEdit::before(offset, Put::GameEnd)
    }

    /// Inserts the edit in the order of the text. Those that begin within its span are made no more. What is put in
    /// before it comes first.
    pub(crate) fn insert_into(self, edits: &mut Vec<TokenEdit>) {
        let Span { start, end } = self.span;
        let is_put_in = |other: &TokenEdit| start < end && other.span == Span::new(start, start);
        let at = edits.partition_point(|other| other.span.start < start || is_put_in(other));
        let behind = at + edits[at..].partition_point(|other| other.span.start < end);
        let kept = edits[at..behind].iter().filter(|other| other.span.start == start);
        let kept: Vec<_> = std::iter::once(self).chain(kept.copied()).collect();
        edits.splice(at..behind, kept);
    }

    /// Tells whether the innermost of the open variations, whose opening brackets are given, is to
    /// be closed.
    pub(in crate::syntax) fn closes_one_of(&self, open: &[Span]) -> bool {
        open.last().is_some_and(|opening| opening.start >= self.closes_from)
    }
}

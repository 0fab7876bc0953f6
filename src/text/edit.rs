//! Changes of a text.

use super::Span;

/// A change of a text: what stands in a span is replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The span that is replaced; an empty one for an insertion.
    pub span: Span,
    /// The text that stands there afterwards; an empty one for a deletion.
    pub text: String,
}

impl Edit {
    /// Creates an edit that replaces what stands in a span.
    pub fn replace(span: Span, text: impl Into<String>) -> Edit {
        Edit { span, text: text.into() }
    }

    /// Creates an edit that inserts a text at an offset.
    pub fn insert(offset: usize, text: impl Into<String>) -> Edit {
        Edit::replace(Span::new(offset, offset), text)
    }

    /// Creates an edit that deletes what stands in a span.
    #[must_use]
    pub fn delete(span: Span) -> Edit {
        Edit::replace(span, "")
    }
}

/// Applies edits to a text. `edits` are in the order of their spans, which do not overlap; `start` is
/// the offset of the first byte of the text.
///
/// # Examples
///
/// ```
/// use escaque::text::{Edit, Span, apply_edits};
///
/// let edits = [Edit::replace(Span::new(3, 6), "Nf3"), Edit::insert(8, ".")];
/// assert_eq!(apply_edits(b"1. nf3 2 e4", 0, &edits), b"1. Nf3 2. e4");
/// ```
#[must_use]
pub fn apply_edits(text: &[u8], start: usize, edits: &[Edit]) -> Vec<u8> {
    let added: usize = edits.iter().map(|edit| edit.text.len()).sum();
    let mut edited = Vec::with_capacity(text.len() + added);
    let mut done = 0;
    for Edit { span, text: new } in edits {
        edited.extend_from_slice(&text[done..span.start - start]);
        edited.extend_from_slice(new.as_bytes());
        done = span.end - start;
    }
    edited.extend_from_slice(&text[done..]);
    edited
}

/// Returns the offset in a text that an offset of the edited text comes from; in a text that an edit has
/// put there, the end of what it replaces. `edits` are as in [`apply_edits`].
///
/// # Examples
///
/// ```
/// use escaque::text::{Edit, Span, offset_before};
///
/// // `1. nf3` has become `1. Nf3+`
/// let edits = [Edit::replace(Span::new(3, 6), "Nf3+")];
/// assert_eq!([0, 3, 7, 8].map(|offset| offset_before(&edits, offset)), [0, 3, 6, 7]);
/// ```
#[must_use]
pub fn offset_before(edits: &[Edit], offset: usize) -> usize {
    let (mut before, mut after) = (0, 0);
    for Edit { span, text } in edits {
        let start = after + (span.start - before);
        if offset <= start {
            break;
        }
        (before, after) = (span.end, start + text.len());
        if offset < after {
            return before;
        }
    }
    before + offset.saturating_sub(after)
}

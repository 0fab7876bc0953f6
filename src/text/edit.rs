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

/// The offsets of an edited text in the text before.
///
/// # Examples
///
/// ```
/// use escaque::text::{Edit, OffsetsBefore, Span};
///
/// // `1. nf3` has become `1. Nf3+`
/// let edits = [Edit::replace(Span::new(3, 6), "Nf3+")];
/// let offsets = OffsetsBefore::new(&edits);
/// assert_eq!([0, 3, 4, 7, 8].map(|offset| offsets.of(offset)), [0, 3, 6, 6, 7]);
///
/// // `a b c` has become `a c`
/// assert_eq!(OffsetsBefore::new(&[Edit::delete(Span::new(2, 4))]).of(2), 4);
/// ```
#[derive(Clone, Debug, Default)]
pub struct OffsetsBefore {
    /// The places of the edits in the edited text, and the end of each in the text before.
    places: Vec<(Span, usize)>,
}

impl OffsetsBefore {
    /// Takes edits as [`apply_edits`] does.
    #[must_use]
    pub fn new(edits: &[Edit]) -> OffsetsBefore {
        let (mut before, mut after) = (0, 0);
        let place = |Edit { span, text }: &Edit| {
            let start = after + (span.start - before);
            (before, after) = (span.end, start + text.len());
            (Span::new(start, after), before)
        };
        OffsetsBefore { places: edits.iter().map(place).collect() }
    }

    /// Returns the offset in the text before; of an offset in what an edit has put there, or where it has deleted
    /// something, the end of what it replaces.
    #[must_use]
    pub fn of(&self, offset: usize) -> usize {
        let is_before = |place: Span| place.start < offset || place.start == offset && place.end == offset;
        let edits = self.places.partition_point(|(place, _)| is_before(*place));
        let last = edits.checked_sub(1).map(|at| self.places[at]);
        last.map_or(offset, |(place, before)| before + offset.saturating_sub(place.end))
    }
}

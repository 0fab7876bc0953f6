//! Byte ranges of a text.

use std::ops::Range;

/// A half-open range of byte offsets in a [`Source`](super::Source).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The offset of the first byte.
    pub start: usize,
    /// The offset after the last byte.
    pub end: usize,
}

impl Span {
    /// Creates the span `start..end`.
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Span {
        Span { start, end }
    }

    /// Returns the span as a range, which slices can be indexed with.
    #[must_use]
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

//! The last closing brace before an offset of a text.

use std::ops::Range;

/// The part of a text that has been searched for `}`, so that it is not searched again for each
/// game in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Braces {
    searched: Range<usize>,
    last: Option<usize>,
}

impl Braces {
    /// Returns the last `}` between two offsets of the text, in time linear in the length of what
    /// has not been searched yet if neither offset decreases.
    pub(super) fn last_in(&mut self, text: &[u8], start: usize, end: usize) -> Option<usize> {
        if !self.searched.contains(&start) || end < self.searched.end {
            *self = Braces { searched: start..start, last: None };
        }
        let from = self.searched.end;
        self.last = memchr::memrchr(b'}', &text[from..end]).map(|at| from + at).or(self.last);
        self.searched.end = end;
        self.last.filter(|last| *last >= start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_brace_of_any_part_is_found() {
        let text = b"}a}bc}def}";
        let mut braces = Braces::default();
        for (start, end) in [(0, 4), (1, 6), (3, 6), (5, 9), (6, 9), (7, 10), (0, 2), (0, 10), (4, 5)] {
            let expected = text[start..end].iter().rposition(|byte| *byte == b'}').map(|at| start + at);
            assert_eq!(braces.last_in(text, start, end), expected, "{start}..{end}");
        }
    }
}

//! The text of a document, and places in it as an editor counts them.

use std::cell::Cell;
use std::ops::Range;

use gen_lsp_types::{Position, Range as LspRange};

use crate::text::{Span, work};

/// The units in which an editor counts the characters of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Encoding {
    /// Bytes of UTF-8.
    Utf8,
    /// Code units of UTF-16, which every editor knows.
    #[default]
    Utf16,
    /// Characters.
    Utf32,
}

impl Encoding {
    /// Returns the length of a text.
    pub(super) fn length(self, text: &str) -> usize {
        match self {
            Encoding::Utf8 => text.len(),
            _ if text.is_ascii() => text.len(),
            Encoding::Utf16 => text.chars().map(char::len_utf16).sum(),
            Encoding::Utf32 => text.chars().count(),
        }
    }

    /// Returns the offset in a line that a number of units lead to. A place inside a character is the
    /// start of that, and one behind the line its end.
    fn offset(self, line: &str, units: usize) -> usize {
        let mut left = units;
        for (offset, c) in line.char_indices() {
            let length = match self {
                Encoding::Utf8 => c.len_utf8(),
                Encoding::Utf16 => c.len_utf16(),
                Encoding::Utf32 => 1,
            };
            if left < length {
                return offset;
            }
            left -= length;
        }
        line.len()
    }
}

/// The text of a document with the starts of its lines, which follow its changes.
#[derive(Debug)]
pub(super) struct EditedText {
    text: String,
    /// The offset at which each line starts.
    lines: Vec<usize>,
    encoding: Encoding,
    /// The last place that was looked up. Most lookups go on from there, so that a line of any length is
    /// gone through once.
    last: Cell<(usize, Position)>,
}

impl EditedText {
    pub(super) fn new(text: String, encoding: Encoding) -> EditedText {
        let mut lines = vec![0];
        lines.extend(line_starts(text.as_bytes(), 0..text.len()));
        EditedText { text, lines, encoding, last: Cell::default() }
    }

    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the offset behind a byte order mark, if the text begins with one.
    pub(super) fn start(&self) -> usize {
        if self.text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
    }

    /// Returns a part of the text. Its ends are moved back to the start of a character.
    pub(super) fn part(&self, span: Span) -> &str {
        let end = self.text.floor_char_boundary(span.end);
        &self.text[self.text.floor_char_boundary(span.start).min(end)..end]
    }

    /// Returns the span of a line, without its line end. A line behind the last one is empty.
    pub(super) fn line_span(&self, line: usize) -> Span {
        let Some(&start) = self.lines.get(line) else {
            return Span::new(self.text.len(), self.text.len());
        };
        let end = self.lines.get(line + 1).copied().unwrap_or(self.text.len());
        let length = self.text[start..end].trim_end_matches(['\r', '\n']).len();
        Span::new(start, start + length)
    }

    /// Returns how many lines the text has. What stands behind the last line end is one, too.
    pub(super) fn line_count(&self) -> usize {
        self.lines.len()
    }

    /// Returns the offset at which a line starts. That of a line behind the last one is the end of the text.
    pub(super) fn line_start(&self, line: usize) -> usize {
        self.lines.get(line).copied().unwrap_or(self.text.len())
    }

    /// Returns the number of the line that an offset is in, counted from 0.
    pub(super) fn line_of(&self, offset: usize) -> usize {
        self.lines.partition_point(|start| *start <= offset) - 1
    }

    /// Returns the offset of a position, which may lie outside the text.
    pub(super) fn offset(&self, position: Position) -> usize {
        let line = self.line_span(position.line as usize);
        line.start + self.encoding.offset(&self.text[line.range()], position.character as usize)
    }

    /// Returns the span of a range, whose ends may be in the wrong order.
    pub(super) fn span(&self, range: LspRange) -> Span {
        let (one, other) = (self.offset(range.start), self.offset(range.end));
        Span::new(one.min(other), one.max(other))
    }

    /// Returns the position of an offset.
    pub(super) fn position(&self, offset: usize) -> Position {
        let offset = self.text.floor_char_boundary(offset);
        let (mut from, mut position) = self.last.get();
        let line = self.line_of(offset);
        if from > offset || position.line as usize != line {
            from = self.lines[line];
            position = Position { line: number(line), character: 0 };
        }
        position.character += number(self.encoding.length(&self.text[from..offset]));
        self.last.set((offset, position));
        position
    }

    /// Returns the range of a span.
    pub(super) fn range(&self, span: Span) -> LspRange {
        LspRange { start: self.position(span.start), end: self.position(span.end) }
    }

    /// Replaces a part of the text, and finds the lines again that it touches.
    pub(super) fn replace(&mut self, span: Span, new: &str) {
        self.text.replace_range(span.range(), new);
        let end = span.start + new.len();
        // the line before may have ended in a carriage return, which a line feed now follows
        let kept = self.lines.partition_point(|start| *start < span.start);
        let from = kept.checked_sub(1).map_or(0, |line| self.lines[line]);
        let behind = self.lines.partition_point(|start| *start <= span.end);
        work::count(end - from);
        let first = (kept == 0).then_some(0);
        let found: Vec<_> = first.into_iter().chain(line_starts(self.text.as_bytes(), from..end)).collect();
        for start in &mut self.lines[behind..] {
            *start = *start + end - span.end;
        }
        self.lines.splice(kept..behind, found);
        self.last.set(Default::default());
    }
}

/// Finds the starts of lines behind the line ends of a part of a text. In `\r\n`, only the `\n` ends it.
fn line_starts(text: &[u8], part: Range<usize>) -> impl Iterator<Item = usize> {
    let ends = memchr::memchr2_iter(b'\n', b'\r', &text[part.clone()]).map(move |at| part.start + at);
    ends.filter(|at| text[*at] == b'\n' || text.get(at + 1) != Some(&b'\n')).map(|at| at + 1)
}

/// Converts a number for the protocol, whose numbers have 31 bits.
pub(super) fn number(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX).min(i32::MAX as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn characters_are_counted_in_the_units_of_the_editor() {
        let text = "a\n{Moià 𝄞 b}\n";
        for (encoding, character) in [(Encoding::Utf8, 12), (Encoding::Utf16, 9), (Encoding::Utf32, 8)] {
            let edited = EditedText::new(text.to_owned(), encoding);
            let offset = text.find('b').unwrap();
            assert_eq!(edited.position(offset), at(1, character));
            assert_eq!(edited.offset(at(1, character)), offset);
            // from another place of the same line, and backwards
            edited.position(offset + 1);
            assert_eq!(edited.position(offset), at(1, character));
        }
    }

    #[test]
    fn places_outside_the_text_are_moved_into_it() {
        let edited = EditedText::new("a𝄞\r\nb".to_owned(), Encoding::Utf16);
        for (position, offset) in [
            (at(0, 2), 1),
            (at(0, 3), 5),
            (at(0, 99), 5),
            (at(1, 99), 8),
            (at(2, 0), 8),
            (at(u32::MAX, u32::MAX), 8),
        ] {
            assert_eq!(edited.offset(position), offset, "{position:?}");
        }
        assert_eq!(edited.position(3), at(0, 1));
        assert_eq!(edited.position(99), at(1, 1));
        assert_eq!(edited.span(LspRange { start: at(1, 0), end: at(0, 0) }), Span::new(0, 7));
    }

    #[test]
    fn lines_follow_the_changes_of_the_text() {
        let parts = ["", "a", "\n", "\r", "\r\n", "b\nc", "\n\n"];
        for before in ["", "x\r", "x\r\ny\nz", "\n\r\n\r"] {
            for start in 0..=before.len() {
                for end in start..=before.len() {
                    for new in parts {
                        let mut edited = EditedText::new(before.to_owned(), Encoding::Utf8);
                        edited.replace(Span::new(start, end), new);
                        let fresh = EditedText::new(edited.text.clone(), Encoding::Utf8);
                        assert_eq!(edited.lines, fresh.lines, "{before:?} {start}..{end} {new:?}");
                    }
                }
            }
        }
    }
}

//! The text of a document, the positions in it as an editor counts them, and the words for tags.

use std::cell::Cell;
use std::ops::Range;

use gen_lsp_types::{Position, Range as LspRange};

use crate::message::Language;
use crate::text::{Span, work};

/// The units in which an editor counts the characters of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Encoding {
    /// Bytes of UTF-8.
    Utf8,
    /// Code units of UTF-16, which the protocol requires of every editor.
    #[default]
    Utf16,
    /// Characters.
    Utf32,
}

impl Encoding {
    /// The units, each after the name that the protocol has for them.
    pub(super) const NAMED: [(&'static str, Encoding); 3] =
        [("utf-8", Encoding::Utf8), ("utf-16", Encoding::Utf16), ("utf-32", Encoding::Utf32)];

    /// Returns how many units a character has.
    fn units(self, c: char) -> usize {
        match self {
            Encoding::Utf8 => c.len_utf8(),
            Encoding::Utf16 => c.len_utf16(),
            Encoding::Utf32 => 1,
        }
    }

    /// Returns the length of a text in these units.
    pub(super) fn length(self, text: &str) -> usize {
        // nearly all games are ASCII, in which all units are the same
        if text.is_ascii() { text.len() } else { text.chars().map(|c| self.units(c)).sum() }
    }

    /// Returns the offset in a line after a number of units: inside a character the start of it, and after the line the
    /// end of the line.
    fn offset(self, line: &str, units: usize) -> usize {
        let mut left = units;
        for (offset, c) in line.char_indices() {
            let length = self.units(c);
            if left < length {
                return offset;
            }
            left -= length;
        }
        line.len()
    }
}

/// The text of a document and the starts of its lines, which are kept up to date.
#[derive(Debug)]
pub(super) struct EditedText {
    text: String,
    /// The offset at which each line starts.
    lines: Vec<usize>,
    encoding: Encoding,
    /// The offset that was looked up last, and its position. Most lookups continue from there, so
    /// even a long line is read only once.
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

    /// Returns the offset after the byte order mark, 0 if there is none.
    pub(super) fn start(&self) -> usize {
        if self.text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
    }

    /// Returns a part of the text. An end inside a character is moved back to the start of it.
    pub(super) fn part(&self, span: Span) -> &str {
        let end = self.text.floor_char_boundary(span.end);
        &self.text[self.text.floor_char_boundary(span.start).min(end)..end]
    }

    /// Returns the span of a line, without its line end. A line after the last one is empty.
    pub(super) fn line_span(&self, line: usize) -> Span {
        let (start, end) = (self.line_start(line), self.line_start(line + 1));
        let length = self.text[start..end].trim_end_matches(['\r', '\n']).len();
        Span::new(start, start + length)
    }

    /// Returns how many lines the text has. What follows the last line end counts as one.
    pub(super) fn line_count(&self) -> usize {
        self.lines.len()
    }

    /// Returns the offset at which a line starts; for a line after the last one, the end of the text.
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

    /// Replaces a part of the text, and finds the affected lines again.
    pub(super) fn replace(&mut self, span: Span, new: &str) {
        self.text.replace_range(span.range(), new);
        let end = span.start + new.len();
        // the line before may end in a carriage return, after which the new text may put a line
        // feed
        let kept = self.lines.partition_point(|start| *start < span.start);
        let from = kept.checked_sub(1).map_or(0, |line| self.lines[line]);
        let after = self.lines.partition_point(|start| *start <= span.end);
        work::count(end - from);
        let first = (kept == 0).then_some(0);
        let found: Vec<_> = first.into_iter().chain(line_starts(self.text.as_bytes(), from..end)).collect();
        for start in &mut self.lines[after..] {
            *start = *start + end - span.end;
        }
        self.lines.splice(kept..after, found);
        self.last.set(Default::default());
    }
}

/// Finds the starts of the lines after the line ends in a part of a text. `\r\n` is one line end, at its `\n`.
fn line_starts(text: &[u8], part: Range<usize>) -> impl Iterator<Item = usize> {
    let ends = memchr::memchr2_iter(b'\n', b'\r', &text[part.clone()]).map(move |at| part.start + at);
    ends.filter(|at| text[*at] == b'\n' || text.get(at + 1) != Some(&b'\n')).map(|at| at + 1)
}

/// Converts a number for the protocol, whose numbers have 31 bits.
pub(super) fn number(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX).min(i32::MAX as u32)
}

/// Returns the description of a tag.
pub(super) fn of_tag(name: &str, language: &Language) -> &'static str {
    let entry = match name {
        "UTCDate" | "EventDate" => "date",
        "Variation" | "SubVariation" => "opening",
        "BlackElo" => "whiteelo",
        "BlackTitle" => "whitetitle",
        "PDTL" => "tlpd",
        _ => &name.to_ascii_lowercase(),
    };
    let known = language.tags.entries().into_iter().find(|(tag, _)| *tag == entry);
    known.map_or(language.tags.own, |(_, text)| text)
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
            // from another place on the same line, and backwards
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

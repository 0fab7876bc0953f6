//! Edits of a text, and those that are made for the source of a game.

use super::{Quoted, Source, Span};

/// A change of a text: the contents of a span are replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The span that is replaced; empty for an insertion.
    pub span: Span,
    /// The text that stands there afterwards; empty for a deletion.
    pub text: String,
}

impl Edit {
    /// Creates an edit that replaces the contents of a span.
    pub fn replace(span: Span, text: impl Into<String>) -> Edit {
        Edit { span, text: text.into() }
    }

    /// Creates an edit that inserts a text at an offset.
    pub fn insert(offset: usize, text: impl Into<String>) -> Edit {
        Edit::replace(Span::new(offset, offset), text)
    }

    /// Creates an edit that deletes the contents of a span.
    #[must_use]
    pub fn delete(span: Span) -> Edit {
        Edit::replace(span, "")
    }
}

/// Applies edits to a text, and returns the result. `edits` must be in the order of their spans, which must
/// not overlap. `start` is the offset of the first byte of the text.
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

/// Converts offsets in an edited text into offsets in the text before the edits.
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
    /// The spans of the edits in the edited text, and the end of each in the text before.
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

    /// Returns the offset in the text before the edits. An offset in a replacement, or at the place of a deletion,
    /// becomes the end of what was replaced.
    #[must_use]
    pub fn of(&self, offset: usize) -> usize {
        let is_before = |place: Span| place.start < offset || place.start == offset && place.end == offset;
        let edits = self.places.partition_point(|(place, _)| is_before(*place));
        let last = edits.checked_sub(1).map(|at| self.places[at]);
        last.map_or(offset, |(place, before)| before + offset.saturating_sub(place.end))
    }
}

impl Edit {
    /// Returns the edit that deletes a part of a text, together with a space beside it that would be left next to
    /// another one or at an end of the line. If its neighbours would become one token, a space takes its place.
    #[must_use]
    pub fn tidy_deletion(bytes: &[u8], Span { start, end }: Span) -> Edit {
        let is_edge = |byte: Option<&u8>| byte.is_none_or(|byte| matches!(byte, b' ' | b'\n' | b'\r'));
        let before = start.checked_sub(1).and_then(|at| bytes.get(at));
        let after = bytes.get(end);
        if before == Some(&b' ') && (is_edge(after) || after == Some(&b')')) {
            Edit::delete(Span::new(start - 1, end))
        } else if after == Some(&b' ') && is_edge(before) {
            Edit::delete(Span::new(start, end + 1))
        } else {
            Edit::blank(bytes, Span::new(start, end))
        }
    }

    /// Returns the edit that deletes a part of a text, or puts a space there if its neighbours would become one
    /// token, such as the two moves of `Nf3+Nc6`.
    #[must_use]
    pub fn blank(bytes: &[u8], span: Span) -> Edit {
        let joins = |byte: Option<&u8>| {
            byte.is_some_and(|byte| {
                byte.is_ascii_alphanumeric() || !byte.is_ascii() || b"+#=&$-*/@".contains(byte)
            })
        };
        let before = span.start.checked_sub(1).and_then(|at| bytes.get(at));
        Edit::replace(span, if joins(before) && joins(bytes.get(span.end)) { " " } else { "" })
    }
}

impl Source {
    /// Returns the edit that deletes a span as [`Edit::tidy_deletion`] does.
    #[must_use]
    pub fn deletion(&self, span: Span) -> Edit {
        Edit::tidy_deletion(self.bytes(), span)
    }

    /// Returns the edit that deletes a span, and its lines if nothing else is on them.
    #[must_use]
    pub fn line_deletion(&self, span: Span) -> Edit {
        // only blanks are read, because the line may be long and have many such spans
        let is_blank = |byte: &&u8| matches!(**byte, b' ' | b'\t' | 0x0b | 0x0c);
        let is_line_end = |byte: Option<&u8>| byte.is_none_or(|byte| matches!(byte, b'\n' | b'\r'));
        let bytes = self.bytes();
        let start = span.start - bytes[..span.start].iter().rev().take_while(is_blank).count();
        let end = span.end + bytes[span.end..].iter().take_while(is_blank).count();
        if !is_line_end(start.checked_sub(1).and_then(|at| bytes.get(at))) || !is_line_end(bytes.get(end)) {
            return self.deletion(span);
        }
        let end = self.line_after(Span::new(start, end)).map_or(end, |next| next.start);
        Edit::delete(Span::new(start, end))
    }

    /// Returns the edit that replaces a tag value, given by its span with the quotes.
    #[must_use]
    pub fn value_replacement(&self, value_span: Span, value: &str) -> Edit {
        Edit::replace(value_span, format!("\"{}\"", Quoted(value)))
    }

    /// Returns the edits that replace other quotes around a tag value by `"`, and escape those inside
    /// it.
    #[must_use]
    pub fn quotes_replacement(&self, value_span: Span) -> Vec<Edit> {
        let written = &self.bytes()[value_span.range()];
        // a byte that is not part of a UTF-8 character is a character of Windows-1252
        let length = |character: Option<char>| character.map_or(1, char::len_utf8);
        let (first, last) = match std::str::from_utf8(written) {
            Ok(text) => (length(text.chars().next()), length(text.chars().next_back())),
            Err(_) => (1, 1),
        };
        let inside =
            Span::new(value_span.start + first, (value_span.end - last).max(value_span.start + first));
        let mut edits = self.escapes(inside);
        edits.insert(0, Edit::replace(Span::new(value_span.start, inside.start), "\""));
        edits.push(Edit::replace(Span::new(inside.end, value_span.end), "\""));
        edits
    }

    /// Returns the edits that escape the quotes in a part of a tag value.
    #[must_use]
    pub fn escapes(&self, inside: Span) -> Vec<Edit> {
        let bare = bare_quotes(&self.bytes()[inside.range()]);
        bare.map(|at| Edit::insert(inside.start + at, "\\")).collect()
    }

    /// Returns the line end in use at an offset: that of its line or, on the last line, that of the first line
    /// of the text.
    #[must_use]
    pub fn line_end_at(&self, offset: usize) -> &'static str {
        let at = self.line_span(offset).end;
        let at = if at < self.bytes().len() { at } else { self.line_span(0).end };
        first_line_end(&self.bytes()[at..]).unwrap_or("\n")
    }

    /// Returns whether only white space stands before an offset on its line.
    #[must_use]
    pub fn begins_line(&self, offset: usize) -> bool {
        begins_line(self.bytes(), offset)
    }

    /// Returns whether only white space follows an offset on its line.
    #[must_use]
    pub fn ends_line(&self, offset: usize) -> bool {
        self.bytes()[offset..self.line_span(offset).end].trim_ascii().is_empty()
    }
}

/// Returns the offsets of the quotes in a tag value, as it is written, that are not escaped.
pub(crate) fn bare_quotes(value: &[u8]) -> impl Iterator<Item = usize> {
    let mut escaped = false;
    let bytes = value.iter().enumerate().filter(move |(_, byte)| {
        let is_bare = **byte == b'"' && !escaped;
        escaped = **byte == b'\\' && !escaped;
        is_bare
    });
    bytes.map(|(at, _)| at)
}

/// Returns the first line end of a text, if there is one.
pub(crate) fn first_line_end(text: &[u8]) -> Option<&'static str> {
    let at = memchr::memchr2(b'\n', b'\r', text)?;
    Some(match text[at..] {
        [b'\r', b'\n', ..] => "\r\n",
        [b'\r', ..] => "\r",
        _ => "\n",
    })
}

/// Returns whether only spaces precede an offset on its line. Only they are read, because the line may be long.
pub(crate) fn begins_line(text: &[u8], at: usize) -> bool {
    let before = text[..at].iter().rev().find(|byte| !matches!(byte, b' ' | b'\t'));
    matches!(before, None | Some(b'\n' | b'\r'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::apply_edits;

    #[test]
    fn no_spaces_are_left_behind() {
        for (text, part, expected) in [
            ("e4 ) e5", ")", "e4 e5"),
            ("e4) e5", ")", "e4 e5"),
            ("(1. d4 ?)", "?", "(1. d4)"),
            ("e4 )\ne5", ")", "e4\ne5"),
            (") e5", ")", "e5"),
            ("a\n) e5", ")", "a\ne5"),
            ("Nf3+Nc6", "+", "Nf3 Nc6"),
            ("e4?!", "?", "e4!"),
        ] {
            let source = Source::new("t", text.as_bytes().to_vec());
            let start = text.find(part).expect("a part of the text");
            let edit = source.deletion(Span::new(start, start + part.len()));
            assert_eq!(apply_edits(text.as_bytes(), 0, &[edit]), expected.as_bytes(), "{text}");
        }
    }

    #[test]
    fn a_line_is_deleted_with_its_end() {
        for (text, expected) in [("a\r\n [x] \r\nb", "a\r\nb"), ("a [x]\nb", "a\nb"), ("a\n[x]", "a\n")] {
            let source = Source::new("t", text.as_bytes().to_vec());
            let start = text.find("[x]").expect("a part of the text");
            let edit = source.line_deletion(Span::new(start, start + 3));
            assert_eq!(apply_edits(text.as_bytes(), 0, &[edit]), expected.as_bytes(), "{text}");
        }
    }
}

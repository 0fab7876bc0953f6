//! Lines that are tags, or were to be: the one description of them, and the one rule for their names, for headers,
//! text between games, comments, repairs and fixes.

use super::SEVEN_TAGS;
use super::lexemes::begins_value;
use crate::text::{Space, work};

/// A line, or the part of one from a bracket on or up to one, that may be meant as a tag.
#[derive(Clone, Copy, Debug)]
pub(super) struct TagLine<'t> {
    text: &'t [u8],
    /// Where it begins, after white space.
    pub(super) start: usize,
    /// The offset that it has been taken around.
    at: usize,
}

impl<'t> TagLine<'t> {
    /// Takes the line around an offset in the part of a text from `start` on.
    pub(super) fn around(text: &'t [u8], start: usize, at: usize) -> TagLine<'t> {
        let begin = match text[start..at].iter().rposition(ends).map(|at| start + at) {
            _ if text.get(at) == Some(&b'[') => at,
            Some(bracket) if text[bracket] == b'[' => bracket,
            end => end.map_or(start, |end| end + 1),
        };
        work::count(at - begin);
        let blanks = text[begin..at].len() - text[begin..at].trim_ascii_start().len();
        TagLine { text, start: begin + blanks, at }
    }

    /// Returns where it ends, before white space. This is found when it is asked for, since the line may be long.
    pub(super) fn end(&self) -> usize {
        let from = self.at + usize::from(self.start == self.at && self.at < self.text.len());
        let length = self.text[from..].iter().position(ends).unwrap_or(self.text.len() - from);
        work::count(length);
        let end = from + length + usize::from(self.text.get(from + length) == Some(&b']'));
        self.start + self.text[self.start..end].trim_ascii_end().len()
    }

    fn written(&self) -> &'t [u8] {
        &self.text[self.start..self.end()]
    }

    /// Returns whether it begins with a bracket.
    pub(super) fn opens(&self) -> bool {
        self.text.get(self.start) == Some(&b'[')
    }

    /// Returns whether it ends with a bracket.
    pub(super) fn closes(&self) -> bool {
        self.written().ends_with(b"]")
    }

    /// Returns what follows its bracket, if it has one.
    fn inside(&self) -> &'t [u8] {
        &self.text[self.start + usize::from(self.opens())..]
    }

    /// Returns its name, which may be empty.
    pub(super) fn name(&self) -> &'t [u8] {
        name_of(self.inside())
    }

    /// Returns the offset of the value after its name, which may be on another line if it opens with a bracket.
    pub(super) fn value(&self) -> Option<usize> {
        let inside = self.inside().trim_ascii_start();
        let value = inside[name_of(inside).len()..].trim_ascii_start();
        let at = self.text.len() - value.len();
        (begins_value(value) && (self.opens() || at < self.end())).then_some(at)
    }

    /// Returns whether a value follows its name.
    pub(super) fn has_value(&self) -> bool {
        self.value().is_some()
    }

    /// Returns whether its name goes on at an offset, and a value follows. One quotation mark alone is no value.
    pub(super) fn is_divided_at(&self, at: usize) -> bool {
        let rest = self.text.get(at..self.end()).unwrap_or_default();
        at > self.start && memchr::memchr_iter(b'"', rest).count() > 1
    }

    /// Returns whether it has a name and a value.
    pub(super) fn is_named(&self) -> bool {
        !self.name().is_empty() && self.has_value()
    }

    /// Returns whether it was to be a tag: it has one of the brackets, or a name and a value.
    pub(super) fn is_meant(&self) -> bool {
        self.opens() || self.is_named() || self.closes()
    }

    /// Returns whether it is the text of a link of Markdown, `[name](`.
    pub(super) fn is_link(&self) -> bool {
        !self.has_value() && self.closes() && self.text[self.end()..].starts_with(b"(")
    }

    /// Returns whether its name is one of the Seven Tag Roster.
    pub(super) fn is_of_roster(&self) -> bool {
        SEVEN_TAGS.iter().any(|known| known.as_bytes() == self.name())
    }
}

/// Returns whether a byte ends a tag or begins the next one, or ends a line.
fn ends(byte: &u8) -> bool {
    matches!(byte, b'[' | b']' | b'\n' | b'\r')
}

/// Returns whether a byte may stand in a symbol as the PGN standard defines it in section 7. Names of tags are symbols
/// when they are read.
fn is_of_symbol(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_+#=:-".contains(byte)
}

/// Returns the symbol that a text begins with, after white space.
fn name_of(text: &[u8]) -> &[u8] {
    let name = text.trim_ascii_start();
    let length = name.iter().take_while(|byte| is_of_symbol(byte)).count();
    work::count(length);
    &name[..length]
}

/// Returns the name of the tag whose bracket stands at an offset. `PDTL` is another name of `TLPD`.
pub(super) fn tag_name(text: &[u8], bracket: usize) -> &[u8] {
    let name = TagLine::around(text, bracket, bracket).name();
    if name == b"PDTL" { b"TLPD" } else { name }
}

/// Returns whether a text begins with a bracket, a name and a quote.
pub(crate) fn is_tag(text: &[u8]) -> bool {
    text.starts_with(b"[") && TagLine::around(text, 0, 0).is_named()
}

/// Returns whether a bracket begins its line, and a name and a quote follow it.
pub(crate) fn begins_tag(text: &[u8], bracket: usize) -> bool {
    let begins_line = matches!(text[..bracket].last(), Some(b'\n' | b'\r'));
    begins_line && is_tag(&text[bracket..])
}

/// Finds the first line that begins like a tag: with a bracket, a name and a quote of any kind.
pub(crate) fn tag_section(text: &[u8]) -> Option<usize> {
    memchr::memchr_iter(b'[', text).find(|&at| begins_tag(text, at))
}

/// Returns whether a bracket begins the first of two tag lines after a blank line.
pub(super) fn begins_whole_header(text: &[u8], bracket: usize) -> bool {
    let next_line = || {
        let line_end = memchr::memchr2(b'\n', b'\r', &text[bracket..])? + bracket;
        Some(line_end + text[line_end..].iter().take_while(|byte| matches!(byte, b'\n' | b'\r')).count())
    };
    begins_tag(text, bracket)
        && Space::at_end(&text[..bracket]).has_blank_line()
        && next_line().is_some_and(|next| is_tag(&text[next..]))
}

/// Returns whether a bracket begins a header: a tag at the beginning of its line, or a tag of the
/// Seven Tag Roster that touches the text before it, because that text broke off.
pub(super) fn begins_header(text: &[u8], bracket: usize) -> bool {
    let is_glued = || !text[..bracket].last().is_none_or(u8::is_ascii_whitespace);
    let tag = || TagLine::around(text, bracket, bracket);
    begins_tag(text, bracket) || is_glued() && tag().closes() && tag().is_of_roster() && tag().has_value()
}

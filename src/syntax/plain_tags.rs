//! Plain tags: those whose places can be told from their bytes, without tokens.
//!
//! A plain tag is `[Name "value"]` without escapes in its value and on one line. The lexer finds the same
//! places: a value ends at its first quote if a closing bracket follows it.

use super::deciding_tags::DecidingTags;
use crate::text::{Span, work};

/// The places of a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TagSpans {
    pub(crate) name: Span,
    /// The value, with its quotes.
    pub(crate) value: Span,
    pub(crate) whole: Span,
}

/// Reads the plain tags from an offset of a text on, where there is white space or a tag, and which are
/// not the first of their game. None of them decides how the game is read, and no blank line stands between
/// them or before them, so that no game begins with one.
pub(super) fn read(text: &[u8], from: usize, tags: &mut Vec<TagSpans>) {
    let mut end = from;
    loop {
        let space = space(&text[end..]);
        end += space.length;
        if space.has_blank_line || DecidingTags::may_begin(&text[end..]) {
            break;
        }
        let Some(tag) = tag(text, end) else { break };
        end = tag.whole.end;
        tags.push(tag);
    }
    work::count(end - from);
}

/// White space.
struct Space {
    length: usize,
    has_blank_line: bool,
}

/// Measures the white space that a text begins with.
#[inline(always)]
fn space(text: &[u8]) -> Space {
    let (mut length, mut line_feeds, mut returns) = (0, 0, 0);
    while let Some(byte @ (b' ' | b'\t' | b'\r' | b'\n')) = text.get(length) {
        line_feeds += usize::from(*byte == b'\n');
        returns += usize::from(*byte == b'\r');
        length += 1;
    }
    Space { length, has_blank_line: line_feeds.max(returns) > 1 }
}

/// Returns the span of the name of the plain tag that begins at an offset, before its value.
#[inline(always)]
pub(crate) fn name(text: &[u8], start: usize) -> Option<Span> {
    if text.get(start) != Some(&b'[') {
        return None;
    }
    let name = &text[start + 1..];
    let length = length_of(name, |byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let gap = length_of(&name[length..], |byte| byte == b' ');
    let is_name = length > 0 && gap > 0 && name.get(length + gap) == Some(&b'"');
    is_name.then(|| Span::new(start + 1, start + 1 + length))
}

/// Returns the places of the plain tag that begins at an offset.
#[inline(always)]
pub(crate) fn tag(text: &[u8], start: usize) -> Option<TagSpans> {
    let name = name(text, start)?;
    let quote = name.end + length_of(&text[name.end..], |byte| byte == b' ');
    let length = length_of(&text[quote + 1..], |byte| !matches!(byte, b'"' | b'\\' | b'\r' | b'\n'));
    let value = Span::new(quote, quote + 1 + length + 1);
    let is_plain = text.get(value.end - 1..=value.end) == Some(b"\"]");
    is_plain.then(|| TagSpans { name, value, whole: Span::new(start, value.end + 1) })
}

/// Returns how many bytes a text begins with that are of a kind.
#[inline(always)]
fn length_of(text: &[u8], is_kind: impl Fn(u8) -> bool) -> usize {
    text.iter().position(|&byte| !is_kind(byte)).unwrap_or(text.len())
}

//! What the runs of plain moves of any notation consist of besides moves: numbers, annotations, comments,
//! white space.
//!
//! Each function reads the part that begins at an offset of a text, and returns where it ends, or `None`
//! if it is not certain what tokens would make of it.

use super::{CommentBounds, Nag};

/// How many digits a number may have; more might not fit.
const MOST_DIGITS: usize = 8;

/// Returns the byte at an offset, or 0 at the end of the text.
#[inline(always)]
pub(crate) fn byte(text: &[u8], at: usize) -> u8 {
    text.get(at).copied().unwrap_or(0)
}

/// Returns the end of the white space at an offset.
#[inline(always)]
pub(crate) fn space(text: &[u8], mut at: usize) -> usize {
    while matches!(byte(text, at), b' ' | b'\n' | b'\r' | b'\t') {
        at += 1;
    }
    at
}

/// Reads the digits of a move number other than 1, with which a game may begin.
#[inline(always)]
pub(crate) fn number(text: &[u8], start: usize) -> Option<(u32, usize)> {
    let (mut value, mut at) = (0, start);
    while let digit @ b'0'..=b'9' = byte(text, at) {
        if at - start == MOST_DIGITS {
            return None;
        }
        value = value * 10 + u32::from(digit - b'0');
        at += 1;
    }
    (at > start && (text[start] != b'1' || at - start > 1)).then_some((value, at))
}

/// Reads an annotation, as a number or as a suffix.
pub(crate) fn nag(text: &[u8], start: usize) -> Option<(Nag, usize)> {
    let rest = &text[start..];
    let is_part = |byte: &&u8| match rest[0] {
        b'$' => byte.is_ascii_digit(),
        _ => matches!(byte, b'!' | b'?'),
    };
    let length = 1 + rest[1..].iter().take_while(is_part).count();
    Some((Nag::read(&rest[..length])?, start + length))
}

/// Reads a comment in braces.
pub(crate) fn comment(text: &[u8], start: usize, bounds: CommentBounds) -> Option<usize> {
    let inside = start + 1;
    if !bounds.ends_at_first_brace(inside) {
        return None;
    }
    let end = inside + memchr::memchr2(b'{', b'}', &text[inside..])?;
    (text[end] == b'}').then_some(end + 1)
}

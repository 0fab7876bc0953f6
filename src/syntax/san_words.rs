//! Moves in a text that has not been read as movetext.

use crate::text::{Edit, Span};

/// Returns the edit that ends a comment without an end before the first move that has a number in it, or else where its
/// text ends.
pub(crate) fn closed_before_moves(text: &[u8], comment: Span) -> Edit {
    let written = &text[comment.range()];
    let end = |at: usize| comment.start + written[..at].trim_ascii_end().len();
    match first_numbered_move(written) {
        Some(at) => Edit::replace(Span::new(end(at), comment.start + at), "} "),
        None => Edit::insert(end(written.len()), "}"),
    }
}

/// Returns the offset of the first move number in a text that a move follows, or that of a move of Black's before
/// it.
fn first_numbered_move(text: &[u8]) -> Option<usize> {
    let mut words = words(text).peekable();
    let mut previous: Option<Span> = None;
    while let Some(word) = words.next() {
        let written = &text[word.range()];
        let rest = written.trim_ascii_start();
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let behind = &rest[digits..];
        let stops = behind.iter().take_while(|byte| **byte == b'.').count();
        let is_number = digits > 0 && stops > 0;
        let next = words.peek().map_or(&b""[..], |next| &text[next.range()]);
        let is_followed = is_san(&behind[stops..]) || behind.len() == stops && is_san(next);
        if is_number && is_followed {
            let black = previous.filter(|word| stops == 1 && is_san(&text[word.range()]));
            return Some(black.unwrap_or(word).start);
        }
        previous = Some(word);
    }
    None
}

/// Returns the places of the words of a text.
fn words(text: &[u8]) -> impl Iterator<Item = Span> {
    let mut end = 0;
    std::iter::from_fn(move || {
        let start = end + text[end..].iter().position(|byte| !byte.is_ascii_whitespace())?;
        let length = text[start..].iter().position(u8::is_ascii_whitespace);
        end = length.map_or(text.len(), |length| start + length);
        Some(Span::new(start, end))
    })
}

/// Tells whether a word looks like a move in SAN.
pub(super) fn is_san(word: &[u8]) -> bool {
    let bare = word.iter().rposition(|byte| !b"+#!?".contains(byte)).map_or(0, |last| last + 1);
    match &word[..bare] {
        b"O-O" | b"O-O-O" => true,
        [start @ .., b'=', b'Q' | b'R' | b'B' | b'N'] => is_san(start),
        [start @ .., b'a'..=b'h', b'1'..=b'8'] => {
            let piece = usize::from(start.first().is_some_and(|byte| b"KQRBN".contains(byte)));
            start.len() <= 4 && start[piece..].iter().all(|byte| b"abcdefgh12345678x".contains(byte))
        }
        _ => false,
    }
}

//! Move numbers with a bracket: `1) e4` instead of `1. e4`.
//!
//! The bracket is a token of its own, which also ends variations. The first number of a game
//! tells which it is.

use super::TokenKind;
use crate::text::Span;

/// How the moves of a game are numbered.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum NumberStyle {
    /// No number has been seen.
    #[default]
    Unknown,
    /// With a full stop, or with nothing.
    Plain,
    /// With a closing bracket, with or without a full stop before it: `1)`, `1.)`.
    Bracketed,
}

impl NumberStyle {
    /// Takes note of a token of a text. The first number of a game decides.
    pub(super) fn note(&mut self, kind: TokenKind, span: Span, text: &[u8]) {
        if *self == NumberStyle::Unknown && kind == TokenKind::MoveNumber {
            let is_bracketed = text.get(span.end) == Some(&b')');
            *self = if is_bracketed { NumberStyle::Bracketed } else { NumberStyle::Plain };
        }
    }

    /// Tells whether a token of a text is the bracket of the number before it.
    pub(super) fn is_part_of_number(self, kind: TokenKind, span: Span, text: &[u8]) -> bool {
        let is_bracket = self == NumberStyle::Bracketed && kind == TokenKind::VariationEnd;
        is_bracket && span.start < span.end && ends_with_number(&text[..span.start])
    }
}

/// Tells whether a text ends with a number that is no part of a move, with or without a full
/// stop.
fn ends_with_number(text: &[u8]) -> bool {
    let digits = text.strip_suffix(b".").unwrap_or(text);
    let count = digits.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let before = digits[..digits.len() - count].last();
    count > 0 && before.is_none_or(|byte| byte.is_ascii_whitespace() || b"()}".contains(byte))
}

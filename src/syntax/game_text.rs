//! The text of a game with an error, whose tokens are read again to find out what the error costs.

use super::between_games::{end_of, start_of};
use super::boundary::is_first_number;
use super::number_style::NumberStyle;
use super::{CommentBounds, LexFault, Lexer, PieceLetters, Token, TokenKind};
use crate::message::PlyNumber;
use crate::text::Span;

/// The text of a game, which ends where the game ends, and how its tokens are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameText<'s> {
    pub(super) text: &'s [u8],
    pub(super) bounds: CommentBounds,
    pub(super) letters: Option<PieceLetters>,
    pub(super) numbers: NumberStyle,
}

/// A token of a game with an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
}

impl<'s> GameText<'s> {
    /// Returns the tokens from an offset on, without the brackets of move numbers. What forms no
    /// token is skipped; of a comment or a value that is never closed, only its first character is.
    pub(super) fn parts<T: Token>(self, from: usize) -> impl Iterator<Item = Part> + use<'s, T> {
        let mut bounds = self.bounds;
        let mut lexer = Lexer::<T>::new(self.text, from, bounds);
        // the end of the last value that is never closed: it is looked into once
        let mut value_end = 0;
        std::iter::from_fn(move || {
            loop {
                let lexeme = lexer.next_in(self.letters.as_ref())?;
                let span = Span::new(start_of(&lexeme), end_of(&lexeme));
                match lexeme.map_err(|error| error.fault) {
                    Ok((_, token, _)) if self.numbers.is_part_of_number(token.kind(), span, self.text) => {}
                    Ok((_, token, _)) => return Some(Part { kind: token.kind(), span }),
                    Err(LexFault::UnclosedComment) => {
                        bounds = CommentBounds::open_to(span.end.max(bounds.open_to));
                        lexer = Lexer::new(self.text, span.start + 1, bounds);
                    }
                    Err(LexFault::UnclosedValue) if span.start >= value_end => {
                        value_end = span.end;
                        lexer = Lexer::new(self.text, span.start + 1, bounds);
                    }
                    Err(_) => {}
                }
            }
        })
    }

    /// Returns what is written at a span.
    pub(super) fn written(self, span: Span) -> &'s [u8] {
        &self.text[span.range()]
    }

    /// Returns the end of the line that an offset is in.
    pub(super) fn line_end(self, at: usize) -> usize {
        memchr::memchr2(b'\n', b'\r', &self.text[at..]).map_or(self.text.len(), |length| at + length)
    }

    /// Tells whether `)` is the next character but spaces.
    pub(super) fn closes_at(self, offset: usize) -> bool {
        self.text[offset..].trim_ascii_start().starts_with(b")")
    }

    /// Tells whether a move number with which no game begins comes next but for spaces.
    pub(super) fn goes_on_at(self, offset: usize) -> bool {
        continues_game(self.text[offset..].trim_ascii_start())
    }

    /// Returns the ply that a move number names.
    pub(super) fn numbered_ply(self, number: Span) -> PlyNumber {
        let text = &self.text[number.start..];
        let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let value = text[..digits]
            .iter()
            .fold(0u32, |value, digit| value.saturating_mul(10).saturating_add(u32::from(digit - b'0')));
        let white = PlyNumber { number: value, ..PlyNumber::START };
        if is_blacks_number(&text[digits..]) { white.next() } else { white }
    }
}

/// Tells whether a text begins with a move number with which no game begins.
pub(super) fn continues_game(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_number = digits > 0 && text.get(digits).is_some_and(|byte| matches!(byte, b'.' | b' ' | b')'));
    is_number && (!is_first_number(text) || is_blacks_number(&text[1..]))
}

/// Tells whether the text behind the digits of a move number makes it the number of Black's move.
pub(super) fn is_blacks_number(behind: &[u8]) -> bool {
    let rest = behind.strip_prefix(b".").unwrap_or(behind).trim_ascii_start();
    rest.starts_with(b".") || rest.starts_with("…".as_bytes())
}

//! The lexer: bytes to tokens.
//!
//! Each notation has one set of tokens for a whole game. The lexer has no modes for tags and moves:
//! a tag's name is one token with its bracket, and brackets and quoted strings occur nowhere else.
//! Moves, words, results and numbers are distinguished by the longest match, as in Lex.
//!
//! The lexer works on bytes, because a file may contain Windows-1252. Bytes above ASCII count as
//! letters until a callback decodes them.

use std::ops::Range;

use super::lexemes::glued_tag;
use super::{CommentBounds, LexFault, Lexeme, PieceLetters, Token};
use crate::text::{Span, work};

/// The tokens of a text.
#[derive(Clone, Debug)]
pub struct Lexer<'s, T: Token> {
    tokens: logos::Lexer<'s, T>,
}

impl<'s, T: Token> Lexer<'s, T> {
    /// Starts at an offset of a text. Spans count from the beginning of the text.
    #[must_use]
    pub fn new(text: &'s [u8], offset: usize) -> Lexer<'s, T> {
        Lexer::with_bounds(text, offset, CommentBounds::of(text, offset))
    }

    /// Starts at an offset of a text for whose comments there are bounds.
    pub(super) fn with_bounds(text: &'s [u8], offset: usize, bounds: CommentBounds) -> Lexer<'s, T> {
        let mut tokens = T::lexer_with_extras(text, bounds);
        tokens.bump(offset);
        Lexer { tokens }
    }

    /// Continues at an offset.
    pub(super) fn seek(&mut self, offset: usize) {
        *self = Lexer::with_bounds(self.tokens.source(), offset, self.bounds());
    }

    /// Returns the next token of a text whose piece letters may differ from the English ones.
    pub(super) fn next_in(&mut self, letters: Option<&PieceLetters>) -> Option<Lexeme<T>> {
        let Some(letters) = letters else {
            return self.next();
        };
        let mut ahead = self.tokens.clone();
        // only its start matters, which white space may precede
        let _ = ahead.next()?;
        let start = ahead.span().start;
        let Some(translation) = letters.translate(&ahead.source()[start..]) else {
            return self.next();
        };
        let mut tokens = T::lexer_with_extras(translation.bytes(), self.tokens.extras);
        let token = tokens.next()?;
        let end = start + translation.origin(tokens.span().end);
        self.tokens.bump(end - self.tokens.span().end);
        Some(Lexeme { token, span: Span::new(start, end) })
    }

    /// Returns the bounds of comments, with what the lexer has found out about them.
    pub(super) fn bounds(&self) -> CommentBounds {
        self.tokens.extras
    }

    /// Returns the end of the last bytes, which form no token.
    #[cold]
    fn end_of_fault(&mut self, fault: LexFault) -> usize {
        match fault {
            LexFault::StrayCharacter => self.end_character(),
            LexFault::UnclosedValue => self.end_before_glued_tag(),
            _ => self.tokens.span().end,
        }
    }

    /// Ends a value that is never closed before a tag that is joined to it, and returns that end.
    fn end_before_glued_tag(&mut self) -> usize {
        let value = self.tokens.span();
        let Some(length) = glued_tag(self.tokens.slice()) else { return value.end };
        self.seek(value.start + length);
        value.start + length
    }

    /// Extends a token that ended inside a UTF-8 character to the end of that character.
    fn end_character(&mut self) -> usize {
        let rest = self.tokens.remainder().iter();
        let inside = rest.take_while(|byte| matches!(byte, 0x80..=0xbf)).count();
        self.tokens.bump(inside);
        self.tokens.span().end
    }
}

impl<T: Token> Iterator for Lexer<'_, T> {
    type Item = Lexeme<T>;

    // each token goes through it, and by itself the compiler does not inline it
    #[inline(always)]
    fn next(&mut self) -> Option<Lexeme<T>> {
        let begin = self.tokens.span().end;
        // before nearly every token stands one blank, for which the pattern of white space is slow
        if let [b' ' | b'\n', ..] = self.tokens.remainder() {
            self.tokens.bump(1);
        }
        let token = self.tokens.next()?;
        let Range { start, end } = self.tokens.span();
        let mut span = Span::new(start, end);
        if let Err(fault) = token {
            span.end = self.end_of_fault(fault);
        }
        // the search for its end has already counted a comment that is never closed
        if !matches!(token, Err(LexFault::UnclosedComment)) {
            work::count(span.end - begin);
        }
        Some(Lexeme { token, span })
    }
}

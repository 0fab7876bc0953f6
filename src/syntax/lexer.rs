//! The lexer: bytes to tokens.
//!
//! Each notation has one set of tokens for a whole game. The lexer has no modes for tags and
//! moves: a tag's name is one token with its bracket, and brackets and quoted strings occur
//! nowhere else. The longest match distinguishes a move, a word, a result and a number, as in
//! Lex.
//!
//! The lexer works on bytes, because a file may contain Latin-1. Bytes above ASCII count as
//! letters until a callback decodes them.

use std::fmt;
use std::ops::Range;

use logos::Logos;

use super::lexemes::glued_tag;
use super::{LexError, LexFault, Outcome, PieceLetters};
use crate::text::{Span, work};

/// A token of some notation.
///
/// It carries its value, typed, and is no larger than a machine word, because the parser's stack
/// copies it several times.
pub trait Token:
    for<'s> Logos<'s, Source = [u8], Error = LexFault, Extras = CommentBounds> + Copy + fmt::Debug
{
    /// The closing bracket of a tag.
    const TAG_END: Self;

    /// The end of a variation.
    const VARIATION_END: Self;

    /// A comment in braces.
    const COMMENT: Self;

    /// Whether moves have the letters of the pieces in English, for which a game may have
    /// others.
    const HAS_PIECE_LETTERS: bool = false;

    /// Returns the kind of the token, which does not depend on the notation.
    fn kind(&self) -> TokenKind;

    /// Returns the result that the token is, if it is one.
    fn outcome(&self) -> Option<Outcome>;
}

/// The kind of a token in any notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TokenKind {
    /// A tag's opening bracket and name.
    TagName,
    /// A tag's value.
    TagValue,
    /// A tag's closing bracket.
    TagEnd,
    /// A move number.
    MoveNumber,
    /// A move.
    Move,
    /// A comment.
    Comment,
    /// A word of a sentence without braces.
    Word,
    /// A full stop.
    Period,
    /// The start of a variation.
    VariationStart,
    /// The end of a variation.
    VariationEnd,
    /// A result.
    Result,
    /// Control characters.
    Control,
    /// A symbol without meaning, in a notation that writes moves in this form.
    Unknown(MoveForm),
    /// Anything else.
    Other,
}

/// How a notation writes moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveForm {
    /// With the destination only.
    Short,
    /// With the origin and the destination.
    Long,
    /// In another form, of which messages give no examples.
    Other,
}

/// How far a comment in braces may extend.
#[derive(Clone, Copy, Debug, Default)]
pub struct CommentBounds {
    /// The offset of the last `}` of the text, if there is one.
    pub(super) last_brace: Option<usize>,
    /// The offset up to which it is known that no brace closes a comment.
    pub(super) open_to: usize,
    /// The offset behind the brace of a comment that nothing closes, and that of its end: what opens between is not
    /// looked at again.
    pub(super) unclosed: [usize; 2],
}

impl CommentBounds {
    /// Finds the bounds for reading a text from an offset on.
    #[must_use]
    pub fn of(text: &[u8], offset: usize) -> CommentBounds {
        CommentBounds::new(memchr::memrchr(b'}', &text[offset..]).map(|at| offset + at))
    }

    /// Creates bounds from the offset of the last `}` of a text.
    #[must_use]
    pub const fn new(last_brace: Option<usize>) -> CommentBounds {
        CommentBounds { last_brace, open_to: 0, unclosed: [0; 2] }
    }

    /// Returns the bounds in a text in which no brace closes a comment before an offset.
    pub(super) const fn open_to(offset: usize) -> CommentBounds {
        CommentBounds { open_to: offset, ..CommentBounds::new(None) }
    }
}

/// A token with the offsets where it starts and ends, in the form that LALRPOP takes.
pub type Lexeme<T> = Result<(usize, T, usize), LexError>;

/// The tokens of a text.
#[derive(Debug)]
pub struct Lexer<'s, T: Token> {
    tokens: logos::Lexer<'s, T>,
}

impl<'s, T: Token> Lexer<'s, T> {
    /// Starts at an offset of a text. Spans count from the beginning of the text.
    #[must_use]
    pub fn new(text: &'s [u8], offset: usize, bounds: CommentBounds) -> Lexer<'s, T> {
        let mut tokens = T::lexer_with_extras(text, bounds);
        tokens.bump(offset);
        Lexer { tokens }
    }
}

impl<'s, T: Token> Lexer<'s, T> {
    /// Returns the next token of a text that may have other piece letters.
    pub(super) fn next_in(&mut self, letters: Option<&PieceLetters>) -> Option<Lexeme<T>> {
        let Some(letters) = letters else {
            return self.next();
        };
        let mut ahead = self.tokens.clone();
        // only where it begins matters
        let _ = ahead.next()?;
        let start = ahead.span().start;
        let Some(translation) = letters.translate(&ahead.source()[start..]) else {
            return self.next();
        };
        let mut tokens = T::lexer_with_extras(translation.bytes(), self.tokens.extras);
        let token = tokens.next()?;
        let end = start + translation.origin(tokens.span().end);
        self.tokens.bump(end - self.tokens.span().end);
        Some(match token {
            Ok(token) => Ok((start, token, end)),
            Err(fault) => Err(LexError { fault, span: Span::new(start, end) }),
        })
    }

    /// Returns the bounds of comments, with what has been found out of them.
    pub(super) fn bounds(&self) -> CommentBounds {
        self.tokens.extras
    }

    /// Ends a value that is never closed before a tag that is glued to it.
    fn end_before_glued_tag(&mut self) -> usize {
        let Range { start, end } = self.tokens.span();
        let Some(length) = glued_tag(self.tokens.slice()) else { return end };
        let mut tokens = T::lexer_with_extras(self.tokens.source(), self.tokens.extras);
        tokens.bump(start + length);
        self.tokens = tokens;
        start + length
    }

    /// Extends a token that ended inside a UTF-8 character to the end of the character.
    fn end_character(&mut self) -> usize {
        let rest = self.tokens.remainder().iter();
        let inside = rest.take_while(|byte| matches!(byte, 0x80..=0xbf)).count();
        self.tokens.bump(inside);
        self.tokens.span().end
    }
}

impl<T: Token> Iterator for Lexer<'_, T> {
    type Item = Lexeme<T>;

    #[inline]
    fn next(&mut self) -> Option<Lexeme<T>> {
        let start = self.tokens.span().end;
        let token = self.tokens.next()?;
        let mut span = self.tokens.span();
        match token {
            Err(LexFault::StrayCharacter) => span.end = self.end_character(),
            Err(LexFault::UnclosedValue) => span.end = self.end_before_glued_tag(),
            _ => {}
        }
        // what opens and is never closed is counted where its end is looked for
        if !matches!(token, Err(LexFault::UnclosedComment)) {
            work::count(span.end - start);
        }
        Some(match token {
            Ok(token) => Ok((span.start, token, span.end)),
            Err(fault) => Err(LexError { fault, span: Span::new(span.start, span.end) }),
        })
    }
}

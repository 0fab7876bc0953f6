//! Bytes to tokens.
//!
//! Each notation has its set of tokens, and one set serves a whole game: nothing needs
//! the lexer to know whether it stands among tags or among moves, for a tag's name is
//! read together with its bracket, and outside of that a bracket or a quoted text has no
//! other use. What looks alike (a move, a word, a result, a number) is told apart by the
//! longest match, as in Lex.
//!
//! The lexer works on bytes, because a file may be in Latin-1. Bytes above ASCII are
//! letters to it until a callback has decoded them.

use std::fmt;

use logos::Logos;

use super::{LexError, LexFault, PieceLetters};
use crate::text::Span;

/// A token of some notation.
///
/// It carries what the lexer has read, typed, and is no wider than a word: the parser's
/// stack copies it several times.
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

    /// Returns what the token is to a reader who does not know the notation.
    fn kind(&self) -> TokenKind;
}

/// What a token is, whatever the notation.
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
    /// A symbol that means nothing where moves are written in a form.
    Unknown(MoveForm),
    /// Anything else.
    Other,
}

/// How a notation writes moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveForm {
    /// With where they go.
    Short,
    /// With where they come from, too.
    Long,
    /// In a way of which messages give no examples.
    Other,
}

/// How far a comment in braces may go.
#[derive(Clone, Copy, Debug, Default)]
pub struct CommentBounds {
    /// Where the last `}` of the text stands, if there is one.
    pub(super) last_brace: Option<usize>,
    /// Whether a comment without its brace ends before tags, even if a brace
    /// follows somewhere.
    pub(super) before_tags: bool,
}

impl CommentBounds {
    /// Finds the bounds of a text that is read from an offset on.
    #[must_use]
    pub fn of(text: &[u8], offset: usize) -> CommentBounds {
        CommentBounds::new(memchr::memrchr(b'}', &text[offset..]).map(|at| offset + at), false)
    }

    /// Makes the bounds of a text, by where its last `}` stands. With `before_tags` a
    /// comment never goes over the tags of a game, where its brace has been forgotten.
    #[must_use]
    pub const fn new(last_brace: Option<usize>, before_tags: bool) -> CommentBounds {
        CommentBounds { last_brace, before_tags }
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
    /// Takes the next token of a text whose letters of the pieces may be others.
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

    /// Goes on to the end of a character of UTF-8 in which a token ended.
    fn end_character(&mut self) {
        let rest = self.tokens.remainder().iter();
        let inside = rest.take_while(|byte| matches!(byte, 0x80..=0xbf)).count();
        self.tokens.bump(inside);
    }
}

impl<T: Token> Iterator for Lexer<'_, T> {
    type Item = Lexeme<T>;

    #[inline]
    fn next(&mut self) -> Option<Lexeme<T>> {
        let token = self.tokens.next()?;
        if matches!(token, Err(LexFault::StrayCharacter)) {
            self.end_character();
        }
        let span = self.tokens.span();
        Some(match token {
            Ok(token) => Ok((span.start, token, span.end)),
            Err(fault) => Err(LexError { fault, span: Span::new(span.start, span.end) }),
        })
    }
}

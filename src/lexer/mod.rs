//! Bytes to tokens.
//!
//! One set of tokens serves a whole file: nothing in PGN needs the lexer to
//! know whether it stands among tags or among moves, for a tag's name is read
//! together with its bracket, and outside of that a bracket or a quoted text
//! has no other use. What looks alike (a move, a word, a result, a number) is
//! told apart by the longest match, as in Lex.
//!
//! The lexer works on bytes, because a file may be in Latin-1. Bytes above
//! ASCII are letters to it until a callback has decoded them.

mod error;
mod san;
mod token;

use logos::Logos;

pub use error::{LexError, LexFault};
pub use token::Token;

use crate::source::Span;

/// A token with the offsets where it starts and ends, in the form that LALRPOP takes.
pub type Lexeme<'s> = Result<(usize, Token<'s>, usize), LexError>;

/// What the callbacks of a token see: the lexer that logos generates.
type Matcher<'s> = logos::Lexer<'s, Token<'s>>;

/// The tokens of a text.
#[derive(Clone, Debug)]
pub struct Lexer<'s> {
    tokens: Matcher<'s>,
}

impl<'s> Lexer<'s> {
    /// Starts at the first byte of a text.
    #[must_use]
    pub fn new(text: &'s [u8]) -> Lexer<'s> {
        Lexer { tokens: Token::lexer(text) }
    }
}

impl<'s> Iterator for Lexer<'s> {
    type Item = Lexeme<'s>;

    fn next(&mut self) -> Option<Lexeme<'s>> {
        let token = self.tokens.next()?;
        let span = self.tokens.span();
        Some(match token {
            Ok(token) => Ok((span.start, token, span.end)),
            Err(fault) => Err(LexError { fault, span: Span::new(span.start, span.end) }),
        })
    }
}

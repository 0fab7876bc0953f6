//! The tokens of a game.

use std::ops::Deref;

use super::{Lexeme, PieceLetters, Token, TokenKind};
use crate::text::Span;

/// A number of tokens that few games exceed.
const USUAL_TOKENS: usize = 1 << 14;

/// The tokens of one game as written, each lexed once. The parser reads them, and so does who repairs or explains what
/// it refuses. The memory is kept for the next game.
#[derive(Clone, Debug)]
pub struct Tokens<T> {
    lexemes: Vec<Lexeme<T>>,
    /// The index of the first that is not among the tags; `None` if all are.
    movetext: Option<usize>,
    /// The letters of the pieces, if they are not the English ones.
    pub(super) letters: Option<PieceLetters>,
}

impl<T> Tokens<T> {
    /// Empties the list, and keeps its memory, unless the game was larger than nearly all are.
    pub(crate) fn clear(&mut self) {
        self.lexemes.clear();
        self.lexemes.shrink_to(USUAL_TOKENS);
        self.movetext = None;
    }

    /// Lists other tokens instead.
    pub(crate) fn list(&mut self, tokens: impl Iterator<Item = Lexeme<T>>) {
        self.clear();
        self.lexemes.extend(tokens);
    }

    /// Appends a token.
    #[inline(always)]
    pub(super) fn push(&mut self, lexeme: Lexeme<T>) {
        self.lexemes.push(lexeme);
    }

    /// Notes that the next token is not among the tags, unless one before it is not either.
    pub(super) fn begin_movetext(&mut self) {
        self.movetext.get_or_insert(self.lexemes.len());
    }

    /// Returns the index of the first token that is not among the tags, or the number of tokens.
    pub(super) fn movetext(&self) -> usize {
        self.movetext.unwrap_or(self.lexemes.len())
    }

    /// Returns whether the movetext begins after an offset.
    pub(super) fn are_tags_to(&self, offset: usize) -> bool {
        self.lexemes.get(self.movetext()).is_none_or(|first| offset < first.span.start)
    }
}

#[cfg(feature = "lsp")]
impl<T: Token> Tokens<T> {
    /// Returns the kinds and the places of the tokens, without what forms none.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = (TokenKind, Span)> {
        self.lexemes.iter().filter_map(|lexeme| Some((lexeme.kind()?, lexeme.span)))
    }
}

impl<T> Default for Tokens<T> {
    fn default() -> Tokens<T> {
        Tokens { lexemes: Vec::new(), movetext: None, letters: None }
    }
}

impl<T> Deref for Tokens<T> {
    type Target = [Lexeme<T>];

    fn deref(&self) -> &[Lexeme<T>] {
        &self.lexemes
    }
}

/// Returns the opening bracket of the innermost variation that is open after some tokens.
pub(super) fn open_variation<T: Token>(tokens: &[Lexeme<T>]) -> Option<Span> {
    let mut depth = 0_usize;
    for lexeme in tokens.iter().rev() {
        match lexeme.kind() {
            Some(TokenKind::VariationEnd) => depth += 1,
            Some(TokenKind::VariationStart) if depth == 0 => return Some(lexeme.span),
            Some(TokenKind::VariationStart) => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Returns the span of the words with which some tokens end, and their number.
pub(super) fn last_words<T: Token>(tokens: &[Lexeme<T>]) -> Option<(Span, usize)> {
    let words = tokens.iter().rev().take_while(|lexeme| lexeme.is(TokenKind::Word)).count();
    let words = &tokens[tokens.len() - words..];
    Some((Span::new(words.first()?.span.start, words.last()?.span.end), words.len()))
}

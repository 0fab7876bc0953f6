//! The tokens of a game.

use std::ops::Deref;

use super::{LexFault, Lexeme, PieceLetters, Token, TokenKind};
use crate::text::Span;

/// How deep variations may be nested. The parsers that LALRPOP generates call themselves at each level, or keep a stack
/// of states; games that people annotate have a dozen levels. A level of PGN takes half a kilobyte of the program's stack,
/// two at the level of optimization of tests, and six without any, so that 500 need 3 MB then.
pub(crate) const MOST_LEVELS: usize = 500;

/// A number of tokens that few games exceed.
const USUAL_TOKENS: usize = 1 << 14;

/// The tokens of one game, each lexed once. The parser reads them, and so does who repairs or explains what it refuses.
/// A bracket that opens a variation at a level too deep is not among them, but an error. The memory is kept for the next
/// game.
#[derive(Clone, Debug)]
pub struct Tokens<T> {
    lexemes: Vec<Lexeme<T>>,
    /// The index of the first that is not among the tags; `None` if all are.
    movetext: Option<usize>,
    /// How many variations are open at the end of the list.
    pub(super) depth: usize,
    /// The letters of the pieces, if they are not the English ones.
    pub(super) letters: Option<PieceLetters>,
}

impl<T> Tokens<T> {
    /// Empties the list, and keeps its memory, unless the game was larger than nearly all are.
    pub(crate) fn clear(&mut self) {
        self.lexemes.clear();
        self.lexemes.shrink_to(USUAL_TOKENS);
        (self.movetext, self.depth) = (None, 0);
    }

    /// Appends a token that is no bracket of a variation.
    #[inline(always)]
    pub(super) fn push_common(&mut self, lexeme: Lexeme<T>) {
        self.lexemes.push(lexeme);
    }

    /// Notes that the next token is not among the tags, unless one before it is not either.
    pub(super) fn begin_movetext(&mut self) {
        if self.movetext.is_none() {
            (self.movetext, self.depth) = (Some(self.lexemes.len()), 0);
        }
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

impl<T: Token> Tokens<T> {
    /// Appends a token.
    pub(super) fn push(&mut self, mut lexeme: Lexeme<T>) {
        match lexeme.kind() {
            Some(TokenKind::VariationStart) => self.depth += 1,
            Some(TokenKind::VariationEnd) => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        if self.depth > MOST_LEVELS && lexeme.is(TokenKind::VariationStart) {
            lexeme.token = Err(LexFault::TooDeep);
        }
        self.lexemes.push(lexeme);
    }

    /// Returns the kinds and the places of the tokens, without what forms none.
    #[cfg(feature = "lsp")]
    pub(crate) fn kinds(&self) -> impl Iterator<Item = (TokenKind, Span)> {
        self.lexemes.iter().filter_map(|lexeme| Some((lexeme.kind()?, lexeme.span)))
    }
}

impl<T> Default for Tokens<T> {
    fn default() -> Tokens<T> {
        Tokens { lexemes: Vec::new(), movetext: None, depth: 0, letters: None }
    }
}

impl<T: Token> Extend<Lexeme<T>> for Tokens<T> {
    fn extend<I: IntoIterator<Item = Lexeme<T>>>(&mut self, lexemes: I) {
        lexemes.into_iter().for_each(|lexeme| self.push(lexeme));
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

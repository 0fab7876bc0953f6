//! Where one game ends and the next begins.
//!
//! A game ends behind its result and the comments that follow it, or before a
//! tag pair that stands among moves. Since these are tokens, a `[Event` inside
//! a comment ends nothing.

use crate::lexer::{Lexeme, Lexer, Token};
use crate::source::Span;

/// The tokens of a whole source, cut into games by [`Tokens::next_game`].
#[derive(Debug)]
pub(super) struct Tokens<'s> {
    lexer: Lexer<'s>,
    /// The token that showed that the game before was over.
    pending: Option<Lexeme<'s>>,
    /// The end of the last token that was handed out.
    end: usize,
}

impl<'s> Tokens<'s> {
    pub(super) fn new(text: &'s [u8]) -> Tokens<'s> {
        Tokens { lexer: Lexer::new(text), pending: None, end: 0 }
    }

    /// Returns the end of the last token that was handed out.
    pub(super) fn end(&self) -> usize {
        self.end
    }

    /// Returns the tokens of the next game, or `None` at the end of the text.
    pub(super) fn next_game<'t>(&'t mut self) -> Option<GameTokens<'t, 's>> {
        if self.pending.is_none() {
            self.pending = self.lexer.next();
        }
        self.pending.as_ref()?;
        Some(GameTokens { tokens: self, section: Section::Tags, open: Vec::new(), words: Words::default() })
    }
}

/// The part of a game that the next token belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Section {
    Tags,
    Moves,
    /// Behind the result, where only comments follow.
    Ended,
}

/// The tokens of one game, and what an error message wants to know of them.
#[derive(Debug)]
pub(super) struct GameTokens<'t, 's> {
    tokens: &'t mut Tokens<'s>,
    section: Section,
    /// Where the variations that are not closed yet were opened.
    open: Vec<Span>,
    words: Words,
}

impl GameTokens<'_, '_> {
    /// Returns where the next token begins.
    pub(super) fn start(&self) -> usize {
        match &self.tokens.pending {
            Some(Ok((start, _, _))) => *start,
            Some(Err(error)) => error.span.start,
            None => self.tokens.end,
        }
    }

    /// Returns where the innermost open variation begins.
    pub(super) fn open_variation(&self) -> Option<Span> {
        self.open.last().copied()
    }

    /// Returns where the words stand that came just before the last token.
    pub(super) fn words_before(&self) -> Option<Span> {
        self.words.before
    }

    /// Returns the end of the last token.
    pub(super) fn end(&self) -> usize {
        self.tokens.end
    }

    fn ends_before(&self, token: &Token<'_>) -> bool {
        match self.section {
            Section::Tags => false,
            Section::Moves => matches!(token, Token::TagName(_)),
            Section::Ended => !is_comment(token),
        }
    }

    fn note(&mut self, start: usize, token: &Token<'_>, end: usize) {
        match token {
            Token::TagName(_) | Token::TagValue(_) | Token::TagEnd => {}
            Token::Result(_) if self.open.is_empty() => self.section = Section::Ended,
            _ if self.section == Section::Tags && !is_comment(token) => self.section = Section::Moves,
            _ => {}
        }
        match token {
            Token::VariationStart => self.open.push(Span::new(start, end)),
            Token::VariationEnd => drop(self.open.pop()),
            _ => {}
        }
        self.words.note(start, token, end);
    }
}

impl<'s> Iterator for GameTokens<'_, 's> {
    type Item = Lexeme<'s>;

    fn next(&mut self) -> Option<Lexeme<'s>> {
        let lexeme = self.tokens.pending.take().or_else(|| self.tokens.lexer.next());
        match &lexeme {
            Some(Ok((_, token, _))) if self.ends_before(token) => {
                self.tokens.pending = lexeme;
                self.words.end();
                return None;
            }
            Some(Ok((start, token, end))) => {
                self.note(*start, token, *end);
                self.tokens.end = *end;
            }
            Some(Err(error)) => {
                self.words.end();
                self.tokens.end = error.span.end;
            }
            None => self.words.end(),
        }
        lexeme
    }
}

/// Tells whether a token is a comment or, being of a sentence, may become one.
fn is_comment(token: &Token<'_>) -> bool {
    matches!(token, Token::Comment(_) | Token::Word | Token::Period)
}

/// Follows runs of words.
#[derive(Debug, Default)]
struct Words {
    /// The run that the last token belongs to.
    run: Option<Span>,
    /// The run that ended just before the last token.
    before: Option<Span>,
}

impl Words {
    fn note(&mut self, start: usize, token: &Token<'_>, end: usize) {
        if *token == Token::Word {
            let start = self.run.map_or(start, |run| run.start);
            self.run = Some(Span::new(start, end));
        } else {
            self.end();
        }
    }

    fn end(&mut self) {
        self.before = self.run.take();
    }
}

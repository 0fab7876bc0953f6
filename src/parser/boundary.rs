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

    /// Returns the words that came just before the last token.
    pub(super) fn words_before(&self) -> Option<Run> {
        self.words.before
    }

    /// Returns the end of the last token.
    pub(super) fn end(&self) -> usize {
        self.tokens.end
    }

    fn ends_before(&self, lexeme: &Lexeme<'_>) -> bool {
        match (self.section, lexeme) {
            (Section::Tags, _) | (Section::Moves, Err(_)) => false,
            (Section::Moves, Ok((_, token, _))) => matches!(token, Token::TagName(_)),
            (Section::Ended, Ok((_, token, _))) => !is_comment(token),
            (Section::Ended, Err(_)) => true,
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
        if lexeme.as_ref().is_some_and(|lexeme| self.ends_before(lexeme)) {
            self.tokens.pending = lexeme;
            self.words.end();
            return None;
        }
        match &lexeme {
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
    run: Option<Run>,
    /// The run that ended just before the last token, if it did.
    before: Option<Run>,
}

/// Some words in a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) span: Span,
    pub(super) count: usize,
}

impl Words {
    fn note(&mut self, start: usize, token: &Token<'_>, end: usize) {
        if *token == Token::Word {
            let (start, count) = self.run.map_or((start, 0), |run| (run.span.start, run.count));
            self.run = Some(Run { span: Span::new(start, end), count: count + 1 });
        } else {
            self.end();
        }
    }

    fn end(&mut self) {
        self.before = self.run.take();
    }
}

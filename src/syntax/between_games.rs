//! Text between games: what is neither a comment nor the start of a game.
//!
//! Databases have headings between their games, and mails have greetings. Such text belongs to
//! no game, so it is skipped and reported, and both its neighbours are read.

use super::boundary::{ends_with_blank_line, is_first_number};
use super::{CommentBounds, LexFault, Lexeme, Lexer, Token, TokenKind};
use crate::text::Span;

/// What a token is after the result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// The next game starts here. That is certain if the text up to an offset is.
    Start {
        /// The offset.
        certain_at: usize,
    },
    /// It is a comment, or belongs to a sentence without braces that ends at an offset.
    Comment {
        /// The offset.
        end: usize,
    },
    /// It is text between games.
    Text,
}

/// Reads ahead in the text between two games.
#[derive(Clone, Copy, Debug)]
pub(super) struct BetweenGames<'s> {
    pub(super) text: &'s [u8],
    pub(super) bounds: CommentBounds,
}

impl<'s> BetweenGames<'s> {
    /// Returns the role of a token. `follows_text` tells whether text between games precedes it.
    pub(super) fn role<T: Token>(self, lexeme: &Lexeme<T>, follows_text: bool) -> Role {
        let &(start, token, end) = match lexeme {
            Ok(lexeme) => lexeme,
            Err(error) if error.fault == LexFault::UnclosedComment => {
                return Role::Comment { end: error.span.end };
            }
            Err(_) => return Role::Text,
        };
        let start_if = |is_start: bool| if is_start { Role::Start { certain_at: end } } else { Role::Text };
        match token.kind() {
            TokenKind::Comment => Role::Comment { end },
            TokenKind::Word if !follows_text => {
                self.sentence_end::<T>(start).map_or(Role::Text, |end| Role::Comment { end })
            }
            TokenKind::TagName if self.begins_line(start) => Role::Start { certain_at: end },
            TokenKind::TagName => self.start_before::<T>(end, |kind, _| kind == TokenKind::TagValue),
            TokenKind::MoveNumber if !follows_text || self.text[start - 1].is_ascii_whitespace() => {
                let is_first = is_first_number(&self.text[start..]);
                self.start_before::<T>(end, |kind, next| match kind {
                    TokenKind::Move => true,
                    // a number may have a bracket
                    TokenKind::Unknown(_) | TokenKind::VariationEnd => is_first,
                    // a digit behind the full stop makes it no move number
                    _ if next.starts_with(b".") => is_first && !next.get(1).is_some_and(u8::is_ascii_digit),
                    _ => is_first && next.starts_with("…".as_bytes()),
                })
            }
            // headings tell results, too
            TokenKind::Result => start_if(!follows_text || self.begins_line(start)),
            // dashes are a null move only in a game
            TokenKind::Move => start_if(
                !matches!(self.text[start], b'-' | b'<') && (!follows_text || self.begins_line(start)),
            ),
            _ => Role::Text,
        }
    }

    /// Returns the span of the text before the first game, which starts at a token, and the token
    /// with which the game or its first comment starts. Returns `None` if the text has parts of a
    /// game, and so may be one with an error, unless tags follow it behind a blank line.
    pub(super) fn leading_text<T: Token>(self, first: &Lexeme<T>) -> Option<(Span, Lexeme<T>)> {
        // numbers and annotations may come before the first move of a game
        let begins_text = match first {
            Ok((_, token, _)) => matches!(token.kind(), TokenKind::Word | TokenKind::Period),
            Err(_) => !is_part_of_game(first),
        };
        if !begins_text || self.role(first, false) != Role::Text {
            return None;
        }
        let (start, mut end) = (start_of(first), end_of(first));
        let mut has_parts = false;
        for lexeme in Lexer::<T>::new(self.text, end, self.bounds) {
            has_parts |= is_part_of_game(&lexeme);
            match self.role(&lexeme, true) {
                Role::Start { .. } if has_parts && !self.begins_tags(&lexeme) => return None,
                Role::Comment { .. } if has_parts => end = end_of(&lexeme),
                Role::Start { .. } | Role::Comment { .. } => return Some((Span::new(start, end), lexeme)),
                Role::Text => end = end_of(&lexeme),
            }
        }
        None
    }

    /// Returns the role of a token that starts a game if the token after it, which is given with
    /// the text from there on, is right.
    fn start_before<T: Token>(self, end: usize, is_right: impl Fn(TokenKind, &[u8]) -> bool) -> Role {
        match Lexer::<T>::new(self.text, end, self.bounds).next() {
            Some(Ok((start, token, end))) if is_right(token.kind(), &self.text[start..]) => {
                Role::Start { certain_at: end }
            }
            _ => Role::Text,
        }
    }

    /// Returns the end of the sentence that begins at an offset, if the words there are one: three
    /// words or more, and a full stop.
    fn sentence_end<T: Token>(self, start: usize) -> Option<usize> {
        let mut words = 0;
        for lexeme in Lexer::<T>::new(self.text, start, self.bounds) {
            let (_, token, end) = lexeme.ok()?;
            match token.kind() {
                TokenKind::Word => words += 1,
                TokenKind::Period if words >= 3 => return Some(end),
                _ => return None,
            }
        }
        None
    }

    /// Tells whether a token is a tag behind a blank line.
    fn begins_tags<T: Token>(self, lexeme: &Lexeme<T>) -> bool {
        let is_tag = matches!(lexeme, Ok((_, token, _)) if token.kind() == TokenKind::TagName);
        is_tag && ends_with_blank_line(&self.text[..start_of(lexeme)])
    }

    fn begins_line(self, at: usize) -> bool {
        begins_line(self.text, at)
    }
}

/// Tells whether only spaces precede an offset in its line.
pub(super) fn begins_line(text: &[u8], at: usize) -> bool {
    let before = text[..at].iter().rev().find(|byte| !matches!(byte, b' ' | b'\t'));
    matches!(before, None | Some(b'\n' | b'\r'))
}

/// Tells whether a token is hardly one of a text.
fn is_part_of_game<T: Token>(lexeme: &Lexeme<T>) -> bool {
    match lexeme {
        Ok((_, token, _)) => matches!(
            token.kind(),
            TokenKind::Move
                | TokenKind::Result
                | TokenKind::Unknown(_)
                | TokenKind::TagValue
                | TokenKind::TagEnd
                | TokenKind::VariationStart
                | TokenKind::VariationEnd
        ),
        Err(error) => matches!(error.fault, LexFault::NamelessTag | LexFault::UnclosedValue),
    }
}

/// Returns where a token starts.
pub(super) fn start_of<T>(lexeme: &Lexeme<T>) -> usize {
    match lexeme {
        Ok((start, _, _)) => *start,
        Err(error) => error.span.start,
    }
}

/// Returns where a token ends.
pub(super) fn end_of<T>(lexeme: &Lexeme<T>) -> usize {
    match lexeme {
        Ok((_, _, end)) => *end,
        Err(error) => error.span.end,
    }
}

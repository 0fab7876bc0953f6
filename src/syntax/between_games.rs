//! Text between games: what is neither a comment nor the start of a game.
//!
//! Databases have headings between their games, and mails have greetings. Such text belongs to
//! no game, so it is skipped and reported, and both its neighbours are read.
//!
//! Signs decide, whatever words stand around them: a header begins a game, and so does number 1 with a move that can be
//! the first, or two such moves at the beginning of a line (`docs/guide/repair.md`, rule 9). A result begins one unless a
//! word follows it, and so does a broken tag line before other tags.

use shakmaty::Color;

use super::plies::{is_blacks_number, is_first_number};
use super::tag_line::{TagLine, tag_name};
use super::token_stream::TokenStream;
use super::{LexFault, Lexeme, Token, TokenKind};
use crate::text::{Space, Span, begins_line};

/// The role of a token after the result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// The next game starts here. Text after `certain_at` cannot change that.
    Start {
        /// The end of the text that shows it.
        certain_at: usize,
    },
    /// It is a comment.
    Comment,
    /// It is text between games.
    Text,
}

/// How many tokens of a line are read, which bounds the cost.
const MOST_TOKENS: usize = 16;

impl<T: Token> TokenStream<'_, T> {
    /// Returns the role of a token. `follows_text` tells whether text between games precedes it.
    pub(super) fn role(&mut self, lexeme: &Lexeme<T>, follows_text: bool) -> Role {
        let Span { start, end } = lexeme.span;
        let line = TagLine::around(self.text, start, start);
        let is_tag = lexeme.is(TokenKind::TagName) && line.has_value();
        if !is_tag && let Some(certain_at) = self.broken_tag_line(line) {
            return Role::Start { certain_at };
        }
        let token = match lexeme.token {
            Ok(token) => token,
            Err(LexFault::UnclosedComment | LexFault::InnerBrace) => return Role::Comment,
            Err(_) => return Role::Text,
        };
        match token.kind() {
            TokenKind::Comment => Role::Comment,
            // a name without a value may be text in brackets; one of the Seven Tag Roster is always meant as a tag
            TokenKind::TagName if !is_tag && (line.is_link() || !line.is_of_roster()) => Role::Text,
            TokenKind::TagName if self.begins_line(start) => Role::Start { certain_at: end },
            TokenKind::TagName => self.start_before(end, |next| next.kind() == TokenKind::TagValue),
            // directly after a result, or at the beginning of a line, nothing else is meant by it (rule 9)
            TokenKind::MoveNumber => self.numbered_start(lexeme, !follows_text || self.begins_line(start)),
            // headings have results, too
            TokenKind::Result(_) if follows_text && !self.begins_line(start) => Role::Text,
            TokenKind::Result(_) => match self.next_on_line(end) {
                Ok(next) if self.is_word(&next) => Role::Text,
                Ok(next) => Role::Start { certain_at: next.span.end },
                Err(seen) => Role::Start { certain_at: seen },
            },
            TokenKind::Move if token.may_begin(Color::White) && self.begins_line(start) => {
                self.start_before(end, |next| next.may_begin(Color::Black))
            }
            _ => Role::Text,
        }
    }

    /// Returns the role of a move number: it begins a game if it is 1 and a move that can be the first follows it, perhaps
    /// after a bracket, a full stop, comments or annotations. With `is_clear`, where no words stand around it, any move
    /// may follow, and the first one may be misspelt.
    pub(super) fn numbered_start(&mut self, number: &Lexeme<T>, is_clear: bool) -> Role {
        let Span { start, mut end } = number.span;
        if !is_first_number(&self.text[start..]) || is_blacks_number(&self.text[start + 1..]) {
            return Role::Text;
        }
        for _ in 0..MOST_TOKENS {
            let Some(next) = self.from(end) else { break };
            end = next.span.end;
            match next.kind() {
                Some(TokenKind::Move)
                    if is_clear || next.token.is_ok_and(|token| token.may_begin(Color::White)) =>
                {
                    return Role::Start { certain_at: end };
                }
                Some(TokenKind::Unknown(_)) if is_clear => {
                    return self.start_before(end, |next| next.kind() == TokenKind::Move);
                }
                Some(TokenKind::VariationEnd | TokenKind::Period | TokenKind::Comment | TokenKind::Nag) => {}
                _ => break,
            }
        }
        Role::Text
    }

    /// Returns where it becomes certain that a line is a broken tag line with which a game begins, if it is: a name
    /// of the Seven Tag Roster with a value, or a line that was to be a tag directly before one that is.
    fn broken_tag_line(&mut self, line: TagLine<'_>) -> Option<usize> {
        if !self.begins_line(line.start) || !line.is_meant() || line.is_link() {
            return None;
        }
        if line.is_named() && line.is_of_roster() {
            return Some(line.end());
        }
        let next = self.from(line.end()).filter(|next| next.is(TokenKind::TagName))?;
        let is_apart = Space::at_end(&self.text[..next.span.start]).has_blank_line();
        let next_line = TagLine::around(self.text, next.span.start, next.span.start);
        (!is_apart && next_line.has_value()).then_some(next.span.end)
    }

    /// Returns the end of the tags that begin at an offset if they belong to no game: they stand directly under a result,
    /// and another header comes after them. Tags that begin as a header does are one themselves.
    pub(super) fn stray_tags(&mut self, start: usize) -> Option<usize> {
        let is_under = !Space::at_end(&self.text[..start]).has_blank_line() && self.begins_line(start);
        if !is_under || T::FIRST_TAGS.contains(&tag_name(self.text, start)) {
            return None;
        }
        let (mut at, mut end) = (start, start);
        while let Some(next) = self.from(at) {
            let is_apart = at > start && Space::at_end(&self.text[..next.span.start]).has_blank_line();
            match next.kind() {
                Some(TokenKind::TagName) if is_apart => return Some(end),
                Some(TokenKind::TagName | TokenKind::TagValue | TokenKind::TagEnd) if !is_apart => {
                    end = next.span.end;
                }
                _ => return None,
            }
            at = next.span.end;
        }
        None
    }

    /// Returns the end of a token that is text between games. If the name after a bracket is on another line,
    /// only the bracket is text: the line below may be moves.
    pub(super) fn text_end(&self, lexeme: &Lexeme<T>) -> usize {
        let Span { start, end } = lexeme.span;
        let line_break = || memchr::memchr2(b'\n', b'\r', &self.text[start..end]);
        if self.text[start] == b'[' && line_break().is_some() { start + 1 } else { end }
    }

    /// Returns the next token of a line.
    ///
    /// # Errors
    ///
    /// If the line has no more tokens, returns the end of the text that shows it.
    fn next_on_line(&mut self, end: usize) -> Result<Lexeme<T>, usize> {
        let next = self.from(end).ok_or(self.text.len())?;
        let gap = &self.text[end..next.span.start];
        if gap.iter().any(|byte| matches!(byte, b'\n' | b'\r')) { Err(next.span.start) } else { Ok(next) }
    }

    /// Returns whether a token is a word, or a character that no game has.
    fn is_word(&self, lexeme: &Lexeme<T>) -> bool {
        match lexeme.kind() {
            Some(TokenKind::Word) => true,
            Some(TokenKind::Unknown(_)) => self.text[lexeme.span.range()].iter().all(u8::is_ascii_alphabetic),
            Some(_) => false,
            None => lexeme.has_fault(LexFault::StrayCharacter),
        }
    }

    /// Returns whether a token begins text before the first game. In that place a number, an
    /// annotation or a variation may begin a game, with or without an error.
    pub(super) fn begins_text(&mut self, lexeme: &Lexeme<T>) -> bool {
        if self.role(lexeme, false) != Role::Text {
            return false;
        }
        let Span { start, end } = lexeme.span;
        let token = match lexeme.token {
            Ok(token) => token,
            Err(fault) => {
                let faults = [LexFault::NamelessTag, LexFault::BadTagName, LexFault::UnclosedValue];
                return !faults.contains(&fault);
            }
        };
        let next = self.next_on_line(end);
        match token.kind() {
            TokenKind::Word | TokenKind::Period | TokenKind::Result(_) => true,
            TokenKind::TagName => true,
            // dashes are a null move in a game, and a drawn line outside
            TokenKind::Move if self.is_dashes(start) => {
                !next.is_ok_and(|next| matches!(next.kind(), Some(TokenKind::Move | TokenKind::MoveNumber)))
            }
            TokenKind::Move => next.is_ok_and(|next| self.is_word(&next)),
            // lines may be numbered
            TokenKind::MoveNumber if self.precedes_tag(end) => true,
            TokenKind::MoveNumber | TokenKind::VariationStart | TokenKind::Nag | TokenKind::Other => {
                next.is_ok_and(|next| self.is_word(&next))
            }
            _ => false,
        }
    }

    /// Returns the role of a token that starts a game if `is_right` accepts the next token.
    fn start_before(&mut self, end: usize, is_right: impl Fn(T) -> bool) -> Role {
        match self.from(end) {
            Some(Lexeme { token: Ok(token), span }) if is_right(token) => {
                Role::Start { certain_at: span.end }
            }
            _ => Role::Text,
        }
    }

    /// Returns whether a tag is the next token after an offset.
    fn precedes_tag(&mut self, end: usize) -> bool {
        self.from(end).is_some_and(|next| next.is(TokenKind::TagName))
    }

    /// Returns whether the move at an offset is a null move such as `--` or `<>`, which may be part of a drawn line.
    fn is_dashes(&self, at: usize) -> bool {
        matches!(self.text[at], b'-' | b'<')
    }

    fn begins_line(&self, at: usize) -> bool {
        begins_line(self.text, at)
    }
}

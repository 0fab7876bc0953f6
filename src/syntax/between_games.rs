//! Text between games: what is neither a comment nor the start of a game.
//!
//! Databases have headings between their games, and mails have greetings. Such text belongs to
//! no game, so it is skipped and reported, and both its neighbours are read.
//!
//! A word of such text may look like a move (`a4 paper`), and some text begins with a number, a
//! result, a bracket or dashes. A move without a number therefore begins a game only if its line
//! has more moves than words. So a typing error among the moves costs a game no more than its rest,
//! and a sentence about a move is not a game. A move number in the middle of a sentence does not
//! begin a game. A result begins one unless a word follows it, and so does a broken tag line before
//! other tags.

use super::lexemes::begins_value;
use super::plies::is_first_number;
use super::token_stream::TokenStream;
use super::{LexFault, Lexeme, SEVEN_TAGS, Token, TokenKind};
use crate::text::{Space, Span, begins_line};

/// The role of a token after the result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// The next game starts here. Text after `certain_at` cannot change that.
    Start {
        /// The end of the text that shows it.
        certain_at: usize,
    },
    /// It is a comment, or belongs to a sentence without braces.
    Comment {
        /// The end of the comment or the sentence.
        end: usize,
    },
    /// It is text between games.
    Text,
}

/// How many tokens of a line are read, which bounds the cost.
const MOST_TOKENS: usize = 16;

impl<T: Token> TokenStream<'_, T> {
    /// Returns the role of a token. `follows_text` tells whether text between games precedes it.
    pub(super) fn role(&mut self, lexeme: &Lexeme<T>, follows_text: bool) -> Role {
        if let Some(certain_at) = self.broken_tag_line(lexeme) {
            return Role::Start { certain_at };
        }
        let Span { start, end } = lexeme.span;
        let token = match lexeme.token {
            Ok(token) => token,
            Err(LexFault::UnclosedComment | LexFault::InnerBrace) => return Role::Comment { end },
            Err(_) => return Role::Text,
        };
        match token.kind() {
            TokenKind::Comment => Role::Comment { end },
            TokenKind::Word if !follows_text => {
                self.sentence_end(start).map_or(Role::Text, |end| Role::Comment { end })
            }
            TokenKind::TagName if self.is_link(end) || self.lacks_value(lexeme) => Role::Text,
            TokenKind::TagName if self.begins_line(start) => Role::Start { certain_at: end },
            TokenKind::TagName => self.start_before(end, |kind, _| kind == TokenKind::TagValue),
            TokenKind::MoveNumber if follows_text && self.is_in_sentence(start) => Role::Text,
            TokenKind::MoveNumber if !follows_text || self.is_apart(start) => {
                let is_first = is_first_number(&self.text[start..]);
                let role = self.start_before(end, |kind, next| match kind {
                    TokenKind::Move => true,
                    // a number may have a bracket
                    TokenKind::Unknown(_) | TokenKind::VariationEnd => is_first,
                    // with a digit after the full stop it is a decimal number
                    _ if next.starts_with(b".") => is_first && !next.get(1).is_some_and(u8::is_ascii_digit),
                    _ => is_first && next.starts_with("…".as_bytes()),
                });
                // one of its moves may be misspelt
                if role == Role::Text && is_first { self.moves_or_words(end, 0) } else { role }
            }
            // headings have results, too
            TokenKind::Result(_) | TokenKind::Move if follows_text && !self.begins_line(start) => Role::Text,
            TokenKind::Result(_) => match self.next_on_line(end) {
                Ok(next) if self.is_word(&next) => Role::Text,
                Ok(next) => Role::Start { certain_at: next.span.end },
                Err(seen) => Role::Start { certain_at: seen },
            },
            // dashes are a null move in a game, and a drawn line outside
            TokenKind::Move if self.is_dashes(start) => Role::Text,
            TokenKind::Move => self.moves_or_words(end, 1),
            _ => Role::Text,
        }
    }

    /// Returns whether a move number at an offset follows white space, an opening bracket or `>`.
    fn is_apart(&self, at: usize) -> bool {
        self.text[at - 1].is_ascii_whitespace() || b"[(>".contains(&self.text[at - 1])
    }

    /// Returns whether a move number stands in the middle of a sentence: there are words before and after it on
    /// its line, and more of them than moves.
    fn is_in_sentence(&mut self, at: usize) -> bool {
        /// How much of the line before it is read.
        const MOST_BYTES: usize = 256;
        let before = &self.text[at.saturating_sub(MOST_BYTES)..at];
        let line = before.iter().rposition(|byte| matches!(byte, b'\n' | b'\r')).map_or(0, |end| end + 1);
        let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || !byte.is_ascii();
        let is_word = |part: &&[u8]| !part.is_empty() && part.iter().all(is_letter);
        let before = before[line..].split(u8::is_ascii_whitespace).filter(is_word).count();
        let (mut moves, mut behind, mut end) = (0, 0, at);
        for _ in 0..MOST_TOKENS {
            let Ok(next) = self.next_on_line(end) else { break };
            end = next.span.end;
            match next.kind() {
                Some(TokenKind::Result(_) | TokenKind::TagName | TokenKind::Comment) => return false,
                Some(TokenKind::Move) => moves += 1,
                _ => behind += usize::from(self.is_word(&next)),
            }
        }
        before > 0 && behind > 0 && before + behind > moves
    }

    /// Returns where it becomes certain that the token begins a broken tag line, if it does. There
    /// are two cases. Either a name of the Seven Tag Roster has no opening bracket. Or the name,
    /// the value or the bracket is missing or the name is malformed, and another tag follows on the
    /// next line.
    fn broken_tag_line(&mut self, lexeme: &Lexeme<T>) -> Option<usize> {
        use TokenKind::{TagEnd, TagValue};
        let Span { start, end: mut at } = lexeme.span;
        let begins_name = self.is_word(lexeme);
        let begins_tag = matches!(lexeme.token, Err(LexFault::NamelessTag | LexFault::BadTagName));
        let lacks_value = self.lacks_value(lexeme);
        if !(begins_name || begins_tag || lacks_value) || !self.begins_line(start) {
            return None;
        }
        let name = &self.text[start..at];
        let mut kinds = Vec::with_capacity(4);
        while kinds.len() < MOST_TOKENS
            && let Ok(next) = self.next_on_line(at)
        {
            kinds.push(next.kind().unwrap_or(TokenKind::Other));
            at = next.span.end;
        }
        let is_tag = match &kinds[..] {
            [TagValue] | [TagValue, TagEnd] if is_of_roster(name) => return Some(at),
            [TagValue, TagEnd] => true,
            [.., TagValue, TagEnd] => begins_tag || lacks_value,
            [] | [.., TagEnd] => lacks_value,
            _ => false,
        };
        let next = self.from(at).filter(|next| is_tag && next.is(TokenKind::TagName))?;
        let is_text = self.is_link(next.span.end) || lacks_value && self.lacks_value(&next);
        let tags_follow = !is_text && !Space::at_end(&self.text[..next.span.start]).has_blank_line();
        tags_follow.then_some(next.span.end)
    }

    /// Returns whether a token is a bracket and a name without a value, which may be text in brackets.
    /// A name of the Seven Tag Roster is always meant as a tag.
    fn lacks_value(&self, lexeme: &Lexeme<T>) -> bool {
        let Span { start, end } = lexeme.span;
        lexeme.is(TokenKind::TagName)
            && !begins_value(self.text[end..].trim_ascii_start())
            && !is_of_roster(self.text[start + 1..end].trim_ascii())
    }

    /// Returns whether a bracket and a name, which ends at an offset, begin a link of Markdown.
    fn is_link(&self, end: usize) -> bool {
        self.text[end..].starts_with(b"](")
    }

    /// Returns the end of a token that is text between games. If the name after a bracket is on another line,
    /// only the bracket is text: the line below may be moves.
    pub(super) fn text_end(&self, lexeme: &Lexeme<T>) -> usize {
        let Span { start, end } = lexeme.span;
        let line_break = || memchr::memchr2(b'\n', b'\r', &self.text[start..end]);
        if self.text[start] == b'[' && line_break().is_some() { start + 1 } else { end }
    }

    /// Returns the role of a move or of a first move number, which ends at an offset. The line
    /// decides: a game starts if it has more moves than words or, after a number, as many. `moves`
    /// is the number of moves up to the offset.
    fn moves_or_words(&mut self, end: usize, mut moves: usize) -> Role {
        let (follows_number, mut words, mut at) = (moves == 0, 0, end);
        for _ in 0..MOST_TOKENS {
            let next = match self.next_on_line(at) {
                Ok(next) => next,
                Err(seen) => {
                    at = seen;
                    break;
                }
            };
            at = next.span.end;
            match next.kind() {
                // what follows could begin another game, so it must not count for this one
                Some(TokenKind::Result(_) | TokenKind::MoveNumber | TokenKind::TagName) => break,
                Some(TokenKind::Move) => moves += 1,
                _ => words += usize::from(self.is_word(&next)),
            }
        }
        if moves > 0 && moves + usize::from(follows_number) > words {
            Role::Start { certain_at: at }
        } else {
            Role::Text
        }
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
            TokenKind::Move if self.is_dashes(start) => {
                !next.is_ok_and(|next| matches!(next.kind(), Some(TokenKind::Move | TokenKind::MoveNumber)))
            }
            TokenKind::Move | TokenKind::TagName => true,
            TokenKind::MoveNumber if next.is_err() => self.precedes_tag(end),
            TokenKind::MoveNumber | TokenKind::VariationStart | TokenKind::Nag | TokenKind::Other => {
                next.is_ok_and(|next| self.is_word(&next))
            }
            _ => false,
        }
    }

    /// Returns the role of a token that starts a game if `is_right` accepts the next token.
    /// `is_right` gets the kind of the next token and the text from there on.
    fn start_before(&mut self, end: usize, is_right: impl Fn(TokenKind, &[u8]) -> bool) -> Role {
        match self.from(end) {
            Some(Lexeme { token: Ok(token), span }) if is_right(token.kind(), &self.text[span.start..]) => {
                Role::Start { certain_at: span.end }
            }
            _ => Role::Text,
        }
    }

    /// Returns the end of the sentence that begins at an offset, if the words there are one: three
    /// words or more, and a full stop.
    fn sentence_end(&mut self, start: usize) -> Option<usize> {
        let (mut words, mut at) = (0, start);
        loop {
            let lexeme = self.from(at)?;
            at = lexeme.span.end;
            match lexeme.kind()? {
                TokenKind::Word => words += 1,
                TokenKind::Period if words >= 3 => return Some(at),
                _ => return None,
            }
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

/// Returns whether a name is one of the Seven Tag Roster.
fn is_of_roster(name: &[u8]) -> bool {
    SEVEN_TAGS.iter().any(|known| known.as_bytes() == name)
}

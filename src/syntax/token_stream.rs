//! The tokens of a text as they come, each lexed once, with as many of those ahead as somebody looks at.
//!
//! Some tokens are not what the lexer makes of them, because the tokens around them decide: a `*` that is emphasis, words
//! that are a comment, an idea in brackets, and a comment that has swallowed the next move. Control characters and the
//! signs that web pages put around games are left out.

use std::collections::VecDeque;

use super::open_comment::OpenComments;
use super::plies::continues_game;
use super::respelling::looks_like_move;
use super::{CommentBounds, LexFault, Lexeme, Lexer, PieceLetters, Token, TokenKind};
use crate::text::{Span, begins_line};

/// The tokens of a text from an offset on.
#[derive(Debug)]
pub(super) struct TokenStream<'s, T: Token> {
    pub(super) text: &'s [u8],
    lexer: Lexer<'s, T>,
    /// The letters of the pieces, if they are not the English ones.
    letters: Option<PieceLetters>,
    /// The tokens that have been looked at and not yet taken.
    ahead: VecDeque<Lexeme<T>>,
    open_comments: OpenComments,
    /// The first control characters that were left out.
    pub(super) control: Option<Span>,
    /// The signs around games that were left out.
    pub(super) signs: Vec<Span>,
    /// The end of the last token that was left out, or 0 if none was.
    pub(super) left_out_to: usize,
    /// Whether `[/pgn]` was left out, which ends a game.
    pub(super) is_closed: bool,
}

impl<'s, T: Token> TokenStream<'s, T> {
    /// Starts at an offset of a text. A comment that begins before the end of the text may be closed up to `bounds`.
    pub(super) fn new(
        text: &'s [u8],
        offset: usize,
        bounds: CommentBounds,
        letters: Option<PieceLetters>,
    ) -> TokenStream<'s, T> {
        TokenStream {
            text,
            lexer: Lexer::with_bounds(text, offset, bounds),
            letters,
            ahead: VecDeque::new(),
            open_comments: OpenComments::new(),
            control: None,
            signs: Vec::new(),
            left_out_to: 0,
            is_closed: false,
        }
    }

    /// Takes the next token as the lexer reads it. No token may have been looked at ([`TokenStream::is_plain`]).
    #[inline(always)]
    pub(super) fn next_plain(&mut self) -> Option<Lexeme<T>> {
        self.lexer.next()
    }

    /// Returns the bounds of comments.
    pub(super) fn bounds(&self) -> CommentBounds {
        self.lexer.bounds()
    }

    /// Returns whether no token has been looked at, and all are read with the usual letters.
    pub(super) fn is_plain(&self) -> bool {
        self.ahead.is_empty() && self.letters.is_none()
    }

    /// Puts a token back, to be taken next.
    pub(super) fn put_back(&mut self, lexeme: Lexeme<T>) {
        self.ahead.push_front(lexeme);
    }

    /// Continues at an offset.
    pub(super) fn seek(&mut self, offset: usize) {
        self.ahead.clear();
        self.lexer.seek(offset);
    }

    /// Reads what comes after an offset with other letters of the pieces.
    pub(super) fn change_letters(&mut self, letters: Option<PieceLetters>, offset: usize) {
        if self.letters != letters {
            self.letters = letters;
            self.seek(offset);
        }
    }

    /// Returns the first token from an offset on that has not been taken, as the lexer reads it.
    pub(super) fn from(&mut self, offset: usize) -> Option<Lexeme<T>> {
        let mut at = self.ahead.partition_point(|lexeme| lexeme.span.start < offset);
        while at == self.ahead.len() {
            let next = self.lexer.next_in(self.letters.as_ref())?;
            self.ahead.push_back(next);
            at += usize::from(next.span.start < offset);
        }
        Some(self.ahead[at])
    }

    /// Takes the next token, which has been looked at.
    pub(super) fn take(&mut self) {
        self.ahead.pop_front();
    }

    /// Looks at the next token. `before` are the tokens of its game.
    pub(super) fn peek(&mut self, before: &[Lexeme<T>]) -> Option<Lexeme<T>> {
        loop {
            let lexeme = self.from(0)?;
            let start = lexeme.span.start;
            let changed = match lexeme.token {
                Ok(token) => match token.kind() {
                    TokenKind::Control => {
                        self.take();
                        self.control.get_or_insert(lexeme.span);
                        self.left_out_to = lexeme.span.end;
                        continue;
                    }
                    TokenKind::TagName if self.leave_out_sign(start, b"[pgn]") => continue,
                    TokenKind::Result(_) => self.stray_star(start, before),
                    TokenKind::VariationStart => self.idea(lexeme.span),
                    TokenKind::Unknown(_) => self.underlined(lexeme.span),
                    _ => None,
                },
                Err(LexFault::NamelessTag) if self.leave_out_sign(start, b"[/pgn]") => {
                    self.is_closed = true;
                    continue;
                }
                Err(LexFault::BadResult | LexFault::BadCtlResult) => self.stray_star(start, before),
                Err(LexFault::UnclosedComment | LexFault::InnerBrace) => {
                    let (letters, bounds) = (self.letters.as_ref(), self.lexer.bounds());
                    self.open_comments.end(self.text, lexeme, before, letters, bounds)
                }
                Err(_) => None,
            };
            let Some(changed) = changed else { return Some(lexeme) };
            self.seek(changed.span.end);
            self.put_back(changed);
            return Some(changed);
        }
    }

    /// Leaves out a sign that web pages put before or after a game, if there is one at an offset.
    fn leave_out_sign(&mut self, start: usize, sign: &[u8]) -> bool {
        let end = start + sign.len();
        let is_there = self.text.get(start..end).is_some_and(|written| written.eq_ignore_ascii_case(sign));
        if is_there {
            self.seek(end);
            self.signs.push(Span::new(start, end));
            self.left_out_to = end;
        }
        is_there
    }

    /// Returns the move between two underscores, which are emphasis, as in `2. _Nf3_ Nc6`.
    fn underlined(&self, span: Span) -> Option<Lexeme<T>> {
        let is_between =
            span.start > 0 && self.text[span.start - 1] == b'_' && self.text[span.range()].ends_with(b"_");
        // `_` is also a letter of words, so the last one has to be cut off before the move can be read
        let mut inside = Lexer::<T>::with_bounds(&self.text[..span.end - 1], span.start, self.bounds());
        let lexeme = inside.next_in(self.letters.as_ref()).filter(|_| is_between)?;
        lexeme.is(TokenKind::Move).then_some(lexeme)
    }

    /// Takes words among the moves as a comment, with the full stop after them, if there are two or more in a row, or if
    /// `may_be_last` and a result follows. Returns the first word otherwise.
    pub(super) fn words(&mut self, first: Lexeme<T>, may_be_last: bool) -> Lexeme<T> {
        // how many words are looked at, lest many be looked at again and again; a longer sentence is two comments
        const MOST: usize = 64;
        let (mut count, mut end) = (0, first.span.start);
        while let Some(next) = self.from(end).filter(|next| next.is(TokenKind::Word) && count < MOST) {
            // a part of a move whose parts stand apart, such as `e x d5`
            if looks_like_move(&self.text[next.span.range()]) {
                return first;
            }
            (count, end) = (count + 1, next.span.end);
        }
        if let Some(stop) = self.from(end).filter(|next| next.is(TokenKind::Period)) {
            end = stop.span.end;
        }
        let precedes_result =
            |next: &Lexeme<T>| matches!(next.kind(), Some(TokenKind::Result(_)) if may_be_last);
        let is_comment = count > 1 || self.from(end).as_ref().is_some_and(precedes_result);
        let Some(sentence) = T::SENTENCE.filter(|_| is_comment) else { return first };
        let comment = Lexeme { token: Ok(sentence), span: Span::new(first.span.start, end) };
        self.seek(end);
        self.put_back(comment);
        comment
    }

    /// Returns a bracket, and what stands up to the next one, as a comment if the sign of an idea comes first in it: what
    /// follows that sign is no alternative to the move before it (`3. Bc4 (Δ Ng5)`).
    fn idea(&mut self, open: Span) -> Option<Lexeme<T>> {
        // how many tokens an idea may have: a dozen moves with their numbers, since what is longer is a variation
        const MOST: usize = 32;
        let first = self.from(open.end).filter(|first| first.token.is_ok_and(|token| token.is_idea()))?;
        let remark = T::SENTENCE?;
        let mut end = first.span.end;
        for _ in 0..MOST {
            let next = self.from(end)?;
            end = next.span.end;
            match next.kind() {
                Some(TokenKind::VariationEnd) => {
                    return Some(Lexeme { token: Ok(remark), span: Span::new(open.start, end) });
                }
                Some(TokenKind::VariationStart | TokenKind::TagName | TokenKind::Result(_)) | None => break,
                Some(_) => {}
            }
        }
        None
    }

    /// Returns the error of a `*` at an offset if it is not a result. `before` are the tokens of its game. A star that
    /// touches a word or another star that does is emphasis (`2. **Nf3** Nc6`), and one that begins a line before a move
    /// is a bullet; but one after a game ends it if nothing or number 1 follows.
    fn stray_star(&self, start: usize, before: &[Lexeme<T>]) -> Option<Lexeme<T>> {
        // how many stars may come in a row: Markdown has three at most, and rows of ornaments are no emphasis
        const MOST: usize = 16;
        let text = self.text;
        if text[start] != b'*' {
            return None;
        }
        let stars =
            |part: &mut dyn Iterator<Item = &u8>| part.take(MOST).take_while(|byte| **byte == b'*').count();
        let first = start - stars(&mut text[..start].iter().rev());
        let end = start + stars(&mut text[start..].iter());
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"+#".contains(byte);
        let is_glued = text[..first].last().is_some_and(is_word) || text.get(end).is_some_and(is_word);
        let begins_line = begins_line(text, first);
        if !is_glued && !begins_line {
            return None;
        }
        // no comment is read to its end, lest each star cost the rest of the text
        let mut after = Lexer::<T>::with_bounds(text, end, CommentBounds::open_to(text.len()));
        let mut tokens = std::iter::from_fn(|| after.next_in(self.letters.as_ref()));
        let next = tokens.find(|next| !next.is(TokenKind::Comment));
        let is_number = |next: &Lexeme<T>| next.is(TokenKind::MoveNumber);
        let begins_game = next.as_ref().is_none_or(|next| {
            next.is(TokenKind::TagName) || is_number(next) && !continues_game(&text[next.span.start..])
        });
        let is_stray = if begins_game && end - first == 1 && is_open_game(before) {
            false
        } else if is_glued {
            // a number may be joined to the result before it
            true
        } else {
            let is_play = |next: &Lexeme<T>| next.is(TokenKind::Move) || is_number(next);
            let is_on_line = |next: &Lexeme<T>| !text[end..next.span.start].contains(&b'\n');
            next.is_some_and(|next| is_play(&next) && is_on_line(&next))
        };
        is_stray.then_some(Lexeme { token: Err(LexFault::StrayCharacter), span: Span::new(start, start + 1) })
    }
}

/// Returns whether some tokens end with a move, and a few signs and comments, but no result after it.
fn is_open_game<T: Token>(tokens: &[Lexeme<T>]) -> bool {
    // how many tokens may stand after the move, lest many be looked at for each star; more than any move has
    const MOST: usize = 64;
    let mut played = tokens.iter().rev().take(MOST).filter_map(Lexeme::kind);
    played.find(|kind| matches!(kind, TokenKind::Move | TokenKind::Result(_))) == Some(TokenKind::Move)
}

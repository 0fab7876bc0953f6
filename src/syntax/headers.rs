//! Where a header begins again, which ends a game without a result.
//!
//! One repeated tag proves nothing, since it may have been given twice by mistake. `docs/guide/repair.md`, rule 3, has
//! the conditions.

use std::collections::HashSet;

use super::deciding_tags::DecidingTags;
use super::plies::{POSITION_TAGS, is_blacks_number, is_first_number};
use super::tag_line::{TagLine, tag_name};
use super::token_stream::TokenStream;
use super::{LexFault, Lexeme, Token, TokenKind};
use crate::text::{Space, Span, begins_line};

/// What is known about text among the tags that is not a tag, or about tags among the moves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BrokenLines {
    /// The offset up to which it belongs to no line of play; `None` if the moves begin there, or the next game.
    pub(super) end: Option<usize>,
    /// The end of the text that decides this.
    certain_at: usize,
}

/// Distinguishes the tags of a game from those of the next one, and from lines that are not tags.
#[derive(Default)]
pub(super) struct Headers<'s> {
    /// The offset of the first tag.
    first: Option<usize>,
    /// The names of the first tags, once a header may have begun again.
    names: HashSet<&'s [u8]>,
    /// How many tokens have been searched for them.
    searched: usize,
    /// The end of the text that has been looked at.
    looked_to: usize,
    /// What is known about the last text among the tags that is not a tag.
    broken_lines: BrokenLines,
    /// What is known about the last tags among the moves.
    stray: BrokenLines,
}

impl<'s> Headers<'s> {
    /// Notes a tag whose bracket stands at an offset.
    pub(super) fn note(&mut self, bracket: usize) {
        self.first.get_or_insert(bracket);
    }

    /// Returns whether the game has a tag.
    pub(super) fn has_tag(&self) -> bool {
        self.first.is_some()
    }

    /// Returns the end of the text that had to be read for the answers of this type.
    pub(super) fn looked_at(&self) -> usize {
        self.broken_lines.certain_at.max(self.stray.certain_at).max(self.looked_to)
    }

    /// Returns whether a tag among the moves does not begin the next game, because the moves of this game go on
    /// after it.
    pub(super) fn is_stray<T: Token>(
        &mut self,
        stream: &mut TokenStream<'s, T>,
        at: usize,
        has_move: bool,
    ) -> bool {
        if at >= self.stray.certain_at {
            self.stray = BrokenLines::default();
            if has_move && !self.begins_game::<T>(stream.text, at) {
                self.stray = BrokenLines::tags(stream, at, |text, at| self.begins_game::<T>(text, at));
            }
        }
        self.stray.end.is_some_and(|end| at < end)
    }

    /// Returns whether a game may begin at a tag: at one that headers begin with, at the tag with which this game
    /// began, or at the tag of a position, since a game from a position may begin with any move
    /// number.
    fn begins_game<T: Token>(&self, text: &[u8], at: usize) -> bool {
        let name = tag_name(text, at);
        self.first.is_some_and(|first| tag_name(text, first) == name)
            || T::FIRST_TAGS.contains(&name)
            || name == b"SetUp"
            || POSITION_TAGS.iter().any(|tag| name == tag.as_bytes())
    }

    /// Returns whether a tag begins another header: after a blank line, one that headers begin with does, or a block of
    /// tags of which one comes again; without one, the former if two tags of its block come again. `before` are the tokens
    /// of the game before it.
    pub(super) fn begin_again<T: Token>(
        &mut self,
        stream: &mut TokenStream<'s, T>,
        before: &[Lexeme<T>],
        at: usize,
    ) -> bool {
        let (text, Some(first)) = (stream.text, self.first) else { return false };
        let (is_apart, name) = (is_apart(text, at), tag_name(text, at));
        // a game of C'escacs may begin with `Event` all the same
        let is_event = |name: &[u8]| name == b"Event";
        let is_first = is_event(name) || T::FIRST_TAGS.contains(&name) && !is_event(tag_name(text, first));
        if !is_apart && !is_first {
            return false;
        }
        let names = before[self.searched..].iter().filter(|lexeme| lexeme.is(TokenKind::TagName));
        self.names.extend(names.map(|name| tag_name(text, name.span.start)));
        self.searched = before.len();
        let wanted = if is_apart { 1 } else { 2 };
        is_apart && is_first || self.repeats(stream, at, wanted)
    }

    /// Returns whether as many tags as are `wanted` come again from an offset on, up to the end of their block, or to one
    /// that headers begin with, which is examined when it comes. So the time is linear.
    fn repeats<T: Token>(&mut self, stream: &mut TokenStream<'s, T>, from: usize, mut wanted: usize) -> bool {
        let (text, mut at) = (stream.text, from);
        while let Some(lexeme) = stream.from(at) {
            let start = lexeme.span.start;
            at = lexeme.span.end;
            self.looked_to = self.looked_to.max(at);
            match lexeme.kind() {
                Some(TokenKind::TagName) => {
                    let name = tag_name(text, start);
                    if start > from && (is_apart(text, start) || T::FIRST_TAGS.contains(&name)) {
                        return false;
                    }
                    wanted -= usize::from(self.names.contains(name));
                    if wanted == 0 {
                        return true;
                    }
                }
                Some(kind) if !is_of_tag(kind) => return false,
                _ => {}
            }
        }
        self.looked_to = text.len();
        false
    }

    /// Returns whether a token among the tags belongs to a broken line. `start` is the offset at
    /// which the game begins.
    pub(super) fn is_in_broken_line<T: Token>(
        &mut self,
        stream: &mut TokenStream<'s, T>,
        lexeme: &Lexeme<T>,
        start: usize,
    ) -> bool {
        if lexeme.is(TokenKind::Comment) {
            return false;
        }
        let at = lexeme.span.start;
        if at >= self.broken_lines.certain_at {
            self.broken_lines = BrokenLines::at(stream, lexeme, start);
        }
        self.broken_lines.end.is_some_and(|end| at < end)
    }

    /// Returns whether a tag certainly belongs to the same game as the one before it.
    #[inline(never)]
    pub(super) fn has_further<T: Token>(&self, text: &[u8], at: usize) -> bool {
        self.first.is_some()
            // a longer name, such as `EventDate`, is only read the slow way
            && !T::FIRST_TAGS.iter().any(|name| text[at + 1..].starts_with(name))
            && !is_apart(text, at)
            && !DecidingTags::may_begin(&text[at..])
    }
}

/// Returns whether a tag follows a blank line.
fn is_apart(text: &[u8], at: usize) -> bool {
    Space::at_end(&text[..at]).has_blank_line()
}

/// Returns whether a token is part of a tag, or may stand among tags.
pub(super) fn is_of_tag(kind: TokenKind) -> bool {
    use TokenKind::{Comment, Control, Period, TagEnd, TagName, TagValue, Word};
    matches!(kind, TagName | TagValue | TagEnd | Comment | Control | Period | Word)
}

impl BrokenLines {
    /// Examines the text among the tags that begins with a token. A line that was to be a tag costs itself, and other text
    /// that of which a tag follows before a blank line; anything else begins the moves. `stream` goes on after the token
    /// or before it, and `start` is the offset at which the game begins.
    pub(super) fn at<T: Token>(
        stream: &mut TokenStream<'_, T>,
        first: &Lexeme<T>,
        start: usize,
    ) -> BrokenLines {
        use TokenKind::{Move, MoveNumber, Result, TagName};
        let (text, at) = (stream.text, first.span.start);
        let line = TagLine::around(text, start, at);
        let begins_moves = matches!(first.kind(), Some(Move | MoveNumber | Result(_)));
        let known = |end, certain_at| BrokenLines { end, certain_at };
        if (!begins_moves || line.opens() && line.closes()) && line.is_meant() {
            return known(Some(line.end()), line.end());
        }
        if begins_moves && !first.is(MoveNumber) {
            return known(None, at);
        }
        let mut next = Some(*first);
        while let Some(lexeme) = next {
            let Span { start: begin, end } = lexeme.span;
            let is_apart = Space::at_end(&text[start..begin]).has_blank_line();
            match lexeme.kind() {
                _ if is_apart => return known(None, end),
                Some(TagName) => return known(Some(begin), end),
                // lines of tags may be numbered
                Some(MoveNumber) if begin == at => {}
                _ if begins_moves => return known(None, end),
                Some(MoveNumber | Result(_)) if !begins_line(text, begin) => {}
                Some(Move | MoveNumber | Result(_)) => return known(None, end),
                _ if lexeme.has_fault(LexFault::UnclosedComment) => return known(None, end),
                _ => {}
            }
            next = stream.from(end);
        }
        known(None, text.len())
    }

    /// Examines the tags among the moves that begin at an offset. They are broken lines if a move
    /// number that does not begin a game follows them, so that the game goes on.
    pub(super) fn tags<T: Token>(
        stream: &mut TokenStream<'_, T>,
        mut at: usize,
        begins_game: impl Fn(&[u8], usize) -> bool,
    ) -> BrokenLines {
        let text = stream.text;
        while let Some(Lexeme { token: Ok(token), span }) = stream.from(at) {
            let is_tag = match token.kind() {
                TokenKind::TagName => !begins_game(text, span.start),
                TokenKind::TagValue | TokenKind::TagEnd | TokenKind::Comment => true,
                _ => false,
            };
            if !is_tag {
                let number = &text[span.start..];
                let is_later = token.kind() == TokenKind::MoveNumber
                    && (!is_first_number(number) || is_blacks_number(&number[1..]));
                return BrokenLines { end: is_later.then_some(span.start), certain_at: span.end };
            }
            at = span.end;
        }
        BrokenLines { end: None, certain_at: text.len() }
    }
}

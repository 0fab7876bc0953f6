//! Where a header begins again, which ends a game without a result.
//!
//! One repeated tag proves nothing, since it may have been given twice by mistake. `docs/guide/repair.md`, rule 2, has
//! the conditions.

use std::collections::HashSet;

use super::broken_tags::BrokenLines;
use super::deciding_tags::DecidingTags;
use super::lexemes::is_of_symbol;
use super::token_stream::TokenStream;
use super::{Lexeme, Token, TokenKind};
use crate::text::{Space, work};

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
            if has_move && !self.begins_game(stream.text, at) {
                self.stray = BrokenLines::tags(stream, at, |text, at| self.begins_game(text, at));
            }
        }
        self.stray.end.is_some_and(|end| at < end)
    }

    /// Returns whether a game may begin at a tag: at `Event`, at the tag with which this game
    /// began, or at the tag of a position, since a game from a position may begin with any move
    /// number.
    fn begins_game(&self, text: &[u8], at: usize) -> bool {
        let name = tag_name(text, at);
        self.first.is_some_and(|first| tag_name(text, first) == name)
            || [&b"Event"[..], b"FEN", b"SetUp", b"TLPD"].contains(&name)
    }

    /// Returns whether a tag begins another header: after a blank line, `Event` does, or a block of tags of which one comes
    /// again; without one, `Event` if two tags of its block come again. `before` are the tokens of the game before it.
    pub(super) fn begin_again<T: Token>(
        &mut self,
        stream: &mut TokenStream<'s, T>,
        before: &[Lexeme<T>],
        at: usize,
    ) -> bool {
        let text = stream.text;
        let (is_apart, is_event) = (is_apart(text, at), tag_name(text, at) == b"Event");
        if self.first.is_none() || !is_apart && !is_event {
            return false;
        }
        let names = before[self.searched..].iter().filter(|lexeme| lexeme.is(TokenKind::TagName));
        self.names.extend(names.map(|name| tag_name(text, name.span.start)));
        self.searched = before.len();
        let wanted = if is_apart { 1 } else { 2 };
        is_apart && is_event || self.repeats(stream, at, wanted)
    }

    /// Returns whether as many tags as are `wanted` come again from an offset on, up to the end of their block, or to an
    /// `Event`, which is examined when it comes. So the time is linear.
    fn repeats<T: Token>(&mut self, stream: &mut TokenStream<'s, T>, from: usize, mut wanted: usize) -> bool {
        let (text, mut at) = (stream.text, from);
        while let Some(lexeme) = stream.from(at) {
            let start = lexeme.span.start;
            at = lexeme.span.end;
            self.looked_to = self.looked_to.max(at);
            match lexeme.kind() {
                Some(TokenKind::TagName) => {
                    let name = tag_name(text, start);
                    if start > from && (is_apart(text, start) || name == b"Event") {
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
    pub(super) fn has_further(&self, text: &[u8], at: usize) -> bool {
        self.first.is_some()
            && !text[at..].starts_with(b"[Event")
            && !is_apart(text, at)
            && !DecidingTags::may_begin(&text[at..])
    }
}

/// Returns whether a tag follows a blank line.
fn is_apart(text: &[u8], at: usize) -> bool {
    Space::at_end(&text[..at]).has_blank_line()
}

/// Returns the name of the tag whose bracket stands at an offset. `PDTL` is another name of `TLPD`.
pub(super) fn tag_name(text: &[u8], bracket: usize) -> &[u8] {
    let name = text[bracket + 1..].trim_ascii_start();
    let length = name.iter().take_while(|byte| is_of_symbol(byte)).count();
    work::count(length);
    if &name[..length] == b"PDTL" { b"TLPD" } else { &name[..length] }
}

/// Returns whether a token is part of a tag, or may stand among tags.
pub(super) fn is_of_tag(kind: TokenKind) -> bool {
    use TokenKind::{Comment, Control, Period, TagEnd, TagName, TagValue, Word};
    matches!(kind, TagName | TagValue | TagEnd | Comment | Control | Period | Word)
}

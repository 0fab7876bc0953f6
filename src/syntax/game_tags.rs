//! What the tags and the lines among them tell about where a game ends.

use super::deciding_tags::DecidingTags;
use super::tag_lines::BrokenLines;
use super::{CommentBounds, Token, TokenKind};
use crate::text::{Space, work};

/// Tells the tags of a game from those of the next one, and from lines that are no tags.
pub(super) struct GameTags<'s> {
    text: &'s [u8],
    bounds: CommentBounds,
    /// The name of the first tag.
    first: Option<&'s [u8]>,
    /// What is known of the last text among the tags that is no tag.
    broken_lines: BrokenLines,
    /// What is known of the last tags among the moves.
    stray: BrokenLines,
}

impl<'s> GameTags<'s> {
    /// Starts a game before its first tag.
    pub(super) fn new(text: &'s [u8], bounds: CommentBounds) -> GameTags<'s> {
        let unknown = BrokenLines::default();
        GameTags { text, bounds, first: None, broken_lines: unknown, stray: unknown }
    }

    /// Takes note of a tag whose bracket stands at an offset.
    pub(super) fn note(&mut self, bracket: usize) {
        self.first.get_or_insert_with(|| tag_name(self.text, bracket));
    }

    /// Returns the end of the text that had to be looked at.
    pub(super) fn looked_at(&self) -> usize {
        self.broken_lines.certain_at.max(self.stray.certain_at)
    }

    /// Tells whether a tag among the moves belongs to none of the next game: moves follow it with
    /// which no game begins.
    pub(super) fn is_stray<T: Token>(&mut self, at: usize, has_move: bool) -> bool {
        if at >= self.stray.certain_at {
            self.stray = BrokenLines::default();
            if has_move && !self.begins_game(at) {
                self.stray = BrokenLines::tags::<T>(self.text, at, self.bounds, |at| self.begins_game(at));
            }
        }
        self.stray.end.is_some_and(|end| at < end)
    }

    /// Tells whether a tag is one with which a game begins, or with which it begins at another
    /// number.
    fn begins_game(&self, at: usize) -> bool {
        let name = tag_name(self.text, at);
        self.first == Some(name) || [&b"Event"[..], b"FEN", b"SetUp", b"TLPD", b"PDTL"].contains(&name)
    }

    /// Tells whether a tag has the name of the first one, after a blank line: the game before
    /// then has no moves.
    pub(super) fn repeats_first(&self, at: usize) -> bool {
        Space::at_end(&self.text[..at]).has_blank_line() && self.first == Some(tag_name(self.text, at))
    }

    /// Tells whether a token among the tags belongs to a broken line there. `start` is the offset at
    /// which the game begins.
    pub(super) fn is_in_broken_line<T: Token>(&mut self, kind: TokenKind, at: usize, start: usize) -> bool {
        if kind == TokenKind::Comment {
            return false;
        }
        if at >= self.broken_lines.certain_at {
            self.broken_lines = BrokenLines::at::<T>(self.text, kind, at, start, self.bounds);
        }
        self.broken_lines.end.is_some_and(|end| at < end)
    }

    /// Tells whether a tag certainly belongs to the same game as the one before it.
    #[inline(never)]
    pub(super) fn has_further(&self, at: usize) -> bool {
        self.first.is_some()
            && !Space::at_end(&self.text[..at]).has_blank_line()
            && !DecidingTags::may_begin(&self.text[at..])
    }
}

/// Returns the name of the tag whose bracket stands at an offset.
fn tag_name(text: &[u8], bracket: usize) -> &[u8] {
    let name = text[bracket + 1..].trim_ascii_start();
    let length = name.iter().take_while(|b| b.is_ascii_alphanumeric()).count();
    work::count(length);
    &name[..length]
}

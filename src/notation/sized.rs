//! The bound on the size of a game, without which a text that never ends a game, or hardly is one,
//! would take memory in proportion to its length.
//!
//! What is too large depends on nothing but the text from the start of the game on, so that it is
//! the same however the text is cut into chunks.
//!
//! White space within a game counts, other than that after it, which is passed over. A game borrows
//! its tags and comments from one text, and its places are offsets in that; so white space between
//! its tags and its moves is in memory like everything else, and the bound is on memory.

use std::mem;

use super::{AnyGame, AnyGames};
use crate::syntax::lexemes::begins_tag;
use crate::syntax::{GameCursor, Reading, SyntaxError, SyntaxFault};
use crate::text::{LOOK_AHEAD, Source, Space, Span};

/// The maximum size of a game in bytes, from its start to its end, unless another is set.
pub const MAX_GAME_SIZE: usize = 64 << 20;

/// How far beyond its maximum size a game is looked at: white space may follow it, and then what
/// tells that it is over.
pub(super) const MARGIN: usize = 1 << 20;

/// The length of a text that is searched for the end of a game before the game is parsed, which
/// takes more memory.
const LONG: usize = 1 << 20;

/// How much of a game that is too large is read for its tags.
const TAGS: usize = 64 << 10;

/// What is known about the next game before it is parsed.
enum Extent<'s> {
    /// Nothing: it cannot be too large, or its text ends too soon to tell.
    Unknown,
    /// It is not too large. The cursors are in a part of the text that is enough for it, before it
    /// and after it.
    Within(Box<(GameCursor<'s>, GameCursor<'s>)>),
    /// More text is needed.
    Unfinished,
    /// It is too large.
    TooLarge,
}

impl<'s> AnyGames<'s> {
    /// Sets the maximum size of a game in bytes.
    #[must_use]
    pub fn max_game_size(self, max_size: usize) -> AnyGames<'s> {
        AnyGames { max_size, ..self }
    }

    /// Reads the next game into `game`. Returns `None` if there is none or, where the text does
    /// not end its file, if more text is needed.
    ///
    /// A game that is too large has an error at its start, and the reader passes on to the next
    /// tags after a blank line. The memory of `game` is reused if it is of the same notation. See
    /// [`Games::read`](crate::syntax::Games::read).
    pub fn read(&mut self, game: &mut AnyGame<'s>) -> Option<Reading> {
        let start = self.start();
        let reading = match self.extent(start) {
            Extent::Unfinished => return None,
            Extent::TooLarge => return Some(self.refuse(start, game)),
            Extent::Unknown => self.read_any_size(game)?,
            Extent::Within(cursors) => {
                let (before, _) = *cursors;
                let whole = mem::replace(&mut self.cursor, before);
                let reading = self.read_any_size(game);
                let after = mem::replace(&mut self.cursor, whole);
                self.cursor.follow(&after);
                reading?
            }
        };
        if self.is_too_large(start) {
            return Some(self.refuse(start, game));
        }
        if !self.is_cut_off(reading.error, game) {
            return Some(reading);
        }
        Some(self.read_cut_off(start, reading, game))
    }

    /// Skips the next game and returns the offset at which it ends, or `None` if there is no
    /// game. This is much faster than reading it.
    pub fn skip_game(&mut self) -> Option<usize> {
        if self.skim(None) {
            return Some(self.cursor.end());
        }
        let start = self.start();
        match self.extent(start) {
            Extent::Unfinished => return None,
            Extent::TooLarge => self.pass_over(start),
            Extent::Within(cursors) => self.cursor.follow(&cursors.1),
            Extent::Unknown => {
                self.cursor = self.after_game(self.cursor)?;
                if self.is_too_large(start) {
                    self.pass_over(start);
                }
            }
        }
        Some(self.cursor.end())
    }

    /// Continues at an offset within the rest of a game that is too large.
    pub(crate) fn seek_next_tags(&mut self, offset: usize) {
        let next = next_tags(self.source, offset);
        self.cursor.seek(next.unwrap_or_else(|searched| searched));
        self.is_skipping = next.is_err() && !self.source.ends_file();
    }

    /// Tells whether the rest of a game that is too large extends beyond the text.
    pub(crate) fn is_skipping(&self) -> bool {
        self.is_skipping
    }

    /// Returns the offset at which the next game begins, if there is one.
    fn start(&self) -> usize {
        let rest = &self.source.bytes()[self.cursor.next_start()..];
        self.source.bytes().len() - rest.trim_ascii_start().len()
    }

    /// Finds out about the game that begins at `start`, as far as that is necessary.
    fn extent(&mut self, start: usize) -> Extent<'s> {
        let text = self.source.bytes();
        let room = text.len() - start;
        let limit = start.saturating_add(self.max_size).saturating_add(MARGIN);
        if limit < text.len() {
            return self.extent_within(start, limit);
        }
        if room <= LONG || self.source.ends_file() {
            return Extent::Unknown;
        }
        let after = self.after_game(self.cursor);
        if after.is_some_and(|after| after.is_bounded()) { Extent::Unknown } else { Extent::Unfinished }
    }

    /// Tells whether the game that begins at `start` is too large, by the text up to `limit`.
    fn extent_within(&mut self, start: usize, limit: usize) -> Extent<'s> {
        // a comment that is not closed within the limit is taken for one that is never closed
        let last_brace = self.source.last_brace_in(start, limit);
        let before = self.cursor.up_to(limit).with_last_brace(last_brace);
        match self.after_game(before).filter(|after| after.end() - start <= self.max_size) {
            Some(after) => Extent::Within(Box::new((before, after))),
            None => Extent::TooLarge,
        }
    }

    /// Tells whether the game before the cursor, which begins at `start`, is certainly too large: it
    /// may end sooner if a comment in it turns out never to be closed.
    fn is_too_large(&self, start: usize) -> bool {
        let is_certain = self.cursor.is_bounded() || self.source.ends_file();
        is_certain && self.cursor.end() > start.saturating_add(self.max_size)
    }

    /// Returns a cursor moved past its game. The game is not parsed.
    fn after_game(&mut self, before: GameCursor<'s>) -> Option<GameCursor<'s>> {
        let whole = mem::replace(&mut self.cursor, before);
        let skipped = self.skip_any_size();
        let after = mem::replace(&mut self.cursor, whole);
        skipped.map(|()| after)
    }

    /// Passes over the game that begins at `start`, which is too large.
    fn pass_over(&mut self, start: usize) {
        self.seek_next_tags(start + self.max_size);
    }

    /// Refuses the game that begins at `start`: reads its first tags only.
    fn refuse(&mut self, start: usize, game: &mut AnyGame<'s>) -> Reading {
        self.cursor.seek(start);
        let whole = self.cursor;
        self.cursor = whole.up_to(start + TAGS.min(self.max_size));
        *game = self.blank();
        // an error in the tags does not matter any more
        let _ = self.read_any_size(game);
        self.cursor = whole;
        game.cut(start);
        self.pass_over(start);
        let fault = SyntaxFault::TooLarge { max: self.max_size };
        Reading { error: Some(error_at(start, fault)), ..Reading::default() }
    }

    /// Tells whether the game just read is the one in which reading its file failed.
    fn is_cut_off(&self, error: Option<SyntaxError>, game: &AnyGame<'s>) -> bool {
        if !self.source.is_broken() || self.cursor.is_bounded() {
            return false;
        }
        let text = self.source.bytes();
        let last_word = &text[last_word(text)..];
        // half a draw is read as one
        let is_half = [&b"1/2"[..], "½".as_bytes()].contains(&last_word);
        let ends_before = |end: usize| end == text.len() && !is_half || end <= text.len() - last_word.len();
        error.is_some() || !game.result_end().is_some_and(ends_before)
    }

    /// Reads the game that begins at `start` up to where reading its file failed, and marks it as
    /// incomplete. `reading` and `game` are the outcome of reading all of it.
    ///
    /// Its last word may have been cut off, and then is nothing: `1` of `1-0` is no move number.
    fn read_cut_off(&mut self, start: usize, mut reading: Reading, game: &mut AnyGame<'s>) -> Reading {
        let text = self.source.bytes();
        let last_word = last_word(text);
        let after = self.cursor;
        let mut end = after.end();
        if game.end_without_number() < text.len() && start < last_word {
            let last_brace = self.source.last_brace_in(start, last_word);
            self.cursor = self.cursor.up_to(last_word).with_last_brace(last_brace);
            self.cursor.seek(start);
            if let Some(without) = self.read_any_size(game) {
                (reading, end) = (without, self.cursor.end());
            }
            self.cursor = after;
        }
        // what the cut leaves open at the end is no error of the text
        if reading.error.is_none_or(|error| error.span.end >= end) {
            game.cut(reading.error.map_or(end, |error| error.span.start));
            reading.error = Some(error_at(end, SyntaxFault::CutOff));
            let is_open = |error: SyntaxError| {
                matches!(error.fault, SyntaxFault::UnclosedVariation | SyntaxFault::UnclosedTag)
                    || error.span.end >= end
            };
            reading.repairs.retain(|repair| !(repair.is_error && is_open(repair.error)));
        }
        reading
    }
}

/// Returns the start of the last word of a text.
fn last_word(text: &[u8]) -> usize {
    text.iter().rposition(u8::is_ascii_whitespace).map_or(0, |space| space + 1)
}

fn error_at(offset: usize, fault: SyntaxFault) -> SyntaxError {
    SyntaxError { fault, span: Span::new(offset, offset), ply: None }
}

/// Finds the first line from an offset on that follows a blank line and begins like a tag.
///
/// # Errors
///
/// If there is none, returns the offset from which more text, or nothing, is to be searched.
fn next_tags(source: &Source, from: usize) -> Result<usize, usize> {
    let text = source.bytes();
    let end = if source.ends_file() { text.len() } else { from.max(text.len().saturating_sub(LOOK_AHEAD)) };
    let mut brackets = memchr::memchr_iter(b'[', &text[from..end]).map(|at| from + at);
    let follows_blank_line = |at: &usize| Space::at_end(&text[..*at]).has_blank_line();
    // what is seen of a tag does not depend on how much text there is
    let is_tag = |at: &usize| begins_tag(&text[..text.len().min(at + LOOK_AHEAD)], *at);
    brackets.find(|at| follows_blank_line(at) && is_tag(at)).ok_or(end)
}

/// Returns how much text from the start of a game on is enough to tell whether it is too large.
pub(crate) fn enough_text(max_size: usize) -> usize {
    max_size.saturating_add(MARGIN + LOOK_AHEAD)
}

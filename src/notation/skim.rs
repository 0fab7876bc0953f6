//! Reads games as far as needed: only their tags, their first moves, or up to a size.

use std::mem;

use super::pgn::plain_game::{PlainGame, TagSpans};
use super::pgn::{PgnToken, San};
use super::{AnyGame, AnyGames};
use crate::syntax::lexemes::begins_tag;
use crate::syntax::{
    CommentBounds, Game, GameCursor, Lexeme, Lexer, Notation, NotationKind, PieceLetters, Reading,
    SyntaxError, SyntaxFault, Token, TokenKind,
};
use crate::text::{LOOK_AHEAD, Source, Space, Span, Text};

/// What has been read of a game whose tags were wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TagsReading {
    /// Its tags and its result. [`AnyGames::read_whole`] reads the rest.
    Tags {
        /// The end of the game before it.
        previous_end: usize,
        /// The offset from which it is read.
        from: usize,
    },
    /// All of it, because it is not of a form in which its end is seen without that.
    Whole(Reading),
}

impl<'s> AnyGames<'s> {
    /// Reads the tags of the next game into `game`, and moves past the game. Returns `None` where
    /// [`AnyGames::read`] does.
    ///
    /// The tags and the end of the game are those that [`AnyGames::read`] finds. The movetext is empty
    /// or, with [`TagsReading::Whole`], complete. Where games are written as in most databases, this
    /// is many times as fast.
    ///
    /// # Examples
    ///
    /// ```
    /// use escaque::notation::{AnyGame, AnyGames};
    /// use escaque::syntax::Recovery;
    /// use escaque::text::Source;
    ///
    /// let text = "[White \"Anderssen\"]\n\n1. e4 e5 *\n\n[White \"Morphy\"]\n\n1. e4 c5 *\n";
    /// let source = Source::new("t.pgn", text.as_bytes().to_vec());
    /// let mut games = AnyGames::new(&source, None, Recovery::End);
    /// let mut game = games.blank();
    /// let mut moves = Vec::new();
    /// while let Some(tags) = games.read_tags(&mut game) {
    ///     let AnyGame::Pgn(pgn) = &game else { continue };
    ///     if pgn.tag_value("White").as_deref() == Some("Anderssen") {
    ///         games.read_whole(tags, &mut game);
    ///         moves.push(game.clone());
    ///     }
    /// }
    /// assert_eq!(moves.len(), 1);
    /// ```
    pub fn read_tags(&mut self, game: &mut AnyGame<'s>) -> Option<TagsReading> {
        let (previous_end, from) = (self.cursor.end(), self.cursor.next_start());
        if let AnyGame::Ctl(_) = game
            && self.may_skim()
        {
            *game = self.blank();
        }
        if let AnyGame::Pgn(game) = game
            && self.skim(Some(game))
        {
            return Some(TagsReading::Tags { previous_end, from });
        }
        self.read(game).map(TagsReading::Whole)
    }

    /// Reads the whole of the game whose tags have been read last into `game`.
    pub fn read_whole(&mut self, tags: TagsReading, game: &mut AnyGame<'s>) -> Reading {
        match tags {
            TagsReading::Tags { previous_end, from } => {
                self.cursor.move_between(previous_end, from);
                // a game whose tags have been read is there
                self.read(game).unwrap_or_default()
            }
            TagsReading::Whole(reading) => reading,
        }
    }

    /// Reads the first moves of a game whose tags have been read last into `beginning`: `plies` moves of the
    /// main line with what is between them, and the tags. Returns `false` if the game is not in PGN with the
    /// English letters, or has an error before.
    #[must_use]
    pub fn read_beginning(&self, game: &AnyGame<'s>, plies: usize, beginning: &mut AnyGame<'s>) -> bool {
        let AnyGame::Pgn(game) = game else { return false };
        if !self.may_skim() {
            return false;
        }
        if let AnyGame::Ctl(_) = beginning {
            *beginning = AnyGame::Pgn(Game::new(game.text.0));
        }
        let AnyGame::Pgn(beginning) = beginning else { return false };
        beginning.clear();
        beginning.text = game.text;
        beginning.tags.clone_from(&game.tags);
        (beginning.begins_at, beginning.variant) = (game.begins_at, game.variant);
        let text = &game.text.0[..game.movetext_end.max(game.tags_end())];
        let is_read = San::parse(beginning, first_moves(text, game.tags_end(), plies)).is_ok();
        beginning.result = game.result;
        is_read
    }

    /// Moves past the next game if its bytes tell where it ends, and tells whether they do. If `game`
    /// is given, it gets the tags and the result.
    pub(super) fn skim(&mut self, mut game: Option<&mut Game<'s, San>>) -> bool {
        if !self.may_skim() {
            return false;
        }
        let (text, from) = (self.cursor.text(), self.cursor.next_start());
        // as much as is looked at of a game that may be too large
        let limit = from.saturating_add(self.max_size).saturating_add(MARGIN).min(text.len());
        if let Some(game) = &mut game {
            game.clear();
            game.text = Text(text);
        }
        let plain = PlainGame::at(&text[..limit], from, |tag| {
            if let Some(game) = &mut game {
                game.push_tag(tag.name, tag.value, tag.whole);
            }
            self.is_read_as_usual(text, tag)
        });
        let fits = |plain: &PlainGame| plain.result.1.end - plain.start <= self.max_size;
        let Some(plain) = plain.filter(fits) else { return false };
        let end = plain.result.1.end;
        if let Some(game) = game {
            (game.begins_at, game.result, game.movetext_end) = (plain.start, Some(plain.result), end);
        }
        self.cursor.move_between(end, plain.next);
        true
    }

    fn may_skim(&self) -> bool {
        self.expected == NotationKind::Pgn && self.cursor.has_usual_tokens()
    }

    /// Tells whether a game is read as PGN with the English letters behind a tag.
    fn is_read_as_usual(&self, text: &[u8], tag: TagSpans) -> bool {
        let name = &text[tag.name.range()];
        match name[0] {
            b'P' | b'p' => !name.eq_ignore_ascii_case(PieceLetters::TAG.as_bytes()),
            b'V' | b'v' if name.eq_ignore_ascii_case(b"Variant") => {
                let value = &text[tag.value.start + 1..tag.value.end - 1];
                let (expected, notation_of) = self.expected();
                notation_of.is_none_or(|notation_of| notation_of(Text(value)) == expected)
            }
            _ => true,
        }
    }
}

/// Returns the tokens of a movetext up to some moves of the main line.
fn first_moves(text: &[u8], start: usize, plies: usize) -> impl Iterator<Item = Lexeme<PgnToken>> {
    let (mut left, mut depth) = (plies, 0_usize);
    Lexer::<PgnToken>::new(text, start, CommentBounds::of(text, start)).take_while(move |lexeme| {
        let Ok((_, token, _)) = lexeme else { return true };
        match token.kind() {
            TokenKind::VariationStart => depth += 1,
            TokenKind::VariationEnd => depth = depth.saturating_sub(1),
            TokenKind::Move if depth == 0 && left == 0 => return false,
            TokenKind::Move if depth == 0 => left -= 1,
            _ => {}
        }
        true
    })
}

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

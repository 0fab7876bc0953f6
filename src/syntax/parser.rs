//! The parser: tokens to games.
//!
//! A notation's grammar (`grammar/*.lalrpop`) reads one game. `boundary.rs` finds the end of the
//! game, so a file of any size is read game by game, and an error in one game does not affect
//! the others.

use std::ops::Range;

use super::boundary::{GameEnd, GameTokens};
use super::deciding_tags::{DecidingTags, NotationOf};
use super::plies::{Plies, first_ply};
use super::reading::Reading;
use super::repair::{Brackets, BrokenGame, Failure, MAX_REPAIRED, Put, Recovery, Repair, TokenEdit};
use super::{CommentBounds, Game, Notation, NotationKind, PieceLetters, SyntaxError, forfeit};
use crate::text::{Source, Span, Text};

/// The outcome of parsing a game once.
struct Attempt {
    parsed: Result<(), Failure>,
    /// The first control characters that were skipped.
    control: Option<Span>,
    end: GameEnd,
}

/// How parsing a game ended, and the tokens behind that.
type Parsed<'p, 's, N> = (Result<(), Failure>, GameTokens<'p, 's, <N as Notation>::Token>);

/// A cursor between the games of a source.
#[derive(Clone, Copy, Debug)]
pub struct GameCursor<'s> {
    text: &'s [u8],
    bounds: CommentBounds,
    recovery: Recovery,
    /// The letters of the pieces, whatever the tags of a game say.
    letters: Option<PieceLetters>,
    /// The start of the next game.
    next: usize,
    /// The end of the last game.
    end: usize,
    /// Whether another game follows the last one.
    is_bounded: bool,
}

impl<'s> GameCursor<'s> {
    /// Starts before the first game.
    #[must_use]
    pub fn new(source: &'s Source, recovery: Recovery) -> GameCursor<'s> {
        let text = source.bytes();
        let bounds = CommentBounds::new(source.last_brace());
        GameCursor { text, bounds, recovery, letters: None, next: 0, end: 0, is_bounded: true }
    }

    /// Sets the letters of the pieces, whatever the tags of a game say.
    #[must_use]
    pub fn with_piece_letters(self, letters: Option<PieceLetters>) -> GameCursor<'s> {
        GameCursor { letters, ..self }
    }

    /// Moves to an offset between two games.
    pub fn seek(&mut self, offset: usize) {
        self.move_between(offset, offset);
    }

    /// Moves between the end of a game and the start of the next one.
    pub(crate) fn move_between(&mut self, end: usize, next: usize) {
        (self.next, self.end, self.is_bounded) = (next, end, true);
    }

    /// Limits the cursor to a range of a text, and moves to its start.
    pub fn narrow(&mut self, text: &'s [u8], range: Range<usize>) {
        self.text = &text[..range.end];
        self.seek(range.start);
    }

    /// Returns the cursor in a text that ends at an offset.
    pub(crate) fn up_to(mut self, end: usize) -> GameCursor<'s> {
        self.text = &self.text[..end];
        self
    }

    /// Returns the cursor in a text whose last closing brace is known.
    pub(crate) fn with_last_brace(mut self, last: Option<usize>) -> GameCursor<'s> {
        self.bounds = CommentBounds::new(last);
        self
    }

    /// Moves to where a cursor in a part of the text has got, which is known to be past its game.
    pub(crate) fn follow(&mut self, other: &GameCursor<'s>) {
        self.move_between(other.end, other.next);
    }

    /// Returns the text.
    pub(crate) fn text(&self) -> &'s [u8] {
        self.text
    }

    /// Tells whether the pieces have their English letters, whatever the tags of a game say.
    pub(crate) fn has_usual_tokens(&self) -> bool {
        self.letters.is_none()
    }

    /// Returns the bounds of comments.
    #[must_use]
    pub fn bounds(&self) -> CommentBounds {
        self.bounds
    }

    /// Returns the offset from which the next game is read. After a game, that is its start.
    #[must_use]
    pub fn next_start(&self) -> usize {
        self.next
    }

    /// Returns the end of the last game that was read.
    #[must_use]
    pub fn end(&self) -> usize {
        self.end
    }

    /// Tells whether another game follows the last one that was read. If not, more text could
    /// change where it ends.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        self.is_bounded
    }

    /// Reads the game at the cursor into `game`, which may have been of another text, and moves
    /// past it. Returns `None` at the end of the text.
    pub fn read<N: Notation>(&mut self, game: &mut Game<'s, N>) -> Option<Reading> {
        // a `Variant` tag names no notation here
        self.read_if_in(game, None).unwrap_or_default()
    }

    /// Reads the game at the cursor as [`GameCursor::read`] does, if it is in the notation.
    ///
    /// # Errors
    ///
    /// Returns the notation that its `Variant` tag names, if that is another. The cursor has not
    /// moved.
    pub(crate) fn read_if_in<N: Notation>(
        &mut self,
        game: &mut Game<'s, N>,
        notation_of: Option<NotationOf>,
    ) -> Result<Option<Reading>, NotationKind> {
        game.text = Text(self.text);
        let Some((parsed, tokens)) = self.parse(self.tokens::<N>(notation_of), game) else {
            return Ok(None);
        };
        let control = tokens.control();
        let attempt = Attempt { parsed, control, end: tokens.skip_to_end() };
        if let Some(other) = attempt.end.other_notation {
            return Err(other);
        }
        Ok(Some(self.recover(attempt, game)))
    }

    /// Moves past the game that has just been parsed, and parses it again as long as it has an
    /// error and an edit helps. It ends where it does for those who skip it, whatever is edited.
    fn recover<N: Notation>(&mut self, attempt: Attempt, game: &mut Game<'s, N>) -> Reading {
        let mut reading = Reading::default();
        let start = self.next;
        self.leave(&attempt.end);
        if attempt.parsed.is_err() {
            self.within(start).repair(game.begins_at, game, &mut reading);
        }
        let left_out = |span: Span, error: SyntaxError| Repair::leaving_out(span, error).into_warning();
        let control = attempt.control.filter(|_| reading.error.is_none());
        let control = control.map(|span| left_out(span, SyntaxError::control(self.text, span)));
        let texts = attempt.end.between_games.into_iter();
        let texts = texts.map(|span| left_out(span, SyntaxError::text_between_games(span)));
        reading.repairs.extend(control.into_iter().chain(texts));
        game.movetext_end = attempt.end.movetext_end;
        forfeit::take_result(game);
        reading
    }

    /// Parses the game just parsed again, with its brackets in order, and with its errors mended one after the other.
    /// Nothing of that depends on the text behind the game, as the first error may.
    fn repair<N: Notation>(&self, start: usize, game: &mut Game<'s, N>, reading: &mut Reading) {
        let text = &self.text[..self.end];
        let Some(tokens) = self.tokens_again::<N>(text, start, &[]) else { return };
        let broken = BrokenGame::of(text, self.bounds, tokens, first_ply(game));
        let brackets = Brackets::of(&broken);
        let mut repairs = brackets.repairs(&broken);
        repairs.truncate(MAX_REPAIRED);
        let mut edits = Vec::new();
        let mut left = MAX_REPAIRED - repairs.len();
        loop {
            for repair in repairs.drain(..) {
                let repair = if self.recovery == Recovery::Skip { repair.into_warning() } else { repair };
                repair.edits.iter().for_each(|edit| edit.insert_into(&mut edits));
                reading.repairs.push(repair);
            }
            let tokens = self.tokens_again::<N>(text, start, &edits);
            let Some((Err(failure), _)) = self.parse(tokens, game) else { return cut(game, &edits) };
            let repair = failure.repair::<N::Token>(&broken, &brackets, self.recovery);
            // an edit that has been made already has not helped
            let repair = repair.filter(|repair| left > 0 && !edits.contains(&repair.edits[0]));
            let Some(repair) = repair else {
                TokenEdit::end_game(failure.error.span.start).insert_into(&mut edits);
                read_edited(game, text, start, self.letters, &edits);
                reading.error = Some(failure.error);
                return;
            };
            left -= 1;
            repairs.push(repair);
        }
    }

    /// Returns a cursor for reading the last game again, which began at an offset: no brace behind its
    /// text closes a comment in it.
    fn within(&self, start: usize) -> GameCursor<'s> {
        GameCursor { bounds: CommentBounds::of(&self.text[..self.end.max(start)], start), ..*self }
    }

    /// Moves past the game at the cursor without reading it. Returns `None` at the end of the
    /// text.
    pub fn skip_game<N: Notation>(&mut self) -> Option<()> {
        // a `Variant` tag names no notation here
        self.skip_if_in::<N>(None).unwrap_or_default()
    }

    /// Moves past the game at the cursor as [`GameCursor::skip_game`] does, if it is in the
    /// notation.
    ///
    /// # Errors
    ///
    /// As [`GameCursor::read_if_in`].
    pub(crate) fn skip_if_in<N: Notation>(
        &mut self,
        notation_of: Option<NotationOf>,
    ) -> Result<Option<()>, NotationKind> {
        let Some(tokens) = self.tokens::<N>(notation_of) else { return Ok(None) };
        let end = tokens.skip_to_end();
        if let Some(other) = end.other_notation {
            return Err(other);
        }
        self.leave(&end);
        Ok(Some(()))
    }

    /// Starts the game at the cursor.
    fn tokens<'p, N: Notation>(
        &self,
        notation_of: Option<NotationOf>,
    ) -> Option<GameTokens<'p, 's, N::Token>> {
        let tags = DecidingTags::new::<N>(self.letters, notation_of);
        GameTokens::behind_text(self.text, self.next, self.bounds, tags)
    }

    /// Starts a game again, with edits. It begins at an offset of a text, which ends with it.
    fn tokens_again<'p, N: Notation>(
        &self,
        text: &'s [u8],
        start: usize,
        edits: &'p [TokenEdit],
    ) -> Option<GameTokens<'p, 's, N::Token>> {
        GameTokens::at(text, start, self.bounds, DecidingTags::new::<N>(self.letters, None), edits)
    }

    /// Parses a game up to its first error. Returns the tokens behind that, too.
    fn parse<'p, N: Notation>(
        &self,
        tokens: Option<GameTokens<'p, 's, N::Token>>,
        game: &mut Game<'s, N>,
    ) -> Option<Parsed<'p, 's, N>> {
        // also if there is none, nothing of the game before stays
        game.clear();
        let mut tokens = tokens?;
        game.begins_at = tokens.start();
        let parsed = N::parse(game, &mut tokens).map_err(|error| {
            let start = tokens.start();
            let error = SyntaxError::explain(error, &tokens, |end| {
                let beginning = &self.text[..end];
                Plies::behind::<N::Token>(beginning, start, tokens.letters(), first_ply(game))
            });
            Failure { error, is_in_tags: tokens.is_in_tags() }
        });
        Some((parsed, tokens))
    }

    /// Moves past a game.
    fn leave(&mut self, game: &GameEnd) {
        (self.next, self.end, self.is_bounded) = (game.next, game.end, game.is_bounded);
    }
}

/// Reads a game again with edits that its grammar does not refuse. It begins at an offset of a text, which ends with it.
fn read_edited<'s, N: Notation>(
    game: &mut Game<'s, N>,
    text: &'s [u8],
    start: usize,
    letters: Option<PieceLetters>,
    edits: &[TokenEdit],
) {
    game.clear();
    let (bounds, tags) = (CommentBounds::of(text, start), DecidingTags::new::<N>(letters, None));
    if let Some(mut tokens) = GameTokens::at(text, start, bounds, tags, edits) {
        let parsed = N::parse(game, &mut tokens);
        // where a game ends, a tag or a variation may have just begun
        let is_cut = || edits.iter().any(|edit| edit.put == Put::GameEnd);
        debug_assert!(parsed.is_ok() || is_cut(), "{}", String::from_utf8_lossy(text));
    }
    cut(game, edits);
    forfeit::take_result(game);
}

/// Cuts a game where one of the edits with which it has been read ends it.
fn cut<N: Notation>(game: &mut Game<'_, N>, edits: &[TokenEdit]) {
    if let Some(end) = edits.iter().find(|edit| edit.put == Put::GameEnd) {
        game.cut(end.span.start);
    }
}

impl<'s, N: Notation> Game<'s, N> {
    /// Returns the game as it is read with edits: those with which it has been read, and others.
    pub(crate) fn edited(&self, letters: Option<PieceLetters>, edits: &[TokenEdit]) -> Game<'s, N> {
        let (variant, begins_at, movetext_end) = (self.variant, self.begins_at, self.movetext_end);
        let mut game = Game { variant, begins_at, movetext_end, ..Game::new(self.text.0) };
        let edited_to = edits.iter().map(|edit| edit.span.end).max().unwrap_or(0);
        let text = &self.text.0[..self.movetext_end.max(self.tags_end()).max(edited_to)];
        read_edited(&mut game, text, self.begins_at, letters, edits);
        game
    }
}

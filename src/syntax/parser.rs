//! The parser: tokens to games.
//!
//! A notation's grammar (`grammar/*.lalrpop`) reads one game. `boundary.rs` finds the end of the
//! game, so a file of any size is read game by game, and an error in one game does not affect
//! the others.

use std::marker::PhantomData;
use std::mem;

use super::boundary::GameTokens;
use super::deciding_tags::{DecidingTags, NotationOf};
use super::plies::{Plies, first_ply};
use super::reading::{Portion, Reading};
use super::repair::{Brackets, BrokenGame, Failure, MAX_REPAIRED, Recovery, Repair};
use super::{CommentBounds, Game, Notation, NotationKind, PieceLetters, Put, SyntaxError, TokenEdit, result};
use crate::text::{Source, Span, Text};

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
    /// Finds the notation that a `Variant` tag names; `None` if the tag decides nothing.
    notation_of: Option<NotationOf>,
    /// The notation of the next game, if its `Variant` tag has prevented it from being read.
    other_notation: Option<NotationKind>,
}

impl<'s> GameCursor<'s> {
    /// Starts before the first game.
    #[must_use]
    pub fn new(source: &'s Source, recovery: Recovery) -> GameCursor<'s> {
        let text = source.bytes();
        let bounds = CommentBounds::new(source.last_brace());
        let (letters, notation_of, other_notation) = (None, None, None);
        let is_bounded = true;
        GameCursor {
            text,
            bounds,
            recovery,
            letters,
            next: 0,
            end: 0,
            is_bounded,
            notation_of,
            other_notation,
        }
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

    /// Moves to the gap between the end of a game and the start of the next one.
    pub(crate) fn move_between(&mut self, end: usize, next: usize) {
        (self.next, self.end, self.is_bounded) = (next, end, true);
    }

    /// Returns the cursor in another text that agrees with its own as far as both go.
    pub(crate) fn in_text(self, text: &'s [u8]) -> GameCursor<'s> {
        GameCursor { text, ..self }
    }

    /// Returns the cursor in a text whose last closing brace is known.
    pub(crate) fn with_last_brace(mut self, last: Option<usize>) -> GameCursor<'s> {
        self.bounds = CommentBounds::new(last);
        self
    }

    /// Returns the text of the source.
    pub(crate) fn text(&self) -> &'s [u8] {
        self.text
    }

    /// Returns whether the pieces have their English letters, whatever the tags of a game say.
    pub(crate) fn has_usual_tokens(&self) -> bool {
        self.letters.is_none()
    }

    /// Sets whether the `Variant` tag of the next game may prevent it from being read in this notation.
    pub(crate) fn heed_variant(&mut self, notation_of: Option<NotationOf>) {
        self.notation_of = notation_of;
    }

    /// Returns the notation of the next game, if its `Variant` tag has prevented it from being read in another.
    pub(crate) fn other_notation(&self) -> Option<NotationKind> {
        self.other_notation
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

    /// Returns whether another game follows the last one that was read. If not, more text could
    /// change where it ends.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        self.is_bounded
    }

    /// Reads the game at the cursor into `game`, which may have been of another text, and moves
    /// past it. Returns `None` at the end of the text, and before a game in another notation. Any portion but
    /// [`Portion::Nothing`] reads the whole game.
    ///
    /// After an error, `game` holds the part before the error, and the next call reads the game that follows.
    pub fn read<N: Notation>(&mut self, portion: Portion, game: &mut Game<'s, N>) -> Option<Reading> {
        game.text = Text(self.text);
        // nothing of the previous game stays, even if no game follows
        game.clear();
        self.other_notation = None;
        let tags = DecidingTags::new::<N>(self.letters, self.notation_of);
        let mut tokens = GameTokens::behind_text(self.text, self.next, self.bounds, tags)?;
        let parsed = if portion == Portion::Nothing { Ok(()) } else { self.parse(&mut tokens, game) };
        let control = tokens.control();
        let end = tokens.skip_to_end();
        self.other_notation = end.other_notation;
        if self.other_notation.is_some() {
            return None;
        }
        let start = mem::replace(&mut self.next, end.next);
        (self.end, self.is_bounded) = (end.end, end.is_bounded);
        let mut reading = Reading::default();
        if portion == Portion::Nothing {
            return Some(reading);
        }
        // edits do not change the end of a game: it is the same as when the game is skipped
        if parsed.is_err() {
            self.within(start).repair(game.begins_at, game, &mut reading);
        }
        let left_out = |span: Span, error: SyntaxError| Repair::leaving_out(span, error).into_warning();
        let control = control.filter(|_| reading.error.is_none());
        let control = control.map(|span| left_out(span, SyntaxError::control(self.text, span)));
        let texts = end.between_games.into_iter();
        let texts = texts.map(|span| left_out(span, SyntaxError::text_between_games(span)));
        reading.repairs.extend(control.into_iter().chain(texts));
        game.movetext_end = end.movetext_end;
        result::take_result(game);
        Some(reading)
    }

    /// Parses the last game again with its brackets in order, and repairs its errors one after the
    /// other. Unlike the first error, the repairs do not depend on the text after the game.
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
            game.clear();
            let tokens = self.tokens_again::<N>(text, start, &edits);
            let parsed = tokens.map(|mut tokens| self.parse(&mut tokens, game));
            let Some(Err(failure)) = parsed else { return cut(game, &edits) };
            let repair = failure.repair::<N::Token>(&broken, &brackets, self.recovery);
            // an edit that has been made before has not helped
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

    /// Returns a cursor that reads the last game again, from its start at `start`. A brace after the game
    /// cannot close a comment in it.
    fn within(&self, start: usize) -> GameCursor<'s> {
        GameCursor { bounds: CommentBounds::of(&self.text[..self.end.max(start)], start), ..*self }
    }

    /// Starts a game again, with edits. It extends from an offset to the end of the text.
    fn tokens_again<'p, N: Notation>(
        &self,
        text: &'s [u8],
        start: usize,
        edits: &'p [TokenEdit],
    ) -> Option<GameTokens<'p, 's, N::Token>> {
        GameTokens::at(text, start, self.bounds, DecidingTags::new::<N>(self.letters, None), edits)
    }

    /// Parses a game up to its first error.
    fn parse<N: Notation>(
        &self,
        tokens: &mut GameTokens<'_, 's, N::Token>,
        game: &mut Game<'s, N>,
    ) -> Result<(), Failure> {
        let start = tokens.start();
        game.begins_at = start;
        N::parse(game, &mut *tokens).map_err(|error| {
            let error = SyntaxError::explain(error, tokens, |end| {
                let beginning = &self.text[..end];
                Plies::behind::<N::Token>(beginning, start, tokens.letters(), first_ply(game))
            });
            Failure { error, is_in_tags: tokens.is_in_tags() }
        })
    }
}

/// Reads the games of a source one after another, all in one notation.
///
/// # Examples
///
/// ```
/// use escaque::notation::pgn::San;
/// use escaque::syntax::Games;
/// use escaque::text::Source;
///
/// let source = Source::new("two games", b"1. e4 e5 * 1. d4 d5 1/2-1/2".to_vec());
/// let games: Result<Vec<_>, _> = Games::<San>::new(&source).collect();
/// assert_eq!(games?.len(), 2);
/// # Ok::<(), escaque::syntax::SyntaxError>(())
/// ```
#[derive(Debug)]
pub struct Games<'s, N> {
    cursor: GameCursor<'s>,
    notation: PhantomData<N>,
}

impl<'s, N: Notation> Games<'s, N> {
    /// Starts before the first game.
    #[must_use]
    pub fn new(source: &'s Source) -> Games<'s, N> {
        Games { cursor: GameCursor::new(source, Recovery::End), notation: PhantomData }
    }
}

impl<'s, N: Notation> Iterator for Games<'s, N> {
    type Item = Result<Game<'s, N>, SyntaxError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut game = Game::new(self.cursor.text);
        let reading = self.cursor.read(Portion::Whole, &mut game);
        reading.map(|reading| reading.first_error().map_or(Ok(game), Err))
    }
}

/// Reads a game again with edits after which its grammar accepts it. It extends from an offset to the end of the
/// text.
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
        // where an edit ends the game, a tag or a variation may have just begun
        let is_cut = || edits.iter().any(|edit| edit.put == Put::GameEnd);
        debug_assert!(parsed.is_ok() || is_cut(), "{}", String::from_utf8_lossy(text));
    }
    cut(game, edits);
    result::take_result(game);
}

/// Cuts a game off where one of its edits ends it.
fn cut<N: Notation>(game: &mut Game<'_, N>, edits: &[TokenEdit]) {
    if let Some(end) = edits.iter().find(|edit| edit.put == Put::GameEnd) {
        game.cut(end.span.start);
    }
}

impl<'s, N: Notation> Game<'s, N> {
    /// Returns the game as it is read with the given edits, which include those with which it has been read.
    pub(crate) fn edited(&self, letters: Option<PieceLetters>, edits: &[TokenEdit]) -> Game<'s, N> {
        let (variant, begins_at, movetext_end) = (self.variant, self.begins_at, self.movetext_end);
        let mut game = Game { variant, begins_at, movetext_end, ..Game::new(self.text.0) };
        let edited_to = edits.iter().map(|edit| edit.span.end).max().unwrap_or(0);
        let text = &self.text.0[..self.movetext_end.max(self.tags_end()).max(edited_to)];
        read_edited(&mut game, text, self.begins_at, letters, edits);
        game
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::pgn::San;

    fn outcomes(text: &str) -> Vec<bool> {
        let source = Source::new("t", text.as_bytes().to_vec());
        Games::<San>::new(&source).map(|game| game.is_ok()).collect()
    }

    #[test]
    fn line_breaks_do_not_change_where_games_end() {
        let text = "[Event \"a\"]\n[Site \"b\"]\n\n1. e4 e5 { c } 2. Nf3 *\n\n[Event \"c\"]\n\n*\n";
        let spread = text.replace(' ', "\n\n").replace(']', "\n]\n\n");
        let joined = text.replace('\n', " ");
        for variant in [text, &spread, &joined] {
            assert_eq!(outcomes(variant), [true, true], "{variant}");
        }
    }

    #[test]
    fn an_error_does_not_affect_other_games() {
        let text = "[Event \"a\"] 1. e4 e4) *\n[Event \"b\"] 1. d4 *\n[Event] *\n[Event \"d\"] *";
        assert_eq!(outcomes(text), [false, true, false, true]);
    }

    #[test]
    fn neither_nesting_nor_length_overflows_the_stack() {
        let depth = 100_000;
        let nested = format!("1. e4 {}{} *", "(1. d4 ".repeat(depth), ")".repeat(depth));
        let long = format!("{} *", "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(50_000));
        assert_eq!(outcomes(&nested), [true]);
        assert_eq!(outcomes(&long), [true]);
    }
}

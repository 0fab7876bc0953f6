//! The parser: tokens to games.
//!
//! A notation's grammar (`grammar/*.lalrpop`) reads one game. `boundary.rs` finds the end of the
//! game, so a file of any size is read game by game, and an error in one game does not affect
//! the others.

use std::ops::Range;

use super::boundary::{GameEnd, GameTokens};
use super::deciding_tags::{DecidingTags, NotationOf};
use super::game_text::GameText;
use super::reading::{Reading, Recovered};
use super::recovery::{Failure, MAX_RECOVERED, Mend, Recovery, fixes};
use super::token_edit::{EditKind, TokenEdit};
use super::{CommentBounds, Game, Notation, NotationKind, PieceLetters, SyntaxError, error_ply};
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
        let bounds = CommentBounds::new(source.last_brace(), recovery == Recovery::Skip);
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
        self.bounds = CommentBounds::new(last, self.recovery == Recovery::Skip);
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

    /// Tells whether the end of a game depends on its tokens alone, and those on the text alone: no
    /// error moves it, and the pieces have their English letters.
    pub(crate) fn has_usual_tokens(&self) -> bool {
        self.recovery == Recovery::End && self.letters.is_none()
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
        let Some(attempt) = self.attempt(self.text, self.next, notation_of, game, &[]) else {
            return Ok(None);
        };
        if let Some(other) = attempt.end.other_notation {
            return Err(other);
        }
        let unmoved = *self;
        self.recover(attempt, notation_of, game).inspect_err(|_| *self = unmoved)
    }

    /// Moves past the game that has just been parsed, and parses it again as long as it has an
    /// error and an edit helps.
    ///
    /// # Errors
    ///
    /// Returns the notation that its `Variant` tag names, if that is another.
    fn recover<N: Notation>(
        &mut self,
        mut attempt: Attempt,
        notation_of: Option<NotationOf>,
        game: &mut Game<'s, N>,
    ) -> Result<Option<Reading>, NotationKind> {
        let mut reading = Reading::default();
        let mut edits = Vec::new();
        let start = self.next;
        self.leave(&attempt.end);
        while let Err(failure) = attempt.parsed {
            let again = self.within(start);
            let Some(Mend { edit, others, error, is_error }) = again.mend::<N>(&failure, &edits) else {
                again.cut(start, game, failure.error, &mut edits);
                reading.error = Some(failure.error);
                break;
            };
            let fixes = fixes(self.text, &error, &edit, &others);
            std::iter::once(edit).chain(others).for_each(|edit| edit.insert_into(&mut edits));
            let span = if is_error { error.span } else { edit.reported_span(error.span) };
            let error = SyntaxError { span, ..error };
            reading.recovered.push(Recovered { error, kind: edit.kind, is_error, fixes });
            if self.recovery == Recovery::Skip {
                let Some(again) = again.attempt(self.text, start, notation_of, game, &edits) else {
                    return Ok(None);
                };
                if let Some(other) = again.end.other_notation {
                    return Err(other);
                }
                self.leave(&again.end);
                attempt = again;
            } else {
                // games end where they do for those who skip them, whatever is edited
                let text = &self.text[..self.end];
                let Some((parsed, _)) = again.parse(text, start, None, game, &edits) else {
                    return Ok(None);
                };
                attempt.parsed = parsed;
            }
        }
        let skipped = |span: Span, error: fn(Span) -> SyntaxError| Recovered {
            error: error(span),
            kind: EditKind::Skip,
            is_error: false,
            fixes: fixes(self.text, &error(span), &TokenEdit::skip(span.start, span.end), &[]),
        };
        let is_whole = reading.error.is_none();
        reading
            .recovered
            .extend(attempt.control.filter(|_| is_whole).map(|span| skipped(span, SyntaxError::control)));
        game.movetext_end = attempt.end.movetext_end;
        let texts = attempt.end.between_games.into_iter();
        reading.recovered.extend(texts.map(|span| skipped(span, SyntaxError::text_between_games)));
        Ok(Some(reading))
    }

    /// Returns a cursor for reading the last game again, which began at an offset: no brace behind its
    /// text closes a comment in it.
    fn within(&self, start: usize) -> GameCursor<'s> {
        let bounds = match self.recovery {
            Recovery::End => CommentBounds::of(&self.text[..self.end.max(start)], start),
            Recovery::Skip => self.bounds,
        };
        GameCursor { bounds, ..*self }
    }

    /// Parses a game up to an error.
    fn cut<N: Notation>(
        &self,
        start: usize,
        game: &mut Game<'s, N>,
        error: SyntaxError,
        edits: &mut Vec<TokenEdit>,
    ) {
        TokenEdit::new(error.span, EditKind::End).insert_into(edits);
        self.read_to_end(start, game, edits);
        game.cut(error.span.start);
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
        if self.recovery == Recovery::Skip {
            // skipped tokens may change where the game ends
            let reading = self.read_if_in(&mut Game::<N>::new(self.text), notation_of)?;
            return Ok(reading.map(drop));
        }
        let Some(tokens) = self.tokens::<N>(self.text, self.next, notation_of, &[]) else {
            return Ok(None);
        };
        let end = tokens.skip_to_end();
        if let Some(other) = end.other_notation {
            return Err(other);
        }
        self.leave(&end);
        Ok(Some(()))
    }

    /// Starts the game at an offset of a text.
    fn tokens<'p, N: Notation>(
        &self,
        text: &'s [u8],
        offset: usize,
        notation_of: Option<NotationOf>,
        edits: &'p [TokenEdit],
    ) -> Option<GameTokens<'p, 's, N::Token>> {
        let tags = DecidingTags::new::<N>(self.letters, notation_of);
        GameTokens::at(text, offset, self.bounds, tags, edits)
    }

    /// Finds what to do about the failure of the game just parsed; `None` if the game ends there.
    fn mend<N: Notation>(&self, failure: &Failure, edits: &[TokenEdit]) -> Option<Mend> {
        let game = GameText {
            text: &self.text[..self.end],
            bounds: self.bounds,
            letters: failure.letters,
            numbers: failure.numbers,
        };
        let mend = failure.mend::<N::Token>(game, self.recovery, edits)?;
        // an edit that has been made already has not helped
        let is_new = edits.len() < MAX_RECOVERED && !edits.contains(&mend.edit);
        is_new.then_some(mend)
    }

    /// Parses a game with edits, and finds its end.
    fn attempt<N: Notation>(
        &self,
        text: &'s [u8],
        offset: usize,
        notation_of: Option<NotationOf>,
        game: &mut Game<'s, N>,
        edits: &[TokenEdit],
    ) -> Option<Attempt> {
        let (parsed, tokens) = self.parse(text, offset, notation_of, game, edits)?;
        let control = tokens.control();
        Some(Attempt { parsed, control, end: tokens.skip_to_end() })
    }

    /// Parses a game with edits up to its first error. Returns the tokens behind that, too.
    fn parse<'p, N: Notation>(
        &self,
        text: &'s [u8],
        offset: usize,
        notation_of: Option<NotationOf>,
        game: &mut Game<'s, N>,
        edits: &'p [TokenEdit],
    ) -> Option<Parsed<'p, 's, N>> {
        game.clear();
        let mut tokens = self.tokens::<N>(text, offset, notation_of, edits)?;
        game.begins_at = tokens.start();
        let parsed = N::parse(game, &mut tokens).map_err(|error| {
            let start = tokens.start();
            let error = SyntaxError::explain(error, &tokens, |end| {
                let beginning = &self.text[..end];
                error_ply::next_ply::<N::Token>(
                    beginning,
                    start,
                    tokens.letters(),
                    error_ply::first_ply(game),
                )
            });
            Failure {
                start: tokens.start(),
                error,
                open: tokens.open_variation_at(error.span.start),
                closed: tokens.last_opening(),
                numbers: tokens.numbers(),
                letters: tokens.letters().copied(),
                is_in_tags: tokens.is_in_tags(),
                follows_result: tokens.has_ended(),
            }
        });
        Some((parsed, tokens))
    }

    /// Moves past a game.
    fn leave(&mut self, game: &GameEnd) {
        (self.next, self.end, self.is_bounded) = (game.next, game.end, game.is_bounded);
    }

    /// Parses a game up to the edit that ends it.
    fn read_to_end<N: Notation>(&self, offset: usize, game: &mut Game<'s, N>, edits: &[TokenEdit]) {
        game.clear();
        if let Some(mut tokens) = self.tokens::<N>(self.text, offset, None, edits) {
            // the only possible error is in a tag or a variation that has just begun
            let _ = N::parse(game, &mut tokens);
        }
    }
}

//! The parser: tokens to games.
//!
//! A notation's grammar (`grammar/*.lalrpop`) reads one game. `boundary.rs` finds the end of the
//! game, so a file of any size is read game by game, and an error in one game does not affect
//! the others.

use std::marker::PhantomData;
use std::ops::Range;

use super::boundary::GameTokens;
use super::recovery::{MAX_RECOVERED, Recovery};
use super::token_edit::{EditKind, TokenEdit};
use super::{CommentBounds, Game, Lexeme, Notation, SyntaxError, Token, error_ply};
use crate::text::{Encoding, Source, Span, Text};

/// An error from which the parser has recovered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recovered {
    /// The error. Its span covers the skipped tokens, if there are any.
    pub error: SyntaxError,
    /// The edit that repaired it.
    pub kind: EditKind,
}

/// The outcome of reading a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The errors from which the parser has recovered.
    pub recovered: Vec<Recovered>,
    /// The error at which the game was cut off.
    pub error: Option<SyntaxError>,
}

/// The outcome of parsing a game once.
struct Attempt {
    /// The first error, and the opening bracket of the last variation closed before it.
    parsed: Result<(), (SyntaxError, Option<Span>)>,
    /// The first control characters that were skipped.
    control: Option<Span>,
}

/// A cursor between the games of a source.
#[derive(Clone, Copy, Debug)]
pub struct GameCursor<'s> {
    text: &'s [u8],
    encoding: Encoding,
    bounds: CommentBounds,
    recovery: Recovery,
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
        let encoding = source.encoding();
        GameCursor { text, encoding, bounds, recovery, next: 0, end: 0, is_bounded: true }
    }

    /// Moves to an offset between two games.
    pub fn seek(&mut self, offset: usize) {
        (self.next, self.end, self.is_bounded) = (offset, offset, true);
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
        (self.next, self.end, self.is_bounded) = (other.next, other.end, true);
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
        (game.text, game.encoding) = (Text(self.text), self.encoding);
        let mut reading = Reading::default();
        let mut edits = Vec::new();
        let start = self.next;
        loop {
            let Attempt { parsed, control } = self.attempt(start, game, &edits)?;
            let Err((error, opening)) = parsed else {
                let recovered = |span| Recovered { error: SyntaxError::control(span), kind: EditKind::Skip };
                reading.recovered.extend(control.map(recovered));
                break;
            };
            let edit = self.edit::<N>(&error, opening, reading.recovered.len());
            edit.unwrap_or(TokenEdit::end(error.span)).insert_into(&mut edits);
            if let Some(edit) = edit {
                let error = SyntaxError { span: edit.reported_span(error.span), ..error };
                reading.recovered.push(Recovered { error, kind: edit.kind });
            } else {
                self.read_to_end(start, game, &edits);
                game.cut(error.span.start);
                reading.error = Some(error);
                break;
            }
        }
        Some(reading)
    }

    /// Moves past the game at the cursor without reading it. Returns `None` at the end of the
    /// text.
    pub fn skip_game<N: Notation>(&mut self) -> Option<()> {
        if self.recovery == Recovery::Skip {
            // skipped tokens may change where the game ends
            return self.read(&mut Game::<N>::new(self.text, self.encoding)).map(drop);
        }
        let tokens = GameTokens::<N::Token>::at(self.text, self.next, self.bounds, &[])?;
        self.leave(tokens);
        Some(())
    }

    /// Returns the tokens of the game at the cursor as those of a notation, whatever it is in.
    pub(crate) fn tokens<T: Token>(&self) -> impl Iterator<Item = Lexeme<T>> + use<'s, T> {
        GameTokens::<T>::at(self.text, self.next, self.bounds, &[]).into_iter().flatten()
    }

    /// Returns the edit for an error of the game just read, or `None` if the game ends there.
    fn edit<N: Notation>(
        &self,
        error: &SyntaxError,
        opening: Option<Span>,
        recovered: usize,
    ) -> Option<TokenEdit> {
        let is_recovered = self.recovery == Recovery::Skip && recovered < MAX_RECOVERED;
        let text = &self.text[..self.end];
        is_recovered.then(|| TokenEdit::recovering_from::<N::Token>(error, opening, text, self.bounds))?
    }

    /// Parses a game with edits, and moves past it.
    fn attempt<N: Notation>(
        &mut self,
        offset: usize,
        game: &mut Game<'s, N>,
        edits: &[TokenEdit],
    ) -> Option<Attempt> {
        game.clear();
        let mut tokens = GameTokens::<N::Token>::at(self.text, offset, self.bounds, edits)?;
        game.begins_at = tokens.start();
        let parsed = N::parse(game, &mut tokens).map_err(|error| {
            let start = tokens.start();
            let error = SyntaxError::explain(error, &tokens, |end| {
                error_ply::next_ply::<N::Token>(&self.text[..end], start, error_ply::first_ply(game))
            });
            (error, tokens.last_opening())
        });
        let control = tokens.control();
        self.leave(tokens);
        Some(Attempt { parsed, control })
    }

    /// Skips the rest of a game's tokens, and moves past it.
    fn leave<T: Token>(&mut self, tokens: GameTokens<'_, 's, T>) {
        (self.next, self.end, self.is_bounded) = tokens.skip_to_end();
    }

    /// Parses a game up to the edit that ends it.
    fn read_to_end<N: Notation>(&self, offset: usize, game: &mut Game<'s, N>, edits: &[TokenEdit]) {
        game.clear();
        if let Some(mut tokens) = GameTokens::<N::Token>::at(self.text, offset, self.bounds, edits) {
            // the only possible error is in a tag or a variation that has just begun
            let _ = N::parse(game, &mut tokens);
        }
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
    source: &'s Source,
    cursor: GameCursor<'s>,
    notation: PhantomData<N>,
}

impl<'s, N: Notation> Games<'s, N> {
    /// Starts before the first game.
    #[must_use]
    pub fn new(source: &'s Source) -> Games<'s, N> {
        Games { source, cursor: GameCursor::new(source, Recovery::End), notation: PhantomData }
    }

    /// Returns the end of the last game that was read.
    #[must_use]
    pub fn end(&self) -> usize {
        self.cursor.end
    }

    /// Creates an empty game for [`Games::read`] to fill.
    #[must_use]
    pub fn blank(&self) -> Game<'s, N> {
        Game::new(self.source.bytes(), self.source.encoding())
    }

    /// Reads the next game into `game`, whose memory is reused.
    ///
    /// Returns `None` at the end of the text. After an error, `game` holds the part before the
    /// error, and the next call reads the game that follows.
    pub fn read(&mut self, game: &mut Game<'s, N>) -> Option<Reading> {
        self.cursor.read(game)
    }
}

impl<'s, N: Notation> Iterator for Games<'s, N> {
    type Item = Result<Game<'s, N>, SyntaxError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut game = self.blank();
        self.read(&mut game).map(|reading| reading.error.map_or(Ok(game), Err))
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

//! Tokens to games.
//!
//! A notation's grammar (`grammar/*.lalrpop`) reads one game. Where a game ends the
//! tokens tell (`boundary.rs`), so a file of any size is read game by game, and
//! a game with an error costs no other game.

use std::marker::PhantomData;
use std::ops::Range;

use super::boundary::GameTokens;
use super::recovery::{MOST_RECOVERED, Recovery};
use super::token_edit::{EditKind, TokenEdit};
use super::{CommentBounds, Game, Lexeme, Notation, PieceLetters, SyntaxError, Token, error_ply};
use crate::text::{Encoding, Source, Span, Text};

/// An error that was passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recovered {
    /// What was wrong. Its span covers what was left out, if anything was.
    pub error: SyntaxError,
    /// What was done about it.
    pub kind: EditKind,
}

/// How the reading of a game went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// What was left out of the game, or put in, so that it could be read.
    pub recovered: Vec<Recovered>,
    /// Why the game was read no further. It ends there.
    pub error: Option<SyntaxError>,
}

/// What came of reading a game once.
struct Attempt {
    /// The first error, with the opening bracket of the variation that was closed last before it.
    parsed: Result<(), (SyntaxError, Option<Span>)>,
    /// The first control characters that were passed over.
    control: Option<Span>,
}

/// A place between the games of a source.
#[derive(Clone, Copy, Debug)]
pub struct GameCursor<'s> {
    text: &'s [u8],
    encoding: Encoding,
    bounds: CommentBounds,
    recovery: Recovery,
    /// The letters of the pieces, whatever the tags of a game say.
    letters: Option<PieceLetters>,
    /// Where the next game begins.
    next: usize,
    /// Where the last game ended.
    end: usize,
    /// Whether the last game ended before another.
    is_bounded: bool,
}

impl<'s> GameCursor<'s> {
    /// Starts before the first game.
    #[must_use]
    pub fn new(source: &'s Source, recovery: Recovery) -> GameCursor<'s> {
        let text = source.bytes();
        let bounds = CommentBounds::new(source.last_brace(), recovery == Recovery::LeaveOut);
        let encoding = source.encoding();
        GameCursor { text, encoding, bounds, recovery, letters: None, next: 0, end: 0, is_bounded: true }
    }

    /// Sets the letters of the pieces, whatever the tags of a game say.
    #[must_use]
    pub fn with_piece_letters(self, letters: Option<PieceLetters>) -> GameCursor<'s> {
        GameCursor { letters, ..self }
    }

    /// Goes to an offset between two games, where the next one is looked for.
    pub fn seek(&mut self, offset: usize) {
        (self.next, self.end, self.is_bounded) = (offset, offset, true);
    }

    /// Sees no more than a range of a text from now on, and goes to its beginning.
    pub fn narrow(&mut self, text: &'s [u8], range: Range<usize>) {
        self.text = &text[..range.end];
        self.seek(range.start);
    }

    /// Returns how far comments may go.
    #[must_use]
    pub fn bounds(&self) -> CommentBounds {
        self.bounds
    }

    /// Returns where the next game is looked for: where it begins, once a game has been read.
    #[must_use]
    pub fn next_start(&self) -> usize {
        self.next
    }

    /// Returns where the last game that was read ends.
    #[must_use]
    pub fn end(&self) -> usize {
        self.end
    }

    /// Tells whether the last game that was read ended before another, not at the end of
    /// the text.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        self.is_bounded
    }

    /// Reads the game at the cursor and moves behind it. `game` may have been of another text.
    pub fn read<N: Notation>(&mut self, game: &mut Game<'s, N>) -> Option<Reading> {
        (game.text, game.encoding) = (Text(self.text), self.encoding);
        let mut reading = Reading::default();
        let mut edits = Vec::new();
        let start = self.next;
        loop {
            let Attempt { parsed, control } = self.attempt(start, game, &edits)?;
            let Err((error, opening)) = parsed else {
                let recovered =
                    |span| Recovered { error: SyntaxError::control(span), kind: EditKind::LeaveOut };
                reading.recovered.extend(control.map(recovered));
                break;
            };
            let edit = self.edit::<N>(&error, opening, reading.recovered.len());
            edit.unwrap_or(TokenEdit::end(error.span)).insert_into(&mut edits);
            if let Some(edit) = edit {
                let error = SyntaxError { span: edit.concerns(error.span), ..error };
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

    /// Moves behind the game at the cursor, of which nothing is kept; `None` if there is none.
    pub fn pass_over<N: Notation>(&mut self) -> Option<()> {
        if self.recovery == Recovery::LeaveOut {
            // what is left out may change where the game ends
            return self.read(&mut Game::<N>::new(self.text, self.encoding)).map(drop);
        }
        let tokens = GameTokens::<N::Token>::at(self.text, self.next, self.bounds, self.letters, &[])?;
        self.leave(tokens);
        Some(())
    }

    /// Returns the tokens of the game at the cursor as those of a notation, whatever it is in.
    pub(crate) fn tokens<T: Token>(&self) -> impl Iterator<Item = Lexeme<T>> + use<'s, T> {
        GameTokens::<T>::at(self.text, self.next, self.bounds, self.letters, &[]).into_iter().flatten()
    }

    /// Finds the edit for an error of the game just read, if it is to be recovered.
    fn edit<N: Notation>(
        &self,
        error: &SyntaxError,
        opening: Option<Span>,
        recovered: usize,
    ) -> Option<TokenEdit> {
        let is_recovered = self.recovery == Recovery::LeaveOut && recovered < MOST_RECOVERED;
        let text = &self.text[..self.end];
        is_recovered.then(|| TokenEdit::past::<N::Token>(error, opening, text, self.bounds))?
    }

    /// Reads a game with edits, and moves behind it.
    fn attempt<N: Notation>(
        &mut self,
        offset: usize,
        game: &mut Game<'s, N>,
        edits: &[TokenEdit],
    ) -> Option<Attempt> {
        game.clear();
        let mut tokens = GameTokens::<N::Token>::at(self.text, offset, self.bounds, self.letters, edits)?;
        let parsed = N::parse(game, &mut tokens).map_err(|error| {
            let start = tokens.start();
            let error = SyntaxError::explain(error, &tokens, |end| {
                error_ply::behind::<N::Token>(
                    &self.text[..end],
                    start,
                    tokens.letters(),
                    error_ply::start(game),
                )
            });
            (error, tokens.last_opening())
        });
        let control = tokens.control();
        self.leave(tokens);
        Some(Attempt { parsed, control })
    }

    /// Moves behind the game that tokens are left of.
    fn leave<T: Token>(&mut self, tokens: GameTokens<'_, 's, T>) {
        (self.next, self.end, self.is_bounded) = tokens.skip_to_end();
    }

    /// Reads a game up to the place where an edit ends it.
    fn read_to_end<N: Notation>(&self, offset: usize, game: &mut Game<'s, N>, edits: &[TokenEdit]) {
        game.clear();
        if let Some(mut tokens) =
            GameTokens::<N::Token>::at(self.text, offset, self.bounds, self.letters, edits)
        {
            // what is left of an error is one of a tag or a variation that has just begun
            let _ = N::parse(game, &mut tokens);
        }
    }
}

/// Reads the games of a source one after the other, all in one notation.
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

    /// Returns where the last game that was read ends.
    #[must_use]
    pub fn end(&self) -> usize {
        self.cursor.end
    }

    /// Makes an empty game for [`Games::read`] to fill.
    #[must_use]
    pub fn blank(&self) -> Game<'s, N> {
        Game::new(self.source.bytes(), self.source.encoding())
    }

    /// Reads the next game into `game`, whose memory is used again.
    ///
    /// Returns `None` when there is none left. After an error `game` holds what
    /// was read before it, and the next call goes on with the game that follows.
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
    fn white_space_never_decides() {
        let text = "[Event \"a\"]\n[Site \"b\"]\n\n1. e4 e5 { c } 2. Nf3 *\n\n[Event \"c\"]\n\n*\n";
        let spread = text.replace(' ', "\n\n").replace(']', "\n]\n\n");
        let joined = text.replace('\n', " ");
        for variant in [text, &spread, &joined] {
            assert_eq!(outcomes(variant), [true, true], "{variant}");
        }
    }

    #[test]
    fn a_broken_game_costs_no_other() {
        let text = "[Event \"a\"] 1. e4 e4) *\n[Event \"b\"] 1. d4 *\n[Event] *\n[Event \"d\"] *";
        assert_eq!(outcomes(text), [false, true, false, true]);
    }

    #[test]
    fn nesting_and_length_cost_no_stack() {
        let depth = 100_000;
        let nested = format!("1. e4 {}{} *", "(1. d4 ".repeat(depth), ")".repeat(depth));
        let long = format!("{} *", "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(50_000));
        assert_eq!(outcomes(&nested), [true]);
        assert_eq!(outcomes(&long), [true]);
    }
}

//! The games of a source, one after another.

use std::marker::PhantomData;

use super::repair::Recovery;
use super::{Game, GameCursor, Notation, Reading, SyntaxError};
use crate::text::Source;

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
        self.cursor.end()
    }

    /// Creates an empty game for [`Games::read`] to fill.
    #[must_use]
    pub fn blank(&self) -> Game<'s, N> {
        Game::new(self.source.bytes())
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
        self.read(&mut game).map(|reading| reading.first_error().map_or(Ok(game), Err))
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

//! Tokens to games: the only place that knows LALRPOP.
//!
//! The grammar (`grammar/pgn.lalrpop`) reads one game. Where a game ends the
//! tokens tell (`boundary.rs`), so a file of any size is read game by game, and
//! a game with an error costs no other game.

mod boundary;
mod error;
mod place;

use lalrpop_util::lalrpop_mod;

use crate::ast::{Game, San};
use crate::source::Source;
use boundary::Tokens;

pub use error::{Expected, SyntaxError, SyntaxFault};

lalrpop_mod!(
    #[allow(clippy::all, clippy::pedantic, unused_qualifications, reason = "generated code")]
    pgn
);

/// Reads the games of a source one after the other.
///
/// # Examples
///
/// ```
/// use escaque::parser::Games;
/// use escaque::source::Source;
///
/// let source = Source::new("two games", b"1. e4 e5 * 1. d4 d5 1/2-1/2".to_vec());
/// let games: Result<Vec<_>, _> = Games::new(&source).collect();
/// assert_eq!(games?.len(), 2);
/// # Ok::<(), escaque::parser::SyntaxError>(())
/// ```
#[derive(Debug)]
pub struct Games<'s> {
    source: &'s Source,
    tokens: Tokens<'s>,
}

impl<'s> Games<'s> {
    /// Starts before the first game.
    #[must_use]
    pub fn new(source: &'s Source) -> Games<'s> {
        Games { source, tokens: Tokens::new(source.bytes()) }
    }

    /// Returns where the last game that was read ends.
    #[must_use]
    pub fn end(&self) -> usize {
        self.tokens.end()
    }

    /// Makes an empty game for [`Games::read`] to fill.
    #[must_use]
    pub fn blank(&self) -> Game<'s, San> {
        Game::new(self.source.encoding())
    }

    /// Reads the next game into `game`, whose memory is used again.
    ///
    /// Returns `None` when there is none left. After an error `game` holds what
    /// was read before it, and the next call goes on with the game that follows.
    ///
    /// # Errors
    ///
    /// [`SyntaxError`] at the first token that cannot follow those before it.
    pub fn read(&mut self, game: &mut Game<'s, San>) -> Option<Result<(), SyntaxError>> {
        game.clear();
        let text = self.source.bytes();
        let mut tokens = self.tokens.next_game()?;
        let start = tokens.start();
        let parsed = pgn::GameParser::new().parse(text, game, &mut tokens);
        Some(parsed.map_err(|error| {
            let error = SyntaxError::explain(error, &tokens, |end| {
                place::behind(&text[start..end], place::start(game))
            });
            tokens.for_each(drop);
            error
        }))
    }
}

impl<'s> Iterator for Games<'s> {
    type Item = Result<Game<'s, San>, SyntaxError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut game = self.blank();
        self.read(&mut game).map(|read| read.map(|()| game))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcomes(text: &str) -> Vec<bool> {
        let source = Source::new("t", text.as_bytes().to_vec());
        Games::new(&source).map(|game| game.is_ok()).collect()
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

//! Tokens to games: the only place that knows LALRPOP.
//!
//! Each grammar (`grammar/*.lalrpop`) reads one game in one notation. Where a game ends the
//! tokens tell (`boundary.rs`), so a file of any size is read game by game, and
//! a game with an error costs no other game.

mod any;
mod boundary;
mod error;
mod place;

use std::marker::PhantomData;

use lalrpop_util::{ParseError, lalrpop_mod};

use crate::ast::{CtlAn, Game, Notation, San};
use crate::lexer::{LexError, Lexeme, Terminal, ctl, pgn};
use crate::source::Source;
use boundary::GameTokens;

pub use any::{AnyGame, AnyGames, Kind};
pub use error::{Expected, SyntaxError, SyntaxFault};

lalrpop_mod!(
    #[allow(clippy::all, clippy::pedantic, unused_qualifications, reason = "generated code")]
    pgn_grammar,
    "/pgn.rs"
);

lalrpop_mod!(
    #[allow(clippy::all, clippy::pedantic, unused_qualifications, reason = "generated code")]
    ctl_pgn_grammar,
    "/ctl_pgn.rs"
);

/// A notation that has a grammar here.
pub trait Grammar: Notation {
    /// Its tokens.
    type Token<'s>: Terminal<'s>;

    /// Reads one game into `game`, which is empty.
    ///
    /// # Errors
    ///
    /// LALRPOP's error at the first token that cannot follow those before it.
    fn parse<'s>(
        text: &'s [u8],
        game: &mut Game<'s, Self>,
        tokens: impl Iterator<Item = Lexeme<Self::Token<'s>>>,
    ) -> Result<(), ParseError<usize, Self::Token<'s>, LexError>>;
}

impl Grammar for San {
    type Token<'s> = pgn::Token<'s>;

    fn parse<'s>(
        text: &'s [u8],
        game: &mut Game<'s, San>,
        tokens: impl Iterator<Item = Lexeme<pgn::Token<'s>>>,
    ) -> Result<(), ParseError<usize, pgn::Token<'s>, LexError>> {
        pgn_grammar::GameParser::new().parse(text, game, tokens)
    }
}

impl Grammar for CtlAn {
    type Token<'s> = ctl::Token<'s>;

    fn parse<'s>(
        _text: &'s [u8],
        game: &mut Game<'s, CtlAn>,
        tokens: impl Iterator<Item = Lexeme<ctl::Token<'s>>>,
    ) -> Result<(), ParseError<usize, ctl::Token<'s>, LexError>> {
        ctl_pgn_grammar::GameParser::new().parse(game, tokens)
    }
}

/// A place between the games of a source.
#[derive(Clone, Copy, Debug, Default)]
struct Cursor {
    /// Where the next game begins.
    next: usize,
    /// Where the last game ended.
    end: usize,
}

impl Cursor {
    /// Reads the game at the cursor and moves behind it.
    fn read<'s, N: Grammar>(
        &mut self,
        text: &'s [u8],
        game: &mut Game<'s, N>,
    ) -> Option<Result<(), SyntaxError>> {
        game.clear();
        let mut tokens = GameTokens::<N::Token<'s>>::at(text, self.next)?;
        let parsed = N::parse(text, game, &mut tokens).map_err(|error| {
            let start = tokens.start();
            SyntaxError::explain(error, &tokens, |end| {
                place::behind::<N::Token<'s>>(&text[..end], start, place::start(game))
            })
        });
        *self = tokens.skip_to_end();
        Some(parsed)
    }
}

/// Reads the games of a source one after the other, all in one notation.
///
/// # Examples
///
/// ```
/// use escaque::parser::Games;
/// use escaque::source::Source;
///
/// let source = Source::new("two games", b"1. e4 e5 * 1. d4 d5 1/2-1/2".to_vec());
/// let games: Result<Vec<_>, _> = Games::pgn(&source).collect();
/// assert_eq!(games?.len(), 2);
/// # Ok::<(), escaque::parser::SyntaxError>(())
/// ```
#[derive(Debug)]
pub struct Games<'s, N> {
    source: &'s Source,
    cursor: Cursor,
    notation: PhantomData<N>,
}

impl<'s> Games<'s, San> {
    /// Starts before the first game of a PGN source.
    #[must_use]
    pub fn pgn(source: &'s Source) -> Games<'s, San> {
        Games::new(source)
    }
}

impl<'s, N: Grammar> Games<'s, N> {
    /// Starts before the first game.
    #[must_use]
    pub fn new(source: &'s Source) -> Games<'s, N> {
        Games { source, cursor: Cursor::default(), notation: PhantomData }
    }

    /// Returns where the last game that was read ends.
    #[must_use]
    pub fn end(&self) -> usize {
        self.cursor.end
    }

    /// Makes an empty game for [`Games::read`] to fill.
    #[must_use]
    pub fn blank(&self) -> Game<'s, N> {
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
    pub fn read(&mut self, game: &mut Game<'s, N>) -> Option<Result<(), SyntaxError>> {
        self.cursor.read(self.source.bytes(), game)
    }
}

impl<'s, N: Grammar> Iterator for Games<'s, N> {
    type Item = Result<Game<'s, N>, SyntaxError>;

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
        Games::pgn(&source).map(|game| game.is_ok()).collect()
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

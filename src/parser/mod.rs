//! Tokens to games: the only place that knows LALRPOP.
//!
//! Each grammar (`grammar/*.lalrpop`) reads one game in one notation. Where a game ends the
//! tokens tell (`boundary.rs`), so a file of any size is read game by game, and
//! a game with an error costs no other game.

mod any;
mod boundary;
mod error;
mod mend;
mod place;

use std::marker::PhantomData;

use lalrpop_util::{ParseError, lalrpop_mod};

use crate::ast::{CtlAn, Game, Notation, San};
use crate::lexer::{CommentBounds, LexError, Lexeme, Terminal, ctl, pgn};
use crate::source::{Source, Span};
use crate::text::Encoding;
use boundary::GameTokens;
use mend::{MOST_PASSED, Patch};

pub use any::{AnyGame, AnyGames, Kind};
pub use error::{Expected, SyntaxError, SyntaxFault};
pub use mend::{Mend, Recovery};

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
    type Token: Terminal;

    /// Reads one game of the text into `game`, which is empty.
    ///
    /// # Errors
    ///
    /// LALRPOP's error at the first token that cannot follow those before it.
    fn parse(
        game: &mut Game<'_, Self>,
        tokens: impl Iterator<Item = Lexeme<Self::Token>>,
    ) -> Result<(), ParseError<usize, Self::Token, LexError>>;
}

impl Grammar for San {
    type Token = pgn::Token;

    fn parse(
        game: &mut Game<'_, San>,
        tokens: impl Iterator<Item = Lexeme<pgn::Token>>,
    ) -> Result<(), ParseError<usize, pgn::Token, LexError>> {
        pgn_grammar::GameParser::new().parse(game, tokens)
    }
}

impl Grammar for CtlAn {
    type Token = ctl::Token;

    fn parse(
        game: &mut Game<'_, CtlAn>,
        tokens: impl Iterator<Item = Lexeme<ctl::Token>>,
    ) -> Result<(), ParseError<usize, ctl::Token, LexError>> {
        ctl_pgn_grammar::GameParser::new().parse(game, tokens)
    }
}

/// An error that was passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passed {
    /// What was wrong; its place is what was left out, if something was.
    pub error: SyntaxError,
    /// What was done about it.
    pub mend: Mend,
}

/// How the reading of a game went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// What was left out of the game, or put in, so that it could be read.
    pub passed: Vec<Passed>,
    /// Why the game was read no further. It ends there.
    pub error: Option<SyntaxError>,
}

/// What came of reading a game once.
struct Attempt {
    /// The first error, with where the variation began that ended last before it.
    parsed: Result<(), (SyntaxError, Option<Span>)>,
    /// Where control characters were passed over first.
    control: Option<Span>,
}

/// A place between the games of a source.
#[derive(Clone, Copy, Debug)]
struct Cursor<'s> {
    text: &'s [u8],
    bounds: CommentBounds,
    recovery: Recovery,
    /// Where the next game begins.
    next: usize,
    /// Where the last game ended.
    end: usize,
    /// Whether the last game ended before another.
    is_bounded: bool,
}

impl<'s> Cursor<'s> {
    fn new(source: &'s Source, recovery: Recovery) -> Cursor<'s> {
        let text = source.bytes();
        let bounds = CommentBounds::new(source.last_brace(), recovery == Recovery::LeaveOut);
        Cursor { text, bounds, recovery, next: 0, end: 0, is_bounded: true }
    }

    /// Reads the game at the cursor and moves behind it.
    fn read<N: Grammar>(&mut self, game: &mut Game<'s, N>) -> Option<Reading> {
        let mut reading = Reading::default();
        let mut patches = Vec::new();
        let start = self.next;
        loop {
            let Attempt { parsed, control } = self.attempt(start, game, &patches)?;
            let Err((error, opening)) = parsed else {
                let passed = |span| Passed { error: SyntaxError::control(span), mend: Mend::LeaveOut };
                reading.passed.extend(control.map(passed));
                break;
            };
            let patch = self.patch::<N>(&error, opening, reading.passed.len());
            patch.unwrap_or(Patch::end(&error)).insert_into(&mut patches);
            if let Some(patch) = patch {
                let error = SyntaxError { span: patch.concerns(error.span), ..error };
                reading.passed.push(Passed { error, mend: patch.mend });
            } else {
                self.read_to_end(start, game, &patches);
                game.cut(error.span.start);
                reading.error = Some(error);
                break;
            }
        }
        Some(reading)
    }

    /// Moves behind the game at the cursor, of which nothing is kept.
    fn pass_over<N: Grammar>(&mut self) -> Option<()> {
        if self.recovery == Recovery::LeaveOut {
            // what is left out may change where the game ends
            return self.read(&mut Game::<N>::new(self.text, Encoding::default())).map(drop);
        }
        let tokens = GameTokens::<N::Token>::at(self.text, self.next, self.bounds, &[])?;
        self.leave(tokens);
        Some(())
    }

    /// Finds the patch for an error of the game just read, if it is to be passed.
    fn patch<N: Grammar>(&self, error: &SyntaxError, opening: Option<Span>, passed: usize) -> Option<Patch> {
        let is_passed = self.recovery == Recovery::LeaveOut && passed < MOST_PASSED;
        let text = &self.text[..self.end];
        is_passed.then(|| Patch::past::<N::Token>(error, opening, text, self.bounds))?
    }

    /// Reads a game with patches, and moves behind it.
    fn attempt<N: Grammar>(
        &mut self,
        offset: usize,
        game: &mut Game<'s, N>,
        patches: &[Patch],
    ) -> Option<Attempt> {
        game.clear();
        let mut tokens = GameTokens::<N::Token>::at(self.text, offset, self.bounds, patches)?;
        let parsed = N::parse(game, &mut tokens).map_err(|error| {
            let start = tokens.start();
            let error = SyntaxError::explain(error, &tokens, |end| {
                place::behind::<N::Token>(&self.text[..end], start, place::start(game))
            });
            (error, tokens.last_opening())
        });
        let control = tokens.control();
        self.leave(tokens);
        Some(Attempt { parsed, control })
    }

    /// Moves behind the game that tokens are left of.
    fn leave<T: Terminal>(&mut self, tokens: GameTokens<'_, 's, T>) {
        (self.next, self.end, self.is_bounded) = tokens.skip_to_end();
    }

    /// Reads a game up to where a patch ends it.
    fn read_to_end<N: Grammar>(&self, offset: usize, game: &mut Game<'s, N>, patches: &[Patch]) {
        game.clear();
        if let Some(mut tokens) = GameTokens::<N::Token>::at(self.text, offset, self.bounds, patches) {
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
    cursor: Cursor<'s>,
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
        Games { source, cursor: Cursor::new(source, Recovery::End), notation: PhantomData }
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

impl<'s, N: Grammar> Iterator for Games<'s, N> {
    type Item = Result<Game<'s, N>, SyntaxError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut game = self.blank();
        self.read(&mut game).map(|reading| reading.error.map_or(Ok(game), Err))
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

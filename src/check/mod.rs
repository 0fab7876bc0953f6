//! Checks games: finds what is wrong or odd in the games of a source.

mod by_board;
mod checker;
mod doubt;
mod form;
mod game;
mod hidden_moves;
mod lints;
mod mend;
mod moves;
mod numbers;
mod operations;
mod proof;
mod report;

use crate::notation::{AnyGames, MAX_GAME_SIZE, Variant};
use crate::rules::Illegal;
use crate::syntax::{Game, Notation, NotationKind, PieceLetters, Recovery};
use crate::text::Source;

pub use checker::GameChecker;
pub(crate) use checker::ReadTo;
pub use lints::NotUtf8;
pub use mend::Mender;
#[cfg(feature = "cli")]
pub(crate) use mend::{Answer, Cured, Doubt};
pub(crate) use proof::Proof;
pub use report::{Report, in_reduced_form};

/// The syntax that a file may use. "The assignment" is the university assignment "Traductor
/// de Jugadas de Ajedrez".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[non_exhaustive]
pub enum Syntax {
    /// All that has one sensible reading
    #[default]
    Standard,
    /// Only a minimal form, to the letter: a subset of PGN's export form, as a university assignment
    /// defines it (docs/informe.md); for C'escacs, what the filters of its document leave
    Reduced,
    /// More: what cannot be read is left out, each time with a warning, and illegal moves that
    /// say where from and where to, or that only leave the king in check, are played
    Lenient,
}

impl Syntax {
    /// Returns what to do with illegal moves.
    #[must_use]
    pub const fn illegal(self) -> Illegal {
        match self {
            Syntax::Standard | Syntax::Reduced => Illegal::Refused,
            Syntax::Lenient => Illegal::Played,
        }
    }

    /// Returns how to react to syntax errors.
    #[must_use]
    pub const fn recovery(self) -> Recovery {
        match self {
            Syntax::Standard | Syntax::Reduced => Recovery::End,
            Syntax::Lenient => Recovery::Skip,
        }
    }
}

/// How the games of a text are read and checked.
#[derive(Clone, Copy, Debug)]
pub struct CheckOptions {
    /// The variant that all games are read as; by default the tags of each game decide.
    pub variant: Option<Variant>,
    /// The syntax that the games may use.
    pub syntax: Syntax,
    /// Whether there are also warnings about every wrong move number, about moves after a draw, and
    /// about forms that the notation forbids although its reader accepts them.
    pub pedantic: bool,
    /// The letters of the pieces in PGN, whatever the tags of a game say. If it is `None`, the tags decide.
    pub letters: Option<PieceLetters>,
    /// The maximum size of a game in bytes.
    pub max_game_size: usize,
}

impl Default for CheckOptions {
    fn default() -> CheckOptions {
        let (variant, letters, max_game_size) = (None, None, MAX_GAME_SIZE);
        CheckOptions { variant, syntax: Syntax::default(), pedantic: false, letters, max_game_size }
    }
}

impl CheckOptions {
    /// Creates a reader of the games of a source, positioned before the first one.
    #[must_use]
    pub fn games<'s>(&self, source: &'s Source) -> AnyGames<'s> {
        AnyGames::new(source, self.variant, self.syntax.recovery())
            .with_piece_letters(self.letters)
            .max_game_size(self.max_game_size)
    }
}

/// Everything that the check of a game depends on, other than the game itself.
#[derive(Clone, Copy, Debug)]
pub struct CheckContext<'s> {
    /// The source of the game.
    pub source: &'s Source,
    /// How the game is read and checked.
    pub options: CheckOptions,
    /// The offset at which the previous game ended; `None` for the first game of a file.
    pub previous_end: Option<usize>,
}

impl<'s> CheckContext<'s> {
    /// Creates the context of the first game of a source.
    #[must_use]
    pub const fn of(source: &'s Source, options: CheckOptions) -> CheckContext<'s> {
        CheckContext { source, options, previous_end: None }
    }

    /// Returns the letters of the pieces in a game, if they are not the usual ones.
    fn letters_of<N: Notation>(&self, game: &Game<'_, N>) -> Option<PieceLetters> {
        let of_tag = || game.tag_value(PieceLetters::TAG)?.trim().parse().ok();
        let has_letters = N::KIND == Some(NotationKind::Pgn);
        has_letters.then(|| self.options.letters.or_else(of_tag))?
    }
}

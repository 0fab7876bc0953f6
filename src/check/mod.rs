//! Checks games: finds what is wrong or odd in every game of a source, before anything is
//! shown.

mod brackets;
mod by_board;
mod form;
mod game;
mod games;
mod lints;
mod mend;
mod report;

use crate::rules::Illegal;
use crate::syntax::Recovery;

pub use form::FormLint;
pub use game::CheckContext;
pub(crate) use games::Boundary;
pub use games::GameChecker;
pub use lints::NotUtf8;
pub use mend::{Answer, Cured, Doubt, Mended, Mender};
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
    /// Only the reduced export form of the assignment, to the letter; for C'escacs, what the filters of
    /// its document leave for a minimal reader
    Reduced,
    /// More: what cannot be read is left out, each time with a warning, and illegal moves that
    /// say where from and where to are played
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

    /// Returns what to do after syntax errors.
    #[must_use]
    pub const fn recovery(self) -> Recovery {
        match self {
            Syntax::Standard | Syntax::Reduced => Recovery::End,
            Syntax::Lenient => Recovery::Skip,
        }
    }
}

//! The analysis of a source: every game, every move, before anything is shown.

mod examine;

use std::io::Write;

use crate::ast::Game;
use crate::diagnostic::{Diagnostic, GameLabel, Reporter, Severity};
use crate::dispatch::{Task, by_its_rules};
use crate::lang::{Explain, Language};
use crate::parser::{AnyGames, Kind, SyntaxError};
use crate::replay::{Illegal, Rules};
use crate::source::Source;
use crate::text::Encoding;

pub use examine::{Examination, Finding};

/// How much of PGN a file may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Syntax {
    /// PGN as its standard has it
    #[default]
    Standard,
    /// Only the reduced export form of the assignment, to the letter
    Reduced,
    /// PGN and more: illegal moves that say where from and where to are played
    Lenient,
}

impl Syntax {
    /// Tells what becomes of illegal moves.
    #[must_use]
    pub const fn illegal(self) -> Illegal {
        match self {
            Syntax::Standard | Syntax::Reduced => Illegal::Refused,
            Syntax::Lenient => Illegal::Played,
        }
    }
}

/// Checks every game of a source and reports what is found. Returns how many
/// games there are. `kind` is the notation of all of them, if it is not by the
/// tags of each.
pub fn check<W: Write>(
    source: &Source,
    kind: Option<Kind>,
    syntax: Syntax,
    reporter: &mut Reporter<W>,
) -> usize {
    if source.encoding() == Encoding::Windows1252 {
        reporter.report(source, &Diagnostic::of_source(&SourceCaveat::NotUtf8));
    }
    let mut games = AnyGames::new(source, kind);
    let mut game = games.blank();
    let mut number = 0;
    let mut examination = Examination { source, syntax, previous_end: 0 };
    while let Some(read) = games.read(&mut game) {
        number += 1;
        by_its_rules(&game, Report { examination: &examination, number, read, reporter });
        examination.previous_end = games.end();
    }
    if number == 0 {
        let severity = if syntax == Syntax::Reduced { Severity::Error } else { Severity::Warning };
        reporter.report(source, &Diagnostic { severity, ..Diagnostic::of_source(&SourceCaveat::NoGames) });
    }
    number
}

struct Report<'a, W> {
    examination: &'a Examination<'a>,
    number: usize,
    read: Result<(), SyntaxError>,
    reporter: &'a mut Reporter<W>,
}

impl<W: Write> Task for Report<'_, W> {
    type Output = ();

    fn run<R: Rules>(self, game: &Game<'_, R::Written>) {
        let findings = match self.read {
            Ok(()) => self.examination.of_game::<R>(game),
            Err(error) => vec![self.examination.of_error(game, error)],
        };
        if findings.is_empty() {
            return;
        }
        let label = GameLabel::new(self.number, game);
        for finding in &findings {
            self.reporter.report(self.examination.source, &Diagnostic::of_game(finding, label.clone()));
        }
    }
}

/// What is odd about a source as a whole.
enum SourceCaveat {
    NotUtf8,
    NoGames,
}

impl Explain for SourceCaveat {
    fn message(&self, language: &Language) -> String {
        match self {
            SourceCaveat::NotUtf8 => language.not_utf8,
            SourceCaveat::NoGames => language.no_games,
        }
        .to_owned()
    }
}

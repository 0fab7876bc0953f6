//! The analysis of a source: every game, every move, before anything is shown.

use std::io::{self, Write};

use shakmaty::Chess;

use crate::ast::{Game, Place};
use crate::diagnostic::{Diagnostic, GameLabel, Reporter, Severity};
use crate::lang::{Explain, Language};
use crate::parser::Games;
use crate::replay::{Replay, Rules};
use crate::source::{Source, Span};
use crate::text::Encoding;
use crate::validate::{self, reduced};

/// How much of PGN a file may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Syntax {
    /// PGN as its standard has it
    #[default]
    Standard,
    /// Only the reduced export form of the assignment, to the letter
    Reduced,
}

/// Checks every game of a source and reports what is wrong: at most one error a
/// game, the first. Returns how many games there are.
///
/// # Errors
///
/// Any error of the reporter's output.
pub fn check<W: Write>(source: &Source, syntax: Syntax, reporter: &mut Reporter<W>) -> io::Result<usize> {
    let mut checker = Checker { source, syntax, reporter, number: 0, previous_end: 0 };
    if source.encoding() == Encoding::Windows1252 {
        checker.warn_of_source(&SourceCaveat::NotUtf8)?;
    }
    let mut games = Games::new(source);
    let mut game = games.blank();
    while let Some(read) = games.read(&mut game) {
        checker.number += 1;
        match read {
            Ok(()) => checker.check_game::<Chess>(&game)?,
            Err(error) => {
                checker.report(Severity::Error, &error.fault, error.span, &game, error.place)?;
            }
        }
        checker.previous_end = game.end();
    }
    if checker.number == 0 {
        checker.warn_of_source(&SourceCaveat::NoGames)?;
    }
    Ok(checker.number)
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

struct Checker<'s, 'r, W> {
    source: &'s Source,
    syntax: Syntax,
    reporter: &'r mut Reporter<W>,
    /// The number of the game at hand.
    number: usize,
    /// Where the game before ended.
    previous_end: usize,
}

impl<'s, W: Write> Checker<'s, '_, W> {
    fn check_game<R: Rules>(&mut self, game: &Game<'s, R::Written>) -> io::Result<()> {
        if self.syntax == Syntax::Reduced
            && let Err((departure, span)) = reduced::check(self.source, game, self.previous_end)
        {
            return self.report(Severity::Error, &departure, span, game, None);
        }
        for (caveat, span) in validate::caveats(game) {
            self.report(Severity::Warning, &caveat, span, game, None)?;
        }
        match R::set_up(game) {
            Ok((start, remarks)) => {
                let place = game.tag("FEN").map_or(Span::default(), |tag| tag.value_span);
                for remark in remarks {
                    self.report(Severity::Warning, &remark, place, game, None)?;
                }
                self.check_moves(game, start)
            }
            Err(error) => self.report(Severity::Error, &error.fault, error.span, game, None),
        }
    }

    fn check_moves<R: Rules>(&mut self, game: &Game<'s, R::Written>, start: R) -> io::Result<()> {
        let mut replay = Replay::every_line(game, start);
        loop {
            let ply = match replay.advance() {
                Ok(Some(ply)) => ply,
                Ok(None) => return Ok(()),
                Err(error) => {
                    return self.report(Severity::Error, &error.error, error.span, game, Some(error.place));
                }
            };
            let Some(before) = replay.position_before() else {
                continue;
            };
            if self.syntax == Syntax::Reduced {
                let written = self.source.text(ply.span);
                let canonical = before.notate(ply.action);
                if let Err(departure) = reduced::check_spelling(&written, canonical) {
                    return self.report(Severity::Error, &departure, ply.span, game, Some(ply.place));
                }
            } else if let Some(remark) = before.remark(ply.written, ply.action) {
                self.report(Severity::Warning, &remark, ply.span, game, Some(ply.place))?;
            }
        }
    }

    fn report<M>(
        &mut self,
        severity: Severity,
        problem: &dyn Explain,
        span: Span,
        game: &Game<'s, M>,
        place: Option<Place>,
    ) -> io::Result<()> {
        let diagnostic = Diagnostic {
            severity,
            problem,
            span: Some(span),
            game: Some(GameLabel::new(self.number, game)),
            place,
        };
        self.reporter.report(self.source, &diagnostic)
    }

    fn warn_of_source(&mut self, problem: &dyn Explain) -> io::Result<()> {
        let diagnostic =
            Diagnostic { severity: Severity::Warning, problem, span: None, game: None, place: None };
        self.reporter.report(self.source, &diagnostic)
    }
}

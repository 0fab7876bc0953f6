//! The analysis of a source: every game, every move, before anything is shown.

use std::io::Write;

use crate::ast::{Game, Notation, Place};
use crate::cescacs::Cescacs;
use crate::diagnostic::{Diagnostic, GameLabel, Reporter, Severity};
use crate::lang::{Explain, Language, fill};
use crate::parser::{AnyGame, AnyGames, Kind, SyntaxError};
use crate::replay::{Illegal, Ply, Replay, Rules};
use crate::source::{Source, Span};
use crate::square::Chess;
use crate::text::Encoding;
use crate::validate;
use crate::validate::reduced::{Departure, ReducedForm};

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

/// Something that is wrong or odd in a game.
#[derive(Debug)]
pub struct Finding {
    /// Whether it is an error.
    pub severity: Severity,
    /// What it is.
    pub problem: Box<dyn Explain>,
    /// Where it is written.
    pub span: Span,
    /// The move it is about, if it is about one.
    pub place: Option<Place>,
}

impl Finding {
    fn new(severity: Severity, problem: impl Explain + 'static, span: Span, place: Option<Place>) -> Finding {
        Finding { severity, problem: Box::new(problem), span, place }
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
    let mut previous_end = 0;
    while let Some(read) = games.read(&mut game) {
        number += 1;
        let findings = match read {
            Ok(()) => match &game {
                AnyGame::Pgn(game) => examine::<Chess>(source, game, syntax, previous_end),
                AnyGame::Ctl(game) => examine::<Cescacs>(source, game, syntax, previous_end),
            },
            Err(error) => vec![match &game {
                AnyGame::Pgn(game) => first_error(source, game, syntax, previous_end, error),
                AnyGame::Ctl(game) => first_error(source, game, syntax, previous_end, error),
            }],
        };
        previous_end = games.end();
        for finding in &findings {
            let label = match &game {
                AnyGame::Pgn(game) => GameLabel::new(number, game),
                AnyGame::Ctl(game) => GameLabel::new(number, game),
            };
            reporter.report(source, &Diagnostic::of_game(finding, label));
        }
    }
    if number == 0 {
        let severity = if syntax == Syntax::Reduced { Severity::Error } else { Severity::Warning };
        reporter.report(source, &Diagnostic { severity, ..Diagnostic::of_source(&SourceCaveat::NoGames) });
    }
    number
}

/// Reports a syntax error, unless what was read before it departs already from
/// the form that is asked for.
fn first_error<N: ReducedForm>(
    source: &Source,
    game: &Game<'_, N>,
    syntax: Syntax,
    previous_end: usize,
    error: SyntaxError,
) -> Finding {
    if syntax == Syntax::Reduced
        && let Err(found) = N::check_reduced(source, game, previous_end)
        && found.span.start < game.end()
    {
        return Finding::new(Severity::Error, found.departure, found.span, found.place);
    }
    Finding::new(Severity::Error, error.fault, error.span, error.place)
}

/// Lists what is wrong or odd in a game, in the order of the file, with at most
/// one error: the first. `previous_end` is where the game before ended.
#[must_use]
pub fn examine<R: Rules>(
    source: &Source,
    game: &Game<'_, R::Written>,
    syntax: Syntax,
    previous_end: usize,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    match syntax {
        Syntax::Standard | Syntax::Lenient => {
            let caveats = validate::caveats(game).into_iter();
            findings
                .extend(caveats.map(|(caveat, span)| Finding::new(Severity::Warning, caveat, span, None)));
        }
        Syntax::Reduced => {
            if let Err(found) = R::Written::check_reduced(source, game, previous_end) {
                findings.push(Finding::new(Severity::Error, found.departure, found.span, found.place));
            }
        }
    }
    match R::set_up(game) {
        Ok(start) => {
            let place = start.given.unwrap_or_default();
            let remarks = start.remarks.iter();
            findings.extend(remarks.map(|remark| Finding::new(Severity::Warning, *remark, place, None)));
            examine_moves(
                source,
                game,
                syntax,
                Replay::every_line(game, start.position).with_illegal(syntax.illegal()),
                &mut findings,
            );
        }
        Err(error) => findings.push(Finding::new(Severity::Error, error.fault, error.span, None)),
    }
    findings.sort_by_key(|finding| finding.span.start);
    let mut errors = 0;
    findings.retain(|finding| {
        errors += usize::from(finding.severity == Severity::Error);
        finding.severity == Severity::Warning || errors == 1
    });
    findings
}

fn examine_moves<R: Rules>(
    source: &Source,
    game: &Game<'_, R::Written>,
    syntax: Syntax,
    mut replay: Replay<'_, '_, R>,
    findings: &mut Vec<Finding>,
) {
    loop {
        let ply = match replay.advance() {
            Ok(Some(ply)) => ply,
            Ok(None) => return findings.extend(wrong_outcome(game, replay.position())),
            Err(error) => {
                findings.push(Finding::new(Severity::Error, error.error, error.span, Some(error.place)));
                return;
            }
        };
        let before = replay.position_before().unwrap_or_else(|| replay.position());
        if let Some(error) = ply.illegal {
            findings.push(Finding::new(Severity::Warning, error, ply.span, Some(ply.place)));
            continue;
        }
        match syntax {
            Syntax::Standard | Syntax::Lenient => {
                let remarks = before.remarks(ply.written, ply.resolved, replay.position());
                findings.extend(
                    remarks.map(|remark| Finding::new(Severity::Warning, remark, ply.span, Some(ply.place))),
                );
            }
            Syntax::Reduced => {
                if let Err(departure) = check_spelling(source, before, &ply) {
                    findings.push(Finding::new(Severity::Error, departure, ply.span, Some(ply.place)));
                    return;
                }
            }
        }
    }
}

/// Holds the result against the last position of the main line.
fn wrong_outcome<R: Rules>(game: &Game<'_, R::Written>, last: &R) -> Option<Finding> {
    let (outcome, span) = game.result?;
    let by_board = last.outcome().filter(|by_board| *by_board != outcome)?;
    let movetext = R::Written::result_text(outcome);
    let board = R::Written::result_text(by_board);
    Some(Finding::new(Severity::Warning, WrongOutcome { movetext, board }, span, None))
}

/// A result that is not that of the last position.
struct WrongOutcome {
    movetext: &'static str,
    board: &'static str,
}

impl Explain for WrongOutcome {
    fn message(&self, language: &Language) -> String {
        fill(language.wrong_outcome, &[("movetext", &self.movetext), ("board", &self.board)])
    }
}

fn check_spelling<R: Rules>(source: &Source, before: &R, ply: &Ply<'_, R>) -> Result<(), Departure> {
    R::Written::check_spelling(&source.text(ply.span), before.notate(ply.resolved))
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

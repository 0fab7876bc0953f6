//! The analysis of a game.

use super::Syntax;
use crate::ast::{Game, Notation, Place};
use crate::diagnostic::Severity;
use crate::lang::{Explain, Language, fill};
use crate::parser::SyntaxError;
use crate::replay::{MoveError, Ply, Replay, Rules};
use crate::source::{Source, Span};
use crate::validate::reduced::{Departure, ReducedForm};
use crate::validate::{self, FormRules};

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

/// What the analysis of a game depends on besides the game.
#[derive(Clone, Copy, Debug)]
pub struct Examination<'s> {
    /// The text that the game was read from.
    pub source: &'s Source,
    /// What the game may use.
    pub syntax: Syntax,
    /// Where the game before ended; 0 for the first.
    pub previous_end: usize,
}

impl Examination<'_> {
    /// Lists what is wrong or odd in a game, in the order of the file, with at
    /// most one error: the first.
    #[must_use]
    pub fn of_game<R: Rules>(&self, game: &Game<'_, R::Written>) -> Vec<Finding> {
        let mut findings = self.without_board(game);
        match R::set_up(game) {
            Ok(start) => {
                let place = start.given.unwrap_or_default();
                let remarks = start.remarks.iter();
                findings.extend(remarks.map(|remark| Finding::new(Severity::Warning, *remark, place, None)));
                self.moves(game, start.position, &mut findings);
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

    /// Reports a syntax error, unless what was read before it departs already
    /// from the form that is asked for.
    #[must_use]
    pub fn of_error<N: ReducedForm>(&self, game: &Game<'_, N>, error: SyntaxError) -> Finding {
        if self.syntax == Syntax::Reduced
            && let Err(found) = N::check_reduced(self.source, game, self.previous_end)
            && found.span.start < game.end()
        {
            return Finding::new(Severity::Error, found.departure, found.span, found.place);
        }
        Finding::new(Severity::Error, error.fault, error.span, error.place)
    }

    fn without_board<N: ReducedForm + FormRules>(&self, game: &Game<'_, N>) -> Vec<Finding> {
        match self.syntax {
            Syntax::Standard | Syntax::Lenient => {
                let caveats = validate::caveats(game).into_iter();
                caveats.map(|(caveat, span)| Finding::new(Severity::Warning, caveat, span, None)).collect()
            }
            Syntax::Reduced => {
                let found = N::check_reduced(self.source, game, self.previous_end).err().into_iter();
                found.map(|f| Finding::new(Severity::Error, f.departure, f.span, f.place)).collect()
            }
        }
    }

    fn moves<R: Rules>(&self, game: &Game<'_, R::Written>, start: R, findings: &mut Vec<Finding>) {
        let mut replay = Replay::every_line(game, start).with_illegal(self.syntax.illegal());
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
                findings.push(Finding::new(Severity::Warning, Insisted(error), ply.span, Some(ply.place)));
                continue;
            }
            match self.syntax {
                Syntax::Standard | Syntax::Lenient => {
                    let remarks = before.remarks(ply.written, ply.resolved, replay.position());
                    findings
                        .extend(remarks.map(|remark| {
                            Finding::new(Severity::Warning, remark, ply.span, Some(ply.place))
                        }));
                }
                Syntax::Reduced => {
                    if let Err(departure) = self.check_spelling(before, &ply) {
                        findings.push(Finding::new(Severity::Error, departure, ply.span, Some(ply.place)));
                        return;
                    }
                }
            }
        }
    }

    fn check_spelling<R: Rules>(&self, before: &R, ply: &Ply<'_, R>) -> Result<(), Departure> {
        R::Written::check_spelling(&self.source.text(ply.span), before.notate(ply.resolved))
    }
}

/// An illegal move that is played.
struct Insisted(MoveError);

impl Explain for Insisted {
    fn message(&self, language: &Language) -> String {
        self.0.message(language)
    }

    fn help(&self, language: &Language) -> Option<String> {
        let played = language.played_as_written;
        Some(self.0.help(language).map_or_else(|| played.to_owned(), |help| format!("{played}; {help}")))
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

//! Checks a game.

use super::doubt::Doubts;
use super::lints::NotUtf8;
use super::moves::MoveCheck;
use super::{CheckContext, Report, Syntax, form, hidden_moves, operations};
use crate::message::{Amended, Code, Diagnostic};
use crate::rules::{Illegal, Rules, Unwritable, write_minimal};
use crate::syntax::{Game, LexFault, MinimalText, Notation, Reading, SyntaxError, SyntaxFault};
use crate::text::Span;

impl CheckContext<'_> {
    /// Checks a game. `reading` is the outcome of reading it. The resolved moves of the main line
    /// are appended to `played`, if it is given, so that they need not be resolved again.
    #[must_use]
    pub fn of_game<R: Rules>(
        &self,
        game: &Game<'_, R::Notation>,
        mut reading: Reading,
        played: Option<&mut Vec<R::Move>>,
    ) -> Report {
        let start = R::set_up(game);
        let doubts = Doubts::of(game, &reading);
        let is_readable = doubts.is_readable;
        if start.is_err() {
            forgive_movetext(&mut reading, game);
        }
        let mut report = Report::of_edited(reading.edits(), self.options.letters);
        report.not_utf8 = NotUtf8::of(game);
        let mut errors = reading.repairs.iter().filter(|repair| repair.is_error);
        let ends_in_error = errors.any(|repair| hides_result(repair.error.fault));
        let mut is_html = false;
        for mut repair in reading.repairs {
            let SyntaxError { fault, span, ply } = repair.error;
            // a game with HTML has many such signs, and one message is enough
            if fault == SyntaxFault::Token(LexFault::Html) && std::mem::replace(&mut is_html, true) {
                continue;
            }
            // the reduced form has nothing but games
            repair.is_error |= fault.is_between_games() && self.options.syntax == Syntax::Reduced;
            if repair.is_error {
                report.error_at(repair, span, ply);
            } else {
                report.warn(repair, span, ply);
            }
        }
        if let Some(error) = reading.error {
            report.end_by(Diagnostic::error(error.fault, error.span, error.ply));
        }
        self.check_form::<R>(game, is_readable, &mut report);
        if ends_in_error {
            report.diagnostics.retain(|diagnostic| diagnostic.problem.code() != Code::ResultMissing);
        }
        match start {
            Ok(start) => {
                let is_given = start.given.is_some();
                for lint in start.lints {
                    let given = start.given.unwrap_or_default();
                    // a position of a list has no fixes
                    let understood = (!game.is_listed).then(|| start.position.fen());
                    let fixes = understood.map(|fen| lint.fixes_in_fen(&fen, self.source, given));
                    report.warn(Amended::new(lint).with_fixes(fixes.unwrap_or_default()), given, None);
                }
                if game.is_listed {
                    operations::check(game, &start.position, &mut report);
                }
                hidden_moves::in_place_of_moves(self, game, &start.position, &mut report);
                MoveCheck::new(self, game, (&start.position, is_given), &mut report).run(played);
            }
            Err(error) => report.error_at(error.fault, error.span, None),
        }
        // if a last move that mates lacks its `#`, only that is reported, and not a missing `:` as
        // well
        let mates = |found: &Diagnostic| found.problem.code() == Code::MateNotMarked;
        let mates: Vec<_> = report.diagnostics.iter().filter(|found| mates(found)).map(|f| f.span).collect();
        let is_colon = |found: &Diagnostic| found.problem.code() == Code::ColonMissing;
        report.diagnostics.retain(|found| !is_colon(found) || !mates.contains(&found.span));
        let mut report = report.finish::<R::Notation>(self.source, |error| self.section(game, error));
        doubts.raise(self.source, game, &mut report);
        report
    }

    /// Returns the section of the document of the reduced form that has the rule which an error
    /// breaks. Returns `None` in any other syntax.
    fn section<N: Notation>(&self, game: &Game<'_, N>, error: &Diagnostic) -> Option<&'static str> {
        let code = error.problem.code();
        let section = N::section(code).filter(|_| self.options.syntax == Syntax::Reduced)?;
        if self.breaks_tag(game, error) { N::section(Code::TagEndExpected) } else { Some(section) }
    }

    /// Returns whether an error is in the syntax of a tag. Such an error comes before the moves,
    /// and a tag lacks a part, or the line begins or ends with the bracket of a tag.
    fn breaks_tag<N: Notation>(&self, game: &Game<'_, N>, error: &Diagnostic) -> bool {
        let (code, Some(Span { start, .. })) = (error.problem.code(), error.span) else {
            return false;
        };
        let element = game.movetext.first().map(|element| element.span.start);
        let moves = element.into_iter().chain(game.result.map(|(_, span)| span.start)).min();
        let line = self.source.line_span(start);
        let line = self.source.bytes()[line.range()].trim_ascii();
        code.digits().starts_with("02")
            && moves.is_none_or(|moves| start <= moves)
            && (N::section(code) == N::section(Code::TagEndExpected)
                || line.starts_with(b"[")
                || line.ends_with(b"]"))
    }

    /// Runs the checks that need no board: for departures from the reduced form, if that is
    /// the syntax, and otherwise for deviations from the standard.
    fn check_form<R: Rules>(&self, game: &Game<'_, R::Notation>, is_readable: bool, report: &mut Report) {
        if game.is_listed {
            return;
        }
        match self.options.syntax {
            Syntax::Standard | Syntax::Lenient => {
                report.diagnostics.extend(form::lints(game, is_readable));
                if self.options.pedantic {
                    report.diagnostics.extend(form::signs_in_names(game));
                    report.diagnostics.extend(R::Notation::pedantic_lints(self.source, game, is_readable));
                }
            }
            Syntax::Reduced => {
                let error = report.first_error();
                // tags that the error has broken would be reported as missing or contradictory
                if error.is_some_and(|error| self.breaks_tag(game, error)) {
                    return;
                }
                let error = error.and_then(|error| Some(error.span?.start));
                let departure = self.departure::<R>(game).err();
                let end = game.cut_at.map(|_| game.end());
                let is_own = |departure: &Diagnostic| {
                    departure.span.is_none_or(|span| {
                        end.is_none_or(|end| span.start < end)
                            && error.is_none_or(|error| !self.is_caused(span, error))
                    })
                };
                if let Some(departure) = departure.filter(is_own) {
                    report.cut_by_departure(departure, game.movetext_start());
                }
            }
        }
    }

    /// Finds the first departure from the reduced form. A game with an illegal move is compared
    /// only up to it, because the rest has no minimal form.
    fn departure<R: Rules>(&self, game: &Game<'_, R::Notation>) -> Result<(), Diagnostic> {
        let write = |game: &Game<'_, R::Notation>| {
            let text = write_minimal::<R>(game, Illegal::Refused)?;
            Ok(MinimalText { text, cut_at: game.cut_at })
        };
        let minimal = || match write(game) {
            Err(Unwritable::Replay(error)) => {
                let mut legal = game.clone();
                legal.cut(error.span.start);
                write(&legal).ok()
            }
            written => written.ok(),
        };
        R::Notation::check_reduced(self.source, game, self.previous_end, minimal)
    }

    /// Returns whether an error may be the cause of a departure: if the departure contains the error, comes
    /// after it, or is separated from it only by white space.
    fn is_caused(&self, departure: Span, error: usize) -> bool {
        let before_error = || &self.source.bytes()[departure.start..error];
        departure.start >= error || departure.end > error || before_error().trim_ascii().is_empty()
    }
}

/// Drops the errors in the movetext of a game whose variant or position is unknown, because what is
/// not a move in chess may be one in that game.
fn forgive_movetext<N: Notation>(reading: &mut Reading, game: &Game<'_, N>) {
    let start = game.movetext_start();
    let is_told = |error: &SyntaxError| {
        let is_of_file = matches!(error.fault, SyntaxFault::CutOff | SyntaxFault::TooLarge { .. });
        is_of_file || error.fault.is_between_games() || error.span.start < start
    };
    reading.repairs.retain(|repair| is_told(&repair.error));
    reading.error = reading.error.filter(is_told);
}

/// Returns whether an error may be the reason that a game has no result.
fn hides_result(fault: SyntaxFault) -> bool {
    let lexical = [LexFault::UnclosedComment, LexFault::BadResult, LexFault::BadCtlResult];
    match fault {
        SyntaxFault::Token(fault) => lexical.contains(&fault),
        SyntaxFault::UnclosedVariation | SyntaxFault::EndsEarly(_) => true,
        _ => false,
    }
}

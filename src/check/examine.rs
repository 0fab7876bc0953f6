//! The analysis of a game.

use std::ops::ControlFlow;

use super::Syntax;
use crate::ast::{Element, Game, Node, Notation, Outcome, Place};
use crate::codes::Code;
use crate::diagnostic::Severity;
use crate::lang::{Explain, Language, fill};
use crate::parser::{Mend, Reading, SyntaxFault};
use crate::replay::{MoveError, Ply, Replay, Rules, Step};
use crate::source::{Source, Span};
use crate::validate::reduced::{Departure, ReducedForm};
use crate::validate::{self, Caveat, FormRules};

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
    /// Where the game before ended; `None` for the first of a file.
    pub previous_end: Option<usize>,
    /// Whether move numbers are held against the board.
    pub pedantic: bool,
}

/// What was found in a game, and how much there is of it.
#[derive(Debug, Default)]
pub struct Verdict {
    /// What is wrong or odd, in the order of the file, with at most one error.
    pub findings: Vec<Finding>,
    /// How many moves the main line has, up to the error.
    pub moves: usize,
    /// How many variations there are, up to the error.
    pub variations: usize,
}

impl Verdict {
    /// Returns the error, if there is one.
    #[must_use]
    pub fn error(&self) -> Option<&Finding> {
        self.findings.iter().find(|finding| finding.severity == Severity::Error)
    }

    fn error_at(&mut self, problem: impl Explain + 'static, span: Span, place: Option<Place>) {
        self.findings.push(Finding::new(Severity::Error, problem, span, place));
    }

    fn warn(&mut self, problem: impl Explain + 'static, span: Span, place: Option<Place>) {
        self.findings.push(Finding::new(Severity::Warning, problem, span, place));
    }

    /// Puts the findings in order and keeps the first error, for the others may
    /// follow from it.
    fn settle(mut self) -> Verdict {
        self.findings.sort_by_key(|finding| finding.span.start);
        let mut errors = 0;
        self.findings.retain(|finding| {
            errors += usize::from(finding.severity == Severity::Error);
            finding.severity == Severity::Warning || errors == 1
        });
        self
    }
}

impl Examination<'_> {
    /// Finds what is wrong or odd in a game that has been read. What the moves of its main
    /// line mean is added to `played`, if somebody wants to show them.
    #[must_use]
    pub fn of_game<R: Rules>(
        &self,
        game: &Game<'_, R::Written>,
        reading: Reading,
        played: Option<&mut Vec<R::Move>>,
    ) -> Verdict {
        let mut verdict = Verdict::default();
        for passed in reading.passed {
            let (error, mend) = (passed.error, passed.mend);
            verdict.warn(Mended { fault: error.fault, mend }, error.span, error.place);
        }
        if let Some(error) = reading.error {
            verdict.error_at(error.fault, error.span, error.place);
        }
        self.without_board(game, &mut verdict);
        match R::set_up(game) {
            Ok(start) => {
                for remark in start.remarks {
                    verdict.warn(remark, start.given.unwrap_or_default(), None);
                }
                self.moves(game, start.position, &mut verdict, played);
            }
            Err(error) => verdict.error_at(error.fault, error.span, None),
        }
        verdict.settle()
    }

    fn without_board<N: ReducedForm + FormRules>(&self, game: &Game<'_, N>, verdict: &mut Verdict) {
        match self.syntax {
            Syntax::Standard | Syntax::Lenient => {
                for (caveat, span) in validate::caveats(game) {
                    verdict.warn(caveat, span, None);
                }
                if let Some((_, span)) = game.result
                    && N::result_from_text(&self.source.text(span)).is_none()
                {
                    verdict.warn(Caveat::OddResult, span, None);
                }
            }
            Syntax::Reduced => {
                let found = N::check_reduced(self.source, game, self.previous_end).err();
                // of a game that was cut off the end is not to be judged
                let found = found.filter(|found| game.cut_at.is_none() || found.span.start < game.end());
                if let Some(found) = found {
                    verdict.error_at(found.departure, found.span, found.place);
                }
            }
        }
    }

    fn moves<R: Rules>(
        &self,
        game: &Game<'_, R::Written>,
        start: R,
        verdict: &mut Verdict,
        mut played: Option<&mut Vec<R::Move>>,
    ) {
        let mut replay = Replay::every_line(game, start).with_illegal(self.syntax.illegal());
        loop {
            let before = (self.syntax == Syntax::Reduced).then(|| replay.position().clone());
            match replay.step() {
                Ok(Some(Step::Ply(ply))) => {
                    if replay.depth() == 0 {
                        verdict.moves += 1;
                        played.iter_mut().for_each(|played| played.push(ply.resolved));
                    }
                    if self.ply(ply, before.as_ref(), replay.position(), verdict).is_break() {
                        return;
                    }
                }
                Ok(Some(Step::Beside(element))) => self.beside(element, replay.position().place(), verdict),
                Ok(None) => return verdict.findings.extend(wrong_outcome(game, replay.position())),
                Err(error) => return verdict.error_at(error.error, error.span, Some(error.place)),
            }
        }
    }

    /// Looks at what stands beside moves; `next` is the move that comes on the board.
    fn beside<N: Notation>(&self, element: &Element<N>, next: Place, verdict: &mut Verdict) {
        match element.node {
            Node::VariationStart(_) => verdict.variations += 1,
            Node::MoveNumber(number)
                if number.value != next.number
                    && (self.pedantic || self.is_doubtful_number(element.span)) =>
            {
                verdict.warn(WrongNumber { expected: next.number }, element.span, Some(next));
            }
            Node::Nag(_) if self.syntax != Syntax::Reduced => {
                let text = self.source.text(element.span);
                if text.len() > 2 && text.starts_with(['!', '?']) {
                    verdict.warn(LongSuffix { read_as: text[..2].to_owned() }, element.span, None);
                }
            }
            _ => {}
        }
    }

    /// Tells whether a number, which is not the board's, may be something else: the rest
    /// of a move, a clock, an evaluation. One with a full stop is a move number.
    fn is_doubtful_number(&self, span: Span) -> bool {
        let text = self.source.text(span);
        self.syntax != Syntax::Reduced && text.ends_with(|last: char| last.is_ascii_digit())
    }

    /// Looks at a move. In the reduced form the position before it tells how it is spelled.
    fn ply<R: Rules>(
        &self,
        ply: Ply<'_, R>,
        before: Option<&R>,
        after: &R,
        verdict: &mut Verdict,
    ) -> ControlFlow<()> {
        if let Some(error) = ply.illegal {
            verdict.warn(Insisted(error), ply.span, Some(ply.place));
            return ControlFlow::Continue(());
        }
        match before {
            None => {
                after.remark_on(ply.written, ply.resolved, |remark| {
                    verdict.warn(remark, ply.span, Some(ply.place));
                });
            }
            Some(before) => {
                if let Err(departure) = self.check_spelling(before, &ply) {
                    verdict.error_at(departure, ply.span, Some(ply.place));
                    return ControlFlow::Break(());
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn check_spelling<R: Rules>(&self, before: &R, ply: &Ply<'_, R>) -> Result<(), Departure> {
        R::Written::check_spelling(&self.source.text(ply.span), before.notate(ply.resolved))
    }
}

/// A move number that is not the board's.
struct WrongNumber {
    expected: u32,
}

impl Explain for WrongNumber {
    fn code(&self) -> Code {
        Code::WrongNumber
    }

    fn message(&self, language: &Language) -> String {
        fill(language.wrong_number, &[("expected", &self.expected)])
    }
}

/// More signs behind a move than an annotation has.
struct LongSuffix {
    read_as: String,
}

impl Explain for LongSuffix {
    fn code(&self) -> Code {
        Code::UnknownSuffix
    }

    fn message(&self, language: &Language) -> String {
        fill(language.long_suffix, &[("read", &self.read_as)])
    }

    fn help(&self, language: &Language) -> Option<String> {
        Some(language.known_suffixes.to_owned())
    }
}

/// A syntax error that was passed over.
struct Mended {
    fault: SyntaxFault,
    mend: Mend,
}

impl Explain for Mended {
    fn code(&self) -> Code {
        self.fault.code()
    }

    fn message(&self, language: &Language) -> String {
        self.fault.message(language)
    }

    fn help(&self, language: &Language) -> Option<String> {
        let done = match self.mend {
            Mend::CloseTag => language.tag_is_closed,
            Mend::CloseVariations => language.variation_is_closed,
            Mend::TakeAsComment => language.comment_is_closed,
            Mend::LeaveOut | Mend::End => language.it_is_left_out,
        };
        Some(done.to_owned())
    }
}

/// An illegal move that is played.
struct Insisted(Box<MoveError>);

impl Explain for Insisted {
    fn code(&self) -> Code {
        self.0.code()
    }

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
    let movetext = R::Written::result_text(outcome);
    let is_stalemate = matches!(outcome, Outcome::WhiteStalemates | Outcome::BlackStalemates);
    let board = match last.outcome() {
        Some(by_board) if by_board == outcome => return None,
        Some(by_board) => Some(R::Written::result_text(by_board)),
        // the other results may have been agreed upon
        None if is_stalemate => None,
        None => return None,
    };
    Some(Finding::new(Severity::Warning, WrongOutcome { movetext, board }, span, None))
}

/// A result that is not that of the last position.
struct WrongOutcome {
    movetext: &'static str,
    /// The result by the position, if the game is over in it.
    board: Option<&'static str>,
}

impl Explain for WrongOutcome {
    fn code(&self) -> Code {
        match self.board {
            Some(_) => Code::WrongOutcome,
            None => Code::NoStalemate,
        }
    }

    fn message(&self, language: &Language) -> String {
        match &self.board {
            Some(board) => fill(language.wrong_outcome, &[("movetext", &self.movetext), ("board", board)]),
            None => fill(language.no_stalemate, &[("movetext", &self.movetext)]),
        }
    }
}

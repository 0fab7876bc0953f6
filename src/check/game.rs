//! Checks a game.

use std::ops::ControlFlow;

use super::brackets::{ContinuedLine, OpenLine, continued_line};
use super::lints::{GameInComment, GameLint, KingsInCentre, NotUtf8};
use super::{Report, Syntax, form};
use crate::message::{Code, Diagnostic, Fix, PlyNumber, WithFixes};
use crate::rules::{
    Draw, Draws, Illegal, MoveLint, Ply, PositionLint, Replay, ReplayError, Rules, Step, Unwritable,
    write_minimal,
};
use crate::syntax::{
    CommentForm, Element, Game, LexFault, MinimalText, MoveNumber, Node, Notation, NotationKind, NumberMark,
    Outcome, PieceLetters, Reading, SyntaxError, SyntaxFault, TokenEdit,
};
use crate::text::{Source, Span};

/// Everything that the check of a game depends on, except the game itself.
#[derive(Clone, Copy, Debug)]
pub struct CheckContext<'s> {
    /// The source of the game.
    pub source: &'s Source,
    /// The syntax that the game may use.
    pub syntax: Syntax,
    /// The offset at which the previous game ended; `None` for the first game of a file.
    pub previous_end: Option<usize>,
    /// Whether warnings also tell every wrong move number, and what the notation forbids and its
    /// reader accepts all the same.
    pub pedantic: bool,
    /// The letters of the pieces, whatever the tags of a game say.
    pub letters: Option<PieceLetters>,
}

/// How many illegal moves of a game are an occasion to look at its brackets. Each costs replays.
const MOST_BRACKET_LOOKS: usize = 20;

/// The state of the check of all lines.
struct LineCheck {
    /// How many illegal moves in variations have been an occasion to look at their brackets.
    bracket_looks: usize,
    /// The offset up to which it is known whether moves follow the numbers.
    numbers_seen_to: usize,
    /// The lines that are open, from the main line to the innermost one.
    lines: Vec<OpenLine>,
}

impl LineCheck {
    fn new() -> LineCheck {
        LineCheck { bracket_looks: 0, numbers_seen_to: 0, lines: vec![OpenLine::default()] }
    }

    /// Takes note of a bracket.
    fn note_bracket<N>(&mut self, element: &Element<N>) {
        match element.node {
            Node::VariationStart(_) => {
                self.lines.push(OpenLine { opening: Some(element.span), ..OpenLine::default() });
            }
            Node::VariationEnd => drop(self.lines.pop()),
            _ => {}
        }
    }

    /// Takes note of a move. Returns whether it is one of the main line.
    fn note_move(&mut self) -> bool {
        self.lines.last_mut().into_iter().for_each(|line| line.has_move = true);
        self.lines.len() == 1
    }

    /// Takes note of a number. If it is the first of a variation, and neither the last one of the line around it nor the
    /// next one of the board, returns the former.
    fn note_number(&mut self, number: MoveNumber, next: u32) -> Option<u32> {
        let [.., around, line] = &mut self.lines[..] else {
            self.lines[0].number = Some(number);
            return None;
        };
        let is_first = line.number.replace(number).is_none() && !line.has_move;
        let around = around.number.map(|around| around.value);
        around.filter(|around| is_first && ![next, *around].contains(&number.value))
    }

    /// Returns the edit that leaves out the rest of the variation that is open, or all of it if no move has been played.
    fn cut(&self, from: usize, closing: Span) -> TokenEdit {
        match self.lines.last() {
            Some(OpenLine { opening: Some(opening), has_move: false, .. }) => {
                TokenEdit::leave_out_variation(*opening, closing)
            }
            _ => TokenEdit::cut_variation(from, closing),
        }
    }

    /// Leaves the variation that is open because of an illegal move. Looks whether it is its first and the moves in the
    /// brackets continue the line around, whose next ply is given, unless that has been done often.
    fn leave<N: Notation>(&mut self, game: &Game<'_, N>, next: PlyNumber) -> Option<ContinuedLine> {
        let line = self.lines.pop()?;
        self.bracket_looks += 1;
        let is_asked = self.bracket_looks <= MOST_BRACKET_LOOKS;
        is_asked.then(|| continued_line(game, &line, next))?
    }

    /// Returns the number that an element is, and the closing bracket of its line, if that is not the next move's, and no
    /// move of its line follows, such as a move in the numbers of correspondence chess.
    fn loose_number<N: Notation>(
        &mut self,
        game: &Game<'_, N>,
        element: &Element<N>,
        next: u32,
    ) -> Option<(u32, Option<Span>)> {
        let start = element.span.start;
        let Node::MoveNumber(number) = element.node else { return None };
        if start < self.numbers_seen_to || number.value == next || number.mark == NumberMark::Unknown {
            return None;
        }
        let at = game.movetext.partition_point(|element| element.span.start < start);
        let is_between = |node: &Node<N>| {
            matches!(
                node,
                Node::MoveNumber(_) | Node::Nag(_) | Node::Comment(_) | Node::DrawOffer | Node::EndOfPlay
            )
        };
        let behind = game.movetext[at..].iter().find(|element| !is_between(&element.node));
        self.numbers_seen_to = behind.map_or(usize::MAX, |element| element.span.start);
        match behind {
            Some(Element { node: Node::VariationEnd, span }) => Some((number.value, Some(*span))),
            None if game.cut_at.is_none() => Some((number.value, None)),
            _ => None,
        }
    }
}

impl CheckContext<'_> {
    /// Checks a game. `reading` is the outcome of reading it. The moves of the main line are
    /// appended to `played`, if it is given, so that they need not be resolved again.
    #[must_use]
    pub fn of_game<R: Rules>(
        &self,
        game: &Game<'_, R::Notation>,
        mut reading: Reading,
        played: Option<&mut Vec<R::Move>>,
    ) -> Report {
        let start = R::set_up(game);
        let is_readable = reading.error.is_none()
            && reading.repairs.iter().all(|repair| repair.error.fault == SyntaxFault::TextBetweenGames);
        if start.is_err() {
            forgive_movetext(&mut reading, game);
        }
        let mut report = Report::of_edited(reading.edits(), self.letters);
        report.not_utf8 = NotUtf8::of(game);
        let mut errors = reading.repairs.iter().filter(|repair| repair.is_error);
        let ends_in_error = errors.any(|repair| hides_result(repair.error.fault));
        let mut is_html = false;
        for mut repair in reading.repairs {
            let SyntaxError { fault, span, ply } = repair.error;
            // one of its many signs says it
            if fault == SyntaxFault::Token(LexFault::Html) && std::mem::replace(&mut is_html, true) {
                continue;
            }
            repair.is_error |= fault == SyntaxFault::TextBetweenGames && self.syntax == Syntax::Reduced;
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
                for lint in start.lints {
                    let given = start.given.unwrap_or_default();
                    let lint = PositionLint { lint, understood: start.position.fen() };
                    report.warn(lint, given, None);
                }
                self.check_lines(game, &start.position, &mut report, played);
            }
            Err(error) => report.error_at(error.fault, error.span, None),
        }
        let mut report = report.finish::<R::Notation>(self.source, |error| self.section(game, error));
        self.doubt(is_readable, &mut report);
        report
    }

    /// Makes guesses of the fixes of a faulty game that say how a good one is written: the spellings of the reduced form
    /// if something is left out, since a move may be one of another line, and the layout of CTL-PGN.
    fn doubt(&self, is_readable: bool, report: &mut Report) {
        let is_faulty = report.error().is_some();
        let is_doubtful = |code: Code| {
            !is_readable && code == Code::ReducedSpelling || is_faulty && code.digits().starts_with("08")
        };
        if is_readable && !is_faulty {
            return;
        }
        let doubted = |found: Diagnostic| {
            if !is_doubtful(found.problem.code()) {
                return found;
            }
            let fixes = found.fixes(self.source).into_iter().map(Fix::guessed).collect();
            Diagnostic { problem: Box::new(WithFixes::instead(found.problem, fixes)), ..found }
        };
        report.diagnostics = std::mem::take(&mut report.diagnostics).into_iter().map(doubted).collect();
    }

    /// Returns the section of the document of the reduced form that has the rule an error breaks, if
    /// that is the syntax.
    fn section<N: Notation>(&self, game: &Game<'_, N>, error: &Diagnostic) -> Option<&'static str> {
        let code = error.problem.code();
        let section = N::section(code).filter(|_| self.syntax == Syntax::Reduced)?;
        if self.breaks_tag(game, error) { N::section(Code::TagEndExpected) } else { Some(section) }
    }

    /// Tells whether an error is one of the syntax of a tag: before the moves, and in a line that has
    /// a bracket of a tag, or where a tag lacks a part.
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
        match self.syntax {
            Syntax::Standard | Syntax::Lenient => {
                report.diagnostics.extend(form::lints(game, is_readable));
                let behind = self.previous_end.and_then(|end| form::moves_behind_result(game, end));
                report.diagnostics.extend(behind);
                if self.pedantic {
                    report.diagnostics.extend(R::Notation::pedantic_lints(self.source, game, is_readable));
                }
            }
            Syntax::Reduced => {
                let error = report.first_error();
                // the tags that an error has broken are missing or at odds because of it
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

    /// Finds the first departure from the reduced form. What follows an illegal move has no minimal
    /// form to compare with.
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

    /// Tells whether an error may be the cause of a departure: what has it or follows it departs because
    /// of it, and so does a gap before it.
    fn is_caused(&self, departure: Span, error: usize) -> bool {
        let before_error = || &self.source.bytes()[departure.start..error];
        departure.start >= error || departure.end > error || before_error().trim_ascii().is_empty()
    }

    /// Replays every line, and checks each move and everything between moves.
    fn check_lines<R: Rules>(
        &self,
        game: &Game<'_, R::Notation>,
        start: &R,
        report: &mut Report,
        mut played: Option<&mut Vec<R::Move>>,
    ) {
        let mut lines = LineCheck::new();
        let illegal = self.syntax.illegal();
        let is_reduced = self.syntax == Syntax::Reduced;
        let mut replay = Replay::every_line(game, start.clone()).with_illegal(illegal).with_guesses();
        // the position before the last move, if it is checked pedantically
        let mut last_before: Option<R> = None;
        let mut draws = (R::DRAWS_END_GAMES || self.pedantic).then(Draws::default);
        let mut draw = draws.as_mut().and_then(|draws| draws.note(start));
        let mut tells_draw = self.pedantic;
        loop {
            let before = (is_reduced || self.pedantic).then(|| replay.position().clone());
            match replay.step().map_err(|error| self.spelled(game, error)) {
                Ok(Some(Step::Ply(ply))) => {
                    if lines.note_move() {
                        report.moves += 1;
                        if let Some(rule) = draw.filter(|draw| draw.ends_game() && tells_draw) {
                            tells_draw = false;
                            report.warn(GameLint::GoesOn { rule }, ply.span, Some(ply.at));
                        }
                        draw = draws.as_mut().and_then(|draws| draws.note(replay.position()));
                        played.iter_mut().for_each(|played| played.push(ply.resolved));
                    }
                    let (written, span) = (*ply.written, ply.span);
                    let spelled = before.as_ref().filter(|_| is_reduced);
                    if self.check_ply(ply, spelled, replay.position(), report).is_break() {
                        return;
                    }
                    last_before = before.filter(|_| self.pedantic);
                    if let Some(before) = &last_before {
                        check_pedantically(&Node::Move(written), span, [before, replay.position()], report);
                    }
                }
                Ok(Some(Step::Other(element))) => {
                    let next = replay.position().ply_number();
                    lines.note_bracket(element);
                    if matches!(element.node, Node::VariationStart(_) | Node::VariationEnd) {
                        last_before = None;
                    }
                    if let Some(before) = &last_before {
                        check_pedantically(&element.node, element.span, [before, replay.position()], report);
                    }
                    if let Some((found, closing)) = lines.loose_number(game, element, next.number) {
                        let lint = Box::new(GameLint::WrongNumber { expected: next.number, found });
                        // what it is instead is not known
                        let (lint, span) = (WithFixes::instead(lint, Vec::new()), element.span);
                        let Some(closing) = closing else {
                            report.cut(lint, span, Some(next));
                            return;
                        };
                        report.error_at(lint, span, Some(next));
                        report.edit(lines.cut(span.start, closing));
                        continue;
                    }
                    if element.node == Node::Comment(CommentForm::Line) && self.syntax != Syntax::Reduced {
                        self.check_line_comment(game, element.span, next, report);
                    }
                    let around = match element.node {
                        Node::MoveNumber(number) => lines.note_number(number, next.number),
                        _ => None,
                    };
                    self.check_element(element, next, around, report);
                }
                Ok(None) => {
                    let by_board = Draw::outcome(replay.position(), draw);
                    report.diagnostics.extend(wrong_outcome(game, by_board));
                    return;
                }
                Err(error) => match error.closing {
                    Some(closing) => {
                        report.edit(lines.cut(error.span.start, closing));
                        match lines.leave(game, replay.position().ply_number()) {
                            Some(continued) => {
                                let ContinuedLine { opening, lint, counted_at } = continued;
                                report.forget_numbers(Span::new(opening.start, lint.closing.end));
                                report.error_at(lint, opening, None);
                                // without the moves in the brackets the line would be another one
                                if let Some(at) = counted_at.filter(|_| error.depth == 1) {
                                    report.edit(TokenEdit::end_game(at));
                                    return;
                                }
                            }
                            None => report.error_at(error.error, error.span, Some(error.at)),
                        }
                    }
                    None => {
                        match KingsInCentre::of(game, start, &error) {
                            Some(kings) => {
                                report.edit(kings.edit());
                                report.end_by(Diagnostic::error(kings, error.span, Some(error.at)));
                            }
                            None => report.cut(error.error, error.span, Some(error.at)),
                        }
                        return;
                    }
                },
            }
        }
    }

    /// Returns the letters of the pieces in a game, if they are not the usual ones.
    fn letters_of<N: Notation>(&self, game: &Game<'_, N>) -> Option<PieceLetters> {
        let of_tag = || game.tag_value(PieceLetters::TAG)?.trim().parse().ok();
        let has_letters = N::KIND == Some(NotationKind::Pgn);
        has_letters.then(|| self.letters.or_else(of_tag))?
    }

    /// Spells the moves that may be meant by one that cannot be played in the letters of its game.
    #[cold]
    fn spelled<N: Notation>(&self, game: &Game<'_, N>, mut found: Box<ReplayError>) -> Box<ReplayError> {
        if let Some(letters) = self.letters_of(game) {
            found.error.readings.iter_mut().for_each(|reading| *reading = letters.spell(reading));
        }
        found
    }

    /// Looks for a part of the game in a comment to the end of its line. What stands behind the result is none.
    #[cold]
    fn check_line_comment<N: Notation>(
        &self,
        game: &Game<'_, N>,
        comment: Span,
        next: PlyNumber,
        report: &mut Report,
    ) {
        let is_behind = game.result.is_some_and(|(_, result)| result.start < comment.start);
        let letters = self.letters_of(game);
        let found = GameInComment::of::<N>(game.text.0, comment, next, letters).filter(|_| !is_behind);
        if let Some(found) = found {
            report.warn(found, comment, Some(next));
        }
    }

    /// Checks an element that is not a move. `next` is the number of the next ply, as counted on the board, and `around`
    /// that of the line around if another one begins a variation.
    fn check_element<N: Notation>(
        &self,
        element: &Element<N>,
        next: PlyNumber,
        around: Option<u32>,
        report: &mut Report,
    ) {
        match (element.node, around) {
            (Node::VariationStart(_), _) => report.variations += 1,
            (Node::MoveNumber(number), Some(expected)) => {
                let lint = GameLint::VariationNumber { found: number.value, expected };
                report.warn(lint, element.span, Some(next));
            }
            (Node::MoveNumber(number), None)
                if number.value != next.number
                    && (self.pedantic || self.is_doubtful_number(element.span)) =>
            {
                let lint = GameLint::WrongNumber { expected: next.number, found: number.value };
                report.warn(lint, element.span, Some(next));
            }
            (Node::Nag(_), _) if self.syntax != Syntax::Reduced => {
                let text = self.source.text(element.span);
                if text.len() > 2 && text.starts_with(['!', '?']) {
                    report.warn(GameLint::LongSuffix { read_as: text[..2].to_owned() }, element.span, None);
                }
            }
            _ => {}
        }
    }

    /// Tells whether a wrong move number may be something else, such as the rest of a move, a
    /// clock or an evaluation. A number with a full stop is certainly a move number.
    fn is_doubtful_number(&self, span: Span) -> bool {
        let text = self.source.text(span);
        self.syntax != Syntax::Reduced && text.ends_with(|last: char| last.is_ascii_digit())
    }

    /// Checks a move that has been played. `before` is the position before it if the spelling
    /// must be that of the reduced form.
    fn check_ply<R: Rules>(
        &self,
        ply: Ply<'_, R>,
        before: Option<&R>,
        after: &R,
        report: &mut Report,
    ) -> ControlFlow<()> {
        if let Some(error) = ply.illegal {
            report.warn(GameLint::ForcedMove(error), ply.span, Some(ply.at));
            return ControlFlow::Continue(());
        }
        match before {
            None => {
                after.lint(ply.written, ply.resolved, |lint| {
                    report.warn(MoveLint { lint, mark: after.check_mark() }, ply.span, Some(ply.at));
                });
            }
            Some(before) => {
                if let Err(departure) = self.check_spelling(before, &ply) {
                    report.cut_by(departure);
                    return ControlFlow::Break(());
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn check_spelling<R: Rules>(&self, before: &R, ply: &Ply<'_, R>) -> Result<(), Diagnostic> {
        let (written, san) = (self.source.text(ply.span), before.to_san(ply.resolved));
        R::Notation::check_spelling(&written, &san, ply.span, ply.at)
    }
}

/// Drops the errors in the movetext of a game whose kind of chess or position is unknown, for what is
/// no move of chess may be one there.
fn forgive_movetext<N: Notation>(reading: &mut Reading, game: &Game<'_, N>) {
    let start = game.movetext_start();
    let is_told = |error: &SyntaxError| {
        let is_of_file = matches!(
            error.fault,
            SyntaxFault::CutOff | SyntaxFault::TooLarge { .. } | SyntaxFault::TextBetweenGames
        );
        is_of_file || error.span.start < start
    };
    reading.repairs.retain(|repair| is_told(&repair.error));
    reading.error = reading.error.filter(is_told);
}

/// Tells whether an error may be the reason why a game has no result.
fn hides_result(fault: SyntaxFault) -> bool {
    let lexical = [LexFault::UnclosedComment, LexFault::BadResult, LexFault::BadCtlResult];
    match fault {
        SyntaxFault::Token(fault) => lexical.contains(&fault),
        SyntaxFault::UnclosedVariation | SyntaxFault::EndsEarly(_) => true,
        _ => false,
    }
}

/// Checks what the notation forbids in a move or in what is said of it, given the positions before and after it.
fn check_pedantically<R: Rules>(
    node: &Node<R::Notation>,
    span: Span,
    [before, after]: [&R; 2],
    report: &mut Report,
) {
    if let Some(lint) = before.pedantic_lint(node, after) {
        report.warn(lint, span, None);
    }
}

/// Checks the result against the last position of the main line.
fn wrong_outcome<N: Notation>(game: &Game<'_, N>, by_board: Option<Outcome>) -> Option<Diagnostic> {
    let (_, span) = game.result?;
    // where moves end with `*`, the position has decided; a diagram without moves says nothing about the result
    let outcome = Some(game.outcome()).filter(|outcome| *outcome != Outcome::Unknown)?;
    let movetext = N::result_text(outcome);
    let is_stalemate = matches!(outcome, Outcome::WhiteStalemates | Outcome::BlackStalemates);
    let board = match by_board {
        Some(by_board) if by_board == outcome => return None,
        Some(by_board) => Some(N::result_text(by_board)),
        // any other result may have been agreed upon
        None if is_stalemate => None,
        None => return None,
    };
    Some(Diagnostic::warning(GameLint::WrongOutcome { movetext, board }, span, None))
}

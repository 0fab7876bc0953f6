//! Checks the moves of a game, line by line, and everything between them.

use std::ops::ControlFlow;

use super::doubt::OF_START;
use super::hidden_moves::{self, HiddenMoves};
use super::lints::{GameLint, game_in_comment, kings_in_centre};
use super::numbers::{ContinuedLine, Count, Disagreements, NumberFault, Numbered, Verdict, renumbered};
use super::{CheckContext, Report, Syntax};
use crate::message::{Amended, Certainty, Code, Describe, Diagnostic, Fix, PlyNumber};
use crate::notation::ctl::PlaySign;
use crate::rules::{Draws, MoveLint, Ply, Replay, ReplayError, Rules, Step};
use crate::syntax::{
    CommentForm, Element, Game, MoveNumber, Node, Notation, NumberMark, Outcome, PieceLetters, TokenEdit,
};
use crate::text::Span;

/// The check of the moves of a game. Its functions return [`ControlFlow::Break`] where the check ends early.
pub(super) struct MoveCheck<'c, R: Rules> {
    context: &'c CheckContext<'c>,
    game: &'c Game<'c, R::Notation>,
    start: &'c R,
    report: &'c mut Report,
    replay: Replay<'c, R>,
    lines: LineCheck,
    draws: Draws<R>,
    /// Whether to report that the game goes on after a draw. It is reported once.
    tells_draw: bool,
    /// The position before the last move, if the check needs it.
    before: Option<R>,
    /// Whether a tag gives the position at the start.
    is_given: bool,
    /// The numbers that do not agree with their lines, once there is one.
    disagreements: Option<Disagreements>,
}

/// A line that is open at the place that the check has reached.
#[derive(Debug, Default)]
struct OpenLine {
    /// The opening bracket; the main line has none.
    opening: Option<Span>,
    count: Count,
    has_move: bool,
}

/// The state of the check of all lines.
struct LineCheck {
    /// The offset up to which it is known whether a move follows each number.
    numbers_seen_to: usize,
    /// The lines that are open, from the main line to the innermost one.
    lines: Vec<OpenLine>,
    /// Whether it has been told that numbers count plies.
    plies_are_told: bool,
}

impl LineCheck {
    fn new() -> LineCheck {
        let (lines, plies_are_told) = (vec![OpenLine::default()], false);
        LineCheck { numbers_seen_to: 0, lines, plies_are_told }
    }

    /// Notes a bracket.
    fn note_bracket<N: Notation>(&mut self, element: &Element<N>) {
        match element.node {
            Node::VariationStart(_) => {
                self.lines.push(OpenLine { opening: Some(element.span), ..OpenLine::default() });
            }
            Node::VariationEnd => drop(self.lines.pop()),
            _ => {}
        }
    }

    /// Notes a move. Returns whether it belongs to the main line.
    fn note_move(&mut self) -> bool {
        self.lines.last_mut().into_iter().for_each(|line| line.has_move = true);
        self.lines.len() == 1
    }

    /// Notes a number. Returns whether it agrees with those before it in its line.
    fn note_number(&mut self, found: Numbered) -> bool {
        self.lines.last_mut().is_none_or(|line| line.count.note(found))
    }

    /// Returns the last number of the line around a variation if a number is the first of the variation, before its
    /// moves, and is not that last number.
    fn odd_beginning(&self, number: u32) -> Option<u32> {
        let [.., around, line] = &self.lines[..] else { return None };
        let is_first = line.count.last.is_none() && !line.has_move;
        let around = around.count.last.map(|around| around.number().value);
        around.filter(|around| is_first && *around != number)
    }

    /// Returns the edit that leaves out the rest of the open variation from `from` on, or all of it if no
    /// move of it has been played.
    fn cut(&self, from: usize, closing: Span) -> TokenEdit {
        match self.lines.last() {
            Some(OpenLine { opening: Some(opening), has_move, .. }) if !has_move || from < opening.end => {
                TokenEdit::leave_out_variation(*opening, closing)
            }
            _ => TokenEdit::cut_variation(from, closing),
        }
    }

    /// Returns a number and the closing bracket of its line (the main line has none) if the number
    /// is not the next move's and no move of its line follows. Such numbers may be the moves
    /// themselves, in the numeric notation of correspondence chess.
    #[inline(always)]
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
            matches!(node, Node::MoveNumber(_) | Node::Nag(_) | Node::Comment(_) | Node::Sign(_))
                && *node != PlaySign::Omitted
        };
        let after = game.movetext[at..].iter().find(|element| !is_between(&element.node));
        self.numbers_seen_to = after.map_or(usize::MAX, |element| element.span.start);
        match after {
            Some(Element { node: Node::VariationEnd, span }) => Some((number.value, Some(*span))),
            None if game.cut_at.is_none() => Some((number.value, None)),
            _ => None,
        }
    }
}

impl<'c, R: Rules> MoveCheck<'c, R> {
    /// Begins before the first move, in a position that a tag may have given.
    pub(super) fn new(
        context: &'c CheckContext<'c>,
        game: &'c Game<'c, R::Notation>,
        (start, is_given): (&'c R, bool),
        report: &'c mut Report,
    ) -> MoveCheck<'c, R> {
        let replay = Replay::every_line(game, start.clone());
        let replay = replay.with_illegal(context.options.syntax.illegal()).with_guesses();
        let mut draws = Draws::watching(start.draws_end_games() || context.options.pedantic);
        draws.note(start);
        let (mut lines, tells_draw) = (LineCheck::new(), context.options.pedantic);
        lines.lines[0].count.is_whole = !is_given;
        let (before, disagreements) = (None, None);
        MoveCheck {
            context,
            game,
            start,
            report,
            replay,
            lines,
            draws,
            tells_draw,
            before,
            is_given,
            disagreements,
        }
    }

    /// Replays every line, and checks each move and everything between moves. The resolved moves of the main
    /// line are appended to `played`, if it is given.
    pub(super) fn run(mut self, mut played: Option<&mut Vec<R::Move>>) {
        let is_reduced = self.context.options.syntax == Syntax::Reduced;
        let asks_for_before = is_reduced || self.context.options.pedantic && R::HAS_PEDANTIC_LINTS;
        loop {
            let before = asks_for_before.then(|| self.replay.position().clone());
            let flow = match self.replay.step() {
                Ok(Some(Step::Ply(ply))) => {
                    if self.lines.note_move() {
                        self.note_main_move(&ply);
                        played.iter_mut().for_each(|played| played.push(ply.resolved));
                    }
                    // a position is so large that even `None` costs something to put in its place
                    if asks_for_before {
                        self.before = before;
                    }
                    self.check_ply(ply)
                }
                Ok(Some(Step::Other(element))) => self.check_element(element),
                Ok(None) => {
                    let next = self.replay.position().ply_number();
                    let comment = hidden_moves::at_end(self.game, next, || self.letters());
                    if let Some(comment) = comment {
                        self.forget_comment(comment);
                        self.report.error_at(HiddenMoves::OfLine, comment, Some(next));
                    }
                    let by_board = self.draws.outcome(self.replay.position());
                    self.report.diagnostics.extend(wrong_outcome(self.game, by_board));
                    return;
                }
                Err(error) => self.leave_line(self.spelled(error)),
            };
            if flow.is_break() {
                return;
            }
        }
    }

    /// Notes a move of the main line, and warns if a draw had ended the game before it.
    fn note_main_move(&mut self, ply: &Ply<'_, R>) {
        if self.tells_draw
            && let Some(rule) = self.draws.last.filter(|draw| draw.ends_game())
        {
            self.tells_draw = false;
            self.report.warn(GameLint::GoesOn(rule), ply.span, Some(ply.at));
        }
        self.report.moves += 1;
        self.draws.note(self.replay.position());
    }

    /// Checks a move that has been played.
    fn check_ply(&mut self, ply: Ply<'_, R>) -> ControlFlow<()> {
        let (written, span, after) = (*ply.written, ply.span, self.replay.position());
        let spelled = self.before.as_ref().filter(|_| self.context.options.syntax == Syntax::Reduced);
        match (ply.illegal, spelled) {
            (Some(error), _) => self.report.warn(GameLint::ForcedMove(error), span, Some(ply.at)),
            (None, None) => after.lint(ply.written, ply.resolved, |lint| {
                self.report.warn(MoveLint { lint, mark: after.check_mark() }, span, Some(ply.at));
            }),
            (None, Some(before)) => {
                let (text, san) = (self.context.source.text(span), before.to_san(ply.resolved));
                if let Err(departure) = R::Notation::check_spelling(&text, &san, span, ply.at) {
                    self.report.cut_by(departure);
                    return ControlFlow::Break(());
                }
            }
        }
        self.check_pedantically(&Node::Move(written), span);
        ControlFlow::Continue(())
    }

    /// Checks the last move, or an element after it, for what the notation forbids.
    fn check_pedantically(&mut self, node: &Node<R::Notation>, span: Span) {
        let before = self.before.as_ref().filter(|_| self.context.options.pedantic);
        if let Some(lint) = before.and_then(|before| before.pedantic_lint(node, self.replay.position())) {
            self.report.warn(lint, span, None);
        }
    }

    /// Checks an element that is not a move.
    fn check_element(&mut self, element: &Element<R::Notation>) -> ControlFlow<()> {
        let (syntax, span) = (self.context.options.syntax, element.span);
        // the number of the next ply, as counted on the board
        let next = self.replay.position().ply_number();
        self.lines.note_bracket(element);
        if matches!(element.node, Node::VariationStart(_) | Node::VariationEnd) {
            // the last move before a bracket is one of another line
            self.before = None;
        }
        self.check_pedantically(&element.node, span);
        if let Some((found, closing)) = self.lines.loose_number(self.game, element, next.number) {
            let lint = GameLint::WrongNumber { expected: next.number, found };
            // the lint has no fixes, because it is not known what the number is instead
            let lint = Amended::new(lint).with_fixes(Vec::new());
            let Some(closing) = closing else {
                self.report.cut(lint, span, Some(next));
                return ControlFlow::Break(());
            };
            self.report.error_at(lint, span, Some(next));
            self.report.edit(self.lines.cut(span.start, closing));
            return ControlFlow::Continue(());
        }
        match element.node {
            Node::VariationStart(_) => self.report.variations += 1,
            Node::MoveNumber(number) => return self.check_number(number, span, next),
            Node::Comment(CommentForm::Line) if syntax != Syntax::Reduced => {
                self.check_line_comment(span, next);
            }
            Node::Nag(_) if syntax != Syntax::Reduced => {
                let text = self.context.source.text(span);
                if text.len() > 2 && text.starts_with(['!', '?']) {
                    self.report.warn(GameLint::LongSuffix { read: text[..2].to_owned() }, span, None);
                }
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }

    /// Checks a move number.
    fn check_number(&mut self, number: MoveNumber, span: Span, next: PlyNumber) -> ControlFlow<()> {
        if number.value != next.number {
            self.check_other_number(number, span, next);
        }
        let found = Numbered::of::<R::Notation>(number, next, span.start);
        if number.mark == NumberMark::Unknown || self.lines.note_number(found) {
            return ControlFlow::Continue(());
        }
        if self.context.options.syntax == Syntax::Reduced {
            ControlFlow::Continue(())
        } else {
            self.disagree(found, span)
        }
    }

    /// Checks a number other than that of the next move. With a full stop it certainly is a move number. Without one it
    /// may be something else, such as the rest of a move, a clock or an evaluation.
    fn check_other_number(&mut self, number: MoveNumber, span: Span, next: PlyNumber) {
        let CheckContext { source, options, .. } = *self.context;
        let (syntax, pedantic) = (options.syntax, options.pedantic);
        let is_doubtful =
            || syntax != Syntax::Reduced && source.text(span).ends_with(|last: char| last.is_ascii_digit());
        let found = number.value;
        if let Some(expected) = self.lines.odd_beginning(found) {
            self.report.warn(GameLint::VariationNumber { found, expected }, span, Some(next));
        } else if pedantic || is_doubtful() {
            self.report.warn(GameLint::WrongNumber { expected: next.number, found }, span, Some(next));
        }
    }

    /// Tells what a number says that does not agree with its line.
    #[cold]
    fn disagree(&mut self, number: Numbered, span: Span) -> ControlFlow<()> {
        let (game, found, next) = (self.game, number.number().value, number.next());
        let verdict = self.judged().at(span.start);
        self.report.numbers_step |= verdict != Some(Verdict::CountsPlies);
        if found > next.number {
            let comment = hidden_moves::before_number(game, span, next, self.letters().as_ref());
            if let Some(comment) = comment {
                self.forget_comment(comment);
                if self.context.options.syntax == Syntax::Lenient {
                    self.report.error_at(HiddenMoves::OfLine, comment, Some(next));
                    return ControlFlow::Continue(());
                }
                return self.end_line(HiddenMoves::OfLine, comment, next, span.start);
            }
        }
        match verdict {
            // with number 1 only White's move is missing, as the move will show
            Some(Verdict::First) if found == 1 => {}
            Some(Verdict::First) => {
                return self.end_line(NumberFault::NoPosition { found }, span, next, span.start);
            }
            Some(Verdict::Step { missing, before, end }) => {
                let is_short = missing > 0;
                let fault = if is_short {
                    NumberFault::Missing { before, found }
                } else {
                    NumberFault::TooMany { found }
                };
                let fixes = self.renumbering(span.start, missing);
                if let (Syntax::Lenient, Some(line)) =
                    (self.context.options.syntax, self.lines.lines.last_mut())
                {
                    line.count = Count::from(number);
                }
                return self.end_line(Amended::new(fault).with_fixes(fixes), span, next, end);
            }
            Some(Verdict::Slip { expected }) if expected != found => {
                let is_told =
                    |last: &Diagnostic| last.span == Some(span) && last.problem.code() == Code::WrongNumber;
                if !self.report.diagnostics.last().is_some_and(is_told) {
                    self.report.warn(NumberFault::Slip { expected }, span, Some(next));
                }
            }
            Some(Verdict::CountsPlies) if !std::mem::replace(&mut self.lines.plies_are_told, true) => {
                self.report.warn(NumberFault::CountsPlies, span, Some(next));
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }

    /// Returns what the numbers of the game say that do not agree with their lines, which is found out once.
    fn judged(&mut self) -> &Disagreements {
        let (game, first, is_given) = (self.game, self.start.ply_number(), self.is_given);
        self.disagreements.get_or_insert_with(|| Disagreements::of(game, first, is_given))
    }

    /// Returns the changes of all numbers from an offset on, if this ends the main line although all of its moves are
    /// legal as they stand.
    fn renumbering(&self, from: usize, missing: i64) -> Vec<Fix> {
        if self.replay.depth() > 0 || self.context.options.syntax == Syntax::Lenient {
            return Vec::new();
        }
        let mut replay = Replay::<R>::main_line(self.game, self.start.clone());
        let mut last = replay.advance();
        while let Ok(Some(_)) = last {
            last = replay.advance();
        }
        let edits = if last.is_ok() { renumbered(self.game, from, missing) } else { Vec::new() };
        if edits.is_empty() { Vec::new() } else { vec![Fix::of(Certainty::Guess, edits)] }
    }

    /// Ends the line at `end`, or before its moves if that is 0, because of a fault at `span`. Lenient reading only warns.
    fn end_line(
        &mut self,
        fault: impl Describe + 'static,
        span: Span,
        next: PlyNumber,
        end: usize,
    ) -> ControlFlow<()> {
        if self.context.options.syntax == Syntax::Lenient {
            self.report.warn(fault, span, Some(next));
            return ControlFlow::Continue(());
        }
        let Some(closing) = self.replay.skip_line() else {
            let is_kept = |element: &&Element<R::Notation>| element.span.start < end;
            let is_move = |element: &&Element<R::Notation>| matches!(element.node, Node::Move(_));
            self.report.moves = self.game.main_line().take_while(is_kept).filter(is_move).count();
            let first = self.game.movetext.first().map_or(end, |first| first.span.start);
            self.report.end_by(Diagnostic::error(fault, span, Some(next)));
            self.report.edit(TokenEdit::end_game(end.max(first)));
            return ControlFlow::Break(());
        };
        self.report.error_at(fault, span, Some(next));
        self.report.edit(self.lines.cut(end, closing));
        self.lines.lines.pop();
        ControlFlow::Continue(())
    }

    fn letters(&self) -> Option<PieceLetters> {
        self.context.letters_of(self.game)
    }

    /// Drops the warning about a comment of which an error tells.
    fn forget_comment(&mut self, comment: Span) {
        let is_told =
            |found: &Diagnostic| found.problem.code() == Code::GameInComment && found.span == Some(comment);
        self.report.diagnostics.retain(|found| !is_told(found));
    }

    /// Looks for a part of the game in a comment that goes to the end of its line. A comment after
    /// the result cannot contain one.
    #[cold]
    fn check_line_comment(&mut self, comment: Span, next: PlyNumber) {
        let game = self.game;
        let letters = self.letters();
        let found = game_in_comment::<R::Notation>(game.text.0, comment, next, letters);
        if let Some(found) = found.filter(|_| !game.follows_result(comment)) {
            self.report.warn(found, comment, Some(next));
        }
    }

    /// Leaves a line that cannot be played on. Breaks if it is the main line, or if the main line ends
    /// because of it.
    fn leave_line(&mut self, error: Box<ReplayError>) -> ControlFlow<()> {
        let (span, at) = (error.span, Some(error.at));
        let Some(closing) = error.closing else {
            match kings_in_centre(self.context.source, self.game, self.start, &error) {
                Some((problem, edit)) => {
                    self.report.edit(edit);
                    self.report.end_by(Diagnostic::error(problem, span, at));
                }
                None if self.begins_at_its_end() => {
                    let error = Amended::new(error.error).with_fixes(Vec::new());
                    let error = error.with_help(|language| Some(language.position_at_end.to_owned()));
                    self.report.cut(error, span, at);
                }
                None => self.report.cut(error.error, span, at),
            }
            return ControlFlow::Break(());
        };
        self.report.edit(self.lines.cut(span.start, closing));
        let left = self.lines.lines.pop().filter(|line| !line.has_move);
        let continued = left.and_then(|line| self.judged().continued(line.opening?));
        let Some(continued) = continued else {
            self.report.error_at(error.error, span, at);
            return ControlFlow::Continue(());
        };
        let ContinuedLine { opening, closing, counted_at } = continued;
        self.report.forget_numbers(Span::new(opening.start, closing.end));
        self.report.error_at(GameLint::MovesInBrackets { closing }, opening, None);
        // the number counts the moves in the brackets, so the moves after it would be another game
        // without them
        match counted_at.filter(|_| error.depth == 1) {
            Some(at) => {
                self.report.edit(TokenEdit::end_game(at));
                ControlFlow::Break(())
            }
            None => ControlFlow::Continue(()),
        }
    }

    /// Returns whether the position that is given for the start of the game is that after its moves, which begin with an
    /// illegal one.
    fn begins_at_its_end(&self) -> bool {
        if self.report.moves > 0 || !self.is_given {
            return false;
        }
        let mut usual = self.game.clone();
        usual.tags.retain(|tag| !OF_START.iter().any(|name| tag.has_name(name)) || tag.has_name("Variant"));
        let Ok(start) = R::set_up(&usual) else { return false };
        let mut replay = Replay::<R>::main_line(self.game, start.position);
        while let Ok(Some(_)) = replay.advance() {}
        // the counters need not be right
        let board = |position: &R| position.fen().split(' ').take(2).map(str::to_owned).collect::<Vec<_>>();
        board(replay.position()) == board(self.start)
    }

    /// Spells the suggested moves of an error with the piece letters of its game.
    #[cold]
    fn spelled(&self, mut found: Box<ReplayError>) -> Box<ReplayError> {
        if let Some(letters) = self.letters() {
            found.error.readings.iter_mut().for_each(|reading| *reading = letters.spell(reading));
        }
        found
    }
}

/// Checks the result against the last position of the main line.
fn wrong_outcome<N: Notation>(game: &Game<'_, N>, by_board: Option<Outcome>) -> Option<Diagnostic> {
    let (_, span) = game.result?;
    // if the moves end with `*`, the position has decided; a diagram without moves says nothing
    // about the result
    let outcome = Some(game.outcome()).filter(|outcome| *outcome != Outcome::Unknown)?;
    let movetext = N::result_text(outcome);
    let is_stalemate = matches!(outcome, Outcome::WhiteStalemates | Outcome::BlackStalemates);
    let lint = match by_board {
        Some(by_board) if by_board == outcome => return None,
        Some(by_board) => GameLint::WrongOutcome { movetext, board: N::result_text(by_board) },
        // any other result may have been agreed upon
        None if is_stalemate => GameLint::NoStalemate { movetext },
        None => return None,
    };
    Some(Diagnostic::warning(lint, span, None))
}

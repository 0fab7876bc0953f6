//! What becomes of the games of a piece, one after the other.

use std::io;
use std::mem;
use std::ops::ControlFlow;

use super::keeper::Keeper;
use super::kept::{Kept, show_kept};
use super::record::Record;
use crate::ast::{Element, Game, Node, Notation};
use crate::check::{Examination, Finding, Inspection, Syntax, Verdict};
use crate::cli::Args;
use crate::dispatch::{Task, by_its_rules};
use crate::parser::{Kind, Reading};
use crate::render::{Leave, Pages, Show, ShowError, Shown};
use crate::replay::{Replay, Rules, Unwritable};
use crate::source::{Piece, Source};

/// A way through the games of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Course {
    /// Says what is wrong in them.
    Check,
    /// Shows them; nothing is wrong.
    Show,
    /// Says what is wrong in each and shows it up to there.
    CheckAndShow,
}

/// What is done with games, and how they are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Treatment {
    pub(super) course: Course,
    pub(super) syntax: Syntax,
    pedantic: bool,
    pub(super) variant: Option<Kind>,
}

/// Where it goes what becomes of games: to the user, or on record until its turn.
pub(super) trait Outlet {
    /// Takes note of a game that has been checked, before it is shown.
    ///
    /// # Errors
    ///
    /// Any error of the output.
    fn note<N: Notation>(&mut self, source: &Source, game: &Game<'_, N>, verdict: &Verdict)
    -> io::Result<()>;

    /// Begins with a game that is shown without a word on it.
    fn pass(&mut self);

    /// Tells whether the game is to be shown.
    fn wants_game(&self) -> bool;

    /// Returns where to show it.
    fn pages(&mut self) -> &mut impl Pages;

    /// Tells whether it keeps what games that have been checked are to be shown by.
    fn keeps(&self) -> bool {
        false
    }

    /// Keeps that of a game.
    fn keep<R: Rules>(&mut self, _game: &Game<'_, R::Written>, _played: &[R::Move]) {}

    /// Takes note of the game having been shown or, for that it may not have been
    /// possible, of why not.
    fn shown(&mut self, source: &Source, outcome: Result<(), Unwritable>);

    /// Ends with a game, and takes what was found in it.
    fn end(&mut self, verdict: Verdict);
}

/// The gap between two games up to which all have been treated, by places in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Reached {
    /// Where the game before ends.
    pub(super) end: usize,
    /// Where the game behind begins.
    pub(super) next: usize,
    /// Whether that game may go on behind the text of the piece.
    pub(super) is_unfinished: bool,
}

impl Reached {
    fn of(inspection: &Inspection<'_>, source: &Source) -> Reached {
        let games = inspection.games();
        let [end, next] = [games.end(), games.next_start()].map(|at| source.offset_in_file(at));
        Reached { end, next, is_unfinished: false }
    }
}

impl Treatment {
    pub(super) fn new(args: &Args, course: Course) -> Treatment {
        Treatment { course, syntax: args.syntax, pedantic: args.pedantic, variant: args.variant }
    }

    /// Treats the games of a piece, and makes a record in memory that may have been used. What
    /// is found out for another course goes to a keeper, or comes from it.
    pub(super) fn record(
        &self,
        piece: &Piece,
        format: &mut impl Show,
        memory: Vec<u8>,
        keeper: Option<&Keeper>,
    ) -> Record {
        let mut record = Record::in_memory(memory);
        if self.course == Course::Show
            && let Some((kept, reached)) = keeper.and_then(|keeper| keeper.fetch(piece))
        {
            let shown = show_kept(&kept, self, piece, format, &mut record);
            record.reached = shown.is_ok().then_some(reached);
            return record;
        }
        let keeper = keeper.filter(|keeper| self.course == Course::Check && keeper.has_room());
        record.kept = keeper.map(|_| Kept::of_format(format));
        if let Ok(ControlFlow::Continue(reached)) = self.treat(piece, piece.file_start(), format, &mut record)
        {
            record.reached = Some(reached);
            if let (Some(keeper), Some(kept)) = (keeper, record.kept.take()) {
                keeper.put(piece, kept, reached);
            }
        }
        record
    }

    /// Treats the games of a piece that begin at a place in the file or behind it.
    ///
    /// # Errors
    ///
    /// Any error of the output.
    pub(super) fn treat<F: Show>(
        &self,
        piece: &Piece,
        from: usize,
        format: &mut F,
        outlet: &mut impl Outlet,
    ) -> io::Result<ControlFlow<(), Reached>> {
        let source = &*piece.source;
        let mut inspection = Inspection::new(source, self.variant, self.syntax, self.pedantic);
        inspection.seek(source.offset_of(from));
        while inspection.games().next_start() < piece.end {
            let before = Reached::of(&inspection, source);
            let reading = inspection.read();
            let is_known = reading.is_some() && inspection.games().is_bounded();
            if !is_known && !source.ends_file() {
                return Ok(ControlFlow::Continue(Reached { is_unfinished: true, ..before }));
            }
            let Some(reading) = reading else { break };
            let examination = inspection.examination();
            let task = TreatGame { course: self.course, examination, reading, format, outlet };
            if by_its_rules(inspection.game(), task)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(Reached::of(&inspection, source)))
    }
}

/// Does with one game what a course says.
struct TreatGame<'a, F, O> {
    course: Course,
    examination: &'a Examination<'a>,
    reading: Reading,
    format: &'a mut F,
    outlet: &'a mut O,
}

impl<F: Show, O: Outlet> Task for TreatGame<'_, F, O> {
    type Output = io::Result<ControlFlow<()>>;

    fn run<R: Rules>(mut self, game: &Game<'_, R::Written>) -> Self::Output {
        let source = self.examination.source;
        let is_examined = self.course != Course::Show || F::TELLS_FINDINGS;
        let needs_moves = is_examined && (self.outlet.keeps() || self.course != Course::Check);
        let mut played = Vec::with_capacity(if needs_moves { game.movetext.len() } else { 0 });
        let mut verdict = Verdict::default();
        if is_examined {
            let reading = mem::take(&mut self.reading);
            let played = needs_moves.then_some(&mut played);
            verdict = self.examination.of_game::<R>(game, reading, played);
        }
        if self.course == Course::Show {
            self.outlet.pass();
        } else {
            self.outlet.note(source, game, &verdict)?;
        }
        if self.outlet.keeps() {
            self.outlet.keep::<R>(game, &played);
        }
        if self.course != Course::Check && self.outlet.wants_game() {
            if !is_examined
                && !F::NEEDS_MOVETEXT
                && let Ok(start) = R::set_up(game)
            {
                let illegal = self.examination.syntax.illegal();
                played = Replay::main_line(game, start.position).with_illegal(illegal).resolve_all();
            }
            let shown = match verdict.error() {
                None => self.show::<R>(game, &verdict.findings, &played)?,
                Some(error) => {
                    let mut part = game.clone();
                    part.cut(error.span.start);
                    let is_move = |element: &&Element<_>| matches!(element.node, Node::Move(_));
                    played.truncate(part.main_line().filter(is_move).count());
                    self.show::<R>(&part, &verdict.findings, &played)?
                }
            };
            if shown.is_break() {
                return Ok(shown);
            }
        }
        self.outlet.end(verdict);
        Ok(ControlFlow::Continue(()))
    }
}

impl<F: Show, O: Outlet> TreatGame<'_, F, O> {
    fn show<R: Rules>(
        &mut self,
        game: &Game<'_, R::Written>,
        findings: &[Finding],
        played: &[R::Move],
    ) -> io::Result<ControlFlow<()>> {
        let Examination { source, syntax, .. } = self.examination;
        let shown = Shown { findings, illegal: syntax.illegal(), played };
        show::<R>(source, game, &shown, self.format, self.outlet)
    }
}

/// Shows a game where an outlet has it.
///
/// # Errors
///
/// Any error of the output.
pub(super) fn show<R: Rules>(
    source: &Source,
    game: &Game<'_, R::Written>,
    shown: &Shown<'_, R::Move>,
    format: &mut impl Show,
    outlet: &mut impl Outlet,
) -> io::Result<ControlFlow<()>> {
    match format.show::<R>(game, shown, outlet.pages()) {
        Ok(flow) => {
            outlet.shown(source, Ok(()));
            if flow == ControlFlow::Break(Leave::Everything) {
                return Ok(ControlFlow::Break(()));
            }
        }
        Err(ShowError::Output(error)) => return Err(error),
        Err(ShowError::Unwritable(error)) => outlet.shown(source, Err(error)),
        // that has been reported, and of such a game there is nothing to show
        Err(ShowError::Setup(_) | ShowError::Replay(_)) => {}
    }
    Ok(ControlFlow::Continue(()))
}

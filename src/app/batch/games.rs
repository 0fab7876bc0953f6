//! What becomes of the games of a chunk, one after the other.

use std::io;
use std::mem;
use std::ops::ControlFlow;

use super::chunk_moves::{ChunkMoves, show_kept};
use super::chunk_output::ChunkOutput;
use super::move_cache::MoveCache;
use crate::app::cli::Args;
use crate::check::{CheckContext, GameChecker, Report, Syntax};
use crate::format::{Context, Format, FormatError, Leave, Pages};
use crate::message::Diagnostic;
use crate::notation::Variant;
use crate::rules::{GameVisitor, with_rules};
use crate::rules::{Replay, Rules, Unwritable};
use crate::syntax::Reading;
use crate::syntax::{Element, Game, Node, Notation};
use crate::text::{Chunk, Source};

/// A way through the games of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    /// Says what is wrong in them.
    Check,
    /// Shows them; nothing is wrong.
    Format,
    /// Says what is wrong in each and shows it up to there.
    CheckAndShow,
}

/// What is done with games, and how they are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Job {
    pub(super) pass: Pass,
    pub(super) syntax: Syntax,
    pedantic: bool,
    pub(super) variant: Option<Variant>,
}

/// Where it goes what becomes of games: to the user, or on record until its turn.
pub(super) trait GameSink {
    /// Takes note of a game that has been checked, before it is shown.
    ///
    /// # Errors
    ///
    /// Any error of the output.
    fn note<N: Notation>(&mut self, source: &Source, game: &Game<'_, N>, report: &Report) -> io::Result<()>;

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
    fn keep<R: Rules>(&mut self, _game: &Game<'_, R::Notation>, _played: &[R::Move]) {}

    /// Takes note of the game having been shown or, for that it may not have been
    /// possible, of why not.
    fn shown(&mut self, source: &Source, outcome: Result<(), Unwritable>);

    /// Ends with a game, and takes what was found in it.
    fn end(&mut self, report: Report);
}

/// The gap between two games up to which all have been treated, by places in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Boundary {
    /// Where the game before ends.
    pub(super) end: usize,
    /// Where the game behind begins.
    pub(super) next: usize,
    /// Whether that game may go on behind the text of the chunk.
    pub(super) is_unfinished: bool,
}

impl Boundary {
    fn of(inspection: &GameChecker<'_>, source: &Source) -> Boundary {
        let games = inspection.games();
        let [end, next] = [games.end(), games.next_start()].map(|at| source.offset_in_file(at));
        Boundary { end, next, is_unfinished: false }
    }
}

impl Job {
    pub(super) fn new(args: &Args, pass: Pass) -> Job {
        Job { pass, syntax: args.syntax, pedantic: args.pedantic, variant: args.variant }
    }

    /// Treats the games of a chunk, and makes a record in memory that may have been used. What
    /// is found out for another pass goes to a cache, or comes from it.
    pub(super) fn record(
        &self,
        chunk: &Chunk,
        format: &mut impl Format,
        memory: Vec<u8>,
        cache: Option<&MoveCache>,
    ) -> ChunkOutput {
        let mut record = ChunkOutput::in_memory(memory);
        if self.pass == Pass::Format
            && let Some((kept, reached)) = cache.and_then(|cache| cache.fetch(chunk))
        {
            let shown = show_kept(&kept, self, chunk, format, &mut record);
            record.reached = shown.is_ok().then_some(reached);
            return record;
        }
        let cache = cache.filter(|cache| self.pass == Pass::Check && cache.has_room());
        record.kept = cache.map(|_| ChunkMoves::of_format(format));
        if let Ok(ControlFlow::Continue(reached)) = self.treat(chunk, chunk.file_start(), format, &mut record)
        {
            record.reached = Some(reached);
            if let (Some(cache), Some(kept)) = (cache, record.kept.take()) {
                cache.put(chunk, kept, reached);
            }
        }
        record
    }

    /// Treats the games of a chunk that begin at a place in the file or behind it.
    ///
    /// # Errors
    ///
    /// Any error of the output.
    pub(super) fn treat<F: Format>(
        &self,
        chunk: &Chunk,
        from: usize,
        format: &mut F,
        sink: &mut impl GameSink,
    ) -> io::Result<ControlFlow<(), Boundary>> {
        let source = &*chunk.source;
        let mut inspection = GameChecker::new(source, self.variant, self.syntax, self.pedantic);
        inspection.seek(source.offset_of(from));
        while inspection.games().next_start() < chunk.end {
            let before = Boundary::of(&inspection, source);
            let reading = inspection.read();
            let is_known = reading.is_some() && inspection.games().is_bounded();
            if !is_known && !source.ends_file() {
                return Ok(ControlFlow::Continue(Boundary { is_unfinished: true, ..before }));
            }
            let Some(reading) = reading else { break };
            let context = inspection.context();
            let task = TreatGame { pass: self.pass, context, reading, format, sink };
            if with_rules(inspection.game(), task)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(Boundary::of(&inspection, source)))
    }
}

/// Does with one game what a pass says.
struct TreatGame<'a, F, O> {
    pass: Pass,
    context: &'a CheckContext<'a>,
    reading: Reading,
    format: &'a mut F,
    sink: &'a mut O,
}

impl<F: Format, O: GameSink> GameVisitor for TreatGame<'_, F, O> {
    type Output = io::Result<ControlFlow<()>>;

    fn run<R: Rules>(mut self, game: &Game<'_, R::Notation>) -> Self::Output {
        let source = self.context.source;
        let is_examined = self.pass != Pass::Format || F::TELLS_DIAGNOSTICS;
        let needs_moves = is_examined && (self.sink.keeps() || self.pass != Pass::Check);
        let mut played = Vec::with_capacity(if needs_moves { game.movetext.len() } else { 0 });
        let mut report = Report::default();
        if is_examined {
            let reading = mem::take(&mut self.reading);
            let played = needs_moves.then_some(&mut played);
            report = self.context.of_game::<R>(game, reading, played);
        }
        if self.pass == Pass::Format {
            self.sink.pass();
        } else {
            self.sink.note(source, game, &report)?;
        }
        if self.sink.keeps() {
            self.sink.keep::<R>(game, &played);
        }
        if self.pass != Pass::Check && self.sink.wants_game() {
            if !is_examined
                && !F::NEEDS_MOVETEXT
                && let Ok(start) = R::set_up(game)
            {
                let illegal = self.context.syntax.illegal();
                played = Replay::main_line(game, start.position).with_illegal(illegal).resolve_all();
            }
            let shown = match report.cut_at() {
                None => self.show::<R>(game, &report.diagnostics, &played)?,
                Some(at) => {
                    let mut part = game.clone();
                    part.cut(at);
                    let is_move = |element: &&Element<_>| matches!(element.node, Node::Move(_));
                    played.truncate(part.main_line().filter(is_move).count());
                    self.show::<R>(&part, &report.diagnostics, &played)?
                }
            };
            if shown.is_break() {
                return Ok(shown);
            }
        }
        self.sink.end(report);
        Ok(ControlFlow::Continue(()))
    }
}

impl<F: Format, O: GameSink> TreatGame<'_, F, O> {
    fn show<R: Rules>(
        &mut self,
        game: &Game<'_, R::Notation>,
        diagnostics: &[Diagnostic],
        played: &[R::Move],
    ) -> io::Result<ControlFlow<()>> {
        let CheckContext { source, syntax, .. } = self.context;
        let shown = Context { diagnostics, illegal: syntax.illegal(), played };
        show::<R>(source, game, &shown, self.format, self.sink)
    }
}

/// Shows a game where an sink has it.
///
/// # Errors
///
/// Any error of the output.
pub(super) fn show<R: Rules>(
    source: &Source,
    game: &Game<'_, R::Notation>,
    shown: &Context<'_, R::Move>,
    format: &mut impl Format,
    sink: &mut impl GameSink,
) -> io::Result<ControlFlow<()>> {
    match format.write::<R>(game, shown, sink.pages()) {
        Ok(flow) => {
            sink.shown(source, Ok(()));
            if flow == ControlFlow::Break(Leave::Everything) {
                return Ok(ControlFlow::Break(()));
            }
        }
        Err(FormatError::Output(error)) => return Err(error),
        Err(FormatError::Unwritable(error)) => sink.shown(source, Err(error)),
        // that has been reported, and of such a game there is nothing to show
        Err(FormatError::Setup(_) | FormatError::Replay(_)) => {}
    }
    Ok(ControlFlow::Continue(()))
}

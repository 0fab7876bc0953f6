//! Processes one game: reads, checks and shows it, or shows it from its moves in the cache.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::{io, mem};

use super::job::{Job, Writes};
use super::mending::TextBetween;
use super::move_cache::{CachedGame, ChunkMoves};
use super::output::{ChunkOutput, EventKind, GameIdentity, Passed};
use super::showing::Showing;
use crate::app::losses::{refuse_left_out, refuse_replaced};
use crate::check::{CheckContext, Cured, Report};
use crate::format::{Context, Format};
use crate::query::Facts;
use crate::rules::{Replay, Rules, with_rules};
use crate::syntax::{Game, Portion, Reading};
use crate::text::{Chunk, Source, Span};

impl Job {
    /// Begins the text of a game that begins at an offset. It is left out if it is a duplicate and
    /// duplicates are not kept. `played` are the moves of the main line; `None` if the game has an
    /// error. Such a game is never a duplicate, because only part of it could be compared.
    fn begin_text<R: Rules>(
        &self,
        game: &Game<'_, R::Notation>,
        begins_at: usize,
        played: Option<&[R::Move]>,
        output: &mut ChunkOutput<'_>,
    ) {
        if self.anchors_games {
            output.push(EventKind::Anchor(begins_at));
        }
        if let Some(unique) = self.unique {
            let identity = played.and_then(|played| GameIdentity::of::<R>(game, played, unique));
            output.push(EventKind::Unique(identity, begins_at));
        }
    }

    /// Shows the game of a source that begins at an offset, and in which some positions answer the question.
    pub(super) fn show_at<F: Format>(
        &self,
        source: &Source,
        begins_at: usize,
        matches: Vec<usize>,
        format: &mut F,
        output: &mut ChunkOutput<'_>,
    ) -> io::Result<ControlFlow<()>> {
        let mut checker = self.options.checker(source);
        checker.seek(begins_at);
        let Some(reading) = checker.read(Portion::Whole) else { return Ok(ControlFlow::Continue(())) };
        let text_between = &mut TextBetween::new(false, source, begins_at);
        let (context, part) = (checker.context(), Span::new(begins_at, begins_at));
        let task = ProcessGame { job: self, context, reading, part, text_between, matches, format, output };
        with_rules!(checker.game(), R, game => task.run::<R>(game))
    }

    /// Shows the games of a chunk from their moves in the cache. Only their headers are read again.
    ///
    /// # Errors
    ///
    /// Returns any error of the output, and [`io::ErrorKind::InvalidData`] if the bytes are
    /// malformed.
    pub(super) fn show_cached<F: Format>(
        &self,
        games: &ChunkMoves,
        chunk: &Chunk,
        format: &mut F,
        output: &mut ChunkOutput<'_>,
    ) -> io::Result<()> {
        let Writes::Shown(showing) = &self.writes else { return Ok(()) };
        let mut headers = self.options.games(&chunk.source);
        let mut header = headers.blank();
        for game in games.games() {
            let CachedGame { header: range, outcome, moves } = game.ok_or(io::ErrorKind::InvalidData)?;
            let begins_at = range.start;
            headers.narrow(range);
            // an empty header contains no game, so `header` stays empty
            let _ = headers.read(Portion::Whole, &mut header);
            // a game without tags may have no header
            header.set_beginning(begins_at);
            header.set_result(outcome);
            output.begin_game();
            with_rules!(&header, R, header => {
                let mut played = Vec::with_capacity(moves.len());
                for packed in moves {
                    let unpacked = <R as Rules>::Move::try_from(*packed);
                    played.push(unpacked.map_err(|_| io::ErrorKind::InvalidData)?);
                }
                self.begin_text::<R>(header, begins_at, Some(&played), output);
                let context = Context::<R> { source: Some(&chunk.source), ..Context::of(header, &played) };
                // a guess has no page breaks, so the reader does not leave
                let _ = showing.show(&context, format, output)?;
            });
            output.end_game()?;
        }
        Ok(())
    }
}

/// Processes one game.
pub(super) struct ProcessGame<'a, 'o, F> {
    pub(super) job: &'a Job,
    pub(super) context: &'a CheckContext<'a>,
    pub(super) reading: Reading,
    /// The game and the text between it and the game before. It is written if games are corrected.
    pub(super) part: Span,
    /// The text that has been written so far, if games are corrected.
    pub(super) text_between: &'a mut TextBetween,
    /// The positions that answer the question, each by the number of plies before it.
    pub(super) matches: Vec<usize>,
    pub(super) format: &'a mut F,
    pub(super) output: &'a mut ChunkOutput<'o>,
}

impl<F: Format> ProcessGame<'_, '_, F> {
    pub(super) fn run<R: Rules>(mut self, game: &Game<'_, R::Notation>) -> io::Result<ControlFlow<()>> {
        let job = self.job;
        // before the check, which most games of a database then do not need
        if !job.asks_for_errors && !self.answers::<R>(game, false) {
            return self.skip();
        }
        let (mut report, played) = self.judge::<R>(game);
        if job.asks_for_errors && !self.answers::<R>(game, report.error().is_some()) {
            return self.skip();
        }
        let (showing, mended) = match &job.writes {
            Writes::Nothing => (None, None),
            Writes::Shown(showing) => (Some(showing), None),
            Writes::Mended(mending) => {
                let texts = (self.part, &self.text_between.last_games[..]);
                (None, Some(mending.mend(self.context, texts, self.output.next_number(), &mut report)))
            }
        };
        // shared, because the report of a guess is held until its turn while the game is shown
        let report = Arc::new(report);
        self.output.begin_game();
        if let Some(max) = job.max_reported
            && self.output.report(game, &report, max)?.is_break()
        {
            return Ok(ControlFlow::Break(()));
        }
        let has_error = report.error().is_some();
        if has_error {
            // a file with an error is not shown from the cache
            self.output.moves = None;
        } else if let Some(moves) = &mut self.output.moves {
            moves.add::<R>(game, &played, job.needs_tags);
        }
        // if games are corrected, a game is written with the text before it
        let begins_at = if mended.is_some() { self.part.start } else { game.start() };
        job.begin_text::<R>(game, begins_at, (!has_error).then_some(&played), self.output);
        let mut flow = ControlFlow::Continue(());
        if let Some(mended) = mended {
            self.write_mended(mended)?;
        } else if let Some(showing) = showing {
            flow = self.show::<R>(showing, game, &report, played)?;
        }
        self.output.end_game()?;
        Ok(flow)
    }

    /// Returns whether a game answers the question, if there is one, and notes the positions that do.
    fn answers<R: Rules>(&mut self, game: &Game<'_, R::Notation>, has_error: bool) -> bool {
        let Some(query) = &self.job.query else { return true };
        let illegal = self.context.options.syntax.illegal();
        let facts = Facts { has_error, illegal, wants_positions: self.job.wants_positions };
        let found = query.find::<R>(game, facts);
        let is_found = found.is_some();
        self.matches = found.unwrap_or_default().plies;
        is_found
    }

    /// Skips a game that does not answer the question.
    fn skip(self) -> io::Result<ControlFlow<()>> {
        self.output.pass_over(Passed::NotAskedFor)?;
        Ok(ControlFlow::Continue(()))
    }

    /// Checks the game and resolves the moves of its main line, if that is wanted.
    fn judge<R: Rules>(&mut self, game: &Game<'_, R::Notation>) -> (Report, Vec<R::Move>) {
        let job = self.job;
        let needs_moves = job.needs_moves || self.output.moves.is_some();
        let mut played = Vec::with_capacity(if needs_moves { game.movetext.len() } else { 0 });
        if !job.checks {
            if let Some(start) = R::set_up(game).ok().filter(|_| needs_moves) {
                let replay = Replay::main_line(game, start.position);
                played = replay.with_illegal(self.context.options.syntax.illegal()).resolve_all();
            }
            return (Report::default(), played);
        }
        let mut reading = mem::take(&mut self.reading);
        if job.replaced.is_some() {
            refuse_left_out(&mut reading);
        }
        let mut report = self.context.of_game::<R>(game, reading, needs_moves.then_some(&mut played));
        if let Some(tags) = job.replaced {
            refuse_replaced(game, tags, &mut report);
        }
        (report, played)
    }

    /// Writes the part of the text that contains the game, corrected or unchanged.
    fn write_mended(&mut self, mended: Option<(Vec<u8>, Cured)>) -> io::Result<()> {
        let written = mended.as_ref().map(|(text, _)| &text[..]);
        self.text_between.note_written(written.unwrap_or(&self.context.source.bytes()[self.part.range()]));
        self.output.write_mended(self.part, mended)
    }

    /// Shows a game without the parts that its errors cost.
    fn show<R: Rules>(
        &mut self,
        showing: &Showing,
        game: &Game<'_, R::Notation>,
        report: &Report,
        mut played: Vec<R::Move>,
    ) -> io::Result<ControlFlow<()>> {
        let part = report.sound_part(game, &mut played);
        let illegal = self.context.options.syntax.illegal();
        let source = Some(self.context.source);
        let diagnostics = &report.diagnostics;
        let matches = &self.matches;
        let context = Context::of(part.as_ref().unwrap_or(game), &played);
        let context = Context::<R> { source, diagnostics, illegal, matches, ..context };
        showing.show(&context, self.format, self.output)
    }
}

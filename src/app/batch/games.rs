//! Processing of the games of a chunk: reading, checking, showing; games that repeat others, and tags of openings.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::{io, mem};

use super::chunk_output::{ChunkOutput, Passed};
use super::mending::{Mending, TextBetween};
use super::move_cache::{ChunkMoves, MoveCache};
use super::output::Wanted;
use super::questions::Questions;
use crate::app::changes::{refuse_left_out, refuse_replaced};
use crate::app::cli::Args;
use crate::app::query::rejects_beginning;
use crate::check::{Boundary, CheckContext, GameChecker, Report, Syntax};
use crate::format::{Context, Format, FormatError, Item, Leave, Pages, PositionChoice};
use crate::notation::Variant;
use crate::query::{Facts, Query};
use crate::rules::{GameVisitor, Opening, Replay, Rules, with_rules};
use crate::syntax::{Game, PieceLetters, Portion, Reading, TagOrder, TagPair, is_unknown};
use crate::text::{Chunk, Span, Text};

/// A pass over the games of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    /// Reports their diagnostics.
    Check,
    /// Shows them; they have no errors.
    Show,
    /// Reports the diagnostics of each game and shows it up to its error.
    CheckAndShow,
    /// Counts them.
    Count,
}

impl Pass {
    /// Tells whether games are checked and their diagnostics reported.
    const fn reports(self) -> bool {
        matches!(self, Pass::Check | Pass::CheckAndShow)
    }

    /// Tells whether games are shown.
    const fn shows(self) -> bool {
        matches!(self, Pass::Show | Pass::CheckAndShow)
    }
}

/// The options of a pass.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub(super) pass: Pass,
    /// The question that a game has to answer.
    query: Option<Arc<Query>>,
    /// Whether the positions that answer it are wanted.
    wants_positions: bool,
    pub(super) syntax: Syntax,
    pedantic: bool,
    max_game_size: usize,
    pub(super) variant: Option<Variant>,
    letters: Option<PieceLetters>,
    /// The maximum size in bytes of the output of a guess, which is given up if it needs more.
    max_guess: usize,
    /// How many errors, and how many warnings, are shown for each file.
    max_shown: usize,
    /// Whether items may have files of their own.
    names_items: bool,
    /// Whether games get the tags of their openings.
    names_openings: bool,
    /// Whether duplicates are left out in this pass.
    is_unique: bool,
    /// How the games are mended, if they are; then the text between them is written, too.
    pub(super) mending: Option<Mending>,
    /// The tags that are written, if a file is replaced by its games, which must lose nothing then.
    rewrites: Option<TagOrder>,
    /// Whether it is noted where games begin.
    anchors_games: bool,
}

/// The reason why a pass ends before the end of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The reader leaves.
    Reader,
    /// None of the games that follow is selected.
    LastGame,
}

/// The result of a chunk on the guess that a game begins at its start.
pub(super) struct Guess {
    pub(super) output: ChunkOutput<'static>,
    /// The boundary after its last game; `None` if the output takes too much memory.
    pub(super) reached: Option<Boundary>,
}

impl Job {
    /// Creates a job. About `max_output` bytes are written for a chunk.
    pub(super) fn new(args: &Args, query: Option<Arc<Query>>, pass: Pass, max_output: usize) -> Job {
        // terse games make more of the same text
        let max_guess = 2 * max_output;
        let max_shown = if args.max_errors > 0 { args.max_errors } else { usize::MAX };
        let (syntax, pedantic, variant) = (args.syntax, args.pedantic, args.variant);
        let max_game_size = args.max_game_size.0;
        let names_items = args.output_file().is_some() || args.output_format().holds_one_item();
        Job {
            pass,
            query,
            wants_positions: args.at.is_some_and(PositionChoice::asks),
            syntax,
            pedantic,
            max_game_size,
            variant,
            letters: args.piece_letters,
            max_guess,
            max_shown,
            names_items,
            names_openings: args.openings,
            // the games of a file that is not shown are none that others repeat
            is_unique: args.unique && (pass != Pass::Check || args.check),
            mending: Mending::of_args(args),
            rewrites: (args.rewrites() && !args.mends()).then_some(args.tags),
            anchors_games: args.diff && pass.shows(),
        }
    }

    /// Asks about guesses.
    pub(super) fn asking(self, questions: Option<&Arc<Questions>>) -> Job {
        Job { mending: self.mending.map(|mending| mending.asking(questions)), ..self }
    }

    pub(super) fn max_game_size(&self) -> usize {
        self.max_game_size
    }

    /// Processes the games of a chunk on the guess that a game begins at its start. `buffer` is
    /// reused for the output. A checking pass collects the moves for the cache, a showing pass
    /// takes them from it.
    pub(super) fn guess<F: Format>(
        &self,
        chunk: &Chunk,
        format: &mut F,
        buffer: Vec<u8>,
        cache: Option<&MoveCache>,
    ) -> Guess {
        let mut output =
            ChunkOutput::of_guess(chunk.source.clone(), buffer, self.max_guess, self.names_items);
        if !chunk.may_begin_game() {
            return Guess { output, reached: None };
        }
        if self.pass == Pass::Check {
            output.moves = cache.map(|_| ChunkMoves::default());
        } else if let Some((moves, reached)) = cache.and_then(|cache| cache.fetch(chunk)) {
            let shown = moves.show(self, chunk, format, &mut output);
            let is_right = shown.is_ok() && !output.is_given_up();
            return Guess { output, reached: is_right.then_some(reached) };
        }
        let start = chunk.file_start();
        let from = Boundary { end: start, next: start, ..Boundary::default() };
        // nothing of a guess is written yet: an error is met again when the chunk is processed in turn
        let reached = match self.process(chunk, from, format, &mut output) {
            Ok(ControlFlow::Continue(reached)) if !output.is_given_up() => Some(reached),
            _ => None,
        };
        Guess { output, reached }
    }

    /// Processes the games of a chunk from a boundary on, until the pass ends.
    pub(super) fn process<F: Format>(
        &self,
        chunk: &Chunk,
        from: Boundary,
        format: &mut F,
        output: &mut ChunkOutput<'_>,
    ) -> io::Result<ControlFlow<Stop, Boundary>> {
        let checker = GameChecker::new(&chunk.source, self.variant, self.syntax, self.pedantic);
        let checker = checker.max_game_size(self.max_game_size).with_piece_letters(self.letters);
        let mut checker = checker.in_chunk(chunk, from);
        let mut text_between = TextBetween::new(self.mending.is_some(), &chunk.source, from.end);
        text_between.write_to(checker.games().end(), output)?;
        loop {
            let wanted = output.wants_next_game();
            if wanted == Wanted::NoMore {
                return Ok(ControlFlow::Break(Stop::LastGame));
            }
            let reading = match self.read(&mut checker, wanted) {
                Some(Ok(reading)) => reading,
                Some(Err(passed)) => {
                    output.pass_over(passed)?;
                    continue;
                }
                None => {
                    let boundary = checker.boundary();
                    text_between.write_rest(chunk, boundary, output)?;
                    return Ok(ControlFlow::Continue(boundary));
                }
            };
            let context = checker.context();
            let part = text_between.take_to(checker.games().end());
            let (matches, text_between) = (Vec::new(), &mut text_between);
            let visitor =
                ProcessGame { job: self, context, reading, part, text_between, matches, format, output };
            if with_rules(checker.game(), visitor)?.is_break() {
                return Ok(ControlFlow::Break(Stop::Reader));
            }
        }
    }

    /// Reads the next game as far as is needed to tell whether it is asked for, and wholly if it may be. Returns `None` if
    /// there is none in the chunk, and otherwise why nothing is written of it, if that is so.
    fn read(&self, checker: &mut GameChecker<'_>, wanted: Wanted) -> Option<Result<Reading, Passed>> {
        let only_counts = self.pass == Pass::Count && !self.is_unique;
        let mut skip = |passed| checker.read(Portion::Nothing).map(|_| Err(passed));
        match &self.query {
            _ if wanted == Wanted::No => skip(Passed::Unselected),
            None if only_counts => skip(Passed::AskedFor),
            Some(query) if query.asks_for_tags() || query.may_reject_beginnings() => {
                let reading = checker.read(Portion::Tags)?;
                Some(match query.by_tags(checker.game().tags(), checker.game().known_outcome()) {
                    Some(false) => Err(Passed::NotAskedFor),
                    Some(true) if only_counts => Err(Passed::AskedFor),
                    None if rejects_beginning(query, checker) => Err(Passed::NotAskedFor),
                    _ => Ok(checker.read_on(Portion::Whole).unwrap_or(reading)),
                })
            }
            _ => checker.read(Portion::Whole).map(Ok),
        }
    }

    /// Begins the text of a game at an offset, which is left out if it is a duplicate and those are not
    /// kept. `played` are the moves of the main line; `None` if the game has an error and so is no
    /// duplicate, since what can be read of it is not all.
    pub(super) fn begin_text<R: Rules>(
        &self,
        game: &Game<'_, R::Notation>,
        begins_at: usize,
        played: Option<&[R::Move]>,
        output: &mut ChunkOutput<'_>,
    ) {
        if self.anchors_games {
            output.anchor(begins_at);
        }
        if self.is_unique {
            output.begin_unique(played.and_then(|played| hash_of::<R>(game, played)), begins_at);
        }
    }

    /// Shows a game, all of whose resolved moves are in the context, or the part of it before the page
    /// break at which the reader leaves.
    pub(super) fn show<R: Rules, F: Format>(
        &self,
        game: &Game<'_, R::Notation>,
        context: &Context<'_, R::Move>,
        format: &mut F,
        output: &mut ChunkOutput<'_>,
    ) -> io::Result<ControlFlow<()>> {
        if !format.divides_games() {
            output.begin_item(|| Item::of_game(game))?;
        }
        let adds_tags = self.names_openings && format.needs().tags;
        let named = if adds_tags { with_opening_tags::<R>(game, context.played) } else { None };
        match format.write::<R>(named.as_ref().unwrap_or(game), context, output) {
            Ok(flow) => {
                output.count_shown();
                if flow == ControlFlow::Break(Leave::Everything) {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Err(FormatError::Output(error)) => return Err(error),
            Err(FormatError::Unwritable(error)) => output.refuse(error),
            Err(FormatError::NoSuchPosition) => output.lack_position(),
            // the check has reported this, and there is nothing to show
            Err(FormatError::Setup(_) | FormatError::Replay(_)) => {}
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// Processes one game.
struct ProcessGame<'a, 'o, F> {
    job: &'a Job,
    context: &'a CheckContext<'a>,
    reading: Reading,
    /// The game with the text before it, if that is written.
    part: Span,
    /// What has been written before, if games are mended.
    text_between: &'a mut TextBetween,
    /// The numbers of plies before the positions that answer the question.
    matches: Vec<usize>,
    format: &'a mut F,
    output: &'a mut ChunkOutput<'o>,
}

impl<F: Format> GameVisitor for ProcessGame<'_, '_, F> {
    type Output = io::Result<ControlFlow<()>>;

    fn run<R: Rules>(mut self, game: &Game<'_, R::Notation>) -> Self::Output {
        let Job { pass, max_shown, names_openings, is_unique, .. } = *self.job;
        // only the check tells that
        let asks_for_errors = self.job.query.as_ref().is_some_and(|query| query.asks_for_errors());
        if !asks_for_errors && !self.answers::<R>(game, false) {
            return self.skip();
        }
        let (shows, reports) = (pass.shows(), pass.reports());
        let needs = self.format.needs();
        // a game with an error is no duplicate
        let needs_check = asks_for_errors || pass == Pass::Count && is_unique;
        let is_checked = needs_check || reports || shows && needs.diagnostics;
        let is_shown_with_moves = shows && (needs.moves || names_openings);
        let needs_moves = is_unique || is_checked && (self.output.moves.is_some() || is_shown_with_moves);
        let mut played = Vec::with_capacity(if needs_moves { game.movetext.len() } else { 0 });
        let mut report = Report::default();
        if is_checked {
            let mut reading = mem::take(&mut self.reading);
            if self.job.rewrites.is_some() {
                refuse_left_out(&mut reading);
            }
            report = self.context.of_game::<R>(game, reading, needs_moves.then_some(&mut played));
            if let Some(tags) = self.job.rewrites {
                refuse_replaced(game, tags, &mut report);
            }
        }
        if asks_for_errors && !self.answers::<R>(game, report.error().is_some()) {
            return self.skip();
        }
        let mending = self.job.mending.as_ref().filter(|_| shows);
        let number = self.output.next_number();
        let mended = mending.and_then(|mending| {
            mending.mend(self.context, (self.part, self.text_between.last_games()), number, &mut report)
        });
        let report = Arc::new(report);
        self.output.begin_game();
        self.output.count_found();
        if reports {
            self.output.report(game, &report, max_shown);
        }
        if report.error().is_some() {
            // a file with an error is not shown from the cache
            self.output.moves = None;
        } else if let Some(moves) = &mut self.output.moves {
            moves.add::<R>(game, &played, needs.tags);
        }
        let resolves = shows && (needs.moves && !needs.movetext || names_openings);
        if !is_checked && (is_unique || resolves) {
            played = self.resolve::<R>(game);
        }
        let sound = report.error().is_none().then_some(&played[..]);
        // a mended game is written with what stands before it
        let begins_at = if mending.is_some() { self.part.start } else { game.start() };
        self.job.begin_text::<R>(game, begins_at, sound, self.output);
        let mut flow = ControlFlow::Continue(());
        if mending.is_some() {
            let written = mended.as_ref().map(|(text, _)| &text[..]);
            let written = written.unwrap_or(&self.context.source.bytes()[self.part.range()]);
            self.text_between.note_written(written);
            self.output.write_mended(self.part, mended)?;
        } else if shows {
            flow = self.show::<R>(game, &report, played)?;
        }
        self.output.end_game()?;
        Ok(flow)
    }
}

impl<F: Format> ProcessGame<'_, '_, F> {
    /// Tells whether a game answers the question, if there is one, and notes the positions that do.
    fn answers<R: Rules>(&mut self, game: &Game<'_, R::Notation>, has_error: bool) -> bool {
        let Some(query) = &self.job.query else { return true };
        let illegal = self.context.syntax.illegal();
        let facts = Facts { has_error, illegal, wants_positions: self.job.wants_positions };
        let found = query.find::<R>(game, facts);
        let is_found = found.is_some();
        self.matches = found.unwrap_or_default().plies;
        is_found
    }

    /// Passes over the game.
    fn skip(self) -> io::Result<ControlFlow<()>> {
        self.output.pass_over(Passed::NotAskedFor)?;
        Ok(ControlFlow::Continue(()))
    }

    /// Resolves the moves of the main line of a game without errors.
    fn resolve<R: Rules>(&self, game: &Game<'_, R::Notation>) -> Vec<R::Move> {
        let illegal = self.context.syntax.illegal();
        let start = R::set_up(game).ok();
        start.map_or_else(Vec::new, |start| {
            Replay::main_line(game, start.position).with_illegal(illegal).resolve_all()
        })
    }

    /// Shows a game without what its errors cost.
    fn show<R: Rules>(
        &mut self,
        game: &Game<'_, R::Notation>,
        report: &Report,
        mut played: Vec<R::Move>,
    ) -> io::Result<ControlFlow<()>> {
        let part = report.sound_part(game, &mut played);
        let illegal = self.context.syntax.illegal();
        let source = Some(self.context.source);
        let diagnostics = &report.diagnostics;
        let context = Context { source, diagnostics, illegal, played: &played, matches: &self.matches };
        self.job.show::<R, F>(part.as_ref().unwrap_or(game), &context, self.format, self.output)
    }
}

/// Returns the hash of what makes a game the same as another; `None` for a game that is never a duplicate,
/// since it has no moves. `played` are the moves of the main line.
///
/// The counters of a starting position do not matter.
pub(super) fn hash_of<R: Rules>(game: &Game<'_, R::Notation>, played: &[R::Move]) -> Option<u64> {
    if played.is_empty() {
        return None;
    }
    let start = R::set_up(game).ok()?.position;
    let mut hasher = DefaultHasher::new();
    (start.name(), start.key()).hash(&mut hasher);
    for &resolved in played {
        let packed: [u8; 4] = resolved.into();
        hasher.write_u32(u32::from_le_bytes(packed));
    }
    Some(hasher.finish())
}

/// The games kept so far, in sixteen bytes each.
#[derive(Default)]
pub(super) struct KeptGames {
    /// For the hash of each game, its ordinal through all files. There are several tables, so that what is
    /// copied when one grows is small.
    tables: [HashMap<u64, u64, BuildHasherDefault<Identity>>; TABLES],
    /// The name of each file, and the ordinal of its first game.
    files: Vec<(String, usize)>,
}

/// The number of tables.
const TABLES: usize = 32;

/// The game that a duplicate repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FirstGame<'k> {
    /// The name of its file.
    pub(super) file: &'k str,
    /// Its number in that file, counted from 1.
    pub(super) number: usize,
}

impl KeptGames {
    /// Adds a game by its hash. `games_before` is the number of games in the files before this one, and
    /// `number` that in this file, counted from 1. Returns the first game that is the same, if there is one.
    pub(super) fn add(
        &mut self,
        hash: u64,
        file: &str,
        games_before: usize,
        number: usize,
    ) -> Option<FirstGame<'_>> {
        // a table itself goes by the first and the last bits
        match self.tables[(hash >> 48) as usize % TABLES].entry(hash) {
            Entry::Vacant(entry) => {
                entry.insert((games_before + number) as u64);
                if self.files.last().is_none_or(|(name, before)| (&**name, *before) != (file, games_before)) {
                    self.files.push((file.to_owned(), games_before));
                }
                None
            }
            Entry::Occupied(entry) => {
                let ordinal = *entry.get() as usize;
                let after = self.files.partition_point(|(_, before)| *before < ordinal);
                let (file, before) = &self.files[after - 1];
                Some(FirstGame { file, number: ordinal - before })
            }
        }
    }
}

/// A hasher that takes a hash as it is.
#[derive(Default)]
struct Identity(u64);

impl Hasher for Identity {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0 << 8 | u64::from(*byte));
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Returns a game with the tags `ECO` and `Opening` of the last opening that its main line reaches. Tags
/// that the game has stay as they are, unless their value is unknown. Returns `None` if nothing changes.
pub(super) fn with_opening_tags<'s, R: Rules>(
    game: &Game<'s, R::Notation>,
    played: &[R::Move],
) -> Option<Game<'s, R::Notation>> {
    let is_missing = |name| game.tag_value(name).is_none_or(|value| is_unknown(&value));
    if !is_missing("ECO") && !is_missing("Opening") {
        return None;
    }
    let opening = Opening::of_line(R::set_up(game).ok()?.position, played)?;
    let mut named = game.clone();
    for (name, value) in [("ECO", opening.eco), ("Opening", opening.name)] {
        if is_missing(name) {
            set_tag(&mut named, name, value);
        }
    }
    Some(named)
}

/// Sets the value of a tag, which is added after the others if the game lacks it. The value needs no
/// escapes.
fn set_tag<N>(game: &mut Game<'_, N>, name: &'static str, value: &'static str) {
    let value = Text(value.as_bytes());
    let name = Text(name.as_bytes());
    match game.tags.iter_mut().find(|tag| tag.name.0.eq_ignore_ascii_case(name.0)) {
        Some(tag) => tag.value = value,
        None => {
            let end = game.tags.last().map_or(game.begins_at, |tag| tag.span.end);
            let span = Span::new(end, end);
            game.tags.push(TagPair { name, value, span, name_span: span, value_span: span });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_game_is_found_in_its_file() {
        let mut kept = KeptGames::default();
        assert_eq!(kept.add(7, "a", 0, 1), None);
        assert_eq!(kept.add(8, "a", 0, 3), None);
        assert_eq!(kept.add(7, "a", 0, 4), Some(FirstGame { file: "a", number: 1 }));
        // a file without games of its own, and one that is read twice
        assert_eq!(kept.add(8, "b", 4, 1), Some(FirstGame { file: "a", number: 3 }));
        assert_eq!(kept.add(9, "c", 5, 1), None);
        assert_eq!(kept.add(10, "c", 6, 1), None);
        assert_eq!(kept.add(9, "d", 7, 1), Some(FirstGame { file: "c", number: 1 }));
        assert_eq!(kept.add(10, "d", 7, 2), Some(FirstGame { file: "c", number: 1 }));
    }
}

//! Mends the games of a file, and writes the text between them as it is.

mod questions;

use std::io;
use std::sync::Arc;

use super::output::ChunkOutput;
use crate::app::cli::Args;
use crate::check::{CheckContext, Cured, Doubt, Mender, ReadTo, Report};
use crate::message::Fix;
use crate::text::{Chunk, LOOK_AHEAD, Source, Span};
pub(super) use questions::Questions;
use questions::first;

/// How the games of a file are mended.
#[derive(Clone, Debug)]
pub(super) struct Mending {
    mender: Mender,
    guesses: Guesses,
}

/// What is done where the cure is a guess.
#[derive(Clone, Debug)]
enum Guesses {
    /// Nothing.
    Left,
    /// What is clearly meant is applied.
    FirstTaken,
    /// The user chooses.
    Asked(Arc<Questions>),
}

impl Mending {
    /// Returns `None` if nothing is to be mended.
    pub(super) fn of_args(args: &Args) -> Option<Mending> {
        let mender = Mender::new(args.check_options());
        let guesses = if args.fix_guesses { Guesses::FirstTaken } else { Guesses::Left };
        args.mends().then_some(Mending { mender, guesses })
    }

    /// Asks about guesses, if there is somebody to ask.
    pub(super) fn asking(self, questions: Option<&Arc<Questions>>) -> Mending {
        Mending { guesses: questions.cloned().map_or(self.guesses, Guesses::Asked), ..self }
    }

    /// Mends the part of a text that is a game. If something could be mended, returns the new text, and what
    /// has been mended; `report` has what is left. `before` is the text of the games before it as it has been written, and
    /// `number` is that of the game.
    pub(super) fn mend(
        &self,
        context: &CheckContext<'_>,
        (part, before): (Span, &[u8]),
        number: usize,
        report: &mut Report,
    ) -> Option<(Vec<u8>, Cured)> {
        let source = context.source;
        let is_mended = |fix: &Fix| fix.is_certain() || !matches!(self.guesses, Guesses::Left);
        if !report.diagnostics.iter().any(|found| found.fixes(source).iter().any(is_mended)) {
            return None;
        }
        let mended = match &self.guesses {
            Guesses::Left => self.mender.mend(source, part, before),
            Guesses::FirstTaken => {
                self.mender.mend_and_guess(source, part, before, |doubt| first(doubt.fixes))
            }
            Guesses::Asked(questions) => {
                let ask = |doubt: &Doubt<'_>| questions.ask(&self.mender, number, doubt);
                self.mender.mend_and_guess(source, part, before, ask)
            }
        };
        *report = mended.report;
        (!mended.cured.is_empty()).then_some((mended.text, mended.cured))
    }
}

/// The text of a chunk that has not been written yet. Nothing is written unless games are mended.
pub(super) struct TextBetween {
    is_written: bool,
    /// The offset up to which it has been written.
    done: usize,
    /// The text of the last games that share a line, as it has been written.
    last_games: Vec<u8>,
}

impl TextBetween {
    /// Begins at an offset in the file.
    pub(super) fn new(is_written: bool, source: &Source, from: usize) -> TextBetween {
        TextBetween { is_written, done: source.offset_of(from), last_games: Vec::new() }
    }

    /// Returns the part up to an offset, which the caller writes.
    pub(super) fn take_to(&mut self, end: usize) -> Span {
        let part = Span::new(self.done, end.max(self.done));
        self.done = part.end;
        part
    }

    /// Returns the text of the last games that share a line, as it has been written.
    pub(super) fn last_games(&self) -> &[u8] {
        &self.last_games
    }

    /// Takes note of the text of a game that is written.
    pub(super) fn note_written(&mut self, written: &[u8]) {
        let gap = &written[..written.len() - written.trim_ascii_start().len()];
        // it is copied for each of the games
        if self.last_games.len() > LOOK_AHEAD || memchr::memchr2(b'\n', b'\r', gap).is_some() {
            self.last_games.clear();
        }
        self.last_games.extend_from_slice(written);
    }

    /// Writes the part up to an offset.
    pub(super) fn write_to(&mut self, end: usize, output: &mut ChunkOutput<'_>) -> io::Result<()> {
        let part = self.take_to(end);
        if self.is_written { output.write_source(part) } else { Ok(()) }
    }

    /// Writes the part up to the boundary that a chunk has been read to, and after the last chunk all.
    pub(super) fn write_rest(
        &mut self,
        chunk: &Chunk,
        reached: ReadTo,
        output: &mut ChunkOutput<'_>,
    ) -> io::Result<()> {
        let is_last = chunk.source.ends_file() && chunk.end == chunk.source.bytes().len();
        let end = if is_last { chunk.end } else { chunk.source.offset_of(reached.end) };
        self.write_to(end, output)?;
        // the text behind the last game is of none that would end it
        if self.is_written { output.play_rest() } else { Ok(()) }
    }
}

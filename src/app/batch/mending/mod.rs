//! Corrects the games of a file, and writes the text between them as it is.

mod dialogue;

use std::io;
use std::sync::Arc;

use super::output::ChunkOutput;
use crate::app::cli::Args;
use crate::check::{CheckContext, Cured, Doubt, Mender, ReadTo, Report};
use crate::message::Fix;
use crate::text::{Chunk, LOOK_AHEAD, Source, Span};
pub(super) use dialogue::FixDialogue;
use dialogue::first;

/// How the games of a file are corrected.
#[derive(Clone, Debug)]
pub(super) struct Mending {
    mender: Mender,
    /// Whether a fix that is a guess is applied: the first, unless the user has to choose among several.
    takes_guesses: bool,
    /// Where the user chooses, if there is somebody to ask.
    pub(super) dialogue: Option<Arc<FixDialogue>>,
}

impl Mending {
    /// Returns `None` unless the command line asks for fixes.
    pub(super) fn of_args(args: &Args) -> Option<Mending> {
        let mender = Mender::new(args.check_options());
        args.mends().then_some(Mending { mender, takes_guesses: args.checking.fix_guesses, dialogue: None })
    }

    /// Corrects the part of a text that holds a game. If something could be fixed, returns the new
    /// text and the counts of the fixes. If fixes were tried, `report` becomes the report on the
    /// corrected text. `before` is the text of the games before it as it was written, and `number`
    /// is the number of the game.
    pub(super) fn mend(
        &self,
        context: &CheckContext<'_>,
        (part, before): (Span, &[u8]),
        number: usize,
        report: &mut Report,
    ) -> Option<(Vec<u8>, Cured)> {
        let source = context.source;
        let is_mended = |fix: &Fix| fix.is_certain() || self.takes_guesses;
        if !report.diagnostics.iter().any(|found| found.fixes(source).iter().any(is_mended)) {
            return None;
        }
        let choose = |doubt: &Doubt<'_>| match &self.dialogue {
            Some(dialogue) => dialogue.ask(&self.mender, number, doubt),
            None => first(doubt.fixes),
        };
        let mended = match self.takes_guesses {
            true => self.mender.mend_and_guess(source, part, before, choose),
            false => self.mender.mend(source, part, before),
        };
        *report = mended.report;
        (!mended.cured.is_empty()).then_some((mended.text, mended.cured))
    }
}

/// Keeps track of the text of a chunk that has not been written yet. Nothing is written unless games are
/// corrected.
pub(super) struct TextBetween {
    is_written: bool,
    /// The offset up to which it has been written.
    done: usize,
    /// The text of the last games that share a line, as it was written. No fix may change where they end.
    pub(super) last_games: Vec<u8>,
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

    /// Notes the text of a game that is written.
    pub(super) fn note_written(&mut self, written: &[u8]) {
        let gap = &written[..written.len() - written.trim_ascii_start().len()];
        // it is copied for each game, so its length has to be bounded
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

    /// Writes the text up to the boundary that the chunk has been read to, or all the rest in the
    /// last chunk of a file.
    pub(super) fn write_rest(
        &mut self,
        chunk: &Chunk,
        reached: ReadTo,
        output: &mut ChunkOutput<'_>,
    ) -> io::Result<()> {
        let is_last = chunk.source.ends_file() && chunk.end == chunk.source.bytes().len();
        let end = if is_last { chunk.end } else { chunk.source.offset_of(reached.end) };
        self.write_to(end, output)?;
        // the output is played at the end of each game, but no game ends after this text
        if self.is_written { output.play() } else { Ok(()) }
    }
}

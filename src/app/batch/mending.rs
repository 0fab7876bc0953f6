//! Mends the games of a file, and writes the text between them as it is.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::chunk_output::ChunkOutput;
use crate::app::cli::Args;
use crate::check::{Boundary, CheckContext, Cured, Mender, Report};
use crate::message::{Diagnostic, Fix, Reporter, ReporterOptions, fill};
use crate::text::{Chunk, Printable, Source, Span, apply_edits};

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
    /// The first one is applied.
    FirstTaken,
    /// The user chooses.
    Asked(Arc<Questions>),
}

impl Mending {
    /// Returns `None` if nothing is to be mended.
    pub(super) fn of_args(args: &Args) -> Option<Mending> {
        let mender = Mender {
            variant: args.variant,
            syntax: args.syntax,
            pedantic: args.pedantic,
            letters: args.piece_letters,
            max_game_size: args.max_game_size.0,
        };
        let guesses = if args.fix_guesses { Guesses::FirstTaken } else { Guesses::Left };
        args.mends().then_some(Mending { mender, guesses })
    }

    /// Asks about guesses, if there is somebody to ask.
    pub(super) fn asking(self, questions: Option<&Arc<Questions>>) -> Mending {
        Mending { guesses: questions.cloned().map_or(self.guesses, Guesses::Asked), ..self }
    }

    /// Mends the part of a text that is a game. If something could be mended, returns the new text, and what
    /// has been mended; `report` has what is left.
    pub(super) fn mend(
        &self,
        context: &CheckContext<'_>,
        part: Span,
        report: &mut Report,
    ) -> Option<(Vec<u8>, Cured)> {
        let source = context.source;
        let is_mended = |fix: &Fix| fix.is_certain() || !matches!(self.guesses, Guesses::Left);
        if !report.diagnostics.iter().any(|found| found.fixes(source).iter().any(is_mended)) {
            return None;
        }
        let mended = match &self.guesses {
            Guesses::Left => self.mender.mend(source, part),
            Guesses::FirstTaken => self.mender.mend_and_guess(source, part, |_, _, _| Some(0)),
            Guesses::Asked(questions) => self
                .mender
                .mend_and_guess(source, part, |source, found, fixes| questions.ask(source, found, fixes)),
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
}

impl TextBetween {
    /// Begins at an offset in the file.
    pub(super) fn new(is_written: bool, source: &Source, from: usize) -> TextBetween {
        TextBetween { is_written, done: source.offset_of(from) }
    }

    /// Returns the part up to an offset, which the caller writes.
    pub(super) fn take_to(&mut self, end: usize) -> Span {
        let part = Span::new(self.done, end.max(self.done));
        self.done = part.end;
        part
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
        reached: Boundary,
        output: &mut ChunkOutput<'_>,
    ) -> io::Result<()> {
        let is_last = chunk.source.ends_file() && chunk.end == chunk.source.bytes().len();
        let end = if is_last { chunk.end } else { chunk.source.offset_of(reached.end) };
        self.write_to(end, output)?;
        // the text behind the last game is of none that would end it
        if self.is_written { output.play_rest() } else { Ok(()) }
    }
}

/// Questions to the user about guesses.
#[derive(Debug)]
pub(super) struct Questions {
    options: ReporterOptions,
    /// The answer to all further questions, if it has been given.
    answer_to_all: Mutex<Option<bool>>,
}

impl Questions {
    /// Returns `None` if there are none, or nobody can be asked.
    pub(super) fn of_args(args: &Args, options: ReporterOptions) -> Option<Questions> {
        let reads_stdin = args.input_paths().iter().any(|path| path == Path::new("-"));
        let can_ask = !reads_stdin && io::stdin().is_terminal() && io::stderr().is_terminal();
        (args.fix_guesses && can_ask).then(|| Questions { options, answer_to_all: Mutex::new(None) })
    }

    /// Asks about the guesses for a problem one after the other. Returns the index of the one that is
    /// accepted.
    fn ask(&self, source: &Source, found: &Diagnostic, fixes: &[Fix]) -> Option<usize> {
        let mut answer_to_all = self.answer_to_all.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = *answer_to_all {
            return answer.then_some(0);
        }
        let options = ReporterOptions { quiet: false, ..self.options };
        Reporter::new(io::stderr(), options).report(source, None, found);
        for (at, fix) in fixes.iter().enumerate() {
            let question = fill(self.options.language.apply_fix, &[("change", &change(source, fix))]);
            match answer(&question).as_deref() {
                Some("y" | "s") => return Some(at),
                Some("a") => {
                    *answer_to_all = Some(true);
                    return Some(at);
                }
                Some("n") => {}
                _ => {
                    *answer_to_all = Some(false);
                    return None;
                }
            }
        }
        None
    }
}

/// Returns the lines that a fix changes, before and after it.
fn change(source: &Source, fix: &Fix) -> String {
    let start = fix.edits.first().map_or(0, |edit| source.line_span(edit.span.start).start);
    let end = fix.edits.last().map_or(0, |edit| source.line_span(edit.span.end).end);
    let before = &source.bytes()[start..end];
    let after = apply_edits(before, start, &fix.edits);
    let marked = |sign: char, text: &[u8]| {
        let text = String::from_utf8_lossy(text);
        text.lines().map(|line| format!("{sign} {}\n", Printable(line))).collect::<String>()
    };
    marked('-', before) + &marked('+', &after)
}

/// Asks a question until it is answered by one of the letters `y` (or `s`), `n`, `a` and `q`. Returns `None` if there
/// is no answer.
fn answer(question: &str) -> Option<String> {
    loop {
        let mut stderr = io::stderr();
        write!(stderr, "{question}").and_then(|()| stderr.flush()).ok()?;
        let mut line = String::new();
        io::stdin().lock().read_line(&mut line).ok().filter(|length| *length > 0)?;
        let letter = line.trim().to_lowercase();
        if matches!(letter.as_str(), "y" | "s" | "n" | "a" | "q") {
            return Some(letter);
        }
    }
}

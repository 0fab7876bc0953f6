//! The reporter, which counts diagnostics and decides which of them are written.
//!
//! `human.rs`, `json.rs` and `sarif.rs` do the writing.

use std::collections::BTreeMap;
use std::io::Write;
use std::{fmt, mem};

use super::human::Human;
use super::json::Json;
use super::sarif::Sarif;
use super::{Describe, Diagnostic, GameLabel, Language, Severity, Summary};
use crate::text::Source;

/// The format of messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
#[non_exhaustive]
pub enum MessageFormat {
    /// For people: an excerpt of the file, with a marker
    #[default]
    Human,
    /// For programs: a JSON object on each line
    Json,
    /// For code hosts: a log in SARIF, which they show beside the lines
    Sarif,
}

/// The options of a [`Reporter`].
#[derive(Clone, Copy, Debug)]
pub struct ReporterOptions {
    /// The format of messages.
    pub format: MessageFormat,
    /// The language of messages.
    pub language: &'static Language,
    /// Whether messages for people are coloured.
    pub color: bool,
    /// Whether warnings and the summary are left out.
    pub quiet: bool,
    /// The number of columns of the window in which people read messages; `None` if they go to a file.
    pub width: Option<usize>,
    /// How many errors, and how many warnings, are written for each source; `None` for all.
    pub max_shown: Option<usize>,
}

/// Writes diagnostics to `W`, and counts them. The output is complete when the reporter is dropped: a SARIF
/// log ends only then.
///
/// Errors of `W` are ignored, since there is nowhere left to report them.
#[derive(Debug)]
pub struct Reporter<W: Write> {
    out: W,
    writer: Box<dyn MessageWriter>,
    max_errors: usize,
    max_warnings: usize,
    errors: usize,
    warnings: usize,
    quiet: bool,
    summary: Summary,
}

impl<W: Write> Reporter<W> {
    /// Creates a reporter that writes to `out`.
    pub fn new(out: W, options: ReporterOptions) -> Reporter<W> {
        let writer: Box<dyn MessageWriter> = match options.format {
            MessageFormat::Human => Box::new(Human::new(&options)),
            MessageFormat::Json => Box::new(Json::new(options.language)),
            MessageFormat::Sarif => Box::new(Sarif::new(options.language)),
        };
        let max_errors = options.max_shown.unwrap_or(usize::MAX);
        // warnings that are not written still count for the summary
        let max_warnings = if options.quiet { 0 } else { max_errors };
        Reporter {
            out,
            writer,
            max_errors,
            max_warnings,
            errors: 0,
            warnings: 0,
            quiet: options.quiet,
            summary: Summary::default(),
        }
    }

    /// Counts a diagnostic about a source, or about a game in it, and writes it unless the
    /// limit of its severity has been reached.
    pub fn report(&mut self, source: &Source, game: Option<&GameLabel<'_>>, diagnostic: &Diagnostic) {
        let (count, max) = match diagnostic.severity {
            Severity::Error => (&mut self.errors, self.max_errors),
            Severity::Warning => (&mut self.warnings, self.max_warnings),
        };
        *count += 1;
        if *count <= max {
            write(&mut self.out, &self.writer.diagnostic(source, game, diagnostic));
        }
    }

    /// Counts a warning about a source as a whole, and writes it unless the reporter is quiet. The limit
    /// does not apply to it, so that it is not lost among the warnings about games.
    pub fn report_source(&mut self, source: &Source, warning: &Diagnostic) {
        if self.quiet {
            self.summary.warnings += 1;
        } else {
            self.report_command_line(source, warning);
        }
    }

    /// Counts a warning about the command line, and writes it even if the reporter is quiet: it is not about the
    /// files.
    pub fn report_command_line(&mut self, part: &Source, warning: &Diagnostic) {
        self.summary.warnings += 1;
        write(&mut self.out, &self.writer.diagnostic(part, None, warning));
    }

    /// Counts errors and warnings that are not written.
    pub fn count(&mut self, errors: usize, warnings: usize) {
        self.errors += errors;
        self.warnings += warnings;
    }

    /// Counts a game that is left out because it repeats another, and writes this unless the reporter is
    /// quiet. `begins_at` is the offset of the game in its source.
    pub fn leave_out(&mut self, source: &Source, begins_at: usize, duplicate: &Duplicate<'_>) {
        self.summary.duplicates = self.summary.duplicates.map(|count| count + 1);
        if !self.quiet {
            write(&mut self.out, &self.writer.left_out(source, begins_at, duplicate));
        }
    }

    /// Writes how many games have been left out because they repeat others, if there are some, unless the
    /// reporter is quiet. [`Reporter::summarize`] writes this number, too.
    pub fn count_duplicates(&mut self) {
        if let Some(count) = self.summary.duplicates.filter(|count| *count > 0 && !self.quiet) {
            write(&mut self.out, &self.writer.duplicates(count));
        }
    }

    /// Ends the report of a source.
    ///
    /// Writes how many errors there were if not all of them have been written, or if they cost more than their games.
    /// Writes how many warnings there were if some of them, but not all, have been written.
    pub fn conclude(&mut self, source: &Source, cost: ErrorCost) {
        // the limits hold for each source by itself
        let (errors, warnings) = (mem::take(&mut self.errors), mem::take(&mut self.warnings));
        let mut count = |severity, total, max: usize| {
            let shown = max.min(total);
            self.writer.count(source, &Count { severity, total, shown, cost })
        };
        self.summary.errors += errors;
        self.summary.warnings += warnings;
        let mut text = String::new();
        if warnings > self.max_warnings && self.max_warnings > 0 {
            text += &count(Severity::Warning, warnings, self.max_warnings);
        }
        // an error that costs the file has to explain why nothing of it is shown
        if errors > self.max_errors || (errors > 0 && cost != ErrorCost::Game) {
            text += &count(Severity::Error, errors, self.max_errors);
        }
        write(&mut self.out, &text);
    }

    /// Writes how many problems of a source have been fixed, by their codes, if there are some,
    /// unless the reporter is quiet. `is_written` tells whether the fixed text is written, rather
    /// than only compared.
    pub fn tell_mended(&mut self, source: &Source, cured: &BTreeMap<String, usize>, is_written: bool) {
        if !self.quiet && !cured.is_empty() {
            write(&mut self.out, &self.writer.mended(source, cured, is_written));
        }
    }

    /// Returns the totals of all sources, for the caller to add to. The reporter itself
    /// counts errors and warnings.
    pub fn summary(&mut self) -> &mut Summary {
        &mut self.summary
    }

    /// Writes the totals of all sources, unless the reporter is quiet.
    pub fn summarize(&mut self) {
        if !self.quiet {
            write(&mut self.out, &self.writer.summary(&self.summary));
        }
    }

    /// Returns whether there have been warnings, written or not.
    pub fn has_warned(&self) -> bool {
        self.warnings + self.summary.warnings > 0
    }

    /// Writes an error that has no position in a text. `file` is the name of the source
    /// concerned, if there is one.
    pub fn fail(&mut self, file: Option<&str>, problem: &dyn Describe) {
        write(&mut self.out, &self.writer.failure(file, problem));
    }
}

fn write(out: &mut impl Write, text: &str) {
    let _ = out.write_all(text.as_bytes());
}

impl<W: Write> Drop for Reporter<W> {
    fn drop(&mut self) {
        write(&mut self.out, &self.writer.end());
    }
}

/// A format of messages. Each method returns the text to be written next, which may be empty, as it is for what the
/// format does not tell. What stands between two messages may come with the second one.
pub(super) trait MessageWriter: fmt::Debug + Send {
    /// Writes a diagnostic about a source, or about a game in it.
    fn diagnostic(&mut self, source: &Source, game: Option<&GameLabel<'_>>, found: &Diagnostic) -> String;

    /// Writes an error that has no position in a text. `file` is the name of the source
    /// concerned, if there is one.
    fn failure(&mut self, file: Option<&str>, problem: &dyn Describe) -> String;

    /// Writes how many diagnostics of one severity a source had.
    fn count(&mut self, _source: &Source, _count: &Count) -> String {
        String::new()
    }

    /// Writes that a game of a source, at an offset, is left out because it repeats another.
    fn left_out(&mut self, _source: &Source, _begins_at: usize, _duplicate: &Duplicate<'_>) -> String {
        String::new()
    }

    /// Writes how many games have been left out because they repeat others.
    fn duplicates(&mut self, _count: usize) -> String {
        String::new()
    }

    /// Writes how many problems of a source have been fixed, by their codes, or would be if `is_written` is
    /// false.
    fn mended(&mut self, _source: &Source, _cured: &BTreeMap<String, usize>, _is_written: bool) -> String {
        String::new()
    }

    /// Writes the totals of all sources.
    fn summary(&mut self, _summary: &Summary) -> String {
        String::new()
    }

    /// Ends the messages.
    fn end(&mut self) -> String {
        String::new()
    }
}

/// The number of diagnostics of one severity in a source.
pub(super) struct Count {
    pub(super) severity: Severity,
    pub(super) total: usize,
    pub(super) shown: usize,
    pub(super) cost: ErrorCost,
}

/// What an error in a source costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorCost {
    /// Its game, or the rest of it.
    Game,
    /// The source: nothing of it is shown.
    File,
    /// The change of the source: it stays as it is.
    Change,
}

/// A game that repeats another.
#[derive(Clone, Copy, Debug)]
pub struct Duplicate<'a> {
    /// Its number in its source, counted from 1.
    pub number: usize,
    /// The name of the source of the first such game.
    pub first_source: &'a str,
    /// The number of that game in that source.
    pub first_number: usize,
}

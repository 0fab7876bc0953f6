//! The one place that counts diagnostics and decides which are written. How they are
//! written, for people or for programs, has a file for each.

use std::fmt;
use std::io::Write;
use std::mem;

use super::human::Human;
use super::json::Json;
use super::{Describe, Diagnostic, GameLabel, Language, Severity, Summary};
use crate::text::Source;

/// Whom messages are written for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum MessageFormat {
    /// For people: an excerpt of the file, with a marker
    #[default]
    Human,
    /// For programs: a JSON object on each line
    Json,
}

/// How, and how much, is reported.
#[derive(Clone, Copy, Debug)]
pub struct ReporterOptions {
    /// For whom.
    pub format: MessageFormat,
    /// In which language.
    pub language: &'static Language,
    /// Whether in colours, for people.
    pub painted: bool,
    /// Whether warnings are left out.
    pub quiet: bool,
    /// How many errors of a source are shown, and how many warnings; `None` is all.
    pub most_shown: Option<usize>,
}

/// A way to write messages. Each text ends its last line, or is empty.
pub(super) trait MessageWriter: fmt::Debug + Send {
    /// Writes a diagnostic about a text or about a game in it.
    fn diagnostic(&self, source: &Source, game: Option<&GameLabel<'_>>, diagnostic: &Diagnostic) -> String;

    /// Writes an error that is not about the text of a source; `file` is the
    /// source's name if it is about one.
    fn failure(&self, file: Option<&str>, problem: &dyn Describe) -> String;

    /// Says how many messages of a weight a source had.
    fn count(&self, source: &Source, count: &Count) -> String;

    /// Says how much there was of everything.
    fn summary(&self, summary: &Summary) -> String;
}

/// How many messages of a weight a source had.
pub(super) struct Count {
    pub(super) severity: Severity,
    pub(super) total: usize,
    pub(super) shown: usize,
    /// Whether one error keeps all of the source from being shown.
    pub(super) all_or_nothing: bool,
}

/// Writes diagnostics, and counts them.
///
/// If its output fails there is nowhere left to say so; what it returns and what
/// becomes of a file does not depend on it.
#[derive(Debug)]
pub struct Reporter<W> {
    out: W,
    writer: Box<dyn MessageWriter>,
    most_errors: usize,
    most_warnings: usize,
    errors: usize,
    warnings: usize,
    quiet: bool,
    summary: Summary,
}

impl<W: Write> Reporter<W> {
    /// Makes a reporter that writes to `out`.
    pub fn new(out: W, options: ReporterOptions) -> Reporter<W> {
        let writer: Box<dyn MessageWriter> = match options.format {
            MessageFormat::Human => Box::new(Human::new(options.language, options.painted)),
            MessageFormat::Json => Box::new(Json::new(options.language)),
        };
        let most_errors = options.most_shown.unwrap_or(usize::MAX);
        let most_warnings = if options.quiet { 0 } else { most_errors };
        Reporter {
            out,
            writer,
            most_errors,
            most_warnings,
            errors: 0,
            warnings: 0,
            quiet: options.quiet,
            summary: Summary::default(),
        }
    }

    /// Writes a diagnostic about a text or about a game in it, unless there have been too
    /// many of its weight.
    pub fn report(&mut self, source: &Source, game: Option<&GameLabel<'_>>, diagnostic: &Diagnostic) {
        let (count, most) = match diagnostic.severity {
            Severity::Error => (&mut self.errors, self.most_errors),
            Severity::Warning => (&mut self.warnings, self.most_warnings),
        };
        *count += 1;
        if *count <= most {
            let text = self.writer.diagnostic(source, game, diagnostic);
            self.write(&text);
        }
    }

    /// Counts errors and warnings that are not written.
    pub fn count(&mut self, errors: usize, warnings: usize) {
        self.errors += errors;
        self.warnings += warnings;
    }

    /// Says how many errors and warnings a source had, where that is not plain
    /// to see, and whether nothing of it is shown because of them.
    pub fn conclude(&mut self, source: &Source, all_or_nothing: bool) {
        let (errors, warnings) = (mem::take(&mut self.errors), mem::take(&mut self.warnings));
        let count = |severity, total, most: usize| {
            let shown = most.min(total);
            self.writer.count(source, &Count { severity, total, shown, all_or_nothing })
        };
        self.summary.errors += errors;
        self.summary.warnings += warnings;
        let mut text = String::new();
        if warnings > self.most_warnings && self.most_warnings > 0 {
            text += &count(Severity::Warning, warnings, self.most_warnings);
        }
        if errors > self.most_errors || (errors > 0 && all_or_nothing) {
            text += &count(Severity::Error, errors, self.most_errors);
        }
        self.write(&text);
    }

    /// Returns what is counted of all sources, but for the errors and warnings,
    /// which are counted here.
    pub fn summary(&mut self) -> &mut Summary {
        &mut self.summary
    }

    /// Says how much there was, unless all is to be quiet.
    pub fn summarize(&mut self) {
        if !self.quiet {
            let text = self.writer.summary(&self.summary);
            self.write(&text);
        }
    }

    /// Writes an error that is not about the text of a source; `file` is the
    /// source's name if it is about one.
    pub fn fail(&mut self, file: Option<&str>, problem: &dyn Describe) {
        let text = self.writer.failure(file, problem);
        self.write(&text);
    }

    fn write(&mut self, text: &str) {
        let _ = self.out.write_all(text.as_bytes());
    }
}

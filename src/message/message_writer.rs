//! What the formats of messages have in common.

use std::collections::BTreeMap;
use std::fmt;

use super::{Describe, Diagnostic, GameLabel, Severity, Summary};
use crate::text::Source;

/// A format of messages. Every returned text ends with a line end or is empty.
pub(super) trait MessageWriter: fmt::Debug + Send {
    /// Writes a diagnostic about a source, or about a game in it.
    fn diagnostic(
        &mut self,
        source: &Source,
        game: Option<&GameLabel<'_>>,
        diagnostic: &Diagnostic,
    ) -> String;

    /// Writes an error that has no position in a text. `file` is the name of the source
    /// concerned, if there is one.
    fn failure(&mut self, file: Option<&str>, problem: &dyn Describe) -> String;

    /// Writes how many diagnostics of one severity a source had.
    fn count(&mut self, source: &Source, count: &Count) -> String;

    /// Writes that a game of a source, at an offset, is left out because it repeats another.
    fn left_out(&mut self, source: &Source, begins_at: usize, duplicate: &Duplicate<'_>) -> String;

    /// Writes how many games have been left out because they repeat others.
    fn duplicates(&mut self, count: usize) -> String;

    /// Writes how many problems of a source have been mended, by their codes, or if `is_written` is false would be.
    fn mended(&mut self, source: &Source, cured: &BTreeMap<String, usize>, is_written: bool) -> String;

    /// Writes the totals of all sources.
    fn summary(&mut self, summary: &Summary) -> String;

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
    /// Whether a source with an error is not shown at all.
    pub(super) all_or_nothing: bool,
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

//! The counts of one file.

use std::sync::Arc;

use crate::check::{Cured, NotUtf8};
use crate::message::Summary;
use crate::text::Source;

/// The counts of a file so far.
#[derive(Default)]
pub(super) struct FileTally {
    /// The number of games begun.
    pub(super) games: usize,
    /// The number of these that answer the question.
    pub(super) found: usize,
    /// The number of these that are left out as duplicates.
    pub(super) left_out: usize,
    /// The number of these that have been written in full.
    pub(super) shown: usize,
    /// The number of these with an error.
    pub(super) faulty: usize,
    /// Their texts that are not UTF-8, and the source of the first.
    pub(super) not_utf8: Option<(Arc<Source>, NotUtf8)>,
    /// The numbers of problems that have been fixed, by their codes.
    pub(super) cured: Cured,
    /// Whether the file could not be read to its end.
    pub(super) is_broken: bool,
}

impl FileTally {
    /// Counts games that have been processed.
    pub(super) fn count(&mut self, games: usize, counts: &Summary) {
        self.games += games;
        self.found += counts.matching.unwrap_or(0);
        self.faulty += counts.faulty;
        self.shown += counts.shown.unwrap_or(0);
    }

    /// Counts problems that have been fixed.
    pub(super) fn count_mended(&mut self, cured: &Cured) {
        for (code, count) in cured {
            *self.cured.entry(code.clone()).or_default() += count;
        }
    }

    /// Counts texts of a source that are not UTF-8.
    pub(super) fn count_not_utf8(&mut self, source: &Arc<Source>, found: NotUtf8) {
        match &mut self.not_utf8 {
            Some((_, before)) => before.add(found),
            None => self.not_utf8 = Some((source.clone(), found)),
        }
    }

    /// Returns the number of games that answer the question and are not duplicates.
    pub(super) fn taken(&self) -> usize {
        self.found - self.left_out
    }

    /// Returns whether a game has an error, or the file could not be read.
    pub(super) fn is_faulty(&self) -> bool {
        self.faulty > 0 || self.is_broken
    }

    /// Returns whether every game has been written in full.
    pub(super) fn is_all_shown(&self) -> bool {
        !self.is_faulty() && self.shown == self.games
    }
}

//! The counts of the run and of one file, and which games are taken by them.

use std::num::NonZeroUsize;
use std::sync::Arc;

use super::Wanted;
use crate::app::cli::Args;
use crate::app::selection::Selection;
use crate::check::{Cured, NotUtf8};
use crate::message::Summary;
use crate::text::{Place, Source};

/// The counts of a file so far.
#[derive(Default)]
pub struct FileTally {
    /// The number of games begun.
    pub games: usize,
    /// The number of these that answer the question.
    pub found: usize,
    /// The number of these that are left out as duplicates.
    pub left_out: usize,
    /// The number of these that have been written in full.
    pub shown: usize,
    /// The number of these with an error.
    pub faulty: usize,
    /// Their texts that are not UTF-8, and the source of the first.
    pub not_utf8: Option<(Arc<Source>, NotUtf8)>,
    /// The numbers of problems that have been fixed, by their codes.
    pub cured: Cured,
    /// Whether the file could not be read to its end.
    pub is_broken: bool,
    /// The number of all its games, once a pass has counted them.
    pub total: Option<usize>,
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
    pub fn is_faulty(&self) -> bool {
        self.faulty > 0 || self.is_broken
    }

    /// Returns whether every game has been written in full.
    pub(super) fn is_all_shown(&self) -> bool {
        !self.is_faulty() && self.shown == self.games
    }
}

/// The counts of the files done so far and of the current one.
#[derive(Default)]
pub struct Tally {
    selection: Option<Selection>,
    /// How many games of all files are taken at most.
    limit: Option<NonZeroUsize>,
    /// Whether the limit holds in this pass. It does not before duplicates are known.
    pub is_limited: bool,
    /// How many files come after this one.
    pub files_left: usize,
    /// The place of the text in its file.
    pub place: Place,
    /// The number of games in the files before this one.
    pub(super) games_before: usize,
    /// The number of these that answer the question.
    found_before: usize,
    /// The number of these that are taken: not left out as duplicates, nor with a file that is not shown.
    taken_before: usize,
    /// The number of these that have been shown.
    pub(super) shown_before: usize,
    /// The counts of this file.
    pub file: FileTally,
}

impl Tally {
    pub(super) fn of_args(args: &Args) -> Tally {
        Tally {
            selection: args.choosing.games.clone(),
            limit: args.choosing.limit,
            is_limited: true,
            files_left: args.input_paths().len(),
            ..Tally::default()
        }
    }

    /// Leaves a file for the next one. `is_taken` tells whether its games have been shown.
    pub(super) fn leave_file(&mut self, is_taken: bool) {
        self.games_before += self.file.games;
        self.found_before += self.file.found;
        self.taken_before += if is_taken { self.file.taken() } else { 0 };
        self.shown_before += self.file.shown;
        self.file = FileTally::default();
    }

    /// Chooses all games that follow.
    pub fn choose_all(&mut self) {
        (self.selection, self.limit) = (None, None);
    }

    /// Makes the next game the one after so many others: in the files before, and in its file.
    pub fn count_from(&mut self, games_before: usize, games: usize) {
        (self.games_before, self.file.games) = (games_before, games);
    }

    /// Begins a file, or its second pass, before which the first one has counted its games unless it left some out.
    pub(super) fn begin_file(&mut self) {
        let has_all = self.selection.is_none() && self.limit.is_none();
        let total = Some(self.file.games).filter(|games| *games > 0 && has_all);
        self.file = FileTally { total, ..FileTally::default() };
    }

    /// Returns the number of games in the files done so far, if none of them answers the question.
    pub fn games_without_answer(&self) -> Option<usize> {
        (self.found_before == 0 && self.games_before > 0).then_some(self.games_before)
    }

    /// Returns whether so many more games may be taken.
    pub fn has_room(&self, games: usize) -> bool {
        let limit = self.limit.filter(|_| self.is_limited).map_or(usize::MAX, NonZeroUsize::get);
        games <= limit.saturating_sub(self.taken_before + self.file.taken())
    }

    /// Returns whether another game may follow one, if text follows it in its file.
    pub(super) fn may_go_on(&self, text_follows: bool) -> bool {
        let may_follow = text_follows && self.wants_game(2) != Wanted::NoMore;
        may_follow || (self.files_left > 0 || self.place.is_followed()) && self.has_room(2)
    }

    /// Returns whether a game is selected. `game` counts from 1 after the games counted so far.
    pub(super) fn wants_game(&self, game: usize) -> Wanted {
        match &self.selection {
            _ if !self.has_room(game) => Wanted::NoMore,
            Some(selection) if self.file.games + game > selection.last() => Wanted::NoMore,
            Some(selection) if !selection.contains(self.file.games + game) => Wanted::No,
            _ => Wanted::Yes,
        }
    }

    /// Returns whether all games after those counted so far are selected.
    pub fn wants_the_rest(&self) -> bool {
        self.selection.as_ref().is_none_or(|selection| selection.contains_all_from(self.file.games + 1))
    }

    /// Returns the first selected number that the file, with the games counted so far, does not have.
    pub(super) fn missing_game(&self) -> Option<usize> {
        self.selection.as_ref()?.first_beyond(self.file.games)
    }
}

//! A game as the viewer holds it while it shows it.

use std::sync::{Arc, Weak};

use super::game_index::GameLocation;
use super::tag_summary::TagSummary;
use super::tree::{Grow, Tree};
use crate::check::{GameChecker, Syntax};
use crate::message::Language;
use crate::rules::with_rules;
use crate::text::{Printable, Source};

/// A game that has been read, checked and replayed.
#[derive(Debug)]
pub struct LoadedGame {
    /// The summary of its tags.
    pub tags: TagSummary,
    /// Its number, counted from 1 through all files.
    pub number: usize,
    /// The name of its file, printable.
    pub file: String,
    /// Its moves, up to the error if it has one.
    pub tree: Tree,
    /// The message of its error, if it has one.
    pub error: Option<String>,
    /// The part of the file that it has been read from.
    source: Weak<Source>,
}

impl LoadedGame {
    /// Reads the game at a location. Returns `None` if there is no game.
    #[must_use]
    pub fn read(
        checker: &mut GameChecker<'_>,
        location: &GameLocation,
        file_name: &str,
        syntax: Syntax,
        language: &Language,
    ) -> Option<LoadedGame> {
        checker.seek(location.previous_end);
        let report = checker.advance()?;
        let error = report.error().map(|diagnostic| {
            let code = diagnostic.severity.letter_and(diagnostic.problem.code());
            let help = diagnostic.problem.help(language).map_or(String::new(), |help| format!("; {help}"));
            Printable(&format!("{code}: {}{help}", diagnostic.problem.message(language))).to_string()
        });
        let game = checker.sound_part(&report);
        Some(LoadedGame {
            tags: TagSummary::of(game),
            number: location.number,
            file: Printable(file_name).to_string(),
            tree: with_rules(game, Grow { illegal: syntax.illegal() }),
            error,
            source: Arc::downgrade(&location.source),
        })
    }

    /// Tells whether the game has been read from a part of a file.
    #[must_use]
    pub fn is_of(&self, source: &Arc<Source>) -> bool {
        std::ptr::eq(self.source.as_ptr(), Arc::as_ptr(source))
    }
}

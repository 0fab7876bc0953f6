//! A game as the viewer holds it while it shows it.

use std::sync::{Arc, Weak};

use super::details::{GameDetails, Message};
use super::game_index::GameLocation;
use super::references;
use super::tag_summary::TagSummary;
use super::tree::{Grow, Tree};
use crate::check::{GameChecker, Syntax};
use crate::message::{Language, Severity};
use crate::notation::AnyGame;
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
    /// The message of its error with its place in the file, if it has one.
    pub error: Option<String>,
    /// The part of the file that it has been read from.
    source: Weak<Source>,
    /// What is told of it when the user asks for everything.
    pub details: GameDetails,
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
        let messages = report.diagnostics.iter().map(|diagnostic| Message::of(diagnostic, language));
        let messages: Vec<_> = messages.collect();
        let source = checker.context().source;
        let error = messages.iter().find(|message| message.severity == Severity::Error);
        let error = error.map(|error| error.located(language, |offset| Some(source.position(offset))));
        let game = checker.sound_part(&report);
        let mut tree = with_rules(game, Grow { illegal: syntax.illegal() });
        if matches!(game, AnyGame::Ctl(_)) {
            references::write_out(&mut tree, language);
        }
        Some(LoadedGame {
            tags: TagSummary::of(game),
            number: location.number,
            file: Printable(file_name).to_string(),
            tree,
            error,
            source: Arc::downgrade(&location.source),
            details: GameDetails::of(game, messages),
        })
    }

    /// Tells whether the game has been read from a part of a file.
    #[must_use]
    pub fn is_of(&self, source: &Arc<Source>) -> bool {
        std::ptr::eq(self.source.as_ptr(), Arc::as_ptr(source))
    }
}

//! A game taken out to be looked at, and what is said of it before its moves.

use super::library::Entry;
use super::tree::{Grow, Tree};
use crate::check::{GameChecker, Syntax};
use crate::message::Language;
use crate::notation::AnyGame;
use crate::rules::with_rules;
use crate::syntax::{Game, Notation, is_unknown};
use crate::text::{Printable, words};

/// What the tags of a game say, without what they say is unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The players.
    pub white: String,
    /// The players.
    pub black: String,
    /// The event.
    pub event: String,
    /// Its place.
    pub site: String,
    /// The date as written.
    pub date: String,
    /// The round.
    pub round: String,
    /// The result as the notation writes it.
    pub result: &'static str,
}

impl Facts {
    /// Reads the tags of a game.
    #[must_use]
    pub fn of(game: &AnyGame<'_>) -> Facts {
        match game {
            AnyGame::Pgn(game) => Facts::of_game(game),
            AnyGame::Ctl(game) => Facts::of_game(game),
        }
    }

    fn of_game<N: Notation>(game: &Game<'_, N>) -> Facts {
        let known = |name: &str| {
            let value = game.tag_value(name).filter(|value| !is_unknown(value) && value.trim() != "-");
            Printable(&words(&value.unwrap_or_default()).collect::<Vec<_>>().join(" ")).to_string()
        };
        let player = |name: &str, rating: &str| {
            let (name, rating) = (known(name), known(rating));
            if rating.is_empty() || name.is_empty() { name } else { format!("{name} ({rating})") }
        };
        let date = known("Date");
        Facts {
            white: player("White", "WhiteElo"),
            black: player("Black", "BlackElo"),
            event: known("Event"),
            site: known("Site"),
            date: date.trim_end_matches(['?', '.', '-']).to_owned(),
            round: known("Round"),
            result: N::result_text(game.outcome()),
        }
    }

    /// Returns all of it as one text, to find words in.
    #[must_use]
    pub fn text(&self) -> String {
        let Facts { white, black, event, site, date, round: _, result } = self;
        format!("{white}\n{black}\n{event}\n{site}\n{date}\n{result}").to_lowercase()
    }
}

/// A game as the viewer holds it.
#[derive(Debug)]
pub struct Record {
    /// What its tags say.
    pub facts: Facts,
    /// Its number in its file, counted from 1.
    pub number: usize,
    /// The name of its file.
    pub file: String,
    /// Its moves, up to the error if it has one.
    pub tree: Tree,
    /// What is wrong with it.
    pub error: Option<String>,
}

impl Record {
    /// Reads the game of an entry and replays it.
    #[must_use]
    pub fn read(
        checker: &mut GameChecker<'_>,
        entry: Entry,
        file: &str,
        syntax: Syntax,
        language: &Language,
    ) -> Option<Record> {
        checker.seek(entry.previous_end);
        let report = checker.advance()?;
        let error = report.error().map(|diagnostic| {
            let code = diagnostic.severity.letter_and(diagnostic.problem.code());
            let help = diagnostic.problem.help(language).map_or(String::new(), |help| format!("; {help}"));
            Printable(&format!("{code}: {}{help}", diagnostic.problem.message(language))).to_string()
        });
        let game = checker.game_up_to_error(&report);
        Some(Record {
            facts: Facts::of(game),
            number: entry.number,
            file: Printable(file).to_string(),
            tree: with_rules(game, Grow { illegal: syntax.illegal() }),
            error,
        })
    }
}

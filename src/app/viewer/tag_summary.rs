//! The summary of a game's tags that the header and the list of games show.

use crate::notation::AnyGame;
use crate::syntax::{Game, Notation, is_unknown};
use crate::text::{Printable, words};

/// The values of a game's main tags, printable and on one line each. An unknown value is
/// empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TagSummary {
    /// The white player, with the rating in parentheses.
    pub white: String,
    /// The black player, with the rating in parentheses.
    pub black: String,
    /// The names of White and of Black.
    pub names: [String; 2],
    /// The ratings of White and of Black.
    pub ratings: [String; 2],
    /// The code of the opening.
    pub eco: String,
    /// The event.
    pub event: String,
    /// The site of the event.
    pub site: String,
    /// The date as written, without its unknown end.
    pub date: String,
    /// The round.
    pub round: String,
    /// The result as the notation writes it.
    pub result: &'static str,
}

impl TagSummary {
    /// Summarizes the tags of a game.
    #[must_use]
    pub fn of(game: &AnyGame<'_>) -> TagSummary {
        match game {
            AnyGame::Pgn(game) => TagSummary::of_game(game),
            AnyGame::Ctl(game) => TagSummary::of_game(game),
        }
    }

    fn of_game<N: Notation>(game: &Game<'_, N>) -> TagSummary {
        let known = |name: &str| {
            let value = game.tag_value(name).filter(|value| !is_unknown(value) && value.trim() != "-");
            Printable(&words(&value.unwrap_or_default()).collect::<Vec<_>>().join(" ")).to_string()
        };
        let (names, ratings) = (["White", "Black"].map(known), ["WhiteElo", "BlackElo"].map(known));
        let player = |at: usize| match (&names[at], &ratings[at]) {
            (name, rating) if rating.is_empty() || name.is_empty() => name.clone(),
            (name, rating) => format!("{name} ({rating})"),
        };
        let date = known("Date");
        TagSummary {
            white: player(0),
            black: player(1),
            eco: known("ECO"),
            event: known("Event"),
            site: known("Site"),
            date: date.trim_end_matches(['?', '.', '-']).to_owned(),
            round: known("Round"),
            result: N::result_text(game.outcome()),
            names,
            ratings,
        }
    }
}

//! The header of a game (assignment, section 3).
//!
//! "The assignment" is the university assignment "Traductor de Jugadas de Ajedrez".

use std::io::{self, Write};

use crate::message::{Language, write_filled};
use crate::syntax::{Date, Game, Notation, Outcome};
use crate::text::Printable;

/// Returns the header of a game as [`write()`] writes it.
#[cfg(feature = "viewer")]
pub(crate) fn header_text<N: Notation>(
    game: &Game<'_, N>,
    language: &Language,
    names_opening: bool,
) -> String {
    let mut header = Vec::new();
    // writing to a vector does not fail
    let _ = write(game, language, names_opening, &mut header);
    String::from_utf8_lossy(&header).into_owned()
}

/// Writes the header of a game. An unknown value is written as such if [`Notation::HEADER_NAMES_UNKNOWN`] is set or it
/// is that of a player, and left out otherwise. `names_opening` adds the tags of the opening, which the assignment does
/// not have.
pub(super) fn write<N: Notation>(
    game: &Game<'_, N>,
    language: &Language,
    names_opening: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let language = N::words(language);
    if let Some(id) = game.known_value("Id") {
        write_field(language.record_id, &id, out)?;
    }
    let event = [language.event_is, language.event_unknown];
    let site = [language.site_is, language.site_unknown];
    for (tag, [template, unknown]) in [("Event", event), ("Site", site)] {
        match game.known_value(tag) {
            Some(value) => write_field(template, &value, out)?,
            None if N::HEADER_NAMES_UNKNOWN => writeln!(out, "{unknown}")?,
            None => {}
        }
    }
    let date = game.known_value("Date").unwrap_or_default();
    let Date { year, month, day } =
        Date::parse_with(&date, N::DATE_SEPARATOR).unwrap_or_else(|error| error.readable);
    let [round, white, black] = ["Round", "White", "Black"].map(|tag| game.known_value(tag));
    let unknown = N::HEADER_NAMES_UNKNOWN.then_some(language.unknown);
    let unknown_round = N::HEADER_NAMES_UNKNOWN.then_some(language.round_unknown);
    let unknown_player = |tag| unknown.or(game.tag_value(tag).and(Some(language.unknown)));
    for (template, value, unknown) in [
        (language.year, year, unknown),
        (language.month, month, unknown),
        (language.day, day, unknown),
        (language.round, round.as_deref(), unknown_round),
        (language.white, white.as_deref(), unknown_player("White")),
        (language.black, black.as_deref(), unknown_player("Black")),
    ] {
        if let Some(value) = value.or(unknown) {
            write_field(template, value, out)?;
        }
    }
    let opening: Vec<_> = ["ECO", "Opening"].iter().filter_map(|tag| game.known_value(tag)).collect();
    if names_opening && !opening.is_empty() {
        write_field(language.opening, &opening.join(" "), out)?;
    }
    write_field(language.result, outcome(game.shown_outcome(), language), out)
}

fn write_field(template: &str, value: &str, out: &mut impl Write) -> io::Result<()> {
    write_filled(out, template, &[("value", &Printable(value.trim()))])?;
    out.write_all(b"\n")
}

/// Describes a result.
pub(super) const fn outcome(outcome: Outcome, language: &Language) -> &'static str {
    match outcome {
        Outcome::WhiteWins => language.white_wins,
        Outcome::BlackWins => language.black_wins,
        Outcome::WhiteStalemates => language.white_stalemates,
        Outcome::BlackStalemates => language.black_stalemates,
        Outcome::Draw => language.draw,
        Outcome::DoubleForfeit => language.double_forfeit,
        Outcome::Unknown => language.result_unknown,
    }
}

//! The header of a game (assignment, section 3).
//!
//! "The assignment" is the university assignment "Traductor de Jugadas de Ajedrez".

use std::borrow::Cow;
use std::io::{self, Write};

use crate::message::{Language, write_filled};
use crate::syntax::{Date, Game, Notation, Outcome, is_unknown};
use crate::text::Printable;

/// Writes the header of a game, and the line before its moves.
pub(super) fn write<N: Notation>(
    game: &Game<'_, N>,
    language: &Language,
    out: &mut impl Write,
) -> io::Result<()> {
    if let Some(id) = known(game, "Id") {
        field(language.record_id, &id, out)?;
    }
    sentence(game, "Event", language.event_is, language.event_unknown, out)?;
    sentence(game, "Site", language.site_is, language.site_unknown, out)?;
    let date = known(game, "Date").unwrap_or_default();
    let Date { year, month, day } =
        Date::parse_with(&date, N::DATE_SEPARATOR).unwrap_or_else(|error| error.readable);
    for (template, part) in [(language.year, year), (language.month, month), (language.day, day)] {
        field(template, part.unwrap_or(language.unknown), out)?;
    }
    for (template, tag, unknown) in [
        (language.round, "Round", language.round_unknown),
        (language.white, "White", language.unknown),
        (language.black, "Black", language.unknown),
    ] {
        field(template, known(game, tag).as_deref().unwrap_or(unknown), out)?;
    }
    field(language.result, outcome(game.outcome(), language), out)?;
    write!(out, "\n{}\n\n", language.moves)
}

/// Returns the value of a tag, or `None` if it is missing or unknown.
fn known<'s, N: Notation>(game: &Game<'s, N>, tag: &str) -> Option<Cow<'s, str>> {
    game.tag_value(tag).filter(|value| !is_unknown(value))
}

fn sentence<N: Notation>(
    game: &Game<'_, N>,
    tag: &str,
    template: &str,
    unknown: &str,
    out: &mut impl Write,
) -> io::Result<()> {
    match known(game, tag) {
        Some(value) => write_filled(out, template, &[("value", &Printable(value.trim()))])?,
        None => out.write_all(unknown.as_bytes())?,
    }
    out.write_all(b"\n")
}

fn field(template: &str, value: &str, out: &mut impl Write) -> io::Result<()> {
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
        Outcome::Unknown => language.result_unknown,
    }
}

//! Writes the tags of the reduced export form (the assignment, section 2).

use super::{San, players, variant};
use crate::notation::calendar::NoSuchDate;
use crate::syntax::{Date, Game, MinimalFault, Notation, SEVEN_TAGS, is_unknown, write_tag};
use crate::text::words;

/// Writes the seven tags of a game of orthodox chess from its initial position.
///
/// # Errors
///
/// Returns [`MinimalFault`] for a variant or another starting position.
pub(super) fn tags(game: &Game<'_, San>, position: Option<String>) -> Result<String, MinimalFault> {
    if !variant::is_orthodox(game) {
        return Err(MinimalFault::Variant);
    }
    if position.is_some() {
        return Err(MinimalFault::StartingPosition);
    }
    let mut text = String::new();
    for name in SEVEN_TAGS {
        write_tag(name, &value(game, name), &mut text);
    }
    text.push('\n');
    Ok(text)
}

/// Returns the value of a tag in the reduced form; one that the form does not allow becomes
/// unknown, and several players come in alphabetical order.
fn value(game: &Game<'_, San>, name: &str) -> String {
    let value = words(&game.tag_value(name).unwrap_or_default()).collect::<Vec<_>>().join(" ");
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    match name {
        "Result" => San::movetext_result(game.outcome()).to_owned(),
        "Date" => date(&value),
        "Round" if !value.split('.').all(is_number) => "?".to_owned(),
        _ if is_unknown(&value) => "?".to_owned(),
        "Event" | "Site" if value == "-" => "?".to_owned(),
        "White" | "Black" => match players::in_order(value) {
            names if names.is_empty() => "?".to_owned(),
            names => names,
        },
        _ => value,
    }
}

fn date(value: &str) -> String {
    let mut date = Date::parse(value).unwrap_or_else(|error| error.readable);
    let number = |part: Option<&str>| part?.parse().ok();
    if NoSuchDate::find([number(date.year), number(date.month), number(date.day)]).is_some() {
        date.day = None;
    }
    let is_number = |part: &&str| part.bytes().all(|b| b.is_ascii_digit());
    let part = |part: Option<&str>, width: usize| match part.filter(is_number) {
        Some(part) => format!("{part:0>width$}"),
        None => "?".repeat(width),
    };
    format!("{}.{}.{}", part(date.year, 4), part(date.month, 2), part(date.day, 2))
}

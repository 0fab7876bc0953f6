//! The Seven Tag Roster, which the standard requires of games that are archived (section 8.1.1): which tags are
//! missing, the names of players, and the tags of the minimal form.

use super::{San, variant};
use crate::message::{Certainty, Code, Describe, Diagnostic, Fix, Language, fill};
use crate::notation::calendar::NoSuchDate;
use crate::syntax::{Date, Game, MinimalFault, Notation, SEVEN_TAGS, is_unknown, write_tag};
use crate::text::{Edit, Source, Span, plain_letters, words};

/// A game with tags lacks some of the seven.
#[derive(Clone, Debug, PartialEq, Eq)]
struct RosterIncomplete {
    missing: Vec<Missing>,
}

/// A tag that a game lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Missing {
    name: &'static str,
    value: &'static str,
    place: Place,
}

/// Where a tag belongs among those that a game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// On the line before the tag that begins at an offset.
    Before(usize),
    /// On the line after the tag that ends at an offset.
    After(usize),
}

/// Finds the tags that a game lacks. A game without tags is only movetext, which may be imported.
pub(super) fn lint(game: &Game<'_, San>) -> Option<Diagnostic> {
    let first = game.tags.first()?;
    let mut place = Place::Before(first.span.start);
    let mut missing = Vec::new();
    for name in SEVEN_TAGS {
        if let Some(tag) = game.tag(name) {
            place = Place::After(tag.span.end);
        } else if !game.means_tag(name) {
            let value = match name {
                "Result" => San::result_text(game.outcome()),
                name => San::unknown_value(name),
            };
            missing.push(Missing { name, value, place });
        }
    }
    (!missing.is_empty()).then(|| Diagnostic::warning(RosterIncomplete { missing }, first.span, None))
}

impl Describe for RosterIncomplete {
    fn code(&self) -> Code {
        Code::RosterIncomplete
    }

    fn message(&self, language: &Language) -> String {
        let names: Vec<_> = self.missing.iter().map(|tag| tag.name).collect();
        let values: [(&str, &dyn std::fmt::Display); 2] =
            [("count", &names.len()), ("names", &names.join(", "))];
        fill(language.roster_incomplete, &values)
    }

    /// Inserts the tags with unknown values.
    fn fixes(&self, source: &Source, _span: Span) -> Vec<Fix> {
        let edit = |Missing { name, value, place }: &Missing| match *place {
            Place::Before(at) => Edit::insert(at, format!("[{name} \"{value}\"]{}", source.line_end_at(at))),
            Place::After(at) => Edit::insert(at, format!("{}[{name} \"{value}\"]", source.line_end_at(at))),
        };
        vec![Fix::of(Certainty::Certain, self.missing.iter().map(edit).collect())]
    }
}

/// The separators that other programs write between players in place of a colon.
const OTHER_SEPARATORS: [&str; 2] = [";", " / "];

/// The signs that separate players only if each of the parts has a comma, because they may also
/// occur in a name.
const SEPARATORS_OF_NAMES: [&str; 8] = ["&", "+", "|", "/", " - ", " y ", " i ", " and "];

/// Puts colons between players in place of other separators.
fn with_colons(players: &str) -> String {
    let is_between = |separator: &&&str| players.split(**separator).all(|name| name.contains(','));
    let separators = OTHER_SEPARATORS.iter().chain(SEPARATORS_OF_NAMES.iter().filter(is_between));
    separators.fold(players.to_owned(), |players, separator| players.replace(separator, ":"))
}

/// Returns whether the players of a value are in alphabetical order, with colons between them.
pub(super) fn are_in_order(players: &str) -> bool {
    with_colons(players) == players && players.split(':').map(key).is_sorted()
}

/// Returns whether a colon of a value has no name before or after it.
pub(super) fn lack_a_name(players: &str) -> bool {
    players.contains(':') && players.split(':').any(|name| name.trim().is_empty())
}

/// Puts the players of a value in alphabetical order, with colons between them and without empty
/// names. Returns the value as it is if it already has that form.
pub(super) fn in_order(players: String) -> String {
    if are_in_order(&players) && !lack_a_name(&players) {
        return players;
    }
    let players = with_colons(&players);
    let mut names: Vec<_> = players.split(':').map(str::trim).filter(|name| !name.is_empty()).collect();
    names.sort_by_key(|name| key(name));
    names.join(":")
}

/// Returns the key by which a name is sorted: its letters without accents, as in dictionaries. `ñ` is a
/// letter of its own after `n`, as in Spanish, the language of the assignment.
fn key(name: &str) -> String {
    // U+007F comes after every letter of ASCII, so `ñ` is sorted after `nz`
    let letters = name.trim().to_lowercase().replace("n\u{303}", "ñ").replace('ñ', "n\u{7f}");
    plain_letters(&letters)
}

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

/// Returns the value of a tag in the reduced form. A value that the form does not allow becomes
/// unknown, and several players are put in alphabetical order.
fn value(game: &Game<'_, San>, name: &str) -> String {
    let value = words(&game.tag_value(name).unwrap_or_default()).collect::<Vec<_>>().join(" ");
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    match name {
        "Result" => San::movetext_result(game.written_outcome()).to_owned(),
        "Date" => date(&value),
        "Round" if !value.split('.').all(is_number) => "?".to_owned(),
        _ if is_unknown(&value) || value == "-" => "?".to_owned(),
        "White" | "Black" => match in_order(value.replace(" :", ":").replace(": ", ":")) {
            names if names.is_empty() => "?".to_owned(),
            names => names,
        },
        _ => value,
    }
}

fn date(value: &str) -> String {
    let mut date = Date::parse(value).unwrap_or_else(|error| error.readable);
    let number = |part: Option<&str>| part?.parse().ok();
    // a month that does not exist has not been read, so only the day can be wrong
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_in_alphabetical_order() {
        for (players, ordered) in [
            ("Fine, R.", None),
            ("Alekhine, A.:Fine, R.", None),
            ("Fine, R.:Alekhine, A.", Some("Alekhine, A.:Fine, R.")),
            ("Fine, R. : Fine, A.", Some("Fine, A.:Fine, R.")),
            ("Fine:Fine, A.", None),
            ("Fine, A.:Fine", Some("Fine:Fine, A.")),
            ("Tal, M.:van der Wiel, J.:Xu, J.", None),
            ("Xu, J.:Tal, M.:van der Wiel, J.", Some("Tal, M.:van der Wiel, J.:Xu, J.")),
            ("Álvarez, A.:Benítez, B.", None),
            ("Benítez, B.:Álvarez, A.", Some("Álvarez, A.:Benítez, B.")),
            ("Zoe:Berta:Ángel", Some("Ángel:Berta:Zoe")),
            ("Alvarez, B.:Álvarez, A.", Some("Álvarez, A.:Alvarez, B.")),
            ("Núñez:Nuno", Some("Nuno:Núñez")),
            ("Muñoz:Munz", Some("Munz:Muñoz")),
            ("Öst:Ost:Özil", None),
            ("N\u{303}a:Nz", Some("Nz:N\u{303}a")),
            ("E\u{301}z:Ea", Some("Ea:E\u{301}z")),
            ("Tal, M.:Tal, M.", None),
            (":A", Some("A")),
            ("B: :A", Some("A:B")),
            (" : ", Some("")),
            ("Fine, R.;Tal, M.", Some("Fine, R.:Tal, M.")),
            ("Tal, M. / Fine, R.", Some("Fine, R.:Tal, M.")),
            ("A/S Chess", None),
        ] {
            assert_eq!(are_in_order(players) && !lack_a_name(players), ordered.is_none(), "{players}");
            let put = in_order(players.to_owned());
            assert_eq!(put, ordered.unwrap_or(players));
            assert!(are_in_order(&put) && !lack_a_name(&put), "{put}");
        }
    }
}

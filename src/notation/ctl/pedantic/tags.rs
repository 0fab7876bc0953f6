//! The tags that a game has, and their values (notation, "Las etiquetas").

use super::codes::{is_country, is_language};
use super::{Found, PedanticLint};
use crate::notation::ctl::{CtlAn, position_tag};
use crate::syntax::{Game, SEVEN_TAGS, TagPair};
use crate::text::Span;

pub(super) fn lints(game: &Game<'_, CtlAn>, found: &mut Found) {
    if game.tags.is_empty() {
        let start = game.start();
        found.push((PedanticLint::NoTags, Span::new(start, start)));
    }
    for tag in &game.tags {
        found.extend(value(tag).map(|lint| (lint, tag.value_span)));
        found.extend(is_in_other_case(tag).then_some((PedanticLint::TagNameCase, tag.name_span)));
    }
    let is_of_server = game.tag_value("Mode").is_some_and(|mode| mode == "ICS");
    if let Some(mode) = game.tag("Mode").filter(|_| is_of_server && game.tag("Annotator").is_none()) {
        found.push((PedanticLint::ServerNotNamed, mode.span));
    }
    if game.tag("Id").is_some() {
        let roster = |tag: &&TagPair<'_>| SEVEN_TAGS.iter().any(|name| name.as_bytes() == tag.name.0);
        let beside = game.tags.iter().find(roster);
        found.extend(beside.map(|tag| (PedanticLint::RosterBesideId, tag.span)));
    }
    let later = position_tag(game).filter(|tag| tag.canonical_name().0 == b"PDTL");
    found.extend(later.map(|tag| (PedanticLint::PositionTagName, tag.name_span)));
}

/// The tags of the notation whose names other readings pass over in other capitals.
pub(super) const OPTIONAL_TAGS: [&str; 10] = [
    "Annotator",
    "BlackNA",
    "BlackType",
    "Id",
    "Lang",
    "Mode",
    "Termination",
    "TimeControl",
    "WhiteNA",
    "WhiteType",
];

fn is_in_other_case(tag: &TagPair<'_>) -> bool {
    let differs =
        |name: &&str| tag.name.0.eq_ignore_ascii_case(name.as_bytes()) && tag.name.0 != name.as_bytes();
    OPTIONAL_TAGS.iter().any(differs)
}

/// Tells whether a value is some sign other than `?` in place of a name.
fn is_other_sign(value: &str) -> bool {
    value != "?" && !value.contains(char::is_alphanumeric)
}

/// Returns what is wrong with a value that the lints of every reading accept.
fn value(tag: &TagPair<'_>) -> Option<PedanticLint> {
    let value = tag.value.unescape();
    let (is_wrong, lint) = match tag.canonical_name().0 {
        b"Event" => (is_other_sign(&value), PedanticLint::EmptyTagValue),
        b"Round" => {
            let is_hyphen = matches!(&*value, "-" | "\u{2010}");
            (is_other_sign(&value) && !is_hyphen, PedanticLint::EmptyTagValue)
        }
        b"Site" => {
            let country = value.rsplit([' ', ',']).next().unwrap_or_default();
            let is_code = country.len() == 3 && country.bytes().all(|byte| byte.is_ascii_uppercase());
            (is_code && !is_country(country), PedanticLint::NotACountry)
        }
        b"Lang" => {
            let is_code = matches!(value.len(), 2 | 3) && value.bytes().all(|byte| byte.is_ascii_lowercase());
            (is_code && !is_language(&value), PedanticLint::NotALanguage)
        }
        b"White" | b"Black" | b"Annotator" if is_other_sign(value.trim()) => {
            (!value.trim().is_empty(), PedanticLint::UnknownPlayer)
        }
        b"White" | b"Black" | b"Annotator" => {
            let names = value.split_once(", ").map_or("", |(_, names)| names);
            let is_initial = |name: &str| name.chars().count() == 1;
            (names.split(' ').any(is_initial), PedanticLint::InitialWithoutStop)
        }
        b"WhiteNA" | b"BlackNA" => (matches!(&*value, "?" | "-"), PedanticLint::NotAnAddress),
        b"Mode" => (value == "BBS", PedanticLint::NotAMode),
        _ => return None,
    };
    is_wrong.then_some(lint)
}

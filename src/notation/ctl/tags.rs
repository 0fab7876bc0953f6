//! The tags of CTL-PGN: their order and what their values may be (notation, "Las
//! etiquetas"). What departs from the document is read all the same.

use super::CtlAn;
use crate::message::{Code, Describe, Diagnostic, Language, fill};
use crate::syntax::{Date, Game, Notation, SEVEN_TAGS, TagPair};
use crate::text::Span;

/// A departure from the rules of tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TagRule {
    /// `Variant` comes first.
    VariantFirst,
    /// Behind `Variant` come the tags of a game in their order, or an `Id`.
    Expected { name: &'static str },
    /// The tags of the same name that may be repeated stand together.
    AnnotatorsTogether,
    /// `Redefine` stands just before the position, or last.
    RedefineBeforePosition,
    /// The position comes last.
    PositionLast,
    /// An identifier comes second.
    IdSecond,
    /// An identifier is an editor and a name with a hyphen between.
    Id,
    /// A site ends in the three letters of a country.
    Site,
    /// A date has four, two and two digits.
    Date,
    /// A language is two or three letters.
    Lang,
    /// A person is a surname and a name with a comma and a space between.
    Person,
    /// An address of electronic mail.
    Address,
    /// A value is none of those that are defined.
    Value { values: &'static str },
}

/// Values that are one of a few.
const CHOICES: [(&[&str], &str); 4] = [
    (&["Variant"], "C'escacs"),
    (&["Termination"], "abandoned, rules infraction, time forfeit, death, emergency"),
    (&["WhiteType", "BlackType"], "human, program"),
    (&["Mode"], "OTB, ICS, EM, TC, BBS"),
];

const TIME_CONTROLS: &str = "?, -, 40/9000, 4500, 4500+60, *180";

/// Lists the departures of a game's tags, with the places.
pub(super) fn lints(game: &Game<'_, CtlAn>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    order(game, &mut found);
    positions_last(game, &mut found);
    annotators(game, &mut found);
    for tag in &game.tags {
        if let Some(rule) = value(game, tag) {
            found.push((rule, tag.value_span));
        }
    }
    found.into_iter().map(|(rule, span)| Diagnostic::warning(rule, span, None)).collect()
}

fn is(tag: &TagPair<'_>, name: &str) -> bool {
    tag.canonical_name().0 == name.as_bytes()
}

fn order(game: &Game<'_, CtlAn>, found: &mut Vec<(TagRule, Span)>) {
    let Some(first) = game.tags.first() else {
        return;
    };
    if !is(first, "Variant") {
        found.push((TagRule::VariantFirst, first.span));
        return;
    }
    let rest = &game.tags[1..];
    let late = rest.iter().skip(1).filter(|tag| is(tag, "Id"));
    found.extend(late.map(|tag| (TagRule::IdSecond, tag.span)));
    if rest.first().is_some_and(|tag| is(tag, "Id")) {
        return;
    }
    for (at, &name) in SEVEN_TAGS.iter().enumerate() {
        // an address may stand for the name of a player
        let network_address = format!("{name}NA");
        match rest.get(at) {
            Some(tag) if is(tag, name) || is(tag, &network_address) => {}
            other => {
                let end = rest.get(at.wrapping_sub(1)).unwrap_or(first).span.end;
                let place = other.map_or(Span::new(end, end), |tag| tag.span);
                found.push((TagRule::Expected { name }, place));
                return;
            }
        }
    }
}

fn positions_last(game: &Game<'_, CtlAn>, found: &mut Vec<(TagRule, Span)>) {
    let last = game.tags.len().saturating_sub(1);
    let is_position = |tag: &TagPair<'_>| is(tag, "TLPD") || is(tag, "PDTL");
    for (at, tag) in game.tags.iter().enumerate() {
        if is_position(tag) && at != last {
            found.push((TagRule::PositionLast, tag.span));
        }
        if is(tag, "Redefine") && at != last && !is_position(&game.tags[at + 1]) {
            found.push((TagRule::RedefineBeforePosition, tag.span));
        }
    }
}

fn annotators(game: &Game<'_, CtlAn>, found: &mut Vec<(TagRule, Span)>) {
    let mut runs = game.tags.chunk_by(|a, b| is(a, "Annotator") == is(b, "Annotator"));
    let apart = runs.by_ref().filter(|run| is(&run[0], "Annotator")).nth(1);
    found.extend(apart.map(|run| (TagRule::AnnotatorsTogether, run[0].span)));
}

fn value(game: &Game<'_, CtlAn>, tag: &TagPair<'_>) -> Option<TagRule> {
    let name = tag.canonical_name().decode(game.encoding);
    let value = tag.value.unescape(game.encoding);
    let letters =
        |text: &str, allowed: fn(&char) -> bool| !text.is_empty() && text.chars().all(|c| allowed(&c));
    match &*name {
        "Id" => {
            let part = |text: &str| letters(text, |c| c.is_ascii_alphanumeric() || *c == '-');
            let well_formed = value.split_once('-').is_some_and(|(editor, id)| part(editor) && part(id));
            (!well_formed).then_some(TagRule::Id)
        }
        "Site" => {
            let country = value.rsplit([' ', ',']).next().unwrap_or_default();
            let known = country.len() == 3 && letters(country, char::is_ascii_uppercase);
            (!known && value != "?").then_some(TagRule::Site)
        }
        "Lang" => {
            let known = matches!(value.len(), 2 | 3) && letters(&value, char::is_ascii_lowercase);
            (!known).then_some(TagRule::Lang)
        }
        "White" | "Black" | "Annotator" => (!is_person(&value)).then_some(TagRule::Person),
        "WhiteNA" | "BlackNA" => (!is_address(&value)).then_some(TagRule::Address),
        "Date" | "EventDate" | "MatchDate" => (!is_date(&value)).then_some(TagRule::Date),
        "TimeControl" => (!is_time_control(&value)).then_some(TagRule::Value { values: TIME_CONTROLS }),
        // that is an error already
        "Variant" if value.to_lowercase().contains("gran") => None,
        _ => {
            let (_, values) = CHOICES.iter().find(|(names, _)| names.contains(&&*name))?;
            (!values.split(", ").any(|known| known == value)).then_some(TagRule::Value { values })
        }
    }
}

/// Tells whether a value can be the name of a person, whose two parts have a comma
/// and a space between, or that of a program, which is written as it is.
fn is_person(value: &str) -> bool {
    let is_name = |part: &str| !part.is_empty() && part.trim() == part;
    match value.split_once(',') {
        None => is_name(value),
        Some((surname, name)) => is_name(surname) && name.strip_prefix(' ').is_some_and(is_name),
    }
}

/// Tells whether a value is a date with four, two and two digits or question marks.
fn is_date(value: &str) -> bool {
    let formed = value.split('-').map(str::len).eq([4, 2, 2]);
    let Ok(Date { year, month, day }) = Date::parse_with(value, CtlAn::DATE_SEPARATOR) else {
        return false;
    };
    let number = |part: Option<&str>| part.and_then(|text| text.parse::<u32>().ok());
    let most = match (number(month), number(year)) {
        (Some(2), Some(year)) if year % 4 != 0 || (year % 100 == 0 && year % 400 != 0) => 28,
        (Some(2), _) => 29,
        (Some(4 | 6 | 9 | 11), _) => 30,
        _ => 31,
    };
    formed && number(day).is_none_or(|day| day <= most)
}

fn is_address(value: &str) -> bool {
    let is_part = |part: &str| !part.is_empty() && !part.contains([' ', '@']);
    matches!(value, "?" | "-")
        || value.split_once('@').is_some_and(|(user, host)| is_part(user) && is_part(host))
}

fn is_time_control(value: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let pair = |separator| value.split_once(separator).is_some_and(|(a, b)| is_number(a) && is_number(b));
    matches!(value, "?" | "-")
        || is_number(value.strip_prefix('*').unwrap_or(value))
        || pair('/')
        || pair('+')
}

impl Describe for TagRule {
    fn code(&self) -> Code {
        match self {
            TagRule::VariantFirst => Code::VariantNotFirst,
            TagRule::Expected { .. } => Code::CtlTagExpected,
            TagRule::AnnotatorsTogether => Code::AnnotatorsApart,
            TagRule::RedefineBeforePosition => Code::RedefineMisplaced,
            TagRule::PositionLast => Code::PositionNotLast,
            TagRule::IdSecond => Code::IdNotSecond,
            TagRule::Date => Code::BadDate,
            TagRule::Id => Code::BadId,
            TagRule::Site => Code::BadSite,
            TagRule::Lang => Code::BadLang,
            TagRule::Person => Code::BadPerson,
            TagRule::Address => Code::BadAddress,
            TagRule::Value { .. } => Code::BadTagValue,
        }
    }

    fn message(&self, language: &Language) -> String {
        let rule = match self {
            TagRule::VariantFirst => language.tag_variant_first,
            TagRule::Expected { name } => return fill(language.tag_expected, &[("name", name)]),
            TagRule::AnnotatorsTogether => language.tag_annotators_together,
            TagRule::RedefineBeforePosition => language.tag_redefine_place,
            TagRule::PositionLast => language.tag_position_last,
            TagRule::IdSecond => language.tag_id_second,
            TagRule::Id => language.tag_id,
            TagRule::Site => language.tag_site,
            TagRule::Date => language.bad_ctl_date,
            TagRule::Lang => language.tag_lang,
            TagRule::Person => language.tag_person,
            TagRule::Address => language.tag_address,
            TagRule::Value { values } => return fill(language.tag_value, &[("values", values)]),
        };
        rule.to_owned()
    }
}

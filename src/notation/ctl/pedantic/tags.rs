//! The tags that a game has, and their values (notation, "Las etiquetas").

use std::collections::HashSet;

use super::moves::has_other_dash;
use super::{Found, PedanticLint};
use crate::notation::ctl::{CtlAn, position_tag};
use crate::syntax::{Game, SEVEN_TAGS, TagPair, is_unknown};
use crate::text::{Source, Span, is_hyphen, plain_name};

pub(super) fn lints(game: &Game<'_, CtlAn>, found: &mut Found) {
    if game.tags.is_empty() {
        let start = game.start();
        found.push((PedanticLint::NoTags, Span::new(start, start)));
    }
    for tag in &game.tags {
        found.extend(value(tag).map(|lint| (lint, tag.value_span)));
        let is_later = LATER_TAGS.split(' ').any(|name| tag.is(name));
        found.extend(is_later.then_some((PedanticLint::LaterTag, tag.name_span)));
        found.extend(is_in_other_case(tag).then_some((PedanticLint::TagNameCase, tag.name_span)));
    }
    for (name, kind) in [("White", "WhiteType"), ("Black", "BlackType")] {
        let is_human = game.tag_value(kind).as_deref() == Some("human");
        let lacks_comma = |tag: &&TagPair<'_>| !is_person(tag) && !is_unknown(&tag.value.unescape());
        let player = game.tag(name).filter(lacks_comma).filter(|_| is_human);
        found.extend(player.map(|tag| (PedanticLint::HumanWithoutComma, tag.value_span)));
    }
    annotators(game, found);
    let roster = |tag: &TagPair<'_>| SEVEN_TAGS.iter().any(|name| tag.is(name));
    let id = game.tags.iter().position(|tag| tag.is("Id"));
    if let (Some(id), Some(first)) = (id, game.tags.iter().position(roster)) {
        // the later pages have an `Id` after the seven, or an annotator after the `Id`
        let is_later = first < id || game.tags[id + 1].is("Annotator");
        let lint = if is_later { PedanticLint::LaterTag } else { PedanticLint::RosterBesideId };
        found.push((lint, game.tags[id.max(first)].span));
    }
    let later = position_tag(game).filter(|tag| tag.canonical_name().0 == b"PDTL");
    found.extend(later.map(|tag| (PedanticLint::PositionTagName, tag.name_span)));
}

/// Finds a game in a file whose extension is that of PGN.
pub(super) fn extension(source: &Source, game: &Game<'_, CtlAn>, found: &mut Found) {
    let name = plain_name(source.name());
    if name.ends_with(".pgn") {
        let start = game.start();
        let span = game.tag("Variant").map_or(Span::new(start, start), |tag| tag.span);
        found.push((PedanticLint::OtherExtension, span));
    }
}

/// Finds annotators who are named twice, and a server that is not the first annotator.
fn annotators(game: &Game<'_, CtlAn>, found: &mut Found) {
    let mode = game.tag("Mode").filter(|mode| mode.value.0 == b"ICS");
    match game.tag("Annotator") {
        None => found.extend(mode.map(|mode| (PedanticLint::ServerNotNamed, mode.span))),
        Some(first) if mode.is_some() && is_person(first) => {
            found.push((PedanticLint::ServerNotFirst, first.value_span));
        }
        Some(_) => {}
    }
    let mut named = HashSet::new();
    let annotators = game.tags.iter().filter(|tag| tag.is("Annotator"));
    let twice = annotators.filter(|tag| !named.insert(tag.value.unescape()));
    found.extend(twice.map(|tag| (PedanticLint::AnnotatorTwice, tag.span)));
}

/// Returns whether a tag certainly names a person, by a surname and a name. The names of programs
/// and servers have no comma.
pub(super) fn is_person(tag: &TagPair<'_>) -> bool {
    tag.value.0.contains(&b',')
}

/// The tags of the author's later pages.
const LATER_TAGS: &str =
    "AnnotatorId BlackAlias EventDate Example MatchDate Model Revisited Title WhiteAlias";

/// Lists the tags of the notation whose names draw no warning in other readings if their capital letters differ.
pub(super) fn optional_tags() -> impl Iterator<Item = &'static str> {
    "Annotator BlackNA BlackType Id Lang Mode Termination TimeControl WhiteNA WhiteType".split(' ')
}

fn is_in_other_case(tag: &TagPair<'_>) -> bool {
    optional_tags().any(|name| tag.has_name(name) && tag.name.0 != name.as_bytes())
}

/// Returns whether a value has no name but signs other than `?`, or nothing.
fn is_other_sign(value: &str) -> bool {
    value != "?" && !value.contains(char::is_alphanumeric)
}

/// Returns a value with one space between its words and after its commas.
pub(super) fn spaced(value: &str) -> String {
    let words = value.split_whitespace().collect::<Vec<_>>().join(" ");
    words.split(',').map(str::trim).collect::<Vec<_>>().join(", ")
}

/// Returns what is wrong with a value that the lints of every reading accept.
fn value(tag: &TagPair<'_>) -> Option<PedanticLint> {
    let value = tag.value.unescape();
    let has_dash = has_other_dash(value.as_bytes(), "-‐");
    let (is_wrong, lint) = match tag.canonical_name().0 {
        b"Event" if value.eq_ignore_ascii_case("Casual Game") => (true, PedanticLint::CasualGame),
        b"Event" if value.eq_ignore_ascii_case("CG") => (value != "CG", PedanticLint::CasualGame),
        b"Event" => (is_other_sign(&value), PedanticLint::EmptyTagValue),
        b"Id" | b"Date" | b"Round" | b"TLPD" | b"PDTL" if has_dash => (true, PedanticLint::TagDash),
        b"Id" if value.ends_with(is_hyphen) || double_hyphen(&value) => (true, PedanticLint::IdHyphen),
        b"Id" => (value.contains([':', '?']), PedanticLint::LaterTag),
        b"Date" if !is_possible_date(&value) => (true, PedanticLint::ImpossibleDate),
        b"Date" | b"TLPD" | b"PDTL" => (value.contains('\u{2010}'), PedanticLint::LaterTag),
        b"Round" => {
            let is_hyphen = matches!(&*value, "-" | "\u{2010}");
            (is_other_sign(&value) && !is_hyphen, PedanticLint::EmptyTagValue)
        }
        b"Site" => {
            let country = value.rsplit([' ', ',']).next().unwrap_or_default();
            let is_code = country.len() == 3 && country.bytes().all(|byte| byte.is_ascii_uppercase());
            let is_apart = value[..value.len() - country.len()].trim_end().ends_with(',');
            match is_code && is_country(country) {
                true if is_apart => (true, PedanticLint::CommaBeforeCountry),
                true => (spaced(&value) != value, PedanticLint::SiteSpacing),
                // every reading warns of a site that does not end with three capitals
                false => (is_code, PedanticLint::NotACountry),
            }
        }
        b"Lang" => {
            let is_code = matches!(value.len(), 2 | 3) && value.bytes().all(|byte| byte.is_ascii_lowercase());
            match shorter(value.as_bytes()) {
                Some(_) => (true, PedanticLint::LongerLang),
                None => (is_code && !is_language(&value), PedanticLint::NotALanguage),
            }
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
        b"Mode" => (value == "BBS", PedanticLint::LaterTag),
        _ => return None,
    };
    is_wrong.then_some(lint)
}

/// Returns whether two hyphens follow each other in an `Id`.
fn double_hyphen(id: &str) -> bool {
    id.split(is_hyphen).skip(1).any(str::is_empty)
}

/// Returns whether each month and day of a date can be one, whatever digits stand for its question marks.
fn is_possible_date(date: &str) -> bool {
    let is_possible = |(part, last): (&str, u32)| {
        let fits = |(written, digit): (u8, u8)| written == b'?' || written == digit;
        let is_part = |number: u32| part.bytes().zip(format!("{number:02}").bytes()).all(fits);
        !part.contains('?') || (1..=last).any(is_part)
    };
    date.split(is_hyphen).skip(1).zip([12, 31]).all(is_possible)
}

/// The countries of ISO 3166-1, alpha-3.
const COUNTRIES: &str = "\
    ABW AFG AGO AIA ALA ALB AND ARE ARG ARM ASM ATA ATF ATG AUS AUT AZE BDI BEL BEN BES BFA BGD \
    BGR BHR BHS BIH BLM BLR BLZ BMU BOL BRA BRB BRN BTN BVT BWA CAF CAN CCK CHE CHL CHN CIV CMR \
    COD COG COK COL COM CPV CRI CUB CUW CXR CYM CYP CZE DEU DJI DMA DNK DOM DZA ECU EGY ERI ESH \
    ESP EST ETH FIN FJI FLK FRA FRO FSM GAB GBR GEO GGY GHA GIB GIN GLP GMB GNB GNQ GRC GRD GRL \
    GTM GUF GUM GUY HKG HMD HND HRV HTI HUN IDN IMN IND IOT IRL IRN IRQ ISL ISR ITA JAM JEY JOR \
    JPN KAZ KEN KGZ KHM KIR KNA KOR KWT LAO LBN LBR LBY LCA LIE LKA LSO LTU LUX LVA MAC MAF MAR \
    MCO MDA MDG MDV MEX MHL MKD MLI MLT MMR MNE MNG MNP MOZ MRT MSR MTQ MUS MWI MYS MYT NAM NCL \
    NER NFK NGA NIC NIU NLD NOR NPL NRU NZL OMN PAK PAN PCN PER PHL PLW PNG POL PRI PRK PRT PRY \
    PSE PYF QAT REU ROU RUS RWA SAU SDN SEN SGP SGS SHN SJM SLB SLE SLV SMR SOM SPM SRB SSD STP \
    SUR SVK SVN SWE SWZ SXM SYC SYR TCA TCD TGO THA TJK TKL TKM TLS TON TTO TUN TUR TUV TWN TZA \
    UGA UKR UMI URY USA UZB VAT VCT VEN VGB VIR VNM VUT WLF WSM YEM ZAF ZMB ZWE";

include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// Returns whether three capitals are the code of a country.
pub(super) fn is_country(code: &str) -> bool {
    COUNTRIES.split(' ').any(|known| known == code)
}

/// Returns whether two or three letters are the code of a language, of ISO 639-1 or 639-3.
pub(super) fn is_language(code: &str) -> bool {
    match *code.as_bytes() {
        [a, b] => ISO_639_1.binary_search(&[a, b]).is_ok(),
        [a, b, c] => ISO_639_3.binary_search(&[a, b, c]).is_ok(),
        _ => false,
    }
}

/// Returns the ISO 639-1 code of the language with an ISO 639-3 code, if it has one.
pub(super) fn shorter(code: &[u8]) -> Option<&'static str> {
    let at = SHORTER.binary_search_by_key(&code, |(three, _)| three).ok()?;
    Some(SHORTER[at].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_complete_and_in_order() {
        let codes: Vec<_> = COUNTRIES.split(' ').collect();
        assert_eq!(codes.len(), 249);
        assert!(codes.iter().all(|code| code.len() == 3) && codes.is_sorted());
        assert!(is_country("ESP") && !is_country("CAT"));
    }

    #[test]
    fn languages_have_two_or_three_letters() {
        for (code, is_known) in [("ca", true), ("cat", true), ("ast", true), ("ct", false), ("zzz", false)] {
            assert_eq!(is_language(code), is_known, "{code}");
        }
        assert_eq!([shorter(b"cat"), shorter(b"ast"), shorter(b"ca")], [Some("ca"), None, None]);
    }
}

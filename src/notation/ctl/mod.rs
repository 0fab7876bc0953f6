//! CTL-PGN, the notation of games of C'escacs.
//!
//! "The notation" is the document of the author of C'escacs that defines the algebraic
//! notation CTL-AN and the exchange format CTL-PGN. Its sections are cited by their titles.

mod coordinates;
mod ctl_an;
mod pedantic;
mod play_sign;
mod reduced;
pub mod reference;
mod slip;
mod tags;
mod token;
mod writer;

use std::borrow::Cow;

use lalrpop_util::lalrpop_mod;
use shakmaty::Color;

use crate::message::{Code, Diagnostic, Language};
use crate::syntax::{
    Element, Game, MinimalFault, MinimalText, MoveNumber, Node, Notation, NotationKind, NumberMark, Outcome,
    ParseResult, Replaced, SEVEN_TAGS, StartText, TagPair, TagText, Tokens, write_tag,
};
use crate::text::{Source, Span, Text, is_hyphen};

pub use coordinates::{Column, HEXES, Hex, ParseHexError, Shade, line_hexes};
pub(crate) use coordinates::{DISTANCES, LAST_LINE, line_length, number_of_distance};
pub use ctl_an::{CtlAn, CtlMark, CtlMove, CtlPromotion, CtlStep, Sign};
pub use play_sign::PlaySign;
pub(crate) use slip::mended;
pub use token::CtlToken;
pub(crate) use writer::CtlWriter;

lalrpop_mod!(
    #[allow(warnings, reason = "generated code")]
    grammar,
    "/ctl_pgn.rs"
);

/// Returns the opening bracket of a variation with its label.
fn labelled(open: Span, (label, place): (&u32, &Span)) -> Element<CtlAn> {
    Element::new(Node::VariationStart(Some(*label)), Span::new(open.start, place.end))
}

impl Notation for CtlAn {
    type Token = CtlToken;
    type Sign = PlaySign;
    type Writer = CtlWriter;

    const KIND: Option<NotationKind> = Some(NotationKind::CtlPgn);
    const DATE_SEPARATOR: char = '-';

    /// A study has an `Id` instead of the seven tags (notation, "Etiqueta de registro mínimo").
    const HEADER_NAMES_UNKNOWN: bool = false;

    /// `PDTL` is the later name of the tag `TLPD`.
    const POSITION_TAGS: &'static [&'static str] = &["TLPD", "PDTL"];

    const MINIMAL_HAS_NAGS: bool = true;
    const MINIMAL_HAS_BLANK_LINES: bool = false;

    fn words(language: &Language) -> &Language {
        language.cescacs
    }

    fn parse<'t>(game: &mut Game<'_, CtlAn>, tokens: &'t Tokens<CtlToken>) -> ParseResult<'t, CtlToken> {
        grammar::GameParser::new().parse(game, tokens.iter())
    }

    /// Returns the spelling of a result in CTL-AN (notation, "Indicador final del
    /// resultado").
    fn result_text(outcome: Outcome) -> &'static str {
        match outcome {
            Outcome::WhiteWins => "3-0",
            Outcome::WhiteStalemates => "2-1",
            Outcome::Draw => "1-1",
            Outcome::BlackStalemates => "1-2",
            Outcome::BlackWins => "0-3",
            Outcome::Unknown | Outcome::DoubleForfeit => "*",
        }
    }

    /// Parses a result with any hyphen, dash or minus sign.
    fn result_from_text(text: &str) -> Option<Outcome> {
        let plain = text.replace(is_hyphen, "-");
        Outcome::ALL.into_iter().find(|outcome| CtlAn::result_text(*outcome) == plain)
    }

    /// Finds the replaced move by the start of the variation: the number of its play, and `…` if it
    /// is Black's. A variation after Black's move may therefore replace White's (notation, "RAV").
    fn replaced_by(variation: &[Element<CtlAn>]) -> Replaced {
        let first = variation
            .iter()
            .find(|element| matches!(element.node, Node::Move(_) | Node::Sign(PlaySign::Omitted)));
        match first.map(|element| &element.node) {
            Some(Node::Sign(PlaySign::Omitted)) => Replaced::LastMoveOf(Color::Black),
            _ => Replaced::LastMoveOf(Color::White),
        }
    }

    fn lints(game: &Game<'_, CtlAn>) -> Vec<Diagnostic> {
        let mut lints = tags::lints(game);
        lints.extend(token::lints(game));
        lints
    }

    fn pedantic_lints(source: &Source, game: &Game<'_, CtlAn>, is_readable: bool) -> Vec<Diagnostic> {
        pedantic::lints(source, game, is_readable)
    }

    fn unique_name(name: &[u8]) -> Option<&[u8]> {
        match name {
            // these may be repeated; `Example` is from the author's later pages
            b"Annotator" | b"Example" => None,
            // both names of the position count as one
            b"PDTL" => Some(b"TLPD"),
            name => Some(name),
        }
    }

    /// A quote does not belong to definitions of letters. The second starting position of the notation has one:
    /// `[Redefine "A@J, T@R", C@N"]`.
    fn meant_value(tag: &TagPair<'_>) -> Option<String> {
        let has_quote = tag.is("Redefine") && tag.value.0.contains(&b'"');
        has_quote.then(|| tag.value.unescape().replace('"', ""))
    }

    /// An address in place of a player's name is shown as an unknown player (notation, "Otras etiquetas opcionales":
    /// "assumint el valor ? per a l'etiqueta substituida", "per confidencialitat").
    fn shown_tags<'g, 's>(tags: &'g [TagPair<'s>]) -> Cow<'g, [TagPair<'s>]> {
        let is_named = |player: &&str| tags.iter().any(|tag| tag.has_name(player));
        let replaced = |tag: &TagPair<'s>| player_of(tag.name.0).filter(|player| !is_named(player));
        if tags.iter().all(|tag| replaced(tag).is_none()) {
            return tags.into();
        }
        let unknown = |tag| {
            move |player: &'static str| TagPair { name: Text(player.as_bytes()), value: Text(b"?"), ..tag }
        };
        tags.iter().map(|tag| replaced(tag).map_or(*tag, unknown(*tag))).collect()
    }

    /// A game without a minimal form is not checked, because the missing form is already an error.
    fn check_reduced(
        source: &Source,
        game: &Game<'_, CtlAn>,
        previous: Option<usize>,
        minimal: impl FnOnce() -> Option<MinimalText>,
    ) -> Result<(), Diagnostic> {
        minimal().map_or(Ok(()), |minimal| reduced::check(source, game, previous, &minimal))
    }

    fn section(code: Code) -> Option<&'static str> {
        reduced::of_code(code)
    }

    fn writer(game: &Game<'_, CtlAn>, tags: String) -> CtlWriter {
        let is_unknown = first_number(game).is_some_and(|number| number.mark == NumberMark::Unknown);
        CtlWriter::after_tags(tags, is_unknown)
    }

    /// Returns a writer of what the filters of the notation leave. They do not change the number of
    /// the first play, the dots that replace White's move there, or the space before the last `:`.
    fn minimal_writer(game: &Game<'_, CtlAn>, tags: String) -> CtlWriter {
        let find = |node| game.main_line().filter(move |element| element.node == node).last();
        let byte = |at: usize| game.text.0.get(at).copied();
        let omitted = find(PlaySign::Omitted).and_then(|omitted| byte(omitted.span.start));
        // at the beginning of the text this is beyond its end, where there is no byte
        let before_end = find(PlaySign::EndOfPlay).and_then(|end| byte(end.span.start.wrapping_sub(1)));
        let omission = if omitted == Some(b'.') { "..." } else { "…" };
        let end = if before_end == Some(b' ') { " :" } else { ":" };
        let first_number = first_number(game).map(|number| number.value);
        CtlAn::writer(game, tags).in_minimal_form(first_number, omission, end)
    }

    /// `Variant` comes first, then either `Id` or the seven tags, where an address may
    /// replace the name of a player (notation, "Las etiquetas").
    fn first_tags(game: &Game<'_, CtlAn>) -> Vec<&'static str> {
        if game.tag("Id").is_some() && !tags::id_follows_record(game) {
            return vec!["Variant", "Id"];
        }
        let seven = SEVEN_TAGS.into_iter().map(|name| match address_of(name) {
            Some(address) if game.tag(name).is_none() && game.tag(address).is_some() => address,
            _ => name,
        });
        std::iter::once("Variant").chain(seven).collect()
    }

    fn unknown_value(name: &str) -> &'static str {
        match name {
            "Variant" => "C'escacs",
            "Date" => "????-??-??",
            _ => "?",
        }
    }

    /// Keeps the order of the tags, except that the `Annotator` tags are grouped, and
    /// `Redefine` and the position come last.
    fn arrange(others: &mut Vec<TagText<'_>>, _start: &StartText) {
        let is_annotator = |pair: &mut TagText<'_>| pair.0 == "Annotator";
        if let Some(first) = others.iter_mut().position(is_annotator) {
            let annotators: Vec<_> = others.extract_if(first.., is_annotator).collect();
            others.splice(first..first, annotators);
        }
        // the sort is stable, so all others keep their order
        others.sort_by_key(|(name, _)| match &**name {
            "Redefine" => 1,
            "TLPD" | "PDTL" => 2,
            _ => 0,
        });
    }

    /// Writes all tags except `Redefine` and a second position, and adds `Variant` if it is missing. The
    /// filter that removes variations also removes whatever is in brackets in a tag.
    fn minimal_tags(game: &Game<'_, CtlAn>, position: Option<String>) -> Result<String, MinimalFault> {
        let mut text = String::new();
        let first_position = position_tag(game);
        if game.tag("Variant").is_none() {
            write_tag("Variant", "C'escacs", &mut text);
        }
        for tag in &*game.shown_tags() {
            let name = tag.canonical_name().decode();
            if is_position(tag) {
                if Some(tag) == first_position {
                    write_tag(&name, position.as_deref().unwrap_or_default(), &mut text);
                }
            } else if name != "Redefine" {
                write_tag(&name, &reduced::without_brackets(&tag.value.unescape()), &mut text);
            }
        }
        Ok(text)
    }
}

/// The names of players, each with the tag of an address that replaces it in an anonymous game (notation, "Otras etiquetas
/// opcionales").
const ADDRESSES: [(&str, &str); 2] = [("White", "WhiteNA"), ("Black", "BlackNA")];

/// Returns the name of the tag with an address that replaces a tag.
fn address_of(name: &str) -> Option<&'static str> {
    ADDRESSES.into_iter().find(|(player, _)| *player == name).map(|(_, address)| address)
}

/// Returns the name of the tag that a tag with an address replaces.
fn player_of(address: &[u8]) -> Option<&'static str> {
    let is_it = |(_, known): &(&str, &str)| known.as_bytes().eq_ignore_ascii_case(address);
    ADDRESSES.into_iter().find(is_it).map(|(player, _)| player)
}

/// Returns the number before the first move of the main line, if there is one.
#[must_use]
pub fn first_number(game: &Game<'_, CtlAn>) -> Option<MoveNumber> {
    game.main_line().find_map(|element| match element.node {
        Node::MoveNumber(number) => Some(Some(number)),
        Node::Move(_) | Node::Sign(PlaySign::Omitted) => Some(None),
        _ => None,
    })?
}

/// Returns the tag of the starting position; the first one if there are several.
#[must_use]
pub fn position_tag<'g, 's>(game: &'g Game<'s, CtlAn>) -> Option<&'g TagPair<'s>> {
    game.tags.iter().find(|tag| is_position(tag))
}

/// Returns whether a tag is that of the starting position.
pub(in crate::notation::ctl) fn is_position(tag: &TagPair<'_>) -> bool {
    CtlAn::POSITION_TAGS.iter().any(|name| tag.is(name))
}

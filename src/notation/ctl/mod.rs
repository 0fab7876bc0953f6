//! CTL-PGN, in which games of C'escacs are written ("the notation": the document of its
//! author, of which sections are cited by their titles).

mod coordinates;
mod ctl_an;
mod ctl_an_reader;
mod numbers;
mod reduced;
pub mod reference;
mod tags;
mod token;
mod writer;

use std::ops::RangeInclusive;

use lalrpop_util::{ParseError, lalrpop_mod};
use shakmaty::Color;

use crate::message::Diagnostic;
use crate::syntax::{
    Element, Game, LexError, Lexeme, MinimalFault, Node, Notation, NotationKind, NumberMark, Outcome,
    Replaced, SEVEN_TAGS, TagPair, TagText, write_tag,
};
use crate::text::Source;

pub use coordinates::{Column, HEXES, Hex, LAST_LINE, ParseHexError, Shade, line_hexes, line_length};
pub use ctl_an::{CtlAn, CtlMark, CtlMove, CtlPromotion, CtlStep, Sign};
pub use tags::TagRule;
pub use token::CtlToken;
pub use writer::CtlWriter;

lalrpop_mod!(
    #[allow(clippy::all, clippy::pedantic, unused_qualifications, reason = "generated code")]
    grammar,
    "/ctl_pgn.rs"
);

impl Notation for CtlAn {
    type Token = CtlToken;
    type Writer = CtlWriter;

    const KIND: NotationKind = NotationKind::CtlPgn;
    const DATE_SEPARATOR: char = '-';

    /// `PDTL` is what later files call the position.
    const POSITION_TAGS: &'static [&'static str] = &["TLPD", "PDTL"];

    /// The assessments of a move.
    const MINIMAL_NAGS: RangeInclusive<u8> = 1..=7;

    fn parse(
        game: &mut Game<'_, CtlAn>,
        tokens: impl Iterator<Item = Lexeme<CtlToken>>,
    ) -> Result<(), ParseError<usize, CtlToken, LexError>> {
        grammar::GameParser::new().parse(game, tokens)
    }

    /// Writes a result as CTL-AN does (notation, "Indicador final del resultado").
    fn result_text(outcome: Outcome) -> &'static str {
        match outcome {
            Outcome::WhiteWins => "3-0",
            Outcome::WhiteStalemates => "2-1",
            Outcome::Draw => "1-1",
            Outcome::BlackStalemates => "1-2",
            Outcome::BlackWins => "0-3",
            Outcome::Unknown => "*",
        }
    }

    /// Reads a result with any of the hyphens that people type.
    fn result_from_text(text: &str) -> Option<Outcome> {
        let plain = text.replace(
            ['\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2015}', '\u{2212}'],
            "-",
        );
        Outcome::ALL.into_iter().find(|outcome| CtlAn::result_text(*outcome) == plain)
    }

    /// An alternative begins with the number of the move that it replaces, and with `…` if
    /// that is Black's, wherever it stands behind it (notation, "RAV").
    fn replaced_by(variation: &[Element<CtlAn>]) -> Replaced {
        let first = variation.iter().find(|element| matches!(element.node, Node::Move(_) | Node::Omitted));
        match first.map(|element| &element.node) {
            Some(Node::Omitted) => Replaced::LastMoveOf(Color::Black),
            _ => Replaced::LastMoveOf(Color::White),
        }
    }

    fn lints(game: &Game<'_, CtlAn>) -> Vec<Diagnostic> {
        let mut lints = tags::lints(game);
        lints.extend(numbers::lints(game));
        lints
    }

    fn unique_name(name: &[u8]) -> Option<&[u8]> {
        match name {
            b"Annotator" => None,
            // the two names of the position
            b"PDTL" => Some(b"TLPD"),
            name => Some(name),
        }
    }

    /// A game with an illegal move, of which there is no minimal form, has that error and no
    /// other.
    fn check_reduced(
        source: &Source,
        game: &Game<'_, CtlAn>,
        previous: Option<usize>,
        minimal: impl FnOnce() -> Option<String>,
    ) -> Result<(), Diagnostic> {
        minimal().map_or(Ok(()), |minimal| reduced::check(source, game, previous, &minimal))
    }

    fn writer(game: &Game<'_, CtlAn>, tags: String) -> CtlWriter {
        let first_number = game.movetext.iter().find_map(|element| match element.node {
            Node::MoveNumber(number) => Some(number.mark),
            _ => None,
        });
        CtlWriter::behind(tags, first_number == Some(NumberMark::Unknown))
    }

    /// `Variant` is first; then `Id`, or the seven tags, for two of which there may
    /// be an address (notation, "Las etiquetas").
    fn first_tags(game: &Game<'_, CtlAn>) -> Vec<&'static str> {
        if game.tag("Id").is_some() {
            return vec!["Variant", "Id"];
        }
        let address_of = |name| match name {
            "White" => Some("WhiteNA"),
            "Black" => Some("BlackNA"),
            _ => None,
        };
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

    /// The others keep their order, but that annotators stand together, and
    /// `Redefine` and the position last.
    fn arrange(others: &mut Vec<TagText<'_>>, _from_position: bool) {
        let is_annotator = |pair: &mut TagText<'_>| pair.0 == "Annotator";
        if let Some(first) = others.iter_mut().position(is_annotator) {
            let annotators: Vec<_> = others.extract_if(first.., is_annotator).collect();
            others.splice(first..first, annotators);
        }
        others.sort_by_key(|(name, _)| match &**name {
            "Redefine" => 1,
            "TLPD" | "PDTL" => 2,
            _ => 0,
        });
    }

    /// Writes the tags but for `Redefine`, and `Variant` even if it was not there.
    fn minimal_tags(game: &Game<'_, CtlAn>, position: Option<String>) -> Result<String, MinimalFault> {
        let mut text = String::new();
        if game.tag("Variant").is_none() {
            write_tag("Variant", "C'escacs", &mut text);
        }
        for tag in &game.tags {
            let name = tag.canonical_name().decode(game.encoding);
            if is_position(tag) {
                if Some(tag) == position_tag(game) {
                    write_tag(&name, position.as_deref().unwrap_or_default(), &mut text);
                }
            } else if name != "Redefine" {
                write_tag(&name, &tag.value.unescape(game.encoding), &mut text);
            }
        }
        Ok(text)
    }
}

/// Returns the tag that gives the starting position, the first if there are several.
#[must_use]
pub fn position_tag<'g, 's>(game: &'g Game<'s, CtlAn>) -> Option<&'g TagPair<'s>> {
    game.tags.iter().find(|tag| is_position(tag))
}

/// Tells whether a tag gives a position.
fn is_position(tag: &TagPair<'_>) -> bool {
    let name = tag.canonical_name().0;
    CtlAn::POSITION_TAGS.iter().any(|known| known.as_bytes() == name)
}

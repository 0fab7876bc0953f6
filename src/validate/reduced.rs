//! The reduced export form, held to the letter of the assignment (section 2).
//!
//! The grammar reads more than the reduced form; here is what the reduced form
//! does not allow. Where the assignment leaves a choice, all of it is accepted:
//! `1.e4` and `1. e4`, which are both among its examples; one line break or a
//! blank line between sections and between games.

use shakmaty::Color;

use crate::ast::{Date, Element, Game, Node, Notation, Place, San, TagPair, is_unknown};
use crate::codes::Code;
use crate::lang::{Explain, Language, fill};
use crate::source::{Source, Span};

/// The seven mandatory tags in their order (section 2.1).
pub const SEVEN_TAGS: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// How SAN writes a null move, which the reduced form does not have.
const NULL_MOVE: &str = "--";

/// A departure from the reduced form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Departure {
    /// Another tag than the one whose turn it is, or none.
    TagExpected { name: &'static str },
    /// An eighth tag.
    TagSurplus,
    /// A value that is empty instead of `?`.
    EmptyValue,
    /// A date in another form than `YYYY.MM.DD`.
    BadDate,
    /// A round that is neither a number nor a sequence of numbers.
    BadRound,
    /// A result that is none of the four.
    BadResult,
    /// White space that is not what has to stand there.
    Gap(Gap),
    /// A comment.
    Comment,
    /// An annotation.
    Annotation,
    /// A variation.
    Variation,
    /// A null move.
    NullMove,
    /// No move number before a move of White.
    NumberMissing { number: u32 },
    /// Another move number, or one with other than a single full stop.
    WrongNumber { number: u32 },
    /// A move number before a move of Black.
    NumberSurplus,
    /// A move number without a move.
    NumberAlone,
    /// No result at the end, or another than the tag says.
    WrongResult,
    /// A line that is another in the minimal form of CTL-PGN.
    Line { minimal: String },
    /// A legal move that is not written as section 2.2 says.
    Spelling { canonical: String },
}

/// What may stand between two parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// Nothing at all.
    Nothing,
    /// One space.
    Space,
    /// One line break.
    LineBreak,
    /// One space or one line break.
    SpaceOrLineBreak,
    /// One line break or one blank line.
    BlankLine,
}

impl Gap {
    fn allows(self, text: &[u8]) -> bool {
        let is_break = |text: &[u8]| matches!(text, b"\n" | b"\r\n" | b"\r");
        match self {
            Gap::Nothing => text.is_empty(),
            Gap::Space => text == b" ",
            Gap::LineBreak => is_break(text),
            Gap::SpaceOrLineBreak => text == b" " || is_break(text),
            Gap::BlankLine => is_break(text) || matches!(text, b"\n\n" | b"\r\n\r\n" | b"\r\r"),
        }
    }
}

/// A departure and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What it is.
    pub departure: Departure,
    /// Where it is written.
    pub span: Span,
    /// The move it stands at, if it is behind the tags.
    pub place: Option<Place>,
}

impl Found {
    /// Makes a departure that stands before the moves.
    #[must_use]
    pub fn new(departure: Departure, span: Span) -> Found {
        Found { departure, span, place: None }
    }
}

/// A notation that has a reduced form.
pub trait ReducedForm: Notation {
    /// Finds the first place where a game departs from it; `previous` is where
    /// the game before ended, `None` for the first of a file.
    ///
    /// # Errors
    ///
    /// The departure and its place.
    fn check_reduced(source: &Source, game: &Game<'_, Self>, previous: Option<usize>) -> Result<(), Found>;

    /// Checks how a legal move is written against how the notation prescribes it.
    ///
    /// # Errors
    ///
    /// The departure.
    fn check_spelling(written: &str, canonical: String) -> Result<(), Departure>;
}

impl ReducedForm for San {
    fn check_reduced(source: &Source, game: &Game<'_, San>, previous: Option<usize>) -> Result<(), Found> {
        check(source, game, previous)
    }

    fn check_spelling(written: &str, canonical: String) -> Result<(), Departure> {
        check_spelling(written, canonical)
    }
}

/// Finds the first place where a game departs from the reduced form, but for
/// the spelling of its moves, which takes a board.
///
/// `previous` is where the game before ended, `None` for the first of a file.
///
/// # Errors
///
/// The departure and its place.
fn check<N: Notation>(source: &Source, game: &Game<'_, N>, previous: Option<usize>) -> Result<(), Found> {
    let text = source.bytes();
    if let Some(start) = start(game) {
        let lead = if previous.is_none() { Gap::Nothing } else { Gap::BlankLine };
        gap(text, previous.unwrap_or(0), start, lead)?;
    }
    let end = tags(text, game)?;
    let mut movetext = Movetext { text, place: Place::START, numbered: false, end, lead: Gap::BlankLine };
    movetext.read(game).map_err(|found| Found { place: Some(movetext.place), ..found })
}

fn start<N: Notation>(game: &Game<'_, N>) -> Option<usize> {
    let tag = game.tags.first().map(|tag| tag.span.start);
    let element = game.movetext.first().map(|element| element.span.start);
    let result = game.result.map(|(_, span)| span.start);
    tag.into_iter().chain(element).chain(result).min()
}

/// Checks the tags and returns where the last one ends.
fn tags<N: Notation>(text: &[u8], game: &Game<'_, N>) -> Result<usize, Found> {
    let mut end = None;
    for (at, &name) in SEVEN_TAGS.iter().enumerate() {
        let missing = || {
            let place = end.or(start(game)).unwrap_or(0);
            Found::new(Departure::TagExpected { name }, Span::new(place, place))
        };
        let tag = game.tags.get(at).ok_or_else(missing)?;
        if let Some(end) = end {
            gap(text, end, tag.span.start, Gap::LineBreak)?;
        }
        if tag.name.0 != name.as_bytes() {
            return Err(Found::new(Departure::TagExpected { name }, tag.span));
        }
        gap(text, tag.span.start + 1, tag.name_span.start, Gap::Nothing)?;
        gap(text, tag.name_span.end, tag.value_span.start, Gap::Space)?;
        gap(text, tag.value_span.end, tag.span.end - 1, Gap::Nothing)?;
        value(game, name, tag)?;
        end = Some(tag.span.end);
    }
    match game.tags.get(SEVEN_TAGS.len()) {
        Some(tag) => Err(Found::new(Departure::TagSurplus, tag.span)),
        None => Ok(end.unwrap_or(0)),
    }
}

fn value<N: Notation>(game: &Game<'_, N>, name: &str, tag: &TagPair<'_>) -> Result<(), Found> {
    let value = tag.value.unescape(game.encoding);
    let departure = match name {
        _ if is_unknown(&value) && value != "?" && name != "Date" => Departure::EmptyValue,
        "Date" if !is_full_date(&value) => Departure::BadDate,
        "Round" if !is_round(&value) => Departure::BadRound,
        "Result" if N::result_from_text(&value).is_none() => Departure::BadResult,
        _ => return Ok(()),
    };
    Err(Found::new(departure, tag.value_span))
}

/// Tells whether a value is `YYYY.MM.DD`, a part of which may be unknown and
/// then shorter; the assignment's `1993.?.?.` ends in a full stop.
fn is_full_date(value: &str) -> bool {
    let bare = if value.ends_with("?.") { &value[..value.len() - 1] } else { value };
    let parts: Vec<_> = bare.split('.').collect();
    let widths = parts.iter().zip([4, 2, 2]);
    let full = parts.len() == 3
        && widths.into_iter().all(|(part, width)| part.len() == width || part.bytes().all(|b| b == b'?'));
    value == "?" || (full && Date::parse(bare).is_ok())
}

fn is_round(value: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    value == "?" || value.split('.').all(is_number)
}

/// The movetext as far as it has been checked.
struct Movetext<'t> {
    text: &'t [u8],
    /// The move that comes next.
    place: Place,
    /// Whether its number has been read.
    numbered: bool,
    /// Where the last element ends.
    end: usize,
    /// What has to stand before the next element.
    lead: Gap,
}

impl Movetext<'_> {
    fn read<N: Notation>(&mut self, game: &Game<'_, N>) -> Result<(), Found> {
        let behind_result =
            |element: &&Element<N>| game.result.is_some_and(|(_, result)| element.span.start >= result.end);
        for element in game.movetext.iter().take_while(|element| !behind_result(element)) {
            self.element(element)?;
        }
        if self.numbered {
            return Err(Found::new(Departure::NumberAlone, Span::new(self.end, self.end)));
        }
        let Some((outcome, span)) = game.result else {
            return Err(Found::new(Departure::WrongResult, Span::new(self.end, self.end)));
        };
        gap(self.text, self.end, span.start, self.lead)?;
        if game.tag_value("Result").as_deref() != Some(N::result_text(outcome)) {
            return Err(Found::new(Departure::WrongResult, span));
        }
        match game.movetext.iter().find(behind_result) {
            Some(comment) => Err(Found::new(Departure::Comment, comment.span)),
            None => self.end_of_file(span.end),
        }
    }

    fn element<N: Notation>(&mut self, element: &Element<N>) -> Result<(), Found> {
        let span = element.span;
        let departure = match element.node {
            Node::Comment(_) => Departure::Comment,
            Node::Nag(_) => Departure::Annotation,
            Node::VariationStart(_) | Node::VariationEnd => Departure::Variation,
            Node::Omitted | Node::DrawOffer | Node::EndOfPlay => Departure::Annotation,
            Node::MoveNumber(_) => return self.number(span),
            Node::Move(_) => return self.one_move(span),
        };
        Err(Found::new(departure, span))
    }

    fn number(&mut self, span: Span) -> Result<(), Found> {
        gap(self.text, self.end, span.start, self.lead)?;
        let number = self.place.number;
        if self.place.side == Color::Black {
            return Err(Found::new(Departure::NumberSurplus, span));
        }
        if self.numbered || self.text[span.range()] != *format!("{number}.").as_bytes() {
            return Err(Found::new(Departure::WrongNumber { number }, span));
        }
        self.numbered = true;
        self.pass(span);
        Ok(())
    }

    fn one_move(&mut self, span: Span) -> Result<(), Found> {
        let is_glued = self.numbered && self.end == span.start;
        if !is_glued {
            gap(self.text, self.end, span.start, self.lead)?;
        }
        if self.place.side == Color::White && !self.numbered {
            let number = self.place.number;
            return Err(Found::new(Departure::NumberMissing { number }, span));
        }
        self.numbered = false;
        self.place = self.place.next();
        self.pass(span);
        Ok(())
    }

    fn pass(&mut self, span: Span) {
        self.end = span.end;
        self.lead = Gap::SpaceOrLineBreak;
    }

    fn end_of_file(&self, end: usize) -> Result<(), Found> {
        let rest = &self.text[end..];
        if rest.is_empty() || !rest.trim_ascii_start().is_empty() {
            return Ok(());
        }
        gap(self.text, end, self.text.len(), Gap::BlankLine)
    }
}

fn gap(text: &[u8], start: usize, end: usize, allowed: Gap) -> Result<(), Found> {
    if allowed.allows(&text[start..end]) {
        Ok(())
    } else {
        Err(Found::new(Departure::Gap(allowed), Span::new(start, end)))
    }
}

/// Checks the spelling of a move against the standard's.
///
/// Besides that, section 2.2 allows a pawn its letter, and writes promotion
/// with the sign before the square: `=e8Q`, `dx=e8Q`.
///
/// # Errors
///
/// The departure, with the standard's spelling.
fn check_spelling(written: &str, canonical: String) -> Result<(), Departure> {
    if canonical == NULL_MOVE {
        return Err(Departure::NullMove);
    }
    let is_pawn = canonical.starts_with(|c: char| c.is_ascii_lowercase());
    let bare = written.strip_prefix('P').filter(|_| is_pawn).unwrap_or(written);
    if bare == canonical || sign_first(&canonical).is_some_and(|other| bare == other) {
        Ok(())
    } else {
        Err(Departure::Spelling { canonical })
    }
}

/// Turns `dxe8=Q+` into `dx=e8Q+`.
fn sign_first(canonical: &str) -> Option<String> {
    let (before, piece) = canonical.split_once('=')?;
    let (lead, square) = before.split_at(before.len() - 2);
    Some(format!("{lead}={square}{piece}"))
}

impl Explain for Departure {
    fn code(&self) -> Code {
        match self {
            Departure::TagExpected { .. } => Code::ReducedTagExpected,
            Departure::TagSurplus => Code::ReducedTagSurplus,
            Departure::EmptyValue => Code::ReducedValueEmpty,
            Departure::BadDate => Code::ReducedDate,
            Departure::BadRound => Code::ReducedRound,
            Departure::BadResult => Code::ReducedResultTag,
            Departure::Gap(_) => Code::ReducedSpace,
            Departure::Comment => Code::ReducedComment,
            Departure::Annotation => Code::ReducedAnnotation,
            Departure::Variation => Code::ReducedVariation,
            Departure::NullMove => Code::ReducedNullMove,
            Departure::NumberMissing { .. } => Code::ReducedNumberMissing,
            Departure::WrongNumber { .. } => Code::ReducedWrongNumber,
            Departure::NumberSurplus => Code::ReducedNumberSurplus,
            Departure::NumberAlone => Code::ReducedNumberAlone,
            Departure::Spelling { .. } => Code::ReducedSpelling,
            Departure::WrongResult => Code::ReducedResult,
            Departure::Line { .. } => Code::MinimalLine,
        }
    }

    fn message(&self, language: &Language) -> String {
        let departure = match self {
            Departure::TagExpected { name } => fill(language.reduced_tag_expected, &[("name", name)]),
            Departure::NumberMissing { number } => {
                fill(language.reduced_number_missing, &[("number", number)])
            }
            Departure::WrongNumber { number } => fill(language.reduced_number, &[("number", number)]),
            Departure::Line { minimal } => fill(language.minimal_line, &[("line", minimal)]),
            Departure::Spelling { canonical } => fill(language.reduced_spelling, &[("move", canonical)]),
            Departure::TagSurplus => language.reduced_tag_surplus.to_owned(),
            Departure::EmptyValue => language.reduced_value_empty.to_owned(),
            Departure::BadDate => language.bad_date.to_owned(),
            Departure::BadRound => language.reduced_round.to_owned(),
            Departure::BadResult => language.bad_result_tag.to_owned(),
            Departure::Gap(gap) => gap.phrase(language).to_owned(),
            Departure::Comment => language.reduced_comment.to_owned(),
            Departure::Annotation => language.reduced_annotation.to_owned(),
            Departure::Variation => language.reduced_variation.to_owned(),
            Departure::NullMove => language.no_place_for_null_move.to_owned(),
            Departure::NumberAlone => language.reduced_number_alone.to_owned(),
            Departure::NumberSurplus => language.reduced_number_surplus.to_owned(),
            Departure::WrongResult => language.reduced_result.to_owned(),
        };
        fill(language.reduced, &[("departure", &departure)])
    }

    fn help(&self, language: &Language) -> Option<String> {
        Some(language.reduced_help.to_owned())
    }
}

impl Gap {
    fn phrase(self, language: &Language) -> &'static str {
        match self {
            Gap::Nothing => language.reduced_gap_nothing,
            Gap::Space => language.reduced_gap_space,
            Gap::LineBreak => language.reduced_gap_line,
            Gap::SpaceOrLineBreak => language.reduced_gap_space_or_line,
            Gap::BlankLine => language.reduced_gap_section,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_promotion_is_spelled_in_two_ways_and_a_pawn_may_have_its_letter() {
        for (written, canonical, fits) in [
            ("e4", "e4", true),
            ("Pe4", "e4", true),
            ("e8=Q#", "e8=Q#", true),
            ("=e8Q#", "e8=Q#", true),
            ("dx=e8Q", "dxe8=Q", true),
            ("e8Q", "e8=Q", false),
            ("Nge2", "Ne2", false),
            ("Ne2", "Ne2+", false),
            ("PNe2", "Ne2", false),
            ("0-0", "O-O", false),
        ] {
            assert_eq!(check_spelling(written, canonical.to_owned()).is_ok(), fits, "{written}");
        }
    }
}

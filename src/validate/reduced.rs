//! The reduced export form, held to the letter of the assignment (section 2).
//!
//! The grammar reads more than the reduced form; here is what the reduced form
//! does not allow. Where the assignment leaves a choice, all of it is accepted:
//! `1.e4` and `1. e4`, which are both among its examples; one line break or a
//! blank line between sections and between games.

use shakmaty::Color;

use crate::ast::{Date, Element, Game, Node, Outcome, Place, TagPair, is_unknown};
use crate::lang::{Explain, Language, fill};
use crate::source::{Source, Span};

/// The seven mandatory tags in their order (section 2.1).
pub const SEVEN_TAGS: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

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
    /// No move number before a move of White.
    NumberMissing { number: u32 },
    /// Another move number, or one with other than a single full stop.
    WrongNumber { number: u32 },
    /// A move number before a move of Black.
    NumberSurplus,
    /// No result at the end, or another than the tag says.
    WrongResult,
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

type Found = Result<(), (Departure, Span)>;

/// Finds the first place where a game departs from the reduced form, but for
/// the spelling of its moves, which takes a board.
///
/// `previous` is where the game before ended, 0 for the first.
///
/// # Errors
///
/// The departure and its place.
pub fn check<M>(source: &Source, game: &Game<'_, M>, previous: usize) -> Found {
    let text = source.bytes();
    let start = game.tags.first().map(|tag| tag.span.start);
    let start = start.or(game.movetext.first().map(|element| element.span.start));
    if let Some(start) = start {
        let lead = if previous == 0 { Gap::Nothing } else { Gap::BlankLine };
        gap(text, previous, start, lead)?;
    }
    tags(text, game)?;
    moves(text, game)?;
    ending(source, game)
}

fn tags<M>(text: &[u8], game: &Game<'_, M>) -> Found {
    let mut end = None;
    for (at, &name) in SEVEN_TAGS.iter().enumerate() {
        let Some(tag) = game.tags.get(at) else {
            let place = end.unwrap_or(0);
            return Err((Departure::TagExpected { name }, Span::new(place, place)));
        };
        if let Some(end) = end {
            gap(text, end, tag.span.start, Gap::LineBreak)?;
        }
        if tag.name.0 != name.as_bytes() {
            return Err((Departure::TagExpected { name }, tag.span));
        }
        let name_start = tag.value_span.start - leading_width(text, tag) - name.len();
        gap(text, tag.span.start + 1, name_start, Gap::Nothing)?;
        gap(text, name_start + name.len(), tag.value_span.start, Gap::Space)?;
        gap(text, tag.value_span.end, tag.span.end - 1, Gap::Nothing)?;
        value(game, name, tag)?;
        end = Some(tag.span.end);
    }
    match game.tags.get(SEVEN_TAGS.len()) {
        Some(tag) => Err((Departure::TagSurplus, tag.span)),
        None => Ok(()),
    }
}

/// Returns how much white space stands between a tag's name and its value.
fn leading_width(text: &[u8], tag: &TagPair<'_>) -> usize {
    let before = &text[tag.span.start..tag.value_span.start];
    before.len() - before.trim_ascii_end().len()
}

fn value<M>(game: &Game<'_, M>, name: &str, tag: &TagPair<'_>) -> Found {
    let value = tag.value.unescape(game.encoding);
    let departure = match name {
        _ if value.is_empty() => Departure::EmptyValue,
        "Date" if !is_full_date(&value) => Departure::BadDate,
        "Round" if !is_round(&value) => Departure::BadRound,
        "Result" if Outcome::from_text(&value).is_none() => Departure::BadResult,
        _ => return Ok(()),
    };
    Err((departure, tag.value_span))
}

fn is_full_date(value: &str) -> bool {
    let parts = value.strip_suffix('.').unwrap_or(value).split('.').count();
    Date::parse(value).is_some() && (parts == 3 || value == "?")
}

fn is_round(value: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    is_unknown(value) || value.split('.').all(is_number)
}

fn moves<M>(text: &[u8], game: &Game<'_, M>) -> Found {
    let mut place = Place::START;
    let mut numbered = false;
    let mut end = game.tags.last().map_or(0, |tag| tag.span.end);
    let mut lead = Gap::BlankLine;
    let elements = game.movetext.iter();
    for element in elements.take_while(|element| !behind_result(game, element)) {
        let span = element.span;
        match element.node {
            Node::Comment(_) => return Err((Departure::Comment, span)),
            Node::Nag(_) => return Err((Departure::Annotation, span)),
            Node::VariationStart | Node::VariationEnd => return Err((Departure::Variation, span)),
            Node::Move(_) if numbered && end == span.start => {}
            Node::MoveNumber(_) | Node::Move(_) => gap(text, end, span.start, lead)?,
        }
        match element.node {
            Node::MoveNumber(_) if place.side == Color::Black => {
                return Err((Departure::NumberSurplus, span));
            }
            Node::MoveNumber(_) => {
                let number = place.number;
                if numbered || text[span.range()] != *format!("{number}.").as_bytes() {
                    return Err((Departure::WrongNumber { number }, span));
                }
                numbered = true;
            }
            Node::Move(_) if place.side == Color::White && !numbered => {
                return Err((Departure::NumberMissing { number: place.number }, span));
            }
            Node::Move(_) => {
                numbered = false;
                place = place.next();
            }
            _ => {}
        }
        end = span.end;
        lead = Gap::SpaceOrLineBreak;
    }
    match game.result {
        Some((_, span)) => gap(text, end, span.start, lead),
        None => Ok(()),
    }
}

fn behind_result<M>(game: &Game<'_, M>, element: &Element<'_, M>) -> bool {
    game.result.is_some_and(|(_, result)| element.span.start >= result.end)
}

fn ending<M>(source: &Source, game: &Game<'_, M>) -> Found {
    let end = game.end();
    let Some((outcome, span)) = game.result else {
        return Err((Departure::WrongResult, Span::new(end, end)));
    };
    if game.tag_value("Result").as_deref() != Some(outcome.text()) {
        return Err((Departure::WrongResult, span));
    }
    if let Some(comment) = game.movetext.iter().find(|element| behind_result(game, element)) {
        return Err((Departure::Comment, comment.span));
    }
    let text = source.bytes();
    let is_last = text[end..].trim_ascii_start().is_empty();
    if is_last && end < text.len() { gap(text, end, text.len(), Gap::BlankLine) } else { Ok(()) }
}

fn gap(text: &[u8], start: usize, end: usize, allowed: Gap) -> Found {
    if allowed.allows(&text[start..end]) {
        Ok(())
    } else {
        Err((Departure::Gap(allowed), Span::new(start, end)))
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
pub fn check_spelling(written: &str, canonical: String) -> Result<(), Departure> {
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
    fn message(&self, language: &Language) -> String {
        let departure = match self {
            Departure::TagExpected { name } => fill(language.reduced_tag_expected, &[("name", name)]),
            Departure::NumberMissing { number } => {
                fill(language.reduced_number_missing, &[("number", number)])
            }
            Departure::WrongNumber { number } => fill(language.reduced_number, &[("number", number)]),
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

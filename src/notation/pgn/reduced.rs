//! Checks games against the reduced export form, to the letter of the assignment
//! (section 2).
//!
//! The grammar accepts more than the reduced form. These checks refuse the rest, and each refusal
//! names the section that has the rule. Where the assignment leaves a choice, every form is
//! accepted: `1.e4` and `1. e4`, since its examples have both, and one line break or a blank line
//! between sections and between games.

use shakmaty::Color;

use super::{San, no_such_date, roster};
use crate::message::{Amended, Code, Diagnostic, PlyNumber};
use crate::notation::departure::{Departure, Gap, is_of_tags};
use crate::syntax::{Date, Element, Game, Node, Notation, SEVEN_TAGS, TagPair, is_unknown};
use crate::text::{Source, Span, is_unprintable};

/// A departure and its span.
type SpannedDeparture = (Departure, Span);

/// The SAN of a null move, which the reduced form does not have.
const NULL_MOVE: &str = "--";

/// Finds the first departure of a game from the reduced form, except for the spelling of
/// its moves, which requires a board.
///
/// `previous` is the offset at which the previous game ended; `None` for the first game of
/// a file.
///
/// # Errors
///
/// Returns the departure.
pub(super) fn check(
    source: &Source,
    game: &Game<'_, San>,
    previous: Option<usize>,
) -> Result<(), Diagnostic> {
    let text = source.bytes();
    let before_moves = |(departure, span)| Diagnostic::error(of_section(departure), span, None);
    let end = header(text, game, previous).map_err(before_moves)?;
    let mut movetext = Movetext { text, ply: PlyNumber::START, numbered: false, end, lead: Gap::BlankLine };
    movetext
        .check(game)
        .map_err(|(departure, span)| Diagnostic::error(of_section(departure), span, Some(movetext.ply)))
}

/// Checks the part before the moves, and returns the offset at which it ends.
fn header(text: &[u8], game: &Game<'_, San>, previous: Option<usize>) -> Result<usize, SpannedDeparture> {
    let (start, previous_end) = (game.start(), previous.unwrap_or(0));
    // a game without parts, such as one that consists of dots, starts at 0
    if start >= previous_end {
        let lead = if previous.is_none() { Gap::Nothing } else { Gap::BlankLine };
        gap(text, previous_end, start, lead)?;
    }
    tags(text, game)
}

/// Checks the tags, and returns the offset at which the last one ends.
fn tags(text: &[u8], game: &Game<'_, San>) -> Result<usize, SpannedDeparture> {
    let mut end = None;
    for (at, &name) in SEVEN_TAGS.iter().enumerate() {
        let missing = || {
            let offset = end.unwrap_or_else(|| game.start());
            (Departure::TagExpected { name }, Span::new(offset, offset))
        };
        let tag = game.tags.get(at).ok_or_else(missing)?;
        if let Some(end) = end {
            gap(text, end, tag.span.start, Gap::LineBreak)?;
        }
        if tag.name.0 != name.as_bytes() {
            return Err((Departure::TagExpected { name }, tag.span));
        }
        gap(text, tag.span.start + 1, tag.name_span.start, Gap::Nothing)?;
        gap(text, tag.name_span.end, tag.value_span.start, Gap::Space)?;
        if !text[tag.value_span.range()].starts_with(b"\"") {
            return Err((Departure::Quotes, tag.value_span));
        }
        // a bracket that recovery has inserted has no bytes in the text
        gap(text, tag.value_span.end, tag.value_span.end.max(tag.span.end - 1), Gap::Nothing)?;
        value(name, tag)?;
        spaces(tag)?;
        end = Some(tag.span.end);
    }
    match game.tags.get(SEVEN_TAGS.len()) {
        Some(tag) => Err((Departure::TagSurplus, tag.span)),
        None => Ok(end.unwrap_or(0)),
    }
}

fn value(name: &'static str, tag: &TagPair<'_>) -> Result<(), SpannedDeparture> {
    let value = tag.value.unescape();
    let departure = match name {
        "Date" => match no_such_date(&value) {
            Some(part) => Departure::NoSuchDate(part),
            None if is_full_date(&value) => return Ok(()),
            None => Departure::BadDate,
        },
        "Result" if !is_result(&value) => Departure::BadResult,
        "Result" => return Ok(()),
        "Round" if !is_unknown(&value) && !is_round(&value) => Departure::BadRound,
        _ if value != "?" && (is_unknown(&value) || value == "-") => Departure::EmptyValue { name },
        "White" | "Black" if roster::lack_a_name(&value) => Departure::PlayerMissing,
        "White" | "Black" if !roster::are_in_order(&value) => Departure::PlayersOrder,
        _ => return Ok(()),
    };
    Err((departure, tag.value_span))
}

/// Finds surplus spaces in the value of a tag. The colon between players has none before or after it.
fn spaces(tag: &TagPair<'_>) -> Result<(), SpannedDeparture> {
    let (value, start) = (tag.value.0, tag.value_span.start + 1);
    let in_text = |(departure, span): SpannedDeparture| (departure, span.moved_by(start));
    let names_players = tag.is("White") || tag.is("Black");
    // of the spaces of Unicode none is the one that the form has
    let is_other_space = |c: &char| !c.is_ascii() && (c.is_whitespace() || is_unprintable(*c));
    // of a value that is not UTF-8 only the spaces of ASCII are looked at
    let text = std::str::from_utf8(value).unwrap_or_default();
    if let Some((at, c)) = text.char_indices().find(|(_, c)| is_other_space(c)) {
        return Err(in_text((Departure::Gap(Gap::Space), Span::new(at, at + c.len_utf8()))));
    }
    let (mut at, mut is_joined) = (0, true);
    for Span { start, end } in Span::of_words(value) {
        is_joined |= names_players && value[start] == b':';
        let allowed = if is_joined { Gap::Nothing } else { Gap::Space };
        gap(value, at, start, allowed).map_err(in_text)?;
        (at, is_joined) = (end, names_players && value[end - 1] == b':');
    }
    gap(value, at, value.len(), Gap::Nothing).map_err(in_text)
}

/// Adds the section of the assignment that has the rule.
fn of_section(departure: Departure) -> Amended {
    let section = of_departure(&departure);
    Amended::new(departure).of_section(section)
}

/// Returns whether a value is a date of the form `YYYY.MM.DD`.
///
/// A part may consist of question marks, and then of fewer than usual. A full stop at the
/// end is allowed after a question mark, because the assignment's example `1993.?.?.` has
/// one.
fn is_full_date(value: &str) -> bool {
    let bare = if value.ends_with("?.") { &value[..value.len() - 1] } else { value };
    let parts: Vec<_> = bare.split('.').collect();
    let widths = parts.iter().zip([4, 2, 2]);
    let full = parts.len() == 3
        && widths.into_iter().all(|(part, width)| {
            part.bytes().all(|b| b == b'?') || part.len() == width && part.bytes().all(|b| b.is_ascii_digit())
        });
    value == "?" || (full && Date::parse(bare).is_ok())
}

/// Returns whether a value is one of the four results, which have one spelling each.
fn is_result(value: &str) -> bool {
    San::result_from_text(value).is_some_and(|outcome| San::result_text(outcome) == value)
}

fn is_round(value: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    value == "?" || value.split('.').all(is_number)
}

/// The state of the check of a movetext.
struct Movetext<'t> {
    text: &'t [u8],
    /// The number of the next move.
    ply: PlyNumber,
    /// Whether the number of the next move has been read.
    numbered: bool,
    /// The offset at which the last element ends.
    end: usize,
    /// The white space allowed before the next element.
    lead: Gap,
}

impl Movetext<'_> {
    fn check(&mut self, game: &Game<'_, San>) -> Result<(), SpannedDeparture> {
        let follows_result =
            |element: &&Element<San>| game.result.is_some_and(|(_, result)| element.span.start >= result.end);
        for element in game.movetext.iter().take_while(|element| !follows_result(element)) {
            self.element(element)?;
        }
        if self.numbered {
            return Err((Departure::NumberAlone, Span::new(self.end, self.end)));
        }
        let Some((outcome, span)) = game.result else {
            let taken = San::result_text(game.outcome());
            return Err((Departure::ResultMissing { taken }, Span::new(self.end, self.end)));
        };
        gap(self.text, self.end, span.start, self.lead)?;
        if self.text[span.range()] != *San::result_text(outcome).as_bytes() {
            return Err((Departure::BadResult, span));
        }
        if game.tag_value("Result").as_deref() != Some(San::result_text(outcome)) {
            let tag = game.tag("Result").map(|tag| tag.value_span);
            return Err((Departure::WrongResult { tag }, span));
        }
        match game.movetext.iter().find(follows_result) {
            Some(comment) => Err((Departure::Comment, comment.span)),
            None => self.end_of_file(span.end),
        }
    }

    fn element(&mut self, element: &Element<San>) -> Result<(), SpannedDeparture> {
        let span = element.span;
        let departure = match element.node {
            Node::Comment(_) => Departure::Comment,
            Node::Nag(_) => Departure::Annotation,
            Node::VariationStart(_) | Node::VariationEnd => Departure::Variation,
            Node::Sign(none) => match none {},
            Node::MoveNumber(_) => return self.number(span),
            Node::Move(_) => return self.one_move(span),
        };
        Err((departure, span))
    }

    fn number(&mut self, span: Span) -> Result<(), SpannedDeparture> {
        gap(self.text, self.end, span.start, self.lead)?;
        let number = self.ply.number;
        if self.ply.side == Color::Black {
            return Err((Departure::NumberSurplus, span));
        }
        if self.numbered || self.text[span.range()] != *format!("{number}.").as_bytes() {
            return Err((Departure::WrongNumber { number }, span));
        }
        self.numbered = true;
        self.advance_to(span);
        Ok(())
    }

    fn one_move(&mut self, span: Span) -> Result<(), SpannedDeparture> {
        let is_joined = self.numbered && self.end == span.start;
        if !is_joined {
            gap(self.text, self.end, span.start, self.lead)?;
        }
        if self.ply.side == Color::White && !self.numbered {
            let number = self.ply.number;
            return Err((Departure::NumberMissing { number }, span));
        }
        self.numbered = false;
        self.ply = self.ply.next();
        self.advance_to(span);
        Ok(())
    }

    fn advance_to(&mut self, span: Span) {
        self.end = span.end;
        self.lead = Gap::SpaceOrLineBreak;
    }

    /// Checks the end of the file, if only white space follows the game.
    fn end_of_file(&self, end: usize) -> Result<(), SpannedDeparture> {
        let rest = &self.text[end..];
        if rest.is_empty() || !rest.trim_ascii_start().is_empty() {
            return Ok(());
        }
        gap(self.text, end, self.text.len(), Gap::BlankLine)
    }
}

fn gap(text: &[u8], start: usize, end: usize, allowed: Gap) -> Result<(), SpannedDeparture> {
    if allowed.allows(&text[start..end]) {
        Ok(())
    } else {
        Err((Departure::Gap(allowed), Span::new(start, end)))
    }
}

/// Checks the spelling of a legal move. `san` is its SAN as the standard spells it.
///
/// The assignment (section 2.2) writes the sign of a promotion before the square: `=e8Q`, `dx=e8Q`.
/// Both that and the standard's form are accepted. The assignment allows the letter of a pawn only
/// where a move would be ambiguous without it, and no move is.
///
/// # Errors
///
/// Returns the departure, with the standard's spelling.
pub(super) fn check_spelling(written: &str, san: &str) -> Result<(), Amended> {
    if san == NULL_MOVE {
        return Err(of_section(Departure::NullMove));
    }
    if written == san || sign_first(san).is_some_and(|other| written == other) {
        Ok(())
    } else {
        Err(of_section(Departure::Spelling { canonical: san.to_owned() }))
    }
}

/// Moves the sign of a promotion before the square: `dxe8=Q+` becomes `dx=e8Q+`.
fn sign_first(san: &str) -> Option<String> {
    let (before, piece) = san.split_once('=')?;
    let (lead, square) = before.split_at(before.len() - 2);
    Some(format!("{lead}={square}{piece}"))
}

/// Returns the section that has the rule which a departure breaks.
pub(super) fn of_departure(departure: &Departure) -> &'static str {
    match departure {
        Departure::TagExpected { .. }
        | Departure::TagSurplus
        | Departure::NoSuchTag { .. }
        | Departure::SecondPosition
        | Departure::Quotes => "2.1",
        Departure::Gap(Gap::Nothing | Gap::Space | Gap::LineBreak) => "2.1",
        Departure::EmptyValue { name: "Event" } => "2.1.1",
        Departure::EmptyValue { name: "Site" } => "2.1.2",
        Departure::BadDate | Departure::NoSuchDate(_) => "2.1.3",
        Departure::EmptyValue { name: "Round" } | Departure::BadRound => "2.1.4",
        Departure::EmptyValue { name: "Black" } => "2.1.6",
        Departure::EmptyValue { .. } | Departure::PlayersOrder | Departure::PlayerMissing => "2.1.5",
        Departure::BadResult | Departure::WrongResult { .. } | Departure::ResultMissing { .. } => "2.1.7",
        Departure::Gap(Gap::SpaceOrLineBreak)
        | Departure::Comment
        | Departure::Annotation
        | Departure::Variation
        | Departure::Line { .. } => "2",
        Departure::Gap(Gap::BlankLine)
        | Departure::NullMove
        | Departure::NumberMissing { .. }
        | Departure::WrongNumber { .. }
        | Departure::NumberSurplus
        | Departure::NumberAlone
        | Departure::Spelling { .. } => "2.2",
    }
}

/// Returns the section that has the rule which an error of the text breaks, or `None` for another error. In section 3
/// the assignment assumes that moves are legal.
pub(super) fn of_code(code: Code) -> Option<&'static str> {
    Some(match code {
        code if is_of_tags(code) => "2.1",
        Code::NotAResult => "2.1.7",
        Code::UnclosedComment
        | Code::StrayBrace
        | Code::LooseWords
        | Code::TextBetweenGames
        | Code::StrayVariationEnd
        | Code::UnclosedVariation
        | Code::ResultInVariation
        | Code::NeedlessBrackets
        | Code::UnknownSuffix
        | Code::NagOutOfRange => "2",
        Code::StrayCharacter
        | Code::Html
        | Code::ControlCharacter
        | Code::NotAMove
        | Code::RunOn
        | Code::MoveExpected
        | Code::EndsEarly
        | Code::Ambiguous
        | Code::CaptureWithoutFile
        | Code::PromotionMissing
        | Code::UnknownLetter => "2.2",
        code if code.digits().starts_with("03") => "3",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn promotions_have_two_spellings_and_other_moves_one() {
        for (written, canonical, is_allowed) in [
            ("e4", "e4", true),
            ("Pe4", "e4", false),
            ("e8=Q#", "e8=Q#", true),
            ("=e8Q#", "e8=Q#", true),
            ("dx=e8Q", "dxe8=Q", true),
            ("e8Q", "e8=Q", false),
            ("Nge2", "Ne2", false),
            ("Ne2", "Ne2+", false),
            ("PNe2", "Ne2", false),
            ("0-0", "O-O", false),
        ] {
            assert_eq!(check_spelling(written, canonical).is_ok(), is_allowed, "{written}");
        }
    }
}

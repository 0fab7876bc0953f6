//! Comparisons of tags and other facts with values, by what the values are.

use super::QueryError;
use super::compile::{Compiled, count};
use super::error::QueryFault;
use super::expression::{Comparison, WrittenText};
use super::names::{is_date, is_never_a_number, is_number};
use super::plan::GameTest;
use super::tag_test::{Condition, TagTest};
use super::value::{DateSpan, number};
use crate::notation::Variant;
use crate::notation::ctl::CtlAn;
use crate::notation::pgn::San;
use crate::syntax::{Outcome, is_unknown, result_in_any_form};
use crate::text::{Span, folded};

/// Compiles the comparison of a fact.
pub(super) fn fact(name: &WrittenText<'_>, sign: Comparison, value: &WrittenText<'_>) -> Compiled<GameTest> {
    let is_different = sign == Comparison::Different;
    match name.value {
        "plies" if sign == Comparison::Contains => Err(QueryError::no_such_comparison(name)),
        "plies" => Ok(GameTest::Plies(sign, count(value, sign)?)),
        "variant" if matches!(sign, Comparison::Equal | Comparison::Different) => {
            let variant = variant(value.value);
            let variant = variant.ok_or(QueryError::at(value.span, QueryFault::UnknownVariant))?;
            Ok(GameTest::Variant(variant, !is_different))
        }
        "variant" => Err(QueryError::no_such_comparison(name)),
        "opening" => condition("Opening", name, sign, value).map(GameTest::Opening),
        // a name that is not a player's is neither White's nor Black's
        "player" => both(["White", "Black"], is_different, name, sign, value),
        "elo" => both(["WhiteElo", "BlackElo"], true, name, sign, value),
        "Result" if matches!(sign, Comparison::Equal | Comparison::Different) => {
            let outcome = outcome(value.value).ok_or(QueryError::at(value.span, QueryFault::NotAResult))?;
            Ok(GameTest::Result(outcome, !is_different))
        }
        tag => {
            let condition = condition(tag, name, sign, value)?;
            Ok(GameTest::Tags(TagTest { names: vec![tag.to_owned()], is_of_all: true, condition }))
        }
    }
}

fn both(
    names: [&str; 2],
    is_of_all: bool,
    name: &WrittenText<'_>,
    sign: Comparison,
    value: &WrittenText<'_>,
) -> Compiled<GameTest> {
    let condition = condition(names[0], name, sign, value)?;
    Ok(GameTest::Tags(TagTest { names: names.map(str::to_owned).into(), is_of_all, condition }))
}

/// Reads a result as PGN or CTL-PGN writes it.
fn outcome(text: &str) -> Option<Outcome> {
    result_in_any_form::<San>(text).or_else(|| result_in_any_form::<CtlAn>(text))
}

fn variant(name: &str) -> Option<Variant> {
    let letters = |name: &str| {
        let letters = name.chars().filter(|c| c.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect::<String>()
    };
    Variant::ALL.into_iter().find(|variant| letters(variant.name()) == letters(name))
}

/// Compiles the comparison of a tag. `name` is how the question calls it.
fn condition(
    tag: &str,
    name: &WrittenText<'_>,
    sign: Comparison,
    value: &WrittenText<'_>,
) -> Compiled<Condition> {
    let is_equality = matches!(sign, Comparison::Equal | Comparison::Different);
    let text = unescaped(value.value);
    if sign == Comparison::Contains {
        return Ok(Condition::Contains(folded(&text)));
    }
    // a text in quotes is compared as a text, whatever it looks like
    let is_quoted = value.span.end - value.span.start > value.value.len();
    let number = number(value.value);
    if is_date(tag) {
        return match DateSpan::parse(value.value) {
            Some(date) => Ok(Condition::Date(sign, date)),
            None if is_equality && (is_unknown(&text) || sign == Comparison::Different) => {
                Ok(Condition::Is(text, sign == Comparison::Equal))
            }
            None if text.starts_with('?') => Ok(Condition::Is(text, sign == Comparison::Equal)),
            None => Err(QueryError::at(value.span, QueryFault::NotADate)),
        };
    }
    let named = || name.value.to_owned();
    match number {
        Some(number) if is_number(tag) || !is_equality && !is_never_a_number(tag) => {
            Ok(Condition::Number(sign, number))
        }
        Some(_) if is_never_a_number(tag) && !is_quoted && sign != Comparison::Different => {
            Err(QueryError::at(name.span, QueryFault::NeverANumber { name: named() }))
        }
        None if is_number(tag) && !is_unknown(&text) && text != "-" && sign != Comparison::Different => {
            Err(QueryError::at(value.span, QueryFault::AlwaysANumber { name: named() }))
        }
        _ if is_equality => Ok(Condition::Is(in_case_of(tag, &text), sign == Comparison::Equal)),
        _ => Ok(Condition::Order(sign, in_case_of(tag, &text))),
    }
}

/// Takes the signs off that stand before quotes in a text between quotes.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        plain.push(if letter == '\\' { letters.next().unwrap_or(letter) } else { letter });
    }
    plain
}

/// Returns a value in the case in which a tag has it: codes of openings in upper case.
fn in_case_of(tag: &str, value: &str) -> String {
    if tag == "ECO" { value.to_uppercase() } else { value.to_owned() }
}

/// Compiles a range of the values of a tag.
pub(super) fn range(
    name: &WrittenText<'_>,
    from: &WrittenText<'_>,
    to: &WrittenText<'_>,
) -> Compiled<GameTest> {
    let bad_range = || {
        let span = Span::new(from.span.start, to.span.end);
        QueryError::at(span, QueryFault::BadRange)
    };
    let (names, tag): (Vec<String>, &str) = match name.value {
        "player" => (vec!["White".to_owned(), "Black".to_owned()], "White"),
        "elo" => (vec!["WhiteElo".to_owned(), "BlackElo".to_owned()], "WhiteElo"),
        "plies" => {
            let (from, to) = (count(from, Comparison::AtLeast)?, count(to, Comparison::AtMost)?);
            return if from <= to { Ok(GameTest::PlyRange(from, to)) } else { Err(bad_range()) };
        }
        "variant" | "opening" | "clock" | "eval" => {
            return Err(QueryError::no_such_comparison(name));
        }
        tag => (vec![tag.to_owned()], tag),
    };
    let (first, last) = (from.value, to.value);
    let condition = if is_date(tag) {
        let date = |end: &WrittenText<'_>| {
            DateSpan::parse(end.value).ok_or(QueryError::at(end.span, QueryFault::NotADate))
        };
        let (first, last) = (date(from)?, date(to)?);
        let span = DateSpan { first: first.first, last: last.last };
        Condition::Date(Comparison::Equal, (span.first <= span.last).then_some(span).ok_or_else(bad_range)?)
    } else if let Some((first, last)) = number(first).zip(number(last))
        && !is_never_a_number(tag)
    {
        if first > last {
            return Err(bad_range());
        }
        Condition::Numbers(first, last)
    } else if is_number(tag) {
        let wrong = if number(first).is_none() { from } else { to };
        return Err(QueryError::at(wrong.span, QueryFault::AlwaysANumber { name: name.value.to_owned() }));
    } else {
        let [first, last] = [first, last].map(|end| in_case_of(tag, &unescaped(end)));
        if first > last {
            return Err(bad_range());
        }
        Condition::Texts(first, last)
    };
    let is_of_all = name.value != "player";
    Ok(GameTest::Tags(TagTest { names, is_of_all, condition }))
}

/// Compiles the question whether a game has something.
pub(super) fn has(name: &str) -> GameTest {
    match name {
        "comment" => GameTest::HasComment,
        "variation" => GameTest::HasVariation,
        "error" => GameTest::HasError,
        tag => {
            let names = vec![tag.to_owned()];
            GameTest::Tags(TagTest { names, is_of_all: true, condition: Condition::Known })
        }
    }
}

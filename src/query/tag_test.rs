//! Tests of tags.

use std::borrow::Cow;

use super::expression::Comparison;
use super::value::{DateSpan, Round, leading_number};
use crate::syntax::{TagPair, is_unknown};
use crate::text::contains_plain;

/// A test of the tags with some names.
#[derive(Clone, Debug)]
pub(super) struct TagTest {
    /// The names, of which one has to pass, or each.
    pub(super) names: Vec<String>,
    /// Whether each has to pass.
    pub(super) is_of_all: bool,
    /// Whether values are compared in upper case.
    pub(super) in_upper_case: bool,
    pub(super) condition: Condition,
}

/// What a value has to be. An unknown value is nothing but different from one that is known.
#[derive(Clone, Debug)]
pub(super) enum Condition {
    /// It is there, and known.
    Known,
    /// It is, or is not, a text.
    Is(String, bool),
    /// It contains a text that [`plain_letters`](crate::text::plain_letters) has returned.
    Contains(String),
    /// It begins with a number that compares so.
    Number(Comparison, f64),
    /// It begins with a number between two, or with one of them.
    Numbers(f64, f64),
    /// It is a date that certainly compares so.
    Date(Comparison, DateSpan),
    /// It is a round that compares so with another.
    Round(Comparison, Round),
    /// It is a round between two, or one of them or a part of the last.
    Rounds(Round, Round),
    /// It is a text that compares so with another, by the order of their characters.
    Order(Comparison, String),
    /// Its beginning is between two texts, or one of them.
    Texts(String, String),
}

impl TagTest {
    /// Runs the test on the tags of a game.
    pub(super) fn holds(&self, tags: &[TagPair<'_>]) -> bool {
        let mut passed = self.names.iter().map(|name| {
            let tag = tags.iter().find(|tag| tag.is(name));
            let value = tag.map(|tag| tag.value.unescape()).unwrap_or_default();
            let is_lower = self.in_upper_case && value.bytes().any(|byte| byte.is_ascii_lowercase());
            self.condition.holds(if is_lower { Cow::Owned(value.to_ascii_uppercase()) } else { value })
        });
        if self.is_of_all { passed.all(|passed| passed) } else { passed.any(|passed| passed) }
    }
}

impl Condition {
    /// Tells whether a value passes.
    pub(super) fn holds(&self, value: Cow<'_, str>) -> bool {
        match self {
            Condition::Known => !is_unknown(&value),
            Condition::Is(text, is_equal) => (value == *text) == *is_equal,
            Condition::Contains(part) => contains_plain(&value, part),
            Condition::Number(sign, number) => {
                let unknown = *sign == Comparison::Different;
                leading_number(&value).map_or(unknown, |value| sign.holds(value, *number))
            }
            Condition::Numbers(first, last) => {
                leading_number(&value).is_some_and(|value| (*first..=*last).contains(&value))
            }
            Condition::Date(sign, dates) => {
                let unknown = *sign == Comparison::Different;
                DateSpan::parse(&value).map_or(unknown, |value| compare(*sign, value, *dates))
            }
            Condition::Round(sign, round) => round.compares(*sign, &value),
            Condition::Rounds(first, last) => {
                first.compares(Comparison::AtLeast, &value) && last.ends_after(&value)
            }
            Condition::Order(sign, text) => !is_unknown(&value) && sign.holds(value.as_ref(), text.as_str()),
            Condition::Texts(first, last) => {
                let prefix = |length| value.get(..length).unwrap_or(&value);
                !is_unknown(&value)
                    && prefix(first.len()) >= first.as_str()
                    && prefix(last.len()) <= last.as_str()
            }
        }
    }
}

/// Tells whether a date compares so with another, whichever days they are.
fn compare(sign: Comparison, value: DateSpan, given: DateSpan) -> bool {
    let is_within = given.first <= value.first && value.last <= given.last;
    match sign {
        Comparison::Equal | Comparison::Contains => is_within,
        Comparison::Different => !is_within,
        Comparison::Less => value.last < given.first,
        Comparison::AtMost => value.last <= given.last,
        Comparison::Greater => value.first > given.last,
        Comparison::AtLeast => value.first >= given.first,
    }
}

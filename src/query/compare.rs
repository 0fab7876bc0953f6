//! Comparisons of tags and other facts with values: as numbers, dates, rounds or texts.

use std::borrow::Cow;

use super::QueryError;
use super::compile::{Compiled, count, is_in_reach};
use super::error::QueryFault;
use super::expression::{Asked, Comparison, Named, Written, WrittenText};
use super::fact::{
    Fact, Feature, GameFact, OpeningPart, PositionFact, Round, is_date, is_never_a_number, is_number,
    is_round, is_word, known_tag, leading_number, number,
};
use super::plan::GameTest;
use crate::notation::pgn::variant::letters;
use crate::notation::{Variant, outcome_of};
use crate::syntax::{DateSpan, TagPair, is_unknown};
use crate::text::{Span, contains_plain, plain_letters};

/// Compiles a test of a fact of a game.
pub(super) fn fact(fact: &Named<'_, GameFact<'_>>, asked: &Asked<'_>) -> Compiled<GameTest> {
    match asked {
        Asked::Value(sign, value) => compared(fact, *sign, value),
        Asked::Sum(sign, tag, more) => with_sum(fact, *sign, tag, more),
        Asked::Range(from, to) => range(fact, from, to),
    }
}

/// Compiles the comparison of a fact with a value.
fn compared(
    &Named { ref name, meaning }: &Named<'_, GameFact<'_>>,
    sign: Comparison,
    value: &WrittenText<'_>,
) -> Compiled<GameTest> {
    let is_equality = matches!(sign, Comparison::Equal | Comparison::Different);
    let is_equal = sign != Comparison::Different;
    let condition = match meaning {
        GameFact::Plies if sign != Comparison::Contains => {
            return Ok(GameTest::Plies(sign, count(value, sign)?));
        }
        GameFact::Variant if is_equality => {
            let variant = variant(value.value);
            let variant = variant.ok_or(QueryError::at(value.span, QueryFault::UnknownVariant))?;
            return Ok(GameTest::Variant(variant, is_equal));
        }
        GameFact::Result if is_equality => {
            let outcome =
                outcome_of(value.value).ok_or(QueryError::at(value.span, QueryFault::NotAResult))?;
            return Ok(GameTest::Result(outcome, is_equal));
        }
        GameFact::Plies | GameFact::Variant => return Err(QueryError::not_so(name)),
        GameFact::Year if sign == Comparison::Contains => return Err(QueryError::not_so(name)),
        _ if meaning.is_of_tags() || matches!(meaning, GameFact::Player { .. }) => {
            beside_or_value(meaning, name, sign, value)
        }
        _ => condition(meaning.tag(), name, sign, value),
    };
    Ok(of_values(meaning, is_equal, condition?))
}

/// Compiles the comparison of tags with another tag, if the value is the name of one, or else with the value.
fn beside_or_value(
    meaning: GameFact<'_>,
    name: &WrittenText<'_>,
    sign: Comparison,
    value: &WrittenText<'_>,
) -> Compiled<Condition> {
    if meaning == GameFact::Year {
        check_year(value)?;
    }
    let split = value.value.rfind(['+', '-']).unwrap_or(value.value.len());
    let (tag, more) = value.value.split_at(split);
    let is_tag = !is_quoted(value) && !is_word(tag) && known_tag(tag).is_some();
    match number(if more.is_empty() { "0" } else { more }).filter(|_| is_tag) {
        Some(more) => beside(meaning.tag(), name, sign, &Written { value: tag, ..*value }, more),
        None => condition(meaning.tag(), name, sign, value),
    }
}

/// Compiles the comparison of a fact with a tag to which a number is added.
fn with_sum(
    &Named { ref name, meaning }: &Named<'_, GameFact<'_>>,
    sign: Comparison,
    tag: &WrittenText<'_>,
    more: &WrittenText<'_>,
) -> Compiled<GameTest> {
    if !meaning.is_of_tags() {
        return Err(QueryError::not_so(name));
    }
    let sum = number(&more.value.replace([' ', '\t'], ""));
    let sum = sum.ok_or(QueryError::at(more.span, QueryFault::NotANumber))?;
    let condition = beside(meaning.tag(), name, sign, tag, sum)?;
    Ok(of_values(meaning, sign != Comparison::Different, condition))
}

/// Compiles the comparison of a tag with another one, to which a number may be added.
fn beside(
    tag: &str,
    name: &WrittenText<'_>,
    sign: Comparison,
    other: &WrittenText<'_>,
    more: f64,
) -> Compiled<Condition> {
    let other_tag = known_tag(other.value).unwrap_or(other.value);
    let both = [tag, other_tag];
    let is_of_numbers = more != 0.0 || both.into_iter().any(is_number);
    let kind = match () {
        () if is_of_numbers || both.into_iter().any(is_date) => {
            let is_wrong = |tag: &str| {
                if is_of_numbers { is_never_a_number(tag) || is_date(tag) } else { !is_date(tag) }
            };
            let wrong = [(tag, name), (other_tag, other)].into_iter().find(|(tag, _)| is_wrong(tag));
            if let Some((_, wrong)) = wrong {
                let fault = if is_of_numbers {
                    QueryFault::NeverANumber { name: wrong.value.to_owned() }
                } else {
                    QueryFault::NotADate
                };
                return Err(QueryError::at(wrong.span, fault));
            }
            if sign == Comparison::Contains {
                return Err(QueryError::not_so(name));
            }
            if is_of_numbers { Kind::Number(more) } else { Kind::Date }
        }
        () if both.into_iter().all(is_round) => Kind::Round,
        () => Kind::Text,
    };
    Ok(Condition::Beside { sign, tag: other_tag.to_owned(), kind })
}

/// Checks the value of `year`, which is the beginning of a date.
fn check_year(value: &WrittenText<'_>) -> Compiled<()> {
    let is_year = value.value.bytes().all(|byte| byte.is_ascii_digit());
    if is_year { Ok(()) } else { Err(QueryError::at(value.span, QueryFault::NotADate)) }
}

/// Returns whether a value stands in quotes, so that it is always compared as a text.
fn is_quoted(value: &WrittenText<'_>) -> bool {
    value.span.end - value.span.start > value.value.len()
}

/// Creates a test of the values of a fact. For `player`, White or Black must pass; but `player != …` means that
/// neither of them has this name.
fn of_values(meaning: GameFact<'_>, is_equal: bool, condition: Condition) -> GameTest {
    let tag = meaning.tag();
    let second = match meaning {
        GameFact::Opening(part) => return GameTest::Opening(part, condition),
        GameFact::Player { won } => return GameTest::Player { won, condition },
        GameFact::Players => Some("Black"),
        GameFact::Ratings => Some("BlackElo"),
        _ => None,
    };
    let by_positions = OpeningPart::of_tag(tag).filter(|_| condition.asks_for_value());
    let names = [Some(tag), second].into_iter().flatten().map(str::to_owned).collect();
    let is_of_all = meaning != GameFact::Players || !is_equal;
    // "b90" is the same code as "B90"
    GameTest::Tags(TagTest { names, is_of_all, in_upper_case: tag == ECO, by_positions, condition })
}

fn variant(name: &str) -> Option<Variant> {
    Variant::ALL.into_iter().find(|variant| letters(variant.name()) == letters(name))
}

/// Compiles the comparison of a tag with a value. `name` is what the question calls the tag, for errors.
fn condition(
    tag: &str,
    name: &WrittenText<'_>,
    sign: Comparison,
    value: &WrittenText<'_>,
) -> Compiled<Condition> {
    let is_equality = matches!(sign, Comparison::Equal | Comparison::Different);
    let text = unescaped(value.value);
    if sign == Comparison::Contains {
        return Ok(Condition::Contains(plain_letters(&text)));
    }
    let number = number(value.value);
    if is_date(tag) {
        return match DateSpan::parse(value.value) {
            Some(date) => Ok(Condition::Date(sign, date)),
            None if text.starts_with('?')
                || is_equality && (is_unknown(&text) || sign == Comparison::Different) =>
            {
                Ok(Condition::Is(text, sign == Comparison::Equal))
            }
            None => Err(QueryError::at(value.span, QueryFault::NotADate)),
        };
    }
    if is_round(tag)
        && !is_equality
        && let Some(round) = Round::parse(&text)
    {
        return Ok(Condition::Round(sign, round));
    }
    let named = || name.value.to_owned();
    match number {
        Some(number) if is_number(tag) && !is_in_reach(sign, number, f64::INFINITY) => {
            Err(QueryError::at(value.span, QueryFault::OutOfReach))
        }
        Some(number) if is_number(tag) || !is_equality && !is_never_a_number(tag) => {
            Ok(Condition::Number(sign, number))
        }
        Some(_) if is_never_a_number(tag) && !is_quoted(value) && sign != Comparison::Different => {
            Err(QueryError::at(name.span, QueryFault::NeverANumber { name: named() }))
        }
        None if is_number(tag) && !is_unknown(&text) && text != "-" && sign != Comparison::Different => {
            Err(QueryError::at(value.span, QueryFault::AlwaysANumber { name: named() }))
        }
        _ if is_equality => Ok(Condition::Is(in_case_of(tag, text), sign == Comparison::Equal)),
        _ => Ok(Condition::Order(sign, in_case_of(tag, text))),
    }
}

/// Removes the backslashes that escape characters in a quoted text.
pub(super) fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        plain.push(if letter == '\\' { letters.next().unwrap_or(letter) } else { letter });
    }
    plain
}

/// The tag with the code of the opening.
const ECO: &str = "ECO";

/// Returns a value in the case in which it is compared: ECO codes in upper case, others as they are.
fn in_case_of(tag: &str, value: String) -> String {
    if tag == ECO { value.to_uppercase() } else { value }
}

/// Compiles a range of the values of a fact.
fn range(
    &Named { ref name, meaning }: &Named<'_, GameFact<'_>>,
    from: &WrittenText<'_>,
    to: &WrittenText<'_>,
) -> Compiled<GameTest> {
    match meaning {
        GameFact::Plies => {
            let (first, last) = (count(from, Comparison::AtLeast)?, count(to, Comparison::AtMost)?);
            return if first <= last {
                Ok(GameTest::PlyRange(first, last))
            } else {
                Err(bad_range(from, to))
            };
        }
        GameFact::Variant | GameFact::Opening(OpeningPart::Name) | GameFact::Player { .. } => {
            return Err(QueryError::not_so(name));
        }
        GameFact::Year => [from, to].into_iter().try_for_each(check_year)?,
        _ => {}
    }
    Ok(of_values(meaning, true, between(meaning.tag(), name, from, to)?))
}

/// Returns the error of a range whose end comes before its beginning.
pub(super) fn bad_range(from: &WrittenText<'_>, to: &WrittenText<'_>) -> QueryError {
    QueryError::at(Span::new(from.span.start, to.span.end), QueryFault::BadRange)
}

/// Compiles a range of the values of a tag. `name` is what the question calls the tag, for errors.
fn between(
    tag: &str,
    name: &WrittenText<'_>,
    from: &WrittenText<'_>,
    to: &WrittenText<'_>,
) -> Compiled<Condition> {
    let numbers = || number(from.value).zip(number(to.value));
    let both = |first, last| Condition::Both(Box::new([first, last]));
    let (low, high) = (Comparison::AtLeast, Comparison::UpTo);
    let condition = if is_date(tag) {
        let date = |end: &WrittenText<'_>| {
            DateSpan::parse(end.value).ok_or(QueryError::at(end.span, QueryFault::NotADate))
        };
        let (first, last) = (date(from)?.first, date(to)?.last);
        (first <= last).then_some(Condition::Date(Comparison::Equal, DateSpan { first, last }))
    } else if is_round(tag)
        && let Some((first, last)) = Round::parse(from.value).zip(Round::parse(to.value))
    {
        (first <= last).then(|| both(Condition::Round(low, first), Condition::Round(high, last)))
    } else if let Some((first, last)) = numbers()
        && !is_never_a_number(tag)
    {
        (first <= last).then(|| both(Condition::Number(low, first), Condition::Number(high, last)))
    } else if is_number(tag) {
        let wrong = if number(from.value).is_none() { from } else { to };
        return Err(QueryError::at(wrong.span, QueryFault::AlwaysANumber { name: name.value.to_owned() }));
    } else {
        let [first, last] = [from, to].map(|end| in_case_of(tag, unescaped(end.value)));
        (first <= last).then(|| both(Condition::Order(low, first), Condition::Order(high, last)))
    };
    condition.ok_or_else(|| bad_range(from, to))
}

/// Compiles `has`.
pub(super) fn has(part: &Named<'_, Feature<'_>>) -> Compiled<GameTest> {
    match part.meaning {
        Feature::Variation => Ok(GameTest::HasVariation),
        Feature::Error => Ok(GameTest::HasError),
        // every game has these
        Feature::Fact(
            Fact::Game(GameFact::Plies | GameFact::Variant) | Fact::Position(PositionFact::Ply),
        ) => Err(QueryError::not_so(&part.name)),
        Feature::Fact(Fact::Position(fact)) => Ok(GameTest::HasFact(fact)),
        Feature::Fact(Fact::Game(fact)) => Ok(of_values(fact, true, Condition::Known)),
    }
}

/// A test of the tags with some names.
#[derive(Clone, Debug)]
pub(super) struct TagTest {
    /// The names of the tags.
    pub(super) names: Vec<String>,
    /// Whether all tags must pass, and not only one.
    pub(super) is_of_all: bool,
    /// Whether values are compared in upper case.
    pub(super) in_upper_case: bool,
    /// The part of the opening that is asked where the tag is unknown.
    pub(super) by_positions: Option<OpeningPart>,
    pub(super) condition: Condition,
}

/// A condition on a value. An unknown value passes `!=` with a known one and `=` with itself, and
/// no other condition.
#[derive(Clone, Debug)]
pub(super) enum Condition {
    /// The value is there, and known.
    Known,
    /// It is, or is not, a text.
    Is(String, bool),
    /// It contains a text, which is in [`plain_letters`].
    Contains(String),
    /// It begins with a number for which the comparison with another holds.
    Number(Comparison, f64),
    /// It is a date for which the comparison holds, whichever of its possible days it is.
    Date(Comparison, DateSpan),
    /// It is a round for which the comparison with another holds.
    Round(Comparison, Round),
    /// It is a text for which the comparison with another holds, by the order of their characters.
    Order(Comparison, String),
    /// It passes both conditions.
    Both(Box<[Condition; 2]>),
    /// The comparison with the value of another tag holds. Both values are known.
    Beside { sign: Comparison, tag: String, kind: Kind },
}

/// How the values of two tags are compared.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// As numbers, the second with this added.
    Number(f64),
    Date,
    Round,
    Text,
}

impl Kind {
    /// Returns whether the comparison of two values holds.
    fn holds(self, sign: Comparison, value: &str, other: &str) -> bool {
        if is_unknown(value) || is_unknown(other) {
            return false;
        }
        match self {
            Kind::Number(more) => leading_number(value)
                .zip(leading_number(other))
                .is_some_and(|(value, other)| sign.holds(value, other + more)),
            Kind::Date => DateSpan::parse(value)
                .zip(DateSpan::parse(other))
                .is_some_and(|(value, other)| compare(sign, value, other)),
            Kind::Round => Round::parse(other).is_some_and(|other| other.compares(sign, value)),
            Kind::Text if sign == Comparison::Contains => contains_plain(value, &plain_letters(other)),
            Kind::Text => sign.holds(value, other),
        }
    }
}

impl TagTest {
    /// Runs the test on the tags of a game. Returns `None` if its positions are asked instead.
    pub(super) fn answer(&self, tags: &[TagPair<'_>]) -> Option<bool> {
        let mut values = self.names.iter().map(|name| value_of(tags, name));
        if self.by_positions.is_some() {
            return values.next().filter(|value| !is_unknown(value)).map(|value| self.passes(value, tags));
        }
        let mut passed = values.map(|value| self.passes(value, tags));
        Some(if self.is_of_all { passed.all(|passed| passed) } else { passed.any(|passed| passed) })
    }

    fn passes(&self, value: Cow<'_, str>, tags: &[TagPair<'_>]) -> bool {
        // nearly all values are in upper case already, and then need no copy
        let is_lower = self.in_upper_case && value.bytes().any(|byte| byte.is_ascii_lowercase());
        self.condition.holds(if is_lower { Cow::Owned(value.to_ascii_uppercase()) } else { value }, tags)
    }
}

/// Returns the tag that a name asks for. Upper and lower case are the same, but a lower-case name is a word of the
/// language before it is a tag.
pub(super) fn asked<'g, 's>(tags: &'g [TagPair<'s>], name: &str) -> Option<&'g TagPair<'s>> {
    tags.iter().find(|tag| if is_word(name) { tag.is(name) } else { tag.has_name(name) })
}

/// Returns the value of a tag, which is empty if the game does not have it.
pub(super) fn value_of<'s>(tags: &[TagPair<'s>], name: &str) -> Cow<'s, str> {
    let tag = asked(tags, name);
    tag.map(|tag| tag.value.unescape()).unwrap_or_default()
}

impl Condition {
    /// Returns whether the condition is about a known value, and not about the tags of a game.
    fn asks_for_value(&self) -> bool {
        match self {
            Condition::Known | Condition::Beside { .. } => false,
            Condition::Is(text, _) => !is_unknown(text),
            _ => true,
        }
    }

    /// Returns whether a value passes in a game with some tags.
    pub(super) fn holds(&self, value: Cow<'_, str>, tags: &[TagPair<'_>]) -> bool {
        match self {
            Condition::Known => !is_unknown(&value),
            Condition::Is(text, is_equal) => (value == *text) == *is_equal,
            Condition::Contains(part) => contains_plain(&value, part),
            Condition::Number(sign, number) => {
                let unknown = *sign == Comparison::Different;
                leading_number(&value).map_or(unknown, |value| sign.holds(value, *number))
            }
            Condition::Date(sign, dates) => {
                let unknown = *sign == Comparison::Different;
                DateSpan::parse(&value).map_or(unknown, |value| compare(*sign, value, *dates))
            }
            Condition::Round(sign, round) => round.compares(*sign, &value),
            Condition::Order(sign, text) => {
                let beginning = value.get(..text.len()).filter(|_| *sign == Comparison::UpTo);
                !is_unknown(&value) && sign.holds(beginning.unwrap_or(&value), text)
            }
            Condition::Both(conditions) => {
                conditions.iter().all(|condition| condition.holds(Cow::Borrowed(&value), tags))
            }
            Condition::Beside { sign, tag, kind } => kind.holds(*sign, &value, &value_of(tags, tag)),
        }
    }
}

/// Returns whether the comparison with the days of `given` holds for every day of `value`.
fn compare(sign: Comparison, value: DateSpan, given: DateSpan) -> bool {
    let is_within = given.first <= value.first && value.last <= given.last;
    match sign {
        Comparison::Equal | Comparison::Contains => is_within,
        Comparison::Different => !is_within,
        Comparison::Less => value.last < given.first,
        Comparison::AtMost | Comparison::UpTo => value.last <= given.last,
        Comparison::Greater => value.first > given.last,
        Comparison::AtLeast => value.first >= given.first,
    }
}

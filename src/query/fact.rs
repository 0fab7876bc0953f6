//! The facts that a question can name, how their values are read, and what is known about the
//! values of tags.

use std::cmp::Ordering;

use shakmaty::Color;

use super::expression::Comparison;
use crate::rules::Opening;
use crate::syntax::{CommandValues, Game, Node, Notation, Score, usual_tags};

/// A fact that is compared with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fact<'q> {
    /// Of a game.
    Game(GameFact<'q>),
    /// Of a position.
    Position(PositionFact),
}

/// A fact of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameFact<'q> {
    /// The number of plies of the main line.
    Plies,
    /// The variant.
    Variant,
    /// A part of the opening, found by the positions.
    Opening(OpeningPart),
    /// The result of the game.
    Result,
    /// The player who won, or the one who lost.
    Player { won: bool },
    /// `White` and `Black`.
    Players,
    /// `WhiteElo` and `BlackElo`.
    Ratings,
    /// The year of `Date`.
    Year,
    /// A single tag.
    Tag(&'q str),
}

/// What an opening is called by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OpeningPart {
    Eco,
    Name,
}

impl OpeningPart {
    /// Returns the part that is also the value of a tag, if it is.
    pub(super) fn of_tag(name: &str) -> Option<OpeningPart> {
        [OpeningPart::Eco, OpeningPart::Name].into_iter().find(|part| part.tag() == name)
    }

    const fn tag(self) -> &'static str {
        match self {
            OpeningPart::Eco => "ECO",
            OpeningPart::Name => "Opening",
        }
    }

    pub(super) const fn of(self, opening: Opening) -> &'static str {
        match self {
            OpeningPart::Eco => opening.eco,
            OpeningPart::Name => opening.name,
        }
    }
}

/// A fact of a position, most of them given by the comments and annotations of the move that led to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PositionFact {
    /// The number of plies before it.
    Ply,
    /// The clock of the side that has moved, `[%clk]`.
    Clock,
    /// The evaluation, `[%eval]`.
    Eval,
    /// The text of the comments.
    Comment,
    /// The annotations of the move.
    Nag,
}

/// A part that a game may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Feature<'q> {
    /// A variation.
    Variation,
    /// An error.
    Error,
    /// A known value of a fact of the game, or a fact of a position, also of one in a variation.
    Fact(Fact<'q>),
}

/// The names of the facts that are not tags.
const FACTS: [(&str, Fact<'static>); 14] = [
    ("plies", Fact::Game(GameFact::Plies)),
    ("variant", Fact::Game(GameFact::Variant)),
    ("opening", Fact::Game(GameFact::Opening(OpeningPart::Name))),
    ("eco", Fact::Game(GameFact::Opening(OpeningPart::Eco))),
    ("player", Fact::Game(GameFact::Players)),
    ("elo", Fact::Game(GameFact::Ratings)),
    ("year", Fact::Game(GameFact::Year)),
    ("winner", Fact::Game(GameFact::Player { won: true })),
    ("loser", Fact::Game(GameFact::Player { won: false })),
    ("ply", Fact::Position(PositionFact::Ply)),
    ("clock", Fact::Position(PositionFact::Clock)),
    ("eval", Fact::Position(PositionFact::Eval)),
    ("comment", Fact::Position(PositionFact::Comment)),
    ("nag", Fact::Position(PositionFact::Nag)),
];

/// The names of the parts that are not facts.
const PARTS: [(&str, Feature<'static>); 2] = [("variation", Feature::Variation), ("error", Feature::Error)];

impl<'q> Fact<'q> {
    /// Returns the fact with a name.
    pub(super) fn of(name: &'q str) -> Fact<'q> {
        match FACTS.into_iter().find(|(known, _)| *known == name) {
            Some((_, fact)) => fact,
            None => Fact::Game(match known_tag(name).unwrap_or(name) {
                "Result" => GameFact::Result,
                name => GameFact::Tag(name),
            }),
        }
    }

    /// Lists the names of the facts that are not tags.
    pub(super) fn names() -> impl Iterator<Item = &'static str> + Clone {
        FACTS.into_iter().map(|(name, _)| name)
    }
}

impl<'q> GameFact<'q> {
    /// Returns the name of the tag whose values it has or, of two, the first. If it has no tag, one with such values.
    pub(super) const fn tag(self) -> &'q str {
        match self {
            GameFact::Plies => "PlyCount",
            GameFact::Variant => "Variant",
            GameFact::Opening(part) => part.tag(),
            GameFact::Result => "Result",
            GameFact::Player { .. } | GameFact::Players => "White",
            GameFact::Ratings => "WhiteElo",
            GameFact::Year => "Date",
            GameFact::Tag(name) => name,
        }
    }

    /// Returns whether the values are those of tags, whatever the game is.
    pub(super) const fn is_of_tags(self) -> bool {
        matches!(self, GameFact::Players | GameFact::Ratings | GameFact::Year | GameFact::Tag(_))
    }
}

impl<'q> Feature<'q> {
    /// Returns the part with a name.
    pub(super) fn of(name: &'q str) -> Feature<'q> {
        match PARTS.into_iter().find(|(known, _)| *known == name) {
            Some((_, part)) => part,
            None => Feature::Fact(Fact::of(name)),
        }
    }

    /// Lists the names of the parts that are not tags.
    pub(super) fn names() -> impl Iterator<Item = &'static str> + Clone {
        PARTS.into_iter().map(|(name, _)| name).chain(Fact::names())
    }
}

/// A round such as `3.1.2`: the numbers of a round, a match and a board. Rounds compare number by number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Round(Vec<u32>);

impl Round {
    /// Reads the parts that a text begins with. Returns `None` if there are none.
    pub(super) fn parse(text: &str) -> Option<Round> {
        let parts: Vec<_> = round_parts(text).collect();
        (!parts.is_empty()).then_some(Round(parts))
    }

    /// Returns whether a text begins with a round for which the comparison with this one holds.
    pub(super) fn compares(&self, sign: Comparison, text: &str) -> bool {
        let compared = if sign == Comparison::UpTo { self.0.len() } else { usize::MAX };
        let order = round_parts(text).take(compared).cmp(self.0.iter().copied());
        round_parts(text).next().is_some() && sign.holds(order, Ordering::Equal)
    }
}

/// Lists the parts of the round that a text begins with.
fn round_parts(text: &str) -> impl Iterator<Item = u32> {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    text[..end].split('.').map_while(|part| part.parse().ok())
}

/// Returns the number that a text begins with: `2700`, `-1.5`, the 600 of `600+5`.
pub(super) fn leading_number(text: &str) -> Option<f64> {
    let text = text.trim_start();
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let end = unsigned.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(unsigned.len());
    let digits = unsigned[..end].trim_end_matches('.');
    let number: f64 = digits.parse().ok()?;
    Some(if text.starts_with('-') { -number } else { number })
}

/// Reads a number that is the whole text.
pub(super) fn number(text: &str) -> Option<f64> {
    // `parse` would also take `inf`, `nan` and `1e5`
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.".contains(&byte));
    text.parse().ok().filter(|_| is_plain)
}

/// Reads a time in seconds: `0:10`, minutes and seconds, or `1:02:03.5` with hours.
pub(super) fn seconds(text: &str) -> Option<f64> {
    if !text.contains(':') || text.matches(':').count() > 2 {
        return None;
    }
    text.split(':').try_fold(0.0, |total, part| {
        let is_number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        Some(60.0 * total + part.parse::<f64>().ok().filter(|_| is_number)?)
    })
}

/// The value of an evaluation that is a mate in no moves. All other evaluations are below.
const MATE: f64 = 100_000.0;

/// Reads an evaluation from White's side: pawns, as in `-1.5`, or moves to mate, as in `#3` or `#-3`. Returns its
/// value as [`of_score`] does.
pub(super) fn evaluation(text: &str) -> Option<f64> {
    match text.strip_prefix('#') {
        Some(moves) => moves.parse().ok().map(of_mate),
        None => number(text),
    }
}

/// Returns the value by which a score compares: pawns, but a mate is worth more than any number of pawns, and a
/// quicker mate more than a slower one.
pub(super) fn of_score(score: Score) -> f64 {
    match score {
        Score::Centipawns(hundredths) => f64::from(hundredths) / 100.0,
        Score::Mate(moves) => of_mate(moves),
    }
}

fn of_mate(moves: i32) -> f64 {
    let value = MATE - f64::from(moves.unsigned_abs());
    if moves < 0 { -value } else { value }
}

/// Returns whether a name is rather a word of the language than the name of a tag.
pub(super) fn is_word(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
}

/// Returns the usual spelling of the name of a usual tag, which may be in upper or lower case.
pub(super) fn known_tag(name: &str) -> Option<&'static str> {
    usual_tags().find(|known| known.eq_ignore_ascii_case(name))
}

/// Returns whether the values of a tag are dates.
pub(super) fn is_date(name: &str) -> bool {
    name.ends_with("Date")
}

/// Returns whether the values of a tag are rounds, which have parts.
pub(super) fn is_round(name: &str) -> bool {
    name == "Round"
}

/// Returns whether every known value of a tag is a number.
pub(super) fn is_number(name: &str) -> bool {
    name.ends_with("Elo") || ["PlyCount", "EventRounds", "WhiteUSCF", "BlackUSCF"].contains(&name)
}

/// Returns whether a value of a tag is never a number.
pub(super) fn is_never_a_number(name: &str) -> bool {
    ["White", "Black", "Event", "Site", "Result", "ECO", "Opening", "Variation", "Annotator", "Termination"]
        .contains(&name)
        || ["Variant", "FEN", "TLPD", "Mode", "WhiteTeam", "BlackTeam", "WhiteTitle", "BlackTitle"]
            .contains(&name)
}

/// Returns whether a game, including its variations, has a fact of positions.
pub(super) fn has_fact<N: Notation>(game: &Game<'_, N>, wanted: PositionFact) -> bool {
    game.movetext.iter().any(|element| {
        let comment = || game.comment_on_position(element);
        // whether there is a value does not depend on the side
        let values = || CommandValues::of(Some(Color::White), comment().as_deref());
        match wanted {
            PositionFact::Ply => true,
            PositionFact::Nag => matches!(element.node, Node::Nag(_)),
            // where the reader cuts a variation off, it adds a comment that is not in the file
            PositionFact::Comment => comment().is_some() && element.span.start < element.span.end,
            PositionFact::Clock => values().clock.is_some(),
            PositionFact::Eval => values().eval.is_some(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_times_and_evaluations_are_read() {
        assert_eq!(
            ["600+5", "2700", "-1.5x", "?", ""].map(leading_number),
            [Some(600.0), Some(2700.0), Some(-1.5), None, None]
        );
        assert_eq!(
            ["1.5", "+2", "1e5", "inf", "2700x"].map(number),
            [Some(1.5), Some(2.0), None, None, None]
        );
        assert_eq!(
            ["0:10", "1:02:03.5", "10", "1:2:3:4", "0:"].map(seconds),
            [Some(10.0), Some(3723.5), None, None, None]
        );
        assert!(evaluation("#3") > evaluation("#5") && evaluation("#5") > evaluation("99"));
        assert!(evaluation("#-3") < evaluation("#-5") && evaluation("#-5") < evaluation("-99"));
    }
}

//! A question as written: the tree that the grammar builds.

use super::fact::{Fact, Feature, GameFact, PositionFact};
use crate::text::Span;

/// A part of a question with its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Written<T> {
    pub(super) value: T,
    pub(super) span: Span,
}

impl<T> Written<T> {
    pub(super) fn new(start: usize, value: T, end: usize) -> Written<T> {
        Written { value, span: Span::new(start, end) }
    }
}

/// A word or a text of a question.
pub(super) type WrittenText<'q> = Written<&'q str>;

/// A name in a question, with its meaning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Named<'q, T> {
    pub(super) name: WrittenText<'q>,
    pub(super) meaning: T,
}

impl<'q, T> Named<'q, T> {
    pub(super) fn new(name: WrittenText<'q>, meaning: impl Fn(&'q str) -> T) -> Named<'q, T> {
        Named { name, meaning: meaning(name.value) }
    }

    /// Returns the name with a narrower meaning.
    fn narrowed<U>(self, meaning: U) -> Named<'q, U> {
        Named { name: self.name, meaning }
    }
}

/// An expression about a game or a position.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Expression<'q> {
    pub(super) kind: ExpressionKind<'q>,
    pub(super) span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum ExpressionKind<'q> {
    /// `a and b and c`
    And(Vec<Expression<'q>>),
    /// `a or b or c`
    Or(Vec<Expression<'q>>),
    /// `a then b then c`
    Then(Vec<Expression<'q>>),
    /// `not a`
    Not(Box<Expression<'q>>),
    /// `ever a`
    Ever(Box<Expression<'q>>),
    /// `flip a`
    Flip(Flip, Box<Expression<'q>>),
    /// `a for 8 plies`
    For(Box<Expression<'q>>, WrittenText<'q>),
    /// A test.
    Test(Test<'q>),
}

/// The parts of a board that `flip` exchanges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Flip {
    /// White and Black, with the board turned so that their pawns go the other way.
    pub(super) colours: bool,
    /// The king's side and the queen's side.
    pub(super) sides: bool,
}

impl Flip {
    pub(super) const COLOURS: Flip = Flip { colours: true, sides: false };
    pub(super) const SIDES: Flip = Flip { colours: false, sides: true };

    /// Returns the flip that does both flips, one after the other.
    pub(super) const fn and(self, other: Flip) -> Flip {
        Flip { colours: self.colours != other.colours, sides: self.sides != other.sides }
    }
}

/// An expression without parts.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Test<'q> {
    /// About a game as a whole.
    OfGame(GameAsked<'q>),
    /// About a position.
    OfPosition(PositionAsked<'q>),
}

/// A test of a game as a whole.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum GameAsked<'q> {
    /// `WhiteElo >= 2700`: a tag or another fact is compared with a value.
    Compare(Named<'q, GameFact<'q>>, Comparison, WrittenText<'q>),
    /// `WhiteElo > BlackElo + 100`: a tag is compared with another to which a number is added.
    CompareSum(Named<'q, Fact<'q>>, Comparison, WrittenText<'q>, WrittenText<'q>),
    /// `ECO in B90..B99`
    Range(Named<'q, GameFact<'q>>, WrittenText<'q>, WrittenText<'q>),
    /// `has Annotator`, `has comment | variation`
    Has(Vec<Named<'q, Feature<'q>>>),
    /// `ends mate`, `ends mate | stalemate`
    Ends(Vec<WrittenText<'q>>),
}

/// A test of a position.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum PositionAsked<'q> {
    /// `clock < 0:10`: what comments or annotations say is compared with a value.
    Compare(Named<'q, PositionFact>, Comparison, WrittenText<'q>),
    /// `eval in -1..1`
    Range(Named<'q, PositionFact>, WrittenText<'q>, WrittenText<'q>),
    /// `position "8/*/*/*/*/*/*/*"`
    Position(WrittenText<'q>),
    /// `reaches "FEN"`
    Reaches(WrittenText<'q>),
    /// `reaches after "1. e4"`
    ReachesAfter(WrittenText<'q>),
    /// `material "KRP v KR"`
    Material(WrittenText<'q>),
    /// `white Q = 0`
    Count(Side, WrittenText<'q>, Comparison, WrittenText<'q>),
    /// `piece Kg1`
    Piece(WrittenText<'q>),
    /// `piece N attacks q`
    Attacks(WrittenText<'q>, WrittenText<'q>),
    /// `move "e8=N"`
    Move(WrittenText<'q>),
}

impl<'q> Test<'q> {
    /// Creates the comparison of a fact with a value.
    pub(super) fn compare(fact: Named<'q, Fact<'q>>, sign: Comparison, value: WrittenText<'q>) -> Test<'q> {
        match fact.meaning {
            Fact::Game(of_game) => Test::OfGame(GameAsked::Compare(fact.narrowed(of_game), sign, value)),
            Fact::Position(of_position) => {
                Test::OfPosition(PositionAsked::Compare(fact.narrowed(of_position), sign, value))
            }
        }
    }

    /// Creates the test whether a fact is between two values, or one of them.
    pub(super) fn range(fact: Named<'q, Fact<'q>>, from: WrittenText<'q>, to: WrittenText<'q>) -> Test<'q> {
        match fact.meaning {
            Fact::Game(of_game) => Test::OfGame(GameAsked::Range(fact.narrowed(of_game), from, to)),
            Fact::Position(of_position) => {
                Test::OfPosition(PositionAsked::Range(fact.narrowed(of_position), from, to))
            }
        }
    }
}

/// The side whose pieces are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    White,
    Black,
}

/// The sign between a name and a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    Different,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// The end of a range: `<=`, or what begins with the value.
    UpTo,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
    /// `~`: contains, ignoring case and accents.
    Contains,
}

impl Comparison {
    /// Returns the comparison that holds for `-a` and `-b` exactly when this one holds for `a` and
    /// `b`.
    pub(super) const fn reversed(self) -> Comparison {
        match self {
            Comparison::Less => Comparison::Greater,
            Comparison::AtMost | Comparison::UpTo => Comparison::AtLeast,
            Comparison::Greater => Comparison::Less,
            Comparison::AtLeast => Comparison::AtMost,
            Comparison::Equal | Comparison::Different | Comparison::Contains => self,
        }
    }

    /// Returns whether the comparison of `value` with `given` holds.
    pub(super) fn holds<T: PartialOrd>(self, value: T, given: T) -> bool {
        match self {
            Comparison::Equal | Comparison::Contains => value == given,
            Comparison::Different => value != given,
            Comparison::Less => value < given,
            Comparison::AtMost | Comparison::UpTo => value <= given,
            Comparison::Greater => value > given,
            Comparison::AtLeast => value >= given,
        }
    }
}

impl<'q> Expression<'q> {
    pub(super) fn new(start: usize, kind: ExpressionKind<'q>, end: usize) -> Expression<'q> {
        Expression { kind, span: Span::new(start, end) }
    }

    /// Creates `never a`, which is `not ever a`.
    pub(super) fn never(start: usize, of: Expression<'q>, end: usize) -> Expression<'q> {
        let ever = Expression::new(start, ExpressionKind::Ever(Box::new(of)), end);
        Expression::new(start, ExpressionKind::Not(Box::new(ever)), end)
    }

    /// Joins parts. A single part stays as it is.
    pub(super) fn joined(
        join: fn(Vec<Expression<'q>>) -> ExpressionKind<'q>,
        mut parts: Vec<Expression<'q>>,
    ) -> Expression<'q> {
        let ends = parts.first().zip(parts.last()).map(|(first, last)| (first.span.start, last.span.end));
        let (start, end) = ends.unwrap_or_default();
        match parts.len() {
            1 => parts.swap_remove(0),
            _ => Expression::new(start, join(parts), end),
        }
    }
}

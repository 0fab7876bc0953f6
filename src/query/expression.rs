//! A question as written: the tree that the grammar builds.

use shakmaty::Color;

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
    /// `WhiteElo >= 2700`: of a tag or another fact.
    Fact(Named<'q, GameFact<'q>>, Asked<'q>),
    /// `has Annotator`, `has comment | variation`
    Has(Vec<Named<'q, Feature<'q>>>),
    /// `ends mate`, `ends mate | stalemate`
    Ends(Vec<WrittenText<'q>>),
}

/// What is asked of a fact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Asked<'q> {
    /// `>= 2700`: it is compared with a value.
    Value(Comparison, WrittenText<'q>),
    /// `> BlackElo + 100`: it is compared with a tag to which a number is added.
    Sum(Comparison, WrittenText<'q>, WrittenText<'q>),
    /// `in B90..B99`: it is between two values, or one of them.
    Range(WrittenText<'q>, WrittenText<'q>),
}

/// A test of a position.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum PositionAsked<'q> {
    /// `clock < 0:10`: of what comments or annotations say.
    Fact(Named<'q, PositionFact>, Asked<'q>),
    /// `position "8/*/*/*/*/*/*/*"`
    Position(WrittenText<'q>),
    /// `reaches "FEN"`
    Reaches(WrittenText<'q>),
    /// `reaches after "1. e4"`
    ReachesAfter(WrittenText<'q>),
    /// `material "KRP v KR"`
    Material(WrittenText<'q>),
    /// `white Q = 0`
    Count(OfSide<'q>, Comparison, WrittenText<'q>),
    /// `white N > black N`, `white clock > black clock`
    Sides(OfSide<'q>, Comparison, OfSide<'q>),
    /// `piece Kg1`
    Piece(WrittenText<'q>),
    /// `piece N attacks q`
    Attacks(WrittenText<'q>, WrittenText<'q>),
    /// `move "e8=N"`
    Move(WrittenText<'q>),
    /// `capture`
    State(State),
}

/// Something of one side: `white N`, `black clock`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct OfSide<'q> {
    pub(super) side: Color,
    pub(super) what: WrittenText<'q>,
}

/// A test of a position by a word alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// The move that led to it captures something.
    Capture,
    /// The side to move is in check, or mated.
    Check,
    /// It stands for the third time.
    Repetition,
    /// Fifty moves of each side without a capture or a move of a pawn have led to it.
    Fifty,
}

impl<'q> Test<'q> {
    /// Creates the comparison of something of one side with something of another.
    pub(super) fn of_sides(one: OfSide<'q>, sign: Comparison, other: OfSide<'q>) -> Test<'q> {
        let rating = |of: OfSide<'q>| Written { value: of.side.fold_wb("WhiteElo", "BlackElo"), ..of.what };
        match [one, other].map(|of| of.what.value) {
            ["elo", "elo"] => {
                Test::of_fact(Named::new(rating(one), Fact::of), Asked::Value(sign, rating(other)))
            }
            _ => Test::OfPosition(PositionAsked::Sides(one, sign, other)),
        }
    }

    /// Creates the test of a fact.
    pub(super) fn of_fact(fact: Named<'q, Fact<'q>>, asked: Asked<'q>) -> Test<'q> {
        let name = fact.name;
        match fact.meaning {
            Fact::Game(meaning) => Test::OfGame(GameAsked::Fact(Named { name, meaning }, asked)),
            Fact::Position(meaning) => Test::OfPosition(PositionAsked::Fact(Named { name, meaning }, asked)),
        }
    }
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

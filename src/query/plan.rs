//! The plan of a question: tests of games and searches for positions, joined by `and`, `or` and `not`.

use shakmaty::Color;

use super::board::Board;
use super::cells::{Count, Material, Placement};
use super::compare::{Condition, TagTest};
use super::expression::{Comparison, Expression, ExpressionKind, Flip, PositionAsked, State, Test};
use super::fact::{OpeningPart, PositionFact};
use super::move_test::MoveTest;
use super::pattern::Pattern;
use super::target::Target;
use crate::notation::Variant;
use crate::syntax::{Nag, Outcome};

/// A plan, or a part of one.
#[derive(Clone, Debug)]
pub(super) enum Plan {
    /// All of these.
    All(Vec<Plan>),
    /// One of these.
    Any(Vec<Plan>),
    /// Not this.
    Not(Box<Plan>),
    /// A test of the game.
    Test(GameTest),
    /// A search for positions, by its number.
    Search(usize),
}

/// A test of a game as a whole.
#[derive(Clone, Debug)]
pub(super) enum GameTest {
    /// Of its tags.
    Tags(TagTest),
    /// Of the name of the player who won, or of the one who lost.
    Player { won: bool, condition: Condition },
    /// It has this result; `false` if it is to have another.
    Result(Outcome, bool),
    /// Of the number of plies of its main line.
    Plies(Comparison, i32),
    /// Of the same number, which is between two numbers, or one of them.
    PlyRange(i32, i32),
    /// It has a variation.
    HasVariation,
    /// A position, also one in a variation, has this.
    HasFact(PositionFact),
    /// It has an error.
    HasError,
    /// It has this ending.
    Ends(Ending),
    /// It is of this variant; `false` if it is to be of another.
    Variant(Variant, bool),
    /// Of a part of its opening, found by its positions.
    Opening(OpeningPart, Condition),
}

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// In checkmate.
    Mate,
    /// In stalemate.
    Stalemate,
    /// In a draw by its result.
    Draw,
    /// With its last position for the third time.
    Repetition,
    /// With fifty moves of each side without a capture or a move of a pawn.
    Fifty,
    /// Where neither side can mate.
    Insufficient,
}

impl Ending {
    /// The words for the endings.
    pub(super) const WORDS: [(&str, Ending); 6] = [
        ("mate", Ending::Mate),
        ("stalemate", Ending::Stalemate),
        ("draw", Ending::Draw),
        ("repetition", Ending::Repetition),
        ("fifty", Ending::Fifty),
        ("insufficient", Ending::Insufficient),
    ];

    pub(super) fn from_word(word: &str) -> Option<Ending> {
        Ending::WORDS.into_iter().find(|(known, _)| *known == word).map(|(_, ending)| ending)
    }
}

/// A search for positions of the main line: one for each stage, each after the one before.
#[derive(Clone, Debug)]
pub(super) struct Search {
    pub(super) stages: Vec<PositionTest>,
    /// Whether a game matches because of what the search finds, and not because it finds nothing (`not`).
    pub(super) is_wanted: bool,
}

/// A test of a position and the move that led to it.
#[derive(Clone, Debug)]
pub(super) enum PositionTest {
    /// All of these.
    All(Vec<PositionTest>),
    /// One of these.
    Any(Vec<PositionTest>),
    /// Not this.
    Not(Box<PositionTest>),
    /// This, in a number of positions in a row. `counter` is an index in `Progress::counters`.
    Lasting { test: Box<PositionTest>, plies: u32, counter: usize },
    /// Of the number of plies before it.
    Ply(Comparison, i32),
    /// A test by a word alone.
    State(State),
    /// A test of what is noted about it.
    Noted(NoteTest),
    /// A test on one board.
    OnBoard(Board, BoardTest),
}

/// A test of the comments on a position and the annotations of the move that led to it.
#[derive(Clone, Debug)]
pub(super) enum NoteTest {
    /// The clock of the side that has moved, in seconds.
    Clock(Comparison, f64),
    /// The last known clocks of two sides.
    Clocks([Color; 2], Comparison),
    /// The evaluation, as [`super::fact::of_score`] gives it.
    Eval(Comparison, f64),
    /// One of the comments contains a text, which is in [`plain_letters`](crate::text::plain_letters).
    Comment(String),
    /// The move has an annotation.
    Nag(Nag),
}

/// A test of a position on one board.
#[derive(Clone, Debug)]
pub(super) enum BoardTest {
    /// It matches a pattern.
    Pattern(Box<Pattern>),
    /// It is the same position.
    Same(Target),
    /// It has exactly these pieces.
    Material(Material),
    /// The number of some pieces passes.
    Count(Count),
    /// The numbers of some pieces of two sides compare so.
    Counts([Placement; 2], Comparison),
    /// A piece stands there.
    Placement(Placement),
    /// A piece attacks another.
    Attack(Placement, Placement),
    /// The move that led to it passes a test.
    Move(MoveTest),
}

/// Appends the parts that `and` joins, also those in brackets: brackets change nothing there.
pub(super) fn flatten<'e, 'q>(parts: &'e [Expression<'q>], flat: &mut Vec<&'e Expression<'q>>) {
    for part in parts {
        match &part.kind {
            ExpressionKind::And(inner) => flatten(inner, flat),
            _ => flat.push(part),
        }
    }
}

/// Returns the parts that `or` joins, or `None` for any other expression.
pub(super) fn alternatives<'e, 'q>(asked: &'e Expression<'q>) -> Option<&'e [Expression<'q>]> {
    match &asked.kind {
        ExpressionKind::Or(parts) => Some(parts),
        _ => None,
    }
}

/// Returns the flips with which an expression after one or more `flip` is compiled, each once, and that
/// expression.
pub(super) fn flipped_ways<'e, 'q>(asked: &'e Expression<'q>, flip: Flip) -> (Vec<Flip>, &'e Expression<'q>) {
    let (mut ways, mut of) = (vec![flip], asked);
    while let ExpressionKind::Flip(by, inner) = &of.kind {
        let others: Vec<_> = ways.iter().map(|way| way.and(*by)).filter(|way| !ways.contains(way)).collect();
        ways.extend(others);
        of = inner;
    }
    (ways, of)
}

/// Returns whether an expression is about the same position as others beside it.
pub(super) fn is_of_one_position(asked: &Expression<'_>) -> bool {
    is_positional(asked) && !names_its_positions(asked)
}

/// Returns whether an expression is a `not`, perhaps after a `flip`.
pub(super) fn is_negation(asked: &Expression<'_>) -> bool {
    match &asked.kind {
        ExpressionKind::Not(_) => true,
        ExpressionKind::Flip(_, of) => is_negation(of),
        _ => false,
    }
}

/// Returns whether an expression is about a position, and not about a game as a whole.
pub(super) fn is_positional(asked: &Expression<'_>) -> bool {
    match &asked.kind {
        ExpressionKind::And(parts) | ExpressionKind::Or(parts) => parts.iter().all(is_positional),
        ExpressionKind::Then(_) | ExpressionKind::Ever(_) => false,
        ExpressionKind::Not(of) | ExpressionKind::Flip(_, of) => is_positional(of),
        // tests of a game before `for` are an error, which compiling it as a position reports
        ExpressionKind::For(..) => true,
        ExpressionKind::Test(test) => matches!(test, Test::OfPosition(_)),
    }
}

/// Returns whether an expression has a `reaches`, which is always about the whole game.
fn names_its_positions(asked: &Expression<'_>) -> bool {
    match &asked.kind {
        ExpressionKind::And(parts) | ExpressionKind::Or(parts) | ExpressionKind::Then(parts) => {
            parts.iter().any(names_its_positions)
        }
        ExpressionKind::Not(of)
        | ExpressionKind::Ever(of)
        | ExpressionKind::Flip(_, of)
        | ExpressionKind::For(of, _) => names_its_positions(of),
        ExpressionKind::Test(Test::OfPosition(test)) => {
            matches!(test, PositionAsked::Reaches(_) | PositionAsked::ReachesAfter(_))
        }
        ExpressionKind::Test(Test::OfGame(_)) => false,
    }
}

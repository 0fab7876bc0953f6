//! What is asked, ready to be answered: tests of games and searches for positions, joined by `and`, `or`
//! and `not`.

use super::board::Board;
use super::expression::Comparison;
use super::fact::CommandFact;
use super::material::{Count, Material};
use super::move_test::MoveTest;
use super::pattern::Pattern;
use super::placement::Placement;
use super::tag_test::{Condition, TagTest};
use super::target::Target;
use crate::notation::Variant;
use crate::syntax::Outcome;

/// What is asked of a game.
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
    /// It has this result; `false` if it is to have another.
    Result(Outcome, bool),
    /// Of the number of plies of its main line.
    Plies(Comparison, i32),
    /// Of the same number: it is between two, or one of them.
    PlyRange(i32, i32),
    /// It has a comment.
    HasComment,
    /// It has a variation.
    HasVariation,
    /// It has a command in a comment.
    HasCommand(CommandFact),
    /// It has an error.
    HasError,
    /// It ends so.
    Ends(Ending),
    /// It is this kind of chess; `false` if it is to be another.
    Variant(Variant, bool),
    /// Of the name of its opening, which is known by its positions.
    Opening(Condition),
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
}

impl Ending {
    pub(super) fn from_word(word: &str) -> Option<Ending> {
        Some(match word {
            "mate" => Ending::Mate,
            "stalemate" => Ending::Stalemate,
            "draw" => Ending::Draw,
            _ => return None,
        })
    }
}

/// A search for positions of the main line, each of which comes after the one before.
#[derive(Clone, Debug)]
pub(super) struct Search {
    pub(super) stages: Vec<PositionTest>,
    /// Whether a game is chosen for what the search finds, and not for finding nothing.
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
    /// This, in so many positions one after another. The counter has a number in its search.
    Lasting { test: Box<PositionTest>, plies: u32, counter: usize },
    /// The clock of the side that has moved, in seconds.
    Clock(Comparison, f64),
    /// The evaluation, as [`super::value::of_score`] gives it.
    Eval(Comparison, f64),
    /// A test on one board.
    OnBoard(Board, BoardTest),
}

/// A test of a position on one board.
#[derive(Clone, Debug)]
pub(super) enum BoardTest {
    /// It fits a pattern.
    Pattern(Box<Pattern>),
    /// It is the same position.
    Same(Target),
    /// It has exactly these pieces.
    Material(Material),
    /// It has so many of some pieces.
    Count(Count),
    /// A piece stands there.
    Placement(Placement),
    /// A piece attacks another.
    Attack(Placement, Placement),
    /// The move that led to it is like this.
    Move(MoveTest),
}

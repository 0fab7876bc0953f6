//! Tells early that a game cannot answer a question.
//!
//! A game that has lost more pieces than a position has, or moved a pawn that stands unmoved there, never comes
//! to it, so a few moves are mostly enough to leave a game out.

use super::Query;
use super::board::Board;
use super::find::{Facts, Progress, Searched, by_tags};
use super::plan::{BoardTest, PositionTest};
use crate::rules::{Illegal, Rules};
use crate::syntax::Game;

impl Query {
    /// Tells whether the beginning of a game may be enough to leave it out.
    #[must_use]
    pub fn may_reject_beginnings(&self) -> bool {
        let may_be_past = |test: &PositionTest| match test {
            PositionTest::OnBoard(_, BoardTest::Same(target)) => target.may_be_past(),
            _ => false,
        };
        self.searches.iter().any(|search| search.stages.iter().any(|test| test.has(may_be_past)))
    }

    /// Tells whether a game is left out, of which only the tags and the first moves are known.
    #[must_use]
    pub fn rejects_beginning<R: Rules>(&self, game: &Game<'_, R::Notation>, facts: Facts) -> bool {
        let facts = Facts { wants_positions: false, ..facts };
        let mut progress = Progress::of(self);
        let decide = |progress: &Progress| {
            self.plan.decide(&|test| by_tags(test, &game.tags, game.known_outcome()), &|search| {
                progress.answer(search)
            })
        };
        matches!(self.search::<R>(game, facts, &mut progress, &decide), Searched::Decided(false))
    }
}

impl PositionTest {
    /// Tells whether no position that legal moves lead to from this one passes, as far as that is seen.
    pub(super) fn is_past<R: Rules>(&self, position: &R, board: Option<Board>) -> bool {
        match self {
            PositionTest::All(tests) => tests.iter().any(|test| test.is_past(position, board)),
            PositionTest::Any(tests) => tests.iter().all(|test| test.is_past(position, board)),
            PositionTest::Lasting { test, .. } => test.is_past(position, board),
            PositionTest::OnBoard(asked, _) if board != Some(*asked) => true,
            PositionTest::OnBoard(_, BoardTest::Same(target)) => target.is_past(position),
            PositionTest::OnBoard(..) | PositionTest::Not(_) => false,
            PositionTest::Clock(..) | PositionTest::Eval(..) => false,
        }
    }
}

impl Facts {
    /// Tells whether moves are played only if they are legal.
    pub(super) fn plays_legal_moves(self) -> bool {
        self.illegal == Illegal::Refused
    }
}

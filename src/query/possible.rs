//! Finds the tests that no position and no move can pass, in no kind of chess.

use shakmaty::Color;

use super::board::Board;
use super::move_test::{MoveForm, MoveTest};
use super::pieces::PieceSet;
use super::placement::Placement;
use super::plan::{BoardTest, PositionTest};
use crate::rules::PieceKind;

impl PositionTest {
    /// Tells whether nothing can pass a single test.
    pub(super) fn is_impossible(&self) -> bool {
        match self {
            PositionTest::Any(tests) => tests.iter().all(PositionTest::is_impossible),
            PositionTest::OnBoard(board, test) => test.is_impossible(*board),
            _ => false,
        }
    }
}

impl BoardTest {
    fn is_impossible(&self, board: Board) -> bool {
        let cells = board.terms().names.len();
        let is_empty = |placement: &Placement| {
            placement.cells.cells().all(|cell| never_stands(placement.pieces, cell, board))
        };
        match self {
            BoardTest::Pattern(pattern) => {
                (0..cells).any(|cell| never_stands(pattern.on_cell(cell), cell, board))
            }
            BoardTest::Material(material) => material.total() > cells as u32,
            BoardTest::Count(count) => !(0..=cells as u32).any(|number| count.is_met_by(number)),
            BoardTest::Placement(placement) => is_empty(placement),
            BoardTest::Attack(by, of) => is_empty(by) || is_empty(of),
            BoardTest::Move(test) => test.is_impossible(),
            // it has been set up
            BoardTest::Same(_) => false,
        }
    }
}

/// Tells whether none of the pieces that a cell is to have can stand there: pawns on their last rank, where they
/// become something else. In C'escacs they may await that.
fn never_stands(set: PieceSet, cell: usize, board: Board) -> bool {
    let rank = board.terms().place(cell).1;
    let is_promoted =
        |(kind, color)| kind == PieceKind::Pawn && rank == if color == Color::White { 8 } else { 1 };
    board == Board::Square && !set.has_nothing() && set.pieces().all(is_promoted)
}

impl MoveTest {
    fn is_impossible(&self) -> bool {
        let is_last = |cell: usize| matches!(Board::Square.terms().place(cell).1, 1 | 8);
        match (self.board, self.form) {
            (Board::Hex, MoveForm::Drop { .. }) => true,
            (Board::Square, MoveForm::Drop { piece: PieceKind::King, .. }) => true,
            (Board::Square, MoveForm::Drop { piece: PieceKind::Pawn, to }) => to.cells().all(is_last),
            (_, MoveForm::Piece { promotion: Some(_), piece: Some(piece), .. })
                if piece != PieceKind::Pawn =>
            {
                true
            }
            (Board::Square, MoveForm::Piece { promotion: Some(_), to, .. }) => !to.cells().any(is_last),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Query, QueryFault};

    #[test]
    fn what_cannot_be_is_known() {
        for (question, is_impossible) in [
            ("white Q = 64", false),
            ("white Q = 65", true),
            ("white Q > 63", false),
            ("white Q > 64", true),
            ("white K > 1", false),
            ("white D = 170", true),
            ("piece Pe8", true),
            ("piece Pe1", false),
            ("piece pe1", true),
            ("piece Pe7-8", false),
            ("piece [PR]a8", false),
            ("piece P attacks pe1", true),
            ("piece PF28", false),
            ("position \"P7/*/*/*/*/*/*/*\"", true),
            ("position \"[PR]7/*/*/*/*/*/*/*\"", false),
            ("material \"KRP v R\"", false),
            ("move \"N@f3\"", false),
            ("move \"@f8\"", true),
            ("move \"K@f3\"", true),
            ("move \"e5=Q\"", true),
            ("move \"Ne8=Q\"", true),
            ("move \"e8=K\"", false),
            ("move \"e1=R\" or move \"F28=D\"", false),
        ] {
            let found = Query::parse(question);
            let is_refused = matches!(&found, Err(error) if error.fault == QueryFault::Impossible);
            assert!(is_refused == is_impossible && is_refused == found.is_err(), "{question}: {found:?}");
        }
    }
}

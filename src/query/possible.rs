//! What cannot be: tests that no position passes, and tests that no position passes together.

use shakmaty::Color;

use super::board::Board;
use super::cells::{PieceSet, Placement};
use super::move_test::{Capture, MoveForm, MoveTest};
use super::plan::{BoardTest, PositionTest};
use crate::rules::{CellSet, PieceKind};

impl PositionTest {
    /// Returns whether nothing can pass a single test. Parts joined by `and` are not compared with each other.
    pub(super) fn is_impossible(&self) -> bool {
        match self {
            PositionTest::Any(tests) => tests.iter().all(PositionTest::is_impossible),
            PositionTest::All(tests) => tests.iter().any(PositionTest::is_impossible),
            PositionTest::OnBoard(board, test) => test.is_impossible(*board),
            _ => false,
        }
    }

    /// Returns whether no position passes both tests. Not all such tests are found.
    fn excludes(&self, other: &PositionTest) -> bool {
        use PositionTest::{All, Any, Lasting, OnBoard};
        match (self, other) {
            (Any(tests), with) | (with, Any(tests)) => tests.iter().all(|test| test.excludes(with)),
            (All(tests), with) | (with, All(tests)) => tests.iter().any(|test| test.excludes(with)),
            (Lasting { test, .. }, with) | (with, Lasting { test, .. }) => test.excludes(with),
            (OnBoard(board, one), OnBoard(other_board, other)) => board != other_board || one.excludes(other),
            _ => false,
        }
    }
}

impl BoardTest {
    fn is_impossible(&self, board: Board) -> bool {
        let is_empty = |placement: &Placement| {
            placement.cells.cells().all(|cell| never_stands(placement.pieces, cell, board))
        };
        match self {
            BoardTest::Pattern(pattern) => pattern.must_have(|set, cell| never_stands(set, cell, board)),
            BoardTest::Material(material) => material.total() > board.terms().names.len() as u32,
            BoardTest::Count(count) => {
                let Placement { pieces, cells, .. } = count.placement;
                let free = cells.cells().filter(|cell| !never_stands(pieces, *cell, board)).count();
                !(0..=free as u32).any(|number| count.is_met_by(number))
            }
            BoardTest::Counts([one, other], sign) => one == other && !sign.holds(0, 0),
            BoardTest::Placement(placement) => is_empty(placement),
            BoardTest::Attack(by, of) => is_empty(by) || is_empty(of),
            BoardTest::Move(test) => test.is_impossible(),
            // the position has been set up, so it is possible
            BoardTest::Same(_) => false,
        }
    }

    fn excludes(&self, other: &BoardTest) -> bool {
        match (self, other) {
            (BoardTest::Move(one), BoardTest::Move(other)) => one.excludes(other),
            (BoardTest::Count(one), BoardTest::Count(other)) => {
                let is_both = |number| one.is_met_by(number) && other.is_met_by(number);
                one.placement == other.placement && !(0..=one.placement.cells.len()).any(is_both)
            }
            (BoardTest::Placement(one), BoardTest::Placement(other)) => {
                let is_one_cell = one.cells.len() == 1 && one.cells == other.cells;
                is_one_cell && one.pieces.without(other.pieces) == one.pieces
            }
            (BoardTest::Material(one), BoardTest::Material(other)) => one.excludes(other),
            _ => false,
        }
    }
}

/// Returns whether none of the pieces of a set can stand on a cell: pawns cannot stand on their last rank, where they
/// are promoted at once. In C'escacs they can, to await promotion.
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
            (Board::Square, MoveForm::Drop { piece: PieceKind::King, .. }) => true,
            (Board::Square, MoveForm::Drop { piece: PieceKind::Pawn, to }) => to.cells().all(is_last),
            (_, MoveForm::Piece { piece: Some(piece), promotion, capture, .. })
                if piece != PieceKind::Pawn
                    && (promotion.is_some() || capture.is_some_and(Capture::is_special)) =>
            {
                true
            }
            (Board::Square, MoveForm::Piece { promotion: Some(_), to, .. }) => !to.cells().any(is_last),
            _ => false,
        }
    }

    fn excludes(&self, other: &MoveTest) -> bool {
        let differ = |one: Option<PieceKind>, other| one.zip(other).is_some_and(|(one, other)| one != other);
        let are_apart = |one: CellSet, other: CellSet| (one & other).is_empty();
        let captures = |capture| capture != Capture::No;
        match (self.form, other.form) {
            (
                MoveForm::Piece { piece, from, to, capture, promotion },
                MoveForm::Piece {
                    piece: other,
                    from: other_from,
                    to: other_to,
                    capture: other_capture,
                    promotion: other_promotion,
                },
            ) => {
                differ(piece, other)
                    || are_apart(from, other_from)
                    || are_apart(to, other_to)
                    || capture.zip(other_capture).is_some_and(|(one, other)| captures(one) != captures(other))
                    || promotion.zip(other_promotion).is_some_and(|(one, other)| one != other)
            }
            // two squares may be a castling
            (MoveForm::Piece { piece: None, .. }, MoveForm::Castling { .. })
            | (MoveForm::Castling { .. }, MoveForm::Piece { piece: None, .. }) => self.board == Board::Hex,
            (MoveForm::Drop { piece, to }, MoveForm::Drop { piece: other, to: other_to }) => {
                piece != other || are_apart(to, other_to)
            }
            (MoveForm::Castling { by, king, .. }, MoveForm::Castling { by: other, king: other_king, .. }) => {
                by != other || are_apart(king, other_king)
            }
            (MoveForm::Null, MoveForm::Null) => false,
            // no move has two of these forms
            _ => true,
        }
    }
}

/// Finds two tests that no position passes together, and returns their numbers.
pub(super) fn exclusive(tests: &[PositionTest]) -> Option<(usize, usize)> {
    let pairs = (0..tests.len()).flat_map(|other| (0..other).map(move |one| (one, other)));
    pairs.into_iter().find(|&(one, other)| tests[one].excludes(&tests[other]))
}

#[cfg(test)]
mod tests {
    use super::super::{Query, QueryError, QueryFault};

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
            ("white P[a8,b8] >= 1", true),
            ("white P[a7,b7] > 2", true),
            ("white [PR]8 = 8", false),
            ("move \"=N\"", false),
            ("move \"e1=R\" or move \"F28=D\"", false),
        ] {
            let found = Query::parse(question);
            let is_refused = matches!(&found, Err(error) if error.fault == QueryFault::Impossible);
            assert!(is_refused == is_impossible && is_refused == found.is_err(), "{question}: {found:?}");
        }
    }

    #[test]
    fn what_cannot_be_together_is_known() {
        for (question, is_impossible) in [
            ("move O-O and move O-O-O", true),
            ("move O-O and move Kg1", true),
            ("move O-O and move e1g1", false),
            ("move O-O and move Ke1g1", true),
            ("move Nd5 and move Nf3", true),
            ("move Nd5 and move Nbd5", false),
            ("move Nxd5 and move Nd5", false),
            ("move c3d5 and move Nxd5", false),
            ("move a2a4 and move b2a4", true),
            ("move 'N@d5' and move Nd5", true),
            ("move 'e8=N' and move '=Q'", true),
            ("move 'e8=N' and move '=N'", false),
            ("move 'Nd5?' and move Nd5", false),
            ("move O-O and piece Kg1", false),
            ("flip move O-O and move O-O", false),
            ("flip sides move O-O and move O-O-O", false),
            ("white Q = 0 and white Q > 0", true),
            ("white Q = 0 and black Q > 0", false),
            ("white R7 >= 2 and white R = 1", false),
            ("white Q > 0 and white Q < 2", false),
            ("piece Kg1 and piece Qg1", true),
            ("piece [KQ]g1 and piece Qg1", false),
            ("piece Kg1 and piece KG1", true),
            ("white Q = 0 and white D = 0", true),
            ("material \"KR v K\" and material \"K v KR\"", false),
            ("material \"KR v K\" and material \"R v \"", false),
            ("material \"KR v K\" and material \"KQ v K\"", true),
            ("move O-O for 2 plies and move O-O-O", true),
            ("move O-O then move O-O-O", false),
            ("ever move O-O and ever move O-O-O", false),
            ("ever move O-O and never move O-O-O", false),
            ("not move O-O and not move O-O-O", false),
        ] {
            let found = Query::parse(question);
            let is_refused =
                matches!(&found, Err(QueryError { fault: QueryFault::NeverTogether { .. }, .. }));
            assert_eq!(is_refused, is_impossible, "{question}: {found:?}");
        }
    }
}

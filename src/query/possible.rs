//! Tells in which kinds of chess a test of positions can hold: what no game comes to, the question is told,
//! and what only some kinds of chess come to, it is warned of.

use shakmaty::Color;

use super::board::Board;
use super::material::{Count, Material};
use super::move_test::{MoveForm, MoveTest};
use super::pattern::Pattern;
use super::pieces::PieceSet;
use super::placement::Placement;
use super::plan::{BoardTest, GameTest, Plan, PositionTest};
use super::variants::VariantSet;
use crate::notation::Variant;
use crate::rules::{CellSet, PieceKind};

impl PositionTest {
    /// Returns the kinds of chess in which a single test, on the boards where it has a meaning, can hold.
    pub(super) fn possible_in(&self) -> VariantSet {
        match self {
            PositionTest::Any(tests) => tests.iter().map(PositionTest::possible_in).collect(),
            PositionTest::OnBoard(board, test) => test.possible_in(*board) & VariantSet::on(*board),
            _ => VariantSet::ALL,
        }
    }
}

impl Plan {
    /// Returns the kinds of chess that are named: those that a test of the variant is for, and all if the tag
    /// is asked for, which writes them in many ways.
    pub(super) fn named_variants(&self) -> VariantSet {
        match self {
            Plan::All(parts) | Plan::Any(parts) => parts.iter().map(Plan::named_variants).collect(),
            Plan::Not(of) => of.named_variants(),
            Plan::Test(GameTest::Variant(variant, is_equal)) => {
                let named = VariantSet::of(&[*variant]);
                if *is_equal { named } else { named.others() }
            }
            Plan::Test(GameTest::Tags(test)) if test.names == ["Variant"] => VariantSet::ALL,
            Plan::Test(_) | Plan::Search(_) => VariantSet::NONE,
        }
    }
}

impl BoardTest {
    fn possible_in(&self, board: Board) -> VariantSet {
        match self {
            BoardTest::Pattern(pattern) => pattern.possible_in(),
            BoardTest::Material(material) => material.possible_in(board),
            BoardTest::Count(count) => count.possible_in(board),
            BoardTest::Placement(placement) => placement.possible_in(),
            BoardTest::Attack(by, of) => by.possible_in() & of.possible_in(),
            BoardTest::Move(test) => test.possible_in(),
            // it has been set up
            BoardTest::Same(_) => VariantSet::ALL,
        }
    }
}

/// Returns the kinds of chess in which a side can have so many kings. In Antichess they are captured and
/// promoted to, in Atomic they explode, and one side of Horde has none.
const fn with_kings(number: u32, board: Board) -> VariantSet {
    match (board, number) {
        (_, 1) => VariantSet::ALL,
        (Board::Square, 0) => VariantSet::of(&[Variant::Antichess, Variant::Atomic, Variant::Horde]),
        (Board::Square, _) => VariantSet::of(&[Variant::Antichess]),
        (Board::Hex, _) => VariantSet::NONE,
    }
}

/// Returns the kinds of chess in which a piece can stand on a cell: a pawn on its last rank becomes something
/// else, but in C'escacs it may await that there; and only those of Horde stand on their first.
fn with_piece(kind: PieceKind, color: Color, cell: usize, board: Board) -> VariantSet {
    if board == Board::Hex || kind != PieceKind::Pawn {
        return VariantSet::ALL;
    }
    match (color, board.terms().place(cell).1) {
        (Color::White, 8) | (Color::Black, 1) => VariantSet::NONE,
        (Color::White, 1) | (Color::Black, 8) => VariantSet::of(&[Variant::Horde]),
        _ => VariantSet::ALL,
    }
}

/// Returns the kinds of chess in which what may stand on a cell can stand there.
fn with_one_of(set: PieceSet, cell: usize, board: Board) -> VariantSet {
    if set.has_nothing() {
        return VariantSet::ALL;
    }
    set.pieces().map(|(kind, color)| with_piece(kind, color, cell, board)).collect()
}

impl Placement {
    fn possible_in(&self) -> VariantSet {
        self.cells.cells().map(|cell| with_one_of(self.pieces, cell, self.board)).collect()
    }
}

impl Pattern {
    fn possible_in(&self) -> VariantSet {
        let cells = || (0..self.board.terms().names.len()).map(|cell| self.on_cell(cell));
        let of_kings = Color::ALL.map(|color| {
            let has_king = |set: &PieceSet| set.has(PieceKind::King, color);
            let possible = cells().filter(has_king).count() as u32;
            let certain = cells().filter(|set| *set == PieceSet::of(PieceKind::King, color)).count() as u32;
            with_kings(1.clamp(certain, possible), self.board)
        });
        let of_cells = cells().enumerate().map(|(cell, set)| with_one_of(set, cell, self.board));
        of_kings.into_iter().chain(of_cells).fold(VariantSet::ALL, |all, set| all & set)
    }
}

impl Count {
    fn possible_in(&self, board: Board) -> VariantSet {
        let cells = board.terms().names.len() as u32;
        let has_king = Color::ALL.iter().any(|color| self.pieces.has(PieceKind::King, *color));
        let is_king = has_king && self.pieces.pieces().count() == 1;
        let possible_in = |number: u32| match number {
            _ if !has_king => VariantSet::ALL,
            _ if is_king => with_kings(number, board),
            // among any number of them, one may be the king
            _ => with_kings(number.min(1), board),
        };
        (0..=cells).filter(|number| self.is_met_by(*number)).map(possible_in).collect()
    }
}

impl Material {
    fn possible_in(&self, board: Board) -> VariantSet {
        if self.total() > board.terms().names.len() as u32 {
            return VariantSet::NONE;
        }
        let kings = self.kings().unwrap_or([1, 1]);
        kings.into_iter().fold(VariantSet::ALL, |all, number| all & with_kings(number, board))
    }
}

impl MoveTest {
    fn possible_in(&self) -> VariantSet {
        let with = |kind, cells: CellSet| {
            let either = |cell| Color::ALL.map(|color| with_piece(kind, color, cell, self.board));
            cells.cells().flat_map(either).collect::<VariantSet>()
        };
        match (self.board, self.form) {
            (_, MoveForm::Castling { .. }) => VariantSet::ALL,
            (Board::Hex, MoveForm::Drop { .. }) => VariantSet::NONE,
            (Board::Square, MoveForm::Drop { piece: PieceKind::King, .. }) => VariantSet::NONE,
            (Board::Square, MoveForm::Drop { piece, to }) => {
                VariantSet::of(&[Variant::Crazyhouse]) & with(piece, to)
            }
            (_, MoveForm::Piece { promotion: None, .. }) => VariantSet::ALL,
            (_, MoveForm::Piece { piece: Some(piece), .. }) if piece != PieceKind::Pawn => VariantSet::NONE,
            (Board::Hex, MoveForm::Piece { .. }) => VariantSet::ALL,
            // where a pawn of either side can stay, none is promoted
            (_, MoveForm::Piece { to, .. }) if with(PieceKind::Pawn, to).has_ordinary() => VariantSet::NONE,
            (_, MoveForm::Piece { promotion: Some(PieceKind::King), .. }) => {
                VariantSet::of(&[Variant::Antichess])
            }
            (_, MoveForm::Piece { .. }) => VariantSet::ALL,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Query, QueryFault};

    /// Returns the names of the kinds of chess in which alone a test can hold; nothing if ordinary games
    /// are among them, and `never` if there are none.
    fn only_in(question: &str) -> String {
        match Query::parse(question) {
            Ok(query) => query
                .only_in
                .iter()
                .flat_map(|(_, set)| set.iter())
                .fold(String::new(), |names, variant| names + variant.name() + " "),
            Err(error) if error.fault == QueryFault::Impossible => "never".to_owned(),
            Err(error) => panic!("{question}: {error}"),
        }
    }

    #[test]
    fn what_cannot_be_is_known() {
        for (question, expected) in [
            ("white Q = 64", ""),
            ("white Q = 65", "never"),
            ("white Q > 63", ""),
            ("white Q > 64", "never"),
            ("white N > 100", ""),
            ("white K > 1", "antichess "),
            ("black K = 0", "atomic antichess horde "),
            ("white A = 0", "atomic antichess horde "),
            ("white [KQ] = 2", ""),
            ("white D = 170", "never"),
            ("black K != 1", "atomic antichess horde "),
            ("piece Pe8", "never"),
            ("piece Pe1", "horde "),
            ("piece pe1", "never"),
            ("piece Pe7-8", ""),
            ("piece [Pp]a8", "horde "),
            ("piece [PR]a8", ""),
            ("piece P attacks pe1", "never"),
            ("piece PF28", ""),
            ("position \"P7/*/*/*/*/*/*/*\"", "never"),
            ("position \"[Pp]7/*/*/*/*/*/*/*\"", "horde "),
            ("position \"[PR]7/*/*/*/*/*/*/*\"", ""),
            ("position \"?p6/*/*/*/*/*/*/P7\"", "horde "),
            ("position \"8/8/8/8/8/8/8/8\"", "atomic antichess horde "),
            ("position \"KK6/*/*/*/*/*/*/*\"", "antichess "),
            ("position \"K7/*/*/*/*/*/*/*\"", ""),
            ("position \"/28:V/27:dk\"", "never"),
            ("material \"KRP v R\"", "atomic antichess horde "),
            ("material \"KKR v K\"", "antichess "),
            ("material \"RP v R\"", ""),
            ("move \"N@f3\"", "crazyhouse "),
            ("move \"@f8\"", "never"),
            ("move \"K@f3\"", "never"),
            ("move \"e5=Q\"", "never"),
            ("move \"Ne8=Q\"", "never"),
            ("move \"e8=K\"", "antichess "),
            ("move \"e1=R\" or move \"F28=D\"", ""),
            ("move \"N@f3\" and variant = crazyhouse", ""),
            ("move \"N@f3\" and variant != atomic", ""),
            ("move \"N@f3\" and variant = atomic", "crazyhouse "),
            ("move \"N@f3\" and Variant ~ \"crazy\"", ""),
            ("flip move \"N@f3\"", "crazyhouse "),
        ] {
            assert_eq!(only_in(question), expected, "{question}");
        }
    }
}

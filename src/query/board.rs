//! The two boards that questions are about: their cells by name, and the letters of their pieces.

use std::ptr;
use std::sync::LazyLock;

use shakmaty::Color;

use super::expression::Flip;
use crate::rules::cescacs::{Cescacs, hex};
use crate::rules::square::Chess;
use crate::rules::{AnyPosition, CellSet, Diagram, Geometry, PieceKind, Shade};

/// A board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Board {
    /// 64 squares, of chess and its variants.
    Square,
    /// 169 hexes, of C'escacs.
    Hex,
}

/// The names that questions use for a board.
#[derive(Debug)]
pub(super) struct BoardTerms {
    diagram: &'static Diagram,
    geometry: Geometry,
    /// The names of the cells.
    pub(super) names: Vec<String>,
    /// The letters of the columns, from left to right.
    columns: Vec<char>,
    /// The number of the column and the line of each cell.
    places: Vec<(usize, usize)>,
    /// The letters of White's pieces, the pawn's first; those of Black's are in lower case.
    pub(super) letters: Vec<(char, PieceKind)>,
    /// For each cell, its mirror image in the same column, seen from the other side.
    opposite: Vec<usize>,
    /// For each cell, its mirror image in the same line, on the other wing.
    beside: Vec<usize>,
}

static TERMS: [LazyLock<BoardTerms>; 2] = [
    LazyLock::new(|| {
        let letters = shakmaty::Role::ALL.map(|role| (role.upper_char(), role.into()));
        BoardTerms::of(&Chess::default(), letters.into())
    }),
    LazyLock::new(|| {
        let letters = hex::Role::ALL.map(|role| (role.upper_char(), role.into()));
        BoardTerms::of(&Cescacs::default(), letters.into())
    }),
];

impl Board {
    pub(super) const ALL: [Board; 2] = [Board::Square, Board::Hex];

    /// Returns the board of a position, or `None` if it is neither of the two.
    pub(super) fn of(position: &dyn AnyPosition) -> Option<Board> {
        // all variants of chess share one diagram, and rules from outside have their own
        Board::ALL.into_iter().find(|board| ptr::eq(board.terms().diagram, position.diagram()))
    }

    pub(super) fn terms(self) -> &'static BoardTerms {
        &TERMS[self as usize]
    }
}

impl BoardTerms {
    fn of(start: &dyn AnyPosition, letters: Vec<(char, PieceKind)>) -> BoardTerms {
        let diagram = start.diagram();
        let geometry = diagram.geometry();
        let at = |x, y| {
            let is_there = |place: &crate::rules::CellPlace| (place.centre.x, place.centre.y) == (x, y);
            geometry.cells.iter().position(is_there).unwrap_or_default()
        };
        let centres = || geometry.cells.iter().map(|place| place.centre);
        let names: Vec<_> = (0..geometry.cells.len()).map(|cell| start.cell_name(cell)).collect();
        let letter = |name: &String| name.chars().next().unwrap_or_default();
        let mut columns: Vec<_> =
            names.iter().map(letter).zip(centres()).map(|(letter, centre)| (centre.x, letter)).collect();
        // the columns of hexes are not in the order of the alphabet, so their places decide
        columns.sort_unstable();
        columns.dedup();
        let columns: Vec<_> = columns.into_iter().map(|(_, letter)| letter).collect();
        let place = |name: &String| {
            let column = columns.iter().position(|known| *known == letter(name));
            (column.unwrap_or_default(), name[1..].parse().unwrap_or_default())
        };
        BoardTerms {
            diagram,
            places: names.iter().map(place).collect(),
            columns,
            names,
            letters,
            opposite: centres().map(|centre| at(centre.x, geometry.size.y - centre.y)).collect(),
            beside: centres().map(|centre| at(geometry.size.x - centre.x, centre.y)).collect(),
            geometry,
        }
    }

    /// Returns the cells of a colour.
    pub(super) fn of_shade(&self, shade: Shade) -> CellSet {
        (0..self.names.len()).filter(|cell| self.geometry.cells[*cell].shade == shade).collect()
    }

    /// Returns the cell with a name.
    pub(super) fn cell(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// Returns the number of a column by its letter, counted from the left.
    pub(super) fn column(&self, letter: char) -> Option<usize> {
        self.columns.iter().position(|known| *known == letter)
    }

    /// Returns the number of the column of a cell, and its line.
    pub(super) fn place(&self, cell: usize) -> (usize, usize) {
        self.places[cell]
    }

    /// Returns all cells.
    pub(super) fn all(&self) -> CellSet {
        CellSet::first(self.names.len())
    }

    /// Returns the piece with a letter, in upper case for White.
    pub(super) fn piece(&self, letter: char) -> Option<(PieceKind, Color)> {
        let color = if letter.is_uppercase() { Color::White } else { Color::Black };
        let mut letters = self.letters.iter();
        let (_, kind) = letters.find(|(known, _)| *known == letter.to_ascii_uppercase())?;
        Some((*kind, color))
    }

    /// Returns where a cell is after a flip.
    pub(super) fn flipped(&self, cell: usize, flip: Flip) -> usize {
        let cell = if flip.colours { self.opposite[cell] } else { cell };
        if flip.sides { self.beside[cell] } else { cell }
    }

    /// Returns where cells are after a flip.
    pub(super) fn flipped_set(&self, cells: CellSet, flip: Flip) -> CellSet {
        cells.cells().map(|cell| self.flipped(cell, flip)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_mirrored_on_both_boards() {
        let flipped = |board: Board, name: &str, flip| {
            let terms = board.terms();
            terms.names[terms.flipped(terms.cell(name).unwrap(), flip)].clone()
        };
        assert_eq!(flipped(Board::Square, "e1", Flip::COLOURS), "e8");
        assert_eq!(flipped(Board::Square, "b3", Flip::SIDES), "g3");
        assert_eq!(flipped(Board::Hex, "G1", Flip::COLOURS), "G27");
        assert_eq!(flipped(Board::Hex, "I3", Flip::SIDES), "C3");
    }
}

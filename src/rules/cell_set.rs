//! Sets of cells of any board.

use std::ops::{BitAnd, BitOr, Sub};

use shakmaty::ByColor;

/// A set of cells, by their numbers in the [`Diagram`](super::Diagram): one bit for each, for boards of
/// up to 192 cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CellSet([u64; 3]);

impl CellSet {
    /// The empty set.
    pub const EMPTY: CellSet = CellSet([0; 3]);

    /// The maximum number of cells.
    pub const MAX_CELLS: usize = 192;

    /// Creates a set from its bits, the cells with the lowest numbers first.
    #[must_use]
    pub const fn from_bits(bits: [u64; 3]) -> CellSet {
        CellSet(bits)
    }

    /// Returns the set of the first cells.
    #[must_use]
    pub fn first(count: usize) -> CellSet {
        (0..count).collect()
    }

    /// Returns whether a cell is in the set.
    #[must_use]
    pub const fn contains(self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 != 0
    }

    /// Returns whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// Returns the number of cells.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones()
    }

    /// Lists the cells in the order of their numbers.
    pub fn cells(self) -> impl Iterator<Item = usize> {
        (0..CellSet::MAX_CELLS).filter(move |cell| self.contains(*cell))
    }
}

impl BitAnd for CellSet {
    type Output = CellSet;

    #[inline]
    fn bitand(self, other: CellSet) -> CellSet {
        let (a, b) = (self.0, other.0);
        CellSet([a[0] & b[0], a[1] & b[1], a[2] & b[2]])
    }
}

impl BitOr for CellSet {
    type Output = CellSet;

    #[inline]
    fn bitor(self, other: CellSet) -> CellSet {
        let (a, b) = (self.0, other.0);
        CellSet([a[0] | b[0], a[1] | b[1], a[2] | b[2]])
    }
}

/// Removes all cells of another set.
impl Sub for CellSet {
    type Output = CellSet;

    #[inline]
    fn sub(self, other: CellSet) -> CellSet {
        let (a, b) = (self.0, other.0);
        CellSet([a[0] & !b[0], a[1] & !b[1], a[2] & !b[2]])
    }
}

impl FromIterator<usize> for CellSet {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> CellSet {
        let mut set = CellSet::EMPTY;
        cells.into_iter().for_each(|cell| set.0[cell / 64] |= 1 << (cell % 64));
        set
    }
}

/// The features of a position that no later move can undo: captures, and the first moves of pawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Irreversible {
    /// The number of pieces of each side, which never grows.
    pub pieces: ByColor<u32>,
    /// The cells of the pawns of both sides that have not moved. No pawn ever comes to such a cell.
    pub unmoved_pawns: CellSet,
}

impl Irreversible {
    /// Returns whether moves may lead from here to a position with the features `later`, as far as these features show.
    #[must_use]
    pub fn may_become(&self, later: &Irreversible) -> bool {
        self.pieces.white >= later.pieces.white
            && self.pieces.black >= later.pieces.black
            && (later.unmoved_pawns - self.unmoved_pawns).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_cells_of_three_words() {
        let set: CellSet = [0, 63, 64, 168].into_iter().collect();
        assert_eq!(set.cells().collect::<Vec<_>>(), [0, 63, 64, 168]);
        assert_eq!((set.len(), set.is_empty(), set.contains(65)), (4, false, false));
        let rest = CellSet::first(65) - set;
        assert_eq!((rest.len(), (rest & set).is_empty(), (rest | set).len()), (62, true, 66));
    }
}

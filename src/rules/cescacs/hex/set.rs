//! Sets of hexes.

use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

use crate::notation::ctl::{HEXES, Hex};
use crate::rules::CellSet;

/// A set of hexes, with one bit for each hex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct HexSet([u64; 3]);

impl HexSet {
    /// The empty set.
    pub const EMPTY: HexSet = HexSet([0; 3]);

    /// The set of all hexes.
    pub const ALL: HexSet = HexSet([u64::MAX, u64::MAX, (1 << (HEXES - 128)) - 1]);

    /// Returns the set of the hexes with lower numbers than a hex.
    #[must_use]
    pub(super) fn below(hex: Hex) -> HexSet {
        static BELOW: [HexSet; HEXES] = {
            let mut below = [HexSet::EMPTY; HEXES];
            let mut at = 1;
            while at < HEXES {
                below[at] = below[at - 1].with(Hex::ALL[at - 1]);
                at += 1;
            }
            below
        };
        BELOW[hex.index()]
    }

    /// Returns the set with a hex added.
    #[must_use]
    pub const fn with(mut self, hex: Hex) -> HexSet {
        self.insert(hex);
        self
    }

    /// Returns the set without a hex.
    #[must_use]
    pub const fn without(mut self, hex: Hex) -> HexSet {
        self.remove(hex);
        self
    }

    /// Adds a hex.
    pub const fn insert(&mut self, hex: Hex) {
        self.0[hex.index() / 64] |= 1 << (hex.index() % 64);
    }

    /// Removes a hex.
    pub const fn remove(&mut self, hex: Hex) {
        self.0[hex.index() / 64] &= !(1 << (hex.index() % 64));
    }

    /// Returns whether a hex is in the set.
    #[must_use]
    pub const fn contains(self, hex: Hex) -> bool {
        self.0[hex.index() / 64] >> (hex.index() % 64) & 1 != 0
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// Returns the number of hexes.
    #[must_use]
    pub const fn len(self) -> usize {
        (self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones()) as usize
    }

    /// Returns the union of two sets: the operator `|` for constants.
    #[must_use]
    pub const fn union(self, other: HexSet) -> HexSet {
        let (a, b) = (self.0, other.0);
        HexSet([a[0] | b[0], a[1] | b[1], a[2] | b[2]])
    }

    /// Returns the hexes that are in both sets: the operator `&` for constants.
    #[must_use]
    pub const fn intersection(self, other: HexSet) -> HexSet {
        let (a, b) = (self.0, other.0);
        HexSet([a[0] & b[0], a[1] & b[1], a[2] & b[2]])
    }

    /// Returns the hex with the lowest number, or `None` if the set is empty.
    #[must_use]
    pub const fn first(self) -> Option<Hex> {
        let [low, middle, high] = self.0;
        let number = match (low, middle) {
            (0, 0) => 128 + high.trailing_zeros(),
            (0, _) => 64 + middle.trailing_zeros(),
            _ => low.trailing_zeros(),
        };
        Hex::from_index(number as usize)
    }
}

impl HexSet {
    /// Returns the hex with the highest number, or `None` if the set is empty.
    pub(super) fn last(self) -> Option<Hex> {
        let word = self.0.iter().rposition(|&word| word != 0)?;
        Hex::from_index(64 * word + self.0[word].ilog2() as usize)
    }
}

impl BitAnd for HexSet {
    type Output = HexSet;

    fn bitand(self, other: HexSet) -> HexSet {
        self.intersection(other)
    }
}

impl BitOr for HexSet {
    type Output = HexSet;

    fn bitor(self, other: HexSet) -> HexSet {
        self.union(other)
    }
}

impl BitOrAssign for HexSet {
    fn bitor_assign(&mut self, other: HexSet) {
        *self = *self | other;
    }
}

/// Removes all hexes of another set.
impl Sub for HexSet {
    type Output = HexSet;

    fn sub(self, other: HexSet) -> HexSet {
        let (a, b) = (self.0, other.0);
        HexSet([a[0] & !b[0], a[1] & !b[1], a[2] & !b[2]])
    }
}

impl From<HexSet> for CellSet {
    fn from(hexes: HexSet) -> CellSet {
        CellSet::from_bits(hexes.0)
    }
}

impl FromIterator<Hex> for HexSet {
    fn from_iter<I: IntoIterator<Item = Hex>>(hexes: I) -> HexSet {
        hexes.into_iter().fold(HexSet::EMPTY, HexSet::with)
    }
}

impl IntoIterator for HexSet {
    type Item = Hex;
    type IntoIter = Hexes;

    fn into_iter(self) -> Hexes {
        Hexes(self.0)
    }
}

/// An iterator over the hexes of a set, in the order of their numbers.
#[derive(Clone, Debug)]
pub struct Hexes([u64; 3]);

impl Iterator for Hexes {
    type Item = Hex;

    fn next(&mut self) -> Option<Hex> {
        let word = self.0.iter().position(|&word| word != 0)?;
        let bit = self.0[word].trailing_zeros() as usize;
        self.0[word] &= self.0[word] - 1;
        Hex::from_index(64 * word + bit)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = HexSet(self.0).len();
        (len, Some(len))
    }
}

impl ExactSizeIterator for Hexes {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_contain_the_inserted_hexes() {
        let thirds: HexSet = Hex::ALL.into_iter().step_by(3).collect();
        assert_eq!(thirds.len(), 57);
        assert_eq!(thirds.into_iter().len(), 57);
        assert!(thirds.into_iter().eq(Hex::ALL.into_iter().step_by(3)));
        assert!(Hex::ALL.iter().all(|&hex| thirds.contains(hex) == (hex.index() % 3 == 0)));
        let rest = HexSet::ALL - thirds;
        assert_eq!((rest.len(), (rest & thirds).is_empty(), rest | thirds), (112, true, HexSet::ALL));
        assert!(HexSet::ALL.into_iter().eq(Hex::ALL));
        assert_eq!(Hex::ALL.into_iter().fold(HexSet::ALL, HexSet::without), HexSet::EMPTY);
        assert_eq!((HexSet::EMPTY.first(), thirds.first()), (None, Some(Hex::ALL[0])));
        assert_eq!((HexSet::EMPTY.last(), thirds.last()), (None, Some(Hex::ALL[168])));
    }
}

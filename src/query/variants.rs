//! Sets of kinds of chess: those in which a test can hold.

use std::ops::{BitAnd, BitOr};

use super::board::Board;
use crate::notation::Variant;

/// A set of kinds of chess.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct VariantSet(u16);

impl VariantSet {
    /// None of them.
    pub(super) const NONE: VariantSet = VariantSet(0);

    /// All of them.
    pub(super) const ALL: VariantSet = VariantSet((1 << Variant::ALL.len()) - 1);

    /// Returns the set of some.
    pub(super) const fn of(variants: &[Variant]) -> VariantSet {
        let (mut set, mut at) = (0, 0);
        while at < variants.len() {
            set |= 1 << variants[at] as u16;
            at += 1;
        }
        VariantSet(set)
    }

    /// Returns the set of those that are played on a board.
    pub(super) const fn on(board: Board) -> VariantSet {
        let hex = VariantSet::of(&[Variant::Cescacs]);
        match board {
            Board::Square => hex.others(),
            Board::Hex => hex,
        }
    }

    /// Returns the set of all that are not in it.
    pub(super) const fn others(self) -> VariantSet {
        VariantSet(VariantSet::ALL.0 & !self.0)
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Tells whether ordinary games are in it, those of one board at least.
    pub(super) const fn has_ordinary(self) -> bool {
        self.0 & VariantSet::of(&[Variant::Chess, Variant::Cescacs]).0 != 0
    }

    pub(super) fn contains(self, variant: Variant) -> bool {
        !(self & VariantSet::of(&[variant])).is_empty()
    }

    /// Lists what is in it.
    pub(super) fn iter(self) -> impl Iterator<Item = Variant> {
        Variant::ALL.into_iter().filter(move |variant| self.contains(*variant))
    }
}

impl BitAnd for VariantSet {
    type Output = VariantSet;

    fn bitand(self, other: VariantSet) -> VariantSet {
        VariantSet(self.0 & other.0)
    }
}

impl BitOr for VariantSet {
    type Output = VariantSet;

    fn bitor(self, other: VariantSet) -> VariantSet {
        VariantSet(self.0 | other.0)
    }
}

/// The union of sets.
impl FromIterator<VariantSet> for VariantSet {
    fn from_iter<I: IntoIterator<Item = VariantSet>>(sets: I) -> VariantSet {
        sets.into_iter().fold(VariantSet::NONE, VariantSet::bitor)
    }
}

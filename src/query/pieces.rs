//! What may stand on a cell: sets of pieces, and where pieces of a set stand.

use shakmaty::Color;

use super::board::BoardTerms;
use crate::rules::{CellSet, PieceKind, Rules};

/// A set of what may stand on a cell: pieces of both sides, and nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceSet(u32);

/// The bit for an empty cell, behind those of the pieces.
const EMPTY: u32 = 1 << (2 * PieceKind::ALL.len());

const fn bit(kind: PieceKind, color: Color) -> u32 {
    1 << (2 * kind as u32 + color.is_white() as u32)
}

impl PieceSet {
    /// Nothing at all, so that no cell fits.
    pub(super) const NONE: PieceSet = PieceSet(0);

    /// An empty cell.
    pub(super) const NOTHING: PieceSet = PieceSet(EMPTY);

    /// An empty cell or any piece.
    pub(super) const ANYTHING: PieceSet = PieceSet(2 * EMPTY - 1);

    /// Any piece.
    pub(super) const ANY_PIECE: PieceSet = PieceSet(EMPTY - 1);

    /// Returns the set of one piece.
    pub(super) const fn of(kind: PieceKind, color: Color) -> PieceSet {
        PieceSet(bit(kind, color))
    }

    /// Returns the set of all pieces of a side.
    pub(super) fn of_side(color: Color) -> PieceSet {
        PieceSet(PieceKind::ALL.into_iter().fold(0, |set, kind| set | bit(kind, color)))
    }

    /// Returns the set of an empty cell and all pieces of a board.
    pub(super) fn of_board(terms: &BoardTerms) -> PieceSet {
        let kinds = terms.letters.iter().map(|(_, kind)| *kind);
        let bits = kinds.flat_map(|kind| Color::ALL.map(|color| bit(kind, color)));
        PieceSet(bits.fold(EMPTY, |set, bit| set | bit))
    }

    /// Returns the set without what is in another.
    pub(super) const fn without(self, other: PieceSet) -> PieceSet {
        PieceSet(self.0 & !other.0)
    }

    /// Returns the set that a letter names on a board: that of a piece; `A` and `a`, any piece of White
    /// and of Black; `_`, nothing; `.` and `?`, anything; `!`, any piece.
    pub(super) fn of_letter(letter: char, terms: &BoardTerms) -> Option<PieceSet> {
        Some(match letter {
            'A' => PieceSet::of_side(Color::White),
            'a' => PieceSet::of_side(Color::Black),
            '_' => PieceSet::NOTHING,
            '.' | '?' => PieceSet::ANYTHING,
            '!' => PieceSet::ANY_PIECE,
            _ => {
                let (kind, color) = terms.piece(letter)?;
                PieceSet::of(kind, color)
            }
        })
    }

    /// Returns the set of all that letters name.
    pub(super) fn of_letters(letters: &str, terms: &BoardTerms) -> Option<PieceSet> {
        let mut sets = letters.chars().map(|letter| PieceSet::of_letter(letter, terms));
        sets.try_fold(PieceSet::NONE, |all, set| Some(PieceSet(all.0 | set?.0)))
    }

    pub(super) const fn has(self, kind: PieceKind, color: Color) -> bool {
        self.0 & bit(kind, color) != 0
    }

    pub(super) const fn has_nothing(self) -> bool {
        self.0 & EMPTY != 0
    }

    /// Lists the pieces.
    pub(super) fn pieces(self) -> impl Iterator<Item = (PieceKind, Color)> {
        let sides = |kind| Color::ALL.map(|color| (kind, color));
        PieceKind::ALL.into_iter().flat_map(sides).filter(move |(kind, color)| self.has(*kind, *color))
    }

    /// Returns the same pieces of the other sides.
    pub(super) fn of_other_sides(self) -> PieceSet {
        let nothing = self.0 & EMPTY;
        PieceSet(self.pieces().fold(nothing, |set, (kind, color)| set | bit(kind, !color)))
    }

    /// Returns the cells that fit in a position.
    pub(super) fn cells<R: Rules>(self, position: &R, terms: &BoardTerms) -> CellSet {
        if self == PieceSet::ANY_PIECE {
            return position.occupied();
        }
        let of_pieces = self.pieces().map(|(kind, color)| position.pieces(kind, color));
        let fitting = of_pieces.fold(CellSet::EMPTY, |all, cells| all | cells);
        if self.has_nothing() { fitting | (terms.all() - position.occupied()) } else { fitting }
    }
}

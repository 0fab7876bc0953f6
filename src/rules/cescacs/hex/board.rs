//! The board: the pieces on the hexes, and their attacks (rules, "Pieces").

use shakmaty::{ByColor, Color};

use super::piece::{Piece, Role};
use super::set::HexSet;
use super::steps::{first_towards, is_clear, slides_onto, steps_onto};
use crate::notation::ctl::{HEXES, Hex};

/// The pieces on the hexes, indexed by hex, by side and by role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    pieces: [Option<Piece>; HEXES],
    colors: ByColor<HexSet>,
    roles: [HexSet; Role::ALL.len()],
    /// The hex of the king of each side: the first one, if there are several.
    kings: ByColor<Option<Hex>>,
}

impl Board {
    /// The board without pieces.
    pub const EMPTY: Board = Board {
        pieces: [None; HEXES],
        colors: ByColor { black: HexSet::EMPTY, white: HexSet::EMPTY },
        roles: [HexSet::EMPTY; Role::ALL.len()],
        kings: ByColor { black: None, white: None },
    };

    /// Returns the piece on a hex.
    #[must_use]
    pub const fn piece_at(&self, hex: Hex) -> Option<Piece> {
        self.pieces[hex.index()]
    }

    /// Returns the hexes with a piece.
    #[must_use]
    pub fn occupied(&self) -> HexSet {
        self.colors.black | self.colors.white
    }

    /// Returns the hexes with a piece of a side.
    #[must_use]
    pub const fn by_color(&self, color: Color) -> HexSet {
        *self.colors.get(color)
    }

    /// Returns the hexes with a piece of a role.
    #[must_use]
    pub const fn by_role(&self, role: Role) -> HexSet {
        self.roles[role as usize]
    }

    /// Returns the hexes with a piece of a side and role.
    #[must_use]
    pub fn by_piece(&self, piece: Piece) -> HexSet {
        self.by_color(piece.color) & self.by_role(piece.role)
    }

    /// Returns the hex of the king of a side. Every position that has been read from TLPD,
    /// or reached by legal moves, has one.
    #[must_use]
    pub const fn king(&self, color: Color) -> Option<Hex> {
        *self.kings.get(color)
    }

    /// Puts a piece on a hex, in place of any piece there.
    #[inline]
    pub const fn put(&mut self, hex: Hex, piece: Piece) {
        self.take(hex);
        self.pieces[hex.index()] = Some(piece);
        self.colors.get_mut(piece.color).insert(hex);
        self.roles[piece.role as usize].insert(hex);
        self.note_king(piece);
    }

    /// Removes the piece from a hex and returns it.
    #[inline]
    pub const fn take(&mut self, hex: Hex) -> Option<Piece> {
        let taken = self.pieces[hex.index()].take();
        if let Some(piece) = taken {
            self.colors.get_mut(piece.color).remove(hex);
            self.roles[piece.role as usize].remove(hex);
            self.note_king(piece);
        }
        taken
    }

    /// Notes where the king of a side stands, if a piece that has come or gone is one.
    #[inline]
    const fn note_king(&mut self, changed: Piece) {
        if matches!(changed.role, Role::King) {
            self.find_king(changed.color);
        }
    }

    #[inline(never)]
    const fn find_king(&mut self, color: Color) {
        let kings = self.by_color(color).intersection(self.by_role(Role::King));
        *self.kings.get_mut(color) = kings.first();
    }

    /// Returns the hexes of the pieces of side `by` that attack a hex.
    ///
    /// The caller passes the occupied hexes, and so can find the attacks after a move without
    /// playing it.
    #[must_use]
    pub fn attackers(&self, hex: Hex, by: Color, occupied: HexSet) -> HexSet {
        let sliders = self.among(by, slides_onto(hex, by)).into_iter();
        let sliders = sliders.filter(|slider| is_clear(hex, *slider, occupied));
        sliders.fold(self.among(by, steps_onto(hex, by)), HexSet::with)
    }

    /// Returns the hex of the piece of side `by` that attacks a hex along the line through another hex: the one of the
    /// [`attackers`](Board::attackers) that a piece there may have stopped.
    pub(super) fn attacker_through(
        &self,
        hex: Hex,
        through: Hex,
        by: Color,
        occupied: HexSet,
    ) -> Option<Hex> {
        let attacks = |from: &Hex| {
            self.piece_at(*from).is_some_and(|piece| piece.color == by && piece.ways(*from, hex).slide)
        };
        first_towards(hex, through, occupied).filter(attacks)
    }

    /// Returns the hexes with a piece of a side where `hexes` has the hex for its role.
    #[inline]
    fn among(&self, color: Color, hexes: &[HexSet; Role::ALL.len()]) -> HexSet {
        let pieces = self.roles.iter().zip(hexes).map(|(&pieces, &hexes)| pieces & hexes);
        pieces.fold(HexSet::EMPTY, HexSet::union) & self.by_color(color)
    }
}

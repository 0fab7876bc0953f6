//! What the moves of a game cannot take back.

use shakmaty::ByColor;

use super::CellSet;

/// What no later move takes back: captures, and the first moves of pawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Irreversible {
    /// The number of pieces of each side, which never grows.
    pub pieces: ByColor<u32>,
    /// The cells of the pawns that have not moved, of both sides: no pawn comes to such a cell.
    pub unmoved_pawns: CellSet,
}

impl Irreversible {
    /// Tells whether moves may lead to a position with these features, as far as they show it.
    #[must_use]
    pub fn may_become(&self, later: &Irreversible) -> bool {
        self.pieces.white >= later.pieces.white
            && self.pieces.black >= later.pieces.black
            && (later.unmoved_pawns - self.unmoved_pawns).is_empty()
    }
}

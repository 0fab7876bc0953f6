//! The number of a ply: a move number and a side.

use std::fmt;

use shakmaty::Color;

/// The number of a ply (a move of one side): a move number and a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlyNumber {
    /// The move number, which usually counts from 1.
    pub number: u32,
    /// The side that makes the move.
    pub side: Color,
}

impl PlyNumber {
    /// The number of the first ply of a game: White's first move.
    pub const START: PlyNumber = PlyNumber { number: 1, side: Color::White };

    /// Returns the number of the next ply.
    #[must_use]
    pub const fn next(self) -> PlyNumber {
        match self.side {
            Color::White => PlyNumber { side: Color::Black, ..self },
            Color::Black => PlyNumber { number: self.number.saturating_add(1), side: Color::White },
        }
    }

    /// Returns the number of the previous ply.
    #[must_use]
    pub const fn previous(self) -> PlyNumber {
        match self.side {
            Color::White => PlyNumber { number: self.number.saturating_sub(1), side: Color::Black },
            Color::Black => PlyNumber { side: Color::White, ..self },
        }
    }
}

/// Displays a move number indication: `12.` for White, `12...` for Black.
impl fmt::Display for PlyNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, self.side.fold_wb(".", "..."))
    }
}

//! The number of a ply: which move of a game, and whose.

use std::fmt;

use shakmaty::Color;

/// A move number and a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlyNumber {
    /// The move number.
    pub number: u32,
    /// The side to move.
    pub side: Color,
}

impl PlyNumber {
    /// The first move of a game.
    pub const START: PlyNumber = PlyNumber { number: 1, side: Color::White };

    /// Returns the number one ply later.
    #[must_use]
    pub const fn next(self) -> PlyNumber {
        match self.side {
            Color::White => PlyNumber { side: Color::Black, ..self },
            Color::Black => PlyNumber { number: self.number.saturating_add(1), side: Color::White },
        }
    }

    /// Returns the number one ply earlier.
    #[must_use]
    pub const fn previous(self) -> PlyNumber {
        match self.side {
            Color::White => PlyNumber { number: self.number.saturating_sub(1), side: Color::Black },
            Color::Black => PlyNumber { side: Color::White, ..self },
        }
    }
}

/// Shows it as a move number indication: `12.` or `12...`.
impl fmt::Display for PlyNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, self.side.fold_wb(".", "..."))
    }
}

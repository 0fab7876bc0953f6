//! Where in a game a move stands.

use std::fmt;

use shakmaty::Color;

/// A move number and a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The move number.
    pub number: u32,
    /// The side to move.
    pub side: Color,
}

impl Place {
    /// The first move of a game.
    pub const START: Place = Place { number: 1, side: Color::White };

    /// Returns the place one ply later.
    #[must_use]
    pub const fn next(self) -> Place {
        match self.side {
            Color::White => Place { side: Color::Black, ..self },
            Color::Black => Place { number: self.number.saturating_add(1), side: Color::White },
        }
    }

    /// Returns the place one ply earlier.
    #[must_use]
    pub const fn previous(self) -> Place {
        match self.side {
            Color::White => Place { number: self.number.saturating_sub(1), side: Color::Black },
            Color::Black => Place { side: Color::White, ..self },
        }
    }
}

/// Shows the place as a move number indication: `12.` or `12...`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, self.side.fold_wb(".", "..."))
    }
}

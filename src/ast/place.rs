//! Where in a game the reader stands, by the file's own numbers.

use std::fmt;

use shakmaty::Color;

use super::{Element, Node};

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
    pub const START: Place = Place {
        number: 1,
        side: Color::White,
    };

    /// Tells which move would come next behind some movetext, by the numbers
    /// written in it.
    #[must_use]
    pub fn behind<M>(movetext: &[Element<'_, M>]) -> Place {
        let mut place = Place::START;
        let mut outer = Vec::new();
        for element in movetext {
            match element.node {
                Node::MoveNumber(number) => {
                    let side = if number.black { Color::Black } else { Color::White };
                    // `1. e4 1 e5`: a number without dots says nothing of the side
                    if number.value != place.number || number.black {
                        place = Place { number: number.value, side };
                    }
                }
                Node::Move(_) => place = place.next(),
                Node::VariationStart => {
                    outer.push(place);
                    place = place.previous();
                }
                Node::VariationEnd => place = outer.pop().unwrap_or(place),
                Node::Nag(_) | Node::Comment(_) => {}
            }
        }
        place
    }

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

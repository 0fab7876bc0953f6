//! The 24 castlings, and the rights to them (rules, "Leap and castling").

use std::fmt;

use shakmaty::Color;

use super::set::HexSet;
use crate::notation::ctl::{Column, Hex};

/// A wing of the board, and so the rook that starts on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wing {
    /// The king's wing, where the rook starts on column I.
    King,
    /// The queen's wing, where the rook starts on column C.
    Queen,
}

impl Wing {
    /// Both wings.
    pub const ALL: [Wing; 2] = [Wing::King, Wing::Queen];

    /// Returns the hex on which the rook of a side starts.
    #[must_use]
    pub const fn rook_home(self, color: Color) -> Hex {
        match self {
            Wing::King => for_side(known(Column::I, 3), color),
            Wing::Queen => for_side(known(Column::C, 3), color),
        }
    }
}

/// Returns the hex on which the king of a side starts.
#[must_use]
pub const fn king_home(color: Color) -> Hex {
    for_side(known(Column::G, 1), color)
}

/// The hexes on which the kings and the rooks of both sides start.
pub(super) static HOMES: HexSet = {
    let mut homes = HexSet::EMPTY;
    let sides = [Color::White, Color::Black];
    let mut at = 0;
    while at < sides.len() {
        homes.insert(king_home(sides[at]));
        homes.insert(Wing::King.rook_home(sides[at]));
        homes.insert(Wing::Queen.rook_home(sides[at]));
        at += 1;
    }
    homes
};

/// The rights of a side to leap and to castle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rights {
    /// Whether the king has not moved, and so may leap.
    pub king: bool,
    /// Whether neither the king nor the rook of the king's wing has moved.
    pub king_rook: bool,
    /// Whether neither the king nor the rook of the queen's wing has moved.
    pub queen_rook: bool,
}

impl Rights {
    /// The rights of a side that has moved neither its king nor a rook.
    pub const ALL: Rights = Rights { king: true, king_rook: true, queen_rook: true };

    /// The rights of a side whose king has moved.
    pub const NONE: Rights = Rights { king: false, king_rook: false, queen_rook: false };

    /// Returns whether neither the king nor the rook of a wing has moved.
    #[must_use]
    pub const fn rook(self, wing: Wing) -> bool {
        match wing {
            Wing::King => self.king_rook,
            Wing::Queen => self.queen_rook,
        }
    }

    /// Removes the rights that end with a move from or to a home hex: a piece that arrives on one
    /// replaces the king or rook that started there.
    pub(super) fn touch(&mut self, color: Color, hex: Hex) {
        if hex == king_home(color) {
            *self = Rights::NONE;
        } else if hex == Wing::King.rook_home(color) {
            self.king_rook = false;
        } else if hex == Wing::Queen.rook_home(color) {
            self.queen_rook = false;
        }
    }
}

/// One of the 24 castlings.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Castling(u8);

/// The name of a castling, and the destinations of White's pieces.
struct Form {
    name: &'static str,
    king: Hex,
    king_rook: Option<Hex>,
    queen_rook: Option<Hex>,
}

impl Castling {
    /// All castlings, in the order of the rules.
    pub const ALL: [Castling; 24] = {
        let mut all = [Castling(0); 24];
        let mut form = 0;
        while form < all.len() {
            all[form] = Castling(form as u8);
            form += 1;
        }
        all
    };

    /// Returns the castling that has a name, such as `KRK-IH`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Castling> {
        Castling::ALL.into_iter().find(|castling| castling.name() == name)
    }

    /// Returns the number of the castling in [`Castling::ALL`].
    pub(super) const fn number(self) -> u8 {
        self.0
    }

    /// Returns the name in standard letters.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.form().name
    }

    /// Returns the destination of the king.
    #[must_use]
    pub const fn king(self, color: Color) -> Hex {
        for_side(self.form().king, color)
    }

    /// Returns the destination of the rook of a wing, or `None` if the castling does not move
    /// it.
    #[must_use]
    pub fn rook(self, color: Color, wing: Wing) -> Option<Hex> {
        let to = match wing {
            Wing::King => self.form().king_rook,
            Wing::Queen => self.form().queen_rook,
        };
        to.map(|hex| for_side(hex, color))
    }

    /// Returns the rooks that the castling moves, each with its home hex and its destination.
    pub fn rooks(self, color: Color) -> impl Iterator<Item = (Wing, Hex, Hex)> {
        Wing::ALL
            .into_iter()
            .filter_map(move |wing| Some((wing, wing.rook_home(color), self.rook(color, wing)?)))
    }

    const fn form(self) -> &'static Form {
        &FORMS[self.0 as usize]
    }
}

/// Displays the name.
impl fmt::Display for Castling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Castling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

static FORMS: [Form; 24] = {
    use Column::{D, E, F, G, H, I, K};
    [
        king_side("KRK-II", (I, 5), (I, 7)),
        king_side("KRK-IK", (I, 5), (K, 4)),
        king_side("KRK-IH", (I, 5), (H, 4)),
        king_side("KRK-HIO", (H, 6), (I, 5)),
        king_side("KRK-HIOO", (H, 6), (I, 7)),
        king_side("KRK-HH", (H, 6), (H, 4)),
        king_side("KRK-HG", (H, 6), (G, 5)),
        king_side("KRK-FG", (F, 6), (G, 5)),
        king_side("KRK-FE", (F, 6), (E, 7)),
        king_side("KRK-EF", (E, 5), (F, 6)),
        king_side("KRK-EE", (E, 5), (E, 7)),
        queen_side("KRD-DD", (D, 2), (D, 4)),
        queen_side("KRD-DE", (D, 2), (E, 1)),
        queen_side("KRD-HH", (H, 6), (H, 8)),
        queen_side("KRD-HG", (H, 6), (G, 7)),
        queen_side("KRD-FG", (F, 6), (G, 7)),
        queen_side("KRD-FE", (F, 6), (E, 5)),
        queen_side("KRD-EF", (E, 5), (F, 6)),
        queen_side("KRD-ED", (E, 5), (D, 4)),
        double("KRR-HIH", (H, 6), (I, 7), (H, 8)),
        double("KRR-HGG", (H, 6), (G, 5), (G, 7)),
        double("KRR-FGG", (F, 6), (G, 5), (G, 7)),
        double("KRR-FEE", (F, 6), (E, 7), (E, 5)),
        double("KRR-EEF", (E, 5), (E, 7), (F, 6)),
    ]
};

/// The coordinates of a hex.
type Coordinates = (Column, u8);

const fn king_side(name: &'static str, king: Coordinates, rook: Coordinates) -> Form {
    Form { name, king: known(king.0, king.1), king_rook: Some(known(rook.0, rook.1)), queen_rook: None }
}

const fn queen_side(name: &'static str, king: Coordinates, rook: Coordinates) -> Form {
    Form { name, king: known(king.0, king.1), king_rook: None, queen_rook: Some(known(rook.0, rook.1)) }
}

const fn double(
    name: &'static str,
    king: Coordinates,
    king_rook: Coordinates,
    queen_rook: Coordinates,
) -> Form {
    Form { queen_rook: Some(known(queen_rook.0, queen_rook.1)), ..king_side(name, king, king_rook) }
}

const fn known(column: Column, line: u8) -> Hex {
    // expect(): the coordinates are constants, checked at compile time
    Hex::new(column, line).expect("the hex exists")
}

const fn for_side(hex: Hex, color: Color) -> Hex {
    if color.is_white() { hex } else { hex.mirror() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::cescacs::hex::Role;
    use crate::rules::cescacs::hex::set::HexSet;
    use crate::rules::cescacs::hex::steps::is_clear;

    #[test]
    fn kings_leap_and_rooks_slide() {
        for color in [Color::White, Color::Black] {
            for castling in Castling::ALL {
                let is_leap = Role::King.of(color).ways(king_home(color), castling.king(color)).other;
                assert!(is_leap, "{castling}");
                for (_, home, to) in castling.rooks(color) {
                    assert!(Role::Rook.of(color).ways(home, to).slide, "{castling}");
                    assert!(is_clear(home, to, HexSet::EMPTY), "{castling}");
                }
            }
        }
    }

    #[test]
    fn names_contain_the_columns_of_the_destinations() {
        for castling in Castling::ALL {
            assert_eq!(Castling::from_name(castling.name()), Some(castling));
            let (rooks, columns) = castling.name().split_once('-').unwrap();
            let mut expected = String::from(castling.king(Color::White).column().char());
            let columns_of_rooks = castling.rooks(Color::White).map(|(_, _, to)| to.column().char());
            expected.extend(columns_of_rooks);
            assert_eq!(columns.trim_end_matches('O'), expected);
            assert_eq!(rooks == "KRR", expected.len() == 3);
        }
        assert_eq!(Castling::from_name("KRK-"), None);
    }
}

//! The pieces and their standard letters (notation, "Letras de identificación de las piezas").

use shakmaty::Color;

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// `P`
    Pawn,
    /// `E`
    Elephant,
    /// `J`
    Bishop,
    /// `N`
    Knight,
    /// `G`: moves as a bishop or jumps as a knight.
    Pegasus,
    /// `R`
    Rook,
    /// `V`: moves as a rook or jumps as a knight.
    Wyvern,
    /// `D`
    Queen,
    /// `K`
    King,
}

impl Role {
    /// All roles, in the order of the notation.
    pub const ALL: [Role; 9] = [
        Role::Pawn,
        Role::Elephant,
        Role::Bishop,
        Role::Knight,
        Role::Pegasus,
        Role::Rook,
        Role::Wyvern,
        Role::Queen,
        Role::King,
    ];

    /// The roles that a pawn can be promoted to once they are lost (rules, "Pawn"), strongest
    /// first.
    pub const REGAINABLE: [Role; 6] =
        [Role::Queen, Role::Wyvern, Role::Rook, Role::Pegasus, Role::Knight, Role::Bishop];

    /// Returns the role that a letter names, in either case.
    #[must_use]
    pub fn from_char(letter: char) -> Option<Role> {
        let upper = letter.to_ascii_uppercase();
        Role::ALL.into_iter().find(|role| role.upper_char() == upper)
    }

    /// Returns the letter in lower case.
    #[must_use]
    pub const fn char(self) -> char {
        self.upper_char().to_ascii_lowercase()
    }

    /// Returns the letter in upper case.
    #[must_use]
    pub const fn upper_char(self) -> char {
        match self {
            Role::Pawn => 'P',
            Role::Elephant => 'E',
            Role::Bishop => 'J',
            Role::Knight => 'N',
            Role::Pegasus => 'G',
            Role::Rook => 'R',
            Role::Wyvern => 'V',
            Role::Queen => 'D',
            Role::King => 'K',
        }
    }

    /// Returns the piece of a side.
    #[must_use]
    pub const fn of(self, color: Color) -> Piece {
        Piece { color, role: self }
    }
}

/// A piece of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The side.
    pub color: Color,
    /// The kind of piece.
    pub role: Role,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_name_their_roles() {
        for role in Role::ALL {
            assert_eq!(Role::from_char(role.char()), Some(role));
            assert_eq!(Role::from_char(role.upper_char()), Some(role));
        }
        assert_eq!(Role::from_char('A'), None);
    }
}

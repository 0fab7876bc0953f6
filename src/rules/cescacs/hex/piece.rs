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

/// A table of the characters of the pieces, for reading and for writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letters {
    white: [char; Role::ALL.len()],
    black: [char; Role::ALL.len()],
    /// The roles whose characters for White are the letters from A to Z.
    by_letter: [Option<Role>; 26],
}

impl Letters {
    /// The standard letters: upper case for White, lower case for Black.
    pub const STANDARD: Letters = Letters::new(
        ['P', 'E', 'J', 'N', 'G', 'R', 'V', 'D', 'K'],
        ['p', 'e', 'j', 'n', 'g', 'r', 'v', 'd', 'k'],
    );

    /// The Unicode chess symbols, which differ between White and Black (`Redefine "FAN"`).
    pub const FIGURINES: Letters = Letters::new(
        ['♙', '☖', '♗', '♘', '🩐', '♖', '🩏', '♕', '♔'],
        ['♟', '☗', '♝', '♞', '🩓', '♜', '🩒', '♛', '♚'],
    );

    /// Creates a table. Black has no letters in upper case.
    const fn new(white: [char; Role::ALL.len()], black: [char; Role::ALL.len()]) -> Letters {
        let mut by_letter = [None; 26];
        let mut at = Role::ALL.len();
        // if two roles have the same letter, the first one keeps it
        while at > 0 {
            at -= 1;
            if white[at].is_ascii_uppercase() {
                by_letter[white[at] as usize - 'A' as usize] = Some(Role::ALL[at]);
            }
        }
        Letters { white, black, by_letter }
    }

    /// Returns the table with another letter for a role.
    #[must_use]
    pub const fn with(mut self, role: Role, letter: char) -> Letters {
        self.white[role as usize] = letter.to_ascii_uppercase();
        self.black[role as usize] = letter.to_ascii_lowercase();
        Letters::new(self.white, self.black)
    }

    /// Returns the value of the tag `Redefine` that gives these letters. For the standard ones it is empty.
    #[must_use]
    pub fn redefinition(&self) -> String {
        if *self == Letters::FIGURINES {
            return "FAN".to_owned();
        }
        // in the order of the examples of the notation
        let roles = [Role::Bishop, Role::Rook, Role::Knight, Role::Wyvern, Role::Queen];
        let own = roles.map(|role| [self.white[role as usize], role.upper_char()]);
        let own = own.into_iter().filter(|[letter, standard]| letter != standard);
        own.map(|[letter, standard]| format!("{letter}@{standard}")).collect::<Vec<_>>().join(", ")
    }

    /// Returns the character of a piece.
    #[must_use]
    pub const fn char(&self, piece: Piece) -> char {
        self.side(piece.color)[piece.role as usize]
    }

    /// Returns the piece that a character stands for.
    #[inline]
    #[must_use]
    pub fn piece(&self, letter: char) -> Option<Piece> {
        if letter.is_ascii_uppercase() {
            return self.by_letter[letter as usize - 'A' as usize].map(|role| role.of(Color::White));
        }
        [Color::White, Color::Black].into_iter().find_map(|color| {
            let at = self.side(color).iter().position(|&known| known == letter)?;
            Some(Role::ALL[at].of(color))
        })
    }

    const fn side(&self, color: Color) -> &[char; Role::ALL.len()] {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }
}

impl Default for Letters {
    fn default() -> Letters {
        Letters::STANDARD
    }
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

#[cfg(test)]
mod letters_tests {
    use super::*;

    #[test]
    fn every_table_survives_a_round_trip() {
        let spanish = Letters::STANDARD.with(Role::Bishop, 'A').with(Role::Rook, 't');
        for letters in [Letters::STANDARD, Letters::FIGURINES, spanish] {
            for piece in Role::ALL.into_iter().flat_map(|role| [role.of(Color::White), role.of(Color::Black)])
            {
                assert_eq!(letters.piece(letters.char(piece)), Some(piece));
            }
        }
        assert_eq!(spanish.char(Role::Rook.of(Color::White)), 'T');
        assert_eq!((spanish.piece('R'), spanish.piece('j')), (None, None));
        assert!(
            Role::ALL.iter().all(|role| Letters::STANDARD.char(role.of(Color::White)) == role.upper_char())
        );
    }
}

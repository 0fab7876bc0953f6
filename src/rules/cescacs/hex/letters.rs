//! The characters of the pieces (notation, "Letras de identificación de las piezas").

use shakmaty::Color;

use super::piece::{Piece, Role};

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
        // of two roles with one letter the first has it
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

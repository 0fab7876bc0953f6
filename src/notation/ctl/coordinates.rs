//! The 169 hexes and their CTL coordinates (notation, "Identificación de un hexcaque").

use shakmaty::Color;

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The number of hexes on the board.
pub const HEXES: usize = 169;

/// The number of the last transversal line.
pub const LAST_LINE: u8 = 28;

/// The index of column F, which every transversal line is laid around.
const MIDDLE: i8 = 7;

/// A column, from White's left to White's right. There is no J.
#[expect(missing_docs, reason = "a column has no other name than its letter")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Column {
    P,
    T,
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
    I,
    K,
    L,
    X,
    Z,
}

impl Column {
    /// All columns, from White's left to White's right.
    pub const ALL: [Column; 15] = {
        use Column::{A, B, C, D, E, F, G, H, I, K, L, P, T, X, Z};
        [P, T, A, B, C, D, E, F, G, H, I, K, L, X, Z]
    };

    /// The letters of the columns, in their order.
    const LETTERS: [char; 15] = ['P', 'T', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'K', 'L', 'X', 'Z'];

    /// Returns the column that a letter names.
    #[must_use]
    pub fn from_char(letter: char) -> Option<Column> {
        Column::LETTERS.iter().position(|&known| known == letter).map(|at| Column::ALL[at])
    }

    /// Returns the letter.
    #[must_use]
    pub const fn char(self) -> char {
        Column::LETTERS[self as usize]
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.char(), f)
    }
}

/// The colour of a hex (rules, Board).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shade {
    /// Lines 0, 3, 6 …
    Black,
    /// Lines 1, 4, 7 …
    White,
    /// Lines 2, 5, 8 …
    Coloured,
}

impl Shade {
    /// All shades, in the order of the lines.
    pub const ALL: [Shade; 3] = [Shade::Black, Shade::White, Shade::Coloured];
}

/// A hex, numbered from 0 by transversal lines and, in a line, by columns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex(u8);

impl Hex {
    /// All hexes, in the order of their numbers.
    pub const ALL: [Hex; HEXES] = {
        let mut all = [Hex(0); HEXES];
        let mut index = 0;
        while index < HEXES {
            all[index] = Hex(index as u8);
            index += 1;
        }
        all
    };

    /// Returns the hex where a column and a transversal line cross, if they do.
    #[must_use]
    pub const fn new(column: Column, line: u8) -> Option<Hex> {
        if line > LAST_LINE { None } else { Hex::at(column as i8, line as i8) }
    }

    /// Returns the hex with a number.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Hex> {
        if index < HEXES { Some(Hex(index as u8)) } else { None }
    }

    /// Returns the number.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the number, which a byte has room for.
    pub(crate) const fn number(self) -> u8 {
        self.0
    }

    /// Returns the column.
    #[must_use]
    pub const fn column(self) -> Column {
        Column::ALL[PLACES[self.index()].0 as usize]
    }

    /// Returns the transversal line, 0 to 28.
    #[must_use]
    pub const fn line(self) -> u8 {
        PLACES[self.index()].1 as u8
    }

    /// Returns the colour.
    #[must_use]
    pub const fn shade(self) -> Shade {
        Shade::ALL[self.line() as usize % 3]
    }

    /// Returns the hex of the same column on the line as far from the other end
    /// of the board: what is White's here is Black's there.
    #[must_use]
    pub const fn mirror(self) -> Hex {
        let (column, line) = PLACES[self.index()];
        Hex(FIRSTS[LAST_LINE as usize - line as usize] + (column - first_column(line)) as u8 / 2)
    }

    /// Returns the hex that is a number of columns and lines away, if there is one.
    #[must_use]
    pub const fn offset(self, columns: i8, lines: i8) -> Option<Hex> {
        let (column, line) = PLACES[self.index()];
        Hex::at(column + columns, line + lines)
    }

    /// Tells whether a side's pawns are promoted here: whether the hex is the last
    /// of its column.
    #[must_use]
    pub const fn is_last(self, color: Color) -> bool {
        let forward = if color.is_white() { 2 } else { -2 };
        self.offset(0, forward).is_none()
    }

    /// Returns the columns and the lines between two hexes.
    #[must_use]
    pub const fn distance(self, to: Hex) -> (i8, i8) {
        let (from, to) = (PLACES[self.index()], PLACES[to.index()]);
        (to.0 - from.0, to.1 - from.1)
    }

    const fn at(column: i8, line: i8) -> Option<Hex> {
        if line < 0 || line > LAST_LINE as i8 {
            return None;
        }
        let aside = column - first_column(line);
        if aside < 0 || column > 2 * MIDDLE - first_column(line) || aside % 2 != 0 {
            return None;
        }
        Some(Hex(FIRSTS[line as usize] + aside as u8 / 2))
    }
}

/// The number of the first hex of each transversal line, and 169 after the last.
const FIRSTS: [u8; LAST_LINE as usize + 2] = {
    let mut firsts = [0; LAST_LINE as usize + 2];
    let mut line = 0;
    while line <= LAST_LINE as usize {
        firsts[line + 1] = firsts[line] + (MIDDLE - first_column(line as i8)) as u8 + 1;
        line += 1;
    }
    firsts
};

/// The column and the line of each hex.
const PLACES: [(i8, i8); HEXES] = {
    let mut places = [(0, 0); HEXES];
    let mut line = 0;
    while line <= LAST_LINE as usize {
        let mut index = FIRSTS[line] as usize;
        while index < FIRSTS[line + 1] as usize {
            places[index] =
                (first_column(line as i8) + 2 * (index - FIRSTS[line] as usize) as i8, line as i8);
            index += 1;
        }
        line += 1;
    }
    places
};

/// Returns the leftmost column of a line. Lines are as wide as their distance to
/// the end of the board; those in the middle end at the border, which has the
/// columns of the odd lines.
const fn first_column(line: i8) -> i8 {
    let from_end = if line <= LAST_LINE as i8 / 2 { line } else { LAST_LINE as i8 - line };
    if from_end <= MIDDLE {
        MIDDLE - from_end
    } else if line % 2 == 0 {
        1
    } else {
        0
    }
}

/// Returns the number of hexes on a transversal line, 0 for one that does not exist.
#[must_use]
pub const fn line_length(line: u8) -> usize {
    if line > LAST_LINE { 0 } else { (FIRSTS[line as usize + 1] - FIRSTS[line as usize]) as usize }
}

/// Returns the hexes of a transversal line, from left to right; none if it does not exist.
pub fn line_hexes(line: u8) -> impl DoubleEndedIterator<Item = Hex> + ExactSizeIterator {
    let first = if line > LAST_LINE { 0 } else { usize::from(FIRSTS[usize::from(line)]) };
    Hex::ALL[first..first + line_length(line)].iter().copied()
}

/// Shows the CTL coordinates.
impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.column(), self.line())
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The error of a text that is not the coordinates of a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no hex has these coordinates")]
pub struct ParseHexError;

/// Reads CTL coordinates: a column in upper case and a line without leading zeros.
impl FromStr for Hex {
    type Err = ParseHexError;

    fn from_str(text: &str) -> Result<Hex, ParseHexError> {
        let mut chars = text.chars();
        let column = chars.next().and_then(Column::from_char).ok_or(ParseHexError)?;
        let digits = chars.as_str();
        if !digits.bytes().all(|b| b.is_ascii_digit()) || (digits.len() > 1 && digits.starts_with('0')) {
            return Err(ParseHexError);
        }
        digits.parse().ok().and_then(|line| Hex::new(column, line)).ok_or(ParseHexError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_is_the_one_of_the_rules() {
        let mut expected = Vec::new();
        for line in 0..=28_i8 {
            for (c, column) in (0_i8..).zip(Column::ALL) {
                let aside = (c - 7).abs();
                let exists = aside <= line && line <= 28 - aside && (line - c) % 2 != 0;
                assert_eq!(Hex::new(column, line as u8).is_some(), exists, "{column}{line}");
                expected.extend(exists.then_some((column, line as u8)));
            }
        }
        let places: Vec<_> = Hex::ALL.iter().map(|hex| (hex.column(), hex.line())).collect();
        assert_eq!(places, expected);
        assert!((29..=255).all(|line| Hex::new(Column::F, line).is_none() && line_length(line) == 0));
    }

    #[test]
    fn coordinates_are_written_and_read() {
        for hex in Hex::ALL {
            assert_eq!(hex.to_string().parse(), Ok(hex));
            assert_eq!(hex.mirror().column(), hex.column());
            assert_eq!(hex.mirror().line(), 28 - hex.line());
            assert_eq!(line_hexes(hex.line()).filter(|&other| other == hex).count(), 1);
        }
        for text in ["", "F", "F1", "F00", "F014", "J7", "f14", "F14 ", "F+14", "F300", "14", "É3", "P6"] {
            assert_eq!(text.parse::<Hex>(), Err(ParseHexError), "{text:?}");
        }
    }

    #[test]
    fn the_middle_is_coloured_and_the_kings_stand_on_their_colour() {
        let shade = |text: &str| text.parse::<Hex>().map(Hex::shade);
        assert_eq!(shade("F14"), Ok(Shade::Coloured));
        assert_eq!(shade("G1"), Ok(Shade::White));
        assert_eq!(shade("G27"), Ok(Shade::Black));
    }
}

//! The 169 hexes and their CTL coordinates (notation, "Identificación de un hexcaque").

use shakmaty::Color;

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use thiserror::Error;

/// The number of hexes on the board.
pub const HEXES: usize = 169;

/// The number of the last transversal line.
pub const LAST_LINE: u8 = 28;

/// The index of column F, the middle of every transversal line.
const MIDDLE: i8 = 7;

/// A column, from White's left to White's right. There is no column J.
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

    /// The columns that ASCII characters name.
    const BY_LETTER: [Option<Column>; 128] = {
        let mut columns = [None; 128];
        let mut at = 0;
        while at < Column::ALL.len() {
            columns[Column::LETTERS[at] as usize] = Some(Column::ALL[at]);
            at += 1;
        }
        columns
    };

    /// Returns the column that a letter names.
    #[must_use]
    pub fn from_char(letter: char) -> Option<Column> {
        static BY_LETTER: [Option<Column>; 128] = Column::BY_LETTER;
        BY_LETTER.get(letter as usize).copied().flatten()
    }

    /// Returns the letter.
    #[must_use]
    pub const fn char(self) -> char {
        Column::LETTERS[self as usize]
    }

    /// Returns the first and the last line that cross the column. Of those between them, every
    /// second one crosses it.
    #[must_use]
    pub fn lines(self) -> RangeInclusive<u8> {
        let first = (self as u8).abs_diff(Column::F as u8);
        first..=LAST_LINE - first
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.char(), f)
    }
}

/// The colour of a hex (notation, "Tablero de C'escacs").
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

/// A hex. The 169 hexes are numbered from 0: line by line, and within a line from left to
/// right.
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

    /// Returns the hex at the crossing of a column and a transversal line, or `None` if they
    /// do not cross.
    #[must_use]
    pub const fn new(column: Column, line: u8) -> Option<Hex> {
        if line > LAST_LINE { None } else { CROSSINGS[column as usize][line as usize] }
    }

    /// Returns the hex with a number, or `None` for a number above 168.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Hex> {
        if index < HEXES { Some(Hex(index as u8)) } else { None }
    }

    /// Returns the number of the hex, 0 to 168.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the number of the hex as a byte.
    pub(crate) const fn number(self) -> u8 {
        self.0
    }

    /// Returns the column.
    #[must_use]
    pub const fn column(self) -> Column {
        Column::ALL[COORDINATES[self.index()].0 as usize]
    }

    /// Returns the transversal line, 0 to 28.
    #[must_use]
    pub const fn line(self) -> u8 {
        COORDINATES[self.index()].1 as u8
    }

    /// Returns the colour.
    #[must_use]
    pub const fn shade(self) -> Shade {
        Shade::ALL[self.line() as usize % 3]
    }

    /// Returns the mirror image of the hex: the one in the same column on line `28 - line`.
    /// White's hexes become Black's.
    #[must_use]
    pub const fn mirror(self) -> Hex {
        let (column, line) = COORDINATES[self.index()];
        Hex(FIRSTS[LAST_LINE as usize - line as usize] + (column - first_column(line)) as u8 / 2)
    }

    /// Returns the hex at a distance of some columns and lines, or `None` if it is not on the
    /// board.
    #[must_use]
    pub const fn offset(self, columns: i8, lines: i8) -> Option<Hex> {
        let (column, line) = COORDINATES[self.index()];
        Hex::at(column + columns, line + lines)
    }

    /// Returns whether the hex is the last of its column for a side, so that the side's pawns
    /// are promoted there.
    #[must_use]
    pub const fn is_last(self, color: Color) -> bool {
        // the hexes of a column are two lines apart
        let forward = if color.is_white() { 2 } else { -2 };
        self.offset(0, forward).is_none()
    }

    /// Returns the number of columns and of lines from this hex to another.
    #[must_use]
    pub const fn distance(self, to: Hex) -> (i8, i8) {
        let (from, to) = (COORDINATES[self.index()], COORDINATES[to.index()]);
        (to.0 - from.0, to.1 - from.1)
    }

    /// Returns the distance from this hex to another as one number, below [`DISTANCES`].
    #[inline]
    pub(crate) const fn distance_number(self, to: Hex) -> usize {
        static PLACES: [i16; HEXES] = {
            let mut places = [0; HEXES];
            let mut index = 0;
            while index < HEXES {
                places[index] = joined(COORDINATES[index]);
                index += 1;
            }
            places
        };
        (NO_DISTANCE + PLACES[to.index()] - PLACES[self.index()]) as usize
    }

    /// Returns the hex at a column index and a line, or `None` if there is none on the board.
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

/// The number of the first hex of each transversal line, followed by 169.
const FIRSTS: [u8; LAST_LINE as usize + 2] = {
    let mut firsts = [0; LAST_LINE as usize + 2];
    let mut line = 0;
    while line <= LAST_LINE as usize {
        firsts[line + 1] = firsts[line] + (MIDDLE - first_column(line as i8)) as u8 + 1;
        line += 1;
    }
    firsts
};

/// The column index and the line of each hex.
const COORDINATES: [(i8, i8); HEXES] = {
    let mut coordinates = [(0, 0); HEXES];
    let mut line = 0;
    while line <= LAST_LINE as usize {
        let mut index = FIRSTS[line] as usize;
        while index < FIRSTS[line + 1] as usize {
            coordinates[index] =
                (first_column(line as i8) + 2 * (index - FIRSTS[line] as usize) as i8, line as i8);
            index += 1;
        }
        line += 1;
    }
    coordinates
};

/// The number of the distance between a hex and itself, in the middle of all numbers.
const NO_DISTANCE: i16 = joined((2 * MIDDLE, LAST_LINE as i8));

/// The number of values of [`Hex::distance_number`], from 0. Some of them are not the distance of any two hexes.
pub(crate) const DISTANCES: usize = 2 * NO_DISTANCE as usize + 1;

/// Returns the [`Hex::distance_number`] of hexes that are some columns and lines apart, or `None`
/// if no two hexes of the board are.
pub(crate) const fn number_of_distance((columns, lines): (i8, i8)) -> Option<usize> {
    let is_possible = columns.abs() <= 2 * MIDDLE && lines.abs() <= LAST_LINE as i8;
    if is_possible { Some((NO_DISTANCE + joined((columns, lines))) as usize) } else { None }
}

/// Joins a number of columns and a number of lines into one number. The difference of two joined numbers is
/// the joined number of the differences.
const fn joined((columns, lines): (i8, i8)) -> i16 {
    // lines differ by 28 at most in either direction, so each difference of columns has 57 numbers of its own
    columns as i16 * (2 * LAST_LINE as i16 + 1) + lines as i16
}

/// The hex at each crossing of a column and a transversal line.
static CROSSINGS: [[Option<Hex>; LAST_LINE as usize + 1]; Column::ALL.len()] = {
    let mut crossings = [[None; LAST_LINE as usize + 1]; Column::ALL.len()];
    let mut index = 0;
    while index < HEXES {
        let (column, line) = COORDINATES[index];
        crossings[column as usize][line as usize] = Some(Hex(index as u8));
        index += 1;
    }
    crossings
};

/// Returns the index of the leftmost column of a line.
///
/// Towards both ends of the board, a line reaches as far to each side as its distance from
/// the end. In the middle, the lines end at the border: odd ones at column 0, even ones at
/// column 1.
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
pub const fn line_length(line: u8) -> usize {
    if line > LAST_LINE { 0 } else { (FIRSTS[line as usize + 1] - FIRSTS[line as usize]) as usize }
}

/// Returns the hexes of a transversal line, from left to right; none if it does not exist.
pub fn line_hexes(line: u8) -> impl DoubleEndedIterator<Item = Hex> + ExactSizeIterator {
    let first = if line > LAST_LINE { 0 } else { usize::from(FIRSTS[usize::from(line)]) };
    Hex::ALL[first..first + line_length(line)].iter().copied()
}

/// Displays the CTL coordinates, such as `F14`.
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

/// Parses CTL coordinates: a column in upper case and a line without leading zeros.
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
    fn the_board_has_the_hexes_of_the_rules() {
        let mut expected = Vec::new();
        for line in 0..=28_i8 {
            for (c, column) in (0_i8..).zip(Column::ALL) {
                let aside = (c - 7).abs();
                let exists = aside <= line && line <= 28 - aside && (line - c) % 2 != 0;
                assert_eq!(Hex::new(column, line as u8).is_some(), exists, "{column}{line}");
                expected.extend(exists.then_some((column, line as u8)));
            }
        }
        let coordinates: Vec<_> = Hex::ALL.iter().map(|hex| (hex.column(), hex.line())).collect();
        assert_eq!(coordinates, expected);
        assert!((29..=255).all(|line| Hex::new(Column::F, line).is_none() && line_length(line) == 0));
    }

    #[test]
    fn coordinates_survive_a_round_trip() {
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
    fn the_middle_is_coloured_and_the_kings_are_on_their_own_colour() {
        let shade = |text: &str| text.parse::<Hex>().map(Hex::shade);
        assert_eq!(shade("F14"), Ok(Shade::Coloured));
        assert_eq!(shade("G1"), Ok(Shade::White));
        assert_eq!(shade("G27"), Ok(Shade::Black));
    }
}

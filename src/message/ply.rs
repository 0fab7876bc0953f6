//! The number of a ply: a move number and a side.

use std::fmt;
use std::str::FromStr;

use shakmaty::Color;

use super::{Language, fill};

/// The number of a ply (a move of one side): a move number and a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlyNumber {
    /// The move number, which usually counts from 1.
    pub number: u32,
    /// The side that makes the move.
    pub side: Color,
}

impl Default for PlyNumber {
    fn default() -> PlyNumber {
        PlyNumber::START
    }
}

impl PlyNumber {
    /// The number of the first ply of a game: White's first move.
    pub const START: PlyNumber = PlyNumber { number: 1, side: Color::White };

    /// Returns the number of the next ply.
    #[must_use]
    pub const fn next(self) -> PlyNumber {
        match self.side {
            Color::White => PlyNumber { side: Color::Black, ..self },
            // the number may come from a file, where it may be the largest of the type
            Color::Black => PlyNumber { number: self.number.saturating_add(1), side: Color::White },
        }
    }

    /// Returns a number that grows by one with each ply.
    pub(crate) fn ordinal(self) -> u64 {
        2 * u64::from(self.number) + self.side.fold_wb(0, 1)
    }

    /// Describes where the ply is, to be appended to the place of a problem.
    pub(super) fn at_move(self, language: &Language) -> String {
        let side = self.side.fold_wb(language.white_side, language.black_side);
        fill(language.at_move, &[("number", &self.number), ("side", &side)])
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

/// The error of a text that is not the number of a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAPly;

/// Reads the number of a move with its side: `23w` or `23.` for White, `23b` or `23...` for Black.
impl FromStr for PlyNumber {
    type Err = NotAPly;

    fn from_str(text: &str) -> Result<PlyNumber, NotAPly> {
        // the dots of Black come first, because they end as White's number does
        let sides = [("...", Color::Black), ("b", Color::Black), (".", Color::White), ("w", Color::White)];
        let split = |(suffix, side)| Some((text.strip_suffix(suffix)?, side));
        let (number, side) = sides.into_iter().find_map(split).ok_or(NotAPly)?;
        Ok(PlyNumber { number: digits(number).ok_or(NotAPly)?, side })
    }
}

/// The positions of a main line from one to another, both by the number of plies from there to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FromEnd {
    /// The number of plies after the first position.
    pub first: usize,
    /// The number of plies after the last position.
    pub last: usize,
}

impl FromEnd {
    /// Returns the numbers of plies before the first and the last of these positions in a line of some plies. A first
    /// position before the start is the start. Returns `None` if the last one would be there.
    #[must_use]
    pub fn of(self, plies: usize) -> Option<(usize, usize)> {
        Some((plies.saturating_sub(self.first), plies.checked_sub(self.last)?))
    }
}

/// Reads `end-10..end`, `end-10..end-5`, or `end-10` for one position.
impl FromStr for FromEnd {
    type Err = NotAPly;

    fn from_str(text: &str) -> Result<FromEnd, NotAPly> {
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let (first, last) = (plies_to_end(first)?, plies_to_end(last)?);
        if first < last { Err(NotAPly) } else { Ok(FromEnd { first, last }) }
    }
}

/// Reads `end`, or how many plies before the end: `end-10`.
fn plies_to_end(text: &str) -> Result<usize, NotAPly> {
    let after = text.trim().strip_prefix("end").ok_or(NotAPly)?.trim_start();
    match after.strip_prefix('-').map(str::trim_start) {
        None if after.is_empty() => Ok(0),
        Some(plies) => digits(plies).ok_or(NotAPly),
        None => Err(NotAPly),
    }
}

/// Reads a number without a sign; `parse` would take a plus sign, too.
pub(crate) fn digits<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Displays a move number indication: `12.` for White, `12...` for Black.
impl fmt::Display for PlyNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, self.side.fold_wb(".", "..."))
    }
}

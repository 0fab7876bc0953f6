//! Sizes on the command line: of games in bytes, and of boards.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::message::parse_error::parse_error;

/// A size in bytes, as in `64M`: a number, with `K`, `M` or `G` for the powers of 1024.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(pub usize);

parse_error! {
    /// The error of a text that is not a size.
    NotASize = size_expected
}

const UNITS: [(char, usize); 3] = [('G', 1 << 30), ('M', 1 << 20), ('K', 1 << 10)];

impl FromStr for Size {
    type Err = NotASize;

    fn from_str(text: &str) -> Result<Size, NotASize> {
        let unit = UNITS.iter().find(|(letter, _)| text.to_ascii_uppercase().ends_with(*letter));
        let (digits, factor) = unit.map_or((text, 1), |(_, factor)| (&text[..text.len() - 1], *factor));
        let number = digits.parse().ok().filter(|number| *number > 0).ok_or(NotASize)?;
        // a size that does not fit is larger than any memory, so the maximum number serves as well
        Ok(Size(usize::saturating_mul(number, factor)))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = UNITS.iter().find(|(_, factor)| self.0.is_multiple_of(*factor));
        match unit {
            Some((letter, factor)) => write!(f, "{}{letter}", self.0 / factor),
            None => self.0.fmt(f),
        }
    }
}

/// The widths that a picture may have, in pixels.
const PIXELS: RangeInclusive<u32> = 16..=8192;

/// The size of boards, in the viewer or in pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardSize {
    /// In the viewer a piece is one character.
    Normal,
    /// In the viewer a piece is drawn in several characters, where the window is large enough.
    Large,
    /// A picture has this width in pixels.
    Pixels(u32),
}

parse_error! {
    /// The error of a text that is not a size.
    NotABoardSize = picture_size_expected
}

impl FromStr for BoardSize {
    type Err = NotABoardSize;

    fn from_str(text: &str) -> Result<BoardSize, NotABoardSize> {
        match text {
            "normal" => Ok(BoardSize::Normal),
            "large" => Ok(BoardSize::Large),
            _ => {
                let pixels = text.parse().ok().filter(|pixels| PIXELS.contains(pixels));
                pixels.map(BoardSize::Pixels).ok_or(NotABoardSize)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_a_number_and_perhaps_a_unit() {
        for (text, bytes) in [
            ("1", Ok(1)),
            ("500k", Ok(500 << 10)),
            ("64M", Ok(64 << 20)),
            ("2G", Ok(2 << 30)),
            ("18446744073709551615G", Ok(usize::MAX)),
            ("0", Err(NotASize)),
            ("", Err(NotASize)),
            ("M", Err(NotASize)),
            ("-1", Err(NotASize)),
            ("1.5M", Err(NotASize)),
            ("64MB", Err(NotASize)),
        ] {
            assert_eq!(text.parse::<Size>().map(|size| size.0), bytes, "{text}");
        }
        assert_eq!([1000, 64 << 20, 3 << 10].map(|bytes| Size(bytes).to_string()), ["1000", "64M", "3K"]);
    }
}

#[cfg(test)]
mod board_size_tests {
    use super::*;

    #[test]
    fn a_size_is_a_word_or_a_number_of_pixels() {
        for (text, size) in [
            ("normal", Ok(BoardSize::Normal)),
            ("large", Ok(BoardSize::Large)),
            ("720", Ok(BoardSize::Pixels(720))),
            ("15", Err(NotABoardSize)),
            ("8193", Err(NotABoardSize)),
            ("", Err(NotABoardSize)),
            ("360px", Err(NotABoardSize)),
        ] {
            assert_eq!(text.parse(), size, "{text}");
        }
    }
}

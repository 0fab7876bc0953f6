//! The size of boards (`--size`).

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use thiserror::Error;

use crate::message::{ENGLISH, Language};

/// How many pixels a picture may be wide.
const PIXELS: RangeInclusive<u32> = 16..=8192;

/// The size of boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardSize {
    /// In the viewer a piece is one character.
    Normal,
    /// In the viewer a piece is drawn in several characters, where the window is large enough.
    #[default]
    Large,
    /// A picture is so many pixels wide.
    Pixels(u32),
}

/// The error of a text that is not a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{}", self.message(&ENGLISH))]
pub struct NotABoardSize;

impl NotABoardSize {
    /// Says in a language what a size is.
    #[must_use]
    pub fn message(self, language: &Language) -> &'static str {
        language.command_line.picture_size_expected
    }
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

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardSize::Normal => f.write_str("normal"),
            BoardSize::Large => f.write_str("large"),
            BoardSize::Pixels(pixels) => pixels.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
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
            assert!(size.is_err() || size.map(|size| size.to_string()) == Ok(text.to_owned()));
        }
    }
}

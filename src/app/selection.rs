//! The selection of games by number (`--games`).

use std::ops::RangeInclusive;
use std::str::FromStr;

use thiserror::Error;

use crate::message::ENGLISH;
use crate::message::worded::worded;

/// A set of game numbers, as in `2-5,9`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection(Vec<RangeInclusive<usize>>);

worded! {
    /// The error of a text that is not a selection.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
    #[error("{}", self.message(&ENGLISH))]
    pub enum SelectionError(language) {
        /// A part is neither a number nor a range.
        NotANumber = language.command_line.game_number_expected;
        /// A number is 0.
        Zero = language.command_line.games_count_from_one;
        /// A range ends before it begins.
        Backwards = language.command_line.range_backwards;
    }
    /// Describes the error in a language.
    pub fn message;
}

impl Selection {
    /// Returns whether a game is selected by its number, counted from 1.
    pub fn contains(&self, number: usize) -> bool {
        self.0.iter().any(|range| range.contains(&number))
    }

    /// Returns the last selected number, `usize::MAX` if a range has no end.
    pub fn last(&self) -> usize {
        self.0.iter().map(|range| *range.end()).max().unwrap_or(0)
    }

    /// Returns whether one range selects a number and all after it.
    pub fn contains_all_from(&self, number: usize) -> bool {
        self.0.iter().any(|range| *range.end() == usize::MAX && range.contains(&number))
    }

    /// Returns the first selected number that a file with `count` games does not have.
    pub fn first_beyond(&self, count: usize) -> Option<usize> {
        let beyond = self.0.iter().filter_map(|range| {
            let end = if *range.end() == usize::MAX { *range.start() } else { *range.end() };
            (end > count).then(|| (*range.start()).max(count + 1))
        });
        beyond.min()
    }
}

impl FromStr for Selection {
    type Err = SelectionError;

    fn from_str(text: &str) -> Result<Selection, SelectionError> {
        text.split(',').map(parse_range).collect::<Result<_, _>>().map(Selection)
    }
}

fn parse_range(text: &str) -> Result<RangeInclusive<usize>, SelectionError> {
    let number = |text: &str| match text.trim().parse() {
        Ok(0) => Err(SelectionError::Zero),
        Ok(number) if !text.contains('+') => Ok(number),
        _ => Err(SelectionError::NotANumber),
    };
    let (start, end) = match text.split_once('-') {
        None => (number(text)?, number(text)?),
        Some((start, "")) => (number(start)?, usize::MAX),
        Some((start, end)) => (number(start)?, number(end)?),
    };
    if start > end { Err(SelectionError::Backwards) } else { Ok(start..=end) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_selection_is_a_list_of_numbers_and_ranges() {
        let selection: Selection = "2-5,9".parse().unwrap();
        let selected: Vec<_> = (1..=10).filter(|&n| selection.contains(n)).collect();
        assert_eq!(selected, [2, 3, 4, 5, 9]);
        assert_eq!((selection.last(), selection.contains_all_from(9)), (9, false));
        let open: Selection = "2,7-".parse().unwrap();
        assert_eq!(open.last(), usize::MAX);
        assert_eq!([2, 6, 7, 8].map(|n| open.contains_all_from(n)), [false, false, true, true]);
        for (text, error) in [
            ("0", SelectionError::Zero),
            ("5-2", SelectionError::Backwards),
            ("x", SelectionError::NotANumber),
            ("", SelectionError::NotANumber),
            ("-3", SelectionError::NotANumber),
            ("+1", SelectionError::NotANumber),
            ("1-+2", SelectionError::NotANumber),
            ("1,,2", SelectionError::NotANumber),
        ] {
            assert_eq!(text.parse::<Selection>(), Err(error), "{text}");
        }
    }

    #[test]
    fn the_first_missing_game_is_found() {
        for (text, count, beyond) in
            [("3", 3, None), ("3", 2, Some(3)), ("2-5,9", 4, Some(5)), ("7-", 7, None), ("7-", 6, Some(7))]
        {
            assert_eq!(text.parse::<Selection>().unwrap().first_beyond(count), beyond, "{text}");
        }
    }
}

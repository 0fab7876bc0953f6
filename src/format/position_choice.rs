//! The choice of positions of a game.

use std::str::FromStr;

use super::Context;
use crate::message::parse_error::parse_error;
use crate::message::{FromEnd, PlyNumber, digits};
use crate::rules::Rules;

/// Which positions of a game's main line are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum PositionChoice {
    /// The starting position.
    Start,
    /// The last position.
    #[default]
    End,
    /// Every position.
    Each,
    /// The position after a move.
    After(PlyNumber),
    /// The position after a number of plies.
    Plies(usize),
    /// The positions between two that are counted from the end.
    FromEnd(FromEnd),
    /// The first position that matches the question.
    Match,
    /// Every position that matches the question.
    Matches,
}

parse_error! {
    /// The error of a text that is not a choice of positions.
    NotAPosition = position_expected
}

impl PositionChoice {
    /// Returns whether the choice depends on a question.
    #[must_use]
    pub const fn asks(self) -> bool {
        matches!(self, PositionChoice::Match | PositionChoice::Matches)
    }

    /// Returns whether a game lacks the position that is named by a move or by a number of plies. `first` is the number
    /// of its first ply, and `plies` says how many it has.
    #[must_use]
    pub fn is_beyond(self, first: PlyNumber, plies: usize) -> bool {
        match self {
            PositionChoice::After(wanted) => {
                !(first.ordinal()..first.ordinal() + plies as u64).contains(&wanted.ordinal())
            }
            PositionChoice::Plies(wanted) => wanted > plies,
            PositionChoice::FromEnd(wanted) => wanted.of(plies).is_none(),
            _ => false,
        }
    }

    /// Returns whether the position has to be in a game, so that a game may lack it.
    #[must_use]
    pub const fn names_one(self) -> bool {
        matches!(self, PositionChoice::After(_) | PositionChoice::Plies(_) | PositionChoice::FromEnd(_))
    }
}

/// Selects the chosen positions of a game, one after another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChosenPositions<'a> {
    /// `None` leaves the choice to the format.
    choice: Option<PositionChoice>,
    /// The number of plies of the main line.
    plies: usize,
    /// The numbers of plies before the positions that match the question, in ascending order.
    matches: &'a [usize],
}

impl<'a> ChosenPositions<'a> {
    pub(crate) fn new<R: Rules>(
        choice: Option<PositionChoice>,
        context: &Context<'a, R>,
    ) -> ChosenPositions<'a> {
        ChosenPositions { choice, plies: context.played.len(), matches: context.matches }
    }

    /// Returns whether the position after `plies` plies, the last of which is `after`, is chosen. `usually` is the
    /// answer if the choice is left to the format.
    // each part of a board is asked for through this function, and the compiler does not inline it by itself
    #[inline]
    pub(crate) fn includes(
        self,
        plies: usize,
        after: Option<PlyNumber>,
        is_last: bool,
        usually: bool,
    ) -> bool {
        let Some(choice) = self.choice else { return usually };
        match choice {
            PositionChoice::Start => plies == 0,
            PositionChoice::End => is_last,
            PositionChoice::Each => true,
            PositionChoice::After(wanted) => after == Some(wanted),
            PositionChoice::Plies(wanted) => plies == wanted,
            PositionChoice::FromEnd(wanted) => {
                wanted.of(self.plies).is_some_and(|(first, last)| (first..=last).contains(&plies))
            }
            PositionChoice::Match => self.matches.first() == Some(&plies),
            // a long game may have matches at most of its positions
            PositionChoice::Matches => self.matches.binary_search(&plies).is_ok(),
        }
    }
}

/// Reads `start`, `end`, `each`, `match`, `matches`, `ply 45`, `end-10` or `end-10..end`, or the number of a move with
/// its side: `23w` or `23.` for White, `23b` or `23...` for Black.
impl FromStr for PositionChoice {
    type Err = NotAPosition;

    fn from_str(text: &str) -> Result<PositionChoice, NotAPosition> {
        let text = text.trim().to_ascii_lowercase();
        match &*text {
            "start" => return Ok(PositionChoice::Start),
            "end" => return Ok(PositionChoice::End),
            "each" => return Ok(PositionChoice::Each),
            "match" => return Ok(PositionChoice::Match),
            "matches" => return Ok(PositionChoice::Matches),
            _ => {}
        }
        if let Some(plies) = text.strip_prefix("ply") {
            let plies = digits::<u32>(plies.trim_start()).ok_or(NotAPosition)?;
            return Ok(PositionChoice::Plies(plies as usize));
        }
        let from_end = || text.parse().map(PositionChoice::FromEnd);
        text.parse().map(PositionChoice::After).or_else(|_| from_end()).map_err(|_| NotAPosition)
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Color;

    use super::*;

    #[test]
    fn a_position_is_named_by_its_move_or_its_plies() {
        let from_end = |first, last| Ok(PositionChoice::FromEnd(FromEnd { first, last }));
        let after = |number, side| Ok(PositionChoice::After(PlyNumber { number, side }));
        for (text, choice) in [
            ("start", Ok(PositionChoice::Start)),
            ("End", Ok(PositionChoice::End)),
            ("each", Ok(PositionChoice::Each)),
            ("matches", Ok(PositionChoice::Matches)),
            ("ply 45", Ok(PositionChoice::Plies(45))),
            ("ply0", Ok(PositionChoice::Plies(0))),
            ("23b", after(23, Color::Black)),
            ("23...", after(23, Color::Black)),
            ("7W", after(7, Color::White)),
            ("7.", after(7, Color::White)),
            ("end-10", from_end(10, 10)),
            ("END - 10 .. end", from_end(10, 0)),
            ("end-10..end-3", from_end(10, 3)),
            ("end..end-3", Err(NotAPosition)),
            ("end-+3", Err(NotAPosition)),
            ("end-", Err(NotAPosition)),
            ("end10", Err(NotAPosition)),
            ("end-10..", Err(NotAPosition)),
            ("end-99999999999999999999", Err(NotAPosition)),
            ("23", Err(NotAPosition)),
            ("b", Err(NotAPosition)),
            ("+2b", Err(NotAPosition)),
            ("99999999999b", Err(NotAPosition)),
            ("", Err(NotAPosition)),
        ] {
            assert_eq!(text.parse(), choice, "{text}");
        }
    }
}

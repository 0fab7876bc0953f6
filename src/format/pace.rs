//! The pace of a moving picture.

use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::message::{ENGLISH, Language};

/// For how long each position of a moving picture is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pace {
    /// All positions for the same time.
    Fixed(Duration),
    /// As long as the side to move thought, by the recorded clocks: at least 0.3 and at most 10 seconds,
    /// and one second where that is not known.
    Clock,
}

/// The error of a text that is not a pace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{}", self.message(&ENGLISH))]
pub struct NotAPace;

impl NotAPace {
    /// Says in a language what a pace is.
    #[must_use]
    pub fn message(self, language: &Language) -> &'static str {
        language.command_line.pace_expected
    }
}

impl Pace {
    const USUAL: Duration = Duration::from_secs(1);
    const SHORTEST: Duration = Duration::from_millis(300);
    const LONGEST: Duration = Duration::from_secs(10);

    /// Returns for how long a position is shown. `thinking` is the time that the next move took.
    pub(super) fn time(self, thinking: Option<Duration>) -> Duration {
        match self {
            Pace::Fixed(time) => time,
            Pace::Clock => thinking.map_or(Pace::USUAL, |time| time.clamp(Pace::SHORTEST, Pace::LONGEST)),
        }
    }
}

impl Default for Pace {
    fn default() -> Pace {
        Pace::Fixed(Pace::USUAL)
    }
}

/// Reads `clock`, or a number of seconds from 0.02 to 600, such as `1.5`.
impl FromStr for Pace {
    type Err = NotAPace;

    fn from_str(text: &str) -> Result<Pace, NotAPace> {
        if text == "clock" {
            return Ok(Pace::Clock);
        }
        let seconds = text.parse().ok().filter(|seconds| (0.02..=600.0).contains(seconds));
        seconds.map(|seconds| Pace::Fixed(Duration::from_secs_f64(seconds))).ok_or(NotAPace)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pace_is_a_number_of_seconds_or_that_of_the_clocks() {
        for (text, pace) in [
            ("clock", Ok(Pace::Clock)),
            ("1.5", Ok(Pace::Fixed(Duration::from_millis(1500)))),
            ("0.02", Ok(Pace::Fixed(Duration::from_millis(20)))),
            ("0", Err(NotAPace)),
            ("601", Err(NotAPace)),
            ("NaN", Err(NotAPace)),
            ("-1", Err(NotAPace)),
            ("", Err(NotAPace)),
        ] {
            assert_eq!(text.parse(), pace, "{text}");
        }
    }

    #[test]
    fn thinking_times_have_bounds() {
        let seconds = |pace: Pace, thinking: Option<f64>| {
            pace.time(thinking.map(Duration::from_secs_f64)).as_secs_f64()
        };
        let clock = [None, Some(0.1), Some(4.0), Some(3600.0)].map(|thinking| seconds(Pace::Clock, thinking));
        assert_eq!(clock, [1.0, 0.3, 4.0, 10.0]);
        assert_eq!(seconds(Pace::default(), Some(30.0)), 1.0);
    }
}

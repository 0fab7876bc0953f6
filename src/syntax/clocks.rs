//! The clocks of a game, and how long its moves took.

use std::mem;
use std::time::Duration;

use shakmaty::{ByColor, Color};

use super::{CommandValues, Game, Notation};

/// The clocks of a game that is gone through move by move.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clocks {
    /// The clock of each side after its last move, if it is known.
    last: ByColor<Option<Duration>>,
    increment: Duration,
}

impl Clocks {
    /// Begins with the first move of a game.
    pub(crate) fn of<N: Notation>(game: &Game<'_, N>) -> Clocks {
        let control = game.tag_value("TimeControl").unwrap_or_default();
        Clocks { last: ByColor::default(), increment: increment(&control) }
    }

    /// Returns how long a side took for its next move, if it is recorded or follows from its clock.
    pub(crate) fn spent(&mut self, side: Color, values: &CommandValues) -> Option<Duration> {
        let before = mem::replace(self.last.get_mut(side), values.clock);
        values.elapsed.or_else(|| (before? + self.increment).checked_sub(values.clock?))
    }
}

/// Returns what a `TimeControl` tag adds to a clock with each move, as in `180+2` or `40/5400+30:900+30`; nothing if that
/// is not known.
pub(crate) fn increment(time_control: &str) -> Duration {
    let added = time_control.split(':').next().and_then(|period| period.split_once('+'));
    let seconds = added.and_then(|(_, seconds)| seconds.parse().ok());
    seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()).unwrap_or_default()
}

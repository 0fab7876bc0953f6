//! The clocks of a game, and how long its moves took.

use std::mem;
use std::time::Duration;

use shakmaty::{ByColor, Color};

/// The clocks of a game that is gone through move by move.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clocks {
    /// The clock of each side after its last move, if it is known.
    pub(crate) last: ByColor<Option<Duration>>,
    increment: Duration,
}

impl Clocks {
    /// Begins with the first move of a game. The value of its tag `TimeControl` tells what is added to a clock with each
    /// move, as in `180+2` or `40/5400+30:900+30`; nothing if that is not known.
    pub(crate) fn of(time_control: &str) -> Clocks {
        let added = time_control.split(':').next().and_then(|period| period.split_once('+'));
        let seconds = added.and_then(|(_, seconds)| seconds.parse().ok());
        let increment = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Clocks { increment: increment.unwrap_or_default(), ..Clocks::default() }
    }

    /// Notes the clock of a side after its next move. Returns how long it took for that move, if it is recorded or
    /// follows from its clock.
    pub(crate) fn spent(
        &mut self,
        side: Color,
        clock: Option<Duration>,
        elapsed: Option<Duration>,
    ) -> Option<Duration> {
        let before = mem::replace(self.last.get_mut(side), clock);
        elapsed.or_else(|| (before? + self.increment).checked_sub(clock?))
    }
}

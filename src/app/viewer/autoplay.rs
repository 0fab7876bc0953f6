//! Autoplay: moves that follow by themselves.

use std::time::Duration;

use super::tree::{Node, Tree};

/// The settings of autoplay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Autoplay {
    /// What decides when the next move follows.
    pub mode: Mode,
    /// The binary logarithm of the speed: 1 is twice as fast, -1 half as fast.
    speed: i32,
}

/// What decides the time between two moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Nothing: autoplay is off.
    #[default]
    Off,
    /// A fixed pace.
    Pace,
    /// The thinking time, by the clocks recorded in the game.
    Clocks,
}

impl Autoplay {
    /// The number of seconds between moves at normal speed.
    const PACE: f64 = 2.0;
    /// The minimum number of seconds between moves.
    const MIN_DELAY: f64 = 0.05;
    const MAX_SPEED: i32 = 8;
    const MIN_SPEED: i32 = -4;

    /// Switches to the next mode. [`Mode::Clocks`] is only for games with recorded clocks.
    pub fn cycle(&mut self, has_clocks: bool) {
        self.mode = match self.mode {
            Mode::Off => Mode::Pace,
            Mode::Pace if has_clocks => Mode::Clocks,
            Mode::Pace | Mode::Clocks => Mode::Off,
        };
    }

    /// Doubles the speed, or halves it.
    pub fn change_speed(&mut self, change: i32) {
        self.speed = (self.speed + change).clamp(Autoplay::MIN_SPEED, Autoplay::MAX_SPEED);
    }

    /// Returns the seconds between moves at a fixed pace.
    pub fn pace(self) -> f64 {
        Autoplay::PACE / self.factor()
    }

    /// Returns the speed as a factor: 2.0 is twice as fast as normal, or as the clocks.
    pub fn factor(self) -> f64 {
        f64::from(self.speed).exp2()
    }

    /// Returns how long the position after a move stays before the next move follows, or
    /// `None` if none follows. A move without a known thinking time follows at the fixed pace.
    pub fn delay(self, tree: &Tree, node: usize) -> Option<Duration> {
        let next = tree.next(node)?;
        let seconds = match self.mode {
            Mode::Off => return None,
            Mode::Pace => self.pace(),
            Mode::Clocks => thinking_time(tree, next).map_or(self.pace(), |seconds| seconds / self.factor()),
        };
        Duration::try_from_secs_f64(seconds.max(Autoplay::MIN_DELAY)).ok()
    }
}

/// Returns the thinking time of a move in seconds, if it is recorded or follows from the clock of its side.
fn thinking_time(tree: &Tree, node: usize) -> Option<f64> {
    let side = tree.node(node).at.side;
    let last = tree.line_back(node).skip(1).find(|&other| tree.node(other).at.side == side);
    let mut clocks = tree.clocks();
    *clocks.last.get_mut(side) = last.and_then(|last| tree.nodes[last].clock);
    let Node { clock, elapsed, .. } = tree.nodes[node];
    clocks.spent(side, clock, elapsed).map(|time| time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::viewer::tree::START;
    use crate::app::viewer::tree::tests::tree;

    #[test]
    fn moves_follow_at_a_pace_or_by_the_clocks() {
        let text = "1. e4 {[%clk 0:10:00]} e5 {[%clk 0:10:00]} 2. d4 {[%clk 0:09:52]} Nf6 *";
        let plain = tree("t", text);

        let mut autoplay = Autoplay::default();
        let seconds =
            |autoplay: Autoplay, node| autoplay.delay(&plain, node).map(|delay| delay.as_secs_f64());
        assert_eq!(seconds(autoplay, START), None);
        autoplay.cycle(true);
        assert_eq!(seconds(autoplay, START), Some(2.0));
        autoplay.change_speed(1);
        assert_eq!(seconds(autoplay, START), Some(1.0));
        autoplay.cycle(true);
        assert_eq!(seconds(autoplay, 2), Some(4.0), "the thinking time is eight seconds");
        let with_increment = tree("t", &format!("[TimeControl \"600+2\"]\n\n{text}"));
        assert_eq!(autoplay.delay(&with_increment, 2), Some(Duration::from_secs(5)));
        assert_eq!(seconds(autoplay, 3), Some(1.0), "the thinking time is unknown");
        assert_eq!(seconds(autoplay, 4), None, "no move follows");
        autoplay.cycle(true);
        assert_eq!(autoplay.mode, Mode::Off);
    }
}

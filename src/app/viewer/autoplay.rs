//! Moves that follow by themselves.

use std::time::Duration;

use super::tree::Tree;

/// How a game plays by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Autoplay {
    /// Whether it does, and how.
    pub mode: Mode,
    /// How often the pace has been doubled; halved if it is negative.
    speed: i32,
}

/// What the time between two moves depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Nothing plays by itself.
    #[default]
    Off,
    /// A pace.
    Pace,
    /// The time that the clocks say was thought.
    Clocks,
}

impl Autoplay {
    const PACE: f64 = 2.0;
    const SHORTEST: f64 = 0.05;
    const FASTEST: i32 = 8;
    const SLOWEST: i32 = -4;

    /// Goes on to the next mode. By the clocks plays only a game that has their times.
    pub fn turn(&mut self, has_clocks: bool) {
        self.mode = match self.mode {
            Mode::Off => Mode::Pace,
            Mode::Pace if has_clocks => Mode::Clocks,
            Mode::Pace | Mode::Clocks => Mode::Off,
        };
    }

    /// Doubles the pace, or halves it.
    pub fn change(&mut self, faster: bool) {
        let change = if faster { 1 } else { -1 };
        self.speed = (self.speed + change).clamp(Autoplay::SLOWEST, Autoplay::FASTEST);
    }

    /// Returns the seconds between moves at the pace.
    #[must_use]
    pub fn pace(self) -> f64 {
        Autoplay::PACE / self.factor()
    }

    /// Returns how much faster than the clocks it goes.
    #[must_use]
    pub fn factor(self) -> f64 {
        f64::from(self.speed).exp2()
    }

    /// Returns how long the position behind a move stays, if another one follows by itself.
    #[must_use]
    pub fn delay(self, tree: &Tree, number: usize) -> Option<Duration> {
        let next = tree.main_child(number)?;
        let seconds = match self.mode {
            Mode::Off => return None,
            Mode::Pace => self.pace(),
            Mode::Clocks => thought(tree, next).map_or(self.pace(), |thought| thought / self.factor()),
        };
        Duration::try_from_secs_f64(seconds.max(Autoplay::SHORTEST)).ok()
    }
}

/// Returns for how many seconds a move was thought about: by how much its side's clock
/// has fallen since its last move.
fn thought(tree: &Tree, number: usize) -> Option<f64> {
    let node = tree.node(number);
    let mut earlier = tree.line_back(number).skip(1).map(|at| tree.node(at));
    let last = earlier.find(|other| other.at.side == node.at.side)?;
    Some((last.clock? - node.clock?).max(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::viewer::tree::START;
    use crate::app::viewer::tree::tests::tree;

    #[test]
    fn moves_follow_at_a_pace_or_by_the_clocks() {
        let text = "1. e4 {[%clk 0:10:00]} e5 {[%clk 0:10:00]} 2. d4 {[%clk 0:09:52]} Nf6 *";
        let tree = tree("t", text);

        let mut autoplay = Autoplay::default();
        let seconds = |autoplay: Autoplay, at| autoplay.delay(&tree, at).map(|delay| delay.as_secs_f64());
        assert_eq!(seconds(autoplay, START), None);
        autoplay.turn(true);
        assert_eq!(seconds(autoplay, START), Some(2.0));
        autoplay.change(true);
        assert_eq!(seconds(autoplay, START), Some(1.0));
        autoplay.turn(true);
        assert_eq!(seconds(autoplay, 2), Some(4.0), "eight seconds were thought");
        assert_eq!(seconds(autoplay, 3), Some(1.0), "how long is not known");
        assert_eq!(seconds(autoplay, 4), None, "no move follows");
        autoplay.turn(true);
        assert_eq!(autoplay.mode, Mode::Off);
    }
}

//! How much there was.

/// How much there was in all sources together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(serde::Serialize))]
pub struct Summary {
    /// How many games were read.
    pub games: usize,
    /// How many moves their main lines have, up to an error.
    pub moves: usize,
    /// How many variations they have, up to an error.
    pub variations: usize,
    /// How many of them were shown; `None` if none was to be.
    pub shown: Option<usize>,
    /// How many of them have an error.
    pub faulty: usize,
    /// How many errors there were, shown or not.
    pub errors: usize,
    /// How many warnings there were.
    pub warnings: usize,
}

impl Summary {
    /// Adds what was counted elsewhere. If nothing was to be shown here, nothing was there.
    pub fn add(&mut self, other: &Summary) {
        self.games += other.games;
        self.moves += other.moves;
        self.variations += other.variations;
        self.faulty += other.faulty;
        self.errors += other.errors;
        self.warnings += other.warnings;
        self.shown = self.shown.map(|shown| shown + other.shown.unwrap_or(0));
    }

    /// Counts a game that was shown.
    pub fn count_shown(&mut self) {
        self.shown = self.shown.map(|shown| shown + 1);
    }
}

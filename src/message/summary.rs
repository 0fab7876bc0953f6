//! The totals of a run.

/// The totals of all sources.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(serde::Serialize))]
pub struct Summary {
    /// The number of games read.
    pub games: usize,
    /// The number of games among them that match the question. Only these count for the numbers below.
    /// `None` if there is no question.
    #[cfg_attr(feature = "cli", serde(skip_serializing_if = "Option::is_none"))]
    pub matching: Option<usize>,
    /// The number of moves (plies) in their main lines, up to an error.
    pub moves: usize,
    /// The number of variations in them, up to an error.
    pub variations: usize,
    /// The number of games shown; `None` if games are only checked.
    pub shown: Option<usize>,
    /// The number of duplicates among them that were left out; `None` if duplicates are kept.
    #[cfg_attr(feature = "cli", serde(skip_serializing_if = "Option::is_none"))]
    pub duplicates: Option<usize>,
    /// The number of games with an error.
    pub faulty: usize,
    /// The number of errors, written or not.
    pub errors: usize,
    /// The number of warnings, written or not.
    pub warnings: usize,
}

impl Summary {
    /// Adds other totals. `matching`, `shown` and `duplicates` stay `None` if they are `None` here.
    pub fn add(&mut self, other: &Summary) {
        self.games += other.games;
        self.moves += other.moves;
        self.variations += other.variations;
        self.faulty += other.faulty;
        self.errors += other.errors;
        self.warnings += other.warnings;
        self.matching = self.matching.map(|count| count + other.matching.unwrap_or(0));
        self.shown = self.shown.map(|shown| shown + other.shown.unwrap_or(0));
        self.duplicates = self.duplicates.map(|count| count + other.duplicates.unwrap_or(0));
    }

    /// Counts one more game as shown.
    pub fn count_shown(&mut self) {
        self.shown = self.shown.map(|shown| shown + 1);
    }
}

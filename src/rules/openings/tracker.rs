//! Finds the opening of a game while its moves are played.

use super::{Opening, index_of};
use crate::rules::Rules;

/// Sees the positions of a main line, one after the other, and keeps the last opening named.
///
/// A game that transposes out of an opening and into another has the name of the later one, and keeps it
/// when its moves are in no table any more.
///
/// # Examples
///
/// ```
/// use escaque::notation::pgn::San;
/// use escaque::rules::square::Chess;
/// use escaque::rules::{OpeningTracker, Replay};
/// use escaque::syntax::Games;
/// use escaque::text::Source;
///
/// let source = Source::new("t.pgn", b"1. c4 e6 2. d4 d5 3. h4 *".to_vec());
/// let game = Games::<San>::new(&source).next().unwrap()?;
/// let mut replay = Replay::main_line(&game, Chess::default());
/// let mut tracker = OpeningTracker::default();
/// tracker.see(replay.position());
/// while replay.advance()?.is_some() {
///     tracker.see(replay.position());
/// }
/// let opening = tracker.opening().unwrap();
/// assert_eq!((opening.eco, opening.name), ("D30", "Queen's Gambit Declined"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct OpeningTracker {
    /// The index of the last opening named.
    last: Option<usize>,
}

impl OpeningTracker {
    /// Sees the next position, of which the first is the one that the game begins with.
    pub fn see<R: Rules>(&mut self, position: &R) {
        self.last = index_of(position).or(self.last);
    }

    /// Returns the last opening named.
    #[must_use]
    pub fn opening(&self) -> Option<Opening> {
        self.last.map(Opening::at)
    }
}

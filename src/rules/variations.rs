//! The open lines of a replay, which it returns to at the end of each variation.
//!
//! One more level of nesting takes only a few bytes of text, and a position is much larger.
//! Therefore only the moves of a line and every eighth position are stored. The other positions are
//! found by replaying the moves from the last stored one.

use shakmaty::Color;

use super::Rules;
use crate::syntax::Replaced;
use crate::text::work;

/// The number of moves between two checkpoints.
const INTERVAL: usize = 8;

/// The current line of a replay, and the lines around it.
#[derive(Clone, Debug)]
pub(super) struct Lines<R: Rules> {
    /// The moves from the start of the game to the end of the current line.
    moves: Vec<R::Move>,
    /// The positions before the first move and after every [`INTERVAL`] moves, up to the
    /// move at which a variation last began or ended.
    checkpoints: Vec<R>,
    /// The number of moves before the current line branches off.
    branch: usize,
    /// The lines around the current one, the main line first.
    outer: Vec<Outer<R::Move>>,
}

/// A line that is interrupted by a variation.
#[derive(Clone, Debug)]
struct Outer<M> {
    branch: usize,
    /// The moves that the variation replaces, in the order of the line.
    replaced: [Option<M>; 2],
}

impl<R: Rules> Lines<R> {
    /// Creates the main line of a game with at most `most` moves.
    pub(super) fn from(start: R, most: usize) -> Lines<R> {
        Lines { moves: Vec::with_capacity(most), checkpoints: vec![start], branch: 0, outer: Vec::new() }
    }

    /// Returns the number of open variations.
    pub(super) const fn depth(&self) -> usize {
        self.outer.len()
    }

    /// Returns how many moves of the line around it the current line replaces.
    pub(super) fn replaced(&self) -> usize {
        self.outer.last().map_or(0, |outer| outer.replaced.iter().flatten().count())
    }

    /// Plays a move in `position`, which is the one at the end of the current line.
    pub(super) fn play(&mut self, position: &mut R, resolved: R::Move) {
        position.play(resolved);
        self.moves.push(resolved);
    }

    /// Returns the positions of the current line, from the start of the game on.
    pub(super) fn history(&self) -> impl Iterator<Item = R> {
        let start = self.checkpoints[0].clone();
        let later = self.moves.iter().scan(start.clone(), |position, resolved| {
            work::count(1);
            position.play(*resolved);
            Some(position.clone())
        });
        std::iter::once(start).chain(later)
    }

    /// Returns the positions before the last moves of the current line, for up to `most` moves.
    pub(super) fn last_positions(&self, most: usize) -> Vec<R> {
        let first = self.moves.len().saturating_sub(most);
        let checkpoint = (first / INTERVAL).min(self.checkpoints.len() - 1);
        let mut position = self.checkpoints[checkpoint].clone();
        let mut positions = Vec::with_capacity(most);
        for (resolved, at) in self.moves[checkpoint * INTERVAL..].iter().zip(checkpoint * INTERVAL..) {
            work::count(1);
            if at >= first {
                positions.push(position.clone());
            }
            position.play(*resolved);
        }
        positions
    }

    /// Begins a variation, and returns the position that it starts from.
    ///
    /// `turn` is the side to move at the end of the current line. If that line does not reach back
    /// to the move that the variation replaces, the variation replaces no move.
    pub(super) fn enter(&mut self, replaces: Replaced, turn: Color) -> R {
        // in C'escacs a variation may replace the last move but one: one that begins with White's move replaces
        // White's last move, even after a move of Black's
        let back = replaces.moves_back(turn);
        let length = self.moves.len();
        let branch = length.checked_sub(back).filter(|at| *at >= self.branch).unwrap_or(length);
        let mut undone = self.moves.drain(branch..);
        let replaced = [undone.next(), undone.next()];
        drop(undone);
        self.outer.push(Outer { branch: self.branch, replaced });
        self.branch = branch;
        self.last_position()
    }

    /// Ends the variation, and returns the position at the end of the line around it.
    /// Returns `None` if the current line is the main line.
    pub(super) fn leave(&mut self) -> Option<R> {
        let Outer { branch, replaced } = self.outer.pop()?;
        self.moves.truncate(self.branch);
        self.branch = branch;
        let mut position = self.last_position();
        for resolved in replaced.into_iter().flatten() {
            self.play(&mut position, resolved);
        }
        Some(position)
    }

    /// Returns the position at the end of the current line, and updates the checkpoints.
    fn last_position(&mut self) -> R {
        self.checkpoints.truncate(self.moves.len() / INTERVAL + 1);
        let last = self.checkpoints.len() - 1;
        let mut position = self.checkpoints[last].clone();
        let since = &self.moves[last * INTERVAL..];
        work::count(since.len());
        for (resolved, count) in since.iter().zip(1..) {
            position.play(*resolved);
            if count % INTERVAL == 0 {
                self.checkpoints.push(position.clone());
            }
        }
        position
    }
}

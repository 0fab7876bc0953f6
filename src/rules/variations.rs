//! The lines that a walk has left for a variation, so that it can go back to them.
//!
//! A position is much larger than what is written to nest one more variation. So
//! only the moves of a line are remembered, and few of its positions: the others
//! are found by playing again from the last that was kept.

use shakmaty::Color;

use super::Rules;
use crate::syntax::Replaced;

/// How many moves are played for one position that is kept.
const INTERVAL: usize = 8;

/// The line that a walk is in, and those around it.
#[derive(Clone, Debug)]
pub(super) struct Lines<R: Rules> {
    /// The moves from the start of the game to the end of the line.
    moves: Vec<R::Move>,
    /// The positions before the first of them and before every [`INTERVAL`]th, up to where
    /// a variation last began or ended.
    kept: Vec<R>,
    /// How many of the moves come before the line.
    departure: usize,
    /// The lines around it, outermost first.
    outer: Vec<Outer<R::Move>>,
}

/// A line that waits for a variation to end.
#[derive(Clone, Debug)]
struct Outer<M> {
    departure: usize,
    /// The moves that the variation replaces, from the first.
    replaced: [Option<M>; 2],
}

impl<R: Rules> Lines<R> {
    /// Begins the main line of a game that has no more than `most` moves.
    pub(super) fn from(start: R, most: usize) -> Lines<R> {
        Lines { moves: Vec::with_capacity(most), kept: vec![start], departure: 0, outer: Vec::new() }
    }

    /// Returns how many variations are open.
    pub(super) const fn depth(&self) -> usize {
        self.outer.len()
    }

    /// Plays a move in the position at the end of the line.
    pub(super) fn play(&mut self, position: &mut R, resolved: R::Move) {
        position.play(resolved);
        self.moves.push(resolved);
    }

    /// Begins a variation behind a line after which it is the turn of a side, and
    /// returns the position it departs from. If the line has no move that it could
    /// replace, it replaces none.
    pub(super) fn enter(&mut self, replaces: Replaced, turn: Color) -> R {
        let back = match replaces {
            Replaced::LastMoveOf(side) if side == turn => 2,
            Replaced::LastMove | Replaced::LastMoveOf(_) => 1,
        };
        let length = self.moves.len();
        let departure = length.checked_sub(back).filter(|at| *at >= self.departure).unwrap_or(length);
        let mut undone = self.moves.drain(departure..);
        let replaced = [undone.next(), undone.next()];
        drop(undone);
        self.outer.push(Outer { departure: self.departure, replaced });
        self.departure = departure;
        self.last_position()
    }

    /// Ends the variation, and returns the position at the end of the line around it.
    pub(super) fn leave(&mut self) -> Option<R> {
        let Outer { departure, replaced } = self.outer.pop()?;
        self.moves.truncate(self.departure);
        self.departure = departure;
        let mut position = self.last_position();
        for resolved in replaced.into_iter().flatten() {
            self.play(&mut position, resolved);
        }
        Some(position)
    }

    /// Forgets the positions that are not on the way to the last, and finds that.
    fn last_position(&mut self) -> R {
        self.kept.truncate(self.moves.len() / INTERVAL + 1);
        let behind_kept = (self.kept.len() - 1) * INTERVAL;
        let mut position = self.kept[self.kept.len() - 1].clone();
        for (resolved, count) in self.moves[behind_kept..].iter().zip(1..) {
            position.play(*resolved);
            if count % INTERVAL == 0 {
                self.kept.push(position.clone());
            }
        }
        position
    }
}

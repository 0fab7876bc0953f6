//! Changes of games before they are written: a part of the moves, a game for each line, what is left out, and tags that
//! are set or renamed.
//!
//! Each change makes a game of the one before, by a filter on its flat movetext or on its tags: [`Part`], then the lines
//! (`lines.rs`), then [`Dropped`], then [`TagChanges`]. The game that was read stays as it is.

mod dropped;
mod lines;
mod part;
mod tags;

use std::ops::ControlFlow;

use crate::rules::{Illegal, Rules};
use crate::syntax::Game;
use crate::text::Text;

pub use dropped::{Dropped, NotADrop};
pub use part::{NotAPart, Part};
pub use tags::{NotATagChange, Renaming, Setting, TagChanges};

/// What is changed of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The part of the main line that is left.
    pub part: Option<Part>,
    /// Whether each variation becomes a game.
    pub divides_lines: bool,
    /// What is left out.
    pub dropped: Dropped,
    /// The tags that are set or renamed.
    pub tags: TagChanges,
}

/// The moves of a game's main line, and which positions match a question.
#[derive(Clone, Copy, Debug)]
pub struct MainLine<'a, M> {
    /// The moves.
    pub played: &'a [M],
    /// The numbers of plies before the positions, in ascending order.
    pub matches: &'a [usize],
    /// What to do with illegal moves, of variations too.
    pub illegal: Illegal,
}

/// What a change could not do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unchanged {
    /// The game has nothing of the part, so it is left out.
    OutsidePart,
    /// The game has the new name already, so it keeps both tags.
    NameTaken(Renaming),
    /// The notation of the game has no such result, so it keeps its own.
    NoSuchResult(String),
}

impl Changes {
    /// Calls `show` for each game that the changes make of one, and `tell` for what they could not do.
    ///
    /// # Errors
    ///
    /// Returns the first error of `show`.
    pub fn apply<R: Rules, B, E>(
        &self,
        game: &Game<'_, R::Notation>,
        line: MainLine<'_, R::Move>,
        mut show: impl FnMut(&Game<'_, R::Notation>, MainLine<'_, R::Move>) -> Result<ControlFlow<B>, E>,
        mut tell: impl FnMut(Unchanged),
    ) -> Result<ControlFlow<B>, E> {
        let taken = match self.part {
            Some(part) => match part.of::<R>(game, line.played) {
                Some(taken) => Some(taken),
                None => {
                    tell(Unchanged::OutsidePart);
                    return Ok(ControlFlow::Continue(()));
                }
            },
            None => None,
        };
        let shifted: Vec<usize>;
        let part;
        let (game, line) = match &taken {
            None => (game, line),
            Some(taken) => {
                shifted = taken.positions(line.matches);
                part = taken.game(game);
                (&part, MainLine { played: &line.played[taken.range()], matches: &shifted, ..line })
            }
        };
        let mut finish = |game: &Game<'_, R::Notation>, line: MainLine<'_, R::Move>| {
            let added;
            let left = match self.dropped.movetext(game) {
                Some(left) => {
                    added = left.added;
                    let result = game.result.map(|(outcome, _)| (outcome, left.result));
                    Some(Game { added: Text(added.as_bytes()), result, ..game.with_movetext(left.movetext) })
                }
                None => None,
            };
            let game = left.as_ref().unwrap_or(game);
            let tagged = self.tags.game(game, &self.dropped, &mut tell);
            show(tagged.as_ref().unwrap_or(game), line)
        };
        if !self.divides_lines {
            return finish(game, line);
        }
        lines::each::<R, B, E>(game, line, &mut finish)
    }
}

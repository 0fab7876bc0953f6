//! The games that are merged into trees (`--merge`).

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::app::file_problems::OutputFault;
use crate::app::size::Size;
use crate::format::Context;
use crate::library::{Game, MergedGame, Position};
use crate::message::Severity;
use crate::rules::Rules;
use crate::syntax::MOST_LEVELS;
use crate::text::Source;

/// A tree of one game, or of several with the same start.
pub struct MergedTree {
    pub merged: MergedGame,
    /// The source of the first game, of which only the name and the place of the game are left.
    pub place: Source,
    /// The numbers of games in the files before the first game, and before it in its file.
    pub games_before: [usize; 2],
    /// The positions of the first game that answer the question, each by the number of plies before it.
    pub matches: Vec<usize>,
}

impl MergedTree {
    /// Creates the tree of a game, unless the game has an error or no moves.
    pub fn of<R: Rules>(context: &Context<'_, R>) -> Option<MergedTree> {
        let Context { game, played, matches, illegal, diagnostics, .. } = *context;
        let has_error = diagnostics.iter().any(|found| found.severity == Severity::Error);
        if played.is_empty() || game.cut_at.is_some() || has_error {
            return None;
        }
        let merged = MergedGame::new(Game::read::<R>(game, illegal, played)?);
        let place = context.source?.changed_part(game.begins_at, Vec::new());
        Some(MergedTree { merged, place, games_before: [0, 0], matches: matches.to_vec() })
    }
}

/// The trees so far. Together they may be as large as a game.
pub struct MergedGames {
    pub trees: Vec<MergedTree>,
    /// The number of the tree that begins with a position.
    by_start: HashMap<Position, usize>,
    /// The approximate size of their texts in bytes.
    size: usize,
    max_size: usize,
}

impl MergedGames {
    pub(super) fn new(max_size: usize) -> MergedGames {
        MergedGames { trees: Vec::new(), by_start: HashMap::new(), size: 0, max_size }
    }

    /// Adds a game to the tree with its start. It is the first of a new one if there is none.
    pub(super) fn add(&mut self, game: MergedTree) -> Result<(), OutputFault> {
        let at = match self.by_start.entry(game.merged.game.start().clone()) {
            Entry::Vacant(new) => {
                self.size += game.merged.size;
                self.trees.push(game);
                *new.insert(self.trees.len() - 1)
            }
            Entry::Occupied(known) => {
                let merged = &mut self.trees[*known.get()].merged;
                self.size -= merged.size;
                merged.add(&game.merged);
                self.size += merged.size;
                *known.get()
            }
        };
        // this program, too, reads no deeper variations
        let is_too_large = self.size > self.max_size || self.trees[at].merged.levels > MOST_LEVELS;
        if is_too_large { Err(OutputFault::TreeTooLarge(Size(self.max_size))) } else { Ok(()) }
    }
}

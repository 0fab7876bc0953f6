//! The games with which longer games begin (`--unique=beginnings`).

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::kept_games::{CountedGame, FilesOfGames, GameIdentity, Identity};
use crate::message::Duplicate;
use crate::syntax::Outcome;

/// The games with which longer ones begin. All games are read twice to find them: first their ends are noted, and then
/// which games go beyond one.
#[derive(Default)]
pub struct LongerGames {
    pub reading: Reading,
    /// Whether games are shown of a file with an error.
    pub shows_faulty: bool,
    /// For the key of each end, the number of plies and the ordinal of the first of the longest games that go beyond it.
    by_end: HashMap<u64, Longest, BuildHasherDefault<Identity>>,
    /// What has been found in the current file. It counts if the games of the file are shown.
    found: Vec<(u64, Longest)>,
    files: FilesOfGames,
}

/// What is looked for when all games are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    #[default]
    Ends,
    Longer,
    /// Nothing any more: the games that have been found are left out.
    Nothing,
}

/// The number of plies of a game, and its ordinal across all files.
type Longest = (usize, usize);

impl LongerGames {
    /// Notes a game. Returns it as a duplicate of the longest game that begins with it, once all are known.
    pub(super) fn add(&mut self, game: &CountedGame<'_>) -> Option<Duplicate<'_>> {
        let GameIdentity { line, result, .. } = &game.identity;
        let [before @ .., end] = &line[..] else { return None };
        let this = (line.len(), game.ordinal());
        match self.reading {
            Reading::Ends => self.found.push((key(*end, *result), (0, 0))),
            Reading::Longer => {
                self.files.add(game);
                // the result of the shorter game is the same, or not known
                let keys =
                    before.iter().flat_map(|end| [*result, Outcome::Unknown].map(|result| key(*end, result)));
                self.found.extend(keys.filter(|key| self.by_end.contains_key(key)).map(|key| (key, this)));
            }
            Reading::Nothing => {
                let (plies, ordinal) = *self.by_end.get(&key(*end, *result))?;
                return (plies > 0).then(|| self.files.duplicate(game, ordinal));
            }
        }
        None
    }

    pub(super) fn leave_file(&mut self, is_faulty: bool) {
        let is_shown = self.shows_faulty || !is_faulty;
        for (key, longer) in self.found.drain(..).filter(|_| is_shown) {
            let longest = self.by_end.entry(key).or_default();
            if longer.0 > longest.0 {
                *longest = longer;
            }
        }
    }
}

/// Returns the key of a game by the hash of its line.
const fn key(line: u64, result: Outcome) -> u64 {
    line.wrapping_add(result as u64)
}

//! The games that have been kept, by which later duplicates are recognised.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hasher};

/// The games kept so far, in sixteen bytes each.
#[derive(Default)]
pub(super) struct KeptGames {
    /// For the hash of each game, its ordinal across all files. There are several tables, because a
    /// table is copied when it grows. The peak of memory then is 2 % higher; with one table it
    /// would be 50 % higher.
    tables: [HashMap<u64, u64, BuildHasherDefault<Identity>>; TABLES],
    /// The name of each file, and the ordinal of its first game.
    files: Vec<(String, usize)>,
}

/// The number of tables.
const TABLES: usize = 32;

/// The game that a duplicate repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FirstGame<'k> {
    /// The name of its file.
    pub(super) file: &'k str,
    /// Its number in that file, counted from 1.
    pub(super) number: usize,
}

impl KeptGames {
    /// Adds a game by its hash. `games_before` is the number of games in the files before this one, and
    /// `number` that in this file, counted from 1. Returns the first game that is the same, if there is one.
    pub(super) fn add(
        &mut self,
        hash: u64,
        file: &str,
        games_before: usize,
        number: usize,
    ) -> Option<FirstGame<'_>> {
        // the tables themselves use the first and the last bits of the hash
        match self.tables[(hash >> 48) as usize % TABLES].entry(hash) {
            Entry::Vacant(entry) => {
                entry.insert((games_before + number) as u64);
                if self.files.last().is_none_or(|(name, before)| (&**name, *before) != (file, games_before)) {
                    self.files.push((file.to_owned(), games_before));
                }
                None
            }
            Entry::Occupied(entry) => {
                let ordinal = *entry.get() as usize;
                let after = self.files.partition_point(|(_, before)| *before < ordinal);
                let (file, before) = &self.files[after - 1];
                Some(FirstGame { file, number: ordinal - before })
            }
        }
    }
}

/// A hasher that takes a hash as it is.
#[derive(Default)]
struct Identity(u64);

impl Hasher for Identity {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0 << 8 | u64::from(*byte));
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_game_is_found_in_its_file() {
        let mut kept = KeptGames::default();
        assert_eq!(kept.add(7, "a", 0, 1), None);
        assert_eq!(kept.add(8, "a", 0, 3), None);
        assert_eq!(kept.add(7, "a", 0, 4), Some(FirstGame { file: "a", number: 1 }));
        // a file that has only duplicates, and one that is read twice
        assert_eq!(kept.add(8, "b", 4, 1), Some(FirstGame { file: "a", number: 3 }));
        assert_eq!(kept.add(9, "c", 5, 1), None);
        assert_eq!(kept.add(10, "c", 6, 1), None);
        assert_eq!(kept.add(9, "d", 7, 1), Some(FirstGame { file: "c", number: 1 }));
        assert_eq!(kept.add(10, "d", 7, 2), Some(FirstGame { file: "c", number: 1 }));
    }
}

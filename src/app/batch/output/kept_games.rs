//! The games that have been kept, by which later duplicates are recognised.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher, Hash, Hasher};

use crate::app::cli::Unique;
use crate::message::Duplicate;
use crate::rules::Rules;
use crate::syntax::{Game, Outcome};

/// What identifies a game.
#[derive(Clone, Debug)]
pub struct GameIdentity {
    /// The hash of the variant, the starting position and the moves of the main line.
    moves: u64,
    pub(super) result: Outcome,
    /// After each move, the hash of the players, the start and the moves so far, if beginnings are searched for.
    pub(super) line: Vec<u64>,
}

impl GameIdentity {
    /// Returns what identifies a game, whose main line has the moves `played`, or a position of a list. Returns `None`
    /// for a game without moves: it is never a duplicate.
    ///
    /// The move number and the halfmove clock of the starting position do not count.
    pub fn of<R: Rules>(
        game: &Game<'_, R::Notation>,
        played: &[R::Move],
        unique: Unique,
    ) -> Option<GameIdentity> {
        if played.is_empty() && !game.is_listed {
            return None;
        }
        let start = R::set_up(game).ok()?.position;
        let mut hasher = DefaultHasher::new();
        (start.name(), start.key()).hash(&mut hasher);
        let mut of_players = (unique == Unique::Beginnings).then(|| {
            let mut hasher = hasher.clone();
            ["White", "Black"].map(|side| game.known_value(side)).hash(&mut hasher);
            hasher
        });
        let mut line = Vec::new();
        for &resolved in played {
            let packed = u32::from_le_bytes(R::unmarked(resolved).into());
            hasher.write_u32(packed);
            if let Some(hasher) = &mut of_players {
                hasher.write_u32(packed);
                line.push(hasher.finish());
            }
        }
        Some(GameIdentity { moves: hasher.finish(), result: game.outcome(), line })
    }

    /// Returns the key of the first game with these moves. The key of the first with another result is that, and more by 1
    /// and the number of the result.
    const fn key(&self) -> u64 {
        self.moves >> RESULT_BITS << RESULT_BITS
    }
}

/// A game among those of all files.
#[derive(Debug)]
pub(super) struct CountedGame<'f> {
    pub(super) identity: GameIdentity,
    pub(super) file: &'f str,
    /// The number of games in the files before this one.
    pub(super) games_before: usize,
    /// Its number in its file, counted from 1.
    pub(super) number: usize,
}

impl CountedGame<'_> {
    /// Returns its number among the games of all files, counted from 1.
    pub(super) const fn ordinal(&self) -> usize {
        self.games_before + self.number
    }
}

/// The number of bits of a key, and of an entry, that tell the result.
const RESULT_BITS: u32 = 3;

/// The games kept so far, in sixteen bytes each.
#[derive(Default)]
pub(super) struct KeptGames {
    /// For the key of each game, its ordinal across all files, and its result. There are several tables, because a
    /// table is copied when it grows. The peak of memory then is 2 % higher; with one table it
    /// would be 50 % higher.
    tables: [HashMap<u64, u64, BuildHasherDefault<Identity>>; TABLES],
    files: FilesOfGames,
}

/// The name of each file with games, and the number of games before it.
#[derive(Debug, Default)]
pub(super) struct FilesOfGames(Vec<(String, usize)>);

impl FilesOfGames {
    /// Adds the file of a game, which comes after all before.
    pub(super) fn add(&mut self, game: &CountedGame<'_>) {
        let (file, games_before) = (game.file, game.games_before);
        if self.0.last().is_none_or(|(name, before)| (&**name, *before) != (file, games_before)) {
            self.0.push((file.to_owned(), games_before));
        }
    }

    /// Returns a game as a duplicate of one that is given by its ordinal.
    pub(super) fn duplicate(&self, game: &CountedGame<'_>, ordinal: usize) -> Duplicate<'_> {
        // the file of a game is searched for and not kept, since the entries of all games are what takes memory
        let after = self.0.partition_point(|(_, before)| *before < ordinal);
        let (first_source, before) = &self.0[after - 1];
        Duplicate { number: game.number, first_source, first_number: ordinal - before }
    }
}

/// The number of tables: the one that grows is copied alone, and holds a thirty-second of the games.
const TABLES: usize = 32;

impl KeptGames {
    /// Adds a game. Returns it as a duplicate of the first game that is the same, if there is one: it has the same
    /// moves, and the same result unless that of one of them is unknown.
    pub(super) fn add(&mut self, game: &CountedGame<'_>) -> Option<Duplicate<'_>> {
        let identity = &game.identity;
        // the tables themselves use the first and the last bits of the hash
        let table = &mut self.tables[(identity.moves >> 48) as usize % TABLES];
        let result = identity.result as u64;
        let added = (game.ordinal() as u64) << RESULT_BITS | result;
        let mut first = *table.entry(identity.key()).or_insert(added);
        let results = [result, first % (1 << RESULT_BITS)];
        if results[0] != results[1] && !results.contains(&(Outcome::Unknown as u64)) {
            first = *table.entry(identity.key() + 1 + result).or_insert(added);
        }
        let first = (first != added).then_some((first >> RESULT_BITS) as usize);
        let Some(ordinal) = first else {
            self.files.add(game);
            return None;
        };
        Some(self.files.duplicate(game, ordinal))
    }
}

/// A hasher that takes a hash as it is.
#[derive(Default)]
pub(super) struct Identity(u64);

impl Hasher for Identity {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0 << 8 | u64::from(*byte));
    }

    fn write_u64(&mut self, hash: u64) {
        // the keys are hashes already, so to hash them again would only take time
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
        let mut add = |moves: u64, file, games_before, number| {
            let (moves, result) = (moves << RESULT_BITS, Outcome::Unknown);
            let identity = GameIdentity { moves, result, line: Vec::new() };
            let first = kept.add(&CountedGame { identity, file, games_before, number });
            first.map(|first| (first.first_source.to_owned(), first.first_number))
        };
        let first = |file: &str, number| Some((file.to_owned(), number));
        assert_eq!(add(7, "a", 0, 1), None);
        assert_eq!(add(8, "a", 0, 3), None);
        assert_eq!(add(7, "a", 0, 4), first("a", 1));
        // a file that has only duplicates, and one that is read twice
        assert_eq!(add(8, "b", 4, 1), first("a", 3));
        assert_eq!(add(9, "c", 5, 1), None);
        assert_eq!(add(10, "c", 6, 1), None);
        assert_eq!(add(9, "d", 7, 1), first("c", 1));
        assert_eq!(add(10, "d", 7, 2), first("c", 1));
    }

    #[test]
    fn games_with_other_results_are_others() {
        let mut kept = KeptGames::default();
        let mut add = |result, number| {
            let identity = GameIdentity { moves: 8, result, line: Vec::new() };
            let game = CountedGame { identity, file: "a", games_before: 0, number };
            kept.add(&game).map(|first| first.first_number)
        };
        assert_eq!(add(Outcome::WhiteWins, 1), None);
        assert_eq!(add(Outcome::Draw, 2), None);
        assert_eq!(add(Outcome::Draw, 3), Some(2));
        assert_eq!(add(Outcome::Unknown, 4), Some(1));
        assert_eq!(add(Outcome::DoubleForfeit, 5), None);
        assert_eq!(add(Outcome::WhiteWins, 6), Some(1));
    }
}

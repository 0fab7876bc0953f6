//! Reads games of the index when they are shown.

use std::collections::HashMap;

use super::game_index::{GameIndex, GameLocation};
use super::loaded_game::LoadedGame;
use super::tag_summary::TagSummary;
use crate::check::GameChecker;
use crate::message::Language;
use crate::text::Position;

/// Reads games of an index by their ordinals, and caches what the list of games shows.
#[derive(Debug)]
pub struct GameReader<'i> {
    index: &'i GameIndex,
    /// One for each file.
    checkers: Vec<GameChecker<'i>>,
    /// The summaries of the games in the list, by ordinal. Without them, each key pressed in
    /// the list would read a screenful of games again.
    summaries: HashMap<usize, TagSummary>,
}

/// A game in the list.
#[derive(Debug)]
pub struct ListedGame<'r> {
    /// Its number, counted from 1 through all files.
    pub number: usize,
    /// The name of its file.
    pub file: &'r str,
    /// The summary of its tags.
    pub tags: &'r TagSummary,
}

impl<'i> GameReader<'i> {
    /// The cache is emptied when it has this many summaries.
    const MAX_SUMMARIES: usize = 1000;

    /// Returns a reader of the games of an index.
    #[must_use]
    pub fn new(index: &'i GameIndex) -> GameReader<'i> {
        GameReader { index, checkers: index.checkers(), summaries: HashMap::new() }
    }

    /// Reads, checks and replays a game, if it has been found.
    #[must_use]
    pub fn load(&mut self, ordinal: usize, language: &Language) -> Option<LoadedGame> {
        let location = self.index.location(ordinal)?;
        let file_name = self.index.file_name(location.file);
        let checker = &mut self.checkers[location.file];
        LoadedGame::read(checker, location, file_name, self.index.syntax(), language)
    }

    /// Returns the position in its file of an offset in the source of a game. The first call for a file
    /// reads the whole of it.
    #[must_use]
    pub fn position(&self, ordinal: usize, offset: usize) -> Option<Position> {
        let GameLocation { file, .. } = self.index.location(ordinal)?;
        Some(self.checkers[file].context().source.position(offset))
    }

    /// Returns what the list shows of a game, if it has been found.
    #[must_use]
    pub fn listed(&mut self, ordinal: usize) -> Option<ListedGame<'_>> {
        let GameLocation { file, number, previous_end } = self.index.location(ordinal)?;
        if self.summaries.len() >= GameReader::MAX_SUMMARIES {
            self.summaries.clear();
        }
        let tags = self.summaries.entry(ordinal).or_insert_with(|| {
            let mut games = self.index.games(file);
            let mut game = games.blank();
            games.seek(previous_end);
            games.read(&mut game);
            TagSummary::of(&game)
        });
        Some(ListedGame { number, file: self.index.file_name(file), tags })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Syntax;
    use crate::message::ENGLISH;
    use crate::text::Source;

    #[test]
    fn games_are_read_in_any_order() {
        let text = "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 Ke8 *\n\n[White \"C\"]\n\n1. c4 *";
        let other = "1. E7-E13 *";
        let sources = vec![
            Source::new("one.pgn", text.as_bytes().to_vec()),
            Source::new("two.ctl-pgn", other.as_bytes().to_vec()),
        ];
        let index = GameIndex::new(sources, None, Syntax::Standard);
        index.fill(None);
        assert!(index.is_complete() && index.len() == 4);
        let mut reader = GameReader::new(&index);
        for (ordinal, white, moves, is_faulty) in
            [(3, "", 1, false), (1, "B", 1, true), (0, "A", 1, false), (2, "C", 1, false)]
        {
            let game = reader.load(ordinal, &ENGLISH).unwrap();
            assert_eq!(game.tags.white, white);
            assert_eq!((game.tree.count() - 1, game.error.is_some()), (moves, is_faulty), "{ordinal}");
            let listed = reader.listed(ordinal).unwrap();
            assert_eq!((game.number, listed.number), (ordinal + 1, ordinal + 1));
            assert_eq!((listed.file, &listed.tags.white[..]), (&game.file[..], white));
        }
        assert!(reader.load(4, &ENGLISH).is_none());
    }
}

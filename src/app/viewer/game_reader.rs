//! Reads games of the index when they are shown.

use std::collections::HashMap;

use super::game_index::{GameIndex, GameLocation};
use super::loaded_game::LoadedGame;
use super::search::{Query, Searcher};
use super::tag_summary::TagSummary;
use super::tree::Tree;
use crate::check::read_tags_and_result;
use crate::format::{FormatError, Pgn};
use crate::library::write_game;
use crate::message::Language;
use crate::text::Position;

/// Reads games of an index by their ordinals, and caches what the list of games shows.
#[derive(Debug)]
pub struct GameReader<'i> {
    index: &'i GameIndex,
    /// The summaries of the games in the list, by ordinal. Without them, each key pressed in
    /// the list would read a screenful of games again.
    summaries: HashMap<usize, TagSummary>,
    /// The revision of the index that the summaries are of.
    revision: usize,
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
        GameReader { index, summaries: HashMap::new(), revision: index.revision() }
    }

    /// Reads, checks and replays a game, if it has been found.
    #[must_use]
    pub fn load(&mut self, ordinal: usize, language: &Language) -> Option<LoadedGame> {
        let location = self.index.location(ordinal)?;
        let file_name = self.index.file_name(location.file);
        let mut checker = self.index.checker(&location.source);
        LoadedGame::read(&mut checker, &location, file_name, self.index.syntax(), language)
    }

    /// Returns a game as `--format pgn` writes it, up to its error if it has one.
    ///
    /// # Errors
    ///
    /// Returns [`FormatError`] if the format cannot express the game.
    pub fn text_of(&self, ordinal: usize) -> Result<String, FormatError> {
        let Some(location) = self.index.location(ordinal) else { return Ok(String::new()) };
        let mut checker = self.index.checker(&location.source);
        checker.seek(location.previous_end);
        let Some(report) = checker.advance() else { return Ok(String::new()) };
        let mut text = Vec::new();
        write_game(checker.sound_part(&report), &mut Pgn::default(), &mut text)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Returns the node with which a match begins, if the game has been found.
    #[must_use]
    pub fn first_hit(&self, ordinal: usize, query: &Query, tree: &Tree) -> Option<usize> {
        let location = self.index.location(ordinal)?;
        let mut searcher = Searcher::new(self.index, &location.source);
        let game = searcher.read(location.previous_end);
        Some(query.first_hit(tree, game, self.index.syntax().illegal()))
    }

    /// Returns the position in its file of an offset in the source of a game. The first call for a file
    /// reads the whole of it.
    #[must_use]
    pub fn position(&self, ordinal: usize, offset: usize) -> Option<Position> {
        Some(self.index.location(ordinal)?.source.position(offset))
    }

    /// Returns what the list shows of a game, if it has been found.
    #[must_use]
    pub fn listed(&mut self, ordinal: usize) -> Option<ListedGame<'_>> {
        let GameLocation { file, number, source, previous_end } = self.index.location(ordinal)?;
        let revision = self.index.revision();
        if self.summaries.len() >= GameReader::MAX_SUMMARIES || revision != self.revision {
            self.summaries.clear();
            self.revision = revision;
        }
        let tags = self.summaries.entry(ordinal).or_insert_with(|| {
            let mut games = self.index.games(&source);
            let mut game = games.blank();
            games.seek(previous_end);
            // a game that has been found is there
            let _ = read_tags_and_result(&mut games, &mut game);
            TagSummary::of(&game)
        });
        Some(ListedGame { number, file: self.index.file_name(file), tags })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::viewer::indexed_file::IndexedFile;
    use crate::check::Syntax;
    use crate::message::ENGLISH;
    use crate::text::Input;

    #[test]
    fn games_are_read_in_any_order() {
        let text = "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 Ke8 *\n\n[White \"C\"]\n\n1. c4 *";
        let other = "1. E7-E13 *";
        let file = |(name, text): (&'static str, &'static str)| {
            IndexedFile::opened(Input::from_reader(name, text.as_bytes()).unwrap())
        };
        let files = [("one.pgn", text), ("two.ctl-pgn", other)].map(file).into();
        let index = GameIndex::new(files, None, Syntax::Standard);
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

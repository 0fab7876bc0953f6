//! A game as the viewer holds it while it shows it.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use shakmaty::Color;

use super::game_index::{GameIndex, GameLocation};
use super::listing::{COLUMNS, Column, Widths};
use super::search::{self, Query};
use super::tree::Tree;
use crate::format::{Context, FormatError, MoveText, Pgn};
use crate::library::write_game;
use crate::message::{Diagnostic, Language, Severity, located};
use crate::notation::{AnyGame, with_game};
use crate::rules::{Rules, with_rules};
use crate::syntax::{Game, Notation, TagPair};
use crate::text::{Printable, Source, joined, words};

/// A game that has been read, checked and replayed.
#[derive(Debug)]
pub struct LoadedGame {
    /// The summary of its tags.
    pub tags: TagSummary,
    /// Its number, counted from 1 through all files.
    pub number: usize,
    /// The name of its file, printable.
    pub file: String,
    /// Its moves, up to its error if it has one.
    pub tree: Tree,
    /// The message of its error with its place in the file, if it has one.
    pub error: Option<String>,
    /// The part of the file that it has been read from.
    pub source: Arc<Source>,
    /// The offset in its source at which it begins.
    pub begins_at: usize,
    /// The names and values of all its tags, printable, in the order of the file.
    pub all_tags: Vec<(String, String)>,
    /// Its errors and warnings, in the order of the file.
    pub diagnostics: Vec<Diagnostic>,
}

impl LoadedGame {
    /// Returns a game by itself, of which no file and no messages are known, with its moves in a notation.
    pub fn of<R: Rules>(context: &Context<'_, R>, notation: MoveText, language: &Language) -> LoadedGame {
        LoadedGame {
            tags: TagSummary::of_game(context.game),
            number: 1,
            file: String::new(),
            tree: Tree::of(context, notation, language),
            error: None,
            source: Arc::new(Source::new("", Vec::new())),
            begins_at: context.game.start(),
            all_tags: shown_tags(context.game),
            diagnostics: Vec::new(),
        }
    }
}

/// Writes a message about a game with its place in the file. The first call for a source reads the whole source.
pub fn message(diagnostic: &Diagnostic, source: &Source, language: &Language) -> String {
    let text = Printable(&diagnostic.in_a_line(language)).to_string();
    located(&text, diagnostic.span.map(|span| source.position(span.start)), language)
}

/// The values of a game in the columns of the list, printable and on one line each. An unknown value is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TagSummary {
    values: [String; COLUMNS.len()],
    /// What stands for the players of a game without any: its `Id`, as C'escacs has it, or its event.
    pub title: String,
    /// The winner.
    pub winner: Option<Color>,
}

impl TagSummary {
    /// Summarizes the tags of a game.
    pub fn of(game: &AnyGame<'_>) -> TagSummary {
        with_game!(game, game => TagSummary::of_game(game))
    }

    /// Summarizes the tags of a game of a notation.
    fn of_game<N: Notation>(game: &Game<'_, N>) -> TagSummary {
        let known = |name: &str| {
            let value = game.known_value(name).filter(|value| value != "-");
            Printable(&joined(words(&value.unwrap_or_default()), " ")).to_string()
        };
        let outcome = game.shown_outcome();
        let values = COLUMNS.map(|(column, _, tag)| match column {
            Column::Result => N::result_text(outcome).to_owned(),
            Column::Moves => game.plies().div_ceil(2).to_string(),
            // as written, without unknown parts at its end
            Column::Date => known(tag).trim_end_matches(['?', '.', '-']).to_owned(),
            _ => known(tag),
        });
        let mut tags = TagSummary { values, title: String::new(), winner: outcome.winner() };
        if tags.players().concat().is_empty() {
            let titles = ["Id", "Event"].map(known);
            tags.title = titles.into_iter().find(|title| !title.is_empty()).unwrap_or_default();
        }
        tags
    }

    /// Returns the value in a column. The number and the file of a game are not known.
    pub fn get(&self, column: Column) -> &str {
        &self.values[column as usize]
    }

    /// Returns the names of White and of Black.
    pub fn players(&self) -> [&str; 2] {
        [Column::White, Column::Black].map(|column| self.get(column))
    }
}

/// Returns the names and the values of the tags as they are shown.
fn shown_tags<N: Notation>(game: &Game<'_, N>) -> Vec<(String, String)> {
    let printable = |text: Cow<'_, str>| Printable(&text).to_string();
    let shown = |tag: &TagPair<'_>| (printable(tag.name.decode()), printable(Game::<N>::value_of(tag)));
    game.shown_tags().iter().map(shown).collect()
}

/// Reads games of an index by their ordinals, and caches what the list of games shows.
pub struct GameReader<'i> {
    index: &'i GameIndex,
    /// The summaries of the games in the list, and whether they have errors, by ordinal. Without them, each key in the list would
    /// cause a screenful of games to be read again.
    summaries: HashMap<usize, (TagSummary, bool)>,
    /// The widths of the values in the list.
    pub widths: Widths,
    /// The revision of the index from which the summaries come.
    revision: usize,
}

/// A game in the list.
#[derive(Debug)]
pub struct ListedGame<'r> {
    /// Its number, counted from 1 through all files.
    pub number: usize,
    /// The name of its file.
    pub file: String,
    /// The summary of its tags.
    pub tags: &'r TagSummary,
    /// Whether it has an error.
    pub has_error: bool,
}

impl<'i> GameReader<'i> {
    /// The number of summaries at which the cache is emptied.
    const MAX_SUMMARIES: usize = 1000;

    /// Returns a reader of the games of an index.
    pub fn new(index: &'i GameIndex) -> GameReader<'i> {
        GameReader {
            index,
            summaries: HashMap::new(),
            widths: Widths::default(),
            revision: index.found().revision,
        }
    }

    /// Reads, checks and replays a game, if it has been found.
    pub fn load(&mut self, ordinal: usize, language: &Language) -> Option<LoadedGame> {
        let GameLocation { number, source, previous_end } = self.index.location(ordinal)?;
        let mut checker = self.index.options.checker(&source);
        checker.seek(previous_end);
        let report = checker.advance()?;
        // the last one is that after which no move is known
        let is_error = |diagnostic: &&Diagnostic| diagnostic.severity == Severity::Error;
        let error = report.diagnostics.iter().rfind(is_error).map(|error| message(error, &source, language));
        let game = checker.sound_part(&report);
        let illegal = self.index.options.syntax.illegal();
        let loaded = with_rules!(game, R, game => {
            let context = Context { illegal, ..Context::<R>::of(game, &[]) };
            LoadedGame::of(&context, MoveText::default(), language)
        });
        let (file, diagnostics) = (Printable(source.name()).to_string(), report.diagnostics);
        Some(LoadedGame { number, file, error, diagnostics, source, ..loaded })
    }

    /// Returns a game as `--format pgn` writes it, up to its error if it has one.
    ///
    /// # Errors
    ///
    /// Returns [`FormatError`] if the format cannot express the game.
    pub fn text_of(&self, ordinal: usize) -> Result<String, FormatError> {
        let Some(location) = self.index.location(ordinal) else { return Ok(String::new()) };
        let mut checker = self.index.options.checker(&location.source);
        checker.seek(location.previous_end);
        let Some(report) = checker.advance() else { return Ok(String::new()) };
        let mut text = Vec::new();
        write_game(checker.sound_part(&report), &mut Pgn::default(), &mut text)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Returns the node with which a match begins, if the game has been found.
    pub fn first_hit(&self, ordinal: usize, query: &Query, tree: &Tree) -> Option<usize> {
        let location = self.index.location(ordinal)?;
        let mut checker = self.index.options.checker(&location.source);
        checker.seek(location.previous_end);
        let game = search::read(&mut checker);
        Some(query.first_hit(tree, game, self.index.options.syntax.illegal()))
    }

    /// Returns what the list shows about a game, if it has been found.
    pub fn listed(&mut self, ordinal: usize) -> Option<ListedGame<'_>> {
        let GameLocation { number, source, previous_end } = self.index.location(ordinal)?;
        let revision = self.index.found().revision;
        if self.summaries.len() >= GameReader::MAX_SUMMARIES || revision != self.revision {
            self.summaries.clear();
            self.revision = revision;
        }
        let (tags, has_error) = self.summaries.entry(ordinal).or_insert_with(|| {
            let mut checker = self.index.options.checker(&source);
            checker.seek(previous_end);
            // a game in the index can always be read
            let has_error = checker.advance().is_some_and(|report| report.error().is_some());
            let tags = TagSummary::of(checker.game());
            self.widths.add(&tags);
            (tags, has_error)
        });
        Some(ListedGame { number, file: source.name().to_owned(), tags, has_error: *has_error })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::viewer::game_index::IndexedFile;
    use crate::check::CheckOptions;
    use crate::message::ENGLISH;
    use crate::text::Input;

    #[test]
    fn games_are_read_in_any_order() {
        let text = "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 Ke8 *\n\n[White \"C\"]\n\n1. c4 *";
        let other = "1. E7-E13 *";
        let file = |(name, text): (&'static str, &'static str)| {
            IndexedFile::new(None, move || Input::from_reader(name, text.as_bytes()))
        };
        let files = [("one.pgn", text), ("two.ctl-pgn", other)].map(file).into();
        let index = GameIndex::new(files, CheckOptions::default(), None);
        index.fill(None);
        assert!(index.found().is_complete);
        assert_eq!(index.found().games.len(), 4);
        let mut reader = GameReader::new(&index);
        for (ordinal, white, moves, is_faulty) in
            [(3, "", 1, false), (1, "B", 1, true), (0, "A", 1, false), (2, "C", 1, false)]
        {
            let game = reader.load(ordinal, &ENGLISH).unwrap();
            assert_eq!(game.tags.players()[0], white);
            assert_eq!((game.tree.nodes.len() - 1, game.error.is_some()), (moves, is_faulty), "{ordinal}");
            let listed = reader.listed(ordinal).unwrap();
            assert_eq!((game.number, listed.number), (ordinal + 1, ordinal + 1));
            assert_eq!((&listed.file[..], listed.tags.players()[0]), (&game.file[..], white));
        }
        assert!(reader.load(4, &ENGLISH).is_none());
    }
}

//! The object of a search: words, a position of the main line, or the answers to a question.

use std::sync::Arc;

use super::tree::{START, Tree};
use crate::check::GameChecker;
use crate::message::Language;
use crate::notation::{AnyGame, with_game};
use crate::query::{self, Facts, QueryError};
use crate::rules::{FenWriter, Illegal, Replay, Rules, with_rules};
use crate::syntax::{Game, Notation, Portion, without_commands};
use crate::text::{contains_plain, plain_letters};

/// A search that the user has asked for.
#[derive(Clone, Debug)]
pub struct Search {
    /// The text that the user wrote.
    pub text: String,
    /// The meaning of that text.
    pub query: Query,
}

/// The games to find.
#[derive(Clone, Debug)]
pub enum Query {
    /// Games with all of these words, in plain letters, in their tags, their results or their comments.
    Words(Vec<String>),
    /// Games whose main line reaches a position. The text is the beginning of the position's
    /// FEN or TLPD: the board and a space and, if given, the side to move and a space.
    Position(String),
    /// Games that answer a question, as `--where` asks it.
    Question(Arc<query::Query>),
}

/// The direction in which to look for the nearest move or game of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards the end of the line, or towards the last game and then on from the first.
    Forward,
    /// Towards the start of the game, or towards the first game and then on from the last.
    Back,
}

impl Query {
    /// Reads a query. A text whose first word has at least as many slashes as the board of a FEN is a position.
    /// Any other text is a question if it can be read as one, and otherwise words. Returns `None` for a blank
    /// text.
    ///
    /// # Errors
    ///
    /// Returns [`QueryError`] if the text is meant as a question but has an error.
    pub fn parse(text: &str) -> Result<Option<Query>, QueryError> {
        const MIN_BOARD_LINES: usize = 8;
        let mut words = text.split_whitespace();
        let Some(first) = words.next() else { return Ok(None) };
        if first.matches('/').count() + 1 >= MIN_BOARD_LINES {
            let side = words.next().map_or(String::new(), |side| format!("{side} "));
            return Ok(Some(Query::Position(format!("{first} {side}"))));
        }
        match query::Query::parse(text) {
            Ok(question) => Ok(Some(Query::Question(Arc::new(question)))),
            Err(error) if query::Query::is_meant(text) || error.is_like_ending() => Err(error),
            Err(_) => Ok(Some(Query::Words(text.split_whitespace().map(plain_letters).collect()))),
        }
    }

    /// Returns the texts, in plain letters, that are marked wherever they are on the screen.
    pub fn texts(&self) -> Vec<String> {
        match self {
            Query::Words(words) => words.clone(),
            Query::Position(_) => Vec::new(),
            Query::Question(question) => question.texts(),
        }
    }

    /// Returns what is probably meant instead of a word alone, of words that begin like a question, or of a question by
    /// the games that it has been asked about.
    pub fn hint(&self, language: &Language) -> Option<String> {
        match self {
            Query::Words(words) => match &words[..] {
                [word] => query::similar_test(word, language),
                _ => query::begins_question(&words.join(" ")).then(|| language.viewer.as_words.to_owned()),
            },
            Query::Question(question) => question.warnings().find_map(|it| it.problem.help(language)),
            Query::Position(_) => None,
        }
    }

    /// Returns the node of a game at which a match begins: that of the position, that of the first
    /// position that answers the question or, if it asks for the end of games, the last one, or the first with a comment
    /// that has a word not found in the tags. Otherwise returns the start.
    pub(super) fn first_hit(&self, tree: &Tree, game: &AnyGame<'_>, illegal: Illegal) -> usize {
        let mut line = std::iter::once(START).chain(tree.line_on(START));
        match self {
            Query::Position(beginning) => line.find(|node| {
                tree.position(*node).is_some_and(|position| position.fen().starts_with(beginning))
            }),
            Query::Question(question) => match first_answer(question, game, illegal) {
                Some(plies) => line.nth(plies),
                None if question.asks_for_ending() => line.last(),
                None => None,
            },
            Query::Words(words) => {
                let missing: Vec<_> = words.iter().filter(|word| !is_in_tags(game, word)).collect();
                let said = |text: &String| missing.iter().any(|word| contains_plain(text, word));
                tree.nodes.iter().position(|node| node.before.iter().chain(&node.comments).any(said))
            }
        }
        .unwrap_or(START)
    }
}

/// Reads the next game of a checker.
pub(super) fn read<'c, 's>(checker: &'c mut GameChecker<'s>) -> &'c AnyGame<'s> {
    // a game in the index can always be read
    let _ = checker.read(Portion::Whole);
    checker.game()
}

/// Returns whether the next game of a checker matches a query.
pub(super) fn matches(checker: &mut GameChecker<'_>, query: &Query) -> bool {
    match query {
        Query::Words(words) => has_words(checker, words),
        Query::Position(beginning) => {
            let (beginning, illegal) = (beginning.as_bytes(), checker.context().options.syntax.illegal());
            with_rules!(read(checker), R, game => reaches::<R>(game, beginning, illegal))
        }
        Query::Question(question) => answers(question, checker),
    }
}

/// Reads the next game of a checker, only as far as the answer requires, and returns whether it
/// answers a question.
pub(super) fn answers(query: &query::Query, checker: &mut GameChecker<'_>) -> bool {
    let Some(tags) = checker.read(Portion::Tags) else { return false };
    query.by_tags(&checker.game().shown_tags(), checker.game().known_outcome()).unwrap_or_else(|| {
        let reading = checker.read_on(Portion::Whole).unwrap_or(tags);
        let context = checker.context();
        with_rules!(checker.game(), R, game => {
            let has_error =
                query.asks_for_errors() && context.of_game::<R>(game, reading, None).error().is_some();
            let facts = Facts { has_error, illegal: context.options.syntax.illegal(), wants_positions: false };
            query.find::<R>(game, facts).is_some()
        })
    })
}

/// Returns the number of plies before the first position that answers a question, or `None` if a
/// game has no such position.
fn first_answer(query: &query::Query, game: &AnyGame<'_>, illegal: Illegal) -> Option<usize> {
    let facts = Facts { has_error: false, illegal, wants_positions: true };
    with_rules!(game, R, game => query.find::<R>(game, facts))?.plies.first().copied()
}

/// Searches for words in the tags and the result, and for words not found there in the
/// comments. The movetext is read only if words are missing.
fn has_words(checker: &mut GameChecker<'_>, words: &[String]) -> bool {
    if checker.read(Portion::TagsAndResult).is_none() {
        return false;
    }
    let game = checker.game();
    let missing: Vec<_> = words.iter().filter(|word| !is_in_tags(game, word)).collect();
    if missing.is_empty() {
        return true;
    }
    checker.read_on(Portion::Whole);
    missing.iter().all(|word| is_in_comments(checker.game(), word))
}

/// Returns whether a word in plain letters is in the value of a tag or in the result.
fn is_in_tags(game: &AnyGame<'_>, word: &str) -> bool {
    let result = with_game!(game, game => result(game));
    let tags = game.shown_tags();
    let mut values = tags.iter().map(|tag| tag.value.unescape());
    contains_plain(result, word) || values.any(|value| contains_plain(&value, word))
}

fn result<N: Notation>(game: &Game<'_, N>) -> &'static str {
    N::result_text(game.outcome())
}

/// Returns whether a word in plain letters is in a comment, of the main line or of a variation.
fn is_in_comments(game: &AnyGame<'_>, word: &str) -> bool {
    with_game!(game, game => {
        let mut comments = game.movetext.iter().filter_map(|element| game.comment(element));
        comments.any(|comment| contains_plain(&without_commands(&comment.text.decode()), word))
    })
}

/// Returns whether the main line of a game reaches a position whose FEN or TLPD begins so.
fn reaches<R: Rules>(game: &Game<'_, R::Notation>, beginning: &[u8], illegal: Illegal) -> bool {
    let Ok(start) = R::set_up(game) else {
        return false;
    };
    let mut replay = Replay::main_line(game, start.position).with_illegal(illegal);
    let (mut fen, mut writer) = (Vec::new(), R::FenWriter::default());
    let mut played: Option<R::Move> = None;
    loop {
        fen.clear();
        writer.write(replay.position(), played.as_ref(), &mut fen);
        if fen.starts_with(beginning) {
            return true;
        }
        played = match replay.advance() {
            Ok(Some(ply)) => Some(ply.resolved),
            _ => return false,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the kind of query that a text is read as.
    fn kind(text: &str) -> String {
        match Query::parse(text) {
            Ok(None) => "nothing".to_owned(),
            Ok(Some(Query::Words(words))) => format!("words {}", words.join("|")),
            Ok(Some(Query::Position(beginning))) => format!("position {beginning}"),
            Ok(Some(Query::Question(_))) => "question".to_owned(),
            Err(error) => format!("error {:?}", error.fault),
        }
    }

    #[test]
    fn a_query_is_words_or_a_position_or_a_question() {
        for (text, expected) in [
            ("  ", "nothing"),
            (" Réti  1929 ", "words reti|1929"),
            ("1/2-1/2", "words 1/2-1/2"),
            ("white wins", "words white|wins"),
            ("Kasparov and Karpov", "words kasparov|and|karpov"),
            ("the right move", "words the|right|move"),
            ("“quoted", "words “quoted"),
            ("8/8/8/8/8/8/8/K1k5", "position 8/8/8/8/8/8/8/K1k5 "),
            ("8/8/8/8/8/8/8/K1k5 w - - 0 1", "position 8/8/8/8/8/8/8/K1k5 w "),
            ("WhiteElo >= 2700", "question"),
            ("player ~ \"carlsen\" and ends mate", "question"),
            ("has comment", "question"),
            ("ends mate", "question"),
            ("Date > soon", "error NotADate"),
            ("ends mat", "error UnknownEnding(Some(Similar(\"mate\")))"),
            ("ends well", "words ends|well"),
        ] {
            assert_eq!(kind(text), expected, "{text}");
        }
    }
}

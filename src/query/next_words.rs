//! The words that may come next in a question, for completion in a shell: the parser knows what it expects.

use std::collections::BTreeSet;

use lalrpop_util::ParseError;

use super::fact::Feature;
use super::grammar::QuestionParser;
use super::plan::Ending;
use super::token::{QueryToken, tokens};
use crate::syntax::usual_tags;

/// Lists the words that may come after the beginning of a question, in alphabetical order and without values.
///
/// # Examples
///
/// ```
/// use escaque::query::next_words;
///
/// assert_eq!(next_words("ends "), ["draw", "fifty", "insufficient", "mate", "repetition", "stalemate"]);
/// assert!(next_words("White = Tal ").contains(&"and".to_owned()));
/// assert!(next_words("not ").contains(&"WhiteElo".to_owned()));
/// ```
#[must_use]
pub fn next_words(beginning: &str) -> Vec<String> {
    let expected = match QuestionParser::new().parse(tokens(beginning)) {
        // of a question that is complete, the parser does not say what it would have taken
        Ok(_) => ["and", "or", "then", "for"].map(str::to_owned).to_vec(),
        Err(ParseError::UnrecognizedEof { expected, .. }) => expected,
        Err(_) => Vec::new(),
    };
    let last = tokens(beginning).last().and_then(Result::ok).map(|(_, token, _)| token);
    let is_word = |word: &&str| {
        let kinds = ["word", "text", "placement", "comparison"];
        word.starts_with(|c: char| c.is_ascii_alphabetic()) && !kinds.contains(word)
    };
    let keywords = expected.iter().map(|terminal| terminal.trim_matches('"')).filter(is_word);
    let mut words: BTreeSet<_> = keywords.map(str::to_owned).collect();
    if last == Some(QueryToken::Keyword("ends")) {
        words.extend(Ending::WORDS.map(|(word, _)| word.to_owned()));
    } else if last == Some(QueryToken::Keyword("has")) || words.contains("has") {
        words.extend(Feature::names().chain(usual_tags()).map(str::to_owned));
    }
    words.into_iter().collect()
}

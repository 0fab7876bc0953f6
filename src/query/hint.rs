//! What helps where a question is not well formed.

use std::ops::Range;

use lalrpop_util::ParseError;

use super::grammar;
use super::token::{QueryToken, tokens};
use crate::message::{Language, fill};

/// What may be meant by a word that cannot stand where it does.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hint {
    /// It is a value, and as it is a word of the language, it has to stand in quotes.
    Quote(String),
    /// It is a word of the language, which is written in lower case.
    Keyword(String),
}

impl Hint {
    /// Returns the hint about a token at some place of a question, where other terminals are expected.
    pub(super) fn of(
        token: QueryToken<'_>,
        place: Range<usize>,
        expected: &[String],
        text: &str,
    ) -> Option<Hint> {
        if token.is_keyword() {
            let takes_value =
                ["\"word\"", "\"text\""].iter().all(|kind| expected.iter().any(|terminal| terminal == kind));
            return takes_value.then(|| Hint::Quote(text[place].to_owned()));
        }
        let before = tokens(&text[..place.start]).last()?.ok().map(|(start, _, end)| start..end);
        let words = [Some(place.clone()), before].into_iter().flatten();
        words.filter_map(|word| keyword_at(word, place.start, text)).next().map(Hint::Keyword)
    }

    pub(super) fn text(&self, language: &Language) -> String {
        let texts = language.query;
        match self {
            Hint::Quote(word) => fill(texts.quote_word, &[("word", word)]),
            Hint::Keyword(word) => fill(texts.similar_name, &[("similar", word)]),
        }
    }
}

/// Returns the word of the language that a word is but for its case, if the question can then be read on
/// for some tokens from where it failed.
fn keyword_at(word: Range<usize>, failed_at: usize, text: &str) -> Option<String> {
    const MORE_TOKENS: usize = 2;
    let keyword = text[word.clone()].to_ascii_lowercase();
    let is_keyword = tokens(&keyword).all(|lexeme| lexeme.is_ok_and(|(_, token, _)| token.is_keyword()));
    if !is_keyword || keyword == text[word.clone()] {
        return None;
    }
    let meant = [&text[..word.start], &keyword, &text[word.end..]].concat();
    let fails_at = match grammar::QuestionParser::new().parse(tokens(&meant)) {
        Ok(_) => return Some(keyword),
        Err(ParseError::UnrecognizedToken { token: (start, ..), .. }) => start,
        Err(_) => return None,
    };
    (tokens(meant.get(failed_at..fails_at)?).count() >= MORE_TOKENS).then_some(keyword)
}

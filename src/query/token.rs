//! The tokens of a question.

use std::ops::Range;

use logos::Logos;

use super::expression::Comparison;
use super::{QueryError, QueryFault};
use crate::text::Span;

include!(concat!(env!("OUT_DIR"), "/word_letters.rs"));

/// A token of a question. A word that is not a keyword is the name of a tag or of another fact, or a value; a text
/// in quotes is always a value.
#[derive(Logos, Clone, Copy, Debug, PartialEq)]
#[logos(skip r"[ \t\r\n]+")]
pub(super) enum QueryToken<'q> {
    /// A word of the language.
    #[regex("and|or|not|then|ever|never|for|plies|flip|colours|sides|has|in|ends", priority = 50)]
    #[regex(
        "position|reaches|after|material|white|black|piece|attacks|move|capture|check|repetition|fifty",
        priority = 50
    )]
    #[token("AND", |_| "and")]
    #[token("OR", |_| "or")]
    #[token("NOT", |_| "not")]
    #[token("colors", |_| "colours")]
    Keyword(&'q str),

    /// A sign between a name and a value.
    #[token("=", |_| Comparison::Equal)]
    #[token("!=", |_| Comparison::Different)]
    #[token("<", |_| Comparison::Less)]
    #[token("<=", |_| Comparison::AtMost)]
    #[token(">", |_| Comparison::Greater)]
    #[token(">=", |_| Comparison::AtLeast)]
    #[token("~", |_| Comparison::Contains)]
    Comparison(Comparison),

    /// `..`, between the ends of a range.
    #[token("..")]
    To,

    /// `|`, between alternatives of one test.
    #[token("|")]
    Bar,

    /// `(`
    #[token("(")]
    Open,

    /// `)`
    #[token(")")]
    Close,

    /// A text in quotes, without them. A quote inside is written as `\"`.
    #[regex(r#""([^"\\]|\\.)*""#, |lexer| inside(lexer.slice(), 1))]
    #[regex(r#"'([^'\\]|\\.)*'"#, |lexer| inside(lexer.slice(), 1))]
    #[regex("[“”]([^“”])*[“”]", |lexer| inside(lexer.slice(), '“'.len_utf8()))]
    Text(&'q str),

    /// A name, or a value without spaces. Two full stops in a row are not part of it, because they make a range.
    // all characters beyond ASCII are taken here, and `word` checks that they are letters: with
    // classes of letters, the lexer had three automata of 700 states, 5 % of the time to compile
    // the library
    #[regex(
        r"[A-Za-z0-9_?#*[^\x00-\x7F“”]][A-Za-z0-9_?[^\x00-\x7F“”]]*([.:/+*\-][A-Za-z0-9_?[^\x00-\x7F“”]]+)*",
        word
    )]
    #[regex(r"#-[0-9]+")]
    #[regex(r"[!?]+|\$[0-9]+", priority = 10)]
    Word(&'q str),

    /// A number with its sign, perhaps with spaces between them: a value, or what is added to a tag.
    #[regex(r"[+\-][ \t]*\.?[0-9]+(\.[0-9]+)?")]
    Signed(&'q str),

    /// The placement of a piece that has a set in brackets, such as `[NB]d5-6`.
    #[regex(r"[A-Za-z_.]?\[[A-Za-z0-9_,]*\][A-Za-z0-9\-]*(\[[A-Za-z0-9,]*\])?")]
    Placement(&'q str),
}

/// Returns the text of a word, or `None` if it has a character that no word has.
fn word<'q>(lexer: &mut logos::Lexer<'q, QueryToken<'q>>) -> Option<&'q str> {
    let word = lexer.slice();
    stray(word).is_none().then_some(word)
}

/// Returns the place of the first character beyond ASCII that is not a letter, a mark or a digit.
fn stray(word: &str) -> Option<Range<usize>> {
    let is_letter = |c: char| {
        let next = WORD_LETTERS.partition_point(|&(_, last)| last < c);
        WORD_LETTERS.get(next).is_some_and(|&(first, _)| first <= c)
    };
    let (at, c) = word.char_indices().find(|&(_, c)| !c.is_ascii() && !is_letter(c))?;
    Some(at..at + c.len_utf8())
}

/// Returns the text of a token between its quotes, which have some bytes each.
fn inside(text: &str, quote: usize) -> &str {
    &text[quote..text.len() - quote]
}

/// A token with the offsets where it starts and ends.
pub(super) type QueryLexeme<'q> = Result<(usize, QueryToken<'q>, usize), QueryError>;

/// Returns the tokens of a question, or an error for each part that is not a token.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = QueryLexeme<'_>> {
    QueryToken::lexer(text).spanned().map(|(token, span)| match token {
        Ok(token) => Ok((span.start, token, span.end)),
        Err(()) => {
            let found = &text[span.clone()];
            let is_quote = found.starts_with(['"', '\'', '“', '”']);
            let fault = if is_quote { QueryFault::UnclosedText } else { QueryFault::StrayCharacter };
            let stray = stray(found).filter(|_| !is_quote);
            let place = stray.map_or(span.clone(), |stray| span.start + stray.start..span.start + stray.end);
            Err(QueryError { fault, span: Span::new(place.start, place.end) })
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_names_and_values() {
        let words = |text| {
            let token = |lexeme: QueryLexeme<'static>| match lexeme.unwrap().1 {
                QueryToken::Word(word)
                | QueryToken::Signed(word)
                | QueryToken::Text(word)
                | QueryToken::Placement(word) => word.to_owned(),
                other => format!("<{other:?}>"),
            };
            tokens(text).map(token).collect::<Vec<_>>()
        };
        assert_eq!(words("B90..B99"), ["B90", "<To>", "B99"]);
        assert_eq!(
            words("2020.06.?? 1/2-1/2 1-0 180+2 0:10 *"),
            ["2020.06.??", "1/2-1/2", "1-0", "180+2", "0:10", "*"]
        );
        assert_eq!(words("-1.5 +0.3 #-3 #3 e8"), ["-1.5", "+0.3", "#-3", "#3", "e8"]);
        assert_eq!(words("a+1 + 100 +5 a !? ?! ? $4"), ["a+1", "+ 100", "+5", "a", "!?", "?!", "?", "$4"]);
        assert_eq!(words("[NB]d5-6 Kg1 K[g1,h1] Müller"), ["[NB]d5-6", "Kg1", "K[g1,h1]", "Müller"]);
        assert_eq!(words("Muzychuk-Mu\u{308}ller a.b"), ["Muzychuk-Mu\u{308}ller", "a.b"]);
        assert_eq!(words("विश्वनाथन 諸 Ivančuk²"), ["विश्वनाथन", "諸", "Ivančuk²"]);
        assert_eq!(words("WhiteElo>=2700"), ["WhiteElo", "<Comparison(AtLeast)>", "2700"]);
        assert_eq!(words("\"a b\" 'c' “d”"), ["a b", "c", "d"]);
    }

    #[test]
    fn characters_that_no_word_has_are_named() {
        for (text, stray) in
            [("Elo ≥ 2000", 4..7), ("a→b", 1..4), ("White-— x", 6..9), ("\u{a0}x", 0..2), ("a%", 1..2)]
        {
            let error = tokens(text).find_map(Result::err).unwrap();
            assert_eq!((error.fault, error.span.range()), (QueryFault::StrayCharacter, stray), "{text}");
        }
    }
}

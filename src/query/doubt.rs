//! What a question may have got wrong, which only the games can tell: names that are neither of the language nor
//! usual tags, and values that are compared whole.

use std::sync::atomic::{AtomicBool, Ordering};

use super::board::Board;
use super::compare::{Condition, TagTest, asked, value_of};
use super::fact::{Fact, is_date, is_number, is_round, known_tag};
use super::move_test::MoveTest;
use super::token::{QueryToken, tokens};
use crate::message::problem::problems;
use crate::message::{Code, Diagnostic, Language, Severity, fill, similar};
use crate::syntax::{TagPair, UnusualTag, is_unknown, usual_tags};
use crate::text::{Span, capitalized, contains_plain, plain_letters};

/// What people also call the facts and tests of questions.
const OTHER_WORDS: [(&[&str], &str); 18] = [
    (&["moves", "length", "ply", "halfmoves", "ply_count"], "plies"),
    (&["rating", "ratings"], "elo"),
    (&["players", "name"], "player"),
    (&["rules"], "variant"),
    (&["comments", "text"], "comment"),
    (&["annotation", "annotations", "nags", "glyph"], "nag"),
    (&["evaluation", "score"], "eval"),
    (&["time"], "clock"),
    (&["mate", "checkmate"], "ends mate"),
    (&["stalemate"], "ends stalemate"),
    (&["draw", "drawn", "draws"], "ends draw"),
    (&["repetition", "threefold"], "ends repetition"),
    (&["fifty"], "ends fifty"),
    (&["insufficient"], "ends insufficient"),
    (&["castling", "castles", "castle"], "move \"O-O\""),
    (&["promotion", "promotes"], "move \"=Q\""),
    (&["variations"], "has variation"),
    (&["errors"], "has error"),
];

/// Returns what is probably meant by a name. `known` are the names that can stand in its place, besides those of tags.
fn meant(name: &str, known: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    other_word(name).or_else(|| similar(name, known.chain(usual_tags())))
}

fn other_word(name: &str) -> Option<&'static str> {
    let is_meant = |words: &[&str]| words.iter().any(|word| name.eq_ignore_ascii_case(word));
    OTHER_WORDS.iter().find(|(words, _)| is_meant(words)).map(|(_, meant)| *meant)
}

/// Returns whether words to search for begin with a word of the language or the name of a usual tag, so that a question
/// may be meant.
#[must_use]
pub fn begins_question(words: &str) -> bool {
    match tokens(words).next() {
        Some(Ok((_, QueryToken::Word(name), _))) => {
            known_tag(name).is_some() || Fact::names().any(|known| known == name)
        }
        first => matches!(first, Some(Ok((_, token, _))) if !matches!(token, QueryToken::Text(_))),
    }
}

/// Returns the question whether a certain test is meant by a word alone, if there is such a test.
#[must_use]
pub fn similar_test(word: &str, language: &Language) -> Option<String> {
    Some(fill(language.query.similar_name, &[("similar", &test_meant(word)?)]))
}

/// Returns the test that is probably meant by a word alone.
pub(super) fn test_meant(word: &str) -> Option<String> {
    match word {
        "comment" | "variation" | "error" | "nag" => Some(format!("has {word}")),
        _ => {
            let other = other_word(word).filter(|meant| meant.contains(' ')).map(str::to_owned);
            let is_move =
                |text: &String| Board::ALL.iter().any(|board| MoveTest::parse(text, *board).is_some());
            // words to search for are in lower case
            let mut spellings = [word.to_owned(), capitalized(word)].into_iter();
            other.or_else(|| Some(format!("move {:?}", spellings.find(is_move)?)))
        }
    }
}

/// A part of a question that may be wrong, and what the games asked so far say about it.
#[derive(Debug)]
pub(super) enum Doubt {
    /// A name that is wrong unless a game has such a tag.
    Name { tag: UnusualTag, span: Span, meant: Option<&'static str> },
    /// A value that is wrong if some games have it as a part of theirs, and none has no more than it.
    Value { names: Vec<String>, text: String, plain: String, fact: String, span: Span, seen: Seen },
}

#[derive(Debug, Default)]
pub(super) struct Seen {
    equal: AtomicBool,
    longer: AtomicBool,
}

impl Doubt {
    /// Returns the doubt about a name, if there is one. `known` are the names that can stand in its place.
    pub(super) fn of_name(
        name: &str,
        span: Span,
        known: impl Iterator<Item = &'static str> + Clone,
    ) -> Option<Doubt> {
        let is_known = known.clone().any(|known| known == name);
        let tag = UnusualTag::new(known_tag(name).unwrap_or(name)).filter(|_| !is_known)?;
        Some(Doubt::Name { tag, span, meant: meant(name, known) })
    }

    /// Returns the doubt about the value of a test, if there is one. `fact` is what the question calls the tag.
    pub(super) fn of_value(test: &TagTest, fact: &str, span: Span) -> Option<Doubt> {
        let Condition::Is(text, true) = &test.condition else { return None };
        let is_text =
            |name: &String| !(is_date(name) || is_number(name) || is_round(name) || name == "Result");
        let is_doubtful = !test.in_upper_case && test.names.iter().all(is_text) && !is_unknown(text);
        let (text, plain, fact) = (text.clone(), plain_letters(text), fact.to_owned());
        let seen = Seen::default();
        is_doubtful.then(|| Doubt::Value { names: test.names.clone(), text, plain, fact, span, seen })
    }

    pub(super) fn span(&self) -> Span {
        match self {
            Doubt::Name { span, .. } | Doubt::Value { span, .. } => *span,
        }
    }

    /// Notes the tags of a game.
    pub(super) fn see(&self, tags: &[TagPair<'_>]) {
        match self {
            Doubt::Name { tag, .. } => tag.see(|name| asked(tags, name).is_some()),
            // once a game has the value, nothing is in doubt any more
            Doubt::Value { names, text, plain, seen, .. } if !seen.equal.load(Ordering::Relaxed) => {
                for value in names.iter().map(|name| value_of(tags, name)) {
                    if value == *text {
                        seen.equal.store(true, Ordering::Relaxed);
                    } else if !seen.longer.load(Ordering::Relaxed) && contains_plain(&value, plain) {
                        seen.longer.store(true, Ordering::Relaxed);
                    }
                }
            }
            Doubt::Value { .. } => {}
        }
    }

    /// Returns the warning, if the games seen so far give a reason for it.
    pub(super) fn warning(&self) -> Option<Diagnostic> {
        let problem = match self {
            Doubt::Name { tag, meant, .. } => {
                (!tag.is_seen()).then(|| DoubtfulPart::Name(meant.map(str::to_owned)))
            }
            Doubt::Value { text, fact, seen, .. } => {
                let is_part = !seen.equal.load(Ordering::Relaxed) && seen.longer.load(Ordering::Relaxed);
                is_part.then(|| DoubtfulPart::Value { meant: format!("{fact} ~ {text:?}") })
            }
        };
        problem.map(|problem| problem.warning(self.span()))
    }
}

problems! {
    /// A part of a question that is probably not meant as it is written.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum DoubtfulPart(language) {
        /// No game has a tag with this name.
        Name(meant: Option<String>) = Code::QueryDoubtfulName, language.query.doubtful_name;
        /// A value that no game has, but that some contain.
        Value { meant: String } = Code::QueryDoubtfulName, language.query.doubtful_value;
    }
    describe with help;
}

impl DoubtfulPart {
    /// Returns the problem of a name outside a question that is not that of a tag of any game. `written` is how a name
    /// is written there.
    #[cfg(feature = "cli")]
    pub(crate) fn of_tag(name: &str, written: impl FnOnce(&str) -> String) -> DoubtfulPart {
        DoubtfulPart::Name(similar(name, usual_tags()).map(written))
    }

    pub(crate) fn warning(self, span: Span) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(self, span, None) }
    }

    fn help(&self, language: &Language) -> Option<String> {
        let (DoubtfulPart::Name(Some(meant)) | DoubtfulPart::Value { meant }) = self else { return None };
        Some(fill(language.query.similar_name, &[("similar", meant)]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_meant_by_a_name_is_found() {
        for (name, expected) in [
            ("Whte", Some("White")),
            ("whiteelo", Some("WhiteElo")),
            ("plyes", Some("plies")),
            ("Moves", Some("plies")),
            ("date", Some("Date")),
            ("rating", Some("elo")),
            ("mate", Some("ends mate")),
            ("MyOwnTag", None),
            ("Anotator", Some("Annotator")),
        ] {
            assert_eq!(meant(name, Fact::names()), expected, "{name}");
        }
        assert_eq!(test_meant("comment").as_deref(), Some("has comment"));
        assert_eq!(test_meant("moves"), None);
        assert_eq!(test_meant("qb3").as_deref(), Some("move \"Qb3\""));
    }
}

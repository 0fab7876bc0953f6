//! What a question may have got wrong, which only the games can tell: names that no game has, and values that are
//! compared whole.

use std::iter;
use std::sync::atomic::{AtomicBool, Ordering};

use super::board::Board;
use super::compare::{Condition, asked, value_of};
use super::expression::WrittenText;
use super::fact::{Fact, OpeningPart, is_date, is_number, is_round, known_tag};
use super::move_test::MoveTest;
use super::plan::GameTest;
use super::token::{QueryToken, tokens};
use crate::message::problem::problems;
use crate::message::{Code, Diagnostic, Language, fill, similar};
use crate::rules::Opening;
use crate::syntax::{AskedTag, TagPair, is_unknown, usual_tags};
use crate::text::{Span, capitalized, contains_plain, plain_letters};

/// What people also call the facts and tests of questions.
const OTHER_WORDS: [(&[&str], &str); 19] = [
    (&["moves", "length", "halfmoves", "ply_count"], "plies"),
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
    (&["threefold"], "repetition"),
    (&["captures", "takes"], "capture"),
    (&["checks", "incheck", "in_check"], "check"),
    (&["insufficient"], "ends insufficient"),
    (&["castling", "castles", "castle"], "move \"O-O\" or move \"O-O-O\""),
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
            let is_test = |meant: &&str| Fact::names().all(|name| name != *meant);
            let other = other_word(word).filter(is_test).map(str::to_owned);
            let is_move =
                |text: &String| Board::ALL.iter().any(|board| MoveTest::parse(text, *board).is_some());
            // words to search for are in lower case
            let mut spellings = [word.to_owned(), capitalized(word)].into_iter();
            other.or_else(|| Some(format!("move {:?}", spellings.find(is_move)?)))
        }
    }
}

/// A part of a question that may be wrong or not answered as it seems, and what the games asked so far say about it.
#[derive(Debug)]
pub(super) enum Doubt {
    /// A name that is wrong unless a game has such a tag.
    Name { tag: AskedTag, span: Span, meant: Option<&'static str> },
    /// A tag that games without it are not asked for: their positions are.
    ByPositions { part: OpeningPart, span: Span, is_told: AtomicBool },
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
        let usual = known_tag(name);
        // the result is that of the moves
        if known.clone().any(|known| known == name) || usual == Some("Result") {
            return None;
        }
        let meant = if usual.is_some() { None } else { meant(name, known) };
        Some(Doubt::Name { tag: AskedTag::new(usual.unwrap_or(name)), span, meant })
    }

    /// Returns the doubts about a test of a fact and its value, besides those about the name. `fact` is what the
    /// question calls it.
    pub(super) fn of_test(test: &GameTest, fact: &WrittenText<'_>, value: Span) -> [Option<Doubt>; 2] {
        let (names, condition, part) = match test {
            GameTest::Tags(test) => (test.names.clone(), &test.condition, test.by_positions),
            GameTest::Player { condition, .. } => (vec!["White".into(), "Black".into()], condition, None),
            GameTest::Opening(part, condition) => (Vec::new(), condition, Some(*part)),
            _ => return [None, None],
        };
        let is_told = AtomicBool::new(false);
        let by_positions = part.filter(|_| !names.is_empty());
        let by_positions = by_positions.map(|part| Doubt::ByPositions { part, span: fact.span, is_told });
        let of_value = match condition {
            Condition::Beside { tag, .. } => Doubt::of_name(tag, value, iter::empty()),
            Condition::Is(text, true) => Doubt::of_value(names, part, text, fact, value),
            _ => None,
        };
        [by_positions, of_value]
    }

    fn of_value(
        names: Vec<String>,
        part: Option<OpeningPart>,
        text: &str,
        fact: &WrittenText<'_>,
        span: Span,
    ) -> Option<Doubt> {
        let is_whole = |name: &String| is_date(name) || is_number(name) || is_round(name) || name == "Result";
        if names.iter().any(is_whole) || part == Some(OpeningPart::Eco) || is_unknown(text) {
            return None;
        }
        let (text, plain, fact) = (text.to_owned(), plain_letters(text), fact.value.to_owned());
        let seen = Seen::default();
        // what positions may say is known
        let openings = part.into_iter().flat_map(|part| Opening::all().map(move |opening| part.of(opening)));
        openings.for_each(|name| seen.see(name, &text, &plain));
        Some(Doubt::Value { names, text, plain, fact, span, seen })
    }

    pub(super) fn span(&self) -> Span {
        match self {
            Doubt::Name { span, .. } | Doubt::ByPositions { span, .. } | Doubt::Value { span, .. } => *span,
        }
    }

    /// Notes the tags of a game.
    pub(super) fn see(&self, tags: &[TagPair<'_>]) {
        match self {
            Doubt::Name { tag, .. } => tag.see(|name| asked(tags, name).is_some()),
            Doubt::Value { names, text, plain, seen, .. } => {
                names.iter().for_each(|name| seen.see(&value_of(tags, name), text, plain));
            }
            Doubt::ByPositions { .. } => {}
        }
    }

    /// Notes that the positions of a game are asked for a part of its opening.
    pub(super) fn see_positions(&self, asked: OpeningPart) {
        if let Doubt::ByPositions { part, is_told, .. } = self
            && *part == asked
        {
            is_told.store(true, Ordering::Relaxed);
        }
    }

    /// Returns the warning, if the games seen so far give a reason for it.
    pub(super) fn warning(&self) -> Option<Diagnostic> {
        let problem = match self {
            Doubt::Name { tag, meant, .. } => {
                tag.is_in_no_game().then(|| DoubtfulPart::Name(meant.map(str::to_owned)))
            }
            Doubt::ByPositions { is_told, .. } => {
                is_told.load(Ordering::Relaxed).then_some(DoubtfulPart::ByPositions)
            }
            Doubt::Value { text, fact, seen, .. } => {
                let is_part = !seen.equal.load(Ordering::Relaxed) && seen.longer.load(Ordering::Relaxed);
                is_part.then(|| DoubtfulPart::Value { meant: format!("{fact} ~ {text:?}") })
            }
        };
        problem.map(|problem| Diagnostic::warning(problem, self.span(), None))
    }
}

impl Seen {
    /// Notes a value of a game.
    fn see(&self, value: &str, text: &str, plain: &str) {
        // once a game has the value, nothing is in doubt any more
        if self.equal.load(Ordering::Relaxed) {
            return;
        }
        if value == text {
            self.equal.store(true, Ordering::Relaxed);
        } else if !self.longer.load(Ordering::Relaxed) && contains_plain(value, plain) {
            self.longer.store(true, Ordering::Relaxed);
        }
    }
}

problems! {
    /// A part of a question that is probably not meant as it is written.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum DoubtfulPart(language) {
        /// No game has a tag with this name.
        Name(meant: Option<String>) = Code::QueryDoubtfulName, language.query.doubtful_name
            =>? meant.as_ref().map(|meant| fill(language.query.similar_name, &[("similar", meant)]));
        /// Some games do not have the tag, so their positions were asked.
        ByPositions = Code::QueryAskedPositions, language.query.asked_positions;
        /// A value that no game has, but that some contain.
        Value { meant: String } = Code::QueryDoubtfulName, language.query.doubtful_value, similar = meant
            => language.query.similar_name;
    }
    describe;
}

impl DoubtfulPart {
    /// Returns the problem of a name outside a question that is not that of a tag of any game. `written` is how a name
    /// is written there.
    #[cfg(feature = "cli")]
    pub(crate) fn of_tag(name: &str, written: impl FnOnce(&str) -> String) -> DoubtfulPart {
        DoubtfulPart::Name(similar(name, usual_tags()).map(written))
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

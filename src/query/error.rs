//! What is wrong with a question.

use std::fmt::Display;
use std::ops::Range;

use lalrpop_util::ParseError;
use thiserror::Error;

use super::expression::WrittenText;
use super::grammar;
use super::target::NoTarget;
use super::token::{QueryToken, tokens};
use crate::message::{Code, Describe, Diagnostic, ENGLISH, Language, Severity, fill};
use crate::text::Span;

/// A question that cannot be asked, and the part of it that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", .fault.message(&ENGLISH))]
pub struct QueryError {
    /// What is wrong.
    pub fault: QueryFault,
    /// Where.
    pub span: Span,
}

/// What can be wrong with a question.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum QueryFault {
    /// A sign that no question has.
    StrayCharacter,
    /// A text whose quote is not closed.
    UnclosedText,
    /// Something else is expected. There may be a hint at what is meant.
    Unexpected(Expected, Option<Hint>),
    /// The question ends where something is expected.
    EndsEarly(Expected),
    /// Too many brackets or signs are one within another.
    TooDeep,
    /// A value that is to be a number is none.
    NotANumber,
    /// A value that is to be a date is none.
    NotADate,
    /// A value that is to be a time is none.
    NotATime,
    /// A value that is to be an evaluation is none.
    NotAnEvaluation,
    /// A range whose ends are of different kinds, or whose end comes before its beginning.
    BadRange,
    /// A fact cannot be asked for so.
    NotSo {
        /// Its name.
        name: String,
    },
    /// A word behind `ends` that is no ending.
    UnknownEnding,
    /// A value that is to be a result is none.
    NotAResult,
    /// No such kind of chess is known.
    UnknownVariant,
    /// The pieces of a position are in fewer or more ranks than the board has.
    Ranks,
    /// A rank or a line has fewer or more cells than the board.
    RankLength,
    /// A sign among the pieces is neither a piece nor a wildcard.
    UnknownSign,
    /// A field behind the pieces is wrong, or cannot be flipped.
    BadField,
    /// The rights of a position are none.
    BadRights,
    /// The square of a capture en passant, or what TLPD has in its place, is none.
    BadSpecial,
    /// A position cannot be set up.
    BadPosition(Box<NoTarget>),
    /// Moves cannot be played.
    BadMoves(Box<NoTarget>),
    /// Two sides with `v` between them are expected.
    BadMaterial,
    /// No board has such a piece or cell.
    BadPlacement,
    /// No board has such a piece.
    BadPiece,
    /// It is no move.
    BadMove,
    /// The parts are of different boards, and so never come together.
    TwoBoards,
    /// A tag that never is a number is compared with one.
    NeverANumber {
        /// Its name.
        name: String,
    },
    /// A tag that always is a number is compared with something else.
    AlwaysANumber {
        /// Its name.
        name: String,
    },
    /// A count or a number of plies that no game has.
    OutOfReach,
    /// No position of any game can be like that.
    Impossible,
    /// Positions are to be shown, and none are asked for.
    NoPositions,
    /// A test of a whole game stands where positions are expected.
    NotAboutPositions,
}

/// What is expected at a place of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// A test.
    Test,
    /// A sign of comparison, `in` or the like.
    Comparison,
    /// A value.
    Value,
    /// A text in quotes.
    Text,
    /// `and`, `or`, `then` or the end.
    Joint,
    /// The second end of a range.
    RangeEnd,
    /// `plies`
    Plies,
    /// A piece and a cell.
    Placement,
    /// The name of a tag or of another fact.
    Name,
}

impl Expected {
    fn among(terminals: &[String]) -> Expected {
        let has = |name: &str| terminals.iter().any(|terminal| terminal.trim_matches('"') == name);
        match () {
            () if has("position") => Expected::Test,
            () if has("and") => Expected::Joint,
            () if has("..") => Expected::RangeEnd,
            () if has("placement") => Expected::Placement,
            () if has("word") && has("plies") => Expected::Name,
            () if has("word") => Expected::Value,
            () if has("text") => Expected::Text,
            () if has("comparison") => Expected::Comparison,
            () if has("plies") => Expected::Plies,
            () => Expected::Joint,
        }
    }

    const fn text(self, language: &Language) -> &'static str {
        let texts = language.query;
        match self {
            Expected::Test => texts.expected_test,
            Expected::Comparison => texts.expected_comparison,
            Expected::Value => texts.expected_value,
            Expected::Text => texts.expected_text,
            Expected::Joint => texts.expected_joint,
            Expected::RangeEnd => texts.expected_range_end,
            Expected::Plies => texts.expected_plies,
            Expected::Placement => texts.expected_placement,
            Expected::Name => texts.expected_name,
        }
    }
}

impl QueryError {
    /// Creates the error of a part of a question.
    pub(super) fn at(span: Span, fault: QueryFault) -> QueryError {
        QueryError { fault, span }
    }

    /// Creates the error of a fact that cannot be asked for so.
    pub(super) fn not_so(name: &WrittenText<'_>) -> QueryError {
        QueryError::at(name.span, QueryFault::NotSo { name: name.value.to_owned() })
    }

    /// Converts LALRPOP's error about a question.
    pub(super) fn explain(error: ParseError<usize, QueryToken<'_>, QueryError>, text: &str) -> QueryError {
        match error {
            ParseError::User { error } => error,
            ParseError::UnrecognizedToken { token: (start, token, end), expected } => {
                let hint = Hint::of(token, start..end, &expected, text);
                let expected = Expected::among(&expected);
                QueryError::at(Span::new(start, end), QueryFault::Unexpected(expected, hint))
            }
            ParseError::UnrecognizedEof { expected, .. } => {
                let expected = Expected::among(&expected);
                QueryError::at(Span::new(text.len(), text.len()), QueryFault::EndsEarly(expected))
            }
            ParseError::InvalidToken { location } | ParseError::ExtraToken { token: (location, ..) } => {
                QueryError::at(Span::new(location, location), QueryFault::StrayCharacter)
            }
        }
    }

    /// Returns the diagnostic of the error.
    #[must_use]
    pub fn diagnostic(self) -> Diagnostic {
        Diagnostic::error(self.fault, self.span, None)
    }
}

impl Describe for QueryFault {
    fn code(&self) -> Code {
        match self {
            QueryFault::StrayCharacter
            | QueryFault::UnclosedText
            | QueryFault::Unexpected(..)
            | QueryFault::EndsEarly(_)
            | QueryFault::TooDeep => Code::QuerySyntax,
            QueryFault::NotANumber
            | QueryFault::NotADate
            | QueryFault::NotATime
            | QueryFault::NotAnEvaluation
            | QueryFault::BadRange
            | QueryFault::NotSo { .. }
            | QueryFault::UnknownEnding
            | QueryFault::NotAResult
            | QueryFault::UnknownVariant => Code::QueryValue,
            QueryFault::Ranks
            | QueryFault::RankLength
            | QueryFault::UnknownSign
            | QueryFault::BadField
            | QueryFault::BadRights
            | QueryFault::BadSpecial
            | QueryFault::BadPosition(_)
            | QueryFault::BadMoves(_)
            | QueryFault::BadMaterial
            | QueryFault::BadPlacement
            | QueryFault::BadPiece
            | QueryFault::BadMove => Code::QueryPosition,
            QueryFault::TwoBoards
            | QueryFault::NeverANumber { .. }
            | QueryFault::AlwaysANumber { .. }
            | QueryFault::OutOfReach
            | QueryFault::Impossible => Code::QueryNeverMatches,
            QueryFault::NotAboutPositions | QueryFault::NoPositions => Code::QueryNotAboutPositions,
        }
    }

    fn message(&self, language: &Language) -> String {
        let texts = language.query;
        let named = |text: &str, name: &str| fill(text, &[("name", &name as &dyn Display)]);
        match self {
            QueryFault::StrayCharacter => texts.stray_character.to_owned(),
            QueryFault::UnclosedText => texts.unclosed_text.to_owned(),
            QueryFault::Unexpected(expected, _) => {
                fill(texts.unexpected, &[("what", &expected.text(language))])
            }
            QueryFault::EndsEarly(expected) => fill(texts.ends_early, &[("what", &expected.text(language))]),
            QueryFault::TooDeep => texts.too_deep.to_owned(),
            QueryFault::NotANumber => texts.not_a_number.to_owned(),
            QueryFault::NotADate => texts.not_a_date.to_owned(),
            QueryFault::NotATime => texts.not_a_time.to_owned(),
            QueryFault::NotAnEvaluation => texts.not_an_evaluation.to_owned(),
            QueryFault::BadRange => texts.bad_range.to_owned(),
            QueryFault::NotSo { name } => named(texts.not_so, name),
            QueryFault::UnknownEnding => texts.unknown_ending.to_owned(),
            QueryFault::NotAResult => texts.not_a_result.to_owned(),
            QueryFault::UnknownVariant => texts.unknown_variant.to_owned(),
            QueryFault::Ranks => texts.ranks.to_owned(),
            QueryFault::RankLength => texts.rank_length.to_owned(),
            QueryFault::UnknownSign => texts.unknown_sign.to_owned(),
            QueryFault::BadField => texts.bad_field.to_owned(),
            QueryFault::BadRights => texts.bad_rights.to_owned(),
            QueryFault::BadSpecial => texts.bad_special.to_owned(),
            QueryFault::BadPosition(reason) => {
                fill(texts.bad_position, &[("reason", &reason.message(language))])
            }
            QueryFault::BadMoves(reason) => fill(texts.bad_moves, &[("reason", &reason.message(language))]),
            QueryFault::BadMaterial => texts.bad_material.to_owned(),
            QueryFault::BadPlacement => texts.bad_placement.to_owned(),
            QueryFault::BadPiece => texts.bad_piece.to_owned(),
            QueryFault::BadMove => texts.bad_move.to_owned(),
            QueryFault::TwoBoards => texts.two_boards.to_owned(),
            QueryFault::NeverANumber { name } => named(texts.never_a_number, name),
            QueryFault::AlwaysANumber { name } => named(texts.always_a_number, name),
            QueryFault::OutOfReach => texts.out_of_reach.to_owned(),
            QueryFault::Impossible => texts.impossible.to_owned(),
            QueryFault::NotAboutPositions => texts.not_about_positions.to_owned(),
            QueryFault::NoPositions => texts.no_positions.to_owned(),
        }
    }

    fn help(&self, language: &Language) -> Option<String> {
        let texts = language.query;
        let help = match self {
            QueryFault::Unexpected(_, Some(hint)) => return Some(hint.text(language)),
            QueryFault::BadMaterial => texts.material_help,
            QueryFault::BadPlacement | QueryFault::BadPiece => texts.pieces_help,
            QueryFault::Ranks | QueryFault::RankLength | QueryFault::UnknownSign => texts.position_help,
            QueryFault::Impossible => texts.impossible_help,
            QueryFault::NotAboutPositions => texts.about_positions_help,
            _ => return None,
        };
        Some(help.to_owned())
    }
}

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

/// A name in a question that is hardly meant: another one is much like it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoubtfulName {
    /// The name that may be meant.
    pub(super) similar: &'static str,
}

impl Describe for DoubtfulName {
    fn code(&self) -> Code {
        Code::QueryDoubtfulName
    }

    fn message(&self, language: &Language) -> String {
        language.query.doubtful_name.to_owned()
    }

    fn help(&self, language: &Language) -> Option<String> {
        Some(fill(language.query.similar_name, &[("similar", &self.similar)]))
    }
}

impl DoubtfulName {
    /// Returns the warning about a name at a place.
    pub(super) fn at(similar: &'static str, span: Span) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(DoubtfulName { similar }, span, None) }
    }
}

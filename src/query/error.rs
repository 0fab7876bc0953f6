//! The errors of questions.

use std::ops::Range;

use lalrpop_util::ParseError;
use thiserror::Error;

use super::doubt::test_meant;
use super::expression::WrittenText;
use super::grammar;
use super::target::NoTarget;
use super::token::{QueryToken, tokens};
use crate::message::problem::problems;
use crate::message::worded::worded;
use crate::message::{Code, Describe, Diagnostic, ENGLISH, Language, fill};
use crate::text::Span;

/// The error of a question that cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", .fault.message(&ENGLISH))]
pub struct QueryError {
    /// The fault.
    pub fault: QueryFault,
    /// The part of the question that is wrong.
    pub span: Span,
}

problems! {
    /// The faults that a question can have.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    #[expect(missing_docs, reason = "a field is named after what it holds")]
    pub enum QueryFault(language) {
        /// A character that no question has.
        StrayCharacter = Code::QuerySyntax, language.query.stray_character;
        /// A text without its closing quote.
        UnclosedText = Code::QuerySyntax, language.query.unclosed_text;
        /// Something else is expected here. A hint may show what is meant.
        Unexpected(what: Expected, hint: Option<Hint>)
            = Code::QuerySyntax, language.query.unexpected, what = what.text(language)
            =>? hint.as_ref().map(|hint| hint.text(language));
        /// The question ends where something more is expected.
        EndsEarly(what: Expected, hint: Option<Hint>)
            = Code::QuerySyntax, language.query.ends_early, what = what.text(language)
            =>? hint.as_ref().map(|hint| hint.text(language));
        /// The question is nested too deeply, or would be compiled in too many ways.
        TooDeep = Code::QuerySyntax, language.query.too_deep;
        /// A value that must be a number is not one.
        NotANumber = Code::QueryValue, language.query.not_a_number;
        /// A value that must be a date is not one.
        NotADate = Code::QueryValue, language.query.not_a_date;
        /// A value that must be a time is not one.
        NotATime = Code::QueryValue, language.query.not_a_time;
        /// A value that must be an evaluation is not one.
        NotAnEvaluation = Code::QueryValue, language.query.not_an_evaluation;
        /// A value that must be an annotation is not one.
        NotAnAnnotation = Code::QueryValue, language.query.not_an_annotation;
        /// A range whose ends are of different kinds, or whose end comes before its beginning.
        BadRange = Code::QueryValue, language.query.bad_range;
        /// A fact cannot be compared or tested like this.
        NotSo(name: String, hint: Option<Hint>) = Code::QueryValue, language.query.not_so, name = name
            =>? hint.as_ref().map(|hint| hint.text(language));
        /// Two numbers, ratings or clocks are compared, and not two of the same.
        NotAlike = Code::QueryValue, language.query.not_alike;
        /// A word after `ends` is not an ending. A hint may show which is meant.
        UnknownEnding(hint: Option<Hint>)
            = Code::QueryValue, language.query.unknown_ending =>? hint.as_ref().map(|hint| hint.text(language));
        /// A value that must be a result is not one.
        NotAResult = Code::QueryValue, language.query.not_a_result;
        /// No such variant is known.
        UnknownVariant = Code::QueryValue, language.query.unknown_variant;
        /// A position does not have the ranks of the board, or a line of a TLPD has a number that no line has.
        Ranks = Code::QueryPosition, language.query.ranks => language.query.position_help;
        /// A rank or a line has the wrong number of cells.
        RankLength = Code::QueryPosition, language.query.rank_length => language.query.position_help;
        /// A sign among the pieces is neither a piece nor a wildcard.
        UnknownSign = Code::QueryPosition, language.query.unknown_sign => language.query.position_help;
        /// A field after the placement is wrong, or the position cannot be flipped.
        BadField = Code::QueryPosition, language.query.bad_field;
        /// The field of the rights to castle is wrong.
        BadRights = Code::QueryPosition, language.query.bad_rights;
        /// The field of the capture en passant, or what TLPD has in its place, is wrong.
        BadSpecial = Code::QueryPosition, language.query.bad_special;
        /// A position cannot be set up.
        BadPosition(reason: Box<NoTarget>)
            = Code::QueryPosition, language.query.bad_position, reason = reason.message(language);
        /// Moves cannot be played.
        BadMoves(reason: Box<NoTarget>)
            = Code::QueryPosition, language.query.bad_moves, reason = reason.message(language);
        /// The pieces of two sides with `v` between them are expected.
        BadMaterial = Code::QueryPosition, language.query.bad_material => language.query.material_help;
        /// No board has such a piece or cell.
        BadPlacement = Code::QueryPosition, language.query.bad_placement => language.query.pieces_help;
        /// No board has such a piece.
        BadPiece = Code::QueryPosition, language.query.bad_piece => language.query.pieces_help;
        /// A text is not a move of any notation.
        BadMove = Code::QueryPosition, language.query.bad_move;
        /// The two parts are of different boards, so no position has both.
        TwoBoards = Code::QueryNeverMatches, language.query.two_boards;
        /// A tag that is never a number is compared with one.
        NeverANumber { name: String } = Code::QueryNeverMatches, language.query.never_a_number;
        /// A tag that is always a number is compared with something else.
        AlwaysANumber { name: String } = Code::QueryNeverMatches, language.query.always_a_number;
        /// A comparison with a number that holds for no game.
        OutOfReach = Code::QueryNeverMatches, language.query.out_of_reach;
        /// No position of any game can pass the test.
        Impossible = Code::QueryNeverMatches, language.query.impossible => language.query.impossible_help;
        /// No position can pass two tests that are about the same one. The form asks about two positions.
        NeverTogether { form: String } = Code::QueryNeverMatches, language.query.never_together
            => language.query.never_together_help;
        /// Positions are to be shown, but the question asks for none.
        NoPositions = Code::QueryNotAboutPositions, language.query.no_positions;
        /// A test of a whole game stands where positions are expected.
        NotAboutPositions = Code::QueryNotAboutPositions, language.query.not_about_positions
            => language.query.about_positions_help;
        /// So it does after `ever` or `never`, and has this form without.
        EverOfGame { form: String } = Code::QueryNotAboutPositions, language.query.not_about_positions
            => language.query.ever_of_game_help;
    }
    describe;
}

worded! {
    /// The expected part at a place of a question.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Expected(language) {
        /// A test.
        Test = language.query.expected_test;
        /// A comparison, or `in` before a range.
        Comparison = language.query.expected_comparison;
        /// A value.
        Value = language.query.expected_value;
        /// A text in quotes.
        Text = language.query.expected_text;
        /// `and`, `or`, `then` or the end.
        Joint = language.query.expected_joint;
        /// The second end of a range.
        RangeEnd = language.query.expected_range_end;
        /// `plies`
        Plies = language.query.expected_plies;
        /// A piece and a cell.
        Placement = language.query.expected_placement;
        /// The name of a tag or of another fact.
        Name = language.query.expected_name;
    }
    fn text;
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
}

impl QueryError {
    /// Creates the error of a part of a question.
    pub(super) fn at(span: Span, fault: QueryFault) -> QueryError {
        QueryError { fault, span }
    }

    /// Returns whether the question asks for an ending of a name that is like a known one.
    #[must_use]
    pub const fn is_like_ending(&self) -> bool {
        matches!(self.fault, QueryFault::UnknownEnding(Some(_)))
    }

    /// Creates the error of a fact that cannot be compared or tested like this.
    pub(super) fn not_so(name: &WrittenText<'_>) -> QueryError {
        QueryError::at(name.span, QueryFault::NotSo(name.value.to_owned(), None))
    }

    /// Converts LALRPOP's error about a question.
    pub(super) fn explain(error: ParseError<usize, QueryToken<'_>, QueryError>, text: &str) -> QueryError {
        match error {
            ParseError::User { error } => error,
            ParseError::UnrecognizedToken { token: (start, token, end), expected } => {
                let hint = Hint::of(token, start..end, &expected, text);
                let expected = Expected::among(&expected);
                let hint = hint.or_else(|| Hint::of_test(expected, &text[..start]));
                QueryError::at(Span::new(start, end), QueryFault::Unexpected(expected, hint))
            }
            ParseError::UnrecognizedEof { expected, .. } => {
                let expected = Expected::among(&expected);
                let hint = Hint::of_test(expected, text);
                QueryError::at(Span::new(text.len(), text.len()), QueryFault::EndsEarly(expected, hint))
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

/// The probable meaning of a word that cannot stand where it does.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hint {
    /// A value that must stand in quotes, because it is a word of the language.
    Quote(String),
    /// A word of the language, which is written in lower case, or a test that is meant by a word alone.
    Similar(String),
}

impl Hint {
    /// Returns the hint about a token at a place where the grammar expects other terminals, if
    /// there is one. The mistake may be in the word before, because a keyword in capitals is read
    /// as a name.
    pub(super) fn of(
        token: QueryToken<'_>,
        place: Range<usize>,
        expected: &[String],
        text: &str,
    ) -> Option<Hint> {
        if matches!(token, QueryToken::Keyword(_)) {
            let takes_value =
                ["\"word\"", "\"text\""].iter().all(|kind| expected.iter().any(|terminal| terminal == kind));
            return takes_value.then(|| Hint::Quote(text[place].to_owned()));
        }
        let before = tokens(&text[..place.start]).last()?.ok().map(|(start, _, end)| start..end);
        let words = [Some(place.clone()), before].into_iter().flatten();
        words.filter_map(|word| keyword_at(word, place.start, text)).next().map(Hint::Similar)
    }

    /// Returns the hint about a word at the end of a text, after which a comparison is expected.
    fn of_test(expected: Expected, before: &str) -> Option<Hint> {
        let (_, last, _) = tokens(before).last()?.ok().filter(|_| expected == Expected::Comparison)?;
        let QueryToken::Word(word) = last else { return None };
        test_meant(word).map(Hint::Similar)
    }

    pub(super) fn text(&self, language: &Language) -> String {
        let texts = language.query;
        match self {
            Hint::Quote(word) => fill(texts.quote_word, &[("word", word)]),
            Hint::Similar(word) => fill(texts.similar_name, &[("similar", word)]),
        }
    }
}

/// Returns the word of the language that differs from a word only in case, if the question with it can be read at
/// least `MORE_TOKENS` tokens beyond where reading failed.
fn keyword_at(word: Range<usize>, failed_at: usize, text: &str) -> Option<String> {
    const MORE_TOKENS: usize = 2;
    let keyword = text[word.clone()].to_ascii_lowercase();
    let is_keyword = tokens(&keyword).all(|lexeme| matches!(lexeme, Ok((_, QueryToken::Keyword(_), _))));
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

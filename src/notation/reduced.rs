//! The departures from the reduced forms, and their descriptions. Both notations check
//! their own reduced form, and share these.

use super::calendar::NoSuchDate;
use crate::message::{Code, Describe, Fix, Language, fill, fill_whole};
use crate::text::{Source, Span};

/// A departure from a reduced form: that of PGN (the assignment, section 2) or the minimal
/// form of CTL-PGN.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "a field is named after what it holds")]
pub enum Departure {
    /// The next one of the seven tags is missing, or another tag is in its place.
    TagExpected { name: &'static str },
    /// There is an eighth tag.
    TagSurplus,
    /// There is a tag that the minimal form of CTL-PGN leaves out.
    NoSuchTag { name: &'static str },
    /// There is a second tag of the starting position.
    SecondPosition,
    /// An unknown value is written in another way than `?`.
    EmptyValue { name: &'static str },
    /// A value stands between other quotes than `"`.
    Quotes,
    /// Several players are not in alphabetical order.
    PlayersOrder,
    /// A name is missing before or behind the colon between players.
    PlayerMissing,
    /// A date is not of the form `YYYY.MM.DD`.
    BadDate,
    /// There is no such month or day.
    NoSuchDate(NoSuchDate),
    /// A round is neither a number nor a sequence of numbers separated by full stops.
    BadRound,
    /// The value of the `Result` tag is not one of the four results.
    BadResult,
    /// There is other white space than the required one.
    Gap(Gap),
    /// A comment.
    Comment,
    /// An annotation.
    Annotation,
    /// A variation.
    Variation,
    /// A null move.
    NullMove,
    /// A move of White has no move number.
    NumberMissing { number: u32 },
    /// A move number is wrong, or is not followed by a single full stop.
    WrongNumber { number: u32 },
    /// A move of Black has a move number.
    NumberSurplus,
    /// A move number has no move after it.
    NumberAlone,
    /// The result at the end differs from the `Result` tag.
    WrongResult,
    /// The result at the end is missing.
    ResultMissing,
    /// A line differs from the minimal form of CTL-PGN in another way than those above.
    Line { minimal: String },
    /// A legal move is not spelled as the form prescribes.
    Spelling { canonical: String },
}

/// The white space allowed between two parts of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// None.
    Nothing,
    /// One space.
    Space,
    /// One line break.
    LineBreak,
    /// One space or one line break.
    SpaceOrLineBreak,
    /// One line break or one blank line.
    BlankLine,
}

impl Gap {
    /// Tells whether `text` is the white space allowed.
    pub(super) fn allows(self, text: &[u8]) -> bool {
        let is_break = |text: &[u8]| matches!(text, b"\n" | b"\r\n" | b"\r");
        match self {
            Gap::Nothing => text.is_empty(),
            Gap::Space => text == b" ",
            Gap::LineBreak => is_break(text),
            Gap::SpaceOrLineBreak => text == b" " || is_break(text),
            Gap::BlankLine => is_break(text) || matches!(text, b"\n\n" | b"\r\n\r\n" | b"\r\r"),
        }
    }

    fn phrase(self, language: &Language) -> &'static str {
        match self {
            Gap::Nothing => language.reduced_gap_nothing,
            Gap::Space => language.reduced_gap_space,
            Gap::LineBreak => language.reduced_gap_line,
            Gap::SpaceOrLineBreak => language.reduced_gap_space_or_line,
            Gap::BlankLine => language.reduced_gap_section,
        }
    }
}

impl Describe for Departure {
    fn code(&self) -> Code {
        match self {
            Departure::TagExpected { .. } => Code::ReducedTagExpected,
            Departure::TagSurplus | Departure::NoSuchTag { .. } | Departure::SecondPosition => {
                Code::ReducedTagSurplus
            }
            Departure::EmptyValue { .. } => Code::ReducedValueEmpty,
            Departure::Quotes => Code::TypographicQuotes,
            Departure::PlayersOrder | Departure::PlayerMissing => Code::ReducedPlayers,
            Departure::BadDate | Departure::NoSuchDate(_) => Code::ReducedDate,
            Departure::BadRound => Code::ReducedRound,
            Departure::BadResult => Code::ReducedResultTag,
            Departure::Gap(_) => Code::ReducedSpace,
            Departure::Comment => Code::ReducedComment,
            Departure::Annotation => Code::ReducedAnnotation,
            Departure::Variation => Code::ReducedVariation,
            Departure::NullMove => Code::ReducedNullMove,
            Departure::NumberMissing { .. } => Code::ReducedNumberMissing,
            Departure::WrongNumber { .. } => Code::ReducedWrongNumber,
            Departure::NumberSurplus => Code::ReducedNumberSurplus,
            Departure::NumberAlone => Code::ReducedNumberAlone,
            Departure::Spelling { .. } => Code::ReducedSpelling,
            Departure::WrongResult | Departure::ResultMissing => Code::ReducedResult,
            Departure::Line { .. } => Code::MinimalLine,
        }
    }

    fn message(&self, language: &Language) -> String {
        match self {
            Departure::TagExpected { name } => fill(language.reduced_tag_expected, &[("name", name)]),
            Departure::NoSuchTag { name } => fill(language.reduced_no_such_tag, &[("name", name)]),
            Departure::NumberMissing { number } => {
                fill(language.reduced_number_missing, &[("number", number)])
            }
            Departure::WrongNumber { number } => fill(language.reduced_number, &[("number", number)]),
            Departure::Line { minimal } => fill(language.minimal_line, &[("line", minimal)]),
            Departure::Spelling { canonical } => fill(language.reduced_spelling, &[("move", canonical)]),
            Departure::TagSurplus => language.reduced_tag_surplus.to_owned(),
            Departure::SecondPosition => language.reduced_second_position.to_owned(),
            Departure::Quotes => language.reduced_quotes.to_owned(),
            Departure::PlayersOrder => language.reduced_players.to_owned(),
            Departure::PlayerMissing => language.reduced_player_missing.to_owned(),
            Departure::EmptyValue { .. } => language.reduced_value_empty.to_owned(),
            Departure::BadDate => language.bad_date.to_owned(),
            Departure::NoSuchDate(part) => part.message(language),
            Departure::BadRound => language.reduced_round.to_owned(),
            Departure::BadResult => language.bad_result_tag.to_owned(),
            Departure::Gap(gap) => gap.phrase(language).to_owned(),
            Departure::Comment => language.reduced_comment.to_owned(),
            Departure::Annotation => language.reduced_annotation.to_owned(),
            Departure::Variation => language.reduced_variation.to_owned(),
            Departure::NullMove => language.no_place_for_null_move.to_owned(),
            Departure::NumberAlone => language.reduced_number_alone.to_owned(),
            Departure::NumberSurplus => language.reduced_number_surplus.to_owned(),
            Departure::WrongResult => language.reduced_result.to_owned(),
            Departure::ResultMissing => language.reduced_result_missing.to_owned(),
        }
    }

    fn help(&self, language: &Language) -> Option<String> {
        Some(language.reduced_help.to_owned())
    }
}

/// A problem of a game in the reduced form, with the section of the document that has the rule: of
/// the assignment for PGN, of the notation for CTL-PGN.
#[derive(Debug)]
pub struct OfSection {
    /// The number of the section, such as `2.1.5`, or its title.
    pub section: &'static str,
    /// The problem.
    pub problem: Box<dyn Describe>,
}

impl OfSection {
    /// Names the section that has the rule.
    #[must_use]
    pub fn new(section: &'static str, problem: impl Describe + 'static) -> OfSection {
        OfSection { section, problem: Box::new(problem) }
    }
}

impl Describe for OfSection {
    fn code(&self) -> Code {
        self.problem.code()
    }

    fn message(&self, language: &Language) -> String {
        let departure = self.problem.message(language);
        fill_whole(language.reduced, &[("section", &self.section), ("departure", &departure)])
    }

    fn help(&self, language: &Language) -> Option<String> {
        self.problem.help(language)
    }

    fn fixes(&self, source: &Source, span: Span) -> Vec<Fix> {
        self.problem.fixes(source, span)
    }
}

//! What the reduced forms do not allow, and the words for it.

use crate::message::{Code, Describe, Language, fill};

/// A departure from the reduced form.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Departure {
    /// Another tag than the one whose turn it is, or none.
    TagExpected { name: &'static str },
    /// An eighth tag.
    TagSurplus,
    /// A value that is empty instead of `?`.
    EmptyValue,
    /// A date in another form than `YYYY.MM.DD`.
    BadDate,
    /// A round that is neither a number nor a sequence of numbers.
    BadRound,
    /// A result that is none of the four.
    BadResult,
    /// White space that is not what has to stand there.
    Gap(Gap),
    /// A comment.
    Comment,
    /// An annotation.
    Annotation,
    /// A variation.
    Variation,
    /// A null move.
    NullMove,
    /// No move number before a move of White.
    NumberMissing { number: u32 },
    /// Another move number, or one with other than a single full stop.
    WrongNumber { number: u32 },
    /// A move number before a move of Black.
    NumberSurplus,
    /// A move number without a move.
    NumberAlone,
    /// No result at the end, or another than the tag says.
    WrongResult,
    /// A line that is another in the minimal form of CTL-PGN.
    Line { minimal: String },
    /// A legal move that is not written as section 2.2 says.
    Spelling { canonical: String },
}

/// What may stand between two parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// Nothing at all.
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
}

impl Describe for Departure {
    fn code(&self) -> Code {
        match self {
            Departure::TagExpected { .. } => Code::ReducedTagExpected,
            Departure::TagSurplus => Code::ReducedTagSurplus,
            Departure::EmptyValue => Code::ReducedValueEmpty,
            Departure::BadDate => Code::ReducedDate,
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
            Departure::WrongResult => Code::ReducedResult,
            Departure::Line { .. } => Code::MinimalLine,
        }
    }

    fn message(&self, language: &Language) -> String {
        let departure = match self {
            Departure::TagExpected { name } => fill(language.reduced_tag_expected, &[("name", name)]),
            Departure::NumberMissing { number } => {
                fill(language.reduced_number_missing, &[("number", number)])
            }
            Departure::WrongNumber { number } => fill(language.reduced_number, &[("number", number)]),
            Departure::Line { minimal } => fill(language.minimal_line, &[("line", minimal)]),
            Departure::Spelling { canonical } => fill(language.reduced_spelling, &[("move", canonical)]),
            Departure::TagSurplus => language.reduced_tag_surplus.to_owned(),
            Departure::EmptyValue => language.reduced_value_empty.to_owned(),
            Departure::BadDate => language.bad_date.to_owned(),
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
        };
        fill(language.reduced, &[("departure", &departure)])
    }

    fn help(&self, language: &Language) -> Option<String> {
        Some(language.reduced_help.to_owned())
    }
}

impl Gap {
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

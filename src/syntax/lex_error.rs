//! Bytes that form no token.

use std::fmt::Display;

use thiserror::Error;

use crate::message::{Code, Describe, ENGLISH, Fix, Language, fill};
use crate::text::{Edit, Source, Span};

/// The error of bytes that form no token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{}", .fault.message(&ENGLISH))]
pub struct LexError {
    /// The fault.
    pub fault: LexFault,
    /// The span of the bytes.
    pub span: Span,
}

/// The reasons why bytes form no token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "a field is named after what it holds")]
pub enum LexFault {
    /// A character without meaning in PGN.
    #[default]
    StrayCharacter,
    /// A sign of HTML, such as `<br>` or `&nbsp;`.
    Html,
    /// `{` without `}`
    UnclosedComment,
    /// Another `{` before the `}` of a comment, in which moves may stand.
    InnerBrace,
    /// `}` without `{`
    StrayBrace,
    /// `"` without another in its line
    UnclosedValue,
    /// `[` without a name
    NamelessTag,
    /// `[` and a name with a character that no name has.
    BadTagName,
    /// A run of `!` and `?` that is not one of the six suffixes.
    UnknownSuffix,
    /// A malformed result.
    BadResult,
    /// A malformed result in CTL-PGN.
    BadCtlResult,
    /// A number that is no line of its column of hexes, which has every second one from the first to
    /// the last.
    NoSuchLine { column: char, first: u8, last: u8 },
    /// A letter that names no column of hexes.
    NoSuchColumn,
    /// A column of hexes that is written in lower case.
    LowerCaseColumn { letter: char },
    /// A letter, where that of a piece stands, that stands for a piece in no game.
    UnknownLetter { letter: char },
    /// A letter or a digit that follows a move without a space.
    RunOn,
    /// `$256` and above
    NagOutOfRange,
}

impl LexFault {
    /// Tells whether the bytes are meant as a move all the same.
    pub(super) const fn is_of_move(self) -> bool {
        matches!(
            self,
            LexFault::NoSuchLine { .. }
                | LexFault::NoSuchColumn
                | LexFault::LowerCaseColumn { .. }
                | LexFault::UnknownLetter { .. }
                | LexFault::RunOn
        )
    }
}

impl Describe for LexFault {
    fn code(&self) -> Code {
        match self {
            LexFault::StrayCharacter => Code::StrayCharacter,
            LexFault::Html => Code::Html,
            LexFault::UnclosedComment => Code::UnclosedComment,
            LexFault::InnerBrace => Code::BraceInComment,
            LexFault::StrayBrace => Code::StrayBrace,
            LexFault::UnclosedValue => Code::UnclosedValue,
            LexFault::NamelessTag => Code::NamelessTag,
            LexFault::BadTagName => Code::BadTagName,
            LexFault::UnknownSuffix => Code::UnknownSuffix,
            LexFault::BadResult | LexFault::BadCtlResult => Code::NotAResult,
            LexFault::NoSuchLine { .. } | LexFault::NoSuchColumn | LexFault::LowerCaseColumn { .. } => {
                Code::NoSuchHex
            }
            LexFault::UnknownLetter { .. } => Code::UnknownLetter,
            LexFault::NagOutOfRange => Code::NagOutOfRange,
            LexFault::RunOn => Code::RunOn,
        }
    }

    fn message(&self, language: &Language) -> String {
        match self {
            LexFault::StrayCharacter => language.stray_character,
            LexFault::Html => language.html,
            LexFault::UnclosedComment => language.unclosed_comment,
            LexFault::InnerBrace => language.brace_in_comment,
            LexFault::StrayBrace => language.stray_brace,
            LexFault::UnclosedValue => language.unclosed_value,
            LexFault::NamelessTag => language.nameless_tag,
            LexFault::BadTagName => language.bad_tag_name,
            LexFault::UnknownSuffix => language.unknown_suffix,
            LexFault::BadResult | LexFault::BadCtlResult => language.bad_result,
            LexFault::NoSuchLine { .. } | LexFault::NoSuchColumn => language.no_such_hex,
            LexFault::LowerCaseColumn { letter } => {
                let column = letter.to_ascii_uppercase();
                return fill(language.lower_case_column, &[("letter", letter), ("column", &column)]);
            }
            LexFault::UnknownLetter { letter } => {
                return fill(language.unknown_letter, &[("letter", letter)]);
            }
            LexFault::RunOn => language.run_on,
            LexFault::NagOutOfRange => language.nag_out_of_range,
        }
        .to_owned()
    }

    fn help(&self, language: &Language) -> Option<String> {
        let help = match self {
            LexFault::Html => language.save_the_page_as_text,
            LexFault::UnclosedComment => language.close_the_comment,
            LexFault::UnclosedValue => language.close_the_value,
            LexFault::NamelessTag | LexFault::BadTagName => language.write_a_tag,
            LexFault::UnknownSuffix => language.known_suffixes,
            LexFault::BadResult => language.known_results,
            LexFault::BadCtlResult => language.bad_ctl_result,
            LexFault::NoSuchLine { column, first, last } => {
                let values: [(&str, &dyn Display); 3] =
                    [("column", column), ("first", first), ("last", last)];
                return Some(fill(language.lines_of_the_column, &values));
            }
            LexFault::NoSuchColumn => language.columns_of_the_board,
            LexFault::LowerCaseColumn { .. } | LexFault::UnknownLetter { .. } | LexFault::RunOn => {
                language.what_long_moves_look_like
            }
            LexFault::StrayCharacter
            | LexFault::InnerBrace
            | LexFault::StrayBrace
            | LexFault::NagOutOfRange => return None,
        };
        Some(help.to_owned())
    }

    fn fixes(&self, source: &Source, span: Span) -> Vec<Fix> {
        let replaced = |text: String| vec![Fix::guess(Edit::replace(span, text))];
        match self {
            LexFault::LowerCaseColumn { letter } => {
                let written = source.text(span);
                replaced(written.replace(*letter, &letter.to_ascii_uppercase().to_string()))
            }
            LexFault::BadResult if source.bytes()[span.range()] == *b"1-1" => replaced("1/2-1/2".to_owned()),
            LexFault::BadCtlResult if source.bytes()[span.range()] == *b"1/2-1/2" => {
                replaced("1-1".to_owned())
            }
            _ => Vec::new(),
        }
    }
}

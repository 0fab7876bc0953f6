//! Syntax errors, in the terms of a chess game.
//!
//! LALRPOP lists the terminals of the grammar that could have followed. This file reduces the
//! list to one short phrase, and finds the errors for which there is a better message than
//! "expected".

use std::fmt::Display;

use lalrpop_util::ParseError;
use thiserror::Error;

use super::boundary::GameTokens;
use super::{MoveForm, Token, TokenKind, respelling};
use crate::message::{Certainty, Code, Describe, ENGLISH, Fix, Language, PlyNumber, fill};
use crate::text::{Edit, Source, Span, Text, is_invisible};

/// An error in the order of a game's tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{}", .fault.message(&ENGLISH))]
pub struct SyntaxError {
    /// The fault.
    pub fault: SyntaxFault,
    /// The span of the error.
    pub span: Span,
    /// The ply that was to come there, as the board counts; `None` before the moves.
    pub ply: Option<PlyNumber>,
}

/// The faults in the order of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SyntaxFault {
    /// Bytes that form no token.
    Token(LexFault),
    /// A token that cannot stand here.
    Unexpected(Expected),
    /// The end of the game where a token is required.
    EndsEarly(Expected),
    /// A symbol that is neither a move nor a word.
    NotAMove(MoveForm),
    /// Words that form no sentence.
    LooseWords,
    /// `)` without `(`
    StrayVariationEnd,
    /// `(` without `)`
    UnclosedVariation,
    /// A result before the `)` of a variation.
    ResultInVariation,
    /// Brackets without a move of their own: around nothing, around a comment, or around other brackets.
    NeedlessBrackets,
    /// A quoted string outside a tag.
    StrayValue,
    /// The name of a tag without its `[`.
    UnopenedTag,
    /// A tag without its `]`, before another tag.
    UnclosedTag,
    /// Control characters.
    ControlCharacter,
    /// Characters that nobody sees, of which this is the first.
    InvisibleCharacter(char),
    /// Text between games that is neither a comment nor the start of a game.
    TextBetweenGames,
    /// A game of more bytes than a game may have.
    TooLarge {
        /// How many it may have.
        max: usize,
    },
    /// The end of what could be read of a file, within a game.
    CutOff,
}

/// The tokens that would be valid at the position of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// The value of a tag.
    TagValue,
    /// The closing bracket of a tag.
    TagEnd,
    /// A tag pair or the first move.
    TagOrMove,
    /// Only a move.
    Move,
    /// A move or the closing bracket of a variation.
    MoveOrVariationEnd,
    /// A move or the result.
    MoveOrResult,
}

impl SyntaxError {
    /// Creates the error of skipped control characters, or others that nobody sees.
    pub(super) fn control(text: &[u8], span: Span) -> SyntaxError {
        let first = Text(&text[span.range()]).decode().chars().next().filter(|first| is_invisible(*first));
        let fault = first.map_or(SyntaxFault::ControlCharacter, SyntaxFault::InvisibleCharacter);
        SyntaxError { fault, span, ply: None }
    }

    /// Returns the error of text between games that was skipped.
    pub(super) fn text_between_games(span: Span) -> SyntaxError {
        SyntaxError { fault: SyntaxFault::TextBetweenGames, span, ply: None }
    }

    /// Converts LALRPOP's error. `ply` finds the ply at an offset.
    pub(super) fn explain<T: Token>(
        error: ParseError<usize, T, LexError>,
        tokens: &GameTokens<'_, '_, T>,
        ply: impl Fn(usize) -> Option<PlyNumber>,
    ) -> SyntaxError {
        let (fault, span) = match error {
            ParseError::User { error } => (SyntaxFault::Token(error.fault), error.span),
            ParseError::UnrecognizedToken { token: (start, token, end), expected } => {
                (unexpected(token.kind(), &expected), Span::new(start, end))
            }
            ParseError::UnrecognizedEof { expected, .. } => {
                (SyntaxFault::EndsEarly(Expected::among(&expected)), Span::new(tokens.end(), tokens.end()))
            }
            // a grammar with an external lexer and one start symbol returns neither of these
            ParseError::InvalidToken { location } => {
                (SyntaxFault::Token(LexFault::StrayCharacter), Span::new(location, location))
            }
            ParseError::ExtraToken { token: (start, token, end) } => {
                (unexpected(token.kind(), &[]), Span::new(start, end))
            }
        };
        let (fault, span) = match fault {
            SyntaxFault::NotAMove(_) if tokens.is_tag_name(span) => (SyntaxFault::UnopenedTag, span),
            _ => root_cause(fault, tokens).unwrap_or((fault, span)),
        };
        let (fault, span) = match fault {
            SyntaxFault::NotAMove(_) | SyntaxFault::Token(LexFault::StrayCharacter) => {
                invisible_in(tokens.text(), span).unwrap_or((fault, span))
            }
            _ => (fault, span),
        };
        SyntaxError { fault, span, ply: ply(span.start) }
    }
}

/// Finds the character in words or directly behind them that nobody sees.
fn invisible_in(text: &[u8], words: Span) -> Option<(SyntaxFault, Span)> {
    const LONGEST: usize = 4;
    let near = text[words.start..].get(..words.range().len() + LONGEST).unwrap_or(&text[words.start..]);
    let near = near.utf8_chunks().next()?.valid();
    let (at, unseen) = near.char_indices().find(|(_, character)| is_invisible(*character))?;
    let end = words.end.max(words.start + at + unseen.len_utf8());
    let fault = SyntaxFault::InvisibleCharacter(unseen);
    (words.start + at <= words.end).then(|| (fault, Span::new(words.start, end)))
}

/// Finds the fault that caused another: words that form no comment, or a variation that is never
/// closed.
fn root_cause<T: Token>(fault: SyntaxFault, tokens: &GameTokens<'_, '_, T>) -> Option<(SyntaxFault, Span)> {
    if fault == SyntaxFault::Token(LexFault::UnclosedComment) {
        return None;
    }
    if let Some(words) = tokens.words_before() {
        let fault = match words.count {
            1 if fault == SyntaxFault::StrayValue => SyntaxFault::UnopenedTag,
            1 => SyntaxFault::NotAMove(MoveForm::Short),
            _ => SyntaxFault::LooseWords,
        };
        return Some((fault, words.span));
    }
    let is_at_end = matches!(fault, SyntaxFault::EndsEarly(_));
    let opening = tokens.open_variation().filter(|_| is_at_end)?;
    Some((SyntaxFault::UnclosedVariation, opening))
}

fn unexpected(found: TokenKind, expected: &[String]) -> SyntaxFault {
    let expected = Expected::among(expected);
    match found {
        TokenKind::VariationEnd if expected != Expected::Move => SyntaxFault::StrayVariationEnd,
        TokenKind::Result if expected == Expected::MoveOrVariationEnd => SyntaxFault::ResultInVariation,
        TokenKind::TagValue if expected.allows_move() => SyntaxFault::StrayValue,
        TokenKind::TagName if expected == Expected::TagEnd => SyntaxFault::UnclosedTag,
        TokenKind::Unknown(form) if expected.allows_move() => SyntaxFault::NotAMove(form),
        _ => SyntaxFault::Unexpected(expected),
    }
}

impl Expected {
    /// Reduces the terminals that LALRPOP lists, in its spelling, to one phrase.
    fn among(terminals: &[String]) -> Expected {
        let has = |terminal: &str| terminals.iter().any(|t| t.trim_matches('"') == terminal);
        if has("tag value") {
            Expected::TagValue
        } else if has("]") {
            Expected::TagEnd
        } else if has("tag name") {
            Expected::TagOrMove
        } else if has(")") {
            Expected::MoveOrVariationEnd
        } else if has("*") {
            Expected::MoveOrResult
        } else {
            Expected::Move
        }
    }

    /// Tells whether it is not a part of a tag that has begun.
    pub(super) fn allows_move(self) -> bool {
        !matches!(self, Expected::TagValue | Expected::TagEnd)
    }

    fn phrase(self, language: &Language) -> &'static str {
        match self {
            Expected::TagValue => language.a_tag_value,
            Expected::TagEnd => language.a_tag_end,
            Expected::TagOrMove => language.a_tag_or_move,
            Expected::Move => language.a_move,
            Expected::MoveOrVariationEnd => language.a_move_or_variation_end,
            Expected::MoveOrResult => language.a_move_or_result,
        }
    }
}

impl Describe for SyntaxFault {
    fn code(&self) -> Code {
        match self {
            SyntaxFault::Token(fault) => fault.code(),
            SyntaxFault::Unexpected(Expected::TagValue) => Code::TagValueExpected,
            SyntaxFault::Unexpected(Expected::TagEnd) => Code::TagEndExpected,
            SyntaxFault::Unexpected(_) => Code::MoveExpected,
            SyntaxFault::EndsEarly(_) => Code::EndsEarly,
            SyntaxFault::NotAMove(_) => Code::NotAMove,
            SyntaxFault::LooseWords => Code::LooseWords,
            SyntaxFault::StrayVariationEnd => Code::StrayVariationEnd,
            SyntaxFault::UnclosedVariation => Code::UnclosedVariation,
            SyntaxFault::ResultInVariation => Code::ResultInVariation,
            SyntaxFault::NeedlessBrackets => Code::NeedlessBrackets,
            SyntaxFault::StrayValue => Code::StrayValue,
            SyntaxFault::UnopenedTag => Code::UnopenedTag,
            SyntaxFault::UnclosedTag => Code::UnclosedTag,
            SyntaxFault::ControlCharacter | SyntaxFault::InvisibleCharacter(_) => Code::ControlCharacter,
            SyntaxFault::TextBetweenGames => Code::TextBetweenGames,
            SyntaxFault::TooLarge { .. } => Code::TooLarge,
            SyntaxFault::CutOff => Code::CutOff,
        }
    }

    fn message(&self, language: &Language) -> String {
        match self {
            SyntaxFault::Token(fault) => fault.message(language),
            SyntaxFault::Unexpected(expected) => {
                fill(language.expected, &[("expected", &expected.phrase(language))])
            }
            SyntaxFault::EndsEarly(expected) => {
                fill(language.ends_early, &[("expected", &expected.phrase(language))])
            }
            SyntaxFault::NotAMove(_) => language.not_a_move.to_owned(),
            SyntaxFault::LooseWords => language.loose_words.to_owned(),
            SyntaxFault::StrayVariationEnd => language.stray_variation_end.to_owned(),
            SyntaxFault::UnclosedVariation => language.unclosed_variation.to_owned(),
            SyntaxFault::ResultInVariation => language.result_in_variation.to_owned(),
            SyntaxFault::NeedlessBrackets => language.needless_brackets.to_owned(),
            SyntaxFault::StrayValue => language.stray_value.to_owned(),
            SyntaxFault::UnclosedTag => language.unclosed_tag.to_owned(),
            SyntaxFault::UnopenedTag => language.unopened_tag.to_owned(),
            SyntaxFault::ControlCharacter => language.control_character.to_owned(),
            SyntaxFault::InvisibleCharacter(character) => {
                let code_point = format!("U+{:04X}", u32::from(*character));
                fill(language.invisible_character, &[("code_point", &code_point)])
            }
            SyntaxFault::TextBetweenGames => language.text_between_games.to_owned(),
            SyntaxFault::TooLarge { max } => fill(language.too_large, &[("max", max)]),
            SyntaxFault::CutOff => language.cut_off.to_owned(),
        }
    }

    fn help(&self, language: &Language) -> Option<String> {
        match self {
            SyntaxFault::Token(fault) => fault.help(language),
            SyntaxFault::NotAMove(MoveForm::Other) => None,
            SyntaxFault::NotAMove(MoveForm::Short) => Some(language.what_moves_look_like.to_owned()),
            SyntaxFault::NotAMove(MoveForm::Long) => Some(language.what_long_moves_look_like.to_owned()),
            SyntaxFault::LooseWords => Some(language.put_words_in_braces.to_owned()),
            SyntaxFault::UnclosedVariation | SyntaxFault::ResultInVariation => {
                Some(language.close_the_variation.to_owned())
            }
            SyntaxFault::StrayValue | SyntaxFault::UnopenedTag | SyntaxFault::UnclosedTag => {
                Some(language.write_a_tag.to_owned())
            }
            SyntaxFault::TooLarge { .. } => Some(language.allow_larger_games.to_owned()),
            SyntaxFault::Unexpected(Expected::TagEnd) => Some(language.close_the_value.to_owned()),
            _ => None,
        }
    }

    fn fixes(&self, source: &Source, span: Span) -> Vec<Fix> {
        match self {
            SyntaxFault::Token(fault) => fault.fixes(source, span),
            SyntaxFault::NotAMove(MoveForm::Short) => respelling::fixes(source, span),
            SyntaxFault::InvisibleCharacter(unseen) => {
                let place = source.text(span).find(*unseen).map(|at| span.start + at);
                let deletion = |start| Edit::replace(Span::new(start, start + unseen.len_utf8()), "");
                place.map(|start| Fix::guess(deletion(start))).into_iter().collect()
            }
            SyntaxFault::LooseWords => {
                let edits = vec![Edit::insert(span.start, "{"), Edit::insert(span.end, "}")];
                vec![Fix::of(Certainty::Guess, edits)]
            }
            _ => Vec::new(),
        }
    }
}

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

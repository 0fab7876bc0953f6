//! Syntax errors, in words of the game.
//!
//! LALRPOP says which terminals of the grammar could have followed; this file
//! makes of that list one short phrase, and finds the errors that deserve a
//! better word than "expected".

use lalrpop_util::ParseError;
use thiserror::Error;

use super::boundary::GameTokens;
use super::{LexError, LexFault, MoveForm, Token, TokenKind};
use crate::message::{Code, Describe, ENGLISH, Language, PlyNumber, fill};
use crate::text::Span;

/// The error of a game whose tokens are out of place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{}", .fault.message(&ENGLISH))]
pub struct SyntaxError {
    /// What is wrong.
    pub fault: SyntaxFault,
    /// Where.
    pub span: Span,
    /// The move that was to come there, by the numbers that the file gives;
    /// `None` before the moves.
    pub ply: Option<PlyNumber>,
}

/// What can be wrong with the order of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SyntaxFault {
    /// Bytes that are no token at all.
    Token(LexFault),
    /// A token that cannot stand here.
    Unexpected(Expected),
    /// The end of the game where something else had to come.
    EndsEarly(Expected),
    /// A symbol that is neither a move nor a word.
    NotAMove(MoveForm),
    /// Words that are no sentence.
    LooseWords,
    /// `)` without `(`
    StrayVariationEnd,
    /// `(` without `)`
    UnclosedVariation,
    /// A result before the `)` of a variation.
    ResultInVariation,
    /// A quoted text outside a tag.
    StrayValue,
    /// The name of a tag without its `[`.
    UnopenedTag,
    /// A tag without its `]` before another.
    UnclosedTag,
    /// Control characters.
    ControlCharacter,
}

/// What could have stood at the place of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// The value of a tag.
    TagValue,
    /// The closing bracket of a tag.
    TagEnd,
    /// A tag pair or the first move.
    TagOrMove,
    /// A move and nothing else.
    Move,
    /// A move or the closing bracket of a variation.
    MoveOrVariationEnd,
    /// A move or the result.
    MoveOrResult,
}

impl SyntaxError {
    /// Says that control characters were passed over.
    pub(super) fn control(span: Span) -> SyntaxError {
        SyntaxError { fault: SyntaxFault::ControlCharacter, span, ply: None }
    }

    /// Turns LALRPOP's error into ours; `ply` finds the move at an offset.
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
            // neither comes from a grammar with an external lexer and one start symbol
            ParseError::InvalidToken { location } => {
                (SyntaxFault::Token(LexFault::StrayCharacter), Span::new(location, location))
            }
            ParseError::ExtraToken { token: (start, token, end) } => {
                (unexpected(token.kind(), &[]), Span::new(start, end))
            }
        };
        let (fault, span) = root_cause(fault, tokens).unwrap_or((fault, span));
        SyntaxError { fault, span, ply: ply(span.start) }
    }
}

/// Finds the fault that caused another: words that are no comment, a variation
/// that goes on to the end of the game.
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
    let goes_on = matches!(fault, SyntaxFault::EndsEarly(_));
    let opening = tokens.open_variation().filter(|_| goes_on)?;
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
    /// Finds the phrase for the terminals that LALRPOP lists, in its spelling.
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

    fn allows_move(self) -> bool {
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
            SyntaxFault::StrayValue => Code::StrayValue,
            SyntaxFault::UnopenedTag => Code::UnopenedTag,
            SyntaxFault::UnclosedTag => Code::UnclosedTag,
            SyntaxFault::ControlCharacter => Code::ControlCharacter,
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
            SyntaxFault::StrayValue => language.stray_value.to_owned(),
            SyntaxFault::UnclosedTag => language.unclosed_tag.to_owned(),
            SyntaxFault::UnopenedTag => language.unopened_tag.to_owned(),
            SyntaxFault::ControlCharacter => language.control_character.to_owned(),
        }
    }

    fn help(&self, language: &Language) -> Option<String> {
        match self {
            SyntaxFault::Token(fault) => fault.help(language),
            SyntaxFault::NotAMove(MoveForm::Short) => Some(language.what_moves_look_like.to_owned()),
            SyntaxFault::NotAMove(MoveForm::Long) => Some(language.what_long_moves_look_like.to_owned()),
            SyntaxFault::LooseWords => Some(language.put_words_in_braces.to_owned()),
            SyntaxFault::UnclosedVariation | SyntaxFault::ResultInVariation => {
                Some(language.close_the_variation.to_owned())
            }
            SyntaxFault::StrayValue | SyntaxFault::UnopenedTag | SyntaxFault::UnclosedTag => {
                Some(language.write_a_tag.to_owned())
            }
            SyntaxFault::Unexpected(Expected::TagEnd) => Some(language.close_the_value.to_owned()),
            _ => None,
        }
    }
}

//! Explains the errors of the parser.
//!
//! LALRPOP lists the terminals of the grammar that could have followed. This file reduces the
//! list to one short phrase, and recognises the errors for which there is a better message than
//! "expected".

use lalrpop_util::ParseError;

use super::boundary::GameTokens;
use super::{Expected, LexError, LexFault, MoveForm, SyntaxError, SyntaxFault, Token, TokenKind};
use crate::message::PlyNumber;
use crate::text::{Span, is_invisible};

impl SyntaxError {
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
            // a grammar with an external lexer and one start symbol never returns these two
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
}

/// Finds an invisible character in words or directly after them.
fn invisible_in(text: &[u8], words: Span) -> Option<(SyntaxFault, Span)> {
    const LONGEST: usize = 4;
    let near = text[words.start..].get(..words.range().len() + LONGEST).unwrap_or(&text[words.start..]);
    let near = near.utf8_chunks().next()?.valid();
    let (at, unseen) = near.char_indices().find(|(_, character)| is_invisible(*character))?;
    let end = words.end.max(words.start + at + unseen.len_utf8());
    let fault = SyntaxFault::InvisibleCharacter(unseen);
    (words.start + at <= words.end).then(|| (fault, Span::new(words.start, end)))
}

/// Finds the fault that caused another: words that do not form a comment, or a variation that is
/// never closed.
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

//! Recovery from syntax errors.
//!
//! The grammars describe games without errors. A game with an error is parsed again with its
//! tokens edited, so that it ends before the error or continues after it. So the grammars need no
//! error rules, and a game without errors costs nothing.

use super::error::{Expected, SyntaxError, SyntaxFault};
use super::token_edit::{EditKind, TokenEdit};
use super::{CommentBounds, LexFault, Lexer, Token, TokenKind};
use crate::text::{Span, work};

/// The maximum number of errors from which one game is recovered. Each costs another parse, and a
/// text with more errors is hardly a game.
pub(super) const MAX_RECOVERED: usize = 100;

/// The reaction to a syntax error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Recovery {
    /// End the game before the error.
    #[default]
    End,
    /// Skip the tokens in the way, and continue the game.
    Skip,
}

impl TokenEdit {
    /// Finds the edit with which a game continues after an error. `game` is the span of the game in
    /// the text; `opening` is the opening bracket of the variation that was closed last.
    ///
    /// Returns `None` for a token that may be meant as a move: without it, the moves after it
    /// would make a game that was never played.
    pub(super) fn recovering_from<T: Token>(
        error: &SyntaxError,
        opening: Option<Span>,
        text: &[u8],
        game: Span,
        bounds: CommentBounds,
    ) -> Option<TokenEdit> {
        let (span, end, text) = (error.span, game.end, &text[..game.end]);
        let found = text.get(span.start);
        let last_bracket = || {
            let before = &text[game.start..span.start];
            work::count(before.len());
            memchr::memrchr(b'[', before).map_or(span.start, |at| game.start + at)
        };
        let skip = |start, end| TokenEdit { span: Span::new(start, end), kind: EditKind::Skip };
        let before = |start, kind| TokenEdit { span: Span::new(start, start), kind };
        let is_number_before = || text[..span.start].trim_ascii_end().ends_with(b".");
        // such as a letter of another alphabet before a square
        let is_part_of_move =
            || !text[span.range()].is_ascii() && text.get(span.end).is_some_and(u8::is_ascii_alphanumeric);
        let may_be_move = || text[span.range()].iter().any(u8::is_ascii_digit) || is_number_before();
        Some(match error.fault {
            SyntaxFault::NotAMove(_) if may_be_move() => return None,
            SyntaxFault::Token(LexFault::NoSuchHex | LexFault::RunOn) => return None,
            SyntaxFault::Token(LexFault::StrayCharacter) if is_part_of_move() => return None,
            SyntaxFault::Token(LexFault::UnclosedComment) => TokenEdit { span, kind: EditKind::CloseComment },
            SyntaxFault::Token(LexFault::UnclosedValue) => skip(last_bracket(), span.end),
            SyntaxFault::UnclosedTag => before(span.start, EditKind::CloseTag),
            SyntaxFault::EndsEarly(Expected::TagEnd) => before(end, EditKind::CloseTag),
            SyntaxFault::EndsEarly(_) => skip(last_bracket(), end),
            SyntaxFault::UnclosedVariation => before(end, EditKind::CloseVariations),
            // a result at the end of a variation belongs to the variation
            SyntaxFault::ResultInVariation if text[span.end..].trim_ascii_start().starts_with(b")") => {
                skip(span.start, span.end)
            }
            SyntaxFault::ResultInVariation => before(span.start, EditKind::CloseVariations),
            SyntaxFault::Unexpected(Expected::TagValue) => match found {
                Some(b'[') => skip(last_bracket(), span.start),
                Some(b']') => skip(last_bracket(), span.end),
                _ => skip(span.start, span.end),
            },
            SyntaxFault::Unexpected(_) => match found {
                // its moves are no alternative to any move
                Some(b'(') => skip(span.start, end_of_variation::<T>(text, span.start, bounds)),
                Some(b')') => skip(opening.unwrap_or(span).start, span.end),
                _ => skip(span.start, span.end),
            },
            _ => skip(span.start, span.end),
        })
    }
}

/// Finds the end of the variation that begins at an offset.
fn end_of_variation<T: Token>(text: &[u8], start: usize, bounds: CommentBounds) -> usize {
    let mut depth = 0;
    for (at, token, end) in Lexer::<T>::new(text, start, bounds).flatten() {
        match token.kind() {
            TokenKind::VariationStart => depth += 1,
            TokenKind::VariationEnd if depth == 1 => return end,
            TokenKind::VariationEnd => depth -= 1,
            TokenKind::TagName => return at,
            _ => {}
        }
    }
    text.len()
}

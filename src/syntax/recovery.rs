//! What becomes of a game with a syntax error.
//!
//! The grammars describe good games and know no errors. A game that has one is read once
//! more with its tokens edited, so that it ends before the error or goes on behind it. A good
//! game pays nothing, and the grammar is not bent.

use super::error::{Expected, SyntaxError, SyntaxFault};
use super::token_edit::{EditKind, TokenEdit};
use super::{CommentBounds, LexFault, Lexer, Token, TokenKind};
use crate::text::{Span, work};

/// The number of errors of one game that are recovered. Each costs a reading of the game, and
/// a text with more of them is no game.
pub(super) const MOST_RECOVERED: usize = 100;

/// What is done about a syntax error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Recovery {
    /// The game ends before it.
    #[default]
    End,
    /// What is in the way is left out, and the game goes on.
    LeaveOut,
}

impl TokenEdit {
    /// Finds the edit with which a game goes on behind an error. `game` is where the game stands
    /// in the text; `opening` is the opening bracket of the variation that was closed last.
    ///
    /// Returns `None` for what may be meant as a move: without it, the moves behind it would
    /// make a game that was never played.
    pub(super) fn past<T: Token>(
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
        let leave_out = |start, end| TokenEdit { span: Span::new(start, end), kind: EditKind::LeaveOut };
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
            SyntaxFault::Token(LexFault::UnclosedComment) => {
                TokenEdit { span, kind: EditKind::TakeAsComment }
            }
            SyntaxFault::Token(LexFault::UnclosedValue) => leave_out(last_bracket(), span.end),
            SyntaxFault::UnclosedTag => before(span.start, EditKind::CloseTag),
            SyntaxFault::EndsEarly(Expected::TagEnd) => before(end, EditKind::CloseTag),
            SyntaxFault::EndsEarly(_) => leave_out(last_bracket(), end),
            SyntaxFault::UnclosedVariation => before(end, EditKind::CloseVariations),
            // a result at the end of a variation is about the variation
            SyntaxFault::ResultInVariation if text[span.end..].trim_ascii_start().starts_with(b")") => {
                leave_out(span.start, span.end)
            }
            SyntaxFault::ResultInVariation => before(span.start, EditKind::CloseVariations),
            SyntaxFault::Unexpected(Expected::TagValue) => match found {
                Some(b'[') => leave_out(last_bracket(), span.start),
                Some(b']') => leave_out(last_bracket(), span.end),
                _ => leave_out(span.start, span.end),
            },
            SyntaxFault::Unexpected(_) => match found {
                // its moves replace nothing
                Some(b'(') => leave_out(span.start, end_of_variation::<T>(text, span.start, bounds)),
                Some(b')') => leave_out(opening.unwrap_or(span).start, span.end),
                _ => leave_out(span.start, span.end),
            },
            _ => leave_out(span.start, span.end),
        })
    }
}

/// Finds where the variation ends that begins at an offset.
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

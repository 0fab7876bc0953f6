//! Recovery from syntax errors.
//!
//! The grammars describe games without errors. A game with an error is parsed again with its
//! tokens edited, so that it ends before the error or continues after it. So the grammars need no
//! error rules, and a game without errors costs nothing.
//!
//! An error in a tag costs that tag. An error in a variation ends the variation, and one in the main
//! line the game, unless the syntax is lenient.

use super::error::{Expected, SyntaxError, SyntaxFault};
use super::number_style::NumberStyle;
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

/// A failed parse.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failure {
    /// The start of the game.
    pub(super) start: usize,
    /// The error.
    pub(super) error: SyntaxError,
    /// The opening bracket of the variation that is open there; it may be the error itself.
    pub(super) open: Option<Span>,
    /// The opening bracket of the variation that was closed last.
    pub(super) closed: Option<Span>,
    /// How the moves are numbered.
    pub(super) numbers: NumberStyle,
    /// Whether the error follows the result.
    pub(super) follows_result: bool,
}

impl Failure {
    /// Finds the edit that leaves out the tag with the error or the rest of the variation, or closes
    /// the comment after the result. Returns `None` for an error in the main line. `text` ends where
    /// the game ends.
    pub(super) fn contain<T: Token>(&self, text: &[u8], bounds: CommentBounds) -> Option<TokenEdit> {
        if self.follows_result && self.error.fault == SyntaxFault::Token(LexFault::UnclosedComment) {
            return Some(TokenEdit { span: self.error.span, kind: EditKind::CloseComment });
        }
        let at = self.error.span.start;
        // the last token before the error may have closed its variation
        let around = [self.open, self.closed].into_iter().flatten().filter_map(|opening| {
            let variation = self.variation::<T>(text, opening.start, bounds)?;
            (opening.start..variation.end).contains(&at).then_some(variation)
        });
        if let Some(variation) = around.max_by_key(|variation| variation.start) {
            return Some(variation.cut(at));
        }
        // of a game that ends there, nothing would be saved
        let goes_on = !matches!(self.error.fault, SyntaxFault::EndsEarly(_));
        if self.open.is_none() && goes_on { self.mend_tag(text) } else { None }
    }

    /// Finds the edit that skips or mends what is in the way, so that nothing else is lost. `text`
    /// ends where the game ends.
    ///
    /// Returns `None` for a token that may be meant as a move: without it, the moves after it
    /// would make a game that was never played.
    pub(super) fn skip<T: Token>(&self, text: &[u8], bounds: CommentBounds) -> Option<TokenEdit> {
        let (span, end) = (self.error.span, text.len());
        let has_move_after = |offset| has_move_after::<T>(text, offset, bounds);
        // such as a letter of another alphabet before a square
        let is_part_of_move =
            || !text[span.range()].is_ascii() && text.get(span.end).is_some_and(u8::is_ascii_alphanumeric);
        let may_be_move = || {
            let follows_number = text[..span.start].trim_ascii_end().ends_with(b".");
            text[span.range()].iter().any(u8::is_ascii_digit) || follows_number && has_move_after(span.end)
        };
        Some(match self.error.fault {
            SyntaxFault::NotAMove(_) if may_be_move() => return None,
            SyntaxFault::Token(LexFault::NoSuchLine { .. } | LexFault::NoSuchColumn | LexFault::RunOn) => {
                return None;
            }
            SyntaxFault::Token(LexFault::StrayCharacter) if is_part_of_move() => return None,
            SyntaxFault::Token(LexFault::UnclosedComment) => TokenEdit { span, kind: EditKind::CloseComment },
            SyntaxFault::UnclosedVariation if !has_move_after(span.end) => skip(span.start, span.end),
            SyntaxFault::UnclosedVariation => before(end, EditKind::CloseVariations),
            // a result at the end of a variation belongs to the variation
            SyntaxFault::ResultInVariation if text[span.end..].trim_ascii_start().starts_with(b")") => {
                skip(span.start, span.end)
            }
            SyntaxFault::ResultInVariation => before(span.start, EditKind::CloseVariations),
            SyntaxFault::Unexpected(Expected::TagValue | Expected::TagEnd) => self.mend_tag(text)?,
            SyntaxFault::Unexpected(_) => match &text[span.range()] {
                // its moves are no alternative to any move
                b"(" => {
                    let variation = self.variation::<T>(text, span.start, bounds);
                    skip(span.start, variation.map_or(span.end, |variation| variation.end))
                }
                b")" => skip(self.closed.unwrap_or(span).start, span.end),
                _ => skip(span.start, span.end),
            },
            _ => self.mend_tag(text).unwrap_or(skip(span.start, span.end)),
        })
    }

    /// Finds the variation that begins at an offset, if it is closed.
    fn variation<T: Token>(&self, text: &[u8], start: usize, bounds: CommentBounds) -> Option<Variation> {
        let mut depth = 0;
        let mut first_move = None;
        for (at, token, end) in Lexer::<T>::new(text, start, bounds).flatten() {
            match token.kind() {
                kind if self.numbers.is_part_of_number(kind, Span::new(at, end), text) => {}
                TokenKind::Move => first_move = first_move.or(Some(at)),
                TokenKind::VariationStart => depth += 1,
                TokenKind::VariationEnd if depth == 1 => {
                    return Some(Variation { start, first_move, closing: at, end });
                }
                TokenKind::VariationEnd => depth -= 1,
                TokenKind::TagName => return None,
                _ => {}
            }
        }
        None
    }

    /// Finds the edit that closes or skips the tag with the error, if it is in one.
    fn mend_tag(&self, text: &[u8]) -> Option<TokenEdit> {
        let span = self.error.span;
        let line_end =
            memchr::memchr2(b'\n', b'\r', &text[span.start..]).map_or(text.len(), |at| span.start + at);
        let line = &text[span.start..line_end];
        // where the tag ends in the line of the error, if it does
        let bracket = memchr::memchr2(b'[', b']', line).filter(|&at| line[at] == b']');
        let tag_end = bracket.map(|at| span.start + at + 1);
        let before_error = &text[self.start..span.start];
        work::count(before_error.len());
        let tag = memchr::memrchr(b'[', before_error).map(|at| self.start + at);
        let line_start =
            memchr::memrchr2(b'\n', b'\r', before_error).map_or(self.start, |at| self.start + at + 1);
        let begins_line = text[line_start..span.start].trim_ascii().is_empty();
        Some(match self.error.fault {
            SyntaxFault::Token(LexFault::UnclosedValue) => {
                let tag = tag.filter(|&tag| tag >= line_start && is_tag_name(&text[tag + 1..span.start]));
                skip(tag?, span.end)
            }
            SyntaxFault::Token(LexFault::NamelessTag) if begins_line => {
                skip(span.start, memchr::memchr(b']', line).map_or(line_end, |at| span.start + at + 1))
            }
            SyntaxFault::UnopenedTag if begins_line && line.trim_ascii_end().ends_with(b"]") => {
                skip(span.start, line_end)
            }
            SyntaxFault::UnclosedTag => before(span.start, EditKind::CloseTag),
            SyntaxFault::Unexpected(Expected::TagEnd) => match tag_end {
                Some(end) => skip(span.start, end - 1),
                None => before(span.start, EditKind::CloseTag),
            },
            SyntaxFault::EndsEarly(Expected::TagEnd) => before(text.len(), EditKind::CloseTag),
            SyntaxFault::EndsEarly(Expected::TagValue) => skip(tag?, text.len()),
            SyntaxFault::Unexpected(Expected::TagValue) if line.starts_with(b"[") => skip(tag?, span.start),
            // a word before the value
            SyntaxFault::Unexpected(Expected::TagValue) if line.contains(&b'"') => skip(span.start, span.end),
            SyntaxFault::Unexpected(Expected::TagValue) => skip(tag?, tag_end.unwrap_or(span.start)),
            _ => return None,
        })
    }
}

/// The places in a variation, as offsets in the text.
struct Variation {
    start: usize,
    first_move: Option<usize>,
    /// The start of the closing bracket.
    closing: usize,
    end: usize,
}

impl Variation {
    /// Returns the edit that ends the variation before an error, or leaves it out if it has no move
    /// before that.
    fn cut(&self, error: usize) -> TokenEdit {
        let has_move = self.first_move.is_some_and(|first_move| first_move < error);
        if has_move && error < self.closing {
            TokenEdit { span: Span::new(error, self.closing), kind: EditKind::CutVariation }
        } else {
            skip(self.start, self.end)
        }
    }
}

fn skip(start: usize, end: usize) -> TokenEdit {
    TokenEdit { span: Span::new(start, end), kind: EditKind::Skip }
}

fn before(offset: usize, kind: EditKind) -> TokenEdit {
    TokenEdit { span: Span::new(offset, offset), kind }
}

/// Tells whether only the name of a tag stands between its bracket and its value.
fn is_tag_name(text: &[u8]) -> bool {
    let name = text.trim_ascii();
    !name.is_empty() && !name.iter().any(u8::is_ascii_whitespace)
}

/// Tells whether a move follows an offset in the line of play there.
fn has_move_after<T: Token>(text: &[u8], from: usize, bounds: CommentBounds) -> bool {
    let tokens = Lexer::<T>::new(text, from, bounds).flatten();
    let decides = |kind: &TokenKind| {
        matches!(kind, TokenKind::Move | TokenKind::Result | TokenKind::VariationEnd | TokenKind::TagName)
    };
    tokens.map(|(_, token, _)| token.kind()).find(decides) == Some(TokenKind::Move)
}

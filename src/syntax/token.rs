//! Tokens of any notation.

use std::fmt;

use logos::Logos;
use shakmaty::Color;

use super::{LexFault, Outcome};
use crate::text::Span;

/// A token of a notation.
///
/// It carries a typed value. It should be small, because all tokens of a game are in a list.
pub trait Token:
    for<'s> Logos<'s, Source = [u8], Error = LexFault, Extras = CommentBounds> + Copy + fmt::Debug
{
    /// The closing bracket of a tag.
    const TAG_END: Self;

    /// The start of a variation.
    const VARIATION_START: Self;

    /// The end of a variation.
    const VARIATION_END: Self;

    /// A comment in braces.
    const COMMENT: Self;

    /// A comment without braces, if the notation has words that are not moves.
    const SENTENCE: Option<Self> = None;

    /// The names of the tags with which a header begins.
    const FIRST_TAGS: &[&[u8]] = &[b"Event"];

    /// The fault of a word that has the form of a result but is not one.
    const BAD_RESULT: LexFault = LexFault::BadResult;

    /// Whether moves have English piece letters, which a game may replace by others.
    const HAS_PIECE_LETTERS: bool = false;

    /// Returns the kind of the token, which does not depend on the notation.
    fn kind(&self) -> TokenKind;

    /// Returns whether the token is the sign of an idea, `Δ`.
    fn is_idea(&self) -> bool {
        false
    }

    /// Returns whether the token is a move that a side may make first in a game, by its spelling. In a notation whose
    /// moves are like nothing else in a text, every move may be one.
    fn may_begin(&self, _side: Color) -> bool {
        self.kind() == TokenKind::Move
    }
}

/// The kind of a token in any notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TokenKind {
    /// A tag's opening bracket and name.
    TagName,
    /// A tag's value.
    TagValue,
    /// A tag's closing bracket.
    TagEnd,
    /// A move number.
    MoveNumber,
    /// A move.
    Move,
    /// A comment.
    Comment,
    /// A word of a sentence without braces.
    Word,
    /// A full stop.
    Period,
    /// The start of a variation.
    VariationStart,
    /// The end of a variation.
    VariationEnd,
    /// A result.
    Result(Outcome),
    /// An annotation.
    Nag,
    /// Control characters.
    Control,
    /// A symbol without meaning, in a notation that writes moves in this form.
    Unknown(MoveForm),
    /// Anything else.
    Other,
}

/// How a notation writes moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveForm {
    /// With the destination only.
    Short,
    /// With the origin and the destination.
    Long,
    /// In another form, for which messages give no examples.
    Other,
}

/// How far a comment in braces may extend.
#[derive(Clone, Copy, Debug, Default)]
pub struct CommentBounds {
    /// The offset of the last `}` of the text, if there is one.
    pub(super) last_brace: Option<usize>,
    /// The offset up to which comments that open are known not to be closed.
    pub(super) open_to: usize,
    /// The offset after the brace of a comment that is never closed, and the offset of its end. The end of a comment
    /// that opens in between is the same, and is not searched for again, which would take quadratic time.
    pub(super) unclosed: [usize; 2],
}

impl CommentBounds {
    /// Finds the bounds for reading a text from an offset on.
    #[must_use]
    pub fn of(text: &[u8], offset: usize) -> CommentBounds {
        CommentBounds::new(memchr::memrchr(b'}', &text[offset..]).map(|at| offset + at))
    }

    /// Creates bounds from the offset of the last `}` of a text.
    #[must_use]
    pub const fn new(last_brace: Option<usize>) -> CommentBounds {
        CommentBounds { last_brace, open_to: 0, unclosed: [0; 2] }
    }

    /// Returns the bounds in a text in which no comment that opens before an offset is closed.
    pub(super) const fn open_to(offset: usize) -> CommentBounds {
        CommentBounds { open_to: offset, ..CommentBounds::new(None) }
    }
}

/// A token, or bytes that form none, at its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lexeme<T> {
    /// The token, or the reason why the bytes form none.
    pub token: Result<T, LexFault>,
    /// Its place.
    pub span: Span,
}

impl<T: Token> Lexeme<T> {
    /// Returns the kind of the token, or `None` if the bytes form none.
    #[inline(always)]
    pub fn kind(&self) -> Option<TokenKind> {
        self.token.as_ref().ok().map(Token::kind)
    }

    /// Returns whether it is a token of a kind.
    #[inline(always)]
    pub fn is(&self, kind: TokenKind) -> bool {
        self.kind() == Some(kind)
    }

    /// Returns whether its bytes form no token because of a fault.
    pub fn has_fault(&self, fault: LexFault) -> bool {
        matches!(&self.token, Err(found) if *found == fault)
    }
}

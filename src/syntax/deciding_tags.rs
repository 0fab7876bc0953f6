//! The tags that decide how the rest of their game is read: `PieceLetters`, which gives the letters
//! of the pieces, and `Variant`, which may name another notation.
//!
//! They are noted as the tokens are read, so a game without them costs no extra time.

use super::lexemes::unquoted;
use super::{Notation, NotationKind, PieceLetters, Token, TokenKind};
use crate::text::{Span, Text};

/// A function that returns the notation that the value of a `Variant` tag names.
pub(crate) type NotationOf = fn(Text<'_>) -> NotationKind;

/// The state of the deciding tags of a game so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct DecidingTags {
    /// The letters of the pieces, unless they are the English ones.
    letters: Option<PieceLetters>,
    /// Whether the first `PieceLetters` tag is still to be read.
    awaits_letters: bool,
    /// The notation that the game is read in, as long as a `Variant` tag may name another.
    awaits_variant: Option<(NotationKind, NotationOf)>,
    /// The tag whose value comes next.
    named: Option<DecidingTag>,
    /// The notation of the game, if it is not the one that it is read in.
    other_notation: Option<NotationKind>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum DecidingTag {
    PieceLetters,
    Variant,
}

impl DecidingTags {
    /// Begins a game that is read in a notation. `letters` take precedence over the tag. Without
    /// `notation_of`, a `Variant` tag decides nothing.
    pub(super) fn new<N: Notation>(
        letters: Option<PieceLetters>,
        notation_of: Option<NotationOf>,
    ) -> DecidingTags {
        DecidingTags {
            letters: letters.filter(|_| N::Token::HAS_PIECE_LETTERS),
            awaits_letters: N::Token::HAS_PIECE_LETTERS && letters.is_none(),
            awaits_variant: N::KIND.zip(notation_of),
            named: None,
            other_notation: None,
        }
    }

    /// Returns the letters of the pieces, unless they are the English ones.
    pub(super) fn letters(&self) -> Option<&PieceLetters> {
        self.letters.as_ref()
    }

    /// Returns the notation of the game, if it is not the one that it is read in.
    pub(super) fn other_notation(&self) -> Option<NotationKind> {
        self.other_notation
    }

    /// Returns whether no deciding tag affects how the next token is read.
    pub(super) fn are_none(&self) -> bool {
        self.letters.is_none() && self.named.is_none() && self.other_notation.is_none()
    }

    /// Returns whether the tag at the start of a text may be a deciding one. One byte excludes most others.
    pub(super) fn may_begin(text: &[u8]) -> bool {
        // white space may stand between the bracket and the name
        text.get(1)
            .is_none_or(|byte| matches!(byte, b'P' | b'p' | b'V' | b'v') || !byte.is_ascii_alphanumeric())
    }

    /// Notes a token. Anything between the name of a tag and its value is ignored.
    pub(super) fn note(&mut self, kind: TokenKind, span: Span, text: &[u8]) {
        let written = &text[span.range()];
        match kind {
            TokenKind::TagName if DecidingTags::may_begin(written) => {
                self.named = self.awaited(written[1..].trim_ascii_start());
            }
            TokenKind::TagName | TokenKind::TagEnd => self.end_tag(),
            TokenKind::TagValue => match self.named.take() {
                Some(DecidingTag::PieceLetters) => self.note_letters(written),
                Some(DecidingTag::Variant) => self.note_variant(written),
                None => {}
            },
            _ => {}
        }
    }

    /// Notes the end of a tag, even of one whose value cannot be read.
    pub(super) fn end_tag(&mut self) {
        self.named = None;
    }

    fn note_letters(&mut self, value: &[u8]) {
        let value = std::str::from_utf8(unquoted(value)).unwrap_or_default();
        // letters that cannot be read leave the English ones, and a lint reports them
        self.letters = value.trim().parse().ok();
        self.awaits_letters = false;
    }

    fn note_variant(&mut self, value: &[u8]) {
        // of repeated tags the first counts, as everywhere
        if let Some((expected, notation_of)) = self.awaits_variant.take() {
            let named = notation_of(Text(unquoted(value)));
            self.other_notation = (named != expected).then_some(named);
        }
    }

    /// Returns the deciding tag with a name, in upper or lower case, if it has not been read yet.
    fn awaited(&self, name: &[u8]) -> Option<DecidingTag> {
        let is = |tag: &str| name.eq_ignore_ascii_case(tag.as_bytes());
        if self.awaits_letters && is(PieceLetters::TAG) {
            Some(DecidingTag::PieceLetters)
        } else if self.awaits_variant.is_some() && is("Variant") {
            Some(DecidingTag::Variant)
        } else {
            None
        }
    }
}

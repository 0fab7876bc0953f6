//! The letters of the pieces of one game: those that the reader was given, or else those of
//! the game's own tag.

use super::lexemes::unquoted;
use super::{PieceLetters, Token, TokenKind};
use crate::text::Span;

/// The letters of the pieces of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameLetters {
    /// The letters, unless they are the English ones.
    letters: Option<PieceLetters>,
    tag: Tag,
}

/// What is known of the tag.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Tag {
    /// The first one is to be read.
    Awaited,
    /// Its value comes next.
    Named,
    /// It has been read, or it does not count.
    Passed,
}

impl GameLetters {
    /// Begins a game. `given` are letters that count whatever the tag says.
    pub(super) fn new<T: Token>(given: Option<PieceLetters>) -> GameLetters {
        let is_awaited = T::HAS_PIECE_LETTERS && given.is_none();
        let tag = if is_awaited { Tag::Awaited } else { Tag::Passed };
        GameLetters { letters: given.filter(|_| T::HAS_PIECE_LETTERS), tag }
    }

    /// Returns the letters, unless they are the English ones.
    pub(super) fn get(&self) -> Option<&PieceLetters> {
        self.letters.as_ref()
    }

    /// Tells whether the next token reads the same whatever the letters are.
    pub(super) fn are_english(&self) -> bool {
        self.letters.is_none() && self.tag != Tag::Named
    }

    /// Tells whether the tag that a text begins with may be the one that says the letters; most
    /// others are told apart by one byte.
    pub(super) fn may_be_tag(text: &[u8]) -> bool {
        text.get(1).is_none_or(|byte| matches!(byte, b'P' | b'p') || !byte.is_ascii_alphanumeric())
    }

    /// Takes note of a token of a text.
    pub(super) fn note(&mut self, kind: TokenKind, span: Span, text: &[u8]) {
        let written = &text[span.range()];
        self.tag = match (self.tag, kind) {
            (Tag::Awaited, TokenKind::TagName) if is_tag(written) => Tag::Named,
            (Tag::Named, TokenKind::TagValue) => {
                let value = std::str::from_utf8(unquoted(written)).unwrap_or_default();
                self.letters = value.trim().parse().ok();
                Tag::Passed
            }
            (Tag::Named, _) => Tag::Passed,
            (tag, _) => tag,
        };
    }
}

/// Tells whether a bracket and a name are those of the tag, in any case.
fn is_tag(written: &[u8]) -> bool {
    let name = written[1..].trim_ascii_start();
    name.eq_ignore_ascii_case(PieceLetters::TAG.as_bytes())
}

//! Comments to the end of their line in which a part of their game stands.

use super::form::ends_with_result;
use crate::message::{Certainty, Code, Describe, Fix, Language, PlyNumber};
use crate::syntax::{Notation, PieceLetters, find_move_of};
use crate::text::{Edit, Source, Span};

/// A part of a game stands in a comment to the end of its line.
#[derive(Debug)]
pub(super) struct GameInComment {
    /// Whether that is the next move, so that the comment may be none.
    is_move: bool,
}

impl GameInComment {
    /// Looks for the next ply with its number in a comment, for a result at its end, and for a tag.
    pub(super) fn of<N: Notation>(
        text: &[u8],
        comment: Span,
        next: PlyNumber,
        letters: Option<PieceLetters>,
    ) -> Option<GameInComment> {
        let inside = &text[comment.start + 1..comment.end];
        let is_move = find_move_of::<N::Token>(text, comment, next, letters.as_ref()).is_some();
        (is_move || ends_with_result::<N>(inside) || has_tag(inside)).then_some(GameInComment { is_move })
    }
}

/// Tells whether a text has the bracket, the name and the quote of a tag.
fn has_tag(text: &[u8]) -> bool {
    memchr::memchr_iter(b'[', text).any(|at| {
        let name = &text[at + 1..];
        let length = name.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
        length > 0 && name[length..].trim_ascii_start().starts_with(b"\"")
    })
}

impl Describe for GameInComment {
    fn code(&self) -> Code {
        Code::GameInComment
    }

    fn message(&self, language: &Language) -> String {
        language.game_in_comment.to_owned()
    }

    fn fixes(&self, source: &Source, span: Span) -> Vec<Fix> {
        let semicolon = Edit::blank(source.bytes(), Span::new(span.start, span.start + 1));
        self.is_move.then(|| Fix::of(Certainty::Choice, vec![semicolon])).into_iter().collect()
    }
}

//! The texts of a game that are not UTF-8.

use std::str::from_utf8;

use crate::message::{Code, Describe, Diagnostic, Language, fill};
use crate::syntax::{Game, Notation};
use crate::text::{Span, Text};

/// How many tag names, tag values, comments and other elements are not UTF-8, and so are read as
/// Windows-1252.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotUtf8 {
    /// Their number, at least 1.
    pub count: usize,
    /// The span of the first byte that is not part of a UTF-8 character.
    pub first: Span,
}

impl NotUtf8 {
    /// Counts the texts of a game. Returns `None` if all are UTF-8.
    #[must_use]
    pub fn of<N: Notation>(game: &Game<'_, N>) -> Option<NotUtf8> {
        let text = game.text.0;
        // nearly every game is UTF-8 as a whole, which is quicker to find out
        if text.get(game.start()..game.end()).is_none_or(|game| Text(game).is_utf8()) {
            return None;
        }
        let tags = game.tags.iter().flat_map(|tag| [tag.name_span, tag.value_span]);
        let movetext = game.movetext.iter().map(|element| element.span);
        let spans = tags.chain(movetext).chain(game.result.map(|(_, span)| span));
        let end_of_utf8 = |span: Span| Some(span.start + from_utf8(&text[span.range()]).err()?.valid_up_to());
        let found: Vec<_> = spans.filter_map(end_of_utf8).collect();
        let first = *found.iter().min()?;
        Some(NotUtf8 { count: found.len(), first: Span::new(first, first + 1) })
    }

    /// Creates the warning about the texts.
    #[must_use]
    pub fn warning(self) -> Diagnostic {
        Diagnostic::warning(self, self.first, None)
    }
}

impl Describe for NotUtf8 {
    fn code(&self) -> Code {
        Code::NotUtf8
    }

    fn message(&self, language: &Language) -> String {
        fill(language.not_utf8, &[("count", &self.count)])
    }
}

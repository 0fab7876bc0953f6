//! The texts of a game that are not UTF-8.

use std::str::from_utf8;

use crate::message::{Code, Describe, Diagnostic, Language, fill};
use crate::syntax::{Game, Notation};
use crate::text::{Span, Text, TextEncoding};

/// How many tag names, tag values, comments and other elements are not UTF-8, and so are read as
/// Windows-1252 or have half a surrogate pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotUtf8 {
    /// Their number, at least 1.
    pub count: usize,
    /// The number of those that have half a surrogate pair and are UTF-8 otherwise.
    pub half_pairs: usize,
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
        let mut found: Option<NotUtf8> = None;
        for span in spans {
            let written = &text[span.range()];
            let Err(error) = from_utf8(written) else { continue };
            let is_half_pair = Text(written).encoding() == TextEncoding::HalfPairs;
            let at = span.start + error.valid_up_to();
            let here = NotUtf8 { count: 1, half_pairs: is_half_pair.into(), first: Span::new(at, at + 1) };
            match &mut found {
                Some(found) => found.add(here),
                None => found = Some(here),
            }
        }
        found
    }

    /// Adds the counts of texts that come later.
    pub fn add(&mut self, later: NotUtf8) {
        self.count += later.count;
        self.half_pairs += later.half_pairs;
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
        let of_kind = |text, count: usize| (count > 0).then(|| fill(text, &[("count", &count)]));
        let kinds = [
            of_kind(language.not_utf8, self.count - self.half_pairs),
            of_kind(language.half_pairs, self.half_pairs),
        ];
        kinds.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }
}

//! Finds three dots that may leave out White's half of a play, but have no comma (notation,
//! "Primer movimiento de negras").
//!
//! Dots without a comma show how deep a variation is nested, and before a bracket or a number they
//! certainly do. Directly before the first move of a line they hardly do: in PGN they leave out
//! White's move.

use super::CtlAn;
use crate::message::{Code, Describe, Diagnostic, Language};
use crate::syntax::{Game, Node};
use crate::text::{Span, Text};

/// Three dots without a comma stand before the first move of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CommaMissing;

impl Describe for CommaMissing {
    fn code(&self) -> Code {
        Code::OmissionWithoutComma
    }

    fn message(&self, language: &Language) -> String {
        language.omission_without_comma.to_owned()
    }
}

/// Lists the dots that lack a comma.
pub(super) fn lints(game: &Game<'_, CtlAn>) -> Vec<Diagnostic> {
    let mut lints = Vec::new();
    let mut is_line_start = true;
    for (at, element) in game.movetext.iter().enumerate() {
        match element.node {
            Node::VariationStart(_) => is_line_start = true,
            Node::Move(_) if is_line_start => {
                let before = at.checked_sub(1).map(|before| &game.movetext[before]);
                let before = before
                    .filter(|before| matches!(before.node, Node::MoveNumber(_) | Node::VariationStart(_)));
                let dots = before.and_then(|before| dots(game.text, before.span, element.span.start));
                lints.extend(dots.map(|span| Diagnostic::warning(CommaMissing, span, None)));
                is_line_start = false;
            }
            Node::Omitted | Node::VariationEnd => is_line_start = false,
            _ => {}
        }
    }
    lints
}

/// Returns the span of the dots from the start of a number or bracket to a move, if there are three
/// or more.
fn dots(text: Text<'_>, before: Span, end: usize) -> Option<Span> {
    let gap = &text.0[before.start..end];
    let count = gap.iter().filter(|byte| **byte == b'.').count();
    let first = gap.iter().position(|byte| *byte == b'.')?;
    let last = gap.iter().rposition(|byte| *byte == b'.')?;
    (count >= 3).then(|| Span::new(before.start + first, before.start + last + 1))
}

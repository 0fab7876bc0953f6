//! Checks the move numbers of variations in CTL-PGN (notation, "RAV").

use super::CtlAn;
use crate::message::{Code, Describe, Diagnostic, Fix, Language, fill};
use crate::syntax::{Game, MoveNumber, Node};
use crate::text::{Edit, Source, Span};

/// A variation does not begin with the number of the play before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct VariationNumber {
    found: u32,
    expected: u32,
}

impl Describe for VariationNumber {
    fn code(&self) -> Code {
        Code::VariationNumber
    }

    fn message(&self, language: &Language) -> String {
        fill(language.variation_number, &[("found", &self.found), ("expected", &self.expected)])
    }

    fn fixes(&self, _source: &Source, span: Span) -> Vec<Fix> {
        let digits = Span::new(span.start, span.start + self.found.to_string().len());
        vec![Fix::certain(Edit::replace(digits, self.expected.to_string()))]
    }
}

/// Lists the variations that do not begin with the number of the play before them.
///
/// The numbers are compared with each other, not with the board, because a game may begin
/// with any number.
pub(super) fn lints(game: &Game<'_, CtlAn>) -> Vec<Diagnostic> {
    let mut lints = Vec::new();
    if !game.has_variations() {
        return lints;
    }
    // the last number of each open line, the innermost line last
    let mut lines = vec![None];
    let mut is_variation_start = false;
    for element in &game.movetext {
        match element.node {
            Node::VariationStart(_) => {
                lines.push(lines.last().copied().flatten());
                is_variation_start = true;
            }
            Node::VariationEnd => drop(lines.pop()),
            Node::MoveNumber(MoveNumber { value, .. }) => {
                let Some(last) = lines.last_mut() else {
                    continue;
                };
                if let Some(expected) = last.replace(value)
                    && is_variation_start
                    && expected != value
                {
                    let lint = VariationNumber { found: value, expected };
                    lints.push(Diagnostic::warning(lint, element.span, None));
                }
                is_variation_start = false;
            }
            Node::Move(_) => is_variation_start = false,
            _ => {}
        }
    }
    lints
}

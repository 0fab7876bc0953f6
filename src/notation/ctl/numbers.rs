//! The numbers of variations in CTL-PGN (notation, "RAV").

use super::CtlAn;
use crate::message::{Code, Describe, Diagnostic, Language, fill};
use crate::syntax::{Game, MoveNumber, Node};

/// A variation that does not begin with the number of the play before it.
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
}

/// Lists the variations that do not begin with the number of the play that they
/// stand behind.
///
/// The numbers are compared with each other and not with the board, for a game
/// may begin with any number.
pub(super) fn lints(game: &Game<'_, CtlAn>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    // the last number of each line that is open, innermost last
    let mut lines = vec![None];
    let mut is_head = false;
    for element in &game.movetext {
        match element.node {
            Node::VariationStart(_) => {
                lines.push(lines.last().copied().flatten());
                is_head = true;
            }
            Node::VariationEnd => drop(lines.pop()),
            Node::MoveNumber(MoveNumber { value, .. }) => {
                let Some(last) = lines.last_mut() else {
                    continue;
                };
                if let Some(expected) = last.replace(value)
                    && is_head
                    && expected != value
                {
                    let problem = VariationNumber { found: value, expected };
                    found.push(Diagnostic::warning(problem, element.span, None));
                }
                is_head = false;
            }
            Node::Move(_) => is_head = false,
            _ => {}
        }
    }
    found
}

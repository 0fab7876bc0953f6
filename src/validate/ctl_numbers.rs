//! The numbers of variations in CTL-PGN (notation, "RAV").

use crate::ast::{CtlAn, Game, MoveNumber, Node};
use crate::source::Span;

use super::Caveat;

/// Lists the variations that do not begin with the number of the play that they
/// stand behind.
///
/// The numbers are compared with each other and not with the board, for a game
/// may begin with any number.
pub(super) fn check(game: &Game<'_, CtlAn>) -> Vec<(Caveat, Span)> {
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
                    found.push((Caveat::VariationNumber { found: value, expected }, element.span));
                }
                is_head = false;
            }
            Node::Move(_) => is_head = false,
            _ => {}
        }
    }
    found
}

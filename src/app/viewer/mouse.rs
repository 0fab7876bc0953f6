//! What clicks do to the state.

use super::list_column::Sort;
use super::screen::ListPlace;
use super::state::{Effect, PendingJump, Screen, State};
use super::tree::Tree;
use crate::message::fill;
use crate::rules::MoveEffect;

/// What stands at a place on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A cell of the board, by its number in the diagram.
    Cell(usize),
    /// The move of a node.
    Move(usize),
    /// A part of the list.
    List(ListPlace),
}

impl State {
    /// Handles a click on a place.
    pub fn click(&mut self, place: Place) -> Effect {
        (self.notice, self.pending) = (None, None);
        match place {
            Place::Move(node) => self.node = node,
            Place::Cell(cell) => self.go_to_next_on(cell),
            Place::List(ListPlace::Heading(column)) if column == self.sort.column => {
                return self.sort(self.sort.reversed());
            }
            Place::List(ListPlace::Heading(column)) => return self.sort(Sort::by(column)),
            Place::List(ListPlace::Row(row)) if self.screen == Screen::List(row) => {
                self.pending = Some(PendingJump::Row(row));
            }
            Place::List(ListPlace::Row(row) | ListPlace::Scrollbar(row)) => self.screen = Screen::List(row),
        }
        Effect::Nothing
    }

    /// Goes to the next move of the line that comes to a cell, or says that none does.
    fn go_to_next_on(&mut self, cell: usize) {
        let tree = &self.game.tree;
        let next = tree.line_on(self.node).find(|node| comes_to(tree, *node, cell));
        match next {
            Some(node) => self.node = node,
            None => {
                let name = tree.position(self.node).map(|position| position.cell_name(cell));
                let name = name.unwrap_or_default();
                self.notify(fill(self.language.view_nothing_comes, &[("cell", &name)]));
            }
        }
    }
}

/// Tells whether a move puts a piece on a cell.
fn comes_to(tree: &Tree, node: usize, cell: usize) -> bool {
    match tree.effect(node) {
        Some(MoveEffect::Normal { to, .. } | MoveEffect::Drop { to, .. }) => to == cell,
        Some(MoveEffect::Castling { king, king_rook, queen_rook }) => {
            king == cell || king_rook == Some(cell) || queen_rook == Some(cell)
        }
        Some(MoveEffect::Promotion { on, .. }) => on == cell,
        _ => false,
    }
}

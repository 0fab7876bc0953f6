//! The numbers that plays lack.

use crate::message::Fix;
use crate::notation::ctl::{CtlAn, position_tag};
use crate::syntax::{Game, MoveNumber, Node};
use crate::text::{Edit, Span};

/// How far a line of plays has been counted.
#[derive(Clone, Copy)]
struct Count {
    /// The number of the play, unless it is not known.
    number: Option<u32>,
    /// How many moves of it have been made.
    moves: u32,
}

impl Count {
    /// Counts a move.
    fn go_on(&mut self) {
        if self.moves == 2 {
            *self = Count { number: self.number.and_then(|number| number.checked_add(1)), moves: 0 };
        }
        self.moves += 1;
    }
}

/// The numbers of the plays of a game, as they follow from those that are written.
pub(super) struct PlayNumbers {
    /// Where each move begins, and the number of its play.
    numbers: Vec<(usize, u32)>,
}

impl PlayNumbers {
    /// Counts the plays of a game. A game begins with the first one, unless it has another position.
    pub(super) fn of(game: &Game<'_, CtlAn>) -> PlayNumbers {
        let first = position_tag(game).is_none().then_some(1);
        let mut lines = vec![Count { number: first, moves: 0 }];
        let mut numbers = Vec::new();
        for element in &game.movetext {
            // unwrap(): brackets match, so the main line is never closed
            let line = lines.last_mut().unwrap();
            match element.node {
                Node::MoveNumber(MoveNumber { value, .. }) => *line = Count { number: Some(value), moves: 0 },
                Node::Move(_) | Node::Omitted => {
                    line.go_on();
                    numbers.extend(line.number.map(|number| (element.span.start, number)));
                }
                Node::VariationStart(_) => {
                    let number = line.number;
                    lines.push(Count { number, moves: 0 });
                }
                Node::VariationEnd => drop(lines.pop()),
                _ => {}
            }
        }
        PlayNumbers { numbers }
    }

    /// Returns the fix of a play without a number, whose first move is at a span.
    pub(super) fn fix(&self, first_move: Span) -> Option<Fix> {
        let at = self.numbers.binary_search_by_key(&first_move.start, |(start, _)| *start).ok()?;
        Some(Fix::certain(Edit::insert(first_move.start, format!("{}. ", self.numbers[at].1))))
    }
}

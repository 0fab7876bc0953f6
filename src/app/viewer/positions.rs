//! The positions of a tree, found by playing on from the few that are kept.
//!
//! Here the type of the rules ends: what shows a position gets a [`BoardView`].

use std::fmt;

use shakmaty::Color;

use crate::format::speech;
use crate::message::Language;
use crate::rules::Rules;
use crate::rules::{Diagram, PieceSymbol};

/// How many moves are played for one position that is kept.
const INTERVAL: usize = 8;

/// A position as it is shown.
#[derive(Clone, Debug)]
pub struct BoardView {
    /// The drawing of the empty board.
    pub diagram: &'static Diagram,
    /// What stands on each of its cells.
    pub pieces: Vec<Option<PieceSymbol>>,
    /// The cells that the last move changed.
    pub changed: Vec<usize>,
    /// Where a king stands in check.
    pub check: Option<usize>,
    /// What White and Black hold beside the board, if they may.
    pub hands: Option<[Vec<PieceSymbol>; 2]>,
    /// The side to move.
    pub turn: Color,
    /// The position in the notation's own description.
    pub fen: String,
}

/// Positions by the numbers of their nodes.
pub trait Positions: fmt::Debug {
    /// Shows one of them.
    fn board_view(&self, number: usize) -> BoardView;

    /// Says one of them in words, and the move that led to it.
    fn words(&self, number: usize, language: &Language) -> String;
}

/// The moves of a tree under its rules, and some of its positions.
#[derive(Debug)]
pub struct Kept<R: Rules> {
    start: R,
    /// The moves of the nodes behind the start.
    steps: Vec<Step<R>>,
}

#[derive(Debug)]
struct Step<R: Rules> {
    parent: usize,
    resolved: R::Move,
    /// How many moves lead here.
    length: usize,
    position: Option<Box<R>>,
}

impl<R: Rules> Kept<R> {
    /// Begins with a position.
    pub fn from(start: R) -> Kept<R> {
        Kept { start, steps: Vec::new() }
    }

    /// Adds a move behind a node, and the position that it leads to.
    pub fn push(&mut self, parent: usize, resolved: R::Move, position: &R) {
        let length = 1 + self.step(parent).map_or(0, |step| step.length);
        let position = length.is_multiple_of(INTERVAL).then(|| Box::new(position.clone()));
        self.steps.push(Step { parent, resolved, length, position });
    }

    fn step(&self, number: usize) -> Option<&Step<R>> {
        self.steps.get(number.checked_sub(1)?)
    }

    fn position(&self, number: usize) -> R {
        let mut moves = Vec::new();
        let mut at = number;
        let mut position = loop {
            match self.step(at) {
                None => break self.start.clone(),
                Some(Step { position: Some(position), .. }) => break R::clone(position),
                Some(step) => {
                    moves.push(step.resolved);
                    at = step.parent;
                }
            }
        };
        moves.into_iter().rev().for_each(|resolved| position.play(resolved));
        position
    }
}

/// Returns the letters of what stands on the cells of a board.
fn letters<R: Rules>(position: &R) -> Vec<u8> {
    let mut letters = vec![0; R::diagram().cells()];
    position.write_pieces(&mut letters);
    letters
}

impl<R: Rules> Positions for Kept<R> {
    fn board_view(&self, number: usize) -> BoardView {
        let position = self.position(number);
        let diagram = R::diagram();
        let letters = letters(&position);
        let changed = match self.step(number) {
            Some(step) => {
                let before = self::letters(&self.position(step.parent));
                (0..letters.len()).filter(|&cell| before[cell] != letters[cell]).collect()
            }
            None => Vec::new(),
        };
        let man = |letter: &u8| diagram.pieces.iter().find(|man| man.letter == *letter).copied();
        let hands = position.in_hand(Color::White).zip(position.in_hand(Color::Black));
        BoardView {
            diagram,
            pieces: letters.iter().map(man).collect(),
            changed,
            check: position.king_in_check(),
            hands: hands.map(<[_; 2]>::from),
            turn: position.ply_number().side,
            fen: position.fen(),
        }
    }

    fn words(&self, number: usize, language: &Language) -> String {
        let position = self.position(number);
        let said = self.step(number).map(|step| {
            let place = self.position(step.parent).ply_number();
            speech::last_move(place, step.resolved, &position, language) + "\n"
        });
        said.unwrap_or_default() + &speech::position(&position, language)
    }
}

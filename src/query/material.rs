//! How many pieces there are.

use shakmaty::Color;

use super::board::Board;
use super::expression::{Comparison, Flip, Side};
use super::pieces::PieceSet;
use crate::rules::{PieceKind, Rules};

/// The pieces of both sides, whichever of them has which: `KRP v KR`.
#[derive(Clone, Debug)]
pub(super) struct Material {
    /// The numbers of the pieces of each kind on each side, those with the most pieces first. Kings count
    /// only if they are named.
    kinds: Vec<(PieceKind, [u32; 2])>,
}

impl Material {
    /// Reads the letters of two sides with `v` or `vs` between them. Returns `None` if they are none of
    /// the board.
    pub(super) fn parse(text: &str, board: Board) -> Option<Material> {
        let words: Vec<_> = text.split_whitespace().collect();
        let [first, "v" | "vs", second] = words[..] else { return None };
        let sides = [first, second];
        let terms = board.terms();
        let is_known = |letter: char| terms.piece(letter).is_some_and(|(_, color)| color.is_white());
        if !sides.iter().all(|side| side.chars().all(is_known)) {
            return None;
        }
        let count = |letter: char| sides.map(|side| side.matches(letter).count() as u32);
        let names_kings = text.contains('K');
        let kinds = terms.letters.iter().filter(|(letter, _)| *letter != 'K' || names_kings);
        Some(Material { kinds: kinds.map(|(letter, kind)| (*kind, count(*letter))).collect() })
    }

    /// Returns how many pieces there are on both sides.
    pub(super) fn total(&self) -> u32 {
        self.kinds.iter().flat_map(|(_, numbers)| numbers).sum()
    }

    /// Tells whether a position has exactly these pieces.
    pub(super) fn fits<R: Rules>(&self, position: &R) -> bool {
        let has = |first: Color| {
            self.kinds.iter().all(|(kind, numbers)| {
                position.pieces(*kind, first).len() == numbers[0]
                    && position.pieces(*kind, !first).len() == numbers[1]
            })
        };
        has(Color::White) || has(Color::Black)
    }
}

/// How many of some pieces of a side there are: `white [QR] >= 2`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Count {
    pub(super) pieces: PieceSet,
    sign: Comparison,
    number: i32,
}

impl Count {
    /// Creates a count of the pieces with some letters, in any case, on a board. Returns `None` if they
    /// are none of the board.
    pub(super) fn new(
        side: Side,
        letters: &str,
        sign: Comparison,
        number: i32,
        board: Board,
    ) -> Option<Count> {
        let letters =
            letters.strip_prefix('[').and_then(|inside| inside.strip_suffix(']')).unwrap_or(letters);
        let letters = match side {
            Side::White => letters.to_ascii_uppercase(),
            Side::Black => letters.to_ascii_lowercase(),
        };
        let is_letter = !letters.is_empty() && letters.chars().all(|c| c.is_ascii_alphabetic());
        let pieces = PieceSet::of_letters(&letters, board.terms()).filter(|_| is_letter)?;
        Some(Count { pieces, sign, number })
    }

    /// Tells whether a position has so many.
    pub(super) fn fits<R: Rules>(&self, position: &R) -> bool {
        let count: u32 = self.pieces.pieces().map(|(kind, color)| position.pieces(kind, color).len()).sum();
        self.is_met_by(count)
    }

    /// Tells whether a number is what is asked for.
    pub(super) fn is_met_by(&self, number: u32) -> bool {
        self.sign.holds(number as i32, self.number)
    }

    pub(super) fn flipped(self, flip: Flip) -> Count {
        if flip.colours { Count { pieces: self.pieces.of_other_sides(), ..self } } else { self }
    }
}

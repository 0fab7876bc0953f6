//! The boards of pages, and the codes of the pieces on them.
//!
//! A code is a letter, in upper case for White; a pawn that awaits promotion has a digit. Unlike the letters of the
//! notations, codes are the same on both boards.

use std::ptr;
use std::sync::LazyLock;

use shakmaty::{Chess, Color};

use crate::rules::cescacs::Cescacs;
use crate::rules::{AnyPosition, Diagram, Geometry, PieceKind, Slot};

/// The code of an empty cell.
pub(super) const EMPTY: u8 = b'.';

/// The codes of pawns that await promotion, White's first.
const AWAITING: [u8; 2] = [b'1', b'2'];

/// The digits with which numbers of cells are written, from 0 to 63.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// A board as the script knows it.
#[derive(Debug)]
pub(super) struct Board {
    /// The name of the board in the page.
    pub(super) id: &'static str,
    pub(super) diagram: &'static Diagram,
    pub(super) geometry: Geometry,
    /// The unit of length in diagrams, in points of the geometry. It divides the coordinates of all centres.
    pub(super) unit: i32,
    /// The names of the cells.
    pub(super) names: Vec<String>,
    /// The lines from top to bottom, each with its cells from left to right, and with its label if the notation
    /// writes one before the pieces.
    pub(super) lines: Vec<(Option<String>, Vec<usize>)>,
    /// The position that games begin with unless they give another one.
    pub(super) start: Known,
}

/// A position as the script knows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Known {
    /// The code of the piece on each cell.
    pub(super) codes: Vec<u8>,
    /// The FEN or TLPD.
    pub(super) fen: String,
    /// The codes of the pieces in hand of both sides, if the variant has them.
    pub(super) hands: Option<String>,
}

impl Known {
    /// Returns the codes and the FEN or TLPD.
    pub(super) fn parts(&self) -> [&str; 2] {
        // codes are ASCII
        [str::from_utf8(&self.codes).unwrap_or_default(), &self.fen]
    }
}

/// The boards that a page can show.
pub(super) static BOARDS: LazyLock<[Board; 2]> =
    LazyLock::new(|| [Board::new("s", &Chess::default()), Board::new("h", &Cescacs::default())]);

impl Board {
    /// Returns the board of a position, or `None` if its rules are from outside this library.
    pub(super) fn of(position: &dyn AnyPosition) -> Option<&'static Board> {
        BOARDS.iter().find(|board| ptr::eq(board.diagram, position.diagram()))
    }

    /// Returns the length of a point of the geometry in units.
    pub(super) fn scale(&self) -> f64 {
        1.0 / f64::from(self.unit)
    }

    fn new(id: &'static str, start: &dyn AnyPosition) -> Board {
        let diagram = start.diagram();
        let is_grid = diagram.is_grid();
        let line = |slots: &[Slot]| {
            let label = slots.iter().filter(|_| !is_grid).find_map(Slot::label);
            (label.map(str::to_owned), slots.iter().filter_map(Slot::cell).collect())
        };
        let mut board = Board {
            id,
            diagram,
            geometry: diagram.geometry(),
            // half a square, or a point
            unit: if is_grid { 50 } else { 1 },
            names: (0..diagram.cells()).map(|cell| start.cell_name(cell)).collect(),
            lines: diagram.lines().map(line).collect(),
            start: Known::default(),
        };
        board.start = board.known(start);
        board
    }

    /// Returns what the script knows of a position.
    pub(super) fn known(&self, position: &dyn AnyPosition) -> Known {
        let in_hand = |side| position.in_hand(side);
        let hands = in_hand(Color::White).zip(in_hand(Color::Black)).map(|(white, black)| {
            white.iter().chain(&black).map(|symbol| char::from(code(symbol.kind, symbol.color))).collect()
        });
        Known { codes: self.codes(position), fen: position.fen(), hands }
    }

    /// Returns the code of the piece on each cell.
    pub(super) fn codes(&self, position: &dyn AnyPosition) -> Vec<u8> {
        let mut cells = position.letters();
        for cell in &mut cells {
            // the letters depend on the rules, but the script knows one code for each kind of piece
            *cell = self.diagram.symbol(*cell).map_or(EMPTY, |symbol| code(symbol.kind, symbol.color));
        }
        for cell in position.awaiting_promotion() {
            cells[cell] = AWAITING[usize::from(cells[cell].is_ascii_lowercase())];
        }
        cells
    }

    /// Returns the placement of FEN or TLPD, made from the codes as in the script.
    pub(super) fn placement(&self, codes: &[u8]) -> String {
        let lines = self.lines.iter().filter_map(|(label, cells)| {
            let is_empty = cells.iter().all(|&cell| codes[cell] == EMPTY);
            // as in TLPD, in which lines without pieces are left out
            if label.is_some() && is_empty {
                return None;
            }
            let mut text = label.as_ref().map(|label| format!("{label}:")).unwrap_or_default();
            let mut empty = 0;
            for &cell in cells {
                if codes[cell] == EMPTY {
                    empty += 1;
                    continue;
                }
                push_count(&mut empty, &mut text);
                text.push(self.letter(codes[cell]));
            }
            push_count(&mut empty, &mut text);
            Some(text)
        });
        let text = lines.collect::<Vec<_>>().join("/");
        if self.diagram.is_grid() { text } else { format!("/{text}/") }
    }

    /// Returns the letter of FEN or TLPD for the piece of a code.
    fn letter(&self, code: u8) -> char {
        let (kind, color) = piece(code);
        let letter = self.letter_of(kind);
        color.fold_wb(letter, letter.to_ascii_lowercase())
    }

    /// Returns the letter of FEN or TLPD for a white piece.
    pub(super) fn letter_of(&self, kind: PieceKind) -> char {
        let is_fen = self.diagram.is_grid();
        char::from(if is_fen { code(kind, Color::White) } else { self.diagram.letter(kind, Color::White) })
    }

    /// Appends the number of a cell, with as many digits as the largest one has: one or two.
    pub(super) fn push_cell(&self, cell: usize, text: &mut String) {
        if self.diagram.cells() > DIGITS.len() {
            text.push(char::from(DIGITS[cell / DIGITS.len()]));
        }
        text.push(char::from(DIGITS[cell % DIGITS.len()]));
    }
}

fn push_count(empty: &mut usize, text: &mut String) {
    if *empty > 0 {
        *text += &empty.to_string();
        *empty = 0;
    }
}

/// Returns the code of a piece.
pub(super) fn code(kind: PieceKind, color: Color) -> u8 {
    let letter = kind.letter();
    color.fold_wb(letter.to_ascii_uppercase(), letter)
}

/// Returns the piece of a code.
pub(super) fn piece(code: u8) -> (PieceKind, Color) {
    let color = Color::from_white(code.is_ascii_uppercase() || code == AWAITING[0]);
    let is_code = |kind: &PieceKind| kind.letter() == code.to_ascii_lowercase();
    (PieceKind::ALL.into_iter().find(is_code).unwrap_or(PieceKind::Pawn), color)
}

/// Returns whether two codes stand for the same piece, whether or not it awaits promotion, or both
/// for an empty cell.
pub(super) fn is_same_piece(one: u8, other: u8) -> bool {
    one == other || one != EMPTY && other != EMPTY && piece(one) == piece(other)
}

/// Returns whether a code is that of a pawn that awaits promotion.
pub(super) fn is_awaiting(code: u8) -> bool {
    AWAITING.contains(&code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_can_write_the_pieces_of_both_boards() {
        for board in BOARDS.iter() {
            let [_, fen] = board.start.parts();
            assert_eq!(fen.split(' ').next(), Some(&*board.placement(&board.start.codes)));
        }
    }

    #[test]
    fn a_code_names_its_piece() {
        for kind in PieceKind::ALL {
            for color in Color::ALL {
                assert_eq!(piece(code(kind, color)), (kind, color));
            }
        }
        assert_eq!(AWAITING.map(piece), Color::ALL.map(|color| (PieceKind::Pawn, color)));
    }
}

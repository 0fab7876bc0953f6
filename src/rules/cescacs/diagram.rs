//! The diagram of the 169 hexes, with one row for each transversal line.

use std::sync::LazyLock;

use shakmaty::Color;

use super::hex::{Letters, Piece, Role};
use crate::notation::ctl::{self, Column, Hex, LAST_LINE, line_hexes};
use crate::rules::{Content, Diagram, PieceSymbol, Slot};

pub(super) static BOARD: LazyLock<Diagram> = LazyLock::new(|| {
    let mut rows = vec![column_letters()];
    rows.extend((0..=LAST_LINE).rev().map(line_row));
    rows.push(column_letters());
    let pieces = Role::ALL.into_iter().flat_map(|role| Color::ALL.map(|color| role.of(color)));
    Diagram { rows, pieces: pieces.map(symbol).collect() }
});

/// The text column of the line numbers on the right.
const RIGHT: usize = text_column(Column::ALL.len()) + 2;

/// Returns the text column of a column of hexes. They are two apart, to the right of the
/// line numbers.
const fn text_column(column: usize) -> usize {
    3 + 2 * column
}

fn column_letters() -> Vec<Slot> {
    let letter = |(at, column): (usize, Column)| Slot {
        column: text_column(at),
        content: Content::Label(column.char().to_string()),
    };
    Column::ALL.into_iter().enumerate().map(letter).collect()
}

fn line_row(line: u8) -> Vec<Slot> {
    let label = |column| Slot { column, content: Content::Label(line.to_string()) };
    let cell = |hex: Hex| Slot {
        column: text_column(hex.column() as usize),
        content: Content::Cell { index: hex.index(), shade: shade(hex) },
    };
    let left = if line < 10 { 1 } else { 0 };
    std::iter::once(label(left)).chain(line_hexes(line).map(cell)).chain([label(RIGHT)]).collect()
}

fn shade(hex: Hex) -> crate::rules::Shade {
    match hex.shade() {
        ctl::Shade::White => crate::rules::Shade::Light,
        ctl::Shade::Black => crate::rules::Shade::Dark,
        ctl::Shade::Coloured => crate::rules::Shade::Coloured,
    }
}

/// Returns the letter of a piece in TLPD: upper case for White, lower case for Black.
pub(super) const fn letter(piece: Piece) -> u8 {
    Letters::STANDARD.char(piece) as u8
}

fn symbol(piece: Piece) -> PieceSymbol {
    PieceSymbol::of(piece.role.into(), piece.color, letter(piece))
}

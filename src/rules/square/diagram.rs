//! The diagram of the 8×8 board: 10 rows and 10 columns, including the borders.

use std::sync::LazyLock;

use shakmaty::{Color, File, Piece, Rank, Role, Square};

use super::board;
use crate::rules::{Content, Diagram, PieceSymbol, Shade, Slot};

pub(super) static BOARD: LazyLock<Diagram> = LazyLock::new(|| {
    let mut rows = vec![file_letters()];
    rows.extend(Rank::ALL.into_iter().rev().map(rank_row));
    rows.push(file_letters());
    let pieces = Role::ALL.into_iter().flat_map(|role| Color::ALL.map(|color| symbol(role.of(color))));
    Diagram { rows, pieces: pieces.collect() }
});

/// The side whose letters are in lower case (assignment, section 3: the university
/// assignment "Traductor de Jugadas de Ajedrez").
pub(super) const IN_LOWER_CASE: Color = Color::White;

/// Returns the text column of the `n`th column of the diagram.
const fn column(n: usize) -> usize {
    // a space stands between two columns
    2 * n
}

fn label(n: usize, text: impl ToString) -> Slot {
    Slot { column: column(n), content: Content::Label(text.to_string()) }
}

fn file_letters() -> Vec<Slot> {
    let letters = File::ALL.into_iter().map(|file| label(1 + file.to_usize(), file));
    std::iter::once(label(0, "")).chain(letters).chain([label(9, "")]).collect()
}

fn rank_row(rank: Rank) -> Vec<Slot> {
    let cells = File::ALL.into_iter().map(|file| {
        let square = Square::from_coords(file, rank);
        let shade = if square.is_light() { Shade::Light } else { Shade::Dark };
        Slot {
            column: column(1 + file.to_usize()),
            content: Content::Cell { index: square.to_usize(), shade },
        }
    });
    std::iter::once(label(0, rank)).chain(cells).chain([label(9, rank)]).collect()
}

/// Returns the symbols of a piece.
pub(super) fn symbol(piece: Piece) -> PieceSymbol {
    PieceSymbol::orthodox(piece, letter(piece))
}

/// Returns the letter of a piece (assignment, section 3).
pub(super) fn letter(piece: Piece) -> u8 {
    board::letter(piece, IN_LOWER_CASE)
}

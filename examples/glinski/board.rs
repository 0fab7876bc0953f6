//! The board: a regular hexagon of 91 hexes in eleven files, `a` to `l` without `j`.

use std::{fmt, sync::LazyLock};

use escaque::rules::{Content, Diagram, PieceSymbol, Shade, Slot};
use escaque::shakmaty::{Color, Role};

/// The steps of a rook, over the sides of a hex, of a bishop, between two neighbours, and, in two
/// rows, of a knight. Each is the number of files to the right and of half hexes up.
pub const STEPS: [[(i8, i8); 6]; 4] = [
    [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)],
    [(1, 3), (2, 0), (1, -3), (-1, -3), (-2, 0), (-1, 3)],
    [(1, 5), (2, 4), (3, 1), (3, -1), (2, -4), (1, -5)],
    [(-1, -5), (-2, -4), (-3, -1), (-3, 1), (-2, 4), (-1, 5)],
];

/// The number of hexes. They are numbered file by file, upwards.
pub const HEXES: usize = 91;
const FILES: [char; 11] = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'k', 'l'];
const FIRST_OF_FILE: [usize; 11] = [0, 6, 13, 21, 30, 40, 51, 61, 70, 78, 85];

/// A hex, by its file (0 to 10) and its height (0 to 20). A hex has a height of two, and its
/// neighbours in the next files are one higher or lower, so that a step does not depend on the
/// file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hex {
    file: i8,
    height: i8,
}

impl Hex {
    /// Returns the hex at a file and a height, if it is on the board. A file is shorter at either
    /// end the farther it is from the middle one.
    pub fn new(file: i8, height: i8) -> Option<Hex> {
        let lowest = (file - 5).abs();
        let is_in_file = (lowest..=20 - lowest).contains(&height) && (height - lowest) % 2 == 0;
        (lowest <= 5 && is_in_file).then_some(Hex { file, height })
    }

    pub fn all() -> impl Iterator<Item = Hex> {
        (0..11).flat_map(|file| (0..=20).filter_map(move |height| Hex::new(file, height)))
    }

    pub fn from_name(name: &str) -> Option<Hex> {
        Hex::all().find(|hex| hex.to_string() == name)
    }

    pub fn index(self) -> usize {
        FIRST_OF_FILE[self.file as usize] + self.rank() - 1
    }

    /// Returns the rank, counted from the lowest hex of the file.
    pub fn rank(self) -> usize {
        (self.height - (self.file - 5).abs()) as usize / 2 + 1
    }

    pub fn step(self, (files, height): (i8, i8)) -> Option<Hex> {
        Hex::new(self.file + files, self.height + height)
    }

    /// Returns whether pawns of a side start here. Any pawn on such a hex may make a double step.
    pub fn is_pawn_start(self, side: Color) -> bool {
        side.fold_wb(self.height, 20 - self.height) + (self.file - 5).abs() == 8
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", FILES[self.file as usize], self.rank())
    }
}

/// The drawing: a row for each height, so that neighbours touch, and two more for the lowest
/// letters.
pub static DIAGRAM: LazyLock<Diagram> = LazyLock::new(|| {
    let pieces = Role::ALL.into_iter().flat_map(|role| Color::ALL.map(|color| role.of(color)));
    let symbols = pieces.map(|piece| PieceSymbol::orthodox(piece, piece.char() as u8)).collect();
    Diagram { rows: (-2..=20).rev().map(row).collect(), pieces: symbols }
});

/// Draws the hexes of a height. Ranks are at the upper left edge, files at the lower edges.
fn row(height: i8) -> Vec<Slot> {
    let mut slots = Vec::new();
    for (file, letter) in (0..11).zip(FILES) {
        let column = 3 + 2 * file as usize;
        if let Some(hex) = Hex::new(file, height) {
            let rank = hex.rank().to_string();
            if file <= 5 && hex.step((-1, 1)).is_none() {
                slots.push(Slot { column: column - 1 - rank.len(), content: Content::Label(rank) });
            }
            // the shades alternate with the height, so that a bishop never leaves its shade
            let shade = Shade::ALL[height as usize % 3];
            slots.push(Slot { column, content: Content::Cell { index: hex.index(), shade } });
        } else if Hex::new(file, height + 2).is_some_and(|hex| hex.rank() == 1) {
            slots.push(Slot { column, content: Content::Label(letter.to_string()) });
        }
    }
    slots
}

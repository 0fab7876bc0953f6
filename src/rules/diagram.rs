//! The diagram of a board of any shape: the layout of its cells and labels as text.

use shakmaty::{Color, Piece, Role};

use super::PieceKind;

/// The layout of an empty board, and the symbols of its pieces.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The rows from top to bottom, each from left to right.
    pub rows: Vec<Vec<Slot>>,
    /// The symbols of all pieces that can be on the board.
    pub pieces: Vec<PieceSymbol>,
}

impl Diagram {
    /// Tells whether all rows have the same number of slots, so that lines can be drawn
    /// between them.
    #[must_use]
    pub fn is_grid(&self) -> bool {
        self.rows.windows(2).all(|rows| rows[0].len() == rows[1].len())
    }

    /// Returns the letter of a piece, or 0 if the board has no such piece.
    #[must_use]
    pub fn letter(&self, kind: PieceKind, color: Color) -> u8 {
        let mut symbols = self.pieces.iter();
        symbols.find(|symbol| symbol.kind == kind && symbol.color == color).map_or(0, |symbol| symbol.letter)
    }

    /// Returns the number of cells.
    #[must_use]
    pub fn cells(&self) -> usize {
        let is_cell = |slot: &&Slot| matches!(slot.content, Content::Cell { .. });
        self.rows.iter().flatten().filter(is_cell).count()
    }

    /// Returns the numbers of the cells, column by column from left to right, and each
    /// column from bottom to top.
    #[must_use]
    pub fn cells_by_column(&self) -> Vec<usize> {
        let of_row = |(row, slots): (usize, &Vec<Slot>)| {
            let cell = |slot: &Slot| match slot.content {
                Content::Cell { index, .. } => Some((slot.column, row, index)),
                Content::Label(_) => None,
            };
            slots.iter().filter_map(cell).collect::<Vec<_>>()
        };
        let mut cells: Vec<_> = self.rows.iter().rev().enumerate().flat_map(of_row).collect();
        cells.sort_unstable();
        cells.into_iter().map(|(_, _, index)| index).collect()
    }
}

/// A label or a cell of a diagram, with its position in the row.
#[derive(Clone, Debug)]
pub struct Slot {
    /// The text column of the slot, counted from 0.
    pub column: usize,
    /// The label or the cell.
    pub content: Content,
}

/// The content of a [`Slot`].
#[derive(Clone, Debug)]
pub enum Content {
    /// A letter or a number on the border; empty in a corner.
    Label(String),
    /// A cell of the board.
    Cell {
        /// The number of the cell, counted from 0.
        index: usize,
        /// The colour of the cell.
        shade: Shade,
    },
}

/// The colour of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shade {
    /// A white square.
    Light,
    /// A black square.
    Dark,
    /// A hex of the third colour.
    Coloured,
}

impl Shade {
    /// All colours.
    pub const ALL: [Shade; 3] = [Shade::Light, Shade::Dark, Shade::Coloured];
}

/// A piece with the symbols it is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceSymbol {
    /// The kind of the piece.
    pub kind: PieceKind,
    /// The ASCII letter, whose case tells the side. Every piece has a different one.
    pub letter: u8,
    /// The figurine, a Unicode chess symbol.
    pub figurine: &'static str,
    /// The side of the piece.
    pub color: Color,
}

impl PieceSymbol {
    /// Shows a piece of orthodox chess by a letter, and by its chess symbol of Unicode.
    #[must_use]
    pub fn orthodox(piece: Piece, letter: u8) -> PieceSymbol {
        PieceSymbol { kind: piece.role.into(), letter, figurine: figurine(piece), color: piece.color }
    }
}

/// Returns the chess symbol of Unicode. The black pawn carries the selector of
/// text presentation, for many fonts draw it as an emoji without.
const fn figurine(piece: Piece) -> &'static str {
    match (piece.color, piece.role) {
        (Color::White, Role::King) => "♔",
        (Color::White, Role::Queen) => "♕",
        (Color::White, Role::Rook) => "♖",
        (Color::White, Role::Bishop) => "♗",
        (Color::White, Role::Knight) => "♘",
        (Color::White, Role::Pawn) => "♙",
        (Color::Black, Role::King) => "♚",
        (Color::Black, Role::Queen) => "♛",
        (Color::Black, Role::Rook) => "♜",
        (Color::Black, Role::Bishop) => "♝",
        (Color::Black, Role::Knight) => "♞",
        (Color::Black, Role::Pawn) => "♟\u{fe0e}",
    }
}

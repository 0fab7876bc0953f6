//! A board on paper, of whatever shape.

use shakmaty::{Color, Piece, Role};

use super::PieceKind;

/// The drawing of an empty board: where its labels and its cells stand.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The rows from top to bottom, each from left to right.
    pub rows: Vec<Vec<Slot>>,
    /// What can stand on a cell.
    pub pieces: Vec<PieceSymbol>,
}

impl Diagram {
    /// Tells whether every row has as many slots, so that lines can be drawn
    /// between them.
    #[must_use]
    pub fn is_grid(&self) -> bool {
        self.rows.windows(2).all(|rows| rows[0].len() == rows[1].len())
    }

    /// Returns the letter of a kind of piece of a side, or 0 if no such piece can stand on
    /// the board.
    #[must_use]
    pub fn letter(&self, kind: PieceKind, color: Color) -> u8 {
        let mut known = self.pieces.iter();
        known.find(|symbol| symbol.kind == kind && symbol.color == color).map_or(0, |symbol| symbol.letter)
    }

    /// Returns the number of cells.
    #[must_use]
    pub fn cells(&self) -> usize {
        let is_cell = |slot: &&Slot| matches!(slot.content, Content::Cell { .. });
        self.rows.iter().flatten().filter(is_cell).count()
    }

    /// Returns the cells column by column from the left, each from the bottom to the top.
    #[must_use]
    pub fn cells_by_column(&self) -> Vec<usize> {
        let of_row = |(row, slots): (usize, &Vec<Slot>)| {
            let cell = |slot: &Slot| match slot.content {
                Content::Cell { index, .. } => Some((slot.column, row, index)),
                Content::Label(_) => None,
            };
            slots.iter().filter_map(cell).collect::<Vec<_>>()
        };
        let mut places: Vec<_> = self.rows.iter().rev().enumerate().flat_map(of_row).collect();
        places.sort_unstable();
        places.into_iter().map(|(_, _, index)| index).collect()
    }
}

/// A place in a row of a drawing.
#[derive(Clone, Debug)]
pub struct Slot {
    /// The text column of the slot, counted from 0.
    pub column: usize,
    /// What stands there.
    pub content: Content,
}

/// What a drawing has in a place.
#[derive(Clone, Debug)]
pub enum Content {
    /// A letter or number of the border, or nothing in a corner.
    Label(String),
    /// A cell of the board.
    Cell {
        /// Its number, by which the rules know it, counted from 0.
        index: usize,
        /// Its colour.
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
    /// All of them, in their order.
    pub const ALL: [Shade; 3] = [Shade::Light, Shade::Dark, Shade::Coloured];
}

/// A piece as it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceSymbol {
    /// Its kind.
    pub kind: PieceKind,
    /// Its letter in ASCII, of which the case tells the side. No other piece has it.
    pub letter: u8,
    /// Its symbol.
    pub figurine: &'static str,
    /// Its side.
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

//! The diagram of a board of any shape: the layout of its cells and labels as text.

use std::borrow::Cow;

use shakmaty::{Color, Piece};

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
    /// Returns whether all rows have the same number of slots, so that lines can be drawn
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

    /// Returns the symbols of the piece with a letter, or `None` if there is no such piece.
    #[must_use]
    pub fn symbol(&self, letter: u8) -> Option<&PieceSymbol> {
        self.pieces.iter().find(|symbol| symbol.letter == letter)
    }

    /// Returns the rows that have cells, from top to bottom: a rank of squares or a line of hexes each.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = &[Slot]> {
        self.rows.iter().map(Vec::as_slice).filter(|row| row.iter().any(Slot::is_cell))
    }

    /// Returns the diagram with Black at the bottom if `flipped`. The letters of the columns stay above or below the
    /// board, and the numbers of the lines on the left or on the right.
    #[must_use]
    pub fn turned(&self, flipped: bool) -> Cow<'_, Diagram> {
        if !flipped {
            return Cow::Borrowed(self);
        }
        let columns = self.cell_columns();
        let ends = columns.first().zip(columns.last()).map_or(0, |(first, last)| first + last);
        let mut diagram = self.clone();
        let mut lines = self.lines().rev();
        for row in &mut diagram.rows {
            let is_line = row.iter().any(Slot::is_cell);
            if is_line && let Some(line) = lines.next() {
                *row = line.to_vec();
            }
            for slot in row.iter_mut().filter(|slot| slot.is_cell() || !is_line) {
                slot.column = ends.saturating_sub(slot.column);
            }
            row.sort_by_key(|slot| slot.column);
        }
        Cow::Owned(diagram)
    }

    /// Returns the rows of the compact form, which takes half the height: each row holds two lines, with the
    /// label of the upper one on the left and that of the lower one on the right. Returns `None`
    /// unless neighbouring lines have no column in common, as on a board of hexes, and each line has
    /// a label at both ends.
    #[must_use]
    pub fn compact_lines(&self) -> Option<Vec<Vec<Slot>>> {
        self.lines().collect::<Vec<_>>().chunks(2).map(pair).collect()
    }

    /// Returns all rows of the compact form, the last one with the labels of the columns, or `None` if
    /// the board has no such form.
    #[must_use]
    pub fn compact_rows(&self) -> Option<Vec<Vec<Slot>>> {
        let labels = self.rows.last().filter(|row| !row.iter().any(Slot::is_cell));
        let lines = self.compact_lines()?;
        Some(lines.into_iter().chain(labels.cloned()).collect())
    }

    /// Returns the number of cells.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.rows.iter().flatten().filter(|slot| slot.is_cell()).count()
    }

    /// Returns the numbers of the cells, column by column from left to right, and each
    /// column from bottom to top.
    #[must_use]
    pub fn cells_by_column(&self) -> Vec<usize> {
        let of_row = |(row, slots): (usize, &Vec<Slot>)| {
            let cell = |slot: &Slot| Some((slot.column, row, slot.cell()?));
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

impl Slot {
    /// Returns whether the slot is a cell.
    #[must_use]
    pub const fn is_cell(&self) -> bool {
        matches!(self.content, Content::Cell { .. })
    }

    /// Returns the number of the cell, or `None` if the slot is a label.
    pub(crate) const fn cell(&self) -> Option<usize> {
        match self.content {
            Content::Cell { index, .. } => Some(index),
            Content::Label(_) => None,
        }
    }

    /// Returns the text of the label, or `None` if it is empty or the slot is a cell.
    #[must_use]
    pub fn label(&self) -> Option<&str> {
        match &self.content {
            Content::Label(text) if !text.is_empty() => Some(text),
            _ => None,
        }
    }
}

/// Joins one or two lines into a row of the compact form, if that is possible.
fn pair(lines: &[&[Slot]]) -> Option<Vec<Slot>> {
    let is_labelled = |line: &&[Slot]| match line {
        [left, cells @ .., right] => !left.is_cell() && cells.iter().all(Slot::is_cell) && !right.is_cell(),
        _ => false,
    };
    if !lines.iter().all(is_labelled) {
        return None;
    }
    let mut row = Vec::new();
    if let [upper, ..] = lines {
        row.extend_from_slice(&upper[..upper.len() - 1]);
    }
    if let [_, lower] = lines {
        row.extend_from_slice(&lower[1..]);
    }
    row.sort_by_key(|slot| slot.column);
    // two lines of squares have the same columns, so that they cannot share a row
    row.windows(2).all(|slots| slots[0].column < slots[1].column).then_some(row)
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
    /// The ASCII letter, whose case shows the side. No two pieces have the same letter.
    pub letter: u8,
    /// The figurine, a Unicode chess symbol.
    pub figurine: &'static str,
    /// The side of the piece.
    pub color: Color,
}

impl PieceSymbol {
    /// Creates the symbols of a piece of orthodox chess: a letter, and its chess symbol in Unicode.
    #[must_use]
    pub fn orthodox(piece: Piece, letter: u8) -> PieceSymbol {
        PieceSymbol::of(piece.role.into(), piece.color, letter)
    }

    pub(super) fn of(kind: PieceKind, color: Color, letter: u8) -> PieceSymbol {
        PieceSymbol { kind, letter, figurine: kind.figurine(color), color }
    }

    /// Returns the figurine of the black piece of this kind, which is filled: where colours show the side, it is easier
    /// to see than an outline.
    #[must_use]
    pub fn filled_figurine(&self) -> String {
        self.kind.figurine(Color::Black).to_owned()
    }

    /// Returns the figurine of the white piece of this kind, an outline.
    #[must_use]
    pub fn outlined_figurine(&self) -> String {
        self.kind.figurine(Color::White).to_owned()
    }
}

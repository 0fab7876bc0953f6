//! The sizes that a board may have in a terminal, and where its cells and labels are.

use std::sync::Arc;

use super::tile::{COARSE, TIGHT};
use super::{Blocks, CellSize, Frame, Mosaic};
use crate::picture::{PictureOptions, Scene};
use crate::rules::{CellShape, Diagram, Geometry, Slot};

/// How a terminal shows boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardStyle {
    /// The block characters that it shows.
    pub blocks: Blocks,
    /// Whether cells have colours.
    pub has_colors: bool,
    /// Whether cells may be so large that pieces can be drawn.
    pub is_large: bool,
    /// Whether pieces are drawn where they can be.
    pub draws_pieces: bool,
    /// Whether pieces have borders or backgrounds of their own, so that they stand out from any cell.
    pub has_piece_grounds: bool,
}

impl BoardStyle {
    /// Returns the sizes of cells that are at most `max_height` rows high, the largest first. Those in which no piece
    /// can be drawn are only as large as a character needs, unless the next larger ones need borders.
    pub fn sizes(self, shape: CellShape, max_height: usize) -> impl Iterator<Item = CellSize> {
        let sizes = (1..=max_height).rev().flat_map(move |height| CellSize::of_height(shape, height));
        let most = if self.has_colors && self.has_piece_grounds { COARSE[1] } else { 3 };
        sizes.filter_map(move |size| match shape {
            _ if self.can_draw_pieces(shape, size) => Some(size),
            CellShape::Hex => (size.height <= 2).then_some(size),
            CellShape::Square if size.height > most => None,
            // a character stands in the middle of an odd number of columns, or in the middle of colours
            CellShape::Square if size.height.is_multiple_of(2) && self.has_colors || size.height == 1 => {
                Some(size)
            }
            CellShape::Square => Some(CellSize { width: size.width | 1, ..size }),
        })
    }

    /// Returns whether pieces can be drawn in cells of a size. Borders of their own would fill small cells.
    fn can_draw_pieces(self, shape: CellShape, size: CellSize) -> bool {
        let has_ground = self.has_piece_grounds && size.is_coarse();
        self.has_colors && self.is_large && size.has_room_for_pieces(shape, self.blocks) && !has_ground
    }

    /// Returns whether pieces are drawn in cells of a size. If not, each is a character.
    #[must_use]
    pub fn has_drawn_pieces(self, shape: CellShape, size: CellSize) -> bool {
        self.draws_pieces && self.can_draw_pieces(shape, size)
    }
}

/// A board with cells of a size, as a terminal shows it: its cells, and the labels around them.
#[derive(Clone, Debug)]
pub struct BoardLayout {
    /// The geometry of the board, which places its cells as in pictures.
    pub geometry: Arc<Geometry>,
    /// The size of the board without its labels, and of its cells.
    pub frame: Frame,
    /// Whether pieces are drawn. If not, each is a character.
    pub has_drawn_pieces: bool,
    style: BoardStyle,
    diagram: Arc<Diagram>,
}

/// The rows that a squeezed board leaves: if its hexes are low, for the letters of its columns, and otherwise also for a
/// line above it and below.
const AROUND: [usize; 2] = [1, 3];

impl BoardLayout {
    /// Returns the layouts of a diagram in its sizes, the largest first, in a window with a number of rows.
    pub fn all(diagram: &Diagram, style: BoardStyle, rows: usize) -> impl Iterator<Item = BoardLayout> {
        let (geometry, diagram) = (Arc::new(diagram.geometry()), Arc::new(diagram.clone()));
        let sizes = style.sizes(geometry.shape, rows);
        sizes
            .map(move |size| BoardLayout::new(Arc::clone(&geometry), Arc::clone(&diagram), style, size, rows))
    }

    /// Lays out a board of some geometry. Hexes of several rows are squeezed if the window has a little fewer rows.
    #[must_use]
    pub fn new(
        geometry: Arc<Geometry>,
        diagram: Arc<Diagram>,
        style: BoardStyle,
        size: CellSize,
        rows: usize,
    ) -> BoardLayout {
        let has_drawn_pieces = style.has_drawn_pieces(geometry.shape, size);
        let is_hex = geometry.shape == CellShape::Hex;
        let has_halves = style.has_colors && style.blocks != Blocks::None;
        let is_centred = !has_drawn_pieces && (is_hex || (size.height.is_multiple_of(2) && has_halves));
        let mut frame = Frame::new(&geometry, size, is_centred);
        if is_hex && size.height > 1 {
            let around = AROUND[usize::from(size.height > TIGHT)];
            frame = frame.squeezed(&geometry, rows.saturating_sub(around), is_centred);
        }
        BoardLayout { geometry, frame, has_drawn_pieces, style, diagram }
    }

    /// Draws a scene with the geometry of this board, without its pieces if they are characters.
    #[must_use]
    pub fn draw(&self, scene: &Scene) -> Mosaic {
        let mut scene = Scene {
            // the geometry is turned already
            options: PictureOptions { flipped: false, ..scene.options },
            ..scene.clone()
        };
        if !self.has_drawn_pieces {
            scene.pieces.clear();
        }
        let blocks = match self.style.blocks {
            blocks if !self.shares_rows() => blocks,
            // the slants of hexes of one row would look like hairs
            Blocks::Halves | Blocks::Quadrants | Blocks::Sextants if self.style.has_colors => Blocks::Halves,
            _ => Blocks::None,
        };
        Mosaic::new(&scene, &self.frame, BoardStyle { blocks, ..self.style })
    }

    /// Returns the width of the board in columns, with the numbers of its lines.
    #[must_use]
    pub fn width(&self) -> usize {
        let [left, right] = self.margins();
        left + self.frame.columns() + right
    }

    /// Returns the height of the board in rows, with the letters of its columns.
    #[must_use]
    pub fn height(&self) -> usize {
        self.frame.rows() + 1
    }

    /// Returns whether the letters of all columns are in a row below the board. Beside hexes without colours they could
    /// be taken for pieces.
    fn has_letter_row(&self) -> bool {
        !self.is_hex() || !self.style.has_colors
    }

    fn is_hex(&self) -> bool {
        self.geometry.shape == CellShape::Hex
    }

    /// Returns whether a row shows the middle of two lines of hexes.
    fn shares_rows(&self) -> bool {
        self.is_hex() && self.frame.cell_size().height == 1
    }

    /// Returns the widths of the margins on the left and on the right, where the numbers of the lines are.
    #[must_use]
    pub fn margins(&self) -> [usize; 2] {
        let labels = self.diagram.lines().filter_map(|line| line.first()?.label());
        let widest = labels.map(|label| label.len() + 1).max().unwrap_or(1);
        [widest, if self.is_hex() { widest } else { 1 }]
    }

    /// Returns the cell at a column and a row, counted from the upper left of the board without its labels, if there
    /// is one.
    #[must_use]
    pub fn cell_at(&self, column: usize, row: usize) -> Option<usize> {
        // a character is twice as high as it is wide
        let distance = |cell: usize| {
            let [x, y] = self.middle(cell);
            x.abs_diff(column).pow(2) + (2 * y.abs_diff(row)).pow(2)
        };
        let is_within = column < self.frame.columns() && row < self.frame.rows();
        let nearest = (0..self.geometry.cells.len()).min_by_key(|cell| distance(*cell));
        let CellSize { width, height } = self.frame.cell_size();
        nearest.filter(|cell| is_within && 4 * distance(*cell) <= width.pow(2) + (2 * height).pow(2))
    }

    /// Returns the column and the row of the middle of a cell, counted from the upper left of the board without its
    /// labels.
    #[must_use]
    pub fn middle(&self, cell: usize) -> [usize; 2] {
        self.frame.character(self.geometry.cells[cell].centre).map(|at| usize::try_from(at).unwrap_or(0))
    }

    /// Places the labels of the board's lines and columns around its mosaic, each just outside the cells of its line
    /// or column, wherever these end, but for letters in a row of their own. Every second line of hexes has its number on
    /// the right, so that the numbers on a side are a whole hex apart.
    #[must_use]
    pub fn labels(&self, mosaic: &Mosaic) -> Vec<BoardLabel<'_>> {
        let is_painted =
            |column: usize, row: usize| mosaic.tile(column, row).is_some_and(|tile| !tile.is_empty());
        let mut labels: Vec<BoardLabel<'_>> = Vec::new();
        let letters = self.diagram.rows.iter().find(|row| !row.iter().any(Slot::is_cell));
        for slot in letters.into_iter().flatten() {
            let mut in_column = self.diagram.lines().flatten().filter(|other| other.column == slot.column);
            let (Some(text), Some(cell)) = (slot.label(), in_column.find_map(Slot::cell)) else { continue };
            let [column, _] = self.middle(cell);
            let lowest = (0..self.frame.rows()).rfind(|row| is_painted(column, *row));
            let row = if self.has_letter_row() { self.frame.rows() } else { lowest.map_or(0, |row| row + 1) };
            labels.push(BoardLabel { column: column as isize, row, text, is_letter: true });
        }
        let columns = 0..self.frame.columns() as isize;
        let is_used =
            |column: &isize| (0..self.frame.rows()).any(|row| is_painted(column.unsigned_abs(), row));
        let [first, last] =
            [columns.clone().find(is_used), columns.clone().rfind(is_used)].map(|end| end.unwrap_or(0));
        // between two hexes of the outermost column, numbers are in line with the others
        let notch = self.frame.cell_size().width.div_ceil(3) as isize;
        for (at, line) in self.diagram.lines().enumerate() {
            let (Some(text), Some(cell)) =
                (line.first().and_then(Slot::label), line.iter().find_map(Slot::cell))
            else {
                continue;
            };
            let [_, row] = self.middle(cell);
            let mut columns = columns.clone().filter(|column| is_painted(column.unsigned_abs(), row));
            let letters = labels.iter().filter(|label| label.row == row && label.is_letter);
            let letters = letters.map(|letter| letter.column);
            // the letters of columns that end here are between the number and the cells
            let column = if self.is_hex() && at % 2 == 1 {
                let right = columns.next_back().filter(|right| right + notch < last).unwrap_or(last);
                letters.fold(right, isize::max) + 2
            } else {
                let left = columns.next().filter(|left| *left > first + notch).unwrap_or(first);
                letters.fold(left, isize::min) - text.len() as isize - 1
            };
            labels.push(BoardLabel { column, row, text, is_letter: false });
        }
        labels
    }
}

/// A label beside a mosaic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardLabel<'d> {
    /// The column of its first character, counted from the left of the mosaic; negative if it is left of that.
    pub column: isize,
    /// The row, which may be the one below the mosaic.
    pub row: usize,
    /// The text.
    pub text: &'d str,
    /// Whether it is the letter of a column, not the number of a line.
    pub is_letter: bool,
}

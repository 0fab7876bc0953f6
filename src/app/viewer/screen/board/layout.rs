//! The sizes that a board may have in a window.

use std::sync::Arc;

use crate::app::viewer::display_options::DisplayOptions;
use crate::app::viewer::theme::ColorDepth;
use crate::picture::mosaic::{Blocks, CellSize, Frame};
use crate::rules::{CellShape, Diagram, Geometry, Slot};

/// A board in a form and a size: where its cells and labels are in the window.
#[derive(Clone, Debug)]
pub struct BoardLayout {
    /// The geometry of the board, which places its cells as in pictures.
    pub geometry: Arc<Geometry>,
    /// The size of the board without its labels, and of its cells.
    pub frame: Frame,
    /// Whether pieces are drawn. If not, each is a character.
    pub(super) has_drawn_pieces: bool,
    /// Whether the board is in its compact form, in which a row of characters shows two lines of hexes.
    pub(super) is_compact: bool,
    /// The lines from the top of the screen to the bottom.
    pub(super) lines: Vec<Vec<Slot>>,
}

/// The number of rows of a board of hexes that the last line of the window may hide.
const HIDDEN_ROWS: usize = 1;

/// A form of a board: the full one or the compact one.
#[derive(Debug)]
pub struct BoardForm {
    geometry: Arc<Geometry>,
    lines: Vec<Vec<Slot>>,
    is_compact: bool,
}

impl BoardForm {
    /// Returns the forms of a board, the full one first.
    pub fn of(diagram: &Diagram, display: &DisplayOptions) -> impl Iterator<Item = BoardForm> {
        let diagram = diagram.turned(display.flipped);
        let lines = diagram.lines().map(<[Slot]>::to_vec).collect();
        let full = BoardForm { geometry: Arc::new(diagram.geometry()), lines, is_compact: false };
        let compact = diagram.compact_geometry().zip(diagram.compact_lines());
        let compact = compact.map(|(geometry, lines)| BoardForm {
            geometry: Arc::new(geometry),
            lines,
            is_compact: true,
        });
        std::iter::once(full).chain(compact)
    }

    /// Returns the layouts whose cells are at most `max_height` rows high, the largest first.
    pub fn layouts<'f>(
        &'f self,
        display: &'f DisplayOptions,
        max_height: usize,
    ) -> impl Iterator<Item = BoardLayout> + 'f {
        let sizes: Box<dyn Iterator<Item = CellSize>> = match (self.is_compact, self.geometry.shape) {
            (true, _) => Box::new([3, 2].into_iter().map(|width| CellSize { width, height: 1 })),
            (false, shape) => {
                // a hex needs two rows
                let least = if shape == CellShape::Hex { 2 } else { 1 };
                Box::new(
                    (least..=max_height).rev().flat_map(move |height| CellSize::of_height(shape, height)),
                )
            }
        };
        sizes.filter_map(move |size| self.layout(size, display, max_height))
    }

    /// Returns the layout with cells of a size. If pieces cannot be drawn, returns `None` for cells
    /// that are too high for a single character, and for hexes of an odd height, which have no
    /// character in the middle. Where they can be drawn, cells keep their size if they are not.
    fn layout(&self, size: CellSize, display: &DisplayOptions, max_height: usize) -> Option<BoardLayout> {
        let shape = self.geometry.shape;
        let is_small = size.height <= CellSize::MAX_CHARACTER_HEIGHT;
        // the grounds of pieces would hide small hexes
        let is_hidden = is_small && shape == CellShape::Hex && display.has_piece_grounds();
        let has_room = display.can_draw_pieces() && size.has_room_for_pieces(display.blocks) && !is_hidden;
        let has_drawn_pieces = has_room && display.draws_pieces();
        // halves of characters can be painted if there are blocks and colours
        let paints_halves = display.depth != ColorDepth::None && display.blocks != Blocks::None;
        let is_centred = !has_drawn_pieces && is_small && (paints_halves || shape == CellShape::Hex);
        let mut frame = Frame::new(&self.geometry, size, is_centred);
        if shape == CellShape::Hex && is_centred && frame.rows() > max_height + HIDDEN_ROWS {
            frame = frame.without_first_row();
        }
        let fits_character = is_small && (shape == CellShape::Square || size.height.is_multiple_of(2));
        (has_room || fits_character).then(|| BoardLayout {
            geometry: self.geometry.clone(),
            frame,
            has_drawn_pieces,
            is_compact: self.is_compact,
            lines: self.lines.clone(),
        })
    }
}

impl BoardLayout {
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

    /// Returns the number of rows that the window must have above its last one. That may hide the lower part of
    /// the lowest hex, which is alone in its row.
    #[must_use]
    pub fn min_height(&self) -> usize {
        if self.geometry.shape == CellShape::Hex { self.frame.rows() - HIDDEN_ROWS } else { self.height() }
    }

    /// Returns the widths of the margins on the left and on the right, where the numbers of the lines are.
    #[must_use]
    pub fn margins(&self) -> [usize; 2] {
        let widest = |side: fn(&[Slot]) -> Option<&Slot>| {
            let labels = self.lines.iter().filter_map(|line| side(line)?.label());
            labels.map(|label| label.len() + 1).max().unwrap_or(1)
        };
        let left = widest(<[Slot]>::first);
        // in the full form both ends of a line have the same number, so it is only on the left
        if self.is_compact { [left, widest(<[Slot]>::last)] } else { [left, 1] }
    }

    /// Returns the cell at a column and a row, counted from the upper left of the board without its labels, if there
    /// is one.
    #[must_use]
    pub fn cell_at(&self, column: usize, row: usize) -> Option<usize> {
        // a character is twice as high as it is wide
        let distance = |cell: usize| {
            let (x, y) = self.middle(cell);
            x.abs_diff(column).pow(2) + (2 * y.abs_diff(row)).pow(2)
        };
        let is_within = column < self.frame.columns() && row < self.frame.rows();
        let nearest = (0..self.geometry.cells.len()).min_by_key(|cell| distance(*cell));
        let CellSize { width, height } = self.frame.cell_size();
        nearest.filter(|cell| is_within && 4 * distance(*cell) <= width.pow(2) + (2 * height).pow(2))
    }

    /// Returns the column and the row of the middle of a cell, counted from the upper left of the board without its
    /// labels.
    pub(super) fn middle(&self, cell: usize) -> (usize, usize) {
        let (column, row) = self.frame.character(self.geometry.cells[cell].centre);
        (usize::try_from(column).unwrap_or(0), usize::try_from(row).unwrap_or(0))
    }
}

//! The layout of a board of hexes drawn with block characters, with a piece in the middle of each hex.

use std::sync::Arc;

use crate::picture::mosaic::{Blocks, CellSize, Frame, Mosaic, MosaicStyle, Tile};
use crate::picture::{PictureOptions, Scene, Theme};
use crate::rules::{Content, Diagram, Shade, Slot};

/// How a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Drawing {
    pub(super) size: CellSize,
    pub(super) blocks: Blocks,
}

/// A character of a drawn board.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    /// A character of the drawing; an empty one outside the board.
    Tile(Tile),
    /// A character of a label.
    Label(char),
    /// The middle of a cell, where its piece stands.
    Cell { index: usize, shade: Shade },
}

/// The sizes of hexes that have a character in the middle for the piece, the most regular hexes first.
pub(super) const SIZES: [CellSize; 2] = [CellSize { width: 4, height: 2 }, CellSize { width: 3, height: 2 }];

/// The number of columns for the numbers of the lines.
const MARGIN: usize = 3;

const NOTHING: Part = Part::Tile(Tile { character: ' ', foreground: None, background: None });

impl Drawing {
    /// Returns the numbers of columns and rows of a board with its labels.
    pub(super) fn extent(self, diagram: &Diagram) -> [usize; 2] {
        let frame = Frame::new(&diagram.geometry(), self.size, false);
        [MARGIN + frame.columns(), frame.rows() + 1]
    }

    /// Lays out an empty board in the colours of a theme, with the cells of the last move highlighted. Empty
    /// characters at the end of a row are left out.
    pub(super) fn rows(self, diagram: &Diagram, theme: Theme, last_move: Vec<usize>) -> Vec<Vec<Part>> {
        let geometry = Arc::new(diagram.geometry());
        let frame = Frame::new(&geometry, self.size, false);
        let options = PictureOptions { theme, coordinates: false, ..PictureOptions::default() };
        let scene = Scene { last_move, ..Scene::empty(geometry.clone(), options) };
        let style = MosaicStyle { blocks: self.blocks, has_piece_grounds: false };
        let mosaic = Mosaic::new(&scene, &frame, style);
        let painted = mosaic.rows().map(|tiles| {
            let tiles = tiles.iter().map(|tile| Part::Tile(*tile));
            [NOTHING; MARGIN].into_iter().chain(tiles).collect()
        });
        let mut rows: Vec<Vec<Part>> = painted.collect();
        rows.push(vec![NOTHING; MARGIN + frame.columns()]);
        let middle = |cell: usize| {
            let (column, row) = frame.character(geometry.cells[cell].centre);
            (usize::try_from(column).unwrap_or(0), usize::try_from(row).unwrap_or(0))
        };
        let lines: Vec<Vec<Slot>> = diagram.lines().map(<[Slot]>::to_vec).collect();
        for slot in lines.iter().flatten() {
            if let Content::Cell { index, shade } = slot.content {
                let (column, row) = middle(index);
                rows[row][MARGIN + column] = Part::Cell { index, shade };
            }
        }
        for label in mosaic.labels(diagram, &lines, false, middle) {
            let start = usize::try_from(label.column + MARGIN as isize).unwrap_or(0);
            for (part, c) in rows[label.row][start..].iter_mut().zip(label.text.chars()) {
                *part = Part::Label(c);
            }
        }
        for row in &mut rows {
            let end = row.iter().rposition(|part| !matches!(part, Part::Tile(tile) if tile.is_empty()));
            row.truncate(end.map_or(0, |end| end + 1));
        }
        rows
    }
}

//! The layout of a board drawn with block characters, with pieces drawn, too, or each a character in the middle of its
//! cell.

use std::sync::Arc;

use crate::picture::Scene;
use crate::picture::mosaic::{Blocks, CellSize, Frame, Mosaic, MosaicStyle, Tile};
use crate::rules::{Content, Diagram, Geometry, Shade, Slot};

/// How a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Drawing {
    pub(super) size: CellSize,
    pub(super) blocks: Blocks,
    /// Whether each piece is a character in the middle of its cell. Otherwise it is drawn.
    pub(super) has_characters: bool,
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

/// The maximum height of the cells of a drawn board, in windows of 100 rows.
const MAX_HEIGHT: usize = 12;

/// The number of columns for the numbers of the lines.
const MARGIN: usize = 3;

const NOTHING: Part = Part::Tile(Tile { character: ' ', foreground: None, background: None });

impl Drawing {
    /// Returns the drawings of a board, the largest first; only those with characters for the pieces unless
    /// `draws_pieces`.
    pub(super) fn of_board(
        diagram: &Diagram,
        blocks: Blocks,
        draws_pieces: bool,
    ) -> impl Iterator<Item = Drawing> {
        let shape = diagram.shape();
        let largest = if draws_pieces { MAX_HEIGHT } else { CellSize::MAX_CHARACTER_HEIGHT };
        let sizes = (CellSize::MAX_CHARACTER_HEIGHT..=largest).rev();
        sizes.flat_map(move |height| CellSize::of_height(shape, height)).map(move |size| Drawing {
            size,
            blocks,
            has_characters: !(draws_pieces && size.has_room_for_pieces(blocks)),
        })
    }

    fn frame(self, geometry: &Geometry) -> Frame {
        Frame::new(geometry, self.size, self.has_characters)
    }

    /// Returns the numbers of columns and rows of a board with its labels.
    pub(super) fn extent(self, diagram: &Diagram) -> [usize; 2] {
        let frame = self.frame(&diagram.geometry());
        [MARGIN + frame.columns(), frame.rows() + 1]
    }

    /// Lays out the board of a scene, without its pieces if they are characters. Empty characters at the end of a row are left out.
    pub(super) fn rows(self, diagram: &Diagram, mut scene: Scene) -> Vec<Vec<Part>> {
        if self.has_characters {
            // the next board may have the same cells without a check
            (scene.pieces, scene.check) = (Vec::new(), None);
        }
        let geometry = Arc::clone(&scene.geometry);
        let frame = self.frame(&geometry);
        let has_piece_grounds = scene.options.theme.has_piece_grounds();
        let mosaic = Mosaic::new(&scene, &frame, MosaicStyle { blocks: self.blocks, has_piece_grounds });
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
        for slot in lines.iter().flatten().filter(|_| self.has_characters) {
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

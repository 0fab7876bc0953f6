//! A board drawn with block characters, with each piece a character in the middle of its cell.

use std::sync::Arc;

use crate::picture::Scene;
use crate::picture::mosaic::{BoardLayout, BoardStyle, CellSize, Tile};
use crate::rules::{Content, Diagram, Shade};

/// How a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Drawing {
    size: CellSize,
    style: BoardStyle,
    /// The number of rows that there are.
    rows: usize,
}

/// A character of a drawn board.
#[derive(Clone, Copy, Debug)]
pub(super) enum BoardCharacter {
    /// A character of the drawing or of a label; a space outside the board.
    Tile(Tile),
    /// The middle of a cell, where its piece stands.
    Cell { index: usize, shade: Shade },
}

/// The number of columns for the numbers of the lines.
const MARGIN: usize = 3;

const NOTHING: BoardCharacter =
    BoardCharacter::Tile(Tile { character: ' ', foreground: None, background: None });

impl Drawing {
    /// Returns the drawings of a board, the largest first.
    pub(super) fn of_board(diagram: &Diagram, style: BoardStyle) -> impl Iterator<Item = Drawing> {
        // cells of one row are written
        let sizes = style.sizes(diagram.shape(), 2).filter(|size| size.height > 1);
        sizes.map(move |size| Drawing { size, style, rows: usize::MAX })
    }

    fn layout(self, diagram: &Diagram) -> BoardLayout {
        let geometry = Arc::new(diagram.geometry());
        BoardLayout::new(geometry, Arc::new(diagram.clone()), self.style, self.size, self.rows)
    }

    /// Returns the drawing with its numbers of columns and rows, labels included, on a page with a number of rows.
    pub(super) fn on_page(self, diagram: &Diagram, rows: usize) -> (Drawing, [usize; 2]) {
        let drawing = Drawing { rows, ..self };
        let layout = drawing.layout(diagram);
        let [_, right] = layout.margins();
        (drawing, [MARGIN + layout.frame.columns() + right, layout.height()])
    }

    /// Lays out the board of a scene without its pieces. Empty characters at the end of a row
    /// are left out.
    pub(super) fn rows(self, diagram: &Diagram, scene: &Scene) -> Vec<Vec<BoardCharacter>> {
        let layout = self.layout(diagram);
        let mosaic = layout.draw(scene);
        let painted = mosaic.rows().map(|tiles| {
            let tiles = tiles.iter().map(|tile| BoardCharacter::Tile(*tile));
            [NOTHING; MARGIN].into_iter().chain(tiles).collect()
        });
        let mut rows: Vec<Vec<BoardCharacter>> = painted.collect();
        rows.push(Vec::new());
        for slot in diagram.lines().flatten() {
            if let Content::Cell { index, shade } = slot.content {
                let [column, row] = layout.middle(index);
                rows[row][MARGIN + column] = BoardCharacter::Cell { index, shade };
            }
        }
        for label in layout.labels(&mosaic) {
            let start = usize::try_from(label.column + MARGIN as isize).unwrap_or(0);
            let Some(row) = rows.get_mut(label.row) else { continue };
            row.resize(row.len().max(start + label.text.len()), NOTHING);
            for (part, c) in row[start..].iter_mut().zip(label.text.chars()) {
                *part = BoardCharacter::Tile(Tile { character: c, foreground: None, background: None });
            }
        }
        for row in &mut rows {
            let is_seen = |part: &BoardCharacter| !matches!(part, BoardCharacter::Tile(tile) if tile.is_empty() && tile.character == ' ');
            let end = row.iter().rposition(is_seen);
            row.truncate(end.map_or(0, |end| end + 1));
        }
        rows
    }
}

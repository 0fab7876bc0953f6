//! A board drawn with block characters, with pieces drawn, too, or each a character in the middle of its cell.

use std::sync::Arc;

use crate::picture::Scene;
use crate::picture::mosaic::{BoardLayout, BoardStyle, CellSize, Tile};
use crate::rules::{CellShape, Content, Diagram, Shade};

/// How a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Drawing {
    size: CellSize,
    style: BoardStyle,
    /// The number of rows that there are, if the board needs more as a rule.
    rows: usize,
    /// Whether each piece is a character in the middle of its cell. Otherwise it is drawn.
    pub(super) has_characters: bool,
    /// Whether a space stands on each side of such a character, so that its background is easier to see.
    pub(super) is_wide: bool,
}

/// A character of a drawn board.
#[derive(Clone, Copy, Debug)]
pub(super) enum BoardCharacter {
    /// A character of the drawing or of a label; a space outside the board.
    Tile(Tile),
    /// The middle of a cell, where its piece stands, and what is around that.
    Cell { index: usize, shade: Shade },
    /// What the cell before it covers.
    Covered,
}

/// The maximum height of the cells of a drawn board, in windows of 100 rows.
const MAX_HEIGHT: usize = 12;

/// The number of columns for the numbers of the lines.
const MARGIN: usize = 3;

const NOTHING: BoardCharacter =
    BoardCharacter::Tile(Tile { character: ' ', foreground: None, background: None });

impl Drawing {
    /// Returns the drawings of a board, the largest first.
    pub(super) fn of_board(diagram: &Diagram, style: BoardStyle) -> impl Iterator<Item = Drawing> {
        let shape = diagram.shape();
        let sizes = style.sizes(shape, if style.draws_pieces { MAX_HEIGHT } else { 2 });
        // cells of one row are written
        sizes.filter(|size| size.height > 1).map(move |size| Drawing {
            size,
            style,
            rows: usize::MAX,
            has_characters: !style.has_drawn_pieces(shape, size),
            // squares have figurines, which stand out by themselves
            is_wide: style.draws_pieces && size.width > 3 && shape == CellShape::Hex,
        })
    }

    fn layout(self, diagram: &Diagram) -> BoardLayout {
        let geometry = Arc::new(diagram.geometry());
        BoardLayout::new(geometry, Arc::new(diagram.clone()), self.style, self.size, self.rows)
    }

    /// Returns the drawing with its numbers of columns and rows, labels included, on a page with a number of rows. If
    /// there are too few, a board of hexes goes without the letters below it, and its ends may be cut.
    pub(super) fn on_page(mut self, diagram: &Diagram, rows: usize) -> (Drawing, [usize; 2]) {
        let mut layout = self.layout(diagram);
        let mut height = layout.height();
        if height > rows && self.size.width > 3 && diagram.shape() == CellShape::Hex {
            self.rows = rows;
            layout = self.layout(diagram);
            height = layout.height().min(rows).max(layout.min_height());
        }
        (self, [MARGIN + layout.frame.columns(), height])
    }

    /// Lays out the board of a scene, without its pieces if they are characters. Empty characters at the end of a row
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
        rows.truncate(self.rows);
        for slot in diagram.lines().flatten().filter(|_| self.has_characters) {
            if let Content::Cell { index, shade } = slot.content {
                let [column, row] = layout.middle(index);
                let around = usize::from(self.is_wide);
                let parts = &mut rows[row][MARGIN + column - around..=MARGIN + column + around];
                parts.fill(BoardCharacter::Covered);
                parts[0] = BoardCharacter::Cell { index, shade };
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

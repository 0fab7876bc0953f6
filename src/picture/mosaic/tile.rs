//! Finds the block character and the two colours that come nearest to the pixels of a character.

use tiny_skia::{Pixmap, Transform};

use super::Mosaic;
use super::canvas::{Block, Blocks, HEIGHT, Pixels, WIDTH};
use crate::picture::theme::flat_mark;
use crate::picture::{Highlight, Rgb, Theme};
use crate::rules::{CellShape, Content, Diagram, Geometry, Point, Shade, Slot};
use crate::syntax::MarkColor;

/// A character of a mosaic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The block character; a space if only the background is seen.
    pub character: char,
    /// The colour of the block; `None` if only the background is seen.
    pub foreground: Option<Rgb>,
    /// The colour around the block; `None` is that of the terminal.
    pub background: Option<Rgb>,
}

impl Tile {
    /// Returns whether nothing is painted in the character.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.foreground.is_none() && self.background.is_none()
    }
}

/// The colours of a drawing, by what they show.
pub(super) struct Layers {
    /// The colours of the cells of a board, on which pieces and marks stand.
    cells: Vec<Rgb>,
    marks: Vec<Rgb>,
}

impl Layers {
    pub(super) fn of(theme: Theme) -> Layers {
        let highlights = [Highlight::None, Highlight::LastMove, Highlight::Check];
        let cells =
            Shade::ALL.iter().flat_map(|shade| highlights.map(|highlight| theme.cell(*shade, highlight)));
        Layers {
            cells: cells.collect(),
            marks: MarkColor::ALL.map(|mark| flat_mark(mark, theme).picture).into(),
        }
    }

    /// Returns how much a pixel of a colour counts.
    ///
    /// Pieces count more than cells: if two blocks are equally near, the one with more of the piece is taken, so
    /// that symmetrical pieces look the same on both sides. The inside of white pieces counts even more, since
    /// edges would fill small ones. Marks count most, since they are thin.
    fn weight(&self, color: Option<Rgb>) -> u32 {
        match color {
            Some(color) if self.cells.contains(&color) => 8,
            Some(color) if self.marks.contains(&color) => 28,
            Some(Rgb::WHITE) => 11,
            Some(_) => 10,
            None => 8,
        }
    }
}

/// A colour of a character, with its pixels.
#[derive(Clone, Copy)]
struct Ink {
    color: Option<Rgb>,
    pixels: Pixels,
    weight: u32,
}

impl Ink {
    /// Returns the weight of the colour's pixels among some pixels.
    fn within(&self, pixels: Pixels) -> u32 {
        self.weight * (self.pixels & pixels).count_ones()
    }
}

/// Returns the tiles of a drawing, row by row.
pub(super) fn tiles(pixels: &Pixmap, layers: &Layers, blocks: Blocks) -> Vec<Tile> {
    let width = pixels.width() as usize;
    let colors = pixels.data().as_chunks::<4>().0;
    let mut tiles = Vec::with_capacity(colors.len() / (WIDTH * HEIGHT));
    let mut inks = Vec::new();
    for row in colors.chunks_exact((width * HEIGHT).max(1)) {
        for column in (0..width).step_by(WIDTH) {
            let lines = row.chunks_exact(width).map(|line| &line[column..column + WIDTH]);
            find_inks(lines.flatten(), layers, &mut inks);
            tiles.push(nearest(&inks, blocks.list()));
        }
    }
    tiles
}

/// Finds the colours of a character and their pixels.
fn find_inks<'p>(pixels: impl Iterator<Item = &'p [u8; 4]>, layers: &Layers, inks: &mut Vec<Ink>) {
    inks.clear();
    for (at, &[red, green, blue, alpha]) in pixels.enumerate() {
        let color = (alpha > 0).then_some(Rgb([red, green, blue]));
        let pixel = 1 << at;
        match inks.iter_mut().find(|ink| ink.color == color) {
            Some(ink) => ink.pixels |= pixel,
            None => inks.push(Ink { color, pixels: pixel, weight: layers.weight(color) }),
        }
    }
    // the first of two equally good inks is chosen: of a block and its opposite, the one whose
    // background is the cell
    inks.sort_by_key(|ink| ink.weight);
}

/// Returns the tile that shows the most pixels, by weight, in their colours. If two show equally
/// much, the one that shows more of the heavier colours is taken, so that both sides of a
/// symmetrical piece get the same tile.
fn nearest(inks: &[Ink], blocks: &[Block]) -> Tile {
    let mut best = Tile { character: ' ', foreground: None, background: None };
    let mut most = (0, 0);
    for back in inks {
        // the empty block is the first
        for (at, block) in blocks.iter().enumerate() {
            for fore in inks.iter().filter(|fore| fore.color.is_some() || at == 0) {
                let shown = fore.within(block.pixels) + back.within(!block.pixels);
                let weight =
                    fore.weight * block.pixels.count_ones() + back.weight * block.pixels.count_zeros();
                if (shown, weight) > most {
                    most = (shown, weight);
                    let foreground = if at == 0 { None } else { fore.color };
                    best = Tile { character: block.character, foreground, background: back.color };
                }
            }
        }
    }
    best
}

/// The size of the cells of a board in characters of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellSize {
    /// The distance between two columns of cells. A hex is a third wider.
    pub width: usize,
    /// The height of a cell. On a board of hexes, every second column is half a hex lower.
    pub height: usize,
}

/// The distance between the columns of regular hexes, in characters, for each row of their height: the square root of
/// 3, because a character is twice as high as it is wide.
const HEX_ASPECT: f32 = 1.73;

impl CellSize {
    /// The maximum height of a cell in which a piece is one character.
    pub const MAX_CHARACTER_HEIGHT: usize = 2;

    /// Returns whether cells have room for pieces that are drawn with some blocks.
    #[must_use]
    pub const fn has_room_for_pieces(self, blocks: Blocks) -> bool {
        let [width, height] = match blocks {
            Blocks::None => return false,
            Blocks::Halves => [8, 4],
            Blocks::Quadrants => [5, 3],
            Blocks::Sextants => [4, 2],
        };
        self.width >= width && self.height >= height
    }

    /// Returns the sizes of cells of a shape and a height, the most regular ones first.
    pub fn of_height(shape: CellShape, height: usize) -> impl Iterator<Item = CellSize> {
        let regular = match shape {
            CellShape::Square => 2 * height,
            CellShape::Hex => (HEX_ASPECT * height as f32).ceil() as usize,
        };
        let has_narrower = shape == CellShape::Hex || height > CellSize::MAX_CHARACTER_HEIGHT;
        let narrower = has_narrower.then_some(regular - 1);
        std::iter::once(regular).chain(narrower).map(move |width| CellSize { width, height })
    }
}

/// The characters that a board with cells of a size takes: a rectangle, with the board at its upper left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    pub(super) shape: CellShape,
    size: CellSize,
    /// The number of pixels for a unit of the geometry, to the right and downwards.
    scale: [f32; 2],
    /// The pixels that the board is moved by, to the right and downwards.
    offset: [f32; 2],
    columns: usize,
    rows: usize,
}

impl Frame {
    /// Places a board with cells of a size.
    ///
    /// Hexes are moved by less than a character, so that the middle of each is in the middle of a character if their
    /// height is even. If they are two rows high and not `is_centred`, they end between characters instead. Squares are
    /// moved downwards if `is_centred`: those of an even height then end in the middle of characters, between two
    /// colours. If they were also moved to the right, three would meet at corners.
    #[must_use]
    pub fn new(geometry: &Geometry, size: CellSize, is_centred: bool) -> Frame {
        let step = geometry.shape.step();
        let is_hex = geometry.shape == CellShape::Hex;
        // the lines of hexes are half a hex apart
        let lines = if is_hex { 2.0 } else { 1.0 };
        let scale = [
            (WIDTH * size.width) as f32 / step.x as f32,
            (HEIGHT * size.height) as f32 / lines / step.y as f32,
        ];
        let extent = geometry.shape.extent();
        let offset = [(0, extent.x, WIDTH), (1, extent.y, HEIGHT)].map(|(axis, extent, unit)| {
            let middle = if is_centred || size.height > 2 { unit as f32 / 2.0 } else { 0.0 };
            let to_middle = middle - extent as f32 * scale[axis];
            if is_hex || (is_centred && axis == 1) { to_middle.rem_euclid(unit as f32) } else { 0.0 }
        });
        let characters = |length: i32, axis: usize, unit: usize| {
            ((length as f32 * scale[axis] + offset[axis]) / unit as f32 - 0.01).ceil() as usize
        };
        let columns = characters(geometry.size.x, 0, WIDTH);
        let rows = characters(geometry.size.y, 1, HEIGHT);
        Frame { shape: geometry.shape, size, scale, offset, columns, rows }
    }

    /// Returns the size of the cells.
    #[must_use]
    pub const fn cell_size(&self) -> CellSize {
        self.size
    }

    /// Returns the number of columns of the rectangle.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the number of rows of the rectangle.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the column and the row of the character at a point, which may be outside the rectangle.
    #[must_use]
    pub fn character(&self, point: Point) -> (i32, i32) {
        let [x, y] = self.pixel(point);
        // a point between two characters is in the one before it
        (((x - 0.5) / WIDTH as f32).floor() as i32, ((y - 0.5) / HEIGHT as f32).floor() as i32)
    }

    /// Leaves out the first row, of which a board of hexes that are centred shows only the lower half.
    #[must_use]
    pub fn without_first_row(self) -> Frame {
        let [x, y] = self.offset;
        Frame { offset: [x, y - HEIGHT as f32], rows: self.rows - 1, ..self }
    }

    /// Returns the size of the rectangle in pixels.
    pub(super) fn pixels(&self) -> [u32; 2] {
        [self.columns * WIDTH, self.rows * HEIGHT].map(|length| u32::try_from(length).unwrap_or(0))
    }

    /// Returns the place of a point in pixels.
    pub(super) fn pixel(&self, Point { x, y }: Point) -> [f32; 2] {
        [x as f32 * self.scale[0] + self.offset[0], y as f32 * self.scale[1] + self.offset[1]]
    }

    /// Returns the number of pixels for a unit of the geometry, as the geometric mean of both directions.
    pub(super) fn unit(&self) -> f32 {
        let [x, y] = self.scale;
        (x * y).sqrt()
    }

    /// Returns the transform that maps points to pixels.
    pub(super) fn transform(&self) -> Transform {
        let ([x, y], [dx, dy]) = (self.scale, self.offset);
        Transform::from_scale(x, y).post_translate(dx, dy)
    }

    /// Returns the width and the height of the room of a piece in a cell, in pixels. It is a square, or a
    /// little higher in a narrow cell.
    pub(super) fn room(&self) -> [f32; 2] {
        const HIGHEST: f32 = 1.2;
        // the rows of hexes are wider than high, and round pieces leave their corners free
        let width = (self.size.width * WIDTH) as f32;
        let height = (self.size.height * HEIGHT) as f32;
        [width.min(height), height.min(HIGHEST * width)]
    }
}

/// A label beside a mosaic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MosaicLabel<'d> {
    /// The column of its first character, counted from the left of the mosaic; negative if it is left of that.
    pub column: isize,
    /// The row, which may be the one below the mosaic.
    pub row: usize,
    /// The text.
    pub text: &'d str,
}

impl Mosaic {
    /// Places the labels of a board's lines and columns, each just outside the cells of its line or column,
    /// wherever these end. `middle` returns the column and the row of the middle of a cell. In the compact
    /// form there are numbers on both sides.
    #[must_use]
    pub fn labels<'d>(
        &self,
        diagram: &'d Diagram,
        lines: &'d [Vec<Slot>],
        is_compact: bool,
        middle: impl Fn(usize) -> (usize, usize),
    ) -> Vec<MosaicLabel<'d>> {
        let is_painted =
            |column: usize, row: usize| self.tile(column, row).is_some_and(|tile| !tile.is_empty());
        let mut labels = Vec::new();
        let letters = diagram.rows.iter().find(|row| !row.iter().any(Slot::is_cell));
        for slot in letters.into_iter().flatten() {
            let mut in_column = diagram.lines().flatten().filter(|other| other.column == slot.column);
            let (Some(text), Some(cell)) = (slot.label(), in_column.find_map(cell)) else { continue };
            let column = middle(cell).0;
            let lowest = (0..self.rows().len()).rfind(|row| is_compact || is_painted(column, *row));
            labels.push(MosaicLabel { column: column as isize, row: lowest.map_or(0, |row| row + 1), text });
        }
        for line in lines {
            let Some(row) = line.iter().find_map(cell).map(|cell| middle(cell).1) else { continue };
            let left = (0..self.columns).find(|column| is_painted(*column, row)).unwrap_or(0) as isize;
            let right = (0..self.columns).rfind(|column| is_painted(*column, row)).unwrap_or(0) as isize;
            if let Some(text) = line.first().and_then(Slot::label) {
                let width = text.len() as isize;
                // the letter of a column that ends here is between the number and the cells
                let between = |label: &&MosaicLabel<'_>| {
                    label.row == row && label.column < left && label.column + width + 2 >= left
                };
                let end = labels.iter().find(between).map_or(left, |letter| letter.column);
                labels.push(MosaicLabel { column: end - width - 1, row, text });
            }
            if let Some(text) = line.last().and_then(Slot::label).filter(|_| is_compact) {
                labels.push(MosaicLabel { column: right + 2, row, text });
            }
        }
        labels
    }
}

fn cell(slot: &Slot) -> Option<usize> {
    match slot.content {
        Content::Cell { index, .. } => Some(index),
        Content::Label(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GROUND: Rgb = Rgb([1, 1, 1]);
    const PIECE: Rgb = Rgb([2, 2, 2]);

    /// Returns the tile of a character in which a function decides which pixels belong to a piece.
    fn tile_of(is_piece: impl Fn(usize, usize) -> bool, blocks: Blocks) -> Tile {
        let mut pixels = Pixmap::new(WIDTH as u32, HEIGHT as u32).unwrap();
        for (at, pixel) in pixels.data_mut().as_chunks_mut::<4>().0.iter_mut().enumerate() {
            let Rgb([red, green, blue]) = if is_piece(at % WIDTH, at / WIDTH) { PIECE } else { GROUND };
            *pixel = [red, green, blue, 255];
        }
        tiles(&pixels, &Layers { cells: vec![GROUND], marks: Vec::new() }, blocks)[0]
    }

    #[test]
    fn the_nearest_block_is_found() {
        let both = |character| Tile { character, foreground: Some(PIECE), background: Some(GROUND) };
        let one = |color| Tile { character: ' ', foreground: None, background: Some(color) };
        assert_eq!(tile_of(|_, _| false, Blocks::Sextants), one(GROUND));
        assert_eq!(tile_of(|_, y| y < 9, Blocks::None), one(PIECE));
        assert_eq!(tile_of(|_, y| y < 7, Blocks::None), one(GROUND));
        assert_eq!(tile_of(|x, y| x < 5 && y < 9, Blocks::Quadrants), both('▘'));
        assert_eq!(tile_of(|x, y| x < 5 && y < 9, Blocks::Halves), both('▀'));
        assert_eq!(tile_of(|x, y| x < 5 && y < 6, Blocks::Sextants), both('🬀'));
        // two blocks are equally near, and this one shows more of the piece
        assert_eq!(tile_of(|x, _| x < 2, Blocks::Halves), both('▌'));
        assert_eq!(tile_of(|x, _| x >= 6, Blocks::Halves), both('▐'));
    }

    #[test]
    fn what_is_not_painted_stays_in_the_background() {
        let mut pixels = Pixmap::new(8, 16).unwrap();
        for pixel in pixels.data_mut().as_chunks_mut::<4>().0.iter_mut().take(64) {
            *pixel = [1, 1, 1, 255];
        }
        let tile = tiles(&pixels, &Layers { cells: vec![GROUND], marks: Vec::new() }, Blocks::Quadrants)[0];
        assert_eq!(tile, Tile { character: '▀', foreground: Some(GROUND), background: None });
    }
}

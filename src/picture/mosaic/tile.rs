//! Finds the block character and the two colours that come nearest to the pixels of a character.

use tiny_skia::{Pixmap, Transform};

use super::canvas::{Block, Blocks, HEIGHT, Pixels, WIDTH};
use crate::picture::theme::flat_mark;
use crate::picture::{Highlight, Rgb, Theme};
use crate::rules::{CellShape, Geometry, Point, Shade};
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
        let of_shade = |shade: &Shade| Highlight::ALL.map(|highlight| theme.cell(*shade, highlight));
        let cells = Shade::ALL.iter().flat_map(of_shade);
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
    fill_outside(inks, layers);
    // the first of two equally good inks is chosen: of a block and its opposite, the one whose
    // background is the cell
    inks.sort_by_key(|ink| (ink.weight, ink.color));
}

/// Paints what is outside the board as the cell beside it, in a character with a part of a piece: a white piece would not
/// be seen on a light terminal, nor a black one on a dark one.
fn fill_outside(inks: &mut Vec<Ink>, layers: &Layers) {
    let is_cell = |ink: &Ink| ink.color.is_some_and(|color| layers.cells.contains(&color));
    let has_piece = inks.iter().any(|ink| ink.color.is_some() && !is_cell(ink));
    let Some(outside) = inks.iter().position(|ink| has_piece && ink.color.is_none()) else { return };
    let beside = (0..inks.len()).filter(|at| is_cell(&inks[*at]));
    if let Some(beside) = beside.max_by_key(|at| inks[*at].pixels.count_ones()) {
        inks[beside].pixels |= inks[outside].pixels;
        inks.swap_remove(outside);
    }
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

/// The least share of its height that a board may be squeezed to.
const LEAST_SHARE: f32 = 0.84;

/// The height of hexes that pieces fill down to the lower edge. The board gets a row more, for an edge below the lowest.
pub(super) const TIGHT: usize = 3;

/// The width and the height of cells, in characters, up to which only thick lines can be seen.
pub(super) const COARSE: [usize; 2] = [12, 6];

impl CellSize {
    /// Returns whether cells have room for pieces that are drawn with some blocks.
    #[must_use]
    pub const fn has_room_for_pieces(self, shape: CellShape, blocks: Blocks) -> bool {
        let [width, height] = match (blocks, shape) {
            (Blocks::None, _) => return false,
            (Blocks::Halves, _) => [8, 4],
            (Blocks::Sextants, CellShape::Square) => [4, 2],
            (Blocks::Quadrants, CellShape::Square) => [5, 3],
            (Blocks::Quadrants | Blocks::Sextants, CellShape::Hex) => [5, 2],
        };
        self.width >= width && self.height >= height
    }

    /// Returns whether cells are so small that only thick lines can be seen in them.
    #[must_use]
    pub const fn is_coarse(self) -> bool {
        self.width <= COARSE[0] || self.height <= COARSE[1]
    }

    /// Returns the sizes of cells of a shape and a height, the most regular ones first. The lowest hexes are wider,
    /// so that characters do not stand side by side.
    pub fn of_height(shape: CellShape, height: usize) -> impl Iterator<Item = CellSize> {
        let regular = match shape {
            CellShape::Square => 2 * height,
            CellShape::Hex => CellSize::hex_width(height as f32),
        };
        let has_narrower = shape == CellShape::Hex || height > 2;
        let narrower = has_narrower.then_some(regular - 1);
        std::iter::once(regular).chain(narrower).map(move |width| CellSize { width, height })
    }

    /// Returns the width of regular hexes of a height, rounded up.
    fn hex_width(height: f32) -> usize {
        ((HEX_ASPECT * height).ceil() as usize).max(3)
    }
}

/// The characters that a board with cells of a size takes: a rectangle, with the board at its upper left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    size: CellSize,
    pub(super) shape: CellShape,
    /// The number of pixels for a unit of the geometry, to the right and downwards.
    scale: [f32; 2],
    /// The pixels that the board is moved by, to the right and downwards.
    offset: [f32; 2],
    columns: usize,
    rows: usize,
    /// The number of whole rows of a cell, which is less than its height if the board is squeezed.
    cell_rows: usize,
}

impl Frame {
    /// Places a board with cells of a size.
    ///
    /// Hexes are moved by less than a character, so that the middle of each is in the middle of a character if their
    /// height is even and they are centred. If they are not, they end between characters instead. Those that are one
    /// row high are moved up by a pixel, so that each takes the larger part of one character. Squares are moved
    /// downwards if they are centred: those of an even height then end in the middle of characters, between two
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
            let middle = if is_centred || (size.height > 2 && axis == 0) { unit as f32 / 2.0 } else { 0.0 };
            let to_middle = middle - extent as f32 * scale[axis];
            match is_hex {
                true if size.height == 1 && axis == 1 => -1.0,
                true if !is_centred && axis == 1 => 0.0,
                false if !is_centred || axis == 0 => 0.0,
                _ => to_middle.rem_euclid(unit as f32),
            }
        });
        let characters = |length: i32, axis: usize, unit: usize| {
            // what is above a whole number only by rounding takes no further character
            ((length as f32 * scale[axis] + offset[axis]) / unit as f32 - 0.01).ceil() as usize
        };
        let columns = characters(geometry.size.x, 0, WIDTH);
        let edge = usize::from(is_hex && !is_centred && size.height == TIGHT);
        let rows = characters(geometry.size.y, 1, HEIGHT) + edge;
        Frame { size, shape: geometry.shape, scale, offset, columns, rows, cell_rows: size.height }
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
    pub fn character(&self, point: Point) -> [i32; 2] {
        let [x, y] = self.pixel(point);
        // a point between two characters is in the one before it
        [(x, WIDTH), (y, HEIGHT)].map(|(at, unit)| ((at - 0.5) / unit as f32).floor() as i32)
    }

    /// Squeezes a board of hexes that is a little higher than a number of rows into them, if its hexes then still look
    /// regular. If they are centred, the upper half of the highest and the lower half of the lowest one are left out, so
    /// that their letters are in the middle of the first and of the last row.
    #[must_use]
    pub fn squeezed(self, geometry: &Geometry, rows: usize, is_centred: bool) -> Frame {
        let ([right, _], [x, y]) = (self.offset, self.scale);
        let left_out = if is_centred { geometry.shape.step().y } else { 0 };
        let height = (geometry.size.y - left_out) as f32;
        let shown = rows.min((y * height / HEIGHT as f32).round() as usize);
        let scale = (HEIGHT * shown) as f32 / height;
        let cell_height = self.size.height as f32 * scale / y;
        let is_regular = scale >= LEAST_SHARE * y && self.size.width <= CellSize::hex_width(cell_height);
        if self.rows <= rows || !is_regular {
            return self;
        }
        let offset = [right, -scale * left_out as f32 / 2.0];
        Frame { scale: [x, scale], offset, rows: shown, cell_rows: (cell_height + 0.01) as usize, ..self }
    }

    /// Returns the number of whole rows of a cell.
    pub(super) const fn cell_rows(&self) -> usize {
        self.cell_rows
    }

    /// Returns whether pieces fill hexes down to the lower edge.
    pub(super) const fn is_tight(&self) -> bool {
        matches!(self.shape, CellShape::Hex) && self.size.height == TIGHT && self.cell_rows == TIGHT
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

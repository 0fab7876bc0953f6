//! Where the cells of a board lie among the characters of a terminal.

use tiny_skia::Transform;

use super::blocks::{Blocks, HEIGHT, WIDTH};
use crate::rules::{CellShape, Geometry, Point};

/// The size of the cells of a board in characters of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellSize {
    /// The distance between two columns of cells. A hex is a third wider.
    pub width: usize,
    /// The height of a cell. On a board of hexes, every second column is half a hex lower.
    pub height: usize,
}

/// The characters that a board takes in a size: a rectangle, with the board at its upper left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    size: CellSize,
    /// The pixels of a unit of the geometry, to the right and downwards.
    scale: [f32; 2],
    /// The pixels that the board is moved by, to the right and downwards.
    offset: [f32; 2],
    columns: usize,
    rows: usize,
}

impl Frame {
    /// Places a board with cells of a size.
    ///
    /// Hexes are moved by up to half a character, so that the middle of each is in the middle of a
    /// character if their height is even.
    #[must_use]
    pub fn new(geometry: &Geometry, size: CellSize) -> Frame {
        let step = geometry.shape.step();
        // the lines of hexes are half a hex apart
        let lines = if geometry.shape == CellShape::Hex { 2.0 } else { 1.0 };
        let scale = [
            (WIDTH * size.width) as f32 / step.x as f32,
            (HEIGHT * size.height) as f32 / lines / step.y as f32,
        ];
        let extent = geometry.shape.extent();
        let offset = match geometry.shape {
            CellShape::Square => [0.0, 0.0],
            CellShape::Hex => [
                (WIDTH as f32 / 2.0 - extent.x as f32 * scale[0]).rem_euclid(WIDTH as f32),
                (HEIGHT as f32 / 2.0 - extent.y as f32 * scale[1]).rem_euclid(HEIGHT as f32),
            ],
        };
        let characters = |length: i32, axis: usize, unit: usize| {
            ((length as f32 * scale[axis] + offset[axis]) / unit as f32 - 0.01).ceil() as usize
        };
        let columns = characters(geometry.size.x, 0, WIDTH);
        let rows = characters(geometry.size.y, 1, HEIGHT);
        Frame { size, scale, offset, columns, rows }
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

    /// Tells whether the cells have room for pieces that are drawn with some blocks.
    #[must_use]
    pub const fn has_room_for_pieces(&self, blocks: Blocks) -> bool {
        let [width, height] = match blocks {
            Blocks::None => return false,
            Blocks::Halves => [8, 4],
            Blocks::Quadrants | Blocks::Sextants => [5, 3],
        };
        self.size.width >= width && self.size.height >= height
    }

    /// Returns the size of the rectangle in pixels.
    pub(super) fn pixels(&self) -> [u32; 2] {
        [self.columns * WIDTH, self.rows * HEIGHT].map(|length| u32::try_from(length).unwrap_or(0))
    }

    /// Returns the pixel at a point.
    pub(super) fn pixel(&self, Point { x, y }: Point) -> [f32; 2] {
        [x as f32 * self.scale[0] + self.offset[0], y as f32 * self.scale[1] + self.offset[1]]
    }

    /// Returns the pixels of a unit of the geometry, on average of both directions.
    pub(super) fn unit(&self) -> f32 {
        let [x, y] = self.scale;
        (x * y).sqrt()
    }

    /// Returns what maps points to pixels.
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

//! Draws a scene in pixels of flat colours, with lines that are thick enough to be seen.

use std::sync::LazyLock;

use shakmaty::Color;
use tiny_skia::{FillRule, PathBuilder, Pixmap, PixmapPaint, Rect, Transform};

use super::BoardStyle;
use super::tile::Frame;
use crate::picture::drawing::{Canvas, Letters, Paint, outline};
use crate::picture::layout::PIECE;
use crate::picture::raster::{path_of, polygons_path, solid, stroke};
use crate::picture::{PieceColors, Rgb, Scene, Theme};
use crate::rules::{CellShape, PieceKind, Point};

/// The height of the part of a piece's box that outlines are centred in. They lie between y = 4 and y = 88
/// (`pieces.svg`), so there is as much space below them as above.
const OUTLINE: f32 = 92.0;

/// The minimum number of pixels for a unit of the box of a piece at which the lines on the piece
/// can be seen.
const FINE: f32 = 1.0;

/// The clear space around a piece in its room, on both sides together, in pixels.
const CLEAR: f32 = 6.0;

/// The pieces in small cells, dot by dot, as sextants or quadrants show them: drawn by hand, because no outline has
/// its corners and gaps where the dots are. Each sheet shows the pieces in the order of [`PieceKind::ALL`].
const SHEETS: &str = include_str!("small_pieces.txt");

/// The pixels of a board.
pub(super) struct FlatCanvas<'p> {
    frame: &'p Frame,
    pixels: &'p mut Pixmap,
    /// The width and the height of the room of a piece, in pixels.
    room: [f32; 2],
    /// The width of the edges of pieces, and the least of circles, in pixels.
    edge: f32,
    /// The drawings of pieces in cells of this size, if they are small.
    sheet: Option<&'static str>,
    style: BoardStyle,
    /// By how many pixels cells are drawn lower than they are.
    lowered: f32,
}

impl<'p> FlatCanvas<'p> {
    pub(super) fn new(frame: &'p Frame, pixels: &'p mut Pixmap, style: BoardStyle) -> FlatCanvas<'p> {
        let room = frame.room();
        // about as wide as the parts of a character, but narrower if it would fill small parts of
        // the piece
        let edge = if style.blocks == Blocks::Sextants { (room[0] / 32.0).clamp(3.0, 4.0) } else { 5.0 };
        // for cells of 2 to 6 rows, first those of sextants and then those of quadrants
        let first = if style.blocks == Blocks::Sextants { 0 } else { 5 };
        let sheet = frame.cell_rows().checked_sub(2).filter(|sheet| *sheet < 5);
        let sheet = sheet.and_then(|sheet| SHEETS.split("\n\n").nth(first + sheet));
        FlatCanvas { frame, pixels, room, edge, sheet, style, lowered: 0.0 }
    }

    /// Draws the cells of a board. Where pieces fill hexes down to the lower edge, the lowest ones get an edge of a dot
    /// there: a white piece would end in the background of a light terminal.
    pub(super) fn draw_cells(&mut self, scene: &Scene) {
        if self.frame.is_tight() {
            self.lowered = self.dot()[1];
            scene.draw_board(self);
            self.lowered = 0.0;
        }
        scene.draw_board(self);
    }

    /// Returns the width and the height of the dots of which blocks consist, in pixels.
    fn dot(&self) -> [f32; 2] {
        let rows = if self.style.blocks == Blocks::Sextants { 3.0 } else { 2.0 };
        [WIDTH as f32 / 2.0, HEIGHT as f32 / rows]
    }
}

impl Canvas for FlatCanvas<'_> {
    fn is_fine(&self) -> bool {
        false
    }

    fn piece_colors(&self, side: Color, theme: Theme) -> PieceColors {
        if self.style.has_piece_grounds { PieceColors::on_ground(side) } else { PieceColors::of(side, theme) }
    }

    fn is_coarse(&self) -> bool {
        self.frame.cell_size().is_coarse()
    }

    /// Draws the inside: highlights and marks have no borders here.
    fn polygons<'p>(&mut self, paint: Paint, polygons: impl Iterator<Item = (Point, &'p [Point])>) {
        let Some(path) = polygons_path(polygons, |_| {}) else { return };
        if let Some(color) = paint.fill {
            let transform = self.frame.transform().post_translate(0.0, self.lowered);
            self.pixels.fill_path(&path, &flat(color), FillRule::Winding, transform, None);
        }
    }

    /// Draws the edge on both sides of the border and then the inside, which keeps its size. In a small cell it draws
    /// the dots of characters whose middle is inside.
    ///
    /// An edge in the colour of the inside is not drawn, since it would fill the gaps between the
    /// parts of the outline, nor is one in a small cell, where a character would need three colours.
    fn outlines(&mut self, paint: Paint, outlines: impl Iterator<Item = (Point, &'static str)>) {
        let is_coarse = self.is_coarse();
        let is_visible = |color| paint.fill.is_none_or(|fill| fill != color && !is_coarse);
        let edge = paint.stroke.filter(|(color, _)| is_visible(*color));
        // lines are scaled like a body with an edge
        let around = if paint.fill.is_none() || edge.is_some() { 2.0 * self.edge } else { 0.0 };
        let around = if is_coarse { 0.0 } else { around + CLEAR };
        let wide = if is_coarse { PIECE as f32 } else { OUTLINE };
        let scale = [(0, wide), (1, OUTLINE)].map(|(axis, side)| (self.room[axis] - around) / side);
        if paint.fill.is_none() && (is_coarse || scale[0] < FINE) {
            return;
        }
        let unit = if is_coarse { self.dot() } else { [1.0; 2] };
        let size = [0, 1].map(|axis| (self.room[axis] / unit[axis]) as u32);
        let transform = Transform::from_translate(-PIECE as f32 / 2.0, -OUTLINE / 2.0)
            .post_scale(scale[0] / unit[0], scale[1] / unit[1])
            .post_translate(size[0] as f32 / 2.0, size[1] as f32 / 2.0);
        for (Point { x, y }, data) in outlines {
            let (Some(path), Some(mut piece)) = (path_of(data), Pixmap::new(size[0], size[1])) else {
                continue;
            };
            if let Some((color, width)) = edge {
                let width = match paint.fill {
                    Some(_) => 2.0 * self.edge / scale[0],
                    None => (width as f32).max(self.edge / scale[0]),
                };
                piece.stroke_path(&path, &flat(color), &stroke(width, true), transform, None);
            }
            if let Some(color) = paint.fill {
                piece.fill_path(&path, &flat(color), FillRule::Winding, transform, None);
            }
            make_symmetrical(&mut piece);
            let at = self.frame.pixel(Point { x: x + PIECE / 2, y: y + PIECE / 2 });
            let [x, y] = [0, 1].map(|axis| (at[axis] / unit[axis] - size[axis] as f32 / 2.0).round() as i32);
            let whole = Transform::from_scale(unit[0], unit[1]);
            self.pixels.draw_pixmap(x, y, piece.as_ref(), &PixmapPaint::default(), whole, None);
        }
    }

    /// Draws small pieces in dots.
    fn bodies(&mut self, paint: Paint, pieces: impl Iterator<Item = (Point, PieceKind)>) {
        let (Some(sheet), Some(color)) = (self.sheet, paint.fill) else {
            return self.outlines(paint, pieces.map(|(corner, kind)| (corner, outline(kind).body)));
        };
        let [width, height] = self.dot();
        for (Point { x, y }, kind) in pieces {
            let [x, y] = self.frame.pixel(Point { x: x + PIECE / 2, y: y + PIECE / 2 });
            let rows: Vec<_> = sheet.lines().filter_map(|line| line.split(' ').nth(kind as usize)).collect();
            let left = (x / width).round() - rows.first().map_or(0, |row| row.len()) as f32 / 2.0;
            let top = top(y / height - rows.len() as f32 / 2.0, HEIGHT as f32 / height, self.frame);
            for (line, row) in rows.iter().zip(0..) {
                for (column, _) in line.match_indices('#') {
                    let [x, y] = [(left + column as f32) * width, (top + row as f32) * height];
                    if let Some(dot) = Rect::from_xywh(x, y, width, height) {
                        self.pixels.fill_rect(dot, &flat(color), Transform::identity(), None);
                    }
                }
            }
        }
    }

    fn circle(&mut self, paint: Paint, Point { x, y }: Point, radius: i32) {
        let Some(path) = PathBuilder::from_circle(x as f32, y as f32, radius as f32) else { return };
        let transform = self.frame.transform();
        if let Some(color) = paint.fill {
            self.pixels.fill_path(&path, &flat(color), FillRule::Winding, transform, None);
        }
        if let Some((color, width)) = paint.stroke {
            let width = (width as f32).max(self.edge / self.frame.unit());
            self.pixels.stroke_path(&path, &flat(color), &stroke(width, true), transform, None);
        }
    }

    /// Draws nothing: the terminal writes texts.
    fn texts<'t>(&mut self, _letters: Letters, _texts: impl Iterator<Item = (Point, &'t str)>) {}
}

/// Returns the dot that a piece begins in whose exact place is `at`, where a character has `dots`. Of two that are
/// equally near, it is the one that begins a character, which then has no third colour, or else the upper one in a
/// square, and the lower one in a hex, which is narrower above. Where a hex has room, it is one higher, so that the hex is
/// seen below the piece at the edge of the board.
fn top(at: f32, dots: f32, frame: &Frame) -> f32 {
    const ROUNDING: f32 = 0.01;
    if frame.shape == CellShape::Hex {
        return if frame.cell_rows() > 3 { at.round() - 1.0 } else { at.round() };
    }
    let upper = (at - 0.5 - ROUNDING).ceil();
    let has_lower = at - upper > 0.5 - ROUNDING;
    if has_lower && (upper + 1.0) % dots == 0.0 { upper + 1.0 } else { upper }
}

/// Copies the left half of a shape to the right, mirrored, if they are nearly the same already: the pixels of its edges
/// are sometimes rounded to different sides.
fn make_symmetrical(shape: &mut Pixmap) {
    let (width, pixels) = (shape.width() as usize, shape.pixels_mut());
    let painted = pixels.iter().filter(|pixel| pixel.alpha() > 0).count();
    let mirrored = pixels.chunks(width).flat_map(|row| row.iter().zip(row.iter().rev()));
    if 6 * mirrored.filter(|(one, other)| one != other).count() < painted {
        for row in pixels.chunks_mut(width) {
            let (left, right) = row.split_at_mut(width / 2);
            right.iter_mut().rev().zip(left).for_each(|(to, from)| *to = *from);
        }
    }
}

/// Returns the paint of a colour without smoothed borders, which would have further colours.
fn flat(color: Rgb) -> tiny_skia::Paint<'static> {
    tiny_skia::Paint { anti_alias: false, ..solid(color, 1.0) }
}

/// The width of a character in pixels.
pub(super) const WIDTH: usize = 8;

/// The height of a character in pixels: in most fonts it is twice as high as wide.
pub(super) const HEIGHT: usize = 16;

/// A set of the pixels of a character, row by row; the lowest bit is on the upper left.
pub(super) type Pixels = u128;

/// The block characters that a terminal shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Blocks {
    /// None: each character has one colour.
    #[default]
    None,
    /// The halves `▀▄▌▐`, which the fonts of consoles have, too.
    Halves,
    /// Also the quadrants such as `▙`: Block Elements, U+2580–259F. Its eighths such as `▁` and `▏` are left
    /// out: in a drawing they look like hairs.
    Quadrants,
    /// Also the sextants such as `🬞`: Symbols for Legacy Computing, U+1FB00–1FB3B.
    Sextants,
}

/// A block character with its pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub(super) character: char,
    pub(super) pixels: Pixels,
}

impl Blocks {
    /// Lists the blocks, the empty one first.
    pub(super) fn list(self) -> &'static [Block] {
        static LISTS: LazyLock<[Vec<Block>; 4]> = LazyLock::new(|| {
            [Blocks::None, Blocks::Halves, Blocks::Quadrants, Blocks::Sextants].map(Blocks::listed)
        });
        &LISTS[self as usize]
    }

    fn listed(self) -> Vec<Block> {
        let mut blocks = vec![Block { character: ' ', pixels: 0 }];
        match self {
            Blocks::None => {}
            Blocks::Halves => blocks.extend(quadrants().filter(|block| "▀▄▌▐".contains(block.character))),
            Blocks::Quadrants => blocks.extend(quadrants()),
            Blocks::Sextants => blocks.extend(quadrants().chain(sextants())),
        }
        blocks
    }
}

/// Lists the blocks of one to three quadrants, halves among them.
fn quadrants() -> impl Iterator<Item = Block> {
    // in the order of their numbers, whose lowest bit is the upper left quadrant
    (1..).zip("▘▝▀▖▌▞▛▗▚▐▜▄▙▟".chars()).map(|(number, character)| parted(character, number, [0, 8, 16]))
}

/// Lists the blocks of sextants that are not halves.
fn sextants() -> impl Iterator<Item = Block> {
    const LEFT_HALF: u32 = 0b01_01_01;
    const RIGHT_HALF: u32 = 0b10_10_10;
    let numbers = (1..0b11_11_11).filter(|number| ![LEFT_HALF, RIGHT_HALF].contains(number));
    ('\u{1fb00}'..).zip(numbers).map(|(character, number)| parted(character, number, [0, 5, 11, 16]))
}

/// Returns the block of some parts of a character, which is divided into two columns and some rows. The lowest
/// bit of `number` is the part on the upper left, the next one the part to the right of it.
fn parted<const N: usize>(character: char, number: u32, rows: [usize; N]) -> Block {
    let mut pixels = 0;
    for (row, edges) in rows.windows(2).enumerate() {
        for (column, left) in [0, WIDTH / 2].into_iter().enumerate() {
            if number >> (2 * row + column) & 1 == 1 {
                pixels |= rectangle([left, edges[0], left + WIDTH / 2, edges[1]]);
            }
        }
    }
    Block { character, pixels }
}

/// Returns the pixels of a rectangle by its left, upper, right and lower edges.
fn rectangle([left, top, right, bottom]: [usize; 4]) -> Pixels {
    let row = (1 << right) - (1 << left);
    (top..bottom).fold(0, |pixels, y| pixels | row << (WIDTH * y))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pixels_of(character: char) -> Pixels {
        let block = Blocks::Sextants.list().iter().find(|block| block.character == character);
        block.unwrap().pixels
    }

    #[test]
    fn blocks_have_their_pixels() {
        const UPPER: Pixels = Pixels::MAX >> 64;
        for (character, pixels) in [
            (' ', 0),
            ('▀', UPPER),
            ('▄', !UPPER),
            ('▘', UPPER & pixels_of('▌')),
            ('▟', !pixels_of('▘')),
            ('▞', pixels_of('▝') | pixels_of('▖')),
            ('🬀', rectangle([0, 0, 4, 5])),
            ('🬓', rectangle([0, 5, 4, 16])),
            ('🬞', rectangle([4, 11, 8, 16])),
            ('🬻', !rectangle([0, 0, 4, 5])),
        ] {
            assert_eq!(pixels_of(character), pixels, "{character}");
        }
    }

    #[test]
    fn no_block_is_listed_twice() {
        for (blocks, count) in
            [(Blocks::None, 1), (Blocks::Halves, 5), (Blocks::Quadrants, 15), (Blocks::Sextants, 75)]
        {
            let mut pixels: Vec<_> = blocks.list().iter().map(|block| block.pixels).collect();
            pixels.sort_unstable();
            pixels.dedup();
            assert_eq!((pixels.len(), blocks.list().len()), (count, count), "{blocks:?}");
        }
    }
}

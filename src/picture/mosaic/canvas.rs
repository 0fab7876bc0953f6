//! Draws a scene in pixels of flat colours, with lines that are thick enough to be seen.

use std::sync::LazyLock;

use shakmaty::Color;
use tiny_skia::{FillRule, PathBuilder, Pixmap, PremultipliedColorU8, Rect, Transform};

use super::MosaicStyle;
use super::tile::Frame;
use crate::picture::drawing::{Anchor, Canvas, Paint, outline};
use crate::picture::layout::PIECE;
use crate::picture::raster::{path_of, polygons_path, solid, stroke};
use crate::picture::{PieceColors, Rgb, Theme};
use crate::rules::{CellShape, PieceKind, Point};

/// The height of the part of a piece's box that outlines are centred in. They lie between y = 4 and y = 88
/// (`pieces.svg`), so there is as much space below them as above.
const OUTLINE: f32 = 92.0;

/// The minimum number of pixels for a unit of the box of a piece at which the lines on the piece
/// can be seen.
const FINE: f32 = 1.05;

/// The clear space around a piece in its room, on both sides together, in pixels.
const CLEAR: f32 = 6.0;

/// The width of the room of a piece, in pixels, below which only thick lines can be seen.
const COARSE: f32 = 100.0;

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
    style: MosaicStyle,
}

impl<'p> FlatCanvas<'p> {
    pub(super) fn new(frame: &'p Frame, pixels: &'p mut Pixmap, style: MosaicStyle) -> FlatCanvas<'p> {
        let room = frame.room();
        // about as wide as the parts of a character, but narrower if it would fill small parts of
        // the piece
        let edge = (room[0] / 32.0).clamp(3.0, 4.0);
        let sheet = match (frame.cell_size().height, style.blocks == Blocks::Sextants) {
            // pieces in small hexes would touch each other
            (2, true) if frame.shape == CellShape::Hex => Some(5),
            (2, true) => Some(0),
            (3, true) => Some(1),
            (4, true) => Some(2),
            (3, false) => Some(3),
            (4, false) => Some(4),
            _ => None,
        };
        let sheet = sheet.and_then(|sheet| SHEETS.split("\n\n").nth(sheet));
        FlatCanvas { frame, pixels, room, edge, sheet, style }
    }

    /// Returns the width and the height of the dots of which blocks consist, in pixels.
    fn dot(&self) -> [f32; 2] {
        let rows = if self.style.blocks == Blocks::Sextants { 3.0 } else { 2.0 };
        [WIDTH as f32 / 2.0, HEIGHT as f32 / rows]
    }

    /// Returns the dots that show a piece, row by row, as in the sheets: without one, those whose middle is inside its
    /// outline.
    fn dots(&self, kind: PieceKind) -> Vec<String> {
        if let Some(sheet) = self.sheet {
            return sheet
                .lines()
                .filter_map(|line| line.split(' ').nth(kind as usize))
                .map(str::to_owned)
                .collect();
        }
        let [width, height] = self.dot();
        let [columns, rows] = [self.room[0] / width, self.room[1] / height].map(|dots| dots as u32);
        let (path, dots) = (path_of(outline(kind).body), Pixmap::new(columns, rows));
        let (Some(path), Some(mut dots)) = (path, dots) else { return Vec::new() };
        let transform = Transform::from_scale(columns as f32 / PIECE as f32, rows as f32 / OUTLINE);
        dots.fill_path(&path, &flat(Rgb::BLACK), FillRule::Winding, transform, None);
        let row = |dots: &[PremultipliedColorU8]| {
            dots.iter().map(|dot| if dot.alpha() > 0 { '#' } else { '.' }).collect()
        };
        dots.pixels().chunks(columns as usize).map(row).collect()
    }

    /// Fills a rectangle from one corner to the opposite one.
    fn fill(&mut self, color: Rgb, [left, top]: [f32; 2], [right, bottom]: [f32; 2]) {
        if let Some(rect) = Rect::from_ltrb(left, top, right, bottom) {
            self.pixels.fill_rect(rect, &flat(color), Transform::identity(), None);
        }
    }

    /// Returns the number of pixels for a unit of the box of a piece, to the right and downwards.
    fn piece_scale(&self, has_edge: bool) -> [f32; 2] {
        let edge = if has_edge { self.edge } else { 0.0 };
        self.room.map(|side| (side - 2.0 * edge - CLEAR) / OUTLINE)
    }
}

impl Canvas for FlatCanvas<'_> {
    fn is_fine(&self) -> bool {
        false
    }

    fn hatches(&self, _theme: Theme) -> bool {
        false
    }

    fn piece_colors(&self, side: Color, theme: Theme) -> PieceColors {
        if self.style.has_piece_grounds { PieceColors::on_ground(side) } else { PieceColors::of(side, theme) }
    }

    fn is_coarse(&self) -> bool {
        self.room[0] < COARSE
    }

    /// Draws the inside: highlights and marks have no borders here.
    fn polygons<'p>(&mut self, paint: Paint, polygons: impl Iterator<Item = (Point, &'p [Point])>) {
        let Some(path) = polygons_path(polygons, |_| {}) else { return };
        if let Some(color) = paint.fill {
            self.pixels.fill_path(&path, &flat(color), FillRule::Winding, self.frame.transform(), None);
        }
    }

    /// Draws nothing: hatching is too fine.
    fn lines(&mut self, _paint: Paint, _origins: impl Iterator<Item = Point>, _lines: &[[Point; 2]]) {}

    /// Draws the edge on both sides of the border and then the inside, which keeps its size.
    ///
    /// An edge in the colour of the inside is not drawn, since it would fill the gaps between the
    /// parts of the outline, nor is one in a small cell, where a character would need three colours.
    fn outlines(&mut self, paint: Paint, outlines: impl Iterator<Item = (Point, &'static str)>) {
        let is_visible = |color| paint.fill.is_none_or(|fill| fill != color && !self.is_coarse());
        let edge = paint.stroke.filter(|(color, _)| is_visible(*color));
        let scale = self.piece_scale(paint.fill.is_none() || edge.is_some());
        if paint.fill.is_none() && scale[0] < FINE {
            return;
        }
        for (Point { x, y }, data) in outlines {
            let Some(path) = path_of(data) else { continue };
            let [x, y] = self.frame.pixel(Point { x: x + PIECE / 2, y: y + PIECE / 2 });
            let transform = Transform::from_translate(-PIECE as f32 / 2.0, -OUTLINE / 2.0)
                .post_scale(scale[0], scale[1])
                .post_translate(x, y);
            if let Some((color, width)) = edge {
                let width = match paint.fill {
                    Some(_) => 2.0 * self.edge / scale[0],
                    None => (width as f32).max(self.edge / scale[0]),
                };
                self.pixels.stroke_path(&path, &flat(color), &stroke(width, true), transform, None);
            }
            if let Some(color) = paint.fill {
                self.pixels.fill_path(&path, &flat(color), FillRule::Winding, transform, None);
            }
        }
    }

    /// Draws small pieces in dots, and on a ground of their own if they need one: all of a character that is not
    /// piece, since it shows two colours, and the dots around.
    fn bodies(&mut self, paint: Paint, pieces: impl Iterator<Item = (Point, PieceKind)>) {
        if !self.is_coarse() {
            return self.outlines(paint, pieces.map(|(corner, kind)| (corner, outline(kind).body)));
        }
        let [width, height] = self.dot();
        let half = (self.frame.cell_size().width * WIDTH / 2) as f32;
        // of all pieces, since the ground of one reaches into the cells around it
        let mut all = Vec::new();
        for (Point { x, y }, kind) in pieces {
            let [x, y] = self.frame.pixel(Point { x: x + PIECE / 2, y: y + PIECE / 2 });
            let rows = self.dots(kind);
            let left = (x / width).round() - rows.first().map_or(0, String::len) as f32 / 2.0;
            let top = (y / height - rows.len() as f32 / 2.0).floor();
            let mut dots = Vec::new();
            for (row, line) in rows.iter().enumerate() {
                let columns = line.match_indices('#').map(|(column, _)| column as f32);
                dots.extend(columns.map(|column| [(left + column) * width, (top + row as f32) * height]));
            }
            if let Some((color, _)) = paint.stroke.filter(|_| self.style.has_piece_grounds) {
                for &[dot_x, dot_y] in &dots {
                    // a dot may begin at the fraction of a pixel
                    let [left, top] = [(dot_x, WIDTH), (dot_y + 1.0, HEIGHT)]
                        .map(|(at, unit)| (at / unit as f32).floor() * unit as f32);
                    self.fill(color, [left, top], [left + WIDTH as f32, top + HEIGHT as f32]);
                    let [left, right] =
                        [dot_x - width, dot_x + 2.0 * width].map(|at| at.clamp(x - half, x + half));
                    self.fill(color, [left, dot_y - height], [right, dot_y + 2.0 * height]);
                }
            }
            all.append(&mut dots);
        }
        for ([x, y], color) in all.into_iter().zip(paint.fill.iter().cycle()) {
            self.fill(*color, [x, y], [x + width, y + height]);
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
    fn texts<'t>(
        &mut self,
        _height: i32,
        _color: Rgb,
        _anchor: Anchor,
        _texts: impl Iterator<Item = (Point, &'t str)>,
    ) {
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

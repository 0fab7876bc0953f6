//! Draws a scene in pixels of flat colours, with lines that are thick enough to be seen.

use shakmaty::Color;
use tiny_skia::{FillRule, PathBuilder, Pixmap, Transform};

use super::frame::Frame;
use crate::picture::drawing::{Canvas, Paint};
use crate::picture::layout::PIECE;
use crate::picture::raster::{path_of, polygons_path, solid, stroke};
use crate::picture::{PieceColors, Rgb, Theme};
use crate::rules::Point;

/// The height of the outlines of pieces within their box, which ends as far below them.
const OUTLINE: f32 = 92.0;

/// The least pixels of a unit of the box of a piece with which the lines upon the piece can be seen.
const FINE: f32 = 1.05;

/// The clear space beside a piece in its room, on both sides together, in pixels.
const CLEAR: f32 = 6.0;

/// The width of the room of a piece, in pixels, below which its parts must be thick to be seen.
const COARSE: f32 = 90.0;

/// The pixels of a board.
pub(super) struct FlatCanvas<'p> {
    frame: &'p Frame,
    pixels: &'p mut Pixmap,
    /// The width and the height of the room of a piece, in pixels.
    room: [f32; 2],
    /// The width of the edges of pieces, and the least of circles, in pixels.
    edge: f32,
    /// Whether pieces have borders of the opposite colour.
    has_piece_grounds: bool,
}

impl<'p> FlatCanvas<'p> {
    pub(super) fn new(frame: &'p Frame, pixels: &'p mut Pixmap, has_piece_grounds: bool) -> FlatCanvas<'p> {
        let room = frame.room();
        // about as wide as the parts of a character, and narrower where that would fill small parts
        let edge = match room[0] < COARSE {
            true => (room[0] / 16.0).clamp(2.5, 4.0),
            false => (room[0] / 32.0).clamp(3.0, 4.0),
        };
        FlatCanvas { frame, pixels, room, edge, has_piece_grounds }
    }

    /// Returns the pixels of a unit of the box of a piece, to the right and downwards.
    fn piece_scale(&self, has_edge: bool) -> [f32; 2] {
        let edge = if has_edge { self.edge } else { 0.0 };
        self.room.map(|side| (side - 2.0 * edge - CLEAR) / OUTLINE)
    }
}

impl Canvas for FlatCanvas<'_> {
    fn is_fine(&self) -> bool {
        false
    }

    fn piece_colors(&self, side: Color, theme: Theme) -> PieceColors {
        if self.has_piece_grounds { PieceColors::on_ground(side) } else { PieceColors::of(side, theme) }
    }

    fn is_coarse(&self) -> bool {
        self.room[0] < COARSE
    }

    fn is_opaque(&self) -> bool {
        true
    }

    /// Draws the inside: highlights and marks have no borders here.
    fn polygons<'p>(&mut self, paint: Paint, polygons: impl Iterator<Item = (Point, &'p [Point])>) {
        let Some(path) = polygons_path(polygons) else { return };
        if let Some(color) = paint.fill {
            self.pixels.fill_path(&path, &flat(color), FillRule::Winding, self.frame.transform(), None);
        }
    }

    /// Draws nothing: hatching is too fine.
    fn lines(&mut self, _paint: Paint, _origins: impl Iterator<Item = Point>, _lines: &[[Point; 2]]) {}

    /// Draws the edge on both sides of the border and then the inside, which keeps its size; no edge if it has
    /// the colour of the inside, since it would fill what lies between the parts of the outline, nor in a small
    /// cell, where a character would need three colours, unless the edge alone tells the piece from its cell.
    fn outlines(&mut self, paint: Paint, outlines: impl Iterator<Item = (Point, &'static str)>) {
        let edge = paint.stroke.filter(|(color, _)| {
            paint.fill.is_none_or(|fill| fill != *color && (self.has_piece_grounds || !self.is_coarse()))
        });
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
    fn texts<'t>(&mut self, _height: i32, _color: Rgb, _texts: impl Iterator<Item = (Point, &'t str)>) {}
}

/// Returns the paint of a colour without other shades at its borders.
fn flat(color: Rgb) -> tiny_skia::Paint<'static> {
    tiny_skia::Paint { anti_alias: false, ..solid(color, 1.0) }
}

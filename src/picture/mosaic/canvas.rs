//! Draws a scene in pixels of flat colours, with lines that are thick enough to be seen.

use shakmaty::Color;
use tiny_skia::{FillRule, Path, PathBuilder, Pixmap, Transform};

use super::frame::Frame;
use crate::picture::drawing::{Canvas, Paint};
use crate::picture::layout::PIECE;
use crate::picture::raster::{path_of, polygons_path, solid, stroke};
use crate::picture::{PieceColors, Rgb, Theme};
use crate::rules::Point;

/// The height of the outlines of pieces within their box, which ends as far below them.
const OUTLINE: f32 = 92.0;

/// The least pixels of a unit of the box of a piece with which the lines upon the piece can be seen.
const FINE: f32 = 0.8;

/// The pixels of a board.
pub(super) struct FlatCanvas<'p> {
    frame: &'p Frame,
    pixels: &'p mut Pixmap,
    /// The width of the edges of pieces and marks, in pixels.
    edge: f32,
    /// The pixels of a unit of the box of a piece.
    scale: f32,
    /// Whether pieces have borders of the opposite colour.
    has_piece_grounds: bool,
}

impl<'p> FlatCanvas<'p> {
    pub(super) fn new(frame: &'p Frame, pixels: &'p mut Pixmap, has_piece_grounds: bool) -> FlatCanvas<'p> {
        let room = frame.room();
        // as wide as the parts of a character, and narrower where that would fill small pieces
        let edge = (room / tune("E_DIV", 16.0)).clamp(tune("E_MIN", 2.5), tune("E_MAX", 4.0));
        let scale = (room - 2.0 * edge - tune("GAP", 6.0)) / OUTLINE;
        FlatCanvas { frame, pixels, edge, scale, has_piece_grounds }
    }

    /// Paints a path whose units have a number of pixels: first the edge on both sides of its border,
    /// then the inside, which keeps its size.
    fn paint(&mut self, how: Paint, path: &Path, transform: Transform, scale: f32) {
        if let Some((color, width)) = how.stroke {
            let width = match how.fill {
                Some(_) => 2.0 * self.edge / scale,
                None => (width as f32).max(self.edge / scale),
            };
            self.pixels.stroke_path(path, &flat(color), &stroke(width, true), transform, None);
        }
        if let Some(color) = how.fill {
            self.pixels.fill_path(path, &flat(color), FillRule::Winding, transform, None);
        }
    }
}

impl Canvas for FlatCanvas<'_> {
    fn is_fine(&self) -> bool {
        false
    }

    fn piece_colors(&self, side: Color, theme: Theme) -> PieceColors {
        if self.has_piece_grounds { PieceColors::on_ground(side) } else { PieceColors::of(side, theme) }
    }

    fn polygons<'p>(&mut self, paint: Paint, polygons: impl Iterator<Item = (Point, &'p [Point])>) {
        if let Some(path) = polygons_path(polygons) {
            self.paint(paint, &path, self.frame.transform(), self.scale);
        }
    }

    /// Draws nothing: hatching is too fine.
    fn lines(&mut self, _paint: Paint, _origins: impl Iterator<Item = Point>, _lines: &[[Point; 2]]) {}

    fn outlines(&mut self, paint: Paint, outlines: impl Iterator<Item = (Point, &'static str)>) {
        if paint.fill.is_none() && self.scale < tune("FINE", FINE) {
            return;
        }
        for (Point { x, y }, data) in outlines {
            let [x, y] = self.frame.pixel(Point { x: x + PIECE / 2, y: y + PIECE / 2 });
            let transform = Transform::from_translate(-PIECE as f32 / 2.0, -OUTLINE / 2.0)
                .post_scale(self.scale, self.scale)
                .post_translate(x, y);
            if let Some(path) = path_of(data) {
                self.paint(paint, &path, transform, self.scale);
            }
        }
    }

    fn circle(&mut self, paint: Paint, Point { x, y }: Point, radius: i32) {
        if let Some(path) = PathBuilder::from_circle(x as f32, y as f32, radius as f32) {
            self.paint(paint, &path, self.frame.transform(), self.scale);
        }
    }

    /// Draws nothing: the terminal writes texts.
    fn texts<'t>(&mut self, _height: i32, _color: Rgb, _texts: impl Iterator<Item = (Point, &'t str)>) {}
}

/// Tunes.
pub(super) fn tune(name: &str, usual: f32) -> f32 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(usual)
}

/// Returns the paint of a colour without other shades at its borders.
fn flat(color: Rgb) -> tiny_skia::Paint<'static> {
    tiny_skia::Paint { anti_alias: false, ..solid(color, 1.0) }
}

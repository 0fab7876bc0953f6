//! Paths and paints for drawing in pixels.

use svgtypes::{SimplePathSegment, SimplifyingPathParser};
use tiny_skia::{LineCap, LineJoin, Path, PathBuilder, Stroke};

use super::theme::Rgb;
use crate::rules::Point;

/// Returns a stroke of a width, whose ends and corners are round if `is_round`.
pub(super) fn stroke(width: f32, is_round: bool) -> Stroke {
    let stroke = Stroke { width, ..Stroke::default() };
    if is_round {
        return Stroke { line_cap: LineCap::Round, line_join: LineJoin::Round, ..stroke };
    }
    stroke
}

/// Returns the paint of a colour.
pub(super) fn solid(Rgb([red, green, blue]): Rgb, opacity: f32) -> tiny_skia::Paint<'static> {
    let mut paint = tiny_skia::Paint::default();
    paint.set_color_rgba8(red, green, blue, (255.0 * opacity) as u8);
    paint
}

/// Returns the path of polygons, each given as an origin and its corners relative to it, or `None` if there
/// are none. `place` moves the corners.
pub(super) fn polygons_path<'p>(
    polygons: impl Iterator<Item = (Point, &'p [Point])>,
    place: impl Fn(&mut tiny_skia::Point),
) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (origin, corners) in polygons {
        for (at, corner) in corners.iter().enumerate() {
            let (x, y) = ((origin.x + corner.x) as f32, (origin.y + corner.y) as f32);
            let mut point = tiny_skia::Point::from_xy(x, y);
            place(&mut point);
            if at == 0 { path.move_to(point.x, point.y) } else { path.line_to(point.x, point.y) }
        }
        path.close();
    }
    path.finish()
}

/// Returns the path of SVG path data, or `None` if it is empty or not valid.
pub(super) fn path_of(data: &str) -> Option<Path> {
    let mut path = PathBuilder::new();
    for segment in SimplifyingPathParser::from(data) {
        match segment.ok()? {
            SimplePathSegment::MoveTo { x, y } => path.move_to(x as f32, y as f32),
            SimplePathSegment::LineTo { x, y } => path.line_to(x as f32, y as f32),
            SimplePathSegment::CurveTo { x1, y1, x2, y2, x, y } => {
                path.cubic_to(x1 as f32, y1 as f32, x2 as f32, y2 as f32, x as f32, y as f32);
            }
            SimplePathSegment::Quadratic { x1, y1, x, y } => {
                path.quad_to(x1 as f32, y1 as f32, x as f32, y as f32);
            }
            SimplePathSegment::ClosePath => path.close(),
        }
    }
    path.finish()
}

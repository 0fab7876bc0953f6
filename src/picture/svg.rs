//! Pictures as SVG.
//!
//! The text has no ids, styles or scripts, so it may stand in a page any number of times. Shapes that
//! are painted alike are one path, in which the outlines of pieces are relative to their cells.

use std::io::Write;

use super::Scene;
use super::drawing::{Anchor, Canvas, EmptyBoard, Letters, Paint};
use super::layout::Rect;
use crate::rules::Point;
use crate::text::XmlText;

/// A writer of pictures as SVG. It keeps the empty board, which consecutive pictures share.
#[derive(Clone, Debug, Default)]
pub struct Svg {
    board: Option<EmptyBoard<Vec<u8>>>,
}

impl Svg {
    /// Appends the picture of a scene to `out`, as an `svg` element and a line end.
    pub fn write(&mut self, scene: &Scene, out: &mut Vec<u8>) {
        open(scene, out);
        scene.draw_frame(&mut SvgCanvas(out));
        let board = EmptyBoard::of(scene, &mut self.board, || {
            let mut text = Vec::new();
            scene.draw_board(&mut SvgCanvas(&mut text));
            text
        });
        out.extend_from_slice(board);
        scene.draw_position(&mut SvgCanvas(out));
        out.extend_from_slice(b"</svg>\n");
    }
}

/// Appends formatted text. Errors are ignored, since writing to a vector cannot fail.
macro_rules! put {
    ($out:expr, $($text:tt)*) => {{
        let _ = write!($out, $($text)*);
    }};
}

/// Writes the start of a picture: its size, and its name and content in words.
fn open(scene: &Scene, out: &mut Vec<u8>) {
    let Rect { corner: Point { x, y }, size } = scene.bounds();
    let [width, height] = scene.pixels();
    put!(out, r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}""#);
    put!(out, r#" viewBox="{x} {y} {} {}" role="img">"#, size.x, size.y);
    put!(out, "<title>{}</title>", XmlText(&scene.title));
    put!(out, "<desc>{}</desc>", XmlText(&scene.description));
}

/// The text of a picture.
struct SvgCanvas<'o>(&'o mut Vec<u8>);

impl SvgCanvas<'_> {
    /// Writes a path whose data `write` writes.
    fn path(&mut self, paint: Paint, write: impl FnOnce(&mut Vec<u8>)) {
        put!(self.0, "<path");
        self.attributes(paint);
        put!(self.0, " d=\"");
        write(self.0);
        put!(self.0, "\"/>");
    }

    fn attributes(&mut self, paint: Paint) {
        match paint.fill {
            Some(color) => put!(self.0, r#" fill="{color}""#),
            None => put!(self.0, r#" fill="none""#),
        }
        if let Some((color, width)) = paint.stroke {
            put!(self.0, r#" stroke="{color}" stroke-width="{width}""#);
        }
        if paint.is_round {
            put!(self.0, r#" stroke-linejoin="round""#);
            // the borders of what is filled have no ends
            if paint.fill.is_none() {
                put!(self.0, r#" stroke-linecap="round""#);
            }
        }
        if paint.is_translucent {
            put!(self.0, r#" opacity=".8""#);
        }
    }
}

impl Canvas for SvgCanvas<'_> {
    fn polygons<'p>(&mut self, paint: Paint, polygons: impl Iterator<Item = (Point, &'p [Point])>) {
        self.path(paint, |out| polygons.for_each(|(origin, corners)| write_polygon(origin, corners, out)));
    }

    fn outlines(&mut self, paint: Paint, outlines: impl Iterator<Item = (Point, &'static str)>) {
        self.path(paint, |out| {
            outlines.for_each(|(Point { x, y }, data)| put!(out, "M{x} {y}{data}"));
        });
    }

    fn circle(&mut self, paint: Paint, Point { x, y }: Point, radius: i32) {
        put!(self.0, r#"<circle cx="{x}" cy="{y}" r="{radius}""#);
        self.attributes(paint);
        put!(self.0, "/>");
    }

    fn texts<'t>(&mut self, letters: Letters, texts: impl Iterator<Item = (Point, &'t str)>) {
        let Letters { height, color, anchor } = letters;
        let anchor = if anchor == Anchor::Start { "start" } else { "middle" };
        put!(self.0, r#"<g font-family="sans-serif" font-size="{height}" text-anchor="{anchor}""#);
        put!(self.0, r#" fill="{color}">"#);
        for (Point { x, y }, text) in texts {
            // the middle of a capital letter is that far above the base line
            put!(self.0, r#"<text x="{x}" y="{}">{}</text>"#, y + height * 36 / 100, XmlText(text));
        }
        put!(self.0, "</g>");
    }
}

/// Writes a polygon by its corners, which are relative to an origin.
fn write_polygon(origin: Point, corners: &[Point], out: &mut Vec<u8>) {
    let Some(first) = corners.first() else { return };
    put!(out, "M{} {}", origin.x + first.x, origin.y + first.y);
    for side in corners.windows(2) {
        match (side[1].x - side[0].x, side[1].y - side[0].y) {
            (dx, 0) => put!(out, "h{dx}"),
            (0, dy) => put!(out, "v{dy}"),
            // a minus sign separates the numbers as a space does
            (dx, dy @ ..0) => put!(out, "l{dx}{dy}"),
            (dx, dy) => put!(out, "l{dx} {dy}"),
        }
    }
    out.push(b'z');
}

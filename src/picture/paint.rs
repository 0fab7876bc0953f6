//! Pictures as pixels, and as PNG.

use std::collections::HashMap;
use std::io;
use std::sync::LazyLock;

use png::{BitDepth, ColorType, Compression, Encoder};
use tiny_skia::{FillRule, Path, PathBuilder, Pixmap, Transform};
use ttf_parser::{Face, OutlineBuilder};

use super::drawing::{Anchor, Canvas, EmptyBoard, Letters};
use super::layout::{PIECE, Rect};
use super::raster::{path_of, polygons_path, solid, stroke};
use super::theme::Rgb;
use super::{Scene, drawing};
use crate::rules::Point;

/// The letters of labels and captions.
static FONT: LazyLock<Option<Face<'static>>> =
    LazyLock::new(|| Face::parse(include_bytes!("labels.ttf"), 0).ok());

/// The opacity of translucent paint.
const OPACITY: f32 = 0.8;

/// A painter of pictures. It keeps the empty board, which consecutive pictures share.
#[derive(Clone, Debug, Default)]
pub struct Painter {
    board: Option<EmptyBoard<Pixmap>>,
    sprites: Sprites,
}

/// Outlines that have been painted, by their data, their colours and the scale. They are copied to
/// whole pixels, which moves a piece by half a pixel at most and is many times faster than painting.
#[derive(Clone, Debug, Default)]
struct Sprites {
    scale: f32,
    painted: HashMap<(&'static str, drawing::Paint), Pixmap>,
}

impl Painter {
    /// Paints a scene. Returns its width and height in pixels, and its pixels row by row, each as red, green,
    /// blue and 255.
    #[must_use]
    pub fn paint(&mut self, scene: &Scene) -> ([u32; 2], Vec<u8>) {
        let Painter { board, sprites } = self;
        let board = EmptyBoard::of(scene, board, || {
            let [width, height] = scene.pixels();
            // unwrap(): both are above 0, and a picture is not larger than memory
            let mut pixels = Pixmap::new(width.max(1), height.max(1)).unwrap();
            // the last row may lie only partly within the bounds
            let Rgb([red, green, blue]) = scene.options.theme.frame();
            pixels.fill(tiny_skia::Color::from_rgba8(red, green, blue, 255));
            scene.draw_board(&mut sprites.canvas(scene, &mut pixels));
            pixels
        });
        let mut pixels = board.clone();
        scene.draw_position(&mut sprites.canvas(scene, &mut pixels));
        ([pixels.width(), pixels.height()], pixels.take())
    }
}

impl Sprites {
    fn canvas<'p>(&'p mut self, scene: &Scene, pixels: &'p mut Pixmap) -> PixelCanvas<'p> {
        let Rect { corner, size } = scene.bounds();
        let scale = scene.width() as f32 / size.x as f32;
        let transform =
            Transform::from_translate(-corner.x as f32, -corner.y as f32).post_scale(scale, scale);
        if self.scale != scale {
            *self = Sprites { scale, ..Sprites::default() };
        }
        PixelCanvas { pixels, transform, scale, sprites: self }
    }
}

/// The pixels of a picture.
struct PixelCanvas<'p> {
    pixels: &'p mut Pixmap,
    /// Maps points of the geometry to pixels.
    transform: Transform,
    scale: f32,
    sprites: &'p mut Sprites,
}

impl PixelCanvas<'_> {
    fn paint(&mut self, how: drawing::Paint, path: &Path) {
        paint(self.pixels, how, path, self.transform);
    }
}

/// Paints a path: its inside, and then its border.
fn paint(pixels: &mut Pixmap, how: drawing::Paint, path: &Path, transform: Transform) {
    let opacity = if how.is_translucent { OPACITY } else { 1.0 };
    if let Some(color) = how.fill {
        pixels.fill_path(path, &solid(color, opacity), FillRule::Winding, transform, None);
    }
    if let Some((color, width)) = how.stroke {
        let stroke = stroke(width as f32, how.is_round);
        pixels.stroke_path(path, &solid(color, opacity), &stroke, transform, None);
    }
}

/// Returns the painted outline of a piece, whose box begins at the upper left pixel.
fn sprite_of(data: &str, how: drawing::Paint, scale: f32) -> Pixmap {
    let size = (PIECE as f32 * scale).ceil() as u32 + 1;
    // unwrap(): the size is above 0, and smaller than that of the picture
    let mut pixels = Pixmap::new(size, size).unwrap();
    if let Some(path) = path_of(data) {
        paint(&mut pixels, how, &path, Transform::from_scale(scale, scale));
    }
    pixels
}

impl Canvas for PixelCanvas<'_> {
    /// Paints polygons with their corners on whole pixels, so that no cell has a blurred border.
    fn polygons<'p>(&mut self, paint: drawing::Paint, polygons: impl Iterator<Item = (Point, &'p [Point])>) {
        let inverse = self.transform.invert().unwrap_or_default();
        let to_pixel = |corner: &mut tiny_skia::Point| {
            self.transform.map_point(corner);
            (corner.x, corner.y) = (corner.x.round(), corner.y.round());
            inverse.map_point(corner);
        };
        if let Some(path) = polygons_path(polygons, to_pixel) {
            self.paint(paint, &path);
        }
    }

    fn outlines(&mut self, paint: drawing::Paint, outlines: impl Iterator<Item = (Point, &'static str)>) {
        for (Point { x, y }, data) in outlines {
            let mut corner = tiny_skia::Point::from_xy(x as f32, y as f32);
            self.transform.map_point(&mut corner);
            let sprite = self.sprites.painted.entry((data, paint));
            let sprite = sprite.or_insert_with(|| sprite_of(data, paint, self.scale));
            let (left, top) = (corner.x.round() as i32, corner.y.round() as i32);
            blend(self.pixels, sprite, left, top);
        }
    }

    fn circle(&mut self, paint: drawing::Paint, Point { x, y }: Point, radius: i32) {
        if let Some(path) = PathBuilder::from_circle(x as f32, y as f32, radius as f32) {
            self.paint(paint, &path);
        }
    }

    fn texts<'t>(&mut self, letters: Letters, texts: impl Iterator<Item = (Point, &'t str)>) {
        let Some(face) = &*FONT else { return };
        for (place, text) in texts {
            if let Some(path) = text_path(face, text, letters, place) {
                self.paint(drawing::Paint { fill: Some(letters.color), ..Default::default() }, &path);
            }
        }
    }
}

/// Paints a sprite over pixels, with its upper left corner at a point. `Pixmap::draw_pixmap` does the
/// same at any angle and scale, and takes several times as long.
fn blend(pixels: &mut Pixmap, sprite: &Pixmap, left: i32, top: i32) {
    let [width, height] = [pixels.width(), pixels.height()].map(|length| length as i32);
    let columns = (-left).max(0)..(sprite.width() as i32).min(width - left);
    let rows = (-top).max(0)..(sprite.height() as i32).min(height - top);
    let source = sprite.data().as_chunks::<4>().0;
    let target = pixels.data_mut().as_chunks_mut::<4>().0;
    for row in rows.filter(|_| !columns.is_empty()) {
        let from = (row * sprite.width() as i32 + columns.start) as usize;
        let to = ((top + row) * width + left + columns.start) as usize;
        for (below, above) in target[to..][..columns.len()].iter_mut().zip(&source[from..]) {
            match above[3] {
                0 => {}
                255 => *below = *above,
                alpha => {
                    for (below, above) in below.iter_mut().zip(above) {
                        // the colours of a sprite are multiplied by its opacity already; 127 rounds
                        let shining = (u32::from(*below) * u32::from(255 - alpha) + 127) / 255;
                        *below = above + shining as u8;
                    }
                }
            }
        }
    }
}

/// Returns whether pictures in pixels have all letters of a text.
pub(crate) fn has_letters(text: &str) -> bool {
    FONT.as_ref().is_some_and(|face| text.chars().all(|c| face.glyph_index(c).is_some()))
}

/// Returns the path of a text with its anchor at a point.
fn text_path(face: &Face<'_>, text: &str, letters: Letters, place: Point) -> Option<Path> {
    let height = letters.height as f32;
    let scale = height / f32::from(face.units_per_em());
    let glyph = |c: char| face.glyph_index(c).or_else(|| face.glyph_index(char::REPLACEMENT_CHARACTER));
    let advance = |glyph| face.glyph_hor_advance(glyph).map_or(0.0, f32::from) * scale;
    let glyphs: Vec<_> = text.chars().filter_map(glyph).collect();
    let width: f32 = glyphs.iter().map(|glyph| advance(*glyph)).sum();
    let mut x = place.x as f32 - if letters.anchor == Anchor::Middle { width / 2.0 } else { 0.0 };
    // the middle of a capital letter is that far above the base line
    let y = place.y as f32 + 0.36 * height;
    let mut path = PathBuilder::new();
    for glyph in glyphs {
        let mut outline = GlyphPath(PathBuilder::new());
        face.outline_glyph(glyph, &mut outline);
        // the coordinates of a glyph grow upwards
        let to_place = Transform::from_row(scale, 0.0, 0.0, -scale, x, y);
        if let Some(outline) = outline.0.finish().and_then(|outline| outline.transform(to_place)) {
            path.push_path(&outline);
        }
        x += advance(glyph);
    }
    path.finish()
}

/// The path of a glyph.
struct GlyphPath(PathBuilder);

impl OutlineBuilder for GlyphPath {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}

/// Appends the picture of a scene to `out`, as PNG with its title and its description.
///
/// # Errors
///
/// Returns an error if the picture cannot be encoded.
pub fn write_png(scene: &Scene, painter: &mut Painter, out: &mut Vec<u8>) -> io::Result<()> {
    let ([width, height], pixels) = painter.paint(scene);
    let rgb: Vec<u8> = pixels.chunks_exact(4).flat_map(|pixel| &pixel[..3]).copied().collect();
    let mut encoder = Encoder::new(out, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Fast);
    for (keyword, text) in [("Title", &scene.title), ("Description", &scene.description)] {
        encoder.add_itxt_chunk(keyword.to_owned(), text.clone()).map_err(io::Error::other)?;
    }
    let mut writer = encoder.write_header().map_err(io::Error::other)?;
    writer.write_image_data(&rgb).map_err(io::Error::other)?;
    writer.finish().map_err(io::Error::other)
}

//! Pictures as PNG.

use std::io;

use png::{BitDepth, ColorType, Compression, Encoder};

use super::{Painter, Scene};

/// Appends the picture of a scene to `out`.
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

//! Pictures of positions.
//!
//! A [`Scene`] is what a picture shows: the board with its pieces, the last move, marks and a
//! caption, laid out on the [`Geometry`](crate::rules::Geometry) of the board. [`Svg`] writes it as
//! vectors, with the feature `pictures` it is painted in pixels, and with `raster` it becomes a
//! mosaic of the block characters of a terminal.
//!
//! # Examples
//!
//! ```
//! use std::sync::Arc;
//!
//! use escaque::picture::{PictureOptions, Svg};
//! use escaque::{Position, Variant};
//!
//! let position = Position::new(Variant::Cescacs);
//! let geometry = Arc::new(position.diagram().geometry());
//! let mut picture = Vec::new();
//! Svg::default().write(&position.scene(geometry, PictureOptions::default()), &mut picture);
//! assert!(picture.starts_with(b"<svg"));
//! ```

mod drawing;
#[cfg(feature = "pictures")]
mod gif;
mod layout;
#[cfg(feature = "pictures")]
mod lzw;
#[cfg(feature = "raster")]
pub mod mosaic;
#[cfg(feature = "pictures")]
mod paint;
#[cfg(feature = "raster")]
mod raster;
mod scene;
mod svg;
mod text_color;
mod theme;

pub use drawing::{PieceOutline, awaiting_mark, outline};
#[cfg(feature = "pictures")]
pub use gif::Gif;
pub use layout::arrow;
#[cfg(feature = "pictures")]
pub(crate) use paint::has_letters;
#[cfg(feature = "pictures")]
pub use paint::{Painter, write_png};
pub(crate) use scene::changed;
pub use scene::{Marks, PlacedPiece, Player, Scene};
pub use svg::Svg;
#[cfg(test)]
pub(crate) use text_color::TEXTS;
pub use text_color::{Ground, TextColor};
#[cfg(test)]
pub(crate) use theme::flat_mark;
pub use theme::{Highlight, PictureOptions, PieceColors, Rgb, TerminalColor, Theme, mark_color, mark_edge};

/// Encodes the picture of a scene: as PNG if the program has the feature `pictures`, and otherwise as SVG. Returns the
/// extension of such a file, and what it holds.
#[cfg(any(feature = "lsp", feature = "viewer"))]
pub(crate) fn encoded(scene: &Scene) -> std::io::Result<(&'static str, Vec<u8>)> {
    let mut bytes = Vec::new();
    #[cfg(feature = "pictures")]
    write_png(scene, &mut Painter::default(), &mut bytes)?;
    #[cfg(not(feature = "pictures"))]
    Svg::default().write(scene, &mut bytes);
    Ok((if cfg!(feature = "pictures") { "png" } else { "svg" }, bytes))
}

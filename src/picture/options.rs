//! What users choose about pictures.

use super::Theme;

/// What users choose about pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureOptions {
    /// The colours.
    pub theme: Theme,
    /// Whether Black is at the bottom.
    pub flipped: bool,
    /// Whether the names of columns and lines stand around the board.
    pub coordinates: bool,
    /// The width in pixels.
    pub width: u32,
}

impl Default for PictureOptions {
    fn default() -> PictureOptions {
        PictureOptions { theme: Theme::default(), flipped: false, coordinates: true, width: 360 }
    }
}

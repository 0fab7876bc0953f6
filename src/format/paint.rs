//! The colours of painted boards. Squares are painted as well, so that the pieces stand out
//! on a terminal of any background.

use shakmaty::Color;

#[cfg(feature = "raster")]
use crate::picture::mosaic::Tile;
use crate::picture::{Highlight, TerminalColor, Theme};
use crate::rules::{PieceSymbol, Shade};

/// The colours of cells.
pub(super) const THEME: Theme = Theme::Blue;

/// The escape sequence that ends what [`cell`] begins.
pub(super) const END: &str = "\x1b[0m";

/// Returns the escape sequences that paint a cell by its colour and by the side of the piece
/// on it, in the palette of 256 colours. Both colours of pieces stand out from both colours of
/// squares.
pub(super) fn cell(shade: Shade, piece: Option<PieceSymbol>) -> String {
    let background = THEME.cell_color(shade, Highlight::None).indexed;
    let (bold, foreground) = match piece.map(|piece| piece.color) {
        Some(Color::White) => ("\x1b[1m", TerminalColor::WHITE.indexed),
        Some(Color::Black) => ("\x1b[1m", TerminalColor::BLACK.indexed),
        None => ("", 153),
    };
    format!("{bold}\x1b[38;5;{foreground}m\x1b[48;5;{background}m")
}

/// Returns the escape sequences that paint a tile of a drawn board, in the same palette.
#[cfg(feature = "raster")]
pub(super) fn tile(tile: Tile) -> String {
    let indexed = |rgb| THEME.terminal_color(rgb).map(|color| color.indexed);
    let [foreground, background] = [tile.foreground, tile.background].map(|color| color.and_then(indexed));
    let sequence = |layer: u8, color: Option<u8>| match color {
        Some(color) => format!("\x1b[{layer}8;5;{color}m"),
        None => String::new(),
    };
    sequence(3, foreground) + &sequence(4, background)
}

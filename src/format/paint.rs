//! The colours of painted boards. Squares are painted as well, so that the pieces stand out
//! on a terminal of any background.

use shakmaty::Color;

use crate::rules::{PieceSymbol, Shade};

/// The escape sequence that ends what [`cell`] begins.
pub(super) const END: &str = "\x1b[0m";

/// Returns the escape sequences that paint a cell by its colour and by the side of the piece
/// on it, in the palette of 256 colours. Both colours of pieces stand out from both colours of
/// squares.
pub(super) fn cell(shade: Shade, piece: Option<PieceSymbol>) -> String {
    let background = match shade {
        Shade::Light => 67,
        Shade::Dark => 25,
        Shade::Coloured => 60,
    };
    let (bold, foreground) = match piece.map(|piece| piece.color) {
        Some(Color::White) => ("\x1b[1m", 231),
        Some(Color::Black) => ("\x1b[1m", 16),
        None => ("", 153),
    };
    format!("{bold}\x1b[38;5;{foreground}m\x1b[48;5;{background}m")
}

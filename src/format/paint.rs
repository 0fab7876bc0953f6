//! The colours of painted boards. Squares are painted as well, so that the pieces stand out
//! on a terminal of any background.

use anstyle::{Ansi256Color, Color as Ink, Style};
use shakmaty::Color;

use crate::rules::{PieceSymbol, Shade};

/// Returns the style of a cell of a colour, with or without a piece. The colours of both
/// sides stand out from all colours of cells.
pub(super) fn cell(shade: Shade, piece: Option<PieceSymbol>) -> Style {
    let background = match shade {
        Shade::Light => Ansi256Color(67),
        Shade::Dark => Ansi256Color(25),
        Shade::Coloured => Ansi256Color(60),
    };
    let foreground = match piece.map(|piece| piece.color) {
        Some(Color::White) => Ansi256Color(231),
        Some(Color::Black) => Ansi256Color(16),
        None => Ansi256Color(153),
    };
    let style =
        Style::new().bg_color(Some(Ink::Ansi256(background))).fg_color(Some(Ink::Ansi256(foreground)));
    if piece.is_some() { style.bold() } else { style }
}

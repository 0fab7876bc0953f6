//! Colours: the squares are painted, so that pieces show on any background.

use anstyle::{Ansi256Color, Color as Ink, Style};
use shakmaty::Color;

use crate::rules::{PieceSymbol, Shade};

/// Paints a cell by its colour and by the side of the piece on it. Both colours
/// of pieces stand out from both colours of squares.
pub(super) fn cell(shade: Shade, man: Option<PieceSymbol>) -> Style {
    let square = match shade {
        Shade::Light => Ansi256Color(67),
        Shade::Dark => Ansi256Color(25),
        Shade::Coloured => Ansi256Color(60),
    };
    let piece = match man.map(|man| man.color) {
        Some(Color::White) => Ansi256Color(231),
        Some(Color::Black) => Ansi256Color(16),
        None => Ansi256Color(153),
    };
    let style = Style::new().bg_color(Some(Ink::Ansi256(square))).fg_color(Some(Ink::Ansi256(piece)));
    if man.is_some() { style.bold() } else { style }
}

//! The colours of boards, in pictures and in the viewer.

use std::fmt;

use shakmaty::Color;

use super::palette::{self, TerminalColor};
use crate::rules::Shade;
use crate::syntax::MarkColor;

/// A colour by its red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub [u8; 3]);

impl Rgb {
    pub(super) const WHITE: Rgb = Rgb([0xff, 0xff, 0xff]);
    pub(super) const BLACK: Rgb = Rgb([0, 0, 0]);

    /// Returns the colour of a number such as 0x7d_a0_c4.
    pub(super) const fn hex(number: u32) -> Rgb {
        let [_, red, green, blue] = number.to_be_bytes();
        Rgb([red, green, blue])
    }
}

/// Writes the colour as in CSS: `#7da0c4`, or `#fff` if that is the same.
impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rgb([red, green, blue]) = self;
        if self.0.iter().all(|part| part % 0x11 == 0) {
            return write!(f, "#{:x}{:x}{:x}", red / 0x11, green / 0x11, blue / 0x11);
        }
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// How a cell is highlighted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Highlight {
    /// Not at all.
    None,
    /// The last move changed the cell.
    LastMove,
    /// The king on the cell is in check.
    Check,
}

/// The colours of boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[non_exhaustive]
pub enum Theme {
    /// Blue squares, as the step mode paints them
    #[default]
    Blue,
    /// Green squares
    Green,
    /// Squares of wood
    Brown,
    /// High contrast: every piece on a ground of its own
    Contrast,
    /// No colours, for paper: dark squares are hatched, or grey in the viewer
    Print,
}

impl Theme {
    /// All themes, in the order in which the viewer goes through them.
    pub const ALL: [Theme; 5] = [Theme::Blue, Theme::Green, Theme::Brown, Theme::Contrast, Theme::Print];

    /// Returns the next theme; the first one follows the last one.
    #[must_use]
    pub fn next(self) -> Theme {
        Theme::ALL[(self as usize + 1) % Theme::ALL.len()]
    }

    /// Returns the name in the command line and in pages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Blue => "blue",
            Theme::Green => "green",
            Theme::Brown => "brown",
            Theme::Contrast => "contrast",
            Theme::Print => "print",
        }
    }

    /// Returns the colour of a cell.
    #[must_use]
    pub const fn cell(self, shade: Shade, highlight: Highlight) -> Rgb {
        self.cell_color(shade, highlight).rgb
    }

    /// Returns the colour of a cell, with those that stand for it on terminals.
    #[must_use]
    pub const fn cell_color(self, shade: Shade, highlight: Highlight) -> TerminalColor {
        let palette = self.palette();
        match (highlight, shade) {
            (Highlight::Check, _) => palette.check,
            (Highlight::LastMove, Shade::Light) => palette.moved_light,
            (Highlight::LastMove, _) => palette.moved,
            (Highlight::None, Shade::Light) => palette.light,
            (Highlight::None, Shade::Dark) => palette.dark,
            (Highlight::None, Shade::Coloured) => palette.coloured,
        }
    }

    /// Returns the colour of the ground around the board.
    #[must_use]
    pub const fn frame(self) -> Rgb {
        self.palette().frame
    }

    /// Returns the colour of the labels around the board.
    #[must_use]
    pub const fn label(self) -> Rgb {
        match self {
            Theme::Contrast | Theme::Print => Rgb::BLACK,
            Theme::Blue | Theme::Green | Theme::Brown => Rgb::hex(0x44_44_44),
        }
    }

    /// Tells whether pictures have hatched cells and outlines in place of colours.
    #[must_use]
    pub const fn is_hatched(self) -> bool {
        matches!(self, Theme::Print)
    }
}

/// The colours of a side's pieces.
#[derive(Clone, Copy, Debug)]
pub struct PieceColors {
    /// The colour of the filled shapes.
    pub fill: Rgb,
    /// The colour of their borders.
    pub border: Rgb,
    /// The colour of the lines on the filled shapes.
    pub line: Rgb,
}

impl PieceColors {
    /// Returns the colours of a side's pieces in a theme.
    #[must_use]
    pub fn of(side: Color, theme: Theme) -> PieceColors {
        const DARK: Rgb = Rgb::hex(0x1a_1a_1a);
        const PALE: Rgb = Rgb::hex(0xe8_e8_e8);
        match (side, theme) {
            (_, Theme::Contrast) => PieceColors::on_ground(side),
            (Color::White, _) => PieceColors { fill: Rgb::WHITE, border: DARK, line: DARK },
            (Color::Black, _) => PieceColors { fill: Rgb::BLACK, border: Rgb::BLACK, line: PALE },
        }
    }

    /// Returns the colours of a side's pieces that stand out from any cell: the border is the opposite of
    /// the inside.
    #[must_use]
    pub fn on_ground(side: Color) -> PieceColors {
        let (fill, border) = side.fold_wb((Rgb::WHITE, Rgb::BLACK), (Rgb::BLACK, Rgb::WHITE));
        PieceColors { fill, border, line: border }
    }
}

/// Returns the colour of arrows and circles, which is a grey in a theme without colours.
#[must_use]
pub const fn mark_color(color: MarkColor, theme: Theme) -> Rgb {
    palette::mark(color, theme)
}

/// Returns the colour of arrows and circles without edges.
#[must_use]
pub const fn flat_mark_color(color: MarkColor, theme: Theme) -> Rgb {
    palette::flat_mark(color, theme).rgb
}

/// Returns the colour of the edge of an arrow or a circle, which sets it apart from a cell of a like
/// colour.
#[must_use]
pub(super) const fn mark_edge(color: MarkColor) -> Rgb {
    match color {
        MarkColor::Yellow => Rgb::hex(0x33_29_00),
        MarkColor::Green | MarkColor::Red | MarkColor::Blue => Rgb::WHITE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_theme_comes_round() {
        let mut themes = vec![Theme::default()];
        while themes.len() < Theme::ALL.len() {
            themes.push(themes[themes.len() - 1].next());
        }
        assert_eq!(themes, Theme::ALL);
        assert_eq!(Theme::Print.next(), Theme::Blue);
    }

    #[test]
    fn colours_are_written_as_in_css() {
        assert_eq!(Rgb::hex(0x7d_a0_c4).to_string(), "#7da0c4");
        assert_eq!(Rgb::hex(0xff_00_77).to_string(), "#f07");
    }
}

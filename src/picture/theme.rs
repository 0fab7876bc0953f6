//! The colours of boards, in pictures and in the viewer.

use std::fmt;

use shakmaty::Color;

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

/// The colours of a theme.
struct Palette {
    light: Rgb,
    dark: Rgb,
    /// The third shade of hexes.
    coloured: Rgb,
    moved_light: Rgb,
    moved: Rgb,
    check: Rgb,
    /// The ground around the board.
    frame: Rgb,
}

const BLUE: Palette = Palette {
    light: Rgb::hex(0x7d_a0_c4),
    dark: Rgb::hex(0x3c_66_96),
    coloured: Rgb::hex(0x6a_62_a6),
    moved_light: Rgb::hex(0xb9_b0_4a),
    moved: Rgb::hex(0x93_8a_2e),
    check: Rgb::hex(0xd8_48_3c),
    frame: Rgb::hex(0xee_f2_f7),
};

const GREEN: Palette = Palette {
    light: Rgb::hex(0x9d_b5_85),
    dark: Rgb::hex(0x56_80_4c),
    coloured: Rgb::hex(0x3f_80_86),
    moved_light: Rgb::hex(0xc4_b0_4e),
    moved: Rgb::hex(0xa0_8c_2c),
    check: Rgb::hex(0xd8_48_3c),
    frame: Rgb::hex(0xf0_f4_ec),
};

const BROWN: Palette = Palette {
    light: Rgb::hex(0xc8_a6_7c),
    dark: Rgb::hex(0x94_68_44),
    coloured: Rgb::hex(0x6e_7a_4a),
    moved_light: Rgb::hex(0x9c_a8_50),
    moved: Rgb::hex(0x78_86_30),
    check: Rgb::hex(0xd8_48_3c),
    frame: Rgb::hex(0xf7_f1_e8),
};

const CONTRAST: Palette = Palette {
    light: Rgb::hex(0x9e_9e_9e),
    dark: Rgb::hex(0x4e_4e_4e),
    coloured: Rgb::hex(0x00_5f_87),
    moved_light: Rgb::hex(0xff_d7_00),
    moved: Rgb::hex(0xff_d7_00),
    check: Rgb::hex(0xff_00_00),
    frame: Rgb::hex(0xff_ff_ff),
};

const PRINT: Palette = Palette {
    light: Rgb::WHITE,
    dark: Rgb::hex(0xb8_b8_b8),
    coloured: Rgb::hex(0xdc_dc_dc),
    moved_light: Rgb::hex(0x9c_9c_9c),
    moved: Rgb::hex(0x9c_9c_9c),
    check: Rgb::hex(0x78_78_78),
    frame: Rgb::WHITE,
};

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

    const fn palette(self) -> &'static Palette {
        match self {
            Theme::Blue => &BLUE,
            Theme::Green => &GREEN,
            Theme::Brown => &BROWN,
            Theme::Contrast => &CONTRAST,
            Theme::Print => &PRINT,
        }
    }

    /// Returns the colour of a cell.
    #[must_use]
    pub const fn cell(self, shade: Shade, highlight: Highlight) -> Rgb {
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
    /// Returns the colours of a side's pieces in a theme. With high contrast the border of a piece is
    /// the opposite of its inside, and stands out from dark cells.
    #[must_use]
    pub fn of(side: Color, theme: Theme) -> PieceColors {
        const DARK: Rgb = Rgb::hex(0x1a_1a_1a);
        match (side, theme) {
            (Color::White, Theme::Contrast) => {
                PieceColors { fill: Rgb::WHITE, border: Rgb::BLACK, line: Rgb::BLACK }
            }
            (Color::Black, Theme::Contrast) => {
                PieceColors { fill: Rgb::BLACK, border: Rgb::WHITE, line: Rgb::WHITE }
            }
            (Color::White, _) => PieceColors { fill: Rgb::WHITE, border: DARK, line: DARK },
            (Color::Black, _) => {
                PieceColors { fill: Rgb::hex(0x2a_2a_2a), border: Rgb::BLACK, line: Rgb::hex(0xe8_e8_e8) }
            }
        }
    }
}

/// Returns the colour of arrows and circles, which is a grey in a theme without colours.
#[must_use]
pub const fn mark_color(color: MarkColor, theme: Theme) -> Rgb {
    match (color, theme.is_hatched()) {
        (MarkColor::Green, false) => Rgb::hex(0x1b_8a_3a),
        (MarkColor::Red, false) => Rgb::hex(0xc0_39_2b),
        (MarkColor::Yellow, false) => Rgb::hex(0xe6_b0_00),
        (MarkColor::Blue, false) => Rgb::hex(0x1f_5f_bf),
        (MarkColor::Green, true) => Rgb::BLACK,
        (MarkColor::Red, true) => Rgb::hex(0x40_40_40),
        (MarkColor::Yellow, true) => Rgb::hex(0xa0_a0_a0),
        (MarkColor::Blue, true) => Rgb::hex(0x70_70_70),
    }
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

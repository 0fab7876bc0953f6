//! The colours of boards, in pictures and in the viewer.

use std::fmt;

use shakmaty::Color;

use crate::rules::Shade;
use crate::syntax::MarkColor;

/// A colour: its red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rgb(pub [u8; 3]);

impl Rgb {
    pub(super) const WHITE: Rgb = Rgb([0xff, 0xff, 0xff]);
    pub(super) const BLACK: Rgb = Rgb([0, 0, 0]);

    /// Returns the colour with a number such as 0x7d_a0_c4.
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

impl Highlight {
    /// All kinds.
    pub const ALL: [Highlight; 3] = [Highlight::None, Highlight::LastMove, Highlight::Check];
}

/// The colours of boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[non_exhaustive]
pub enum Theme {
    /// Blue squares
    #[default]
    Blue,
    /// Green squares
    Green,
    /// Wood-coloured squares
    Brown,
    /// High contrast: grey cells, the last move in yellow, check in red
    Contrast,
    /// No colours, for paper
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
        self.palette().name
    }

    /// Returns the colour of a cell in pictures.
    #[must_use]
    pub const fn cell(self, shade: Shade, highlight: Highlight) -> Rgb {
        self.cell_color(shade, highlight).picture
    }

    /// Returns the colour of a cell, in pictures and in terminals.
    #[must_use]
    pub const fn cell_color(self, shade: Shade, highlight: Highlight) -> TerminalColor {
        self.palette().cells[match (highlight, shade) {
            (Highlight::None, Shade::Light) => 0,
            (Highlight::None, Shade::Dark) => 1,
            (Highlight::None, Shade::Coloured) => 2,
            (Highlight::LastMove, Shade::Light) => 3,
            (Highlight::LastMove, _) => 4,
            (Highlight::Check, _) => 5,
        }]
    }

    /// Returns the colour of the ground around the board.
    #[must_use]
    pub const fn frame(self) -> Rgb {
        self.palette().frame
    }

    /// Returns the colour of the labels around the board.
    #[must_use]
    pub const fn label(self) -> Rgb {
        self.palette().label
    }

    /// Returns whether pieces need a background of their own to stand out from all cells.
    #[must_use]
    pub const fn has_piece_grounds(self) -> bool {
        matches!(self, Theme::Contrast | Theme::Print)
    }

    /// Returns whether pictures have greys and outlines instead of colours.
    #[must_use]
    pub const fn is_colorless(self) -> bool {
        matches!(self, Theme::Print)
    }

    const fn palette(self) -> &'static Palette {
        &PALETTES[self as usize]
    }

    /// Returns how terminals show a colour that boards, pieces or marks have in pictures, or `None` for any other
    /// colour.
    #[must_use]
    pub fn terminal_color(self, rgb: Rgb) -> Option<TerminalColor> {
        let pieces = [TerminalColor::WHITE, TerminalColor::BLACK, DARK, PALE, AWAITING];
        let marks = MarkColor::ALL.map(|color| flat_mark(color, self));
        self.palette().cells.into_iter().chain(pieces).chain(marks).find(|color| color.picture == rgb)
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
        match (side, theme) {
            (_, Theme::Contrast) => PieceColors::on_ground(side),
            (Color::White, _) => PieceColors { fill: Rgb::WHITE, border: DARK.rgb, line: DARK.rgb },
            (Color::Black, _) => PieceColors { fill: Rgb::BLACK, border: Rgb::BLACK, line: PALE.rgb },
        }
    }

    /// Returns colours of a side's pieces that stand out from any cell: the border is black if the inside is
    /// white, and white if it is black.
    #[must_use]
    pub fn on_ground(side: Color) -> PieceColors {
        let (fill, border) = side.fold_wb((Rgb::WHITE, Rgb::BLACK), (Rgb::BLACK, Rgb::WHITE));
        PieceColors { fill, border, line: border }
    }
}

/// A colour in pictures, and what terminals show in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerminalColor {
    /// The colour in pictures, where pieces have borders. Cells are lighter there.
    pub picture: Rgb,
    /// Red, green and blue in a terminal.
    pub rgb: Rgb,
    /// The number in the palette of 256 colours.
    pub indexed: u8,
    /// The number among the sixteen colours.
    pub ansi: u8,
}

impl TerminalColor {
    /// The colour of white pieces.
    pub const WHITE: TerminalColor = TerminalColor::new(0xff_ff_ff, 231, 15);
    /// The colour of black pieces.
    pub const BLACK: TerminalColor = TerminalColor::new(0, 16, 0);
    /// The colour of the dots of empty cells.
    pub const DOT: TerminalColor = TerminalColor::new(0xaf_d7_ff, 153, 7);

    const fn new(rgb: u32, indexed: u8, ansi: u8) -> TerminalColor {
        TerminalColor { picture: Rgb::hex(rgb), rgb: Rgb::hex(rgb), indexed, ansi }
    }
}

/// The colours of a theme.
struct Palette {
    /// The name of the theme.
    name: &'static str,
    /// The colours of the cells: light, dark and, of hexes, the third shade; those of the last move, light and
    /// others; that of a king in check.
    cells: [TerminalColor; 6],
    /// The ground around the board.
    frame: Rgb,
    /// The labels there.
    label: Rgb,
}

// PALETTES, the table `themes.tsv`, in which each cell has its colour in pictures, in terminals, among 256 and among
// sixteen colours. Of the 256 there is no green between one too dark for black pieces (22, a contrast of 2.6 to 1)
// and one as light as the light cells (28).
include!(concat!(env!("OUT_DIR"), "/themes.rs"));

/// The colours of pieces and of the mark of a pawn that awaits promotion, apart from black and white.
pub(super) const DARK: TerminalColor = TerminalColor::new(0x1a_1a_1a, 234, 0);
pub(super) const PALE: TerminalColor = TerminalColor::new(0xe8_e8_e8, 254, 15);
pub(super) const AWAITING: TerminalColor = TerminalColor::new(0xff_c9_28, 220, 11);

/// Returns the colours of arrows and circles: in pictures; there in a theme without colours; of their edges, which set
/// them apart from cells of a similar colour; and without edges, lighter than any cell so that they can be seen.
const fn mark(color: MarkColor) -> (u32, u32, u32, TerminalColor) {
    match color {
        MarkColor::Green => (0x1b_8a_3a, 0, 0xff_ff_ff, TerminalColor::new(0x87_ff_87, 120, 10)),
        MarkColor::Red => (0xc0_39_2b, 0x40_40_40, 0xff_ff_ff, TerminalColor::new(0xff_87_87, 210, 9)),
        MarkColor::Yellow => (0xe6_b0_00, 0xa0_a0_a0, 0x33_29_00, TerminalColor::new(0xff_ff_5f, 227, 11)),
        MarkColor::Blue => (0x1f_5f_bf, 0x70_70_70, 0xff_ff_ff, TerminalColor::new(0x87_ff_ff, 123, 14)),
    }
}

/// Returns the colour of arrows and circles, which is a grey in a theme without colours.
#[must_use]
pub const fn mark_color(color: MarkColor, theme: Theme) -> Rgb {
    let (color, grey, ..) = mark(color);
    Rgb::hex(if theme.is_colorless() { grey } else { color })
}

/// Returns the colour of the edge of an arrow or a circle.
#[must_use]
pub const fn mark_edge(color: MarkColor) -> Rgb {
    Rgb::hex(mark(color).2)
}

/// Returns the colour of arrows and circles without edges. In a theme without colours all are grey, lighter than black
/// pieces.
pub(crate) const fn flat_mark(color: MarkColor, theme: Theme) -> TerminalColor {
    if theme.is_colorless() { TerminalColor::new(0x4e_4e_4e, 239, 0) } else { mark(color).3 }
}

/// The options of pictures that users choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureOptions {
    /// The colours.
    pub theme: Theme,
    /// Whether Black is at the bottom.
    pub flipped: bool,
    /// Whether the side to move is at the bottom, whatever `flipped` says.
    pub follows_mover: bool,
    /// Whether the names of columns and lines stand around the board, and, if no caption tells it, a disc shows the
    /// side to move.
    pub coordinates: bool,
    /// Whether the last move and a check are highlighted, and arrows and circles drawn.
    pub marks: bool,
    /// The width in pixels. Without it cells are as large on any board as on one of 8×8 squares with 360 pixels.
    pub width: Option<u32>,
}

impl Default for PictureOptions {
    fn default() -> PictureOptions {
        PictureOptions {
            theme: Theme::default(),
            flipped: false,
            follows_mover: false,
            coordinates: true,
            marks: true,
            width: None,
        }
    }
}

impl PictureOptions {
    /// Returns the options of a picture of a position with a side to move.
    #[must_use]
    pub fn seen_by(self, mover: Color) -> PictureOptions {
        PictureOptions { flipped: if self.follows_mover { mover.is_black() } else { self.flipped }, ..self }
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

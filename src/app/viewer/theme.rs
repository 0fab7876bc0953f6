//! The colours of boards and texts.

use ratatui::style::{Color, Modifier, Style};

use super::color::{ColorDepth, ThemeColor};
use crate::app::cli::Theme;
use crate::rules::Shade;

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

/// The colours of the cells in a theme.
struct Palette {
    light: ThemeColor,
    dark: ThemeColor,
    /// The third shade of hexes.
    coloured: ThemeColor,
    moved_light: ThemeColor,
    moved: ThemeColor,
    check: ThemeColor,
}

const BLUE: Palette = Palette {
    light: ThemeColor::new([0x7d, 0xa0, 0xc4], Color::Cyan),
    dark: ThemeColor::new([0x3c, 0x66, 0x96], Color::Blue),
    coloured: ThemeColor::new([0x6a, 0x62, 0xa6], Color::Magenta),
    moved_light: ThemeColor::new([0xb9, 0xb0, 0x4a], Color::Yellow),
    moved: ThemeColor::new([0x93, 0x8a, 0x2e], Color::Yellow),
    check: ThemeColor::new([0xd8, 0x48, 0x3c], Color::Red),
};

const GREEN: Palette = Palette {
    light: ThemeColor::new([0x9d, 0xb5, 0x85], Color::Cyan),
    dark: ThemeColor::new([0x56, 0x80, 0x4c], Color::Green),
    coloured: ThemeColor::new([0x3f, 0x80, 0x86], Color::Blue),
    moved_light: ThemeColor::new([0xc4, 0xb0, 0x4e], Color::Yellow),
    moved: ThemeColor::new([0xa0, 0x8c, 0x2c], Color::Yellow),
    check: ThemeColor::new([0xd8, 0x48, 0x3c], Color::Red),
};

const BROWN: Palette = Palette {
    light: ThemeColor::new([0xc8, 0xa6, 0x7c], Color::Cyan),
    dark: ThemeColor::new([0x94, 0x68, 0x44], Color::Magenta),
    coloured: ThemeColor::new([0x6e, 0x7a, 0x4a], Color::Green),
    moved_light: ThemeColor::new([0x9c, 0xa8, 0x50], Color::Yellow),
    moved: ThemeColor::new([0x78, 0x86, 0x30], Color::Yellow),
    check: ThemeColor::new([0xd8, 0x48, 0x3c], Color::Red),
};

const CONTRAST: Palette = Palette {
    light: ThemeColor::new([0x9e, 0x9e, 0x9e], Color::Gray),
    dark: ThemeColor::new([0x4e, 0x4e, 0x4e], Color::DarkGray),
    coloured: ThemeColor::new([0x00, 0x5f, 0x87], Color::Blue),
    moved_light: ThemeColor::new([0xff, 0xd7, 0x00], Color::Yellow),
    moved: ThemeColor::new([0xff, 0xd7, 0x00], Color::Yellow),
    check: ThemeColor::new([0xff, 0x00, 0x00], Color::Red),
};

impl Theme {
    /// Returns the next theme; the first one follows the last one.
    #[must_use]
    pub fn next(self) -> Theme {
        match self {
            Theme::Blue => Theme::Green,
            Theme::Green => Theme::Brown,
            Theme::Brown => Theme::Contrast,
            Theme::Contrast => Theme::Blue,
        }
    }

    const fn palette(self) -> &'static Palette {
        match self {
            Theme::Blue => &BLUE,
            Theme::Green => &GREEN,
            Theme::Brown => &BROWN,
            Theme::Contrast => &CONTRAST,
        }
    }

    /// Returns the colour of a cell.
    #[must_use]
    pub fn cell(self, shade: Shade, highlight: Highlight) -> ThemeColor {
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

    /// Tells whether pieces have a background of their own. Among the sixteen colours they
    /// need one, since users redefine these and a piece may not stand out from its cell.
    #[must_use]
    pub fn has_piece_backgrounds(self, depth: ColorDepth) -> bool {
        self == Theme::Contrast && depth != ColorDepth::None || depth == ColorDepth::Sixteen
    }
}

/// Returns the colour of a side's pieces.
#[must_use]
pub fn piece_color(side: shakmaty::Color) -> ThemeColor {
    side.fold_wb(
        ThemeColor::new([0xff, 0xff, 0xff], Color::White),
        ThemeColor::new([0x00, 0x00, 0x00], Color::Black),
    )
}

/// The styles of text. No meaning depends on a colour alone.
#[derive(Clone, Copy, Debug)]
pub struct TextStyles {
    depth: ColorDepth,
}

impl TextStyles {
    /// Returns the styles for a terminal.
    #[must_use]
    pub const fn new(depth: ColorDepth) -> TextStyles {
        TextStyles { depth }
    }

    fn colored(self, color: ThemeColor) -> Style {
        color.color(self.depth).map_or(Style::new(), |color| Style::new().fg(color))
    }

    /// Returns the style of the current move or of the selected line.
    #[must_use]
    pub fn cursor(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD)
    }

    /// Returns the style of main text.
    #[must_use]
    pub fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Returns the style of secondary text: numbers, brackets, hints.
    #[must_use]
    pub fn faint(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// Returns the style of comments.
    #[must_use]
    pub fn comment(self) -> Style {
        self.colored(ThemeColor::new([0x00, 0x8c, 0x8c], Color::Magenta))
    }

    /// Returns the style of errors.
    #[must_use]
    pub fn error(self) -> Style {
        self.colored(ThemeColor::new([0xd7, 0x3a, 0x2e], Color::Red)).add_modifier(Modifier::BOLD)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pieces of both sides stand out from every cell: the WCAG contrast is above 2 to 1.
    #[test]
    fn pieces_stand_out_from_every_cell() {
        let luminance = |rgb: [u8; 3]| {
            let [r, g, b] = rgb.map(|value| {
                let value = f64::from(value) / 255.0;
                if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
            });
            0.2126 * r + 0.7152 * g + 0.0722 * b
        };
        for theme in [Theme::Blue, Theme::Green, Theme::Brown] {
            for shade in [Shade::Light, Shade::Dark, Shade::Coloured] {
                for highlight in [Highlight::None, Highlight::LastMove, Highlight::Check] {
                    let cell = luminance(theme.cell(shade, highlight).rgb);
                    let (white, black) = (1.05 / (cell + 0.05), (cell + 0.05) / 0.05);
                    assert!(
                        white.min(black) > 2.0,
                        "{theme:?} {shade:?} {highlight:?}: {white:.1} {black:.1}"
                    );
                }
            }
        }
    }
}

//! The colours of boards and texts.

use ratatui::style::{Color, Modifier, Style};

use super::color::{ColorDepth, ThemeColor};
use crate::picture::{Highlight, Rgb, Theme, mark_color};
use crate::rules::Shade;
use crate::syntax::MarkColor;

/// The colours among the sixteen that stand for those of a theme.
struct AnsiPalette {
    light: Color,
    dark: Color,
    /// The third shade of hexes.
    coloured: Color,
}

const fn ansi_palette(theme: Theme) -> AnsiPalette {
    let (light, dark, coloured) = match theme {
        Theme::Green => (Color::Cyan, Color::Green, Color::Blue),
        Theme::Brown => (Color::Cyan, Color::Magenta, Color::Green),
        Theme::Contrast => (Color::Gray, Color::DarkGray, Color::Blue),
        Theme::Print => (Color::White, Color::DarkGray, Color::Gray),
        Theme::Blue => (Color::Cyan, Color::Blue, Color::Magenta),
    };
    AnsiPalette { light, dark, coloured }
}

/// Returns the colour of a cell in a theme.
#[must_use]
pub fn cell_color(theme: Theme, shade: Shade, highlight: Highlight) -> ThemeColor {
    let palette = ansi_palette(theme);
    let ansi = match (highlight, shade) {
        (Highlight::Check, _) => Color::Red,
        (Highlight::LastMove, _) => Color::Yellow,
        (Highlight::None, Shade::Light) => palette.light,
        (Highlight::None, Shade::Dark) => palette.dark,
        (Highlight::None, Shade::Coloured) => palette.coloured,
    };
    ThemeColor::new(theme.cell(shade, highlight).0, ansi)
}

/// Returns how a terminal shows a colour of a board in a theme, or `None` if it has no colours.
#[must_use]
pub fn terminal_color(rgb: Rgb, theme: Theme, depth: ColorDepth) -> Option<Color> {
    const HIGHLIGHTS: [Highlight; 3] = [Highlight::None, Highlight::LastMove, Highlight::Check];
    let cells = HIGHLIGHTS.iter().flat_map(|highlight| Shade::ALL.map(|shade| (shade, *highlight)));
    let known = cells.map(|(shade, highlight)| cell_color(theme, shade, highlight));
    let marks = MarkColor::ALL.map(|mark| ThemeColor::new(mark_color(mark, theme).0, ansi_mark(mark)));
    let is_it = |color: &ThemeColor| color.rgb == rgb.0;
    known.chain(marks).find(is_it).unwrap_or_else(|| piece_part(rgb)).color(depth)
}

const fn ansi_mark(color: MarkColor) -> Color {
    match color {
        MarkColor::Green => Color::Green,
        MarkColor::Red => Color::Red,
        MarkColor::Yellow => Color::Yellow,
        MarkColor::Blue => Color::Blue,
    }
}

/// Returns a colour of pieces, which are black and white where there are few.
fn piece_part(Rgb(rgb): Rgb) -> ThemeColor {
    let is_light = rgb.iter().all(|part| *part > 0x7f);
    ThemeColor::new(rgb, if is_light { Color::White } else { Color::Black })
}

/// Tells whether pieces have a background of their own. Among the sixteen colours they
/// need one, since users redefine these and a piece may not stand out from its cell.
#[must_use]
pub fn has_piece_backgrounds(theme: Theme, depth: ColorDepth) -> bool {
    let is_grey = matches!(theme, Theme::Contrast | Theme::Print);
    is_grey && depth != ColorDepth::None || depth == ColorDepth::Sixteen
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

    /// Returns the style of text in a colour.
    #[must_use]
    pub fn colored(self, color: ThemeColor) -> Style {
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

    /// Returns the style of a clock, which stands out while it runs.
    #[must_use]
    pub fn clock(self, is_running: bool) -> Style {
        if is_running { self.strong() } else { Style::new() }
    }

    /// Returns the style of comments.
    #[must_use]
    pub fn comment(self) -> Style {
        self.colored(ThemeColor::new([0x00, 0x8c, 0x8c], Color::Magenta))
    }

    /// Returns the style of what a search has found.
    #[must_use]
    pub fn hit(self) -> Style {
        let [ground, text] = [
            ThemeColor::new([0xff, 0xd7, 0x00], Color::Yellow),
            ThemeColor::new([0x00, 0x00, 0x00], Color::Black),
        ]
        .map(|color| color.color(self.depth));
        match (ground, text) {
            (Some(ground), Some(text)) => {
                Style::new().bg(ground).fg(text).remove_modifier(Modifier::REVERSED | Modifier::DIM)
            }
            _ => Style::new().add_modifier(Modifier::UNDERLINED),
        }
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
                    let cell = luminance(cell_color(theme, shade, highlight).rgb);
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

//! The colours of boards and texts.

use ratatui::style::{Color, Modifier, Style};

use crate::app::environment::is_true_color;
use crate::picture::{Rgb, TerminalColor, Theme};

/// Returns how a terminal shows a colour of a board in a theme, or `None` if the terminal has no colours.
pub fn terminal_color(rgb: Rgb, theme: Theme, depth: ColorDepth) -> Option<Color> {
    theme
        .terminal_color(rgb)
        .map_or_else(|| ThemeColor::nearest(rgb.0, Color::Reset), Into::into)
        .color(depth)
}

/// Returns the colour of a side's pieces.
pub fn piece_color(side: shakmaty::Color) -> ThemeColor {
    side.fold_wb(TerminalColor::WHITE, TerminalColor::BLACK).into()
}

/// The styles of text. No meaning depends on a colour alone.
#[derive(Clone, Copy, Debug)]
pub struct TextStyles {
    depth: ColorDepth,
}

impl TextStyles {
    /// Returns the styles for a terminal.
    pub const fn new(depth: ColorDepth) -> TextStyles {
        TextStyles { depth }
    }

    /// Returns the style of text in a colour.
    pub fn colored(self, color: ThemeColor) -> Style {
        color.color(self.depth).map_or(Style::new(), |color| Style::new().fg(color))
    }

    /// Returns the style of the current move.
    pub fn cursor(self) -> Style {
        self.selected().patch(self.strong())
    }

    /// Returns the style of the selected row.
    pub fn selected(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// Returns the style of main text.
    pub fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Returns the style of secondary text: numbers, brackets, hints. A grey stands out from light terminals and from
    /// dark ones alike; what terminals make of dim text may not.
    pub fn faint(self) -> Style {
        match self.depth {
            ColorDepth::None | ColorDepth::Sixteen => Style::new().add_modifier(Modifier::DIM),
            _ => self.colored(ThemeColor::nearest([0x7b; 3], Color::Reset)),
        }
    }

    /// Returns the style of comments.
    pub fn comment(self) -> Style {
        self.colored(ThemeColor::nearest([0x00, 0x8b, 0x8b], Color::Magenta))
    }

    /// Returns the style of texts that a search has found.
    pub fn hit(self) -> Style {
        let [ground, text] = [
            ThemeColor::nearest([0xff, 0xd7, 0x00], Color::Yellow),
            ThemeColor::nearest([0x00, 0x00, 0x00], Color::Black),
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
    pub fn error(self) -> Style {
        self.colored(ThemeColor::nearest([0xd7, 0x3a, 0x2e], Color::Red)).add_modifier(Modifier::BOLD)
    }
}

/// How many colours a terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorDepth {
    /// No colours, or the user wants none.
    None,
    /// The sixteen ANSI colours.
    Sixteen,
    /// The palette of 256 colours.
    Palette256,
    /// 24 bits.
    TrueColor,
}

impl ColorDepth {
    /// Returns the depth of a terminal, given as the values of `TERM` and `COLORTERM`.
    pub fn of_terminal(term: &str, colorterm: &str) -> ColorDepth {
        if is_true_color(term, colorterm) {
            ColorDepth::TrueColor
        } else if term.contains("256color") {
            ColorDepth::Palette256
        } else {
            ColorDepth::Sixteen
        }
    }
}

/// A colour, with its substitutes for terminals with fewer colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThemeColor {
    rgb: [u8; 3],
    /// The number in the palette of 256.
    indexed: u8,
    ansi: Color,
}

impl ThemeColor {
    /// Returns a colour from its red, green and blue and its substitute among the sixteen colours.
    /// Its substitute among the 256 is the nearest one.
    pub(super) fn nearest(rgb: [u8; 3], ansi: Color) -> ThemeColor {
        ThemeColor { rgb, indexed: nearest_of_256(rgb), ansi }
    }

    /// Returns the colour as a terminal shows it, or `None` if the terminal has no colours.
    pub fn color(self, depth: ColorDepth) -> Option<Color> {
        let [r, g, b] = self.rgb;
        match depth {
            ColorDepth::None => None,
            ColorDepth::Sixteen => Some(self.ansi),
            ColorDepth::Palette256 => Some(Color::Indexed(self.indexed)),
            ColorDepth::TrueColor => Some(Color::Rgb(r, g, b)),
        }
    }
}

impl From<TerminalColor> for ThemeColor {
    fn from(TerminalColor { rgb: Rgb(rgb), indexed, ansi, .. }: TerminalColor) -> ThemeColor {
        ThemeColor { rgb, indexed, ansi: ANSI[usize::from(ansi % 16)] }
    }
}

/// The sixteen colours in the order of their numbers.
const ANSI: [Color; 16] = [
    Color::Black,
    Color::Red,
    Color::Green,
    Color::Yellow,
    Color::Blue,
    Color::Magenta,
    Color::Cyan,
    Color::Gray,
    Color::DarkGray,
    Color::LightRed,
    Color::LightGreen,
    Color::LightYellow,
    Color::LightBlue,
    Color::LightMagenta,
    Color::LightCyan,
    Color::White,
];

/// Returns the nearest colour of the palette of 256: a cube with six steps a side, and a
/// ramp of 24 greys.
fn nearest_of_256(rgb: [u8; 3]) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let distance = |of: [u8; 3]| -> u32 {
        let square = |(a, b): (u8, u8)| u32::from(a.abs_diff(b)).pow(2);
        rgb.into_iter().zip(of).map(square).sum()
    };
    let step = |value: u8| (0..6u8).min_by_key(|&at| STEPS[usize::from(at)].abs_diff(value)).unwrap_or(0);
    let cube = rgb.map(step);
    let grey = (0..24u8).min_by_key(|at| distance([8 + 10 * at; 3])).unwrap_or(0);
    if distance([8 + 10 * grey; 3]) < distance(cube.map(|at| STEPS[usize::from(at)])) {
        232 + grey
    } else {
        16 + 36 * cube[0] + 6 * cube[1] + cube[2]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn term_and_colorterm_name_the_depth() {
        for (term, colorterm, depth) in [
            ("xterm", "", ColorDepth::Sixteen),
            ("xterm-16color", "", ColorDepth::Sixteen),
            ("linux", "", ColorDepth::Sixteen),
            ("xterm-256color", "", ColorDepth::Palette256),
            ("tmux-256color", "truecolor", ColorDepth::TrueColor),
            ("xterm-direct", "", ColorDepth::TrueColor),
        ] {
            assert_eq!(ColorDepth::of_terminal(term, colorterm), depth, "{term} {colorterm}");
        }
    }

    #[test]
    fn the_nearest_colour_of_the_palette_is_found() {
        for (rgb, index) in [
            ([0, 0, 0], 16),
            ([255, 255, 255], 231),
            ([255, 215, 0], 220),
            ([78, 78, 78], 239),
            ([95, 135, 175], 67),
            ([90, 130, 180], 67),
        ] {
            assert_eq!(nearest_of_256(rgb), index, "{rgb:?}");
        }
    }
}

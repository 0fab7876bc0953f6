//! Colours: what a terminal has of them, and what the boards are painted with.

use clap::ValueEnum;
use ratatui::style::{Color, Modifier, Style};

use crate::rules::Shade;

/// How many colours a terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// None, or none that the user wants.
    Bare,
    /// The sixteen whose names every terminal knows.
    Sixteen,
    /// A palette of 256.
    Indexed,
    /// All.
    Full,
}

impl Depth {
    /// Decides by what the terminal says of itself, in `TERM` and `COLORTERM`.
    #[must_use]
    pub fn of_terminal(term: &str, colorterm: &str) -> Depth {
        if matches!(colorterm, "truecolor" | "24bit") || term.ends_with("-direct") {
            Depth::Full
        } else if term.contains("256color") {
            Depth::Indexed
        } else {
            Depth::Sixteen
        }
    }
}

/// A colour, with what stands for it among sixteen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ink {
    rgb: [u8; 3],
    basic: Color,
}

impl Ink {
    const fn new(rgb: [u8; 3], basic: Color) -> Ink {
        Ink { rgb, basic }
    }

    /// Returns the colour that a terminal has for it, if it has colours.
    #[must_use]
    pub fn color(self, depth: Depth) -> Option<Color> {
        let [r, g, b] = self.rgb;
        match depth {
            Depth::Bare => None,
            Depth::Sixteen => Some(self.basic),
            Depth::Indexed => Some(Color::Indexed(nearest_of_256(self.rgb))),
            Depth::Full => Some(Color::Rgb(r, g, b)),
        }
    }
}

/// Finds the nearest colour of the palette of 256: a cube of six steps a side, and
/// a ramp of 24 greys.
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

/// What marks a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Nothing.
    None,
    /// The last move changed it.
    Moved,
    /// The king on it is in check.
    Check,
}

/// The colours of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, ValueEnum)]
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
}

/// The colours of a theme: light, dark and third cells, those of the last move,
/// light and other, and a king in check.
struct Palette {
    light: Ink,
    dark: Ink,
    coloured: Ink,
    moved_light: Ink,
    moved: Ink,
    check: Ink,
}

const BLUE: Palette = Palette {
    light: Ink::new([0x7d, 0xa0, 0xc4], Color::Cyan),
    dark: Ink::new([0x3c, 0x66, 0x96], Color::Blue),
    coloured: Ink::new([0x6a, 0x62, 0xa6], Color::Magenta),
    moved_light: Ink::new([0xb9, 0xb0, 0x4a], Color::Yellow),
    moved: Ink::new([0x93, 0x8a, 0x2e], Color::Yellow),
    check: Ink::new([0xd8, 0x48, 0x3c], Color::Red),
};

const GREEN: Palette = Palette {
    light: Ink::new([0x9d, 0xb5, 0x85], Color::Cyan),
    dark: Ink::new([0x56, 0x80, 0x4c], Color::Green),
    coloured: Ink::new([0x3f, 0x80, 0x86], Color::Blue),
    moved_light: Ink::new([0xc4, 0xb0, 0x4e], Color::Yellow),
    moved: Ink::new([0xa0, 0x8c, 0x2c], Color::Yellow),
    check: Ink::new([0xd8, 0x48, 0x3c], Color::Red),
};

const BROWN: Palette = Palette {
    light: Ink::new([0xc8, 0xa6, 0x7c], Color::Cyan),
    dark: Ink::new([0x94, 0x68, 0x44], Color::Magenta),
    coloured: Ink::new([0x6e, 0x7a, 0x4a], Color::Green),
    moved_light: Ink::new([0x9c, 0xa8, 0x50], Color::Yellow),
    moved: Ink::new([0x78, 0x86, 0x30], Color::Yellow),
    check: Ink::new([0xd8, 0x48, 0x3c], Color::Red),
};

const CONTRAST: Palette = Palette {
    light: Ink::new([0x9e, 0x9e, 0x9e], Color::Gray),
    dark: Ink::new([0x4e, 0x4e, 0x4e], Color::DarkGray),
    coloured: Ink::new([0x00, 0x5f, 0x87], Color::Blue),
    moved_light: Ink::new([0xff, 0xd7, 0x00], Color::Yellow),
    moved: Ink::new([0xff, 0xd7, 0x00], Color::Yellow),
    check: Ink::new([0xff, 0x00, 0x00], Color::Red),
};

impl Theme {
    /// Returns the theme behind this one, round.
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
    pub fn cell(self, shade: Shade, mark: Mark) -> Ink {
        let palette = self.palette();
        match (mark, shade) {
            (Mark::Check, _) => palette.check,
            (Mark::Moved, Shade::Light) => palette.moved_light,
            (Mark::Moved, _) => palette.moved,
            (Mark::None, Shade::Light) => palette.light,
            (Mark::None, Shade::Dark) => palette.dark,
            (Mark::None, Shade::Coloured) => palette.coloured,
        }
    }

    /// Tells whether a piece needs a ground of its own to be seen on any cell, as
    /// where the sixteen colours are whatever the user has made of them.
    #[must_use]
    pub fn grounds_pieces(self, depth: Depth) -> bool {
        self == Theme::Contrast && depth != Depth::Bare || depth == Depth::Sixteen
    }
}

/// The colour of a piece.
#[must_use]
pub fn piece(side: shakmaty::Color) -> Ink {
    side.fold_wb(Ink::new([0xff, 0xff, 0xff], Color::White), Ink::new([0x00, 0x00, 0x00], Color::Black))
}

/// The styles of texts. They say the same without colours.
#[derive(Clone, Copy, Debug)]
pub struct Texts {
    depth: Depth,
}

impl Texts {
    /// Takes what the terminal has.
    #[must_use]
    pub const fn new(depth: Depth) -> Texts {
        Texts { depth }
    }

    /// Returns a style in a colour that is seen on dark and on light grounds.
    fn colored(self, ink: Ink) -> Style {
        ink.color(self.depth).map_or(Style::new(), |color| Style::new().fg(color))
    }

    /// The move that the cursor is on, or the line.
    #[must_use]
    pub fn cursor(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD)
    }

    /// What matters.
    #[must_use]
    pub fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// What matters less: numbers, variations, hints.
    #[must_use]
    pub fn faint(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// Comments.
    #[must_use]
    pub fn comment(self) -> Style {
        self.colored(Ink::new([0x00, 0x8c, 0x8c], Color::Magenta))
    }

    /// What is wrong.
    #[must_use]
    pub fn error(self) -> Style {
        self.colored(Ink::new([0xd7, 0x3a, 0x2e], Color::Red)).add_modifier(Modifier::BOLD)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_have_the_colours_that_they_say() {
        for (term, colorterm, depth) in [
            ("xterm", "", Depth::Sixteen),
            ("xterm-16color", "", Depth::Sixteen),
            ("linux", "", Depth::Sixteen),
            ("xterm-256color", "", Depth::Indexed),
            ("tmux-256color", "truecolor", Depth::Full),
            ("xterm-direct", "", Depth::Full),
        ] {
            assert_eq!(Depth::of_terminal(term, colorterm), depth, "{term} {colorterm}");
        }
    }

    #[test]
    fn colours_become_the_nearest_of_the_palette() {
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

    /// Both sides must be told from the cells they stand on: by the contrast of WCAG
    /// for graphics, at least 3 to 1 for one side and never below 2 for the other.
    #[test]
    fn pieces_are_seen_on_every_cell() {
        let luminance = |rgb: [u8; 3]| {
            let [r, g, b] = rgb.map(|value| {
                let value = f64::from(value) / 255.0;
                if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
            });
            0.2126 * r + 0.7152 * g + 0.0722 * b
        };
        for theme in [Theme::Blue, Theme::Green, Theme::Brown] {
            for shade in [Shade::Light, Shade::Dark, Shade::Coloured] {
                for mark in [Mark::None, Mark::Moved, Mark::Check] {
                    let cell = luminance(theme.cell(shade, mark).rgb);
                    let (white, black) = (1.05 / (cell + 0.05), (cell + 0.05) / 0.05);
                    assert!(white.min(black) > 2.0, "{theme:?} {shade:?} {mark:?}: {white:.1} {black:.1}");
                }
            }
        }
    }
}

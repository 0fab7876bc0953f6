//! The colours of boards and texts.

use ratatui::style::{Color, Modifier, Style};

use super::color::{ColorDepth, ThemeColor};
use crate::picture::{Highlight, Rgb, TerminalColor, Theme};
use crate::rules::Shade;

/// Returns the colour of a cell in a theme.
#[must_use]
pub fn cell_color(theme: Theme, shade: Shade, highlight: Highlight) -> ThemeColor {
    theme.cell_color(shade, highlight).into()
}

/// Returns how a terminal shows a colour of a board in a theme, or `None` if it has no colours.
#[must_use]
pub fn terminal_color(rgb: Rgb, theme: Theme, depth: ColorDepth) -> Option<Color> {
    theme
        .terminal_color(rgb)
        .map_or_else(|| ThemeColor::nearest(rgb.0, Color::Reset), Into::into)
        .color(depth)
}

/// Returns the colour of a side's pieces.
#[must_use]
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
        self.colored(ThemeColor::nearest([0x00, 0x8c, 0x8c], Color::Magenta))
    }

    /// Returns the style of what a search has found.
    #[must_use]
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
    #[must_use]
    pub fn error(self) -> Style {
        self.colored(ThemeColor::nearest([0xd7, 0x3a, 0x2e], Color::Red)).add_modifier(Modifier::BOLD)
    }
}

//! The colours of boards and texts.

use ratatui::style::{Color, Modifier, Style};

use crate::app::environment::is_true_color;
use crate::picture::{Ground, Rgb, TerminalColor, TextColor, Theme};

/// Returns the colour of a side's pieces.
pub fn piece_color(side: shakmaty::Color) -> TerminalColor {
    side.fold_wb(TerminalColor::WHITE, TerminalColor::BLACK)
}

/// The styles of text. No meaning depends on a colour alone.
#[derive(Clone, Copy, Debug)]
pub struct TextStyles {
    depth: ColorDepth,
    ground: Option<Ground>,
}

impl TextStyles {
    /// Returns the styles for a terminal, whose background may be known.
    pub const fn new(depth: ColorDepth, ground: Option<Ground>) -> TextStyles {
        TextStyles { depth, ground }
    }

    /// Returns the style of a text in its colour. None of the sixteen colours is read on any background.
    pub fn colored(self, text: TextColor) -> Style {
        match (self.depth, self.ground) {
            (ColorDepth::Sixteen, None) => Style::new(),
            _ => self.depth.color(text.on(self.ground)).map_or(Style::new(), |color| Style::new().fg(color)),
        }
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

    /// Returns the style of secondary text: numbers, brackets, hints. What terminals make of dim text may not be read,
    /// so it is dim only where they have no grey.
    pub fn faint(self) -> Style {
        match self.depth {
            ColorDepth::None | ColorDepth::Sixteen => Style::new().add_modifier(Modifier::DIM),
            _ => self.colored(TextColor::Faint),
        }
    }

    /// Returns the style of comments.
    pub fn comment(self) -> Style {
        self.colored(TextColor::Comment)
    }

    /// Returns the style of texts that a search has found.
    pub fn hit(self) -> Style {
        const GOLD: TerminalColor = TerminalColor::of_palette(220, 3);
        match [GOLD, TerminalColor::BLACK].map(|color| self.depth.color(color)) {
            [Some(ground), Some(text)] => {
                Style::new().bg(ground).fg(text).remove_modifier(Modifier::REVERSED | Modifier::DIM)
            }
            _ => Style::new().add_modifier(Modifier::UNDERLINED),
        }
    }

    /// Returns the style of errors.
    pub fn error(self) -> Style {
        self.colored(TextColor::Error).add_modifier(Modifier::BOLD)
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

    /// Returns a colour as a terminal shows it, or `None` if the terminal has no colours.
    pub fn color(self, color: TerminalColor) -> Option<Color> {
        let TerminalColor { rgb: Rgb([red, green, blue]), indexed, ansi, .. } = color;
        match self {
            ColorDepth::None => None,
            // the palette begins with the sixteen
            ColorDepth::Sixteen => Some(Color::Indexed(ansi)),
            ColorDepth::Palette256 => Some(Color::Indexed(indexed)),
            ColorDepth::TrueColor => Some(Color::Rgb(red, green, blue)),
        }
    }

    /// Returns how a terminal shows a colour of a board in a theme, or `None` if it has no such colour.
    pub fn of_board(self, rgb: Rgb, theme: Theme) -> Option<Color> {
        self.color(theme.terminal_color(rgb)?)
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
}

//! The colours of texts in terminals, whose background may be light or dark.

use super::{Rgb, TerminalColor};

/// The background of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Ground {
    /// A dark one, on which texts are light.
    Dark,
    /// A light one, on which texts are dark.
    Light,
}

/// What a text is. The colour adds nothing to what the text says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextColor {
    /// Numbers, brackets and hints.
    Faint,
    /// A comment.
    Comment,
    /// A move with `!!`.
    Brilliant,
    /// A move with `!`.
    Good,
    /// A move with `!?`.
    Interesting,
    /// A move with `?!`.
    Dubious,
    /// A move with `?`.
    Mistake,
    /// An error, or a move with `??`.
    Error,
}

/// The texts with their colours on dark grounds and on light ones, each by its number in the palette of 256 and among
/// the sixteen, and that in the palette where the ground is not known. The former have a contrast of 5 : 1 also on
/// grounds that are not quite black or white, such as those of Nord and Catppuccin; no colour has more than 4.58 : 1
/// on both black and white.
pub(crate) const TEXTS: [(TextColor, [u8; 2], [u8; 2], u8); 8] = [
    (TextColor::Faint, [248, 7], [241, 0], 243),
    (TextColor::Comment, [80, 6], [23, 4], 30),
    (TextColor::Brilliant, [75, 14], [25, 4], 27),
    (TextColor::Good, [77, 2], [22, 4], 28),
    (TextColor::Interesting, [183, 13], [91, 4], 98),
    (TextColor::Dubious, [178, 3], [58, 1], 100),
    (TextColor::Mistake, [208, 11], [94, 1], 130),
    (TextColor::Error, [210, 9], [124, 1], 131),
];

impl TextColor {
    /// Returns the colour of a sign that judges a move, or `None` for another text.
    #[must_use]
    pub fn of_judgement(sign: &str) -> Option<TextColor> {
        Some(match sign {
            "!!" => TextColor::Brilliant,
            "!" => TextColor::Good,
            "!?" => TextColor::Interesting,
            "?!" => TextColor::Dubious,
            "?" => TextColor::Mistake,
            "??" => TextColor::Error,
            _ => return None,
        })
    }

    /// Returns the colour on a ground, or if that is not known one that is read on any. Among the sixteen there is no
    /// such colour, so a text then has that of the terminal.
    #[must_use]
    pub const fn on(self, ground: Option<Ground>) -> TerminalColor {
        let (_, dark, light, either) = TEXTS[self as usize];
        let [indexed, ansi] = match ground {
            Some(Ground::Dark) => dark,
            Some(Ground::Light) => light,
            None => [either, 7],
        };
        TerminalColor::of_palette(indexed, ansi)
    }
}

impl TerminalColor {
    /// Returns a colour of the palette of 256, from 16 on: a cube with six steps a side, and a ramp of 24 greys.
    #[must_use]
    pub const fn of_palette(indexed: u8, ansi: u8) -> TerminalColor {
        const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
        let rgb = Rgb(match indexed.saturating_sub(16) {
            grey @ 216.. => [8 + 10 * (grey - 216); 3],
            at => [STEPS[at as usize / 36], STEPS[at as usize / 6 % 6], STEPS[at as usize % 6]],
        });
        TerminalColor { picture: rgb, rgb, indexed, ansi }
    }
}

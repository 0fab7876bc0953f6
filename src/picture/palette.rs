//! The colours of the themes, as pictures have them and as terminals with fewer colours show them.
//!
//! White pieces need cells that are dark enough, and black ones cells that are light enough; three
//! shades of hexes lie between. So the light ones are as light as white pieces allow and the dark ones as dark
//! as black pieces allow, with the third shade half-way. The last move has the colour opposite to
//! that of the cells. A test in `app/viewer/contrast.rs` computes all of it.

use super::theme::{Rgb, Theme};
use crate::syntax::MarkColor;

/// A colour, with those that stand for it on terminals with fewer colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerminalColor {
    /// Red, green and blue.
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

    const fn new(rgb: u32, indexed: u8, ansi: u8) -> TerminalColor {
        TerminalColor { rgb: Rgb::hex(rgb), indexed, ansi }
    }
}

/// The colours of a theme.
pub(super) struct Palette {
    pub(super) light: TerminalColor,
    pub(super) dark: TerminalColor,
    /// The third shade of hexes.
    pub(super) coloured: TerminalColor,
    pub(super) moved_light: TerminalColor,
    pub(super) moved: TerminalColor,
    pub(super) check: TerminalColor,
    /// The ground around the board.
    pub(super) frame: Rgb,
}

const BLUE: Palette = Palette {
    light: TerminalColor::new(0x70_97_bb, 67, 6),
    dark: TerminalColor::new(0x33_5f_93, 25, 4),
    coloured: TerminalColor::new(0x7a_6e_b1, 97, 5),
    moved_light: TerminalColor::new(0xb4_8f_29, 136, 3),
    moved: TerminalColor::new(0x94_72_1a, 94, 3),
    check: TerminalColor::new(0xd8_48_3c, 160, 1),
    frame: Rgb::hex(0xee_f2_f7),
};

/// Among the 256 colours there is no green between one too dark for black pieces (22, 2.6 to 1) and one as
/// light as the light cells (28).
const GREEN: Palette = Palette {
    light: TerminalColor::new(0x86_9a_68, 65, 6),
    dark: TerminalColor::new(0x45_66_35, 22, 2),
    coloured: TerminalColor::new(0x3c_82_80, 60, 4),
    moved_light: TerminalColor::new(0xbb_8a_1c, 136, 3),
    moved: TerminalColor::new(0x9e_6c_10, 94, 3),
    check: TerminalColor::new(0xd8_48_3c, 160, 1),
    frame: Rgb::hex(0xf0_f4_ec),
};

const BROWN: Palette = Palette {
    light: TerminalColor::new(0xb1_8d_60, 137, 3),
    dark: TerminalColor::new(0x80_53_31, 94, 8),
    coloured: TerminalColor::new(0x7a_7b_4b, 65, 2),
    moved_light: TerminalColor::new(0x52_9a_cb, 67, 6),
    moved: TerminalColor::new(0x2d_76_b2, 25, 6),
    check: TerminalColor::new(0xd8_48_3c, 160, 1),
    frame: Rgb::hex(0xf7_f1_e8),
};

const CONTRAST: Palette = Palette {
    light: TerminalColor::new(0x94_94_94, 246, 7),
    dark: TerminalColor::new(0x5f_5f_5f, 59, 8),
    coloured: TerminalColor::new(0x00_82_aa, 31, 4),
    moved_light: TerminalColor::new(0xff_d7_00, 220, 3),
    moved: TerminalColor::new(0xff_d7_00, 220, 3),
    check: TerminalColor::new(0xff_00_00, 196, 1),
    frame: Rgb::WHITE,
};

const PRINT: Palette = Palette {
    light: TerminalColor::new(0xff_ff_ff, 231, 7),
    dark: TerminalColor::new(0xc4_c4_c4, 251, 8),
    coloured: TerminalColor::new(0xe1_e1_e1, 254, 6),
    moved_light: TerminalColor::new(0x8a_8a_8a, 245, 3),
    moved: TerminalColor::new(0x8a_8a_8a, 245, 3),
    check: TerminalColor::new(0x58_58_58, 240, 1),
    frame: Rgb::WHITE,
};

/// The colours of pieces, of marks and of their edges, apart from black and white.
const DARK: TerminalColor = TerminalColor::new(0x1a_1a_1a, 234, 0);
const PALE: TerminalColor = TerminalColor::new(0xe8_e8_e8, 254, 15);
const AWAITING: TerminalColor = TerminalColor::new(0xff_c9_28, 220, 11);

impl Theme {
    pub(super) const fn palette(self) -> &'static Palette {
        match self {
            Theme::Blue => &BLUE,
            Theme::Green => &GREEN,
            Theme::Brown => &BROWN,
            Theme::Contrast => &CONTRAST,
            Theme::Print => &PRINT,
        }
    }

    /// Returns how terminals show a colour of boards, pieces or marks, or `None` if it is of something else.
    #[must_use]
    pub fn terminal_color(self, rgb: Rgb) -> Option<TerminalColor> {
        let Palette { light, dark, coloured, moved_light, moved, check, .. } = self.palette();
        let cells = [*light, *dark, *coloured, *moved_light, *moved, *check];
        let pieces = [TerminalColor::WHITE, TerminalColor::BLACK, DARK, PALE, AWAITING];
        let marks = MarkColor::ALL.map(|color| flat_mark(color, self));
        cells.into_iter().chain(pieces).chain(marks).find(|color| color.rgb == rgb)
    }
}

/// Returns the colour of arrows and circles with edges, which is a grey in a theme without colours.
pub(super) const fn mark(color: MarkColor, theme: Theme) -> Rgb {
    Rgb::hex(match (color, theme.is_hatched()) {
        (MarkColor::Green, false) => 0x1b_8a_3a,
        (MarkColor::Red, false) => 0xc0_39_2b,
        (MarkColor::Yellow, false) => 0xe6_b0_00,
        (MarkColor::Blue, false) => 0x1f_5f_bf,
        (MarkColor::Green, true) => 0,
        (MarkColor::Red, true) => 0x40_40_40,
        (MarkColor::Yellow, true) => 0xa0_a0_a0,
        (MarkColor::Blue, true) => 0x70_70_70,
    })
}

/// Returns the colour of arrows and circles without edges, which has to be lighter than any cell. In a theme
/// without colours all are black.
pub(super) const fn flat_mark(color: MarkColor, theme: Theme) -> TerminalColor {
    match (color, theme.is_hatched()) {
        (_, true) => TerminalColor::BLACK,
        (MarkColor::Green, false) => TerminalColor::new(0x87_ff_87, 120, 10),
        (MarkColor::Red, false) => TerminalColor::new(0xff_af_af, 217, 9),
        (MarkColor::Yellow, false) => TerminalColor::new(0xff_ff_5f, 227, 11),
        (MarkColor::Blue, false) => TerminalColor::new(0x87_ff_ff, 123, 14),
    }
}

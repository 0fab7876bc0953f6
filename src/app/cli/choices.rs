//! The choices that the command line offers.

use clap::ValueEnum;

use crate::app::environment;

/// What a page hides.
#[cfg(feature = "pages")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Hidden {
    /// The moves, until they are asked for: each game is an exercise, with its solution
    Moves,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// In a terminal, or with FORCE_COLOR or CLICOLOR_FORCE, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl ColorChoice {
    /// Returns whether to write colours to an output that is a terminal or not.
    pub fn is_enabled(self, is_terminal: bool) -> bool {
        match self {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                !environment::forbids_color() && (is_terminal || environment::forces_color())
            }
        }
    }
}

/// What counts as an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Denied {
    /// Warnings: the exit status is then 1
    Warnings,
}

/// Which side is at the bottom of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BottomSide {
    /// Black
    Black,
    /// The side to move
    Mover,
}

/// What the mouse does in the viewer.
#[cfg(feature = "viewer")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum MouseChoice {
    /// Clicks go to moves, squares and games, and the wheel goes forward and back
    #[default]
    On,
    /// The mouse is left to the terminal, to select text
    Off,
}

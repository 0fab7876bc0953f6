//! The choices that the command line offers.

use clap::ValueEnum;
use encoding_rs::Encoding;

use crate::app::environment;
use crate::message::parse_error::parse_error;

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

parse_error! {
    /// The error of a text that does not name an encoding.
    NotAnEncoding = encoding_expected
}

/// Returns an encoding of the Encoding Standard of the WHATWG by one of its names there.
///
/// # Errors
///
/// Returns [`NotAnEncoding`] if no encoding has the name.
pub fn encoding(name: &str) -> Result<&'static Encoding, NotAnEncoding> {
    Encoding::for_label_no_replacement(name.as_bytes()).ok_or(NotAnEncoding)
}

/// What counts as an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Denied {
    /// Warnings: the exit status is then 1
    Warnings,
}

/// Which games are left out because of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Unique {
    /// Those with the moves and the result of an earlier one
    Same,
    /// Also those with which a longer game of the same players begins
    Beginnings,
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

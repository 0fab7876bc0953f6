//! What formats may be asked for.

use super::{MoveText, PositionChoice};
use crate::message::{ENGLISH, Language};
use crate::picture::PictureOptions;

/// The options that several formats follow, each those that concern what it writes.
#[derive(Clone, Copy, Debug)]
pub struct FormatOptions {
    /// The language of all words.
    pub language: &'static Language,
    /// Which positions are written; `None` means those after each move, and the starting position if the game gives
    /// one.
    pub positions: Option<PositionChoice>,
    /// How moves are written.
    pub move_text: MoveText,
    /// What stands around a board. `None` means the side above a board in text, and the move below a picture.
    pub captions: Option<Captions>,
    /// Whether headers have the tags `ECO` and `Opening` of a game.
    pub names_opening: bool,
    /// How boards look.
    pub picture: PictureOptions,
}

impl Default for FormatOptions {
    /// Returns the options that ask for nothing, in English.
    fn default() -> FormatOptions {
        FormatOptions {
            language: &ENGLISH,
            positions: None,
            move_text: MoveText::default(),
            captions: None,
            names_opening: false,
            picture: PictureOptions::default(),
        }
    }
}

/// What stands above a board or around a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[non_exhaustive]
pub enum Captions {
    /// The move number and the side: `1. White`
    Side,
    /// The move, too: `1. White e4`; below a picture, with the players
    San,
    /// Nothing; a picture does not name the move in its description either
    None,
    /// The names of the players, and their ratings and clocks if there are any, above and below a picture
    Players,
}

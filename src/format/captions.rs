//! What stands above, below and beside a position.

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

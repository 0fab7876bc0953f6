//! The choices that the command line offers.

use clap::ValueEnum;

use super::environment;

/// A format of output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// A header for each game and a board for each move
    #[default]
    Boards,
    /// A header for each game, and each move and position in words, for screen readers
    Speech,
    /// One line of FEN for each move, or of TLPD, and nothing else
    Fen,
    /// The same without the move counters, so that equal positions give equal lines
    Epd,
    /// The main line for a minimal reader: what `--syntax reduced` accepts
    Minimal,
    /// The games, variations and comments included, in export form
    Pgn,
    /// One JSON object for each game, on a line
    Json,
    /// A table with a row for each game, in CSV: see --explain columns
    Games,
    /// A table with a row for each move, with the position after it, in CSV
    Moves,
    /// A picture of the position that `--at` chooses, in vectors
    Svg,
    #[cfg(feature = "pictures")]
    /// The same in pixels
    Png,
    #[cfg(feature = "pictures")]
    /// A game as an animation
    Gif,
    #[cfg(feature = "pages")]
    /// A web page that replays the games; without scripts, and on paper, it shows their
    /// moves and diagrams
    Html,
}

impl OutputFormat {
    /// Returns the format of files with an extension.
    pub(super) fn of_extension(extension: &str) -> Option<OutputFormat> {
        Some(match extension {
            "txt" => OutputFormat::Boards,
            "fen" => OutputFormat::Fen,
            "epd" => OutputFormat::Epd,
            "pgn" | "ctl-pgn" => OutputFormat::Pgn,
            "json" | "jsonl" => OutputFormat::Json,
            "svg" => OutputFormat::Svg,
            #[cfg(feature = "pictures")]
            "png" => OutputFormat::Png,
            #[cfg(feature = "pictures")]
            "gif" => OutputFormat::Gif,
            #[cfg(feature = "pages")]
            "html" | "htm" => OutputFormat::Html,
            _ => return None,
        })
    }

    /// Returns whether the format shows positions one by one, so that `--at` can choose among them.
    #[must_use]
    pub const fn shows_positions(self) -> bool {
        use OutputFormat::{Boards, Epd, Fen, Speech, Svg};
        match self {
            Boards | Speech | Fen | Epd | Svg => true,
            #[cfg(feature = "pictures")]
            OutputFormat::Png => true,
            _ => false,
        }
    }

    /// Returns whether a file in this format can hold only one item.
    #[must_use]
    pub const fn holds_one_item(self) -> bool {
        match self {
            OutputFormat::Svg => true,
            #[cfg(feature = "pictures")]
            OutputFormat::Png | OutputFormat::Gif => true,
            _ => false,
        }
    }

    /// Returns whether the format is a page for a browser.
    #[must_use]
    pub const fn is_page(self) -> bool {
        #[cfg(feature = "pages")]
        return matches!(self, OutputFormat::Html);
        #[cfg(not(feature = "pages"))]
        return false;
    }

    /// Returns whether the format is not text, and therefore not for terminals.
    #[must_use]
    pub const fn is_binary(self) -> bool {
        self.holds_one_item() && !matches!(self, OutputFormat::Svg)
    }
}

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
    /// In a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl ColorChoice {
    /// Returns whether to write colours to an output that is a terminal or not.
    #[must_use]
    pub fn is_enabled(self, is_terminal: bool) -> bool {
        match self {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => is_terminal && !environment::forbids_color(),
        }
    }
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

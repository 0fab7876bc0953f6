//! The formats of the output, as the command line names them.

use clap::ValueEnum;

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
    /// What was played in a position: each move with its games, results, ratings and last year
    Explorer,
    /// The same in CSV, with a row for each move
    ExplorerCsv,
    /// The same in JSON, with an object for each move, on a line
    ExplorerJson,
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

/// What a file in a format is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Text.
    Text,
    /// A table, of which there are two with the same extension.
    Table,
    /// A sum over all games.
    Sum,
    /// A picture or an animation: one item for each file.
    Item { is_text: bool },
    /// A page for a browser.
    #[cfg_attr(not(feature = "pages"), expect(dead_code))]
    Page,
}

/// A row of the table of formats.
pub struct Properties {
    kind: Kind,
    /// Whether the format shows positions one by one, so that `--at` can choose among them.
    pub positions: bool,
    /// Whether it always writes moves in a notation that can be chosen.
    pub moves: bool,
    /// Whether it writes tags and comments. EPD has those of lists of positions.
    pub tags: bool,
    extensions: &'static [&'static str],
}

impl OutputFormat {
    /// Returns the row of the format.
    pub const fn properties(self) -> Properties {
        let (kind, positions, moves, tags, extensions): (_, _, _, _, &[&str]) = match self {
            OutputFormat::Boards => (Kind::Text, true, false, true, &["txt"]),
            OutputFormat::Speech => (Kind::Text, true, false, true, &[]),
            OutputFormat::Fen => (Kind::Text, true, false, false, &["fen"]),
            OutputFormat::Epd => (Kind::Text, true, false, true, &["epd"]),
            OutputFormat::Minimal => (Kind::Text, false, false, true, &[]),
            OutputFormat::Pgn => (Kind::Text, false, true, true, &["pgn", "ctl-pgn"]),
            OutputFormat::Json => (Kind::Text, false, false, true, &["json", "jsonl"]),
            OutputFormat::Games | OutputFormat::Moves => (Kind::Table, false, true, true, &[]),
            OutputFormat::Explorer | OutputFormat::ExplorerCsv | OutputFormat::ExplorerJson => {
                (Kind::Sum, true, true, true, &[])
            }
            OutputFormat::Svg => (Kind::Item { is_text: true }, true, true, true, &["svg"]),
            #[cfg(feature = "pictures")]
            OutputFormat::Png => (Kind::Item { is_text: false }, true, true, true, &["png"]),
            #[cfg(feature = "pictures")]
            OutputFormat::Gif => (Kind::Item { is_text: false }, false, true, true, &["gif"]),
            #[cfg(feature = "pages")]
            OutputFormat::Html => (Kind::Page, false, true, true, &["html", "htm"]),
        };
        Properties { kind, positions, moves, tags, extensions }
    }

    /// Returns the format of files with an extension.
    pub fn of_extension(extension: &str) -> Option<OutputFormat> {
        let has_it = |format: &&OutputFormat| format.properties().extensions.contains(&extension);
        OutputFormat::value_variants().iter().find(has_it).copied()
    }

    /// Returns whether the format is one of the tables.
    pub const fn is_table(self) -> bool {
        matches!(self.properties().kind, Kind::Table)
    }

    /// Returns whether the format sums up all games.
    pub const fn sums_up(self) -> bool {
        matches!(self.properties().kind, Kind::Sum)
    }

    /// Returns the format as which a file with an extension holds what this format writes.
    pub fn in_file(self, extension: &str) -> OutputFormat {
        match (self, extension) {
            (OutputFormat::Explorer, "csv") => OutputFormat::ExplorerCsv,
            (OutputFormat::Explorer, "json" | "jsonl") => OutputFormat::ExplorerJson,
            _ => self,
        }
    }

    /// Returns whether a file in this format can hold only one item.
    pub const fn holds_one_item(self) -> bool {
        matches!(self.properties().kind, Kind::Item { .. })
    }

    /// Returns whether the format is a page for a browser.
    pub const fn is_page(self) -> bool {
        matches!(self.properties().kind, Kind::Page)
    }

    /// Returns whether the format is drawn, with marks on the board.
    pub const fn is_drawn(self) -> bool {
        self.holds_one_item() || self.is_page()
    }

    /// Returns whether the format is not text, and therefore not for terminals.
    pub const fn is_binary(self) -> bool {
        matches!(self.properties().kind, Kind::Item { is_text: false })
    }
}

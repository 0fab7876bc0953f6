//! The formats that the command line names.

use std::io::{self, IsTerminal};

use crate::app::cli::{Args, Captions, OutputFormat};
use crate::app::environment::terminal_blocks;
#[cfg(feature = "pictures")]
use crate::format::Animation;
#[cfg(feature = "pages")]
use crate::format::Page;
use crate::format::{Boards, FenLines, Format, Json, Minimal, Pgn, Pictures, Speech};
#[cfg(feature = "tables")]
use crate::format::{Columns, ForeignColumn, GamesTable, MovesTable};
use crate::message::Language;
use crate::picture::mosaic::Blocks;

/// What is done in a format whose type is known.
pub(super) trait FormatVisitor {
    type Output;

    fn visit(self, format: impl Format) -> Self::Output;
}

/// Creates the format that the arguments name, and visits it. `color` tells whether boards have
/// colours.
pub(super) fn with_format<V: FormatVisitor>(
    args: &Args,
    color: bool,
    language: &'static Language,
    visitor: V,
) -> V::Output {
    let is_terminal = args.output.is_none() && io::stdout().is_terminal();
    match args.output_format() {
        OutputFormat::Boards => visitor.visit(
            Boards::new(args.style.unwrap_or_default(), color, language)
                .at(args.at)
                .with_opening(args.openings)
                .with_san(args.captions == Captions::San)
                .with_blocks(if is_terminal { terminal_blocks() } else { Blocks::None }),
        ),
        OutputFormat::Speech => visitor.visit(Speech::new(language).at(args.at).with_opening(args.openings)),
        OutputFormat::Fen => visitor.visit(FenLines::default().at(args.at)),
        OutputFormat::Epd => visitor.visit(FenLines::epd().at(args.at)),
        OutputFormat::Minimal => visitor.visit(Minimal),
        OutputFormat::Pgn => visitor.visit(Pgn::new(args.layout())),
        #[cfg(feature = "tables")]
        OutputFormat::Games => visitor.visit(table(args, GamesTable::new)),
        #[cfg(feature = "tables")]
        OutputFormat::Moves => visitor.visit(table(args, MovesTable::new)),
        OutputFormat::Svg => {
            visitor.visit(Pictures::svg(args.picture_options(), args.at.unwrap_or_default(), language))
        }
        #[cfg(feature = "pictures")]
        OutputFormat::Png => {
            visitor.visit(Pictures::png(args.picture_options(), args.at.unwrap_or_default(), language))
        }
        #[cfg(feature = "pictures")]
        OutputFormat::Gif => {
            visitor.visit(Animation::new(args.picture_options(), args.pace.unwrap_or_default(), language))
        }
        #[cfg(feature = "pages")]
        OutputFormat::Html => visitor.visit(Page::new(args.picture_options(), args.language_code())),
        OutputFormat::Json => visitor.visit(Json::new(language).with_positions(args.positions)),
    }
}

/// Creates a table with the columns that are chosen.
#[cfg(feature = "tables")]
fn table<T: Default>(args: &Args, new: impl Fn(&Columns) -> Result<T, ForeignColumn>) -> T {
    // unwrap(): columns that the table does not have are refused when the command line is read
    args.columns.as_ref().map_or_else(T::default, |columns| new(columns).unwrap())
}

//! The formats that the command line names, as one type, so that the batch is compiled for one.

use std::io::{self, IsTerminal};

use crate::app::cli::{Args, OutputFormat};
use crate::app::environment::{has_true_color, terminal_blocks};
#[cfg(feature = "viewer")]
use crate::app::viewer::pages::ScreenPages;
use crate::check::Syntax;
#[cfg(feature = "pictures")]
use crate::format::Animation;
#[cfg(feature = "pages")]
use crate::format::Page;
use crate::format::{
    Boards, Captions, Columns, Context, Explorer, ExplorerLayout, FenLines, Format, FormatOptions, Frame,
    GamesTable, Json, Minimal, MoveText, MovesTable, Needs, Pages, Paint, Pgn, Pictures, Speech, Style, Sum,
    UnknownColumn, WriteResult,
};
use crate::rules::Rules;

/// Defines a type that is one of some formats, each of which may need a feature.
macro_rules! any_format {
    ($($(#[$feature:meta])? $format:ident,)*) => {
        /// A format that the command line names, boxed because the sizes of the formats differ
        /// widely.
        #[derive(Clone, Debug)]
        pub(super) enum AnyFormat {
            $($(#[$feature])? $format(Box<$format>),)*
        }

        $(
            $(#[$feature])?
            impl From<$format> for AnyFormat {
                fn from(format: $format) -> AnyFormat {
                    AnyFormat::$format(Box::new(format))
                }
            }
        )*

        /// Evaluates an expression with the format.
        macro_rules! with_format {
            ($any:expr, $inner:ident => $result:expr) => {
                match $any {
                    $($(#[$feature])? AnyFormat::$format($inner) => $result,)*
                }
            };
        }
    };
}

any_format! {
    Boards,
    #[cfg(feature = "viewer")]
    ScreenPages,
    Speech,
    FenLines,
    Minimal,
    Pgn,
    Json,
    GamesTable,
    MovesTable,
    Explorer,
    Pictures,
    #[cfg(feature = "pictures")]
    Animation,
    #[cfg(feature = "pages")]
    Page,
}

impl Format for AnyFormat {
    fn needs(&self) -> Needs {
        with_format!(self, format => format.needs())
    }

    fn divides_games(&self) -> bool {
        with_format!(self, format => format.divides_games())
    }

    fn lacks_a_name(&self) -> bool {
        with_format!(self, format => format.lacks_a_name())
    }

    fn expansion(&self) -> usize {
        with_format!(self, format => Format::expansion(&**format))
    }

    fn frame(&self) -> Option<Frame> {
        with_format!(self, format => format.frame())
    }

    fn sum(&self) -> Option<Box<dyn Sum>> {
        with_format!(self, format => format.sum())
    }

    fn write<R: Rules>(&mut self, context: &Context<'_, R>, pages: &mut impl Pages) -> WriteResult {
        with_format!(self, format => format.write(context, pages))
    }
}

impl AnyFormat {
    /// Creates the format that the arguments name. `color` tells whether boards are drawn in colours, and `waits`
    /// whether the output stops after each.
    pub(super) fn of_args(args: &Args, color: bool, waits: bool) -> AnyFormat {
        let mut options = FormatOptions {
            language: args.language(),
            positions: args.drawing.at,
            move_text: MoveText { notation: args.writing.notation, letters: args.move_letters() },
            captions: args.drawing.captions,
            names_opening: args.changing.openings,
            picture: args.picture_options(),
        };
        match args.output_format() {
            OutputFormat::Boards => {
                // what goes through at once has the form of the assignment, as what keeps to its syntax
                let is_drawn = waits && args.reading.syntax != Syntax::Reduced;
                let style = args.drawing.style.unwrap_or(if is_drawn { Style::Drawn } else { Style::Plain });
                let is_terminal = args.output_file().is_none() && io::stdout().is_terminal();
                let (is_true_color, blocks) = (has_true_color(), terminal_blocks());
                let paint = Paint { theme: args.drawing.theme, is_true_color, blocks };
                let draws_pieces = style == Style::Drawn && color && paint.draws_pieces();
                // and where letters stand for pieces, titles are those of the assignment, too
                if is_drawn && draws_pieces {
                    options.captions = options.captions.or(Some(Captions::San));
                }
                let boards = Boards::new(style, color, options).painted(paint, is_terminal);
                #[cfg(feature = "viewer")]
                if draws_pieces {
                    return ScreenPages::new(boards, options, args).into();
                }
                boards.into()
            }
            OutputFormat::Speech => Speech::new(options).into(),
            OutputFormat::Fen => FenLines::new(args.drawing.at).into(),
            OutputFormat::Epd => FenLines::epd(args.drawing.at).into(),
            OutputFormat::Minimal => Minimal.into(),
            OutputFormat::Pgn => Pgn::new(args.layout(), options.move_text).into(),
            OutputFormat::Games => table(args, GamesTable::new).with_move_text(options.move_text).into(),
            OutputFormat::Moves => table(args, MovesTable::new).with_move_text(options.move_text).into(),
            OutputFormat::Explorer => Explorer::new(ExplorerLayout::Table, options).into(),
            OutputFormat::ExplorerCsv => Explorer::new(ExplorerLayout::Csv, options).into(),
            OutputFormat::ExplorerJson => Explorer::new(ExplorerLayout::Json, options).into(),
            OutputFormat::Svg => Pictures::svg(options).into(),
            #[cfg(feature = "pictures")]
            OutputFormat::Png => Pictures::png(options).into(),
            #[cfg(feature = "pictures")]
            OutputFormat::Gif => Animation::new(options, args.drawing.pace.unwrap_or_default()).into(),
            #[cfg(feature = "pages")]
            OutputFormat::Html => Page::new(options, args.drawing.hide.is_some()).into(),
            OutputFormat::Json => Json::new(args.writing.positions, options.language).into(),
        }
    }
}

/// Creates a table with the columns that are chosen.
fn table<T: Default>(args: &Args, new: impl Fn(&Columns) -> Result<T, UnknownColumn>) -> T {
    // unwrap(): the command line has refused columns that the table lacks
    args.writing.columns.as_ref().map_or_else(T::default, |columns| new(columns).unwrap())
}

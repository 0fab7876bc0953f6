//! The command line.

use std::io::{IsTerminal, stdin};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use clap::error::ErrorKind;
use clap::{ArgGroup, CommandFactory, Parser, ValueEnum, ValueHint};
use clap_complete::Shell;
use thiserror::Error;

#[cfg(feature = "viewer")]
use crate::app::pager::keys_can_be_read;
#[cfg(feature = "viewer")]
use crate::app::viewer::look::{Look, PieceSize, Pieces};
#[cfg(feature = "viewer")]
use crate::app::viewer::theme::{Depth, Theme};
use crate::check::Syntax;
use crate::format::Style;
use crate::message::Code;
use crate::message::{Language, LanguageCode};
use crate::message::{MessageFormat, ReporterOptions};
use crate::notation::Variant;

/// Translates chess games in PGN into boards, one after every move.
///
/// In a terminal Enter goes from one board to the next, ← back, n to the next
/// game, and q leaves; into a pipe or a file everything goes at once.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
#[command(group(ArgGroup::new("answer").args(["explain", "completions", "man"]).conflicts_with("files")))]
pub struct Args {
    /// Files to translate; `-` is standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,

    /// What to write
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: OutputFormat,

    #[cfg(feature = "viewer")]
    /// Look at the games on the whole screen, forward and back; `?` shows the keys
    #[arg(short, long, conflicts_with_all = ["format", "check", "keep_going", "no_pause", "explain"])]
    pub view: bool,

    #[cfg_attr(
        feature = "viewer",
        doc = "How to draw a board [default: plain; with --view figurines, where they are to be had]"
    )]
    #[cfg_attr(not(feature = "viewer"), doc = "How to draw a board [default: plain]")]
    #[arg(long, value_enum, value_name = "STYLE")]
    pub style: Option<Style>,

    #[cfg(feature = "viewer")]
    /// Colours of the board, with --view
    #[arg(long, value_enum, default_value_t, value_name = "THEME", requires = "view")]
    pub theme: Theme,

    #[cfg(feature = "viewer")]
    /// How large pieces may be, with --view
    #[arg(long, value_enum, default_value_t, value_name = "SIZE", requires = "view")]
    pub size: PieceSize,

    /// Only these games, by number: `3`, `2-5,9`, `7-`
    #[arg(long, value_name = "NUMBERS")]
    pub games: Option<Selection>,

    /// How much of PGN the files may use
    #[arg(long, value_enum, default_value_t, value_name = "SYNTAX")]
    pub syntax: Syntax,

    /// Show the games without errors, and the others up to the error
    #[arg(short, long)]
    pub keep_going: bool,

    /// Show nothing; only say what is wrong, and how many games, moves and variations there are
    #[arg(long, conflicts_with_all = ["format", "style", "games"])]
    pub check: bool,

    /// Warn of all wrong move numbers, those with a full stop too
    #[arg(long)]
    pub pedantic: bool,

    /// Read every game as this kind of chess, whatever its tags say [default: by its Variant tag,
    /// or the extension .ctl-pgn]
    #[arg(long, value_enum, value_name = "VARIANT")]
    pub variant: Option<Variant>,

    /// Language of the output [default: that of the locale]
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    pub lang: Option<LanguageCode>,

    /// When to paint the squares
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    pub color: ColorChoice,

    /// How many threads work on a file [default: as many as there are cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,

    /// Do not wait for Enter between boards
    #[arg(long)]
    pub no_pause: bool,

    /// Whom messages are for
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub message_format: MessageFormat,

    /// Say nothing of warnings
    #[arg(short, long)]
    pub quiet: bool,

    /// How many errors of a file are shown, and how many warnings; 0 is all
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub max_errors: usize,

    /// Tell what a message means, by its code, and read no file
    #[arg(long, value_name = "CODE")]
    pub explain: Option<Code>,

    /// Write a script that completes this command line in a shell
    #[arg(long, value_enum, value_name = "SHELL")]
    pub completions: Option<Shell>,

    /// Write the man page, in roff
    #[arg(long)]
    pub man: bool,
}

impl Args {
    /// Reads the command line; ends the program if it is wrong or asks for help.
    #[must_use]
    pub fn from_command_line() -> Args {
        let args = Args::parse();
        if args.files.is_empty() && args.question().is_none() && stdin().is_terminal() {
            let message = "no file to translate";
            Args::command().error(ErrorKind::MissingRequiredArgument, message).exit();
        }
        #[cfg(feature = "viewer")]
        if args.view && !(std::io::stdout().is_terminal() && keys_can_be_read()) {
            let message = "--view needs a terminal";
            Args::command().error(ErrorKind::Io, message).exit();
        }
        args
    }

    /// Returns what is asked of the program itself, if it is to read no file.
    #[must_use]
    pub fn question(&self) -> Option<Question> {
        let explain = self.explain.map(Question::Describe);
        let completions = self.completions.map(Question::Completions);
        explain.or(completions).or(self.man.then_some(Question::Man))
    }

    #[cfg(feature = "viewer")]
    /// Returns how a viewer shows things, by the options and by what the terminal has.
    #[must_use]
    pub fn look(&self) -> Look {
        let variable = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        let term = variable("TERM").unwrap_or_default();
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable);
        let unicode = cfg!(windows) || Look::shows_unicode(&locale.unwrap_or_default());
        let depth = match self.color.paints(true) {
            true => Depth::of_terminal(&term, &variable("COLORTERM").unwrap_or_default()),
            false => Depth::Bare,
        };
        Look {
            theme: self.theme,
            depth,
            unicode,
            pieces: match self.style {
                Some(style) => Some(Pieces::of(style, unicode)),
                None => Pieces::of_terminal(&term),
            },
            is_large: self.size == PieceSize::Large,
            flipped: false,
        }
    }

    /// Returns how messages are reported, in a language, in colours or not.
    #[must_use]
    pub fn reporter_options(&self, language: &'static Language, painted: bool) -> ReporterOptions {
        ReporterOptions {
            format: self.message_format,
            language,
            painted,
            quiet: self.quiet,
            most_shown: (self.max_errors > 0).then_some(self.max_errors),
        }
    }

    /// Tells whether an error in one game costs no other.
    #[must_use]
    pub fn goes_game_by_game(&self) -> bool {
        self.keep_going || self.check
    }

    /// Tells whether each game is shown as soon as it has been checked.
    #[must_use]
    pub fn shows_game_by_game(&self) -> bool {
        self.keep_going && !self.check
    }
}

/// Something that the program tells of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// What a message means.
    Describe(Code),
    /// How a shell completes the command line.
    Completions(Shell),
    /// What there is to know of the program.
    Man,
}

/// A format of output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// A header for each game and a board for each move
    #[default]
    Boards,
    /// A header for each game, and each move and position in words, for screen readers
    Speech,
    /// One line of FEN for each move, or of TLPD
    Fen,
    /// The main line for a minimal reader: what `--syntax reduced` accepts
    Minimal,
    /// The games again, variations and comments included, in export form
    Pgn,
    /// One JSON object for each game, on a line: see docs/json.md
    Json,
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
    /// Decides for an output that is a terminal or not.
    #[must_use]
    pub fn paints(self, is_terminal: bool) -> bool {
        match self {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
                let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
                is_terminal && !is_set("NO_COLOR") && !dumb
            }
        }
    }
}

/// Numbers of games, as in `2-5,9`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection(Vec<RangeInclusive<usize>>);

/// The error of a text that selects no games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SelectionError {
    /// A part is neither a number nor a range.
    #[error("expected a number such as 3 or a range such as 2-5")]
    NotANumber,
    /// A number is 0.
    #[error("games are counted from 1")]
    Zero,
    /// A range ends before it begins.
    #[error("a range goes from the lower number to the higher")]
    Backwards,
}

impl Selection {
    /// Tells whether a game is selected by its number, counted from 1.
    #[must_use]
    pub fn contains(&self, number: usize) -> bool {
        self.0.iter().any(|range| range.contains(&number))
    }

    /// Returns the first selected number above a count of games.
    #[must_use]
    pub fn first_beyond(&self, count: usize) -> Option<usize> {
        let beyond = self.0.iter().filter_map(|range| {
            let end = if *range.end() == usize::MAX { *range.start() } else { *range.end() };
            (end > count).then(|| (*range.start()).max(count + 1))
        });
        beyond.min()
    }
}

impl FromStr for Selection {
    type Err = SelectionError;

    fn from_str(text: &str) -> Result<Selection, SelectionError> {
        text.split(',').map(parse_range).collect::<Result<_, _>>().map(Selection)
    }
}

fn parse_range(text: &str) -> Result<RangeInclusive<usize>, SelectionError> {
    let number = |text: &str| match text.trim().parse() {
        Ok(0) => Err(SelectionError::Zero),
        Ok(number) => Ok(number),
        Err(_) => Err(SelectionError::NotANumber),
    };
    let (start, end) = match text.split_once('-') {
        None => (number(text)?, number(text)?),
        Some((start, "")) => (number(start)?, usize::MAX),
        Some((start, end)) => (number(start)?, number(end)?),
    };
    if start > end { Err(SelectionError::Backwards) } else { Ok(start..=end) }
}

/// Chooses the language by the environment: the first of `LC_ALL`, `LC_MESSAGES` and
/// `LANG` that is set.
#[must_use]
pub(super) fn language_of_environment() -> LanguageCode {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty());
    LanguageCode::of_locale(&locale.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Args::command().debug_assert();
    }

    #[test]
    fn selections_hold_numbers_and_ranges() {
        let selection: Selection = "2-5,9".parse().unwrap();
        let selected: Vec<_> = (1..=10).filter(|&n| selection.contains(n)).collect();
        assert_eq!(selected, [2, 3, 4, 5, 9]);
        assert!("7-".parse::<Selection>().unwrap().contains(usize::MAX));
        for (text, error) in [
            ("0", SelectionError::Zero),
            ("5-2", SelectionError::Backwards),
            ("x", SelectionError::NotANumber),
            ("", SelectionError::NotANumber),
            ("-3", SelectionError::NotANumber),
            ("1,,2", SelectionError::NotANumber),
        ] {
            assert_eq!(text.parse::<Selection>(), Err(error), "{text}");
        }
    }

    #[test]
    fn a_selection_knows_what_a_file_lacks() {
        for (text, count, beyond) in
            [("3", 3, None), ("3", 2, Some(3)), ("2-5,9", 4, Some(5)), ("7-", 7, None), ("7-", 6, Some(7))]
        {
            assert_eq!(text.parse::<Selection>().unwrap().first_beyond(count), beyond, "{text}");
        }
    }
}

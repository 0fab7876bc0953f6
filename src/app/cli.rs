//! The command line: the arguments, and what they mean together.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{ArgGroup, CommandFactory, FromArgMatches, Parser, ValueHint};
use clap_complete::Shell;

use super::combinations::{MOVE_TEXT_CONFLICTS, REWRITING_CONFLICTS, UNCHANGED};
use super::config::Config;
use super::environment;
use super::folders::with_files_of_folders;
use super::manual::Question;
use super::usage::Reply;
use crate::change::{Changes, Dropped, Part, Renaming, Setting, TagChanges};
use crate::check::{CheckOptions, Syntax};
#[cfg(feature = "pictures")]
use crate::format::Pace;
use crate::format::{Captions, Columns, MoveLetters, MoveNotation, PositionChoice, Positions, Style};
use crate::message::{Language, LanguageCode, MessageFormat, ReporterOptions, Subject, fill_whole};
use crate::notation::{MAX_GAME_SIZE, Variant};
use crate::picture::{PictureOptions, Theme};
use crate::syntax::{Layout, LineWidth, NagStyle, PieceLetters, TagOrder};
use crate::text::Printable;

#[cfg(feature = "pages")]
pub use super::choices::Hidden;
#[cfg(feature = "viewer")]
pub use super::choices::MouseChoice;
pub use super::choices::{ColorChoice, OutputFormat};
pub use super::name_template::{NameTemplate, UnknownPlaceholder};
pub use super::selection::{Selection, SelectionError};
pub use super::size::{BoardSize, NotABoardSize, NotASize, Size};

// the groups of the options, in the order of the help
const READ: &str = "Read";
const CHOOSE: &str = "Choose";
const CHANGE: &str = "Change";
const WRITE: &str = "Write";
const BOARDS: &str = "Boards and pictures";
const CHECK: &str = "Check and fix";
pub(super) const MESSAGES: &str = "Messages and help";

/// Shows, checks, fixes and converts games of chess (PGN) and C'escacs (CTL-PGN)
///
/// C'escacs is chess on a board of 169 hexes. In a terminal Enter shows the next board, ← the
/// previous one, n the next game, and q quits; into a pipe or a file everything goes at once.
#[derive(Clone, Debug, Parser)]
#[command(version, max_term_width = 100, next_line_help = true)]
#[command(group(ArgGroup::new("writes").args(["output", "duplicates", "in_place", "fix", "fix_guesses"]).multiple(true)))]
#[command(group(ArgGroup::new("answer").args(["explain", "completions", "man"]).conflicts_with("files")))]
pub struct Args {
    /// Files with games, or folders of them; `-` is standard input
    #[arg(help_heading = READ, hide_short_help = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,

    /// Show what can be read of a game with an error
    ///
    /// Games without errors are shown whole, and the others up to the error. Otherwise nothing of a file with an error is
    /// shown.
    #[arg(help_heading = READ, short, long)]
    pub keep_going: bool,

    /// How much of PGN and CTL-PGN the files may use
    #[arg(help_heading = READ, hide_short_help = true, long, value_enum, default_value_t, value_name = "SYNTAX")]
    pub syntax: Syntax,

    /// Read every game as this variant of chess
    ///
    /// The Variant tag is ignored then [default: by that tag, or the extension .ctl-pgn]
    #[arg(help_heading = READ, hide_short_help = true, long, value_enum, value_name = "VARIANT")]
    pub variant: Option<Variant>,

    /// Letters of the pieces in PGN
    ///
    /// As the file has them: a language, such as `de`, or the letters of king, queen, rook, bishop, knight and perhaps pawn,
    /// such as `KDTLS`. English ones are written. Not for CTL-PGN [default: by the PieceLetters tag, or English]
    #[arg(help_heading = READ, hide_short_help = true, long, value_name = "LANGUAGE|LETTERS")]
    pub piece_letters: Option<PieceLetters>,

    /// How many bytes a game may have, with K, M or G
    ///
    /// A larger one is an error.
    #[arg(help_heading = READ, hide_short_help = true, long, value_name = "SIZE", default_value_t = Size(MAX_GAME_SIZE))]
    pub max_game_size: Size,

    /// How many threads work on a file
    ///
    /// [default: as many as there are cores]
    #[arg(help_heading = READ, hide_short_help = true, long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,

    /// Only these games, by number: 3, 2-5,9 or 7-
    #[arg(help_heading = CHOOSE, long, value_name = "NUMBERS")]
    pub games: Option<Selection>,

    /// Only games that answer a question
    ///
    /// It is about tags, moves or positions, such as 'WhiteElo >= 2700 and material "KRP v KR"': see --explain where.
    #[arg(help_heading = CHOOSE, long, value_name = "QUESTION")]
    pub r#where: Option<String>,

    /// Only the first N games of those chosen
    ///
    /// Of all files together. Nothing is read after them.
    #[arg(help_heading = CHOOSE, long, value_name = "N")]
    pub limit: Option<NonZeroUsize>,

    /// Of games with the same moves, only the first
    ///
    /// Games are the same if the start and the moves of the main line are, in all files together, and the results do not
    /// differ. How many are left out is said at the end.
    #[arg(help_heading = CHOOSE, long)]
    pub unique: bool,

    /// Write the games that --unique leaves out to a file
    ///
    /// In the format of its extension, or else as PGN.
    #[arg(help_heading = CHOOSE, hide_short_help = true, long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "unique")]
    pub duplicates: Option<NameTemplate>,

    /// Only say how many games there are, by file
    #[arg(help_heading = CHOOSE, long, conflicts_with_all = ["format", "output", "check", "style", "at"])]
    pub count: bool,

    /// Only these moves: 10w-30b, -40b, ply 20-60
    ///
    /// The part is a game of its own, which begins with the position before its first move. It has the result of the game
    /// if the end is in it.
    #[arg(help_heading = CHANGE, long, value_name = "FROM-TO", allow_hyphen_values = true, conflicts_with_all = UNCHANGED)]
    pub part: Option<Part>,

    /// Make each variation a game of its own
    ///
    /// It comes after its game, with the moves that lead to it. The tag Line names the moves that it leaves, such as
    /// 10.1/12...3.
    #[arg(help_heading = CHANGE, hide_short_help = true, long, conflicts_with_all = UNCHANGED)]
    pub lines: bool,

    /// Leave out clocks, evals, comments, variations, tags …
    ///
    /// Or words of comments, commands (all [%…]), arrows, nags, a tag by its name; with commas between them. `tags` are all
    /// but the seven and those without which the moves cannot be read: see --explain change.
    #[arg(help_heading = CHANGE, long, value_name = "LIST", conflicts_with_all = UNCHANGED)]
    pub drop: Vec<Dropped>,

    /// Give a tag a value
    ///
    /// The game gets the tag if it lacks it. Result changes the end of the moves, too.
    #[arg(help_heading = CHANGE, hide_short_help = true, long, value_name = "NAME=VALUE", conflicts_with_all = UNCHANGED)]
    pub set: Vec<Setting>,

    /// Give a tag another name
    ///
    /// A game that has the new name already keeps both tags, which is an error.
    #[arg(help_heading = CHANGE, hide_short_help = true, long, value_name = "OLD=NEW", conflicts_with_all = UNCHANGED)]
    pub rename_tag: Vec<Renaming>,

    /// Add the tags ECO and Opening, by the positions
    ///
    /// Those that a game already has stay as they are.
    #[arg(help_heading = CHANGE, long)]
    pub openings: bool,

    /// Which tags `--format pgn` writes, and in which order
    #[arg(help_heading = CHANGE, hide_short_help = true, long, value_enum, default_value_t, value_name = "ORDER")]
    pub tags: TagOrder,

    /// What to write: boards, pgn, fen, json, html, png …
    ///
    /// [default: by the extension of --output, or boards]
    #[arg(help_heading = WRITE, long, value_enum, value_name = "FORMAT")]
    pub format: Option<OutputFormat>,

    /// Write to a file, in the format of its extension
    ///
    /// With {game}, {ply}, {move} or a tag such as {White} in its name, games and pictures go to files by these names; `-`
    /// is standard output. See --explain output.
    #[arg(help_heading = WRITE, short, long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "check")]
    pub output: Option<NameTemplate>,

    /// How many games a file has, with {part} in the name after --output
    #[arg(help_heading = WRITE, hide_short_help = true, long, value_name = "N", requires = "output")]
    pub per_file: Option<NonZeroUsize>,

    /// Replace files that exist, or that have several names
    ///
    /// The former with --output; files with several names (hard links) with --in-place and --fix.
    #[arg(help_heading = WRITE, hide_short_help = true, long, requires = "writes")]
    pub force: bool,

    /// Replace each file with its games, laid out anew
    ///
    /// That is what `--format pgn` makes of it. A file with an error, or with text that would be lost, stays as it is.
    #[arg(help_heading = WRITE, long, requires = "files", conflicts_with_all = REWRITING_CONFLICTS)]
    pub in_place: bool,

    /// Show what --in-place or --fix would change, as a unified diff
    ///
    /// The exit status is 1 if anything would change.
    #[arg(help_heading = WRITE, hide_short_help = true, long, requires = "files", conflicts_with = "in_place", conflicts_with_all = REWRITING_CONFLICTS)]
    pub diff: bool,

    /// How `--format pgn` writes annotations
    #[arg(help_heading = WRITE, hide_short_help = true, long, value_enum, default_value_t, value_name = "STYLE")]
    pub nags: NagStyle,

    /// How many characters a line of movetext may have in `--format pgn`
    ///
    /// `none`: lines are not broken.
    #[arg(help_heading = WRITE, hide_short_help = true, long, default_value_t, value_name = "WIDTH")]
    pub width: LineWidth,

    /// Begin a line with each numbered move and each variation in `--format pgn`
    ///
    /// CTL-PGN always does.
    #[arg(help_heading = WRITE, hide_short_help = true, long)]
    pub one_move_a_line: bool,

    /// How moves are written, in PGN, captions, tables and pages
    ///
    /// Games of C'escacs have `ctl` and `fan`, those of PGN the others [default: san; for C'escacs, the letters of the
    /// game]
    #[arg(help_heading = WRITE, hide_short_help = true, long, value_enum, value_name = "NOTATION", conflicts_with_all = MOVE_TEXT_CONFLICTS)]
    pub notation: Option<MoveNotation>,

    /// Letters of the pieces in moves that are written
    ///
    /// A language, such as `de`, or letters, as for --piece-letters. For C'escacs `standard`, `FAN`, or others as the
    /// tag Redefine has them, such as `A@J, T@R, C@N` [default: English; for C'escacs, those of the game]
    #[arg(help_heading = WRITE, hide_short_help = true, long, value_name = "LANGUAGE|LETTERS", conflicts_with_all = MOVE_TEXT_CONFLICTS)]
    pub letters: Option<MoveLetters>,

    /// Which positions `--format json` writes
    #[arg(help_heading = WRITE, hide_short_help = true, long, value_enum, default_value_t, value_name = "POSITIONS")]
    pub positions: Positions,

    /// Columns of `--format games` or `moves`, such as `number,White,plies`
    ///
    /// Tags by their names, or what --explain columns lists [default: the most usual]
    #[arg(help_heading = WRITE, hide_short_help = true, long, value_name = "COLUMNS")]
    pub columns: Option<Columns>,

    /// View the games in full screen; `?` shows the keys
    #[cfg(feature = "viewer")]
    #[arg(help_heading = BOARDS, short, long, conflicts_with_all = ["format", "output", "check", "count", "unique", "limit", "no_pause", "explain", "fix", "fix_guesses"])]
    pub view: bool,

    /// Which positions: start, end, each, 23w, ply 45 …
    ///
    /// Or the first `match` of --where, or all its `matches`: see --explain positions [default: `end` for pictures, every
    /// position after a move for boards and FEN]
    #[arg(help_heading = BOARDS, long, value_name = "POSITION")]
    pub at: Option<PositionChoice>,

    /// Show the board from Black's side
    #[arg(help_heading = BOARDS, long)]
    pub flip: bool,

    /// Colours of boards, pages and pictures
    #[arg(help_heading = BOARDS, hide_short_help = true, long, value_enum, default_value_t, value_name = "THEME")]
    pub theme: Theme,

    /// How to draw a board
    ///
    /// [default: drawn where the output stops at each board and with --view, otherwise plain]
    #[arg(help_heading = BOARDS, hide_short_help = true, long, value_enum, value_name = "STYLE")]
    pub style: Option<Style>,

    /// What stands above a board, or around a picture
    ///
    /// [default: `san`; `side` for boards that do not wait for Enter]
    #[arg(help_heading = BOARDS, hide_short_help = true, long, value_enum, value_name = "CAPTIONS")]
    pub captions: Option<Captions>,

    /// No letters and numbers around the board, in pictures and pages
    #[arg(help_heading = BOARDS, hide_short_help = true, long)]
    pub no_coordinates: bool,

    /// No arrows, circles and highlights on the board, in pictures and pages
    #[arg(help_heading = BOARDS, hide_short_help = true, long)]
    pub no_marks: bool,

    /// What a page hides until it is asked for
    #[cfg(feature = "pages")]
    #[arg(help_heading = BOARDS, hide_short_help = true, long, value_enum, value_name = "WHAT")]
    pub hide: Option<Hidden>,

    /// How wide pictures are, in pixels
    ///
    /// They are 360 pixels wide without it, and have letters and numbers around the board from 200 on. With --view, how
    /// large pieces are: `large`, the default, drawn in several characters where the window has room, or `normal`, one
    /// character.
    #[arg(help_heading = BOARDS, hide_short_help = true, long, default_value_t, value_name = "SIZE", hide_default_value = true)]
    pub size: BoardSize,

    /// For how many seconds an animation shows each position
    ///
    /// Or `clock`: as long as the side to move thought by the recorded clocks [default: 1]
    #[cfg(feature = "pictures")]
    #[arg(help_heading = BOARDS, hide_short_help = true, long, value_name = "SECONDS|clock")]
    pub pace: Option<Pace>,

    /// What the mouse does with --view
    #[cfg(feature = "viewer")]
    #[arg(help_heading = BOARDS, hide_short_help = true, long, value_enum, default_value_t, value_name = "MODE")]
    pub mouse: MouseChoice,

    /// When to paint the squares
    #[arg(help_heading = BOARDS, hide_short_help = true, long, value_enum, default_value_t, value_name = "WHEN")]
    pub color: ColorChoice,

    /// Do not wait for Enter between boards
    #[arg(help_heading = BOARDS, long)]
    pub no_pause: bool,

    /// Only say what is wrong in the files
    ///
    /// And how many games, moves and variations there are.
    #[arg(help_heading = CHECK, long, conflicts_with_all = ["format", "style", "games"])]
    pub check: bool,

    /// Warn of more
    ///
    /// Of all wrong move numbers, even those with a full stop, of missing tags of the Seven Tag Roster, and of all that
    /// CTL-PGN forbids.
    #[arg(help_heading = CHECK, hide_short_help = true, long)]
    pub pedantic: bool,

    /// Fix the mistakes that have one certain correction
    ///
    /// In each file; no fix changes a move, and the rest of the text stays as it is. How many of each kind have been fixed
    /// is said, and what is left.
    #[arg(help_heading = CHECK, long, conflicts_with_all = ["format", "check", "count", "games", "where", "limit", "unique", "openings", "at"])]
    pub fix: bool,

    /// Fix also what can only be guessed
    ///
    /// In a terminal it asks each time; otherwise it takes a guess without a rival. --diff shows first what it would change.
    #[arg(help_heading = CHECK, hide_short_help = true, long, conflicts_with_all = ["format", "check", "count", "games", "where", "limit", "unique", "openings", "at"])]
    pub fix_guesses: bool,

    /// Serve an editor on standard input and output
    ///
    /// By the Language Server Protocol: problems as they are typed, boards, completion, fixes, layout.
    #[cfg(feature = "lsp")]
    #[arg(help_heading = CHECK, hide_short_help = true, long, conflicts_with_all = ["files", "answer", "format", "output", "check", "count", "where", "unique"])]
    pub lsp: bool,

    /// Language of the output: es, en or ca
    ///
    /// [default: that of the locale]
    #[arg(help_heading = MESSAGES, long, value_enum, value_name = "LANGUAGE")]
    pub lang: Option<LanguageCode>,

    /// Do not show warnings
    #[arg(help_heading = MESSAGES, short, long)]
    pub quiet: bool,

    /// How many errors, and how many warnings, of a file are shown
    ///
    /// 0 shows all.
    #[arg(help_heading = MESSAGES, hide_short_help = true, long, value_name = "N", default_value_t = 20)]
    pub max_errors: usize,

    /// Whom messages are for
    #[arg(help_heading = MESSAGES, hide_short_help = true, long, value_enum, default_value_t, value_name = "FORMAT")]
    pub message_format: MessageFormat,

    /// Explain a message, such as E0301, or a topic
    ///
    /// Without one, list the topics and the messages. No file is read.
    #[arg(help_heading = MESSAGES, long, value_name = "TOPIC", num_args = 0..=1)]
    pub explain: Option<Option<Subject>>,

    /// Write a script that completes this command line in a shell
    #[arg(help_heading = MESSAGES, hide_short_help = true, long, value_enum, value_name = "SHELL")]
    pub completions: Option<Shell>,

    /// Write the man page, in roff
    #[arg(help_heading = MESSAGES, hide_short_help = true, long)]
    pub man: bool,

    /// Read no configuration file, and write none
    ///
    /// See --explain config.
    #[arg(help_heading = MESSAGES, hide_short_help = true, long)]
    pub no_config: bool,

    /// The contents of the configuration file.
    #[arg(skip)]
    pub config: Config,
}

impl Args {
    /// Reads the command line.
    ///
    /// # Errors
    ///
    /// Returns the text to show instead if the command line is wrong, or asks for the help or the version.
    pub fn from_command_line() -> Result<Args, Reply> {
        // on Windows the shell does not expand `*.pgn`
        let arguments: Vec<OsString> = wild::args_os().collect();
        let config = Config::load(&arguments);
        let lang = config.lang;
        let args = Args::parsed(&arguments, config);
        let mut args = args.map_err(|error| Reply::to_arguments(error, &arguments, lang))?;
        let (language, wants_plain) = (args.language_code(), args.rewrites());
        args.files = with_files_of_folders(args.files, wants_plain).map_err(|folder| {
            let text = language.language().command_line.no_games_in_folder;
            Reply::refusal(&fill_whole(text, &[("folder", &Printable(&folder.to_string_lossy()))]), language)
        })?;
        args.check_combinations().map_err(|reason| Reply::refusal(&reason, language))?;
        Ok(args)
    }

    /// Reads arguments. The configuration file decides what the arguments leave open, and the
    /// environment decides what both leave open.
    fn parsed(arguments: &[OsString], config: Config) -> Result<Args, clap::Error> {
        let matches = Args::command().try_get_matches_from(arguments)?;
        let is_open = |id: &str| matches.value_source(id) != Some(ValueSource::CommandLine);
        let mut args = Args::from_arg_matches(&matches)?;
        args.lang = args.lang.or(config.lang);
        if is_open("color") {
            args.color = config.color.unwrap_or_default();
        }
        #[cfg(feature = "viewer")]
        if is_open("theme") && args.output_format() == OutputFormat::Boards && args.output_file().is_none() {
            args.theme = config.view.theme.unwrap_or_default();
        }
        #[cfg(feature = "viewer")]
        if args.view {
            let view = &config.view;
            args.flip |= view.flip.unwrap_or(false);
            if is_open("mouse") {
                args.mouse = view.mouse.unwrap_or_default();
            }
        }
        args.config = config;
        Ok(args)
    }

    /// Returns what is changed of games before they are written.
    #[must_use]
    pub fn changes(&self) -> Changes {
        let mut dropped = Dropped::default();
        self.drop.iter().for_each(|list| dropped.add(list));
        let tags = TagChanges { settings: self.set.clone(), renamings: self.rename_tag.clone() };
        let (divides_lines, adds_openings) = (self.lines, self.openings);
        Changes { part: self.part, divides_lines, adds_openings, dropped, tags }
    }

    /// Returns the question about the program itself, if one is asked; no file is read then.
    #[must_use]
    pub fn question(&self) -> Option<Question> {
        let explain = self.explain.map(Question::Explain);
        let completions = self.completions.map(Question::Completions);
        explain.or(completions).or(self.man.then_some(Question::Man))
    }

    /// Returns the format of the output.
    #[must_use]
    pub fn output_format(&self) -> OutputFormat {
        if self.mends() {
            return OutputFormat::Pgn;
        }
        let extension = || self.output_file().map(NameTemplate::extension);
        let by_extension = || OutputFormat::of_extension(&extension()?);
        let by_target = || self.rewrites().then_some(OutputFormat::Pgn);
        self.format.or_else(by_extension).or_else(by_target).unwrap_or_default()
    }

    /// Returns the name of the output, unless that is standard output.
    #[must_use]
    pub fn output_file(&self) -> Option<&NameTemplate> {
        self.output.as_ref().filter(|name| !name.is_stdout())
    }

    /// Returns whether the output of each file replaces it or is compared with it.
    #[must_use]
    pub fn rewrites(&self) -> bool {
        self.replaces() || self.diff
    }

    /// Returns whether the output of each file replaces it: with `--in-place`, and with `--fix` unless the
    /// output goes elsewhere.
    #[must_use]
    pub fn replaces(&self) -> bool {
        let has_files = self.files.iter().any(|path| path != Path::new("-"));
        self.in_place || self.mends() && has_files && !self.diff && self.output.is_none()
    }

    /// Returns how games are read and checked.
    #[must_use]
    pub fn check_options(&self) -> CheckOptions {
        CheckOptions {
            variant: self.variant,
            syntax: self.syntax,
            pedantic: self.pedantic,
            letters: self.piece_letters,
            max_game_size: self.max_game_size.0,
        }
    }

    /// Returns the layout of games that are written again.
    #[must_use]
    pub fn layout(&self) -> Layout {
        let mut layout = Layout::default();
        (layout.nags, layout.tags, layout.width) = (self.nags, self.tags, self.width);
        (layout.one_move_a_line, layout.is_verbatim) = (self.one_move_a_line, self.rewrites());
        layout
    }

    /// Returns the options of pictures.
    #[must_use]
    pub fn picture_options(&self) -> PictureOptions {
        let defaults = PictureOptions::default();
        let width = if let BoardSize::Pixels(width) = self.size { width } else { defaults.width };
        PictureOptions {
            theme: self.theme,
            flipped: self.flip,
            // in a narrower picture they could not be read
            coordinates: !self.no_coordinates && width >= 200,
            marks: !self.no_marks,
            width,
        }
    }

    /// Returns the files to read; `-`, standard input, if none is named.
    #[must_use]
    pub fn input_paths(&self) -> Vec<PathBuf> {
        if self.files.is_empty() { vec![PathBuf::from("-")] } else { self.files.clone() }
    }

    /// Returns the language of the output.
    #[must_use]
    pub fn language_code(&self) -> LanguageCode {
        self.lang.unwrap_or_else(environment::language)
    }

    /// Returns the texts in the language of the output.
    #[must_use]
    pub fn language(&self) -> &'static Language {
        self.language_code().language()
    }

    /// Returns the options of the reporter, for messages in a language.
    #[must_use]
    pub fn reporter_options(&self, language: &'static Language, color: bool) -> ReporterOptions {
        ReporterOptions {
            format: self.message_format,
            language,
            color,
            quiet: self.quiet,
            max_shown: (self.max_errors > 0).then_some(self.max_errors),
        }
    }

    /// Returns whether games are handled one by one, so that an error in one does not affect
    /// the others.
    #[must_use]
    pub fn goes_game_by_game(&self) -> bool {
        self.shows_game_by_game() || self.check || self.count || self.mends()
    }

    /// Returns whether mistakes in the texts are fixed, and the rest is written as it is (`--fix`, `--fix-guesses`).
    #[must_use]
    pub fn mends(&self) -> bool {
        self.fix || self.fix_guesses
    }

    /// Returns whether each game is shown as soon as it has been checked (`--keep-going`). Returns
    /// `false` when files are rewritten, because each is replaced as a whole.
    #[must_use]
    pub fn shows_game_by_game(&self) -> bool {
        self.keep_going && !self.check && !self.count && !self.rewrites()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clap_accepts_the_definition() {
        Args::command().debug_assert();
    }
}

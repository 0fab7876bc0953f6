//! The options, in the seven groups of the help. What they go with is in `table.rs`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueHint};
use clap_complete::Shell;
use encoding_rs::Encoding;

#[cfg(feature = "pages")]
use super::Hidden;
#[cfg(feature = "viewer")]
use super::MouseChoice;
use super::choices::encoding;
use super::{
    BoardSize, BottomSide, ColorChoice, Denied, NameTemplate, OutputFormat, Selection, Size, Unique,
};
use crate::change::{Dropped, Part, Renaming, Setting};
use crate::check::Syntax;
#[cfg(feature = "pictures")]
use crate::format::Pace;
use crate::format::{Captions, Columns, MoveLetters, MoveNotation, PositionChoice, Positions, Style};
use crate::message::{LanguageCode, MessageFormat, Subject};
use crate::notation::{MAX_GAME_SIZE, Variant};
use crate::picture::Theme;
use crate::syntax::{LineWidth, NagStyle, PieceLetters, TagOrder};

/// The heading of the options that clap adds, too.
pub const MESSAGES: &str = "Messages and help";

/// Which files are read, and how.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Read")]
pub struct Reading {
    /// Files with games, or folders of them; `-` is standard input
    #[arg(hide_short_help = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,

    /// Show what can be read of a game with an error
    ///
    /// Games without errors are shown whole, and the others up to the error. Otherwise nothing of a file with an error is
    /// shown.
    #[arg(short, long)]
    pub keep_going: bool,

    /// How much of PGN and CTL-PGN the files may use
    #[arg(hide_short_help = true, long, value_enum, default_value_t, value_name = "SYNTAX")]
    pub syntax: Syntax,

    /// Read every game as this variant of chess
    ///
    /// The Variant tag is ignored then [default: by that tag, or the extension .ctl-pgn]
    #[arg(hide_short_help = true, long, value_enum, value_name = "VARIANT")]
    pub variant: Option<Variant>,

    /// Letters of the pieces in PGN
    ///
    /// As the file has them: a language, such as `de`, or the letters of king, queen, rook, bishop, knight and perhaps pawn,
    /// such as `KDTLS`. English ones are written. Not for CTL-PGN [default: by the PieceLetters tag, or English]
    #[arg(hide_short_help = true, long, value_name = "LANGUAGE|LETTERS")]
    pub piece_letters: Option<PieceLetters>,

    /// Standard input is a table with a game or a position in each row
    ///
    /// Files are known as tables by their extensions .csv, .tsv and .jsonl: see --explain rows.
    #[arg(hide_short_help = true, long, value_parser = ["csv", "tsv", "jsonl"], value_name = "FORMAT")]
    pub rows: Option<String>,

    /// Encoding of files that do not tell theirs: windows-1251, gbk …
    ///
    /// By a name of the Encoding Standard [default: UTF-8 and, where a text is not that, Windows-1252]
    #[arg(hide_short_help = true, long, value_name = "NAME", value_parser = encoding)]
    pub encoding: Option<&'static Encoding>,

    /// How many bytes a game may have, with K, M or G
    ///
    /// A larger one is an error.
    #[arg(hide_short_help = true, long, value_name = "SIZE", default_value_t = Size(MAX_GAME_SIZE))]
    pub max_game_size: Size,

    /// How many threads work on a file
    ///
    /// [default: as many as there are cores]
    #[arg(hide_short_help = true, long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
}

/// Which games are meant.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Choose")]
pub struct Choosing {
    /// Only these games, by number: 3, 2-5,9 or 7-
    #[arg(long, value_name = "NUMBERS")]
    pub games: Option<Selection>,

    /// Only games that answer a question
    ///
    /// It is about tags, moves or positions, such as 'WhiteElo >= 2700 and material "KRP v KR"': see --explain where.
    #[arg(long, value_name = "QUESTION")]
    pub r#where: Option<String>,

    /// Only the first N games of those chosen
    ///
    /// Of all files together. Nothing is read after them.
    #[arg(long, value_name = "N")]
    pub limit: Option<NonZeroUsize>,

    /// Of games with the same moves, only the first
    ///
    /// Games are the same if the start and the moves of the main line are, in all files together, and the results do not
    /// differ. How many are left out is said at the end. With `beginnings` a game is left out, too, if a longer game of the
    /// same players begins with it and does not have another result; files are then read three times.
    #[arg(long, value_enum, value_name = "KIND", num_args = 0..=1, require_equals = true, default_missing_value = "same")]
    pub unique: Option<Unique>,

    /// Write the games that --unique leaves out to a file
    ///
    /// In the format of its extension, or else as PGN.
    #[arg(hide_short_help = true, long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "unique")]
    pub duplicates: Option<NameTemplate>,

    /// Only say how many games there are, by file
    #[arg(long)]
    pub count: bool,
}

/// What is changed of a game before it is written.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Change")]
pub struct Changing {
    /// Only these moves: 10w-30b, -40b, end-10..end
    ///
    /// The part is a game of its own, which begins with the position before its first move. It has the result of the game
    /// if the end is in it.
    #[arg(long, value_name = "FROM-TO", allow_hyphen_values = true)]
    pub part: Option<Part>,

    /// Make each variation a game of its own
    ///
    /// It comes after its game, with the moves that lead to it. The tag Line names the moves that it leaves, such as
    /// 10.1/12...3.
    #[arg(hide_short_help = true, long)]
    pub lines: bool,

    /// Make one tree of games that start alike
    ///
    /// The first game keeps its header and its main line; other moves are variations. Players are named where they are not
    /// those of the header. Games with an error or without moves stay by themselves.
    #[arg(hide_short_help = true, long)]
    pub merge: bool,

    /// Leave out clocks, evals, comments, variations, tags …
    ///
    /// Or words of comments, commands (all [%…]), arrows, nags, a tag by its name; with commas between them. `tags` are all
    /// but those without which the moves cannot be read: see --explain change.
    #[arg(long, value_name = "LIST")]
    pub drop: Vec<Dropped>,

    /// Give a tag a value
    ///
    /// The game gets the tag if it lacks it. Result changes the end of the moves, too.
    #[arg(hide_short_help = true, long, value_name = "NAME=VALUE")]
    pub set: Vec<Setting>,

    /// Give a tag another name
    ///
    /// A game that has the new name already keeps both tags, which is an error.
    #[arg(hide_short_help = true, long, value_name = "OLD=NEW")]
    pub rename_tag: Vec<Renaming>,

    /// Add the tags ECO and Opening, by the positions
    ///
    /// Those that a game already has stay as they are.
    #[arg(long)]
    pub openings: bool,

    /// Which tags `--format pgn` writes, and in which order
    #[arg(hide_short_help = true, long, value_enum, default_value_t, value_name = "ORDER")]
    pub tags: TagOrder,
}

/// What is written, and where.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Write")]
pub struct Writing {
    /// What to write: boards, pgn, fen, json, html, png …
    ///
    /// [default: by the extension of --output, or boards]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<OutputFormat>,

    /// Write to a file, in the format of its extension
    ///
    /// With {game}, {ply}, {move}, {year} or a tag such as {White} in its name, games and pictures go to files by these
    /// names; `-` is standard output. With --check it gets the messages. See --explain output.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<NameTemplate>,

    /// How many games a file has, with {part} in the name after --output
    #[arg(hide_short_help = true, long, value_name = "N", requires = "output")]
    pub per_file: Option<NonZeroUsize>,

    /// Replace files that exist, or that have several names
    ///
    /// The former with --output; files with several names (hard links) with --in-place and --fix.
    #[arg(hide_short_help = true, long, requires = "writes")]
    pub force: bool,

    /// Replace each file with its games, laid out anew
    ///
    /// That is what `--format pgn` makes of it. A file with an error, or with text that would be lost, stays as it is.
    #[arg(long, requires = "files")]
    pub in_place: bool,

    /// Show what --in-place or --fix would change, as a unified diff
    ///
    /// The exit status is 1 if anything would change.
    #[arg(hide_short_help = true, long, requires = "files")]
    pub diff: bool,

    /// How `--format pgn` writes annotations
    #[arg(hide_short_help = true, long, value_enum, default_value_t, value_name = "STYLE")]
    pub nags: NagStyle,

    /// How many characters a line of movetext may have in `--format pgn`
    ///
    /// `none`: lines are not broken.
    #[arg(hide_short_help = true, long, default_value_t, value_name = "WIDTH")]
    pub width: LineWidth,

    /// Begin a line with each numbered move and each variation in `--format pgn`
    ///
    /// CTL-PGN always does.
    #[arg(hide_short_help = true, long)]
    pub one_move_a_line: bool,

    /// How moves are written, in PGN, captions, tables and pages
    ///
    /// Games of C'escacs have `ctl` and `fan`, those of PGN the others [default: san; for C'escacs, the letters of the
    /// game]
    #[arg(hide_short_help = true, long, value_enum, value_name = "NOTATION")]
    pub notation: Option<MoveNotation>,

    /// Letters of the pieces in moves that are written
    ///
    /// A language, such as `de`, or letters, as for --piece-letters. For C'escacs `standard`, `FAN`, or others as the
    /// tag Redefine has them, such as `A@J, T@R, C@N` [default: English; for C'escacs, those of the game]
    #[arg(hide_short_help = true, long, value_name = "LANGUAGE|LETTERS")]
    pub letters: Option<MoveLetters>,

    /// Which positions `--format json` writes
    #[arg(hide_short_help = true, long, value_enum, default_value_t, value_name = "POSITIONS")]
    pub positions: Positions,

    /// Columns of `--format games` or `moves`, such as `number,White,plies`
    ///
    /// Tags by their names, or what --explain columns lists [default: the most usual]
    #[arg(hide_short_help = true, long, value_name = "COLUMNS")]
    pub columns: Option<Columns>,
}

/// How boards and pictures look, and which positions they show.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Boards and pictures")]
pub struct Drawing {
    /// View the games in full screen; `?` shows the keys
    #[cfg(feature = "viewer")]
    #[arg(short, long)]
    pub view: bool,

    /// Which positions: start, end, each, 23w, end-10 …
    ///
    /// Or the first `match` of --where, or all its `matches`: see --explain positions [default: `end` for pictures, every
    /// position after a move for boards and FEN]
    #[arg(long, value_name = "POSITION")]
    pub at: Option<PositionChoice>,

    /// Show the board from Black's side
    ///
    /// Or, with `mover`, each position from the side to move.
    #[arg(long, value_enum, value_name = "SIDE", num_args = 0..=1, require_equals = true, default_missing_value = "black")]
    pub flip: Option<BottomSide>,

    /// Colours of boards, pages and pictures
    #[arg(hide_short_help = true, long, value_enum, default_value_t, value_name = "THEME")]
    pub theme: Theme,

    /// How to draw a board
    ///
    /// [default: drawn where the output stops at each board and with --view, otherwise plain]
    #[arg(hide_short_help = true, long, value_enum, value_name = "STYLE")]
    pub style: Option<Style>,

    /// What stands above a board, or around a picture
    ///
    /// [default: `san`; `side` for boards that do not wait for Enter]
    #[arg(hide_short_help = true, long, value_enum, value_name = "CAPTIONS")]
    pub captions: Option<Captions>,

    /// No letters and numbers around the board, in pictures and pages
    #[arg(hide_short_help = true, long)]
    pub no_coordinates: bool,

    /// No arrows, circles and highlights on the board, in pictures and pages
    #[arg(hide_short_help = true, long)]
    pub no_marks: bool,

    /// What a page hides until it is asked for
    #[cfg(feature = "pages")]
    #[arg(hide_short_help = true, long, value_enum, value_name = "WHAT")]
    pub hide: Option<Hidden>,

    /// How wide pictures are, in pixels
    ///
    /// They are 360 pixels wide without it, and wider the more cells a board has, and have letters and numbers around the
    /// board from 200 on. With --view, how large pieces are: `large`, the default, drawn in several characters where the
    /// window has room, or `normal`, one character.
    #[arg(
        hide_short_help = true,
        long,
        default_value = "large",
        value_name = "SIZE",
        hide_default_value = true
    )]
    pub size: BoardSize,

    /// For how many seconds an animation shows each position
    ///
    /// Or `clock`: as long as the side to move thought by the recorded clocks [default: 1]
    #[cfg(feature = "pictures")]
    #[arg(hide_short_help = true, long, value_name = "SECONDS|clock")]
    pub pace: Option<Pace>,

    /// What the mouse does with --view
    #[cfg(feature = "viewer")]
    #[arg(hide_short_help = true, long, value_enum, default_value_t, value_name = "MODE")]
    pub mouse: MouseChoice,

    /// When to paint the squares
    #[arg(hide_short_help = true, long, value_enum, default_value_t, value_name = "WHEN")]
    pub color: ColorChoice,

    /// Do not wait for Enter between boards
    #[arg(long)]
    pub no_pause: bool,
}

/// What is said of the files, and what is fixed in them.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Check and fix")]
pub struct Checking {
    /// Only say what is wrong in the files
    ///
    /// And how many games, moves and variations there are.
    #[arg(long)]
    pub check: bool,

    /// Warn of more
    ///
    /// Of all wrong move numbers, even those with a full stop, of missing tags of the Seven Tag Roster, and of all that
    /// CTL-PGN forbids.
    #[arg(hide_short_help = true, long)]
    pub pedantic: bool,

    /// Take warnings for errors
    ///
    /// The exit status is 1 if there are any, shown or not.
    #[arg(hide_short_help = true, long, value_enum, value_name = "WHAT")]
    pub deny: Option<Denied>,

    /// Fix the mistakes that have one certain correction
    ///
    /// In each file; no fix changes a move, and the rest of the text stays as it is. How many of each kind have been fixed
    /// is said, and what is left.
    #[arg(long)]
    pub fix: bool,

    /// Fix also what can only be guessed
    ///
    /// In a terminal it asks each time; otherwise it takes a guess without a rival. --diff shows first what it would change.
    #[arg(hide_short_help = true, long)]
    pub fix_guesses: bool,

    /// Serve an editor on standard input and output
    ///
    /// By the Language Server Protocol: problems as they are typed, boards, completion, fixes, layout.
    #[cfg(feature = "lsp")]
    #[arg(hide_short_help = true, long)]
    pub lsp: bool,
}

/// How messages are written, and what the program says of itself.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = MESSAGES)]
pub struct Messaging {
    /// Language of the output: es, en or ca
    ///
    /// [default: that of the locale]
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    pub lang: Option<LanguageCode>,

    /// Do not show warnings
    #[arg(short, long)]
    pub quiet: bool,

    /// How many errors, and how many warnings, of a file are shown
    ///
    /// 0 shows all.
    #[arg(hide_short_help = true, long, value_name = "N", default_value_t = 20)]
    pub max_errors: usize,

    /// Whom messages are for
    #[arg(hide_short_help = true, long, value_enum, default_value_t, value_name = "FORMAT")]
    pub message_format: MessageFormat,

    /// Explain a message, such as E0301, or a topic
    ///
    /// Without one, list the topics and the messages. No file is read.
    #[arg(long, value_name = "TOPIC", num_args = 0..=1)]
    pub explain: Option<Option<Subject>>,

    /// Write a script that completes this command line in a shell
    #[arg(hide_short_help = true, long, value_enum, value_name = "SHELL")]
    pub completions: Option<Shell>,

    /// Write the man page, in roff
    #[arg(hide_short_help = true, long)]
    pub man: bool,

    /// Read no configuration file, and write none
    ///
    /// See --explain config.
    #[arg(hide_short_help = true, long)]
    pub no_config: bool,
}

//! The command line: the arguments, and what they mean together.

mod choices;
mod combinations;
mod options;
mod output_format;
mod table;

use std::ffi::OsString;
use std::io::{IsTerminal, stderr, stdout};
use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{ArgGroup, CommandFactory, FromArgMatches, Parser};

use super::config::Config;
use super::environment;
use super::folders::with_files_of_folders;
use super::manual::Question;
use super::usage::Reply;
use crate::change::{Changes, Dropped, TagChanges};
use crate::check::CheckOptions;
use crate::message::{Language, LanguageCode, MessageFormat, ReporterOptions, fill_whole};
use crate::picture::PictureOptions;
use crate::syntax::{Layout, TagOrder};
use crate::text::Printable;

pub use super::name_template::{NameTemplate, PlaceholderError};
pub use super::selection::{Selection, SelectionError};
pub use super::size::{BoardSize, NotABoardSize, NotASize, Size};
#[cfg(feature = "pages")]
pub use choices::Hidden;
#[cfg(feature = "viewer")]
pub use choices::MouseChoice;
pub use choices::{BottomSide, ColorChoice, Denied, NotAnEncoding, Unique};
pub use options::{Changing, Checking, Choosing, Drawing, MESSAGES, Messaging, Reading, Writing};
pub use output_format::OutputFormat;
pub use table::{Task, definition};
use table::{USES, Use};

/// Shows, checks, fixes and converts games of chess (PGN) and C'escacs (CTL-PGN)
///
/// C'escacs is chess on a board of 169 hexes. In a terminal Enter shows the next board, ← the
/// previous one, n the next game, and q quits; into a pipe or a file everything goes at once.
#[derive(Clone, Debug, Parser)]
#[command(version, max_term_width = 100, next_line_help = true)]
#[command(group(ArgGroup::new("writes").args(["output", "duplicates", "in_place", "fix", "fix_guesses"]).multiple(true)))]
#[command(group(ArgGroup::new("answer").args(["explain", "completions", "man"])))]
pub struct Args {
    #[command(flatten)]
    pub reading: Reading,
    #[command(flatten)]
    pub choosing: Choosing,
    #[command(flatten)]
    pub changing: Changing,
    #[command(flatten)]
    pub writing: Writing,
    #[command(flatten)]
    pub drawing: Drawing,
    #[command(flatten)]
    pub checking: Checking,
    #[command(flatten)]
    pub messaging: Messaging,
    /// What is to be done.
    #[arg(skip)]
    pub task: Task,
    /// The rows of the options that the command line gives.
    #[arg(skip)]
    given: Vec<&'static Use>,
    /// The contents of the configuration file.
    #[arg(skip)]
    pub config: Config,
}

/// Returns arguments in which `--flip` and a value after it are one. Without a value the next argument is a file.
fn joined(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    for argument in arguments {
        match joined.last_mut().filter(|last| *last == "--flip") {
            Some(last) if argument == "mover" || argument == "black" => {
                last.push("=");
                last.push(argument);
            }
            _ => joined.push(argument),
        }
    }
    joined
}

impl Args {
    /// Reads the command line.
    ///
    /// # Errors
    ///
    /// Returns the text to show instead if the command line is wrong, or asks for the help or the version.
    pub fn from_command_line() -> Result<Args, Reply> {
        // on Windows the shell does not expand `*.pgn`
        let arguments = joined(wild::args_os());
        // before the arguments are parsed, because an error in them is told in the language of the file
        let config = Config::load(&arguments);
        let lang = config.lang;
        let args = Args::parsed(&arguments, config);
        let mut args = args.map_err(|error| Reply::to_arguments(error, &arguments, lang))?;
        let (code, wants_plain) = (args.language_code(), args.rewrites());
        let color = args.drawing.color.is_enabled(stderr().is_terminal());
        let options = args.reporter_options(code.language(), color);
        args.reading.files = with_files_of_folders(args.reading.files, wants_plain).map_err(|folder| {
            let text = options.language.command_line.no_games_in_folder;
            let reason = fill_whole(text, &[("folder", &Printable(&folder.to_string_lossy()))]);
            Reply::refusal(&reason, code, options)
        })?;
        args.check_combinations().map_err(|reason| Reply::refusal(&reason, code, options))?;
        Ok(args)
    }

    /// Reads arguments. The configuration file decides what the arguments leave open, and the
    /// environment decides what both leave open.
    ///
    /// # Errors
    ///
    /// Returns an error if an argument is wrong, or is of no use for what is to be done.
    pub(super) fn parsed<I, T>(arguments: I, config: Config) -> Result<Args, clap::Error>
    where
        I: IntoIterator<Item = T> + Clone,
        T: Into<OsString> + Clone,
    {
        let matches = Args::command().try_get_matches_from(arguments.clone())?;
        let is_given = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
        let mut args = Args::from_arg_matches(&matches)?;
        args.given = USES.iter().filter(|row| is_given(row.id())).collect();
        let tasks = Task::asked_for(is_given);
        if args.given.iter().any(|row| !row.serves(&tasks)) {
            // to make the conflicts takes as long as to parse the arguments, so only those who need the error wait for
            // it
            definition().try_get_matches_from(arguments)?;
        }
        args.task = tasks.last().copied().unwrap_or_default();
        args.messaging.lang = args.messaging.lang.or(config.lang);
        if !is_given("color") {
            args.drawing.color = config.color.unwrap_or_default();
        }
        #[cfg(feature = "viewer")]
        {
            let (view, is_board) = (&config.view, args.output_format() == OutputFormat::Boards);
            // the setting is for boards in a terminal, as `--explain config` says
            if !is_given("theme") && is_board && args.output_file().is_none() {
                args.drawing.theme = view.theme.unwrap_or_default();
            }
            if args.task == Task::View {
                let flip = view.flip.unwrap_or(false).then_some(BottomSide::Black);
                args.drawing.flip = args.drawing.flip.or(flip);
                if !is_given("mouse") {
                    args.drawing.mouse = view.mouse.unwrap_or_default();
                }
            }
        }
        args.config = config;
        Ok(args)
    }

    /// Returns what is changed of games before they are written.
    pub fn changes(&self) -> Changes {
        let mut dropped = Dropped::default();
        self.changing.drop.iter().for_each(|list| dropped.add(list));
        let tags =
            TagChanges { settings: self.changing.set.clone(), renamings: self.changing.rename_tag.clone() };
        let (divides_lines, adds_openings) = (self.changing.lines, self.changing.openings);
        Changes { part: self.changing.part, divides_lines, adds_openings, dropped, tags }
    }

    /// Returns the question about the program itself, if one is asked; no file is read then.
    pub fn question(&self) -> Option<Question> {
        let explain = self.messaging.explain.map(Question::Explain);
        let completions = self.messaging.completions.map(Question::Completions);
        explain.or(completions).or(self.messaging.man.then_some(Question::Man))
    }

    /// Returns the format of the output.
    pub fn output_format(&self) -> OutputFormat {
        if self.mends() {
            return OutputFormat::Pgn;
        }
        let extension = || self.output_file().map(NameTemplate::extension);
        let by_extension = || OutputFormat::of_extension(&extension()?);
        let chosen = self.writing.format.map(|format| format.in_file(&extension().unwrap_or_default()));
        let by_target = || self.rewrites().then_some(OutputFormat::Pgn);
        chosen.or_else(by_extension).or_else(by_target).unwrap_or_default()
    }

    /// Returns the name of the output, unless that is standard output.
    pub fn output_file(&self) -> Option<&NameTemplate> {
        self.writing.output.as_ref().filter(|name| !name.is_stdout())
    }

    /// Returns whether the output, if it does not replace files, goes to a terminal.
    pub fn output_is_terminal(&self) -> bool {
        self.output_file().map_or_else(|| stdout().is_terminal(), NameTemplate::is_terminal)
    }

    /// Returns whether the output of each file replaces it or is compared with it.
    pub fn rewrites(&self) -> bool {
        self.replaces() || self.writing.diff
    }

    /// Returns whether the output of each file replaces it: with `--in-place`, and with `--fix` unless the
    /// output goes elsewhere.
    pub fn replaces(&self) -> bool {
        let has_files = self.reading.files.iter().any(|path| path != Path::new("-"));
        self.writing.in_place
            || self.mends() && has_files && !self.writing.diff && self.writing.output.is_none()
    }

    /// Returns how games are read and checked.
    pub fn check_options(&self) -> CheckOptions {
        CheckOptions {
            variant: self.reading.variant,
            syntax: self.reading.syntax,
            pedantic: self.checking.pedantic,
            letters: self.reading.piece_letters,
            max_game_size: self.reading.max_game_size.0,
        }
    }

    /// Returns the layout of games that are written again.
    pub fn layout(&self) -> Layout {
        let mut layout = Layout::default();
        (layout.nags, layout.tags, layout.width) =
            (self.writing.nags, self.changing.tags, self.writing.width);
        if self.changing.drop.iter().any(Dropped::drops_all_tags) {
            // in the other order the seven would be added
            layout.tags = TagOrder::Keep;
        }
        (layout.one_move_a_line, layout.is_verbatim) = (self.writing.one_move_a_line, self.rewrites());
        layout
    }

    /// Returns the options of pictures.
    pub fn picture_options(&self) -> PictureOptions {
        let width = if let BoardSize::Pixels(width) = self.drawing.size { Some(width) } else { None };
        PictureOptions {
            theme: self.drawing.theme,
            flipped: self.drawing.flip == Some(BottomSide::Black),
            follows_mover: self.drawing.flip == Some(BottomSide::Mover),
            // in a narrower picture they could not be read
            coordinates: !self.drawing.no_coordinates && width.is_none_or(|width| width >= 200),
            marks: !self.drawing.no_marks,
            width,
        }
    }

    /// Returns the files to read; `-`, standard input, if none is named. With `--rows` it has the extension of a table.
    pub fn input_paths(&self) -> Vec<PathBuf> {
        let Reading { files, rows, .. } = &self.reading;
        let stdin = PathBuf::from(rows.as_ref().map_or("-".into(), |rows| format!("-.{rows}")));
        let path = |path: &PathBuf| if path == "-" { stdin.clone() } else { path.clone() };
        if files.is_empty() { vec![stdin] } else { files.iter().map(path).collect() }
    }

    /// Returns the language of the output.
    pub fn language_code(&self) -> LanguageCode {
        self.messaging.lang.unwrap_or_else(environment::language)
    }

    /// Returns the texts in the language of the output.
    pub fn language(&self) -> &'static Language {
        self.language_code().language()
    }

    /// Returns the format of messages: unless one is chosen, that of the extension of the file that they go to.
    fn message_format(&self) -> MessageFormat {
        let extension = self.output_file().filter(|_| self.task == Task::Check).map(NameTemplate::extension);
        match (self.messaging.message_format, extension.as_deref()) {
            (MessageFormat::Human, Some("sarif")) => MessageFormat::Sarif,
            (MessageFormat::Human, Some("json" | "jsonl")) => MessageFormat::Json,
            (format, _) => format,
        }
    }

    /// Returns the options of the reporter, for messages in a language.
    pub fn reporter_options(&self, language: &'static Language, color: bool) -> ReporterOptions {
        ReporterOptions {
            format: self.message_format(),
            language,
            color,
            width: environment::width_of_messages(),
            quiet: self.messaging.quiet,
            max_shown: (self.messaging.max_errors > 0).then_some(self.messaging.max_errors),
        }
    }

    /// Returns whether games are handled one by one, so that an error in one does not affect
    /// the others.
    pub fn goes_game_by_game(&self) -> bool {
        matches!(self.task, Task::Check | Task::Count | Task::Fix) || self.shows_game_by_game()
    }

    /// Returns whether mistakes in the texts are fixed, and the rest is written as it is (`--fix`, `--fix-guesses`).
    pub fn mends(&self) -> bool {
        self.task == Task::Fix
    }

    /// Returns whether each game is shown as soon as it has been checked (`--keep-going`). Returns
    /// `false` when files are rewritten, because each is replaced as a whole.
    pub fn shows_game_by_game(&self) -> bool {
        self.reading.keep_going && matches!(self.task, Task::Show | Task::Fix) && !self.rewrites()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clap_accepts_the_definition() {
        definition().debug_assert();
    }
}

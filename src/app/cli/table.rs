//! What goes with what: the tasks that each option serves, and the formats that follow it.

use clap::{Command, CommandFactory};

use super::{
    Args, BottomSide, Changing, Checking, Choosing, Drawing, Messaging, NameTemplate, OutputFormat, Reading,
    Writing,
};
use crate::format::Captions;

/// What the program is to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Task {
    /// Write the games in a format.
    #[default]
    Show,
    /// Count the games.
    Count,
    /// Say what is wrong in the files.
    Check,
    /// Replace each file with its games, laid out anew.
    InPlace,
    /// Show what would change in each file.
    Diff,
    /// Fix mistakes: in the files, unless the text goes to an output or its difference is shown.
    Fix,
    /// View the games in full screen.
    View,
    /// Serve an editor.
    Serve,
    /// Answer a question about the program itself.
    Answer,
}

use Task::{Answer, Check, Count, Diff, Fix, InPlace, Serve, Show, View};

impl Task {
    const ALL: [Task; 9] = [Show, Count, Check, InPlace, Diff, Fix, View, Serve, Answer];

    /// Returns the tasks that options ask for. The last one is what is done: `--fix` with `--in-place` or `--diff`
    /// fixes.
    pub(super) fn asked_for(is_given: impl Fn(&str) -> bool) -> Vec<Task> {
        let is_asked_for = |task: &Task| task.options().iter().any(|option| is_given(option));
        Task::ALL.into_iter().filter(is_asked_for).collect()
    }

    /// Returns the options that ask for the task.
    const fn options(self) -> &'static [&'static str] {
        match self {
            Count => &["count"],
            Check => &["check"],
            InPlace => &["in_place"],
            Diff => &["diff"],
            Fix => &["fix", "fix_guesses"],
            View if cfg!(feature = "viewer") => &["view"],
            Serve if cfg!(feature = "lsp") => &["lsp"],
            Answer => &["explain", "completions", "man"],
            Show | View | Serve => &[],
        }
    }
}

/// A row of the table.
#[derive(Debug)]
pub(super) struct Use {
    option: &'static str,
    /// The tasks for which the option means something, or is at least no mistake.
    tasks: &'static [Task],
    /// Returns whether a format follows the option, as it is given in arguments.
    pub(super) follows: fn(&Args, OutputFormat) -> bool,
}

impl Use {
    /// Returns the name of the option in the definition of the command line.
    pub(super) fn id(&self) -> &'static str {
        // `where` is a word of Rust, so its field has the prefix of raw identifiers
        self.option.trim_start_matches("r#")
    }

    /// Returns whether the option serves all of some tasks.
    pub(super) fn serves(&self, tasks: &[Task]) -> bool {
        tasks.iter().all(|task| self.tasks.contains(task))
    }
}

/// The tasks that read games.
const GAMES: [Task; 8] = [Show, Count, Check, InPlace, Diff, Fix, View, Serve];

/// Which formats follow an option that each follows or ignores.
const ANY: fn(&Args, OutputFormat) -> bool = |_, _| true;

/// Defines the table. The compiler finds an option without a row.
macro_rules! uses {
    ($($group:ident { $($($(#[$feature:meta])? $option:ident),+: $tasks:expr, $follows:expr;)* })*) => {
        pub(super) const USES: &[Use] = &[$($($(
            $(#[$feature])?
            Use { option: stringify!($option), tasks: &$tasks, follows: $follows },
        )+)*)*];

        // a pattern without `..`, which does not compile unless it names every field
        $(const _: fn($group) = |$group { $($($(#[$feature])? $option: _,)+)* }| {};)*
    };
}

uses! {
    Reading {
        files: [Show, Count, Check, InPlace, Diff, Fix, View], ANY;
        keep_going, syntax, variant, piece_letters, max_game_size, threads: GAMES, ANY;
        rows, encoding: [Show, Count, Check, View], ANY;
    }
    Choosing {
        games: [Show, Count, View, Serve], ANY;
        r#where: [Show, Count, Check, View], ANY;
        limit: [Show, Count, Check, Serve], ANY;
        unique, duplicates: [Show, Count, Check], ANY;
        count: [Count], ANY;
    }
    Changing {
        part, lines, merge: [Show, Serve], ANY;
        drop, set, rename_tag: [Show, InPlace, Diff, Serve], shows_tags;
        openings: [Show, Count, Check, InPlace, Diff, View, Serve], ANY;
        tags: GAMES, ANY;
    }
    Writing {
        format: [Show, InPlace, Diff], ANY;
        output: [Show, Check, Fix], ANY;
        per_file, force, nags, width, one_move_a_line, positions: GAMES, ANY;
        in_place: [InPlace, Fix], ANY;
        diff: [Diff, Fix], ANY;
        notation, letters: [Show, Serve], writes_moves;
        columns: GAMES, |_, format| format.is_table();
    }
    Drawing {
        #[cfg(feature = "viewer")] view: [View], ANY;
        at: [Show, Check, View, Serve], |_, format| format.properties().positions;
        flip: GAMES, is_flipped;
        style: [Show, InPlace, Diff, Fix, View, Serve], ANY;
        captions: GAMES, has_captions;
        no_marks: GAMES, |_, format| format.is_drawn();
        #[cfg(feature = "pages")] hide: GAMES, |_, format| format.is_page();
        theme, no_coordinates, size: GAMES, ANY;
        #[cfg(feature = "pictures")] pace: GAMES, ANY;
        #[cfg(feature = "viewer")] mouse: GAMES, ANY;
        color: Task::ALL, ANY;
        no_pause: [Show, Count, Check, InPlace, Diff, Fix, Serve], ANY;
    }
    Checking {
        check: [Check], ANY;
        pedantic: GAMES, ANY;
        deny: [Show, Check, InPlace, Diff, Fix], ANY;
        fix, fix_guesses: [InPlace, Diff, Fix], ANY;
        #[cfg(feature = "lsp")] lsp: [Serve], ANY;
    }
    Messaging {
        lang, quiet, max_errors, message_format, no_config: Task::ALL, ANY;
        explain, completions, man: [Answer], ANY;
    }
}

/// Returns whether a format writes tags, or they name its files.
fn shows_tags(args: &Args, format: OutputFormat) -> bool {
    format.properties().tags || args.writing.output.as_ref().is_some_and(NameTemplate::has_placeholders)
}

/// Returns whether a format writes moves in a notation that can be chosen.
pub(super) fn writes_moves(args: &Args, format: OutputFormat) -> bool {
    format.properties().moves
        || format == OutputFormat::Boards && args.drawing.captions == Some(Captions::San)
}

/// Returns whether a format has boards that `--flip` turns. On a page the reader turns them, all at once.
fn is_flipped(args: &Args, format: OutputFormat) -> bool {
    let is_turned_once = args.drawing.flip != Some(BottomSide::Mover) || !format.is_page();
    (format.is_drawn() || format == OutputFormat::Boards) && is_turned_once
}

fn has_captions(args: &Args, format: OutputFormat) -> bool {
    let is_board = format == OutputFormat::Boards && args.drawing.captions != Some(Captions::Players);
    format.holds_one_item() || is_board
}

/// Returns the definition of the command line, in English. An option conflicts with those that ask for a task that it
/// does not serve.
pub fn definition() -> Command {
    Args::command().mut_args(|arg| {
        let Some(row) = USES.iter().find(|row| row.id() == arg.get_id().as_str()) else { return arg };
        let unserved = Task::ALL.into_iter().filter(|task| !row.tasks.contains(task));
        arg.conflicts_with_all(unserved.flat_map(Task::options))
    })
}

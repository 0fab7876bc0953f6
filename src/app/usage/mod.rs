//! The texts about the command line, in the user's language: the help, the version and the errors
//! of the arguments.
//!
//! `cli` defines the command line for clap, in English. A good command line is parsed by that
//! definition, and nothing is translated. Otherwise the definition is translated by a table (`table`), the
//! arguments are parsed again, and errors are worded here (`error`).

mod error;
mod table;
#[cfg(test)]
#[path = "../../../tests/units/usage.rs"]
mod tests;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};

use clap::builder::StyledStr;
use clap::error::ErrorKind;
use clap::{Arg, Command, ValueEnum};

use self::error::WrongArguments;
pub(super) use self::table::{Guess, Section, guess, sections, text};
use super::cli::{ColorChoice, MESSAGES, definition};
use super::environment;
use super::environment::ExitStatus;
use super::file_problems::{answered, fail};
use crate::message::{ENGLISH, Language, LanguageCode, ReporterOptions, Subject, fill_whole};

/// What is said instead of reading files.
#[derive(Debug)]
pub struct Reply {
    /// The help or the version, which was asked for, or what is wrong with the arguments.
    content: Result<StyledStr, WrongArguments>,
    /// The options for reporting a problem with it.
    pub options: ReporterOptions,
}

impl Reply {
    /// Creates the reply to arguments that are wrong, or that ask for the help or the version. `usual` is the
    /// language of the configuration file.
    pub fn to_arguments(error: clap::Error, arguments: &[OsString], usual: Option<LanguageCode>) -> Reply {
        // the command line before the configuration file, and this before the environment
        let language = value_of("--lang", arguments).or(usual).unwrap_or_else(environment::language);
        let options = ReporterOptions {
            format: value_of("--message-format", arguments).unwrap_or_default(),
            language: language.language(),
            color: ColorChoice::Auto.is_enabled(io::stderr().is_terminal()),
            width: environment::width_of_messages(),
            quiet: false,
            max_shown: None,
        };
        let content = match error.kind() {
            ErrorKind::DisplayVersion => Ok(error.render()),
            ErrorKind::DisplayHelp => {
                // the short help leaves out this option
                let is_whole = error.render().to_string().contains("--max-game-size");
                let help = if is_whole { whole_help(language) } else { short_help(language) };
                Ok(with_words_of(options.language, &help.ansi().to_string()).into())
            }
            _ => {
                let mut command = command(language);
                // once more with the translated definition, because clap puts its names into the error
                let error = command.try_get_matches_from_mut(arguments).err().unwrap_or(error);
                Err(WrongArguments::of(&error, &command, language))
            }
        };
        Reply { content, options }
    }

    /// Creates the reply to arguments that clap accepts but that do not fit together, or do not
    /// work in the current environment.
    pub fn refusal(reason: &str, language: LanguageCode, options: ReporterOptions) -> Reply {
        let usage = with_words_of(options.language, &command(language).render_usage().to_string());
        let problem = WrongArguments::new(reason.to_owned(), vec![usage], options.language);
        Reply { content: Err(problem), options }
    }

    /// Writes the reply: to standard output if it was asked for, and to standard error if it is an
    /// error. Returns the exit status.
    pub fn write(&self) -> ExitStatus {
        match &self.content {
            Ok(text) => answered(write_asked(text), self.options),
            Err(problem) => fail(self.options, problem),
        }
    }
}

fn write_asked(text: &StyledStr) -> io::Result<()> {
    let mut out = io::stdout();
    if ColorChoice::Auto.is_enabled(out.is_terminal()) {
        write!(out, "{}", text.ansi())?;
    } else {
        write!(out, "{text}")?;
    }
    out.flush()
}

/// Returns the definition of the command line in a language.
pub fn command(language: LanguageCode) -> Command {
    let mut command = definition();
    // clap adds --help and --version when it builds a command
    command.build();
    let command = command
        .mut_arg("help", |arg| arg.help_heading(MESSAGES))
        .mut_arg("version", |arg| arg.help_heading(MESSAGES).hide_short_help(true));
    // the man page leaves out the help of what the short help hides, unless there is a long one
    let with_long_help = |arg: Arg| match (arg.get_long_help(), arg.get_help().cloned()) {
        (None, Some(help)) => arg.long_help(help),
        _ => arg,
    };
    table::translated(language, command).mut_args(with_long_help)
}

/// Returns the help of `-h`: some examples and the options that most people use, in at most 50 lines of 80 columns.
fn short_help(language: LanguageCode) -> StyledStr {
    let command = command(language);
    let header = *command.get_styles().get_header();
    let sections = sections(language);
    let examples = sections.iter().filter(|section| section.name == "examples");
    let examples = examples.map(|section| {
        let lines = section.entries.iter().take(6).map(|(line, text)| format!("\n  {line:<38} {text}"));
        format!("{header}{}:{header:#}{}", section.title, lines.collect::<String>())
    });
    command
        .help_template("{about-with-newline}\n{usage-heading} {usage}\n\n{before-help}{all-args}{after-help}")
        .before_help(examples.collect::<String>())
        .after_help(more_help(language))
        // not the width of the terminal, so that the help keeps to its number of lines in every window
        .term_width(80)
        .next_line_help(false)
        .mut_args(|arg| arg.hide_possible_values(true).hide_default_value(true))
        .render_help()
}

/// Returns the help of `--help`: all options, examples, exit statuses and the environment.
fn whole_help(language: LanguageCode) -> StyledStr {
    let command = command(language);
    let (header, literal) = (*command.get_styles().get_header(), *command.get_styles().get_literal());
    let is_shown = |section: &Section| ["examples", "exit", "environment"].contains(&section.name);
    let sections = sections(language).into_iter().filter(is_shown).map(|section| {
        let entries = section.entries.iter();
        let entries = entries.map(|(term, text)| format!("\n  {literal}{term}{literal:#}\n          {text}"));
        format!("{header}{}:{header:#}{}\n\n", section.title, entries.collect::<String>())
    });
    let more = sections.collect::<String>() + &more_help(language);
    command.after_long_help(more).render_long_help()
}

/// Returns the last line of the help, which names the topics.
fn more_help(language: LanguageCode) -> String {
    let topics: Vec<_> = Subject::all().filter(|subject| subject.is_topic()).map(Subject::name).collect();
    fill_whole(language.language().command_line.more_help, &[("topics", &topics.join(", "))])
}

/// Replaces the fixed words of a help text or a man page, which clap writes in English, by those of a
/// language.
pub fn with_words_of(language: &Language, text: &str) -> String {
    let words = fixed_words(&ENGLISH).into_iter().zip(fixed_words(language));
    words.fold(text.to_owned(), |text, (english, word)| text.replace(english, word))
}

/// Lists the fixed words of help texts in a language.
fn fixed_words(language: &Language) -> [&'static str; 5] {
    let texts = language.command_line;
    [texts.usage, texts.any_options, texts.default_value, texts.possible_values, texts.values_heading]
}

/// Returns the first valid value that arguments give to an option, if they do.
///
/// The arguments may be wrong in any way, because the error itself is shown as this value says.
fn value_of<V: ValueEnum>(option: &str, arguments: &[OsString]) -> Option<V> {
    let mut arguments = arguments.iter().skip(1).map(|argument| argument.to_string_lossy());
    let mut chosen = None;
    // after `--` all arguments are files
    while let Some(argument) = arguments.next().filter(|argument| argument != "--") {
        let name = match argument.strip_prefix(option) {
            Some("") => arguments.next(),
            // another option may begin with the same letters
            Some(rest) => rest.strip_prefix('=').map(|name| name.to_owned().into()),
            None => None,
        };
        chosen = chosen.or(name.and_then(|name| V::from_str(&name, false).ok()));
    }
    chosen
}

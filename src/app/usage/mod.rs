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

pub(super) use self::table::{Guess, Section, guess, sections, text};
use super::cli::{ColorChoice, MESSAGES, definition};
use super::environment;
use super::environment::ExitStatus;
use super::file_problems::answered;
use crate::message::{ENGLISH, Language, LanguageCode, MessageFormat, ReporterOptions, Subject, fill_whole};

/// A text that is shown instead of reading files.
#[derive(Debug)]
pub struct Reply {
    text: StyledStr,
    status: ExitStatus,
    language: LanguageCode,
}

impl Reply {
    /// Creates the reply to arguments that are wrong, or that ask for the help or the version. `usual` is the
    /// language of the configuration file.
    pub fn to_arguments(error: clap::Error, arguments: &[OsString], usual: Option<LanguageCode>) -> Reply {
        // the command line before the configuration file, and this before the environment
        let language = language_of(arguments).or(usual).unwrap_or_else(environment::language);
        if error.kind() == ErrorKind::DisplayVersion {
            return Reply { text: error.render(), status: ExitStatus::Success, language };
        }
        let texts = language.language();
        if error.kind() == ErrorKind::DisplayHelp {
            // the short help leaves out this option
            let is_whole = error.render().to_string().contains("--max-game-size");
            let help = if is_whole { whole_help(language) } else { short_help(language) };
            let text = with_words_of(texts, &help.ansi().to_string()).into();
            return Reply { text, status: ExitStatus::Success, language };
        }
        let mut command = command(language);
        // once more with the translated definition, because clap puts its names into the error
        let error = command.try_get_matches_from_mut(arguments).err().unwrap_or(error);
        Reply { text: error::describe(&error, &command, language), status: ExitStatus::Failure, language }
    }

    /// Creates the reply to arguments that clap accepts but that do not fit together, or do not
    /// work in the current environment.
    pub fn refusal(reason: &str, language: LanguageCode) -> Reply {
        let text = error::with_usage(reason, &mut command(language), language.language());
        Reply { text, status: ExitStatus::Failure, language }
    }

    /// Writes the reply: to standard output if it was asked for, and to standard error if it is an
    /// error. Returns the exit status.
    pub fn write(&self) -> ExitStatus {
        if self.status != ExitStatus::Success {
            // if this cannot be written either, only the exit status can report it
            let _ = self.write_to(&mut io::stderr(), io::stderr().is_terminal());
            return self.status;
        }
        let written = self.write_to(&mut io::stdout(), io::stdout().is_terminal());
        answered(written, self.reporter_options())
    }

    /// Returns the options for reporting a problem with the reply.
    pub fn reporter_options(&self) -> ReporterOptions {
        ReporterOptions {
            format: MessageFormat::Human,
            language: self.language.language(),
            color: false,
            quiet: false,
            max_shown: None,
        }
    }

    fn write_to(&self, out: &mut impl Write, is_terminal: bool) -> io::Result<()> {
        if ColorChoice::Auto.is_enabled(is_terminal) {
            write!(out, "{}", self.text.ansi())?;
        } else {
            write!(out, "{}", self.text)?;
        }
        out.flush()
    }
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

/// Returns the language that arguments ask for with the first valid `--lang`, if they do.
///
/// The arguments may be wrong in any way, because the error itself is shown in this language.
fn language_of(arguments: &[OsString]) -> Option<LanguageCode> {
    let mut arguments = arguments.iter().skip(1).map(|argument| argument.to_string_lossy());
    let mut chosen = None;
    // after `--` all arguments are files
    while let Some(argument) = arguments.next().filter(|argument| argument != "--") {
        let name = match argument.strip_prefix("--lang") {
            Some("") => arguments.next(),
            // another option may begin with the same letters
            Some(rest) => rest.strip_prefix('=').map(|name| name.to_owned().into()),
            None => None,
        };
        chosen = chosen.or(name.and_then(|name| LanguageCode::from_str(&name, false).ok()));
    }
    chosen
}

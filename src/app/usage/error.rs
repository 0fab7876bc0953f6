//! Errors of the command line, in the user's language.
//!
//! clap words its errors in English only. Each error also has a kind and a context, from which this
//! file words it in each language. The English words are the same as clap's.

use std::env;
use std::error::Error;
use std::fmt::{self, Display, Write};
use std::num::{IntErrorKind, ParseIntError};

use clap::builder::StyledStr;
use clap::builder::styling::{Style, Styles};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};

use super::table::{GUESSES, Guess, guess};
use super::with_words_of;
use crate::app::cli::{NotABoardSize, NotASize, SelectionError, UnknownPlaceholder};
use crate::change::{NotADrop, NotAPart, NotATagChange};
#[cfg(feature = "pictures")]
use crate::format::NotAPace;
use crate::format::{ColumnsError, NotAPosition};
use crate::message::{Language, LanguageCode, UnknownCode, fill_whole, similar};
use crate::syntax::{NotALineWidth, PieceLettersError};
use crate::text::Printable;

/// Describes an error of clap.
pub(super) fn describe(error: &clap::Error, command: &Command, code: LanguageCode) -> StyledStr {
    let (styles, language) = (command.get_styles(), code.language());
    let mut composed = headline(&Problem { error, language, styles }.description(), styles, language);
    let tips = tips(error, command, code);
    if !tips.is_empty() {
        composed += "\n";
    }
    let valid = styles.get_valid();
    for tip in tips {
        composed += &format!("\n  {valid}{}{valid:#} {tip}", language.command_line.tip);
    }
    // of an option that does not exist, clap shows the usage with another in its place
    let usage = strings(error, ContextKind::Usage);
    if let Some(usage) = usage.first().filter(|_| error.kind() != ErrorKind::UnknownArgument) {
        composed += &format!("\n\n{}", with_words_of(language, usage));
    }
    (composed + &more_information(styles, language)).into()
}

/// Describes another error, and shows the usage.
pub(super) fn with_usage(description: &str, command: &mut Command, language: &Language) -> StyledStr {
    let usage = with_words_of(language, &command.render_usage().ansi().to_string());
    let styles = command.get_styles();
    let headline = headline(description, styles, language);
    format!("{headline}\n\n{usage}{}", more_information(styles, language)).into()
}

fn headline(description: &str, styles: &Styles, language: &Language) -> String {
    let error = styles.get_error();
    format!("{error}{}:{error:#} {description}", language.error)
}

fn more_information(styles: &Styles, language: &Language) -> String {
    let help = Styled(styles.get_literal(), "--help");
    format!("\n\n{}\n", fill_whole(language.command_line.more_information, &[("help", &help)]))
}

/// Returns sentences that suggest what may have been meant.
fn tips(error: &clap::Error, command: &Command, code: LanguageCode) -> Vec<String> {
    let (styles, texts) = (command.get_styles(), code.language().command_line);
    let valid = styles.get_valid();
    let like = |text: &str, name: &str| fill_whole(text, &[("similar", &Styled(valid, name))]);
    if error.kind() != ErrorKind::UnknownArgument {
        let values = strings(error, ContextKind::SuggestedValue);
        return values.iter().map(|value| like(texts.similar_value, value)).collect();
    }
    let argument = string(error, ContextKind::InvalidArg);
    let options = command.get_arguments().filter_map(Arg::get_long);
    // of an unknown letter clap does not tell what is attached to it
    let given = env::args_os().map(|given| given.to_string_lossy().into_owned());
    let attached = given.skip(1).find(|given| given.starts_with(argument.as_str()));
    let attached = attached.as_deref().map(|given| given.trim_start_matches('-'));
    let is_known = |given: &&str| GUESSES.contains_key(given);
    let name = attached.filter(is_known).unwrap_or(argument.trim_start_matches('-'));
    // names of one letter are not alike
    let known = GUESSES.iter().map(|(name, _)| name).chain(options).filter(|known| known.len() > 1);
    let named = if name.len() > 1 { similar(name, known) } else { Some(name) };
    let tip = named.and_then(|named| match guess(code, named) {
        Some(Guess::Option(option)) => {
            Some(fill_whole(texts.guessed_argument, &[("option", &Styled(valid, option))]))
        }
        Some(Guess::Advice(advice)) => Some(advice.to_owned()),
        None => (name.len() > 1).then(|| like(texts.similar_argument, &format!("--{named}"))),
    });
    tip.into_iter().collect()
}

/// An error of clap that is to be worded.
struct Problem<'a> {
    error: &'a clap::Error,
    language: &'a Language,
    styles: &'a Styles,
}

impl Problem<'_> {
    fn description(&self) -> String {
        let texts = self.language.command_line;
        let (invalid, literal) = (self.styles.get_invalid(), self.styles.get_literal());
        match self.error.kind() {
            ErrorKind::ArgumentConflict => self.conflict(),
            ErrorKind::InvalidValue if string(self.error, ContextKind::InvalidValue).is_empty() => {
                self.about_argument(texts.value_missing, invalid) + &self.possible_values()
            }
            ErrorKind::InvalidValue => {
                self.about_argument(texts.invalid_value, literal) + &self.possible_values()
            }
            ErrorKind::ValueValidation => self.about_argument(texts.invalid_value, literal) + &self.reason(),
            ErrorKind::TooManyValues => self.about_argument(texts.value_of_a_flag, literal),
            ErrorKind::UnknownArgument => self.about_argument(texts.unknown_argument, invalid),
            ErrorKind::MissingRequiredArgument => {
                let others = self.on_lines(ContextKind::InvalidArg, self.styles.get_valid());
                fill_whole(texts.required, &[("others", &others)])
            }
            ErrorKind::InvalidUtf8 => texts.argument_not_utf8.to_owned(),
            // the other kinds are about subcommands and options with several values, of which there are none
            kind => kind.to_string(),
        }
    }

    /// Fills a text with the name of the wrong argument, in a style, and its value.
    fn about_argument(&self, text: &str, style: &Style) -> String {
        let argument = string(self.error, ContextKind::InvalidArg);
        let value = string(self.error, ContextKind::InvalidValue);
        let values: [(&str, &dyn Display); 2] =
            [("argument", &Styled(style, &argument)), ("value", &Styled(self.styles.get_invalid(), &value))];
        fill_whole(text, &values)
    }

    fn conflict(&self) -> String {
        let texts = self.language.command_line;
        let argument = string(self.error, ContextKind::InvalidArg);
        let others = strings(self.error, ContextKind::PriorArg);
        let invalid = self.styles.get_invalid();
        match others.as_slice() {
            [other] if *other == argument => self.about_argument(texts.repeated, invalid),
            [other] => {
                let argument = Styled(invalid, &argument);
                let other = Styled(invalid, other);
                fill_whole(texts.conflict, &[("argument", &argument), ("other", &other)])
            }
            _ => {
                let others = self.on_lines(ContextKind::PriorArg, invalid);
                let argument = Styled(invalid, &argument);
                fill_whole(texts.conflict_with_several, &[("argument", &argument), ("others", &others)])
            }
        }
    }

    /// Returns a line with the values that an argument may have, or nothing if it may have any.
    fn possible_values(&self) -> String {
        let values = strings(self.error, ContextKind::ValidValue);
        let valid = self.styles.get_valid();
        let values: Vec<_> = values.iter().map(|value| Styled(valid, value).to_string()).collect();
        if values.is_empty() {
            return String::new();
        }
        format!("\n  {}{}]", self.language.command_line.possible_values, values.join(", "))
    }

    /// Returns the reason why a value is wrong, after a colon, if it is known.
    fn reason(&self) -> String {
        let reason = self.error.source().and_then(|source| reason(source, self.language));
        reason.map_or(String::new(), |reason| format!(": {reason}"))
    }

    fn on_lines(&self, kind: ContextKind, style: &Style) -> String {
        let mut lines = String::new();
        for name in strings(self.error, kind) {
            // unwrap(): writing to a string does not fail
            write!(lines, "\n  {}", Styled(style, &name)).unwrap();
        }
        lines
    }
}

/// Returns the reason that the parser of a value gave for refusing it, in a language.
fn reason(error: &(dyn Error + 'static), language: &Language) -> Option<String> {
    let texts = language.command_line;
    if let Some(error) = error.downcast_ref::<ParseIntError>() {
        let text = match error.kind() {
            IntErrorKind::Zero => texts.number_above_zero_expected,
            IntErrorKind::PosOverflow => texts.number_too_large,
            _ => texts.whole_number_expected,
        };
        return Some(text.to_owned());
    }
    macro_rules! reasons_of {
        ($($kind:ty),*) => {
            // clap keeps only the error as `dyn Error`, whose own text is English
            $(if let Some(error) = error.downcast_ref::<$kind>() {
                return Some(error.message(language).to_string());
            })*
        };
    }
    reasons_of!(SelectionError, NotASize, UnknownCode, PieceLettersError);
    reasons_of!(NotAPosition, NotABoardSize, NotALineWidth, UnknownPlaceholder);
    reasons_of!(NotAPart, NotADrop, NotATagChange, ColumnsError);
    #[cfg(feature = "pictures")]
    reasons_of!(NotAPace);
    None
}

/// A part of the command line, in a style and without control characters.
struct Styled<'a>(&'a Style, &'a str);

impl Display for Styled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Styled(style, text) = self;
        // what the user has typed may contain escape sequences of a terminal
        write!(f, "{style}{}{style:#}", Printable(text))
    }
}

/// Returns the texts in the context of an error, with the escape sequences of their styles.
fn strings(error: &clap::Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        Some(ContextValue::StyledStr(text)) => vec![text.ansi().to_string()],
        _ => Vec::new(),
    }
}

/// Returns the only text in the context of an error, or the empty text.
fn string(error: &clap::Error, kind: ContextKind) -> String {
    strings(error, kind).pop().unwrap_or_default()
}

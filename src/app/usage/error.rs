//! Errors of the command line, in the user's language.
//!
//! clap words its errors in English only. Each error also has a kind and a context, from which this
//! file words it in each language, as a message like the others. The English words are those of clap.

use std::env;
use std::error::Error;
use std::num::{IntErrorKind, ParseIntError};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};

use super::table::{GUESSES, Guess, guess};
use super::with_words_of;
use crate::app::cli::{NotABoardSize, NotASize, NotAnEncoding, PlaceholderError, SelectionError};
use crate::change::{NotADrop, NotAPart, NotATagChange};
#[cfg(feature = "pictures")]
use crate::format::NotAPace;
use crate::format::{ColumnsError, NotAPosition};
use crate::message::{Code, Describe, Language, LanguageCode, UnknownCode, fill_whole, similar};
use crate::syntax::{NotALineWidth, PieceLettersError};

/// The problem that the command line cannot be understood, or that its arguments do not fit together.
#[derive(Debug)]
pub struct WrongArguments {
    description: String,
    help: Vec<String>,
}

impl Describe for WrongArguments {
    fn code(&self) -> Code {
        Code::WrongArguments
    }

    /// Returns the description, which is in the language of the command line.
    fn message(&self, _language: &Language) -> String {
        self.description.clone()
    }

    fn help(&self, _language: &Language) -> Option<String> {
        Some(self.help.join("\n"))
    }
}

impl WrongArguments {
    /// Words an error of clap.
    pub(super) fn of(error: &clap::Error, command: &Command, code: LanguageCode) -> WrongArguments {
        let language = code.language();
        let mut help = tips(error, command, code);
        let values = strings(error, ContextKind::ValidValue).join(", ");
        // an argument that may have any value has none here
        help.extend(
            (!values.is_empty()).then(|| format!("{}{values}]", language.command_line.possible_values)),
        );
        // of an option that does not exist, clap shows the usage with another in its place
        let usage = strings(error, ContextKind::Usage);
        let usage = usage.first().filter(|_| error.kind() != ErrorKind::UnknownArgument);
        help.extend(usage.map(|usage| with_words_of(language, usage)));
        WrongArguments::new(description(error, language), help, language)
    }

    /// Describes a problem with lines of help, after which comes how to get more.
    pub(super) fn new(description: String, mut help: Vec<String>, language: &Language) -> WrongArguments {
        help.push(fill_whole(language.command_line.more_information, &[("help", &"--help")]));
        WrongArguments { description, help }
    }
}

/// Returns sentences that suggest what may have been meant.
fn tips(error: &clap::Error, command: &Command, code: LanguageCode) -> Vec<String> {
    let texts = code.language().command_line;
    let like = |text: &str, name: &str| fill_whole(text, &[("similar", &name)]);
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
        Some(Guess::Option(option)) => Some(fill_whole(texts.guessed_argument, &[("option", &option)])),
        Some(Guess::Advice(advice)) => Some(advice.to_owned()),
        None => (name.len() > 1).then(|| like(texts.similar_argument, &format!("--{named}"))),
    });
    tip.into_iter().collect()
}

/// Words an error of clap.
fn description(error: &clap::Error, language: &Language) -> String {
    let texts = language.command_line;
    // fills a text with the name of the wrong argument, its value, and another argument
    let about_argument = |text: &str, other: &str| {
        let argument = string(error, ContextKind::InvalidArg);
        let value = string(error, ContextKind::InvalidValue);
        fill_whole(text, &[("argument", &argument), ("value", &value), ("other", &other)])
    };
    match error.kind() {
        ErrorKind::ArgumentConflict => {
            let others = strings(error, ContextKind::PriorArg);
            let is_repeated = others == [string(error, ContextKind::InvalidArg)];
            let text = if is_repeated { texts.repeated } else { texts.conflict };
            about_argument(text, &others.join(", "))
        }
        ErrorKind::InvalidValue if string(error, ContextKind::InvalidValue).is_empty() => {
            about_argument(texts.value_missing, "")
        }
        ErrorKind::InvalidValue => about_argument(texts.invalid_value, ""),
        ErrorKind::ValueValidation => {
            // after a colon, if it is known
            let reason = error.source().and_then(|source| reason(source, language));
            let reason = reason.map_or(String::new(), |reason| format!(": {reason}"));
            about_argument(texts.invalid_value, "") + &reason
        }
        ErrorKind::TooManyValues => about_argument(texts.value_of_a_flag, ""),
        ErrorKind::UnknownArgument => about_argument(texts.unknown_argument, ""),
        ErrorKind::MissingRequiredArgument => {
            let others = strings(error, ContextKind::InvalidArg).join(", ");
            fill_whole(texts.required, &[("others", &others)])
        }
        ErrorKind::InvalidUtf8 => texts.argument_not_utf8.to_owned(),
        // the other kinds are about subcommands and options with several values, of which there are none
        kind => kind.to_string(),
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
    reasons_of!(SelectionError, NotASize, NotAnEncoding, UnknownCode, PieceLettersError);
    reasons_of!(NotAPosition, NotABoardSize, NotALineWidth, PlaceholderError);
    reasons_of!(NotAPart, NotADrop, NotATagChange, ColumnsError);
    #[cfg(feature = "pictures")]
    reasons_of!(NotAPace);
    None
}

/// Returns the texts in the context of an error.
fn strings(error: &clap::Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        Some(ContextValue::StyledStr(text)) => vec![text.to_string()],
        _ => Vec::new(),
    }
}

/// Returns the only text in the context of an error, or the empty text.
fn string(error: &clap::Error, kind: ContextKind) -> String {
    strings(error, kind).pop().unwrap_or_default()
}

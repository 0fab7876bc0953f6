//! Translates the definition of the command line, by a table for each language.

use std::sync::LazyLock;

use clap::builder::{PossibleValuesParser, Resettable};
use clap::{Arg, Command};
use toml_edit::{Document, Item};

use crate::message::LanguageCode;

/// The texts of `cli` in a language other than English. `about` says in a sentence what the program
/// does, and `details` says more for the long help. `value_names` has the names of values by the
/// English ones, `arguments` the help of each argument by its id, and `values` the help of its
/// values by their names.
pub(super) type Translation = Document<&'static str>;

static CATALAN: LazyLock<Translation> = LazyLock::new(|| read(include_str!("ca.toml")));
static SPANISH: LazyLock<Translation> = LazyLock::new(|| read(include_str!("es.toml")));

fn read(text: &'static str) -> Translation {
    // expect(): the tables are part of the program, and tests read them
    Document::parse(text).expect("the translation is a table")
}

/// Returns the translation into a language; `None` for English, in which `cli` is written.
pub(super) fn of(language: LanguageCode) -> Option<&'static Translation> {
    match language {
        LanguageCode::En => None,
        LanguageCode::Ca => Some(&CATALAN),
        LanguageCode::Es => Some(&SPANISH),
    }
}

/// Translates the definition. What the table lacks remains English.
pub(super) fn apply(translation: &'static Translation, command: Command) -> Command {
    let text = |name: &str| translation[name].as_str().unwrap_or_default();
    let long = format!("{}.\n\n{}", text("about"), text("details"));
    command.about(text("about")).long_about(long).mut_args(|arg| translate(translation, arg))
}

/// Returns a text of a table in the translation.
pub(super) fn text(translation: &'static Translation, path: &[&str]) -> Option<&'static str> {
    path.iter().try_fold(translation.as_item(), |item, name| item.get(*name)).and_then(Item::as_str)
}

fn translate(translation: &'static Translation, mut arg: Arg) -> Arg {
    let names: Vec<_> = arg.get_value_names().unwrap_or_default().to_vec();
    if !names.is_empty() {
        arg = arg.value_names(names.iter().map(|name| match text(translation, &["value_names", name]) {
            Some(name) => name.into(),
            None => name.clone(),
        }));
    }
    let id = arg.get_id().to_string();
    let Some(help) = text(translation, &["arguments", &id]) else { return arg };
    // without a long help, clap writes the short one
    arg = arg.help(help).long_help(Resettable::Reset);
    let values = arg.get_possible_values();
    if values.iter().all(|value| value.get_help().is_none()) {
        return arg;
    }
    let values =
        values.into_iter().map(|value| match text(translation, &["values", &id, value.get_name()]) {
            Some(text) => value.help(text),
            None => value,
        });
    arg.value_parser(PossibleValuesParser::new(values.collect::<Vec<_>>()))
}

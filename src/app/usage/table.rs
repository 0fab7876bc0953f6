//! The texts of the help and the man page, in a table for each language.
//!
//! All tables have the titles of the man page's sections (`titles`), and sections of terms with their descriptions
//! (`sections`). Those of languages other than English, in which `cli` is written, have its texts, too: what the program
//! does, in a sentence (`about`) and in more detail (`details`), the names of groups (`groups`) and of values
//! (`value_names`) by the English ones, the help of each argument by its id (`arguments`), and that of its values by
//! their names (`values`).

use std::sync::LazyLock;

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command};
use toml_edit::{Document, Item, TableLike};

use crate::message::LanguageCode;

type Table = Document<&'static str>;

// read when they are needed, because a command line without help or error needs none of them
static ENGLISH: LazyLock<Table> = LazyLock::new(|| read(include_str!("en.toml")));
static CATALAN: LazyLock<Table> = LazyLock::new(|| read(include_str!("ca.toml")));
static SPANISH: LazyLock<Table> = LazyLock::new(|| read(include_str!("es.toml")));
pub(super) static GUESSES: LazyLock<Table> = LazyLock::new(|| read(include_str!("guesses.toml")));

fn read(text: &'static str) -> Table {
    // expect(): the tables are part of the program, and tests read them
    Document::parse(text).expect("the texts are a table")
}

pub(super) fn of(language: LanguageCode) -> &'static Table {
    match language {
        LanguageCode::En => &ENGLISH,
        LanguageCode::Ca => &CATALAN,
        LanguageCode::Es => &SPANISH,
    }
}

/// Returns a text in a language.
pub fn text(language: LanguageCode, path: &[&str]) -> Option<&'static str> {
    path.iter().try_fold(of(language).as_item(), |item, name| item.get(*name)).and_then(Item::as_str)
}

/// Returns the option that is meant by one that does not exist, given without dashes, or a sentence that says what to
/// do instead.
pub fn guess(language: LanguageCode, name: &str) -> Option<Guess> {
    let meant = GUESSES.get(name).and_then(Item::as_str)?;
    if meant.starts_with('-') {
        Some(Guess::Option(meant))
    } else {
        text(language, &["guesses", meant]).map(Guess::Advice)
    }
}

/// What is meant by an option that does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guess {
    /// An option, perhaps with its value.
    Option(&'static str),
    /// No option: a sentence says what to do instead.
    Advice(&'static str),
}

/// A section of the man page: terms with their descriptions.
pub struct Section {
    pub name: &'static str,
    pub title: &'static str,
    pub entries: Vec<(&'static str, &'static str)>,
}

/// Returns the sections in a language, without the entries about features that are not built in.
pub fn sections(language: LanguageCode) -> Vec<Section> {
    let sections = of(language)["sections"].as_table_like().into_iter().flat_map(TableLike::iter);
    let section = |(name, section): (&'static str, &'static Item)| {
        let entries = section["entries"].as_table_like().into_iter().flat_map(TableLike::iter);
        let title = section["title"].as_str().unwrap_or_default();
        Section { name, title, entries: entries.filter_map(entry).collect() }
    };
    sections.map(section).collect()
}

/// Returns the term and the description of an entry, unless it is about a feature that is not built in.
fn entry((term, item): (&'static str, &'static Item)) -> Option<(&'static str, &'static str)> {
    let features = [
        ("compression", cfg!(feature = "compression")),
        ("lsp", cfg!(feature = "lsp")),
        ("pages", cfg!(feature = "pages")),
        ("viewer", cfg!(feature = "viewer")),
    ];
    let needed = item.get("with").and_then(Item::as_str).unwrap_or_default();
    let description = item.get("text").unwrap_or(item).as_str()?;
    (!features.contains(&(needed, false))).then_some((term, description))
}

/// Translates the definition of the command line. What the table lacks remains English.
pub(super) fn translated(language: LanguageCode, command: Command) -> Command {
    let command = match [text(language, &["about"]), text(language, &["details"])] {
        [Some(about), Some(details)] => command.about(about).long_about(format!("{about}.\n\n{details}")),
        _ => command,
    };
    command.mut_args(|arg| translate(language, arg))
}

fn translate(language: LanguageCode, mut arg: Arg) -> Arg {
    if let Some(group) = arg.get_help_heading().and_then(|name| text(language, &["groups", name])) {
        arg = arg.help_heading(group);
    }
    let names: Vec<_> = arg.get_value_names().unwrap_or_default().to_vec();
    if !names.is_empty() {
        arg = arg.value_names(names.iter().map(|name| match text(language, &["value_names", name]) {
            Some(name) => name.into(),
            None => name.clone(),
        }));
    }
    let id = arg.get_id().to_string();
    let Some(help) = text(language, &["arguments", &id]) else { return arg };
    // clap shows the first for `-h` and the second for `--help`
    arg = arg.help(help.split("\n\n").next()).long_help(help);
    let values = arg.get_possible_values();
    if values.iter().all(|value| value.get_help().is_none()) {
        return arg;
    }
    let values = values.into_iter().map(|value| match text(language, &["values", &id, value.get_name()]) {
        Some(text) => value.help(text),
        None => value,
    });
    // only the texts of this definition are used; values are read with the one that is not translated
    arg.value_parser(PossibleValuesParser::new(values.collect::<Vec<_>>()))
}

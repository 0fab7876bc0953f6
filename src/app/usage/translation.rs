//! The translation of the definition of the command line.

use clap::builder::{PossibleValuesParser, Resettable};
use clap::{Arg, Command};

use crate::message::LanguageCode;

/// The texts of `cli` in another language than English.
#[derive(Debug)]
pub(super) struct Translation {
    /// What the program does, in a sentence without its full stop.
    pub(super) about: &'static str,
    /// More of that, for the long help.
    pub(super) details: &'static str,
    /// The names of values, each behind the English one.
    pub(super) value_names: &'static [(&'static str, &'static str)],
    /// The help of each argument, by its id.
    pub(super) arguments: &'static [Help],
}

/// The help of an argument.
#[derive(Debug)]
pub(super) struct Help {
    pub(super) id: &'static str,
    pub(super) text: &'static str,
    /// The help of its values, by their names, of an argument whose values have some.
    pub(super) values: &'static [(&'static str, &'static str)],
}

/// Returns the translation into a language; `None` for English, in which `cli` is written.
pub(super) fn of(language: LanguageCode) -> Option<&'static Translation> {
    match language {
        LanguageCode::En => None,
        LanguageCode::Ca => Some(&super::ca::CATALAN),
        LanguageCode::Es => Some(&super::es::SPANISH),
    }
}

impl Help {
    pub(super) const fn new(id: &'static str, text: &'static str) -> Help {
        Help { id, text, values: &[] }
    }

    pub(super) const fn with_values(
        id: &'static str,
        text: &'static str,
        values: &'static [(&'static str, &'static str)],
    ) -> Help {
        Help { id, text, values }
    }
}

impl Translation {
    /// Translates the definition. What the table lacks remains English.
    pub(super) fn apply(&self, command: Command) -> Command {
        let long = format!("{}.\n\n{}", self.about, self.details);
        command.about(self.about).long_about(long).mut_args(|arg| self.translate(arg))
    }

    fn translate(&self, mut arg: Arg) -> Arg {
        let names: Vec<_> = arg.get_value_names().unwrap_or_default().to_vec();
        if !names.is_empty() {
            let translated = |name: &str| self.value_names.iter().find(|(english, _)| *english == name);
            arg = arg.value_names(names.iter().map(|name| match translated(name) {
                Some((_, name)) => (*name).into(),
                None => name.clone(),
            }));
        }
        let Some(help) = self.arguments.iter().find(|help| help.id == arg.get_id().as_str()) else {
            return arg;
        };
        // without a long help, clap writes the other one
        arg = arg.help(help.text).long_help(Resettable::Reset);
        if help.values.is_empty() {
            return arg;
        }
        let values = arg.get_possible_values().into_iter().map(|value| {
            let text = help.values.iter().find(|(name, _)| *name == value.get_name());
            text.map_or(value.clone(), |(_, text)| value.help(*text))
        });
        arg.value_parser(PossibleValuesParser::new(values.collect::<Vec<_>>()))
    }
}

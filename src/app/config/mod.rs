//! The configuration file: the user's choices for every run, and those that the viewer remembers.
//!
//! It is in the usual folder for command-line programs: `$XDG_CONFIG_HOME/escaque` or
//! `~/.config/escaque`, on Windows in `%APPDATA%\escaque`, or in `$ESCAQUE_CONFIG_DIR` if that is
//! set. The command line overrides it, and it overrides the environment, whose locale and
//! `NO_COLOR` are for all programs (no-color.org asks for this order).

#[cfg(feature = "viewer")]
mod view_settings;

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use etcetera::{BaseStrategy, choose_base_strategy};
use toml_edit::{Document, Item, TableLike};

use super::cli::ColorChoice;
use crate::message::{Language, LanguageCode, fill, io_cause};
use crate::text::{Printable, Source};

#[cfg(feature = "viewer")]
pub use view_settings::ViewSettings;

/// The name of the file in its folder.
const NAME: &str = "config.toml";

/// The maximum length of the file in bytes.
const MAX_LENGTH: u64 = 1 << 20;

/// The name of the table with the settings of the viewer.
const VIEW: &str = "view";

/// The contents of the configuration file.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The path of the file; `None` if none is to be read, or if there is no folder for it.
    path: Option<PathBuf>,
    /// The language of the output.
    pub lang: Option<LanguageCode>,
    /// When to use colours.
    pub color: Option<ColorChoice>,
    /// The settings of the viewer.
    #[cfg(feature = "viewer")]
    pub view: ViewSettings,
    /// Its faults, each after its line, if that is known.
    faults: Vec<(Option<usize>, Fault)>,
}

/// A fault in the file.
#[derive(Clone, Debug)]
enum Fault {
    /// The file cannot be read.
    Unreadable(io::ErrorKind),
    /// It is a pipe or a socket, and reading it might wait forever.
    NotRegular,
    /// It is not TOML, for this reason.
    Syntax(String),
    /// There is no such setting.
    Unknown(String),
    /// A setting, named by its key, has a value other than those that it takes.
    Value(String, String),
}

/// Reads a file of at most [`MAX_LENGTH`] bytes.
///
/// # Errors
///
/// Returns [`Fault::Unreadable`] with the kind of the error, or [`Fault::NotRegular`].
fn read(path: &Path) -> Result<Vec<u8>, Fault> {
    let unreadable = |error: io::Error| Fault::Unreadable(error.kind());
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;

        let kind = fs::metadata(path).map_err(unreadable)?.file_type();
        if kind.is_fifo() || kind.is_socket() {
            return Err(Fault::NotRegular);
        }
    }
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(unreadable)?;
    // one byte more, so that a file that is too long is told from one of just this length
    file.take(MAX_LENGTH + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    let is_too_long = bytes.len() as u64 > MAX_LENGTH;
    if is_too_long { Err(Fault::Unreadable(io::ErrorKind::FileTooLarge)) } else { Ok(bytes) }
}

impl Fault {
    fn message(&self, language: &Language) -> String {
        match self {
            Fault::Unreadable(kind) => {
                let cause = io_cause(&io::Error::from(*kind), language);
                fill(language.config_unreadable, &[("cause", &cause)])
            }
            Fault::NotRegular => fill(language.config_unreadable, &[("cause", &language.not_regular)]),
            Fault::Syntax(reason) => fill(language.config_syntax, &[("reason", reason)]),
            Fault::Unknown(key) => fill(language.config_unknown, &[("key", key)]),
            Fault::Value(key, values) => fill(language.config_value, &[("key", key), ("values", values)]),
        }
    }
}

impl Config {
    /// Reads the file, unless the arguments forbid it. Faulty settings are ignored, and kept for
    /// [`Config::report`].
    pub fn load(arguments: &[OsString]) -> Config {
        // before clap reads the arguments, because the file decides the language of its errors
        let mut options = arguments.iter().take_while(|argument| *argument != "--");
        if options.any(|argument| argument == "--no-config") {
            return Config::default();
        }
        let Some(path) = folder().map(|folder| folder.join(NAME)) else { return Config::default() };
        let mut config = match read(&path) {
            Ok(bytes) => Config::parse(&bytes),
            // most users have no such file, which is no fault
            Err(Fault::Unreadable(io::ErrorKind::NotFound)) => Config::default(),
            Err(fault) => Config { faults: vec![(None, fault)], ..Config::default() },
        };
        config.path = Some(path);
        config
    }

    fn parse(bytes: &[u8]) -> Config {
        let mut config = Config::default();
        let text = String::from_utf8_lossy(bytes);
        let lines = Source::new(NAME, bytes.to_vec());
        let line = |span: Option<std::ops::Range<usize>>| span.map(|span| lines.position(span.start).line);
        match Document::parse(&text[..]) {
            Ok(document) => config.read(document.as_table(), "", &line),
            Err(error) => {
                config.faults.push((line(error.span()), Fault::Syntax(error.message().to_owned())));
            }
        }
        config
    }

    /// Reads the settings of the table with a name, which is empty for the file itself.
    fn read(
        &mut self,
        table: &dyn TableLike,
        name: &str,
        line: &impl Fn(Option<std::ops::Range<usize>>) -> Option<usize>,
    ) {
        for (key, item) in table.iter() {
            if let (VIEW, "", Some(table)) = (key, name, item.as_table_like()) {
                self.read(table, VIEW, line);
            } else if let Err(fault) = self.set(name, key, item) {
                let span = item.span().or_else(|| table.key(key)?.span());
                // the other settings still hold
                self.faults.push((line(span), fault));
            }
        }
    }

    fn set(&mut self, table: &str, key: &str, item: &Item) -> Result<(), Fault> {
        match (table, key) {
            ("", "lang") => self.lang = Some(choice(key, item)?),
            ("", "color") => self.color = Some(choice(key, item)?),
            #[cfg(feature = "viewer")]
            (VIEW, _) => self.view.set(key, item)?,
            // a program without the viewer ignores its settings
            #[cfg(not(feature = "viewer"))]
            (VIEW, _) => {}
            _ => return Err(Fault::Unknown(key.to_owned())),
        }
        Ok(())
    }

    /// Writes the faults of the file to standard error, as warnings.
    pub fn report(&self, language: &Language) {
        let Some(path) = &self.path else { return };
        for (line, fault) in &self.faults {
            let place = line.map_or(String::new(), |line| format!(":{line}"));
            let text =
                format!("{}: {}{place}: {}", language.warning, path.display(), fault.message(language));
            // the file may contain escape sequences of a terminal
            eprintln!("{}", Printable(&text));
        }
    }
}

/// Returns the folder of the file.
fn folder() -> Option<PathBuf> {
    if let Some(folder) = env::var_os("ESCAQUE_CONFIG_DIR").filter(|folder| !folder.is_empty()) {
        return Some(folder.into());
    }
    // the folders of the XDG specification on macOS, too
    Some(choose_base_strategy().ok()?.config_dir().join("escaque"))
}

/// Returns the value of a setting that takes one of a few words.
fn choice<T: ValueEnum>(key: &str, item: &Item) -> Result<T, Fault> {
    let chosen = item.as_str().and_then(|text| T::from_str(text, false).ok());
    chosen.ok_or_else(|| {
        let values = T::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        let names: Vec<_> = values.map(|value| format!("\"{}\"", value.get_name())).collect();
        fault_of(key, &names.join(", "))
    })
}

fn fault_of(key: &str, values: &str) -> Fault {
    Fault::Value(key.to_owned(), values.to_owned())
}

#[cfg(all(test, feature = "viewer"))]
mod tests {
    use super::*;
    use crate::message::ENGLISH;
    use crate::message::lang::{CATALAN, SPANISH};
    use crate::picture::Theme;

    #[test]
    fn settings_are_read_and_what_is_wrong_is_left_out() {
        let text = "lang = \"ca\"\ncolour = 1\n\n[view]\ntheme = \"brown\"\nflip = 1\nsmaller = 2\n";
        let config = Config::parse(text.as_bytes());
        assert_eq!(config.lang, Some(LanguageCode::Ca));
        assert_eq!((config.view.theme, config.view.smaller), (Some(Theme::Brown), Some(2)));
        assert_eq!(config.view.flip, None);
        let faults: Vec<_> =
            config.faults.iter().map(|(line, fault)| (*line, fault.message(&ENGLISH))).collect();
        let lines: Vec<_> = faults.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [Some(2), Some(6)], "{faults:?}");
        let config = Config::parse(b"lang = \"ca\"\ncolor = = 1\n");
        assert_eq!((config.lang, config.faults[0].0), (None, Some(2)));
        // the words of the reader of TOML are in English
        for (language, told) in [
            (&ENGLISH, "this is not TOML: extra `=`, expected nothing"),
            (&SPANISH, "esto no es TOML (en inglés: extra `=`, expected nothing)"),
            (&CATALAN, "això no és TOML (en anglès: extra `=`, expected nothing)"),
        ] {
            assert_eq!(config.faults[0].1.message(language), told);
        }
    }
}

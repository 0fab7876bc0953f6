//! The settings of the viewer in the configuration file.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use clap::ValueEnum;
use tempfile::NamedTempFile;
use toml_edit::{DocumentMut, Item, value};

use super::{Config, FaultKind, VIEW, choice, fault_of};
use crate::app::cli::MouseChoice;
use crate::app::viewer::display_options::PieceStyle;
use crate::picture::Theme;

/// The settings of the viewer, each `None` if it is not set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ViewSettings {
    /// The colours of the board.
    pub theme: Option<Theme>,
    /// How pieces are written.
    pub pieces: Option<PieceStyle>,
    /// By how many sizes the board is smaller than the largest.
    pub smaller: Option<usize>,
    /// Whether Black is at the bottom.
    pub flip: Option<bool>,
    /// What the mouse does. The viewer never writes it.
    pub mouse: Option<MouseChoice>,
}

impl Config {
    /// Writes changed settings of the viewer to the file, and leaves the rest of it as it is. Does nothing if
    /// the file is not TOML, if `view` in it is not a table, or if the path is not known.
    ///
    /// # Errors
    ///
    /// Returns any error of reading or writing the file.
    pub fn save(&self, changed: &ViewSettings) -> io::Result<()> {
        let Some(path) = self.path.as_ref().filter(|_| *changed != ViewSettings::default()) else {
            return Ok(());
        };
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            text => text?,
        };
        let Ok(mut document) = text.parse::<DocumentMut>() else { return Ok(()) };
        if !changed.write_to(&mut document[VIEW]) {
            return Ok(());
        }
        replace(path, &document.to_string())
    }
}

/// Returns the name of a choice as the command line has it.
fn name_of(choice: impl ValueEnum) -> Item {
    value(choice.to_possible_value().map_or(String::new(), |value| value.get_name().to_owned()))
}

/// Replaces a file by a text in one step, and creates its folder if necessary.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    // a symbolic link, such as one into a repository of configuration files, stays a link
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut file = NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.persist(path).map(drop).map_err(|error| error.error)
}

impl ViewSettings {
    pub(super) fn set(&mut self, key: &str, item: &Item) -> Result<(), FaultKind> {
        match key {
            "theme" => self.theme = Some(choice(key, item)?),
            "pieces" => self.pieces = Some(choice(key, item)?),
            "mouse" => self.mouse = Some(choice(key, item)?),
            "flip" => self.flip = Some(item.as_bool().ok_or(fault_of(key, "true, false"))?),
            "smaller" => {
                let number = item.as_integer().and_then(|number| usize::try_from(number).ok());
                self.smaller = Some(number.ok_or(fault_of(key, "0, 1, 2…"))?);
            }
            _ => return Err(FaultKind::Unknown(format!("{VIEW}.{key}"))),
        }
        Ok(())
    }

    /// Returns the settings that differ from earlier ones.
    #[must_use]
    pub fn changed_since(self, before: ViewSettings) -> ViewSettings {
        fn changed<T: PartialEq>(now: Option<T>, before: Option<T>) -> Option<T> {
            if now == before { None } else { now }
        }
        ViewSettings {
            theme: changed(self.theme, before.theme),
            pieces: changed(self.pieces, before.pieces),
            smaller: changed(self.smaller, before.smaller),
            flip: changed(self.flip, before.flip),
            mouse: changed(self.mouse, before.mouse),
        }
    }

    /// Writes the settings into a table, which is created if there is none. Returns `false` if the item is not a table.
    fn write_to(&self, table: &mut Item) -> bool {
        if table.is_none() {
            *table = toml_edit::table();
        }
        let Some(table) = table.as_table_like_mut() else { return false };
        let mut write = |key, item: Option<Item>| {
            if let Some(item) = item {
                table.insert(key, item);
            }
        };
        write("theme", self.theme.map(name_of));
        write("pieces", self.pieces.map(name_of));
        write("smaller", self.smaller.and_then(|number| i64::try_from(number).ok()).map(value));
        write("flip", self.flip.map(value));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::config::NAME;

    #[test]
    fn what_is_written_leaves_the_rest_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new").join(NAME);
        let config = Config { path: Some(path.clone()), ..Config::default() };
        config.save(&ViewSettings::default()).unwrap();
        assert!(!path.exists());
        config.save(&ViewSettings { flip: Some(true), ..ViewSettings::default() }).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "[view]\nflip = true\n");
        fs::write(&path, "# mine\nlang = \"es\" # Spanish\n\n[view]\ntheme = \"blue\"\n").unwrap();
        let changed = ViewSettings { theme: Some(Theme::Print), ..ViewSettings::default() };
        config.save(&changed).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text, "# mine\nlang = \"es\" # Spanish\n\n[view]\ntheme = \"print\"\n");
        fs::write(&path, "no = = toml").unwrap();
        config.save(&changed).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "no = = toml");
    }
}

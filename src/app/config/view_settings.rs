//! The settings of the viewer in the configuration file.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use clap::ValueEnum;
use tempfile::NamedTempFile;
use toml_edit::{DocumentMut, Item, value};

use super::{Config, Fault, VIEW, choice, fault_of};
use crate::app::cli::MouseChoice;
use crate::app::file_problems::OutputFault;
use crate::app::viewer::display_options::PieceStyle;
use crate::picture::{Ground, Theme};

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
    /// The background of the terminal, which is asked if it is not set. The viewer never writes it.
    pub background: Option<Ground>,
}

impl Config {
    /// Writes the settings of the viewer that differ from earlier ones to the file, and leaves the rest of it as it
    /// is. Does nothing if the file is not TOML, if `view` in it is not a table, or if the path is not known.
    ///
    /// # Errors
    ///
    /// Returns a fault if the file cannot be read or written.
    pub fn save(&self, before: &ViewSettings, now: &ViewSettings) -> Result<(), OutputFault> {
        let Some(path) = self.path.as_ref().filter(|_| before != now) else { return Ok(()) };
        // read again, because somebody may have edited the file while the viewer ran
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            text => text.map_err(OutputFault::at(path))?,
        };
        // `toml_edit` keeps the comments and the order that the user has given the file
        let Ok(mut document) = text.parse::<DocumentMut>() else { return Ok(()) };
        let table = document[VIEW].or_insert(toml_edit::table());
        let Some(table) = table.as_table_like_mut() else { return Ok(()) };
        let text = |item: &Option<Item>| item.as_ref().map(Item::to_string);
        for ((key, before), (_, now)) in before.items().into_iter().zip(now.items()) {
            // only what has changed, so that a default that nobody has chosen is not fixed in the file
            if text(&now) != text(&before)
                && let Some(now) = now
            {
                table.insert(key, now);
            }
        }
        replace(path, &document.to_string()).map_err(OutputFault::at(path))
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
    // in the same folder, because a file cannot be renamed into another file system
    let mut file = NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.persist(path).map(drop).map_err(|error| error.error)
}

impl ViewSettings {
    pub(super) fn set(&mut self, key: &str, item: &Item) -> Result<(), Fault> {
        match key {
            "theme" => self.theme = Some(choice(key, item)?),
            "pieces" => self.pieces = Some(choice(key, item)?),
            "background" => self.background = Some(choice(key, item)?),
            "mouse" => self.mouse = Some(choice(key, item)?),
            "flip" => self.flip = Some(item.as_bool().ok_or(fault_of(key, "true, false"))?),
            "smaller" => {
                let number = item.as_integer().and_then(|number| usize::try_from(number).ok());
                self.smaller = Some(number.ok_or(fault_of(key, "0, 1, 2…"))?);
            }
            _ => return Err(Fault::Unknown(format!("{VIEW}.{key}"))),
        }
        Ok(())
    }

    /// Returns the settings that the viewer writes, each with its key.
    fn items(&self) -> [(&'static str, Option<Item>); 4] {
        [
            ("theme", self.theme.map(name_of)),
            ("pieces", self.pieces.map(name_of)),
            ("smaller", self.smaller.and_then(|number| i64::try_from(number).ok()).map(value)),
            ("flip", self.flip.map(value)),
        ]
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
        let before = ViewSettings::default();
        config.save(&before, &before).unwrap();
        assert!(!path.exists());
        config.save(&before, &ViewSettings { flip: Some(true), ..ViewSettings::default() }).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "[view]\nflip = true\n");
        fs::write(&path, "# mine\nlang = \"es\" # Spanish\n\n[view]\ntheme = \"blue\"\n").unwrap();
        let changed = ViewSettings { theme: Some(Theme::Print), ..ViewSettings::default() };
        config.save(&before, &changed).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text, "# mine\nlang = \"es\" # Spanish\n\n[view]\ntheme = \"print\"\n");
        fs::write(&path, "no = = toml").unwrap();
        config.save(&before, &changed).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "no = = toml");
    }
}

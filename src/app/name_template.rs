//! Names of output files (`--output`), in which placeholders such as `{game}` stand for parts of
//! what is written.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use thiserror::Error;

use crate::format::Item;
use crate::message::{ENGLISH, Language, fill};

/// The maximum length in bytes of the text for a move or a player. File systems allow names of 255
/// bytes.
const MAX_LENGTH: usize = 80;

/// The name of an output file, which may have placeholders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameTemplate {
    text: String,
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Placeholder(Placeholder),
}

/// A placeholder, by what it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Placeholder {
    Game,
    Ply,
    Move,
    White,
    Black,
}

const PLACEHOLDERS: [(&str, Placeholder); 5] = [
    ("{game}", Placeholder::Game),
    ("{ply}", Placeholder::Ply),
    ("{move}", Placeholder::Move),
    ("{white}", Placeholder::White),
    ("{black}", Placeholder::Black),
];

/// The error of a text that is not a template.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.message(&ENGLISH))]
pub struct UnknownPlaceholder(String);

impl UnknownPlaceholder {
    /// Describes the error in a language.
    #[must_use]
    pub fn message(&self, language: &Language) -> String {
        let known = PLACEHOLDERS.map(|(name, _)| name).join(", ");
        let values: [(&str, &dyn std::fmt::Display); 2] = [("name", &self.0), ("known", &known)];
        fill(language.command_line.unknown_placeholder, &values)
    }
}

impl FromStr for NameTemplate {
    type Err = UnknownPlaceholder;

    fn from_str(text: &str) -> Result<NameTemplate, UnknownPlaceholder> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some(open) = rest.find('{') {
            let Some(length) = rest[open..].find('}') else { break };
            let (before, name) = (&rest[..open], &rest[open..=open + length]);
            let known = PLACEHOLDERS.iter().find(|(known, _)| *known == name);
            let (_, placeholder) = known.ok_or_else(|| UnknownPlaceholder(name.to_owned()))?;
            parts.extend([Part::Text(before.to_owned()), Part::Placeholder(*placeholder)]);
            rest = &rest[open + length + 1..];
        }
        parts.push(Part::Text(rest.to_owned()));
        Ok(NameTemplate { text: text.to_owned(), parts })
    }
}

impl NameTemplate {
    /// Returns the name of standard output.
    #[must_use]
    pub fn of_stdout() -> NameTemplate {
        NameTemplate { text: "-".to_owned(), parts: vec![Part::Text("-".to_owned())] }
    }

    /// Returns whether the name is `-`, which is standard output.
    #[must_use]
    pub fn is_stdout(&self) -> bool {
        self.text == "-"
    }

    /// Returns the name as it is written, with its placeholders.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns whether the name has placeholders, so that each item has a file of its own.
    #[must_use]
    pub fn has_placeholders(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::Placeholder(_)))
    }

    /// Returns whether the name is that of a terminal, such as `/dev/tty`.
    #[must_use]
    pub fn is_terminal(&self) -> bool {
        #[cfg(unix)]
        {
            use std::fs::File;
            use std::io::IsTerminal;
            use std::os::unix::fs::FileTypeExt;

            let path = self.path(0, &Item::default());
            // opening anything else, such as a pipe, might wait for a reader
            path.metadata().is_ok_and(|found| found.file_type().is_char_device())
                && File::options().write(true).open(path).is_ok_and(|file| file.is_terminal())
        }
        #[cfg(not(unix))]
        false
    }

    /// Returns the extension in lower case, empty if there is none.
    #[must_use]
    pub fn extension(&self) -> String {
        let path = self.path(0, &Item::default());
        path.extension().unwrap_or_default().to_string_lossy().to_lowercase()
    }

    /// Returns the path for an item of a game. Games are counted from 1.
    #[must_use]
    pub fn path(&self, game: usize, item: &Item) -> PathBuf {
        let (plies, last_move) = item.ply.as_ref().map_or((0, ""), |(plies, san)| (*plies, &**san));
        let text = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Placeholder(Placeholder::Game) => game.to_string(),
            Part::Placeholder(Placeholder::Ply) => plies.to_string(),
            Part::Placeholder(Placeholder::Move) => safe(last_move),
            Part::Placeholder(Placeholder::White) => safe(&item.white),
            Part::Placeholder(Placeholder::Black) => safe(&item.black),
        };
        self.parts.iter().map(text).collect::<String>().into()
    }

    /// Returns the folder that holds the files, up to the first placeholder.
    #[must_use]
    pub fn folder(&self) -> PathBuf {
        let Some(Part::Text(text)) = self.parts.first() else { return PathBuf::from(".") };
        let path = Path::new(text);
        let folder = if self.parts.len() > 1 && text.ends_with(['/', std::path::MAIN_SEPARATOR]) {
            Some(path)
        } else {
            path.parent()
        };
        folder.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned()
    }
}

/// Makes a text of a game safe as a part of a file name: on no system does it name another folder, a device, a hidden
/// file or an option.
fn safe(text: &str) -> String {
    let replaced = |c: char| {
        let is_reserved = r#"<>:"/\|?*{}"#.contains(c);
        if is_reserved || c.is_whitespace() || crate::text::is_unprintable(c) { '_' } else { c }
    };
    let mut name: String = text.trim().chars().map(replaced).collect();
    name.truncate(name.floor_char_boundary(MAX_LENGTH));
    let kept = name.trim_start_matches(['.', '-', '~']).trim_end_matches('.');
    if kept.is_empty() || is_device(kept) { format!("_{kept}") } else { kept.to_owned() }
}

/// Returns whether Windows takes a name as that of a device. Windows ignores what follows the first
/// full stop.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().to_ascii_uppercase();
    let numbered = |prefix| stem.strip_prefix(prefix).is_some_and(|rest| rest.len() == 1);
    matches!(&*stem, "CON" | "PRN" | "AUX" | "NUL") || numbered("COM") || numbered("LPT")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(white: &str, plies: usize, san: &str) -> Item {
        Item { white: white.to_owned(), black: "Kasparov, G".to_owned(), ply: Some((plies, san.to_owned())) }
    }

    #[test]
    fn placeholders_stand_for_what_is_written() {
        let template: NameTemplate = "out/{game}-{ply}-{move} {white}-{black}.svg".parse().unwrap();
        assert!(template.has_placeholders());
        let path = template.path(3, &item("Karpov", 44, "Qxh7#"));
        assert_eq!(path, Path::new("out/3-44-Qxh7# Karpov-Kasparov,_G.svg"));
        assert_eq!((template.extension(), template.folder()), ("svg".to_owned(), "out".into()));
        assert_eq!("{x}.svg".parse::<NameTemplate>(), Err(UnknownPlaceholder("{x}".to_owned())));
    }

    #[test]
    fn a_name_without_placeholders_is_a_path() {
        for (text, folder) in [("a.PGN", "."), ("a/b/c.pgn", "a/b"), ("{game}/a.pgn", "."), ("a{.pgn", ".")] {
            let template: NameTemplate = text.parse().unwrap();
            assert_eq!(
                (template.folder(), template.extension()),
                (folder.into(), "pgn".to_owned()),
                "{text}"
            );
        }
        assert!(!"a{.pgn".parse::<NameTemplate>().unwrap().has_placeholders());
    }

    #[test]
    fn names_from_a_file_are_made_safe() {
        for (name, made) in [
            ("../../etc/passwd", "_.._etc_passwd"),
            ("C:\\x", "C__x"),
            ("-rf", "rf"),
            ("~root", "root"),
            ("CON", "_CON"),
            ("nul.txt", "_nul.txt"),
            ("", "_"),
            ("..", "_"),
            ("a\u{1b}[31m\nb", "a_[31m_b"),
            ("Çelebi {game}", "Çelebi__game_"),
        ] {
            assert_eq!(safe(name), made, "{name:?}");
        }
        assert_eq!(safe(&"é".repeat(100)).len(), MAX_LENGTH);
    }
}

//! Names of output files (`--output`), in which placeholders such as `{game}` stand for parts of
//! what is written.

use std::path::PathBuf;
use std::str::FromStr;

use thiserror::Error;

use crate::message::{ENGLISH, Language, fill_whole};
use crate::syntax::{is_tag_name, is_unknown};

/// The maximum length in bytes of the text for a move or a tag.
const MAX_LENGTH: usize = 80;

/// The maximum length in bytes of a name. File systems allow 255, of which a name under construction and a copy need
/// some.
const MAX_NAME: usize = 240;

/// What stands for the value of a tag that is not known.
const UNKNOWN: &str = "unknown";

/// The number of digits that are written of a number in a key, so that no two names have the same key.
const KEY_DIGITS: usize = 20;

/// The name of an output file, which may have placeholders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameTemplate {
    text: String,
    parts: Vec<NamePart>,
    /// The tags that stand in the name, in their order.
    tags: Vec<String>,
    /// Whether each variation is a game, so that several have the same number.
    divides_lines: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum NamePart {
    Text(String),
    Number(Number),
    /// The last move, or the value of a tag, of at most so many bytes.
    Move(usize),
    Tag(usize, usize),
    /// The year in the value of a tag.
    Year(usize),
}

/// A number in a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    Game,
    Ply,
    Part,
}

const NUMBERS: [(&str, Number); 3] = [("game", Number::Game), ("ply", Number::Ply), ("part", Number::Part)];

/// What placeholders stand for in the name of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NameValues {
    /// The number of the game, counted from 1.
    pub game: usize,
    /// The number of plies before the position.
    pub ply: usize,
    /// The number of the file among those whose names differ in nothing else.
    pub part: usize,
    /// The last move before the position.
    pub last_move: String,
    /// The values of [`NameTemplate::tags`].
    pub tags: Vec<String>,
}

impl NameValues {
    /// Returns the numbers, in the order of [`Number`].
    pub const fn numbers(&self) -> [usize; 3] {
        [self.game, self.ply, self.part]
    }
}

/// The error of a text that is not a template.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.message(&ENGLISH))]
pub struct PlaceholderError(String);

impl PlaceholderError {
    /// Describes the error in a language.
    pub fn message(&self, language: &Language) -> String {
        let texts = language.command_line;
        let text = if self.0.ends_with('}') { texts.unknown_placeholder } else { texts.open_placeholder };
        let known = ["game", "ply", "move", "part", "year"].map(|name| format!("{{{name}}}")).join(", ");
        let values: [(&str, &dyn std::fmt::Display); 3] =
            [("name", &self.0), ("known", &known), ("tag", &"{White}")];
        fill_whole(text, &values)
    }
}

impl FromStr for NameTemplate {
    type Err = PlaceholderError;

    fn from_str(text: &str) -> Result<NameTemplate, PlaceholderError> {
        let (mut parts, mut tags) = (Vec::new(), Vec::new());
        let mut rest = text;
        while let Some(open) = rest.find('{') {
            let Some(length) = rest[open..].find('}') else {
                return Err(PlaceholderError(rest[open..].to_owned()));
            };
            let (before, name) = (&rest[..open], &rest[open + 1..open + length]);
            let number = NUMBERS.iter().find(|(known, _)| name.eq_ignore_ascii_case(known));
            parts.push(NamePart::Text(before.to_owned()));
            parts.push(match number {
                Some((_, number)) => NamePart::Number(*number),
                None if name.eq_ignore_ascii_case("move") => NamePart::Move(MAX_LENGTH),
                None if name.eq_ignore_ascii_case("year") => {
                    tags.push("Date".to_owned());
                    NamePart::Year(tags.len() - 1)
                }
                None if is_tag_name(name) => {
                    tags.push(name.to_owned());
                    NamePart::Tag(tags.len() - 1, MAX_LENGTH)
                }
                None => return Err(PlaceholderError(format!("{{{name}}}"))),
            });
            rest = &rest[open + length + 1..];
        }
        parts.push(NamePart::Text(rest.to_owned()));
        limit_lengths(&mut parts);
        Ok(NameTemplate { text: text.to_owned(), parts, tags, divides_lines: false })
    }
}

/// Shortens the texts of placeholders so that no part of the path is too long.
fn limit_lengths(parts: &mut [NamePart]) {
    let ends_name =
        |part: &NamePart| matches!(part, NamePart::Text(text) if text.contains(std::path::is_separator));
    for name in parts.chunk_by_mut(|_, next| !ends_name(next)) {
        let texts = name.iter().filter(|part| matches!(part, NamePart::Move(_) | NamePart::Tag(..))).count();
        let others = name.iter().map(|part| match part {
            NamePart::Text(text) => text.len(),
            NamePart::Number(_) => KEY_DIGITS,
            NamePart::Year(_) => UNKNOWN.len(),
            NamePart::Move(_) | NamePart::Tag(..) => 0,
        });
        let room = MAX_NAME.saturating_sub(others.sum()) / texts.max(1);
        for part in name {
            if let NamePart::Move(length) | NamePart::Tag(_, length) = part {
                *length = room.clamp(1, MAX_LENGTH);
            }
        }
    }
}

/// The name of standard output.
impl Default for NameTemplate {
    fn default() -> NameTemplate {
        let (text, parts) = ("-".to_owned(), vec![NamePart::Text("-".to_owned())]);
        NameTemplate { text, parts, tags: Vec::new(), divides_lines: false }
    }
}

impl NameTemplate {
    /// Sets whether each variation is a game.
    pub fn for_lines(self, divides_lines: bool) -> NameTemplate {
        NameTemplate { divides_lines, ..self }
    }

    /// Returns the placeholder that, besides `{game}`, makes names differ.
    pub fn apart_by(&self) -> &'static str {
        let has_line = self.tags.iter().any(|tag| tag.eq_ignore_ascii_case("Line"));
        if self.divides_lines && !has_line { "{line}" } else { "{ply}" }
    }

    /// Returns whether the name is `-`, which is standard output.
    pub fn is_stdout(&self) -> bool {
        self.text == "-"
    }

    /// Returns the name as it is written, with its placeholders.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns whether the name has placeholders, so that there may be several files.
    pub fn has_placeholders(&self) -> bool {
        self.parts.len() > 1
    }

    /// Returns whether the name has `{part}`.
    pub fn has_part(&self) -> bool {
        self.parts.contains(&NamePart::Number(Number::Part))
    }

    /// Returns the names of the tags that stand in the name.
    pub fn tags(&self) -> &[String] {
        &self.tags
    }

    /// Returns whether the name is that of a terminal, such as `/dev/tty`.
    pub fn is_terminal(&self) -> bool {
        #[cfg(unix)]
        {
            use std::fs::File;
            use std::io::IsTerminal;
            use std::os::unix::fs::FileTypeExt;

            let path = self.path(&NameValues::default(), [0; 3]);
            // opening anything else, such as a pipe, might wait for a reader
            path.metadata().is_ok_and(|found| found.file_type().is_char_device())
                && File::options().write(true).open(path).is_ok_and(|file| file.is_terminal())
        }
        #[cfg(not(unix))]
        false
    }

    /// Returns the extension in lower case, empty if there is none.
    pub fn extension(&self) -> String {
        let path = self.path(&NameValues::default(), [0; 3]);
        path.extension().unwrap_or_default().to_string_lossy().to_lowercase()
    }

    /// Returns the path of a file. Numbers have at least so many digits.
    pub fn path(&self, values: &NameValues, digits: [usize; 3]) -> PathBuf {
        self.name(values, digits).into()
    }

    /// Returns a text that is the same for files of one name. Names that differ only in case count as one, since some
    /// file systems do not tell them apart.
    pub fn key(&self, values: &NameValues) -> String {
        self.name(values, [KEY_DIGITS; 3]).to_lowercase()
    }

    fn name(&self, values: &NameValues, digits: [usize; 3]) -> String {
        let text = |part: &NamePart| match *part {
            NamePart::Text(ref text) => text.clone(),
            NamePart::Number(number) => {
                format!("{:0width$}", values.numbers()[number as usize], width = digits[number as usize])
            }
            NamePart::Move(length) => safe(&values.last_move, length),
            NamePart::Tag(tag, length) => {
                let value = values.tags.get(tag).filter(|value| !is_unknown(value));
                value.map_or_else(|| UNKNOWN.to_owned(), |value| safe(value, length))
            }
            NamePart::Year(tag) => {
                let year = values.tags.get(tag).and_then(|date| date.get(..4));
                let year = year.filter(|year| year.bytes().all(|digit| digit.is_ascii_digit()));
                year.unwrap_or(UNKNOWN).to_owned()
            }
        };
        self.parts.iter().map(text).collect()
    }
}

/// Makes a text of a game safe as a part of a file name: on no system does it name another folder, a device, a hidden
/// file or an option.
fn safe(text: &str, max_length: usize) -> String {
    let replaced = |c: char| {
        let is_reserved = r#"<>:"/\|?*{}"#.contains(c);
        if is_reserved || c.is_whitespace() || crate::text::is_unprintable(c) { '_' } else { c }
    };
    let mut name: String = text.trim().chars().map(replaced).collect();
    name.truncate(name.floor_char_boundary(max_length));
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

    fn values(white: &str, ply: usize, last_move: &str) -> NameValues {
        let tags = vec![white.to_owned(), "Kasparov, G".to_owned()];
        NameValues { game: 3, ply, part: 2, last_move: last_move.to_owned(), tags }
    }

    #[test]
    fn placeholders_stand_for_what_is_written() {
        let template: NameTemplate = "out/{game}-{Ply}-{move} {WHITE}-{black}.{part}.svg".parse().unwrap();
        assert!(template.has_placeholders() && template.has_part());
        assert_eq!(template.tags(), ["WHITE", "black"]);
        let path = template.path(&values("Karpov", 44, "Qxh7#"), [1, 3, 2]);
        assert_eq!(path, std::path::Path::new("out/3-044-Qxh7# Karpov-Kasparov,_G.02.svg"));
        assert_eq!(template.extension(), "svg");
        let template: NameTemplate = "{year}.pgn".parse().expect("a template");
        assert_eq!(template.tags(), ["Date"]);
        for (date, name) in [("1858.11.02", "1858.pgn"), ("????.??.??", "unknown.pgn"), ("", "unknown.pgn")] {
            let values = NameValues { tags: vec![date.to_owned()], ..NameValues::default() };
            assert_eq!(template.path(&values, [0; 3]), std::path::Path::new(name));
        }
        assert_eq!("{a b}.svg".parse::<NameTemplate>(), Err(PlaceholderError("{a b}".to_owned())));
        assert_eq!("{}.svg".parse::<NameTemplate>(), Err(PlaceholderError("{}".to_owned())));
        for (text, rest) in [("a{.pgn", "{.pgn"), ("{game}-{event.pgn", "{event.pgn")] {
            assert_eq!(text.parse::<NameTemplate>(), Err(PlaceholderError(rest.to_owned())), "{text}");
        }
    }

    #[test]
    fn a_name_without_placeholders_is_a_path() {
        for text in ["a.PGN", "a/b/c.pgn", "a}.pgn"] {
            let template: NameTemplate = text.parse().unwrap();
            assert_eq!(template.extension(), "pgn", "{text}");
            assert!(!template.has_placeholders(), "{text}");
        }
    }

    #[test]
    fn no_part_of_a_path_is_too_long_or_empty() {
        let template: NameTemplate =
            "{white}{black}/{white}-{white}-{white}-{white}/{x}.pgn".parse().unwrap();
        let path = template.path(&values(&"é".repeat(200), 0, ""), [0; 3]);
        assert!(path.iter().all(|name| (1..=MAX_NAME).contains(&name.len())), "{path:?}");
        assert_eq!(path.file_name().unwrap(), "unknown.pgn");
    }

    #[test]
    fn names_that_differ_only_in_case_are_one() {
        let template: NameTemplate = "{white}{game}.pgn".parse().unwrap();
        let key = |white: &str, game| template.key(&NameValues { game, ..values(white, 0, "") });
        assert_eq!(key("ÉMILE", 1), key("émile", 1));
        assert_ne!(key("a1", 1), key("a", 11));
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
            assert_eq!(safe(name, MAX_LENGTH), made, "{name:?}");
        }
        assert_eq!(safe(&"é".repeat(100), MAX_LENGTH).len(), MAX_LENGTH);
    }
}

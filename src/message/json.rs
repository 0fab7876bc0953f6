//! Messages for programs: one JSON object a line, described in docs/guide/diagnostics.md.

use std::collections::BTreeMap;

use serde::Serialize;

use super::reporter::{Duplicate, MessageWriter};
use super::{Describe, Diagnostic, Fix, GameLabel, Language, Severity, Summary};
use crate::text::{Edit, Source, is_unprintable, write_json_escape};

/// Writes messages as JSON objects.
#[derive(Debug)]
pub(super) struct Json {
    language: &'static Language,
}

/// The fields of a message. Those that do not apply are `null`.
#[derive(Default, Serialize)]
struct Message<'a> {
    code: String,
    level: &'static str,
    message: String,
    help: Option<String>,
    file: Option<&'a str>,
    game: Option<usize>,
    white: Option<&'a str>,
    black: Option<&'a str>,
    #[serde(rename = "move")]
    ply: Option<Move>,
    line: Option<usize>,
    column: Option<usize>,
    end_line: Option<usize>,
    end_column: Option<usize>,
    byte_start: Option<usize>,
    byte_end: Option<usize>,
    fixes: Vec<JsonFix>,
}

/// A fix of the problem.
#[derive(Serialize)]
struct JsonFix {
    certainty: &'static str,
    edits: Vec<JsonEdit>,
}

/// A change of the text.
#[derive(Serialize)]
struct JsonEdit {
    byte_start: usize,
    byte_end: usize,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    text: String,
}

impl JsonFix {
    fn of(source: &Source, fix: Fix) -> JsonFix {
        // only a person can choose among several, so for a program a choice is a guess
        let certainty = if fix.is_certain() { "certain" } else { "guess" };
        let edit = |edit: Edit| {
            let (start, end) = (source.position(edit.span.start), source.position(edit.span.end));
            JsonEdit {
                byte_start: source.offset_in_file(edit.span.start),
                byte_end: source.offset_in_file(edit.span.end),
                line: start.line,
                column: start.column,
                end_line: end.line,
                end_column: end.column,
                text: edit.text,
            }
        };
        JsonFix { certainty, edits: fix.edits.into_iter().map(edit).collect() }
    }
}

/// The number of a move and the side that makes it.
#[derive(Serialize)]
struct Move {
    number: u32,
    side: &'static str,
}

impl Json {
    pub(super) fn new(language: &'static Language) -> Json {
        Json { language }
    }

    /// Creates a message that says what is wrong, but not where.
    fn message<'a>(&self, severity: Severity, problem: &dyn Describe) -> Message<'a> {
        Message {
            code: severity.letter_and(problem.code()),
            level: severity.level(),
            message: problem.message(self.language),
            help: problem.help(self.language),
            ..Message::default()
        }
    }
}

/// There are no counts: a program can count the objects, and the summary has the totals.
impl MessageWriter for Json {
    fn diagnostic(&mut self, source: &Source, game: Option<&GameLabel<'_>>, found: &Diagnostic) -> String {
        let mut message = self.message(found.severity, found.problem.as_ref());
        // nothing is replaced here, because `into_line` escapes what a terminal must not get
        message.file = Some(source.name());
        message.ply =
            found.ply.map(|ply| Move { number: ply.number, side: ply.side.fold_wb("white", "black") });
        if let Some(game) = game {
            message.game = Some(game.number);
            message.white = game.white.as_deref();
            message.black = game.black.as_deref();
        }
        if let Some(span) = found.span {
            let (start, end) = (source.position(span.start), source.position(span.end));
            message.line = Some(start.line);
            message.column = Some(start.column);
            message.end_line = Some(end.line);
            message.end_column = Some(end.column);
            message.byte_start = Some(source.offset_in_file(span.start));
            message.byte_end = Some(source.offset_in_file(span.end));
        }
        message.fixes = found.fixes(source).into_iter().map(|fix| JsonFix::of(source, fix)).collect();
        into_line(&message)
    }

    fn failure(&mut self, file: Option<&str>, problem: &dyn Describe) -> String {
        into_line(&Message { file, ..self.message(Severity::Error, problem) })
    }

    fn left_out(&mut self, source: &Source, begins_at: usize, duplicate: &Duplicate<'_>) -> String {
        #[derive(Serialize)]
        struct LeftOut<'a> {
            level: &'static str,
            file: &'a str,
            game: usize,
            line: usize,
            first_file: &'a str,
            first_game: usize,
        }
        into_line(&LeftOut {
            level: "duplicate",
            file: source.name(),
            game: duplicate.number,
            line: source.position(begins_at).line,
            first_file: duplicate.first_source,
            first_game: duplicate.first_number,
        })
    }

    fn mended(&mut self, source: &Source, cured: &BTreeMap<String, usize>, is_written: bool) -> String {
        #[derive(Serialize)]
        struct Mended<'a> {
            level: &'static str,
            file: &'a str,
            codes: &'a BTreeMap<String, usize>,
            written: bool,
        }
        into_line(&Mended { level: "mended", file: source.name(), codes: cured, written: is_written })
    }

    fn summary(&mut self, summary: &Summary) -> String {
        #[derive(Serialize)]
        struct Leveled<'a> {
            level: &'static str,
            #[serde(flatten)]
            summary: &'a Summary,
        }
        into_line(&Leveled { level: "summary", summary })
    }
}

fn into_line(object: &impl Serialize) -> String {
    // unwrap(): writing to a string cannot fail, and every key is a string
    let json = serde_json::to_string(object).unwrap();
    escape_unprintable(json) + "\n"
}

/// Escapes the characters that JSON allows but that must not be written to a terminal. They
/// occur only inside strings, since the rest of JSON is printable ASCII.
pub(super) fn escape_unprintable(json: String) -> String {
    if !json.contains(is_unprintable) {
        return json;
    }
    let mut escaped = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        if is_unprintable(c) {
            // writing to a string cannot fail
            let _ = write_json_escape(c, &mut escaped);
        } else {
            escaped.push(c);
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unprintable_characters_are_escaped_and_survive_a_round_trip() {
        let text = "a\u{1b}b\u{9b}c\u{202e}d\u{e0001}e\"\\€";
        let json = escape_unprintable(serde_json::to_string(text).unwrap());
        assert!(!json.contains(is_unprintable), "{json}");
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }
}

//! Messages for code hosts: a SARIF 2.1.0 log of all files, which ends with the run.
//!
//! The results are written as they come. The description of the tool comes after them, because it
//! lists the rules that they break. Memory therefore does not grow with their number.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use super::json::escape_unprintable;
use super::reporter::MessageWriter;
use super::{Code, Describe, Diagnostic, Fix, GameLabel, Language, Severity, Subject};
use crate::text::{Edit, Source, Span};

/// Writes messages as the results of a SARIF log.
#[derive(Debug)]
pub(super) struct Sarif {
    language: &'static Language,
    has_results: bool,
    /// The codes of the problems found so far, by their digits.
    rules: BTreeMap<&'static str, Code>,
    /// Whether everything could be read and written.
    is_complete: bool,
}

/// The text before the first result.
const HEAD: &str = "{\"version\":\"2.1.0\",\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\
    \"runs\":[{\"columnKind\":\"utf16CodeUnits\",\"results\":[\n";

impl Sarif {
    pub(super) fn new(language: &'static Language) -> Sarif {
        Sarif { language, has_results: false, rules: BTreeMap::new(), is_complete: true }
    }

    /// Returns the text of a result, with the text that has to come before it.
    fn write(&mut self, result: &Value) -> String {
        let before = if std::mem::replace(&mut self.has_results, true) { ",\n" } else { HEAD };
        format!("{before}{}", escape_unprintable(result.to_string()))
    }

    /// Creates a result that says what is wrong, but not where.
    fn result(&mut self, severity: Severity, problem: &dyn Describe) -> Value {
        let rule = problem.code().digits();
        self.rules.insert(rule, problem.code());
        let message = problem.message(self.language);
        let text = problem.help(self.language).map_or(message.clone(), |help| format!("{message}\n{help}"));
        json!({ "ruleId": rule, "level": severity.level(), "message": { "text": text } })
    }

    /// Returns a fix for a result.
    fn fix(&self, source: &Source, fix: &Fix) -> Value {
        let Language { fix_is_certain, fix_is_a_guess, .. } = *self.language;
        let description = if fix.is_certain() { fix_is_certain } else { fix_is_a_guess };
        let replacement = |edit: &Edit| json!({ "deletedRegion": region(source, edit.span), "insertedContent": { "text": edit.text } });
        let replacements: Vec<_> = fix.edits.iter().map(replacement).collect();
        let file = json!({ "uri": uri(source.name()) });
        json!({
            "description": { "text": description },
            "artifactChanges": [{ "artifactLocation": file, "replacements": replacements }],
        })
    }
}

/// There are no totals: the log has results only.
impl MessageWriter for Sarif {
    fn diagnostic(&mut self, source: &Source, game: Option<&GameLabel<'_>>, found: &Diagnostic) -> String {
        let mut result = self.result(found.severity, found.problem.as_ref());
        result["locations"] = locations(source.name());
        if let Some(span) = found.span {
            result["locations"][0]["physicalLocation"]["region"] = region(source, span);
        }
        let fixes: Vec<_> = found.fixes(source).iter().map(|fix| self.fix(source, fix)).collect();
        if !fixes.is_empty() {
            result["fixes"] = fixes.into();
        }
        if let Some(game) = game {
            let move_number = found.ply.map(|ply| ply.number);
            result["properties"] =
                json!({ "game": game.number, "white": game.white, "black": game.black, "move": move_number });
        }
        self.write(&result)
    }

    fn failure(&mut self, file: Option<&str>, problem: &dyn Describe) -> String {
        self.is_complete = false;
        let mut result = self.result(Severity::Error, problem);
        if let Some(file) = file {
            result["locations"] = locations(file);
        }
        self.write(&result)
    }

    fn end(&mut self) -> String {
        let rule = |(digits, code): (&&str, &Code)| {
            let subject = Subject::from(*code);
            let (page, title) = (subject.page(self.language), subject.title(self.language));
            json!({
                "id": digits,
                "shortDescription": { "text": title },
                "help": { "text": page, "markdown": page },
            })
        };
        let rules: Vec<_> = self.rules.iter().map(rule).collect();
        let driver = json!({
            "name": "escaque",
            "version": env!("CARGO_PKG_VERSION"),
            "language": self.language.tag,
            "rules": rules,
        });
        let invocations = json!([{ "executionSuccessful": self.is_complete }]);
        let head = if self.has_results { "" } else { HEAD };
        let [driver, invocations] = [driver, invocations].map(|part| escape_unprintable(part.to_string()));
        format!("{head}\n],\"tool\":{{\"driver\":{driver}}},\"invocations\":{invocations}}}]}}\n")
    }
}

/// Returns the locations of a result: the file that it is about.
fn locations(file: &str) -> Value {
    json!([{ "physicalLocation": { "artifactLocation": { "uri": uri(file) } } }])
}

/// Returns the region of a span: lines and columns counted from 1, columns in units of UTF-16, and bytes
/// counted from 0.
fn region(source: &Source, span: Span) -> Value {
    let (start, end) = (source.position(span.start), source.position(span.end));
    json!({
        "startLine": start.line,
        "startColumn": utf16_column(source, span.start),
        "endLine": end.line,
        "endColumn": utf16_column(source, span.end),
        "byteOffset": source.offset_in_file(span.start),
        "byteLength": span.end - span.start,
    })
}

/// Returns the column of an offset, counted from 1 in units of UTF-16.
fn utf16_column(source: &Source, offset: usize) -> usize {
    let position = source.position(offset);
    let before = source.text(Span::new(position.line_start.min(offset), offset));
    let beyond_a_unit = before.chars().filter(|c| c.len_utf16() > 1).count();
    position.column + beyond_a_unit
}

/// Returns the URI of a file: a relative reference, unless the path is absolute.
fn uri(name: &str) -> String {
    let path = if cfg!(windows) { name.replace('\\', "/") } else { name.to_owned() };
    // the unreserved characters of a URI (RFC 3986, section 2.3), and the separator of folders
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    let encode = |byte: u8| {
        if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }
    };
    let encoded: String = path.bytes().map(encode).collect();
    if Path::new(name).is_absolute() {
        // a path of Windows begins with a drive, and the path of a URI with a slash (`file:///C:/`)
        format!("file://{}{encoded}", if path.starts_with('/') { "" } else { "/" })
    } else {
        encoded
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_become_uris() {
        for (name, expected) in [
            ("games/a b.pgn", "games/a%20b.pgn"),
            ("100%#?.pgn", "100%25%23%3F.pgn"),
            ("à:é.pgn", "%C3%A0%3A%C3%A9.pgn"),
            ("<stdin>", "%3Cstdin%3E"),
            ("/tmp/a.pgn", "file:///tmp/a.pgn"),
        ] {
            assert_eq!(uri(name), expected);
        }
    }

    #[test]
    fn columns_count_units_of_utf_16() {
        let source = Source::new("t.pgn", "e4\n{𝄞} e5".as_bytes().to_vec());
        let offset = source.bytes().len() - 2;
        assert_eq!((source.position(offset).column, utf16_column(&source, offset)), (5, 6));
    }
}

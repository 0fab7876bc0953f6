//! The output of messages: both formats, and the options that limit it.

use std::fs;
use std::path::Path;

use escaque::message::Describe;
use escaque::message::lang::{CATALAN, ENGLISH, SPANISH};
use escaque::text::{InputError, ReadError};
use serde_json::Value;

use crate::faults::files_by_options;
use crate::{assert_golden, escaque, files, project, python, stem};

/// Returns the messages about files as JSON objects.
fn objects(paths: &[impl AsRef<Path>], arguments: &[&str]) -> Vec<Value> {
    let common = ["--message-format", "json", "--max-errors", "0", "--lang", "en"];
    let paths = paths.iter().map(AsRef::as_ref);
    let run = escaque().args(common).args(arguments).args(paths).output().unwrap();
    let messages = String::from_utf8(run.stderr).unwrap();
    messages.lines().map(|line| serde_json::from_str(line).expect("a line is an object")).collect()
}

#[test]
fn every_object_conforms_to_the_schema() {
    let mut lines = Vec::new();
    let mut inputs = files_by_options();
    inputs.entry(&[]).or_default().push(project().join("no-such-file.pgn"));
    for (options, paths) in inputs {
        lines.extend(objects(&paths, options));
    }
    let several = [project().join("tests/inputs/broken/several-errors.pgn")];
    for mode in ["--check", "--keep-going"] {
        let found = objects(&several, &[mode]);
        lines.extend_from_slice(&found);
        let summary = found.last().unwrap();
        assert_eq!((&summary["games"], &summary["faulty"]), (&Value::from(3), &Value::from(2)));
        assert_eq!(found.len() - 1, summary["errors"].as_u64().unwrap() as usize);
        assert_eq!(objects(&several, &[mode, "--quiet"]).len(), found.len() - 1);
    }
    let lines: String = lines.iter().map(|object| format!("{object}\n")).collect();
    python::assert_conform("every_object_conforms_to_the_schema", "docs/diagnostics.schema.json", &lines);
}

#[test]
fn both_formats_have_the_same_messages() {
    for (options, paths) in files_by_options() {
        let common = ["--lang", "en", "--max-errors", "0"];
        let run = escaque().args(common).args(options).args(&paths).output().unwrap();
        let human = String::from_utf8(run.stderr).unwrap();
        let titles: Vec<_> = human.lines().filter(|line| line.contains("]: ")).collect();
        let found = objects(&paths, options);
        assert_eq!(titles.len(), found.len(), "{options:?}");
        for (title, object) in titles.iter().zip(&found) {
            let text = |key: &str| object[key].as_str().unwrap();
            assert_eq!(*title, format!("{}[{}]: {}", text("level"), text("code"), text("message")));
        }
    }
}

/// Lines and columns count characters, and agree with the byte offsets.
#[test]
fn lines_and_columns_agree_with_byte_offsets() {
    let mut seen = 0;
    for (options, paths) in files_by_options() {
        for object in objects(&paths, options) {
            let Ok(text) = fs::read_to_string(object["file"].as_str().unwrap()) else {
                continue;
            };
            for (byte, line, column) in
                [("byte_start", "line", "column"), ("byte_end", "end_line", "end_column")]
            {
                let Some(offset) = object[byte].as_u64() else {
                    continue;
                };
                let before = &text[..usize::try_from(offset).unwrap()];
                let in_line = before.rsplit('\n').next().unwrap().chars().count();
                assert_eq!(object[line], before.matches('\n').count() + 1, "{object}");
                assert_eq!(object[column], in_line + 1, "{object}");
                seen += 1;
            }
        }
    }
    assert!(seen > 200, "{seen} offsets");
}

#[test]
fn the_format_of_objects() {
    let inputs = ["broken/ambiguous-knight.pgn", "broken/several-errors.pgn", "warned/latin-1.pgn"];
    let mut arguments = vec!["--message-format", "json", "--lang", "en", "missing.pgn"];
    let paths = inputs.map(|input| format!("tests/inputs/{input}"));
    arguments.extend(paths.iter().map(String::as_str));
    let run = escaque().args(&arguments).output().unwrap();
    assert_golden(run.stderr, "command-line/messages.json");
}

#[test]
fn objects_have_no_control_characters() {
    let game = "[White \"a\x1b[31mb\u{9b}c\u{202e}d\"] 1. e5 *";
    let run = escaque().args(["--quiet", "--message-format", "json"]).stdin(game).output().unwrap();
    let line = String::from_utf8(run.stderr).unwrap();
    assert!(!line.contains(|c: char| c.is_control() && c != '\n' || c == '\u{202e}'), "{line:?}");
    let object: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(object["white"], "a\x1b[31mb\u{9b}c\u{202e}d");
}

#[test]
fn quiet_shows_errors_only() {
    for path in files("tests/inputs/warned/*pgn") {
        for format in ["human", "json"] {
            let run = escaque().args(["--quiet", "--message-format", format]).arg(&path).output().unwrap();
            assert_eq!((run.status.code(), run.stderr.len()), (Some(0), 0), "{}", stem(&path));
        }
    }
    let many = "1. e4+ *\n".repeat(100);
    assert!(escaque().arg("-q").stdin(many.as_str()).output().unwrap().stderr.is_empty());
    let run = escaque().args(["-q", "--lang", "en"]).stdin("1. e4+ e4 *").output().unwrap();
    let messages = String::from_utf8(run.stderr).unwrap();
    assert!(messages.contains("E0304") && !messages.contains("warning"), "{messages}");
}

#[test]
fn max_errors_limits_errors_and_warnings() {
    let games = "1. e4+ e4 *\n".repeat(30);
    for (most, shown, notes) in [("1", 1, 2), ("29", 29, 2), ("30", 30, 0), ("0", 30, 0), ("99", 30, 0)] {
        let arguments = ["--lang", "en", "--max-errors", most];
        let run = escaque().args(arguments).stdin(games.as_str()).output().unwrap();
        let messages = String::from_utf8(run.stderr).unwrap();
        for title in ["error[E0304]", "warning[W0601]"] {
            assert_eq!(messages.matches(title).count(), shown, "{most}: {title}");
        }
        assert_eq!(messages.matches("(above ").count(), notes, "{most}");
    }
}

/// The errors of the system have words in every language.
#[test]
fn errors_of_the_system_in_every_language() {
    use std::io::{Error, ErrorKind};

    let kinds = [
        ErrorKind::NotFound,
        ErrorKind::PermissionDenied,
        ErrorKind::IsADirectory,
        ErrorKind::NotADirectory,
        ErrorKind::StorageFull,
        ErrorKind::QuotaExceeded,
        ErrorKind::FileTooLarge,
        ErrorKind::ReadOnlyFilesystem,
        ErrorKind::BrokenPipe,
        ErrorKind::TimedOut,
        ErrorKind::Interrupted,
        ErrorKind::OutOfMemory,
        ErrorKind::UnexpectedEof,
        ErrorKind::InvalidData,
    ];
    let own = [InputError::Changed, InputError::NotCopied(ErrorKind::StorageFull.into())];
    let causes = kinds.into_iter().map(Error::from).chain(own.into_iter().map(Error::from));
    let mut text = String::new();
    for cause in causes {
        let error = ReadError { name: "games.pgn".to_owned(), cause };
        for language in [&ENGLISH, &SPANISH, &CATALAN] {
            text += &error.message(language);
            text.push('\n');
        }
    }
    assert_golden(text, "command-line/system-errors.txt");
}

//! However a file is read, and by however many threads, the same comes of it.

use std::io::Write;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::hostile::mutate;
use crate::{Numbers, escaque, files};

/// The length of a database, which makes several pieces of it.
const LENGTH: usize = 220_000;

/// What a run says and shows.
#[derive(PartialEq)]
struct Outcome {
    status: Option<i32>,
    stdout: Vec<u8>,
    stderr: String,
}

/// A file in a folder that goes when it does.
struct Database {
    folder: PathBuf,
    path: PathBuf,
}

impl Database {
    fn new(name: &str, bytes: &[u8]) -> Database {
        let folder = std::env::temp_dir().join(format!("escaque-pieces-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("database.pgn");
        std::fs::write(&path, bytes).unwrap();
        Database { folder, path }
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        // it is in the folder for what may go
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn run(arguments: &[&str], path: &Path, input: Option<&[u8]>) -> Outcome {
    let run = match input {
        None => escaque().args(arguments).arg(path).output(),
        Some(input) => escaque().args(arguments).stdin(input).output(),
    };
    let run = run.unwrap();
    let stderr = String::from_utf8(run.stderr).unwrap();
    let stderr = stderr.replace(&path.display().to_string(), "<stdin>");
    Outcome { status: run.status.code(), stdout: run.stdout, stderr }
}

fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[track_caller]
fn assert_read_alike(name: &str, bytes: &[u8], arguments: &[&str]) {
    let file = Database::new(name, bytes);
    let with = |threads, input| {
        let arguments = [arguments, &["--lang", "en", "--threads", threads]].concat();
        run(&arguments, &file.path, input)
    };
    let alone = with("1", None);
    assert!(alone.status == Some(0) || alone.status == Some(1), "{}", alone.stderr);
    let compressed = gzipped(bytes);
    for (how, outcome) in [
        ("3 threads", with("3", None)),
        ("a pipe", with("1", Some(bytes))),
        ("a pipe and 3 threads", with("3", Some(bytes))),
        ("a compressed pipe and 2 threads", with("2", Some(&compressed))),
    ] {
        assert_eq!(outcome.status, alone.status, "{name} {how}");
        let lines = outcome.stderr.lines().zip(alone.stderr.lines());
        assert_eq!(lines.clone().find(|(line, expected)| line != expected), None, "{name} {how}");
        assert_eq!(outcome.stderr.len(), alone.stderr.len(), "{name} {how}");
        assert!(outcome.stdout == alone.stdout, "{name} {how}: other output");
    }
}

/// Puts inputs in a row that have in common what is decided for a whole file.
fn database(numbers: &mut Numbers, pattern: &str, mutations: usize) -> Vec<u8> {
    let inputs: Vec<_> = files(pattern).into_iter().map(|path| std::fs::read(path).unwrap()).collect();
    let inputs: Vec<_> =
        inputs.into_iter().filter(|input| input.is_ascii() && input.len() < 20_000).collect();
    let mut text = Vec::new();
    while text.len() < LENGTH {
        text.extend_from_slice(&inputs[numbers.below(inputs.len())]);
        let between: [&[u8]; 4] = [b"\n\n", b"\n", b" ", b"\r\n\r\n\r\n"];
        text.extend_from_slice(between[numbers.below(between.len())]);
    }
    for _ in 0..mutations {
        let at = numbers.below(text.len() - 100);
        let mut part = text[at..at + 100].to_vec();
        mutate(&mut part, numbers);
        drop(text.splice(at..at + 100, part));
    }
    text
}

#[test]
fn any_way_of_reading_tells_the_same() {
    let mut numbers = Numbers::new(1);
    for (name, pattern, mutations) in [("mixed", "tests/inputs/*/*pgn", 0), ("mutated", "examples/*pgn", 12)]
    {
        let text = database(&mut numbers, pattern, mutations);
        assert_read_alike(name, &text, &["-k", "--format", "json", "--max-errors", "0"]);
        assert_read_alike(name, &text, &["--check", "--message-format", "json", "--syntax", "reduced"]);
    }
}

#[test]
fn a_good_file_is_shown_alike() {
    let assert_shown_alike = |name, text: &[u8], arguments: &[&str]| {
        let file = Database::new(&format!("{name}-once"), text);
        assert_eq!(run(arguments, &file.path, None).status, Some(0), "{name} is not good");
        assert_read_alike(name, text, arguments);
    };
    let text = database(&mut Numbers::new(2), "examples/*pgn", 0);
    for format in ["fen", "boards", "speech"] {
        assert_shown_alike("good", &text, &["--format", format]);
    }
    assert_read_alike("lenient", &text, &["-k", "--format", "minimal", "--syntax", "lenient"]);
    let variants = database(&mut Numbers::new(3), "tests/inputs/variants/*pgn", 0);
    assert_shown_alike("variants", &variants, &["--format", "fen"]);
    let plain = database(&mut Numbers::new(4), "examples/*.pgn", 0);
    assert_shown_alike("by one name", &plain, &["--format", "fen", "--variant", "chess960"]);
}

/// A comment that looks like games is one, be it as long as many pieces.
#[test]
fn a_guess_that_fails_costs_nothing_but_time() {
    let game = "[Event \"?\"]\n\n1. e4 e5 *\n\n";
    let hidden = game.repeat(LENGTH / game.len());
    let text = format!("{game}1. e4 {{{hidden}}} 1-0\n\n{game}");
    assert_read_alike("hidden", text.as_bytes(), &["-k", "--format", "json"]);
    let behind = format!("{game}1. e4 * {{{hidden}}}\n\n{game}");
    assert_read_alike("behind", behind.as_bytes(), &["-k", "--format", "json"]);
    let open = format!("{game}1. e4 {{{hidden}");
    assert_read_alike("open", open.as_bytes(), &["-k", "--format", "json"]);
    assert_read_alike("one line", open.replace('\n', " ").as_bytes(), &["-k", "--format", "fen"]);
}

/// What stands between two games is told of, wherever the file is cut.
#[test]
fn what_stands_between_games_belongs_to_one_of_them() {
    let game = "[Event \"?\"]\n\n1. e4 e5 *";
    for (name, gap) in [
        ("blank lines", "\n".repeat(200)),
        ("split line end", "\r\n".repeat(50) + "\n"),
        ("control characters", "\n\0\u{1}\n\n".to_owned()),
        ("escaped lines", "\n% [Event \"?\"]\n\n".to_owned()),
        ("more than is looked ahead", "\n \n".repeat(3000)),
    ] {
        let text = format!("{game}{gap}").repeat(LENGTH / (game.len() + gap.len()) + 1);
        assert_read_alike(name, text.as_bytes(), &["--check", "--max-errors", "0"]);
        assert_read_alike(name, text.as_bytes(), &["--check", "--max-errors", "0", "--syntax", "reduced"]);
    }
}

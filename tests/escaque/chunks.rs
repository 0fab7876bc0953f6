//! The output does not depend on how a file is read or on the number of threads.

use std::io::Write;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::hostile::mutate;
use crate::{Numbers, escaque, files};

/// The length of a database in bytes, enough for several chunks.
const LENGTH: usize = 220_000;

/// The result of a run of the program.
#[derive(PartialEq)]
struct Outcome {
    status: Option<i32>,
    stdout: Vec<u8>,
    stderr: String,
}

/// A file in a temporary folder, which is removed when the value is dropped.
struct Database {
    folder: PathBuf,
    path: PathBuf,
}

impl Database {
    fn new(name: &str, bytes: &[u8]) -> Database {
        let folder = std::env::temp_dir().join(format!("escaque-chunks-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("database.pgn");
        std::fs::write(&path, bytes).unwrap();
        Database { folder, path }
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        // a folder that remains does no harm: it is a temporary one
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

/// Asserts that a database gives the same outcome with every way to read it.
#[track_caller]
fn assert_same_outcome(name: &str, bytes: &[u8], arguments: &[&str]) {
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

/// Joins random inputs that are all ASCII, since a file has one encoding.
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
fn a_bad_file_gives_the_same_messages() {
    let mut numbers = Numbers::new(1);
    for (name, pattern, mutations) in [("mixed", "tests/inputs/*/*pgn", 0), ("mutated", "examples/*pgn", 12)]
    {
        let text = database(&mut numbers, pattern, mutations);
        assert_same_outcome(name, &text, &["-k", "--format", "json", "--max-errors", "0"]);
        assert_same_outcome(name, &text, &["--check", "--message-format", "json", "--syntax", "reduced"]);
    }
}

#[test]
fn a_good_file_is_shown_the_same() {
    let assert_good_and_same = |name, text: &[u8], arguments: &[&str]| {
        let file = Database::new(&format!("{name}-once"), text);
        assert_eq!(run(arguments, &file.path, None).status, Some(0), "{name} has errors");
        assert_same_outcome(name, text, arguments);
    };
    let text = database(&mut Numbers::new(2), "examples/*pgn", 0);
    for format in ["fen", "boards", "speech"] {
        assert_good_and_same("good", &text, &["--format", format]);
    }
    assert_same_outcome("lenient", &text, &["-k", "--format", "minimal", "--syntax", "lenient"]);
    let variants = database(&mut Numbers::new(3), "tests/inputs/variants/*pgn", 0);
    assert_good_and_same("variants", &variants, &["--format", "fen"]);
    let plain = database(&mut Numbers::new(4), "examples/*.pgn", 0);
    assert_good_and_same("by one name", &plain, &["--format", "fen", "--variant", "chess960"]);
}

/// A file is cut where a game seems to begin. A comment that contains games and spans many
/// chunks is still one comment.
#[test]
fn a_wrong_cut_is_corrected() {
    let game = "[Event \"?\"]\n\n1. e4 e5 *\n\n";
    let hidden = game.repeat(LENGTH / game.len());
    let text = format!("{game}1. e4 {{{hidden}}} 1-0\n\n{game}");
    assert_same_outcome("hidden", text.as_bytes(), &["-k", "--format", "json"]);
    let behind = format!("{game}1. e4 * {{{hidden}}}\n\n{game}");
    assert_same_outcome("behind", behind.as_bytes(), &["-k", "--format", "json"]);
    let open = format!("{game}1. e4 {{{hidden}");
    assert_same_outcome("open", open.as_bytes(), &["-k", "--format", "json"]);
    let shifted = format!("1. e4 {{{}[A \"b\"]\n\n*-}} *\n", "\n".repeat(65_600));
    assert_same_outcome("shifted", shifted.as_bytes(), &["--format", "fen"]);
    assert_same_outcome("one line", open.replace('\n', " ").as_bytes(), &["-k", "--format", "fen"]);
}

/// What is too large is the same however the file is read and cut.
#[test]
fn a_game_that_is_too_large_is_passed_over() {
    let game = "[Event \"good\"]\n[Site \"?\"]\n\n1. e4 e5 *\n\n";
    let many = "Nf3 Nf6 Ng1 Ng8 ".repeat(2000);
    for (name, large) in [
        ("moves", format!("[White \"Large\"]\n\n{many}*\n\n")),
        ("a line without a result", format!("{}\n\n", many.repeat(5))),
        ("a comment that holds games", format!("1. e4 {{\n\n{}}} *\n\n", game.repeat(400))),
        ("a comment that is not closed", format!("[White \"Open\"]\n\n1. e4 {{ {}\n\n", "x ".repeat(9000))),
        ("variations", format!("1. e4 {}\n\n", "(1. d4\n\n".repeat(3000))),
        ("control characters", "\u{1}".repeat(30_000) + "\n\n"),
        ("escaped lines", "% [Event \"?\"]\n\n".repeat(2000)),
        ("white space", "1. e4".to_owned() + &" ".repeat(40_000) + "e5 *\n\n"),
        ("a tag", format!("[Event \"{}\"]\n\n*\n\n", "x".repeat(20_000))),
    ] {
        // other tests have files of these names
        let name = &format!("too large, {name}");
        let text = (game.repeat(700) + &large).repeat(6) + game + large.trim_end();
        for arguments in
            [&["-k", "--format", "pgn"][..], &["-k", "--format", "json", "--syntax", "lenient"], &["--check"]]
        {
            let arguments = [arguments, &["--max-game-size", "10000", "--max-errors", "0"]].concat();
            assert_same_outcome(name, text.as_bytes(), &arguments);
        }
        let file = Database::new(name, text.as_bytes());
        let run = run(&["-k", "--format", "fen", "--max-game-size=10000", "-q"], &file.path, None);
        let fens = String::from_utf8(run.stdout).unwrap();
        assert!(fens.lines().filter(|fen| fen.contains(" 0 2")).count() >= 6 * 600, "{name}");
    }
}

/// Text between two games is reported once, wherever the file is cut.
#[test]
fn text_between_games_belongs_to_one_chunk() {
    let game = "[Event \"?\"]\n\n1. e4 e5 *";
    for (name, gap) in [
        ("blank lines", "\n".repeat(200)),
        ("split line end", "\r\n".repeat(50) + "\n"),
        ("control characters", "\n\0\u{1}\n\n".to_owned()),
        ("escaped lines", "\n% [Event \"?\"]\n\n".to_owned()),
        ("a gap longer than the lookahead", "\n \n".repeat(3000)),
    ] {
        let text = format!("{game}{gap}").repeat(LENGTH / (game.len() + gap.len()) + 1);
        assert_same_outcome(name, text.as_bytes(), &["--check", "--max-errors", "0"]);
        assert_same_outcome(name, text.as_bytes(), &["--check", "--max-errors", "0", "--syntax", "reduced"]);
    }
}

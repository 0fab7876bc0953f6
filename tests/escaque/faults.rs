//! What the program says of files that are wrong, or nearly so.

use std::fs;

use crate::{assert_golden, escaque, files, stem, with_line_ends};

struct Run {
    status: i32,
    stdout: String,
    stderr: String,
}

fn run(arguments: &[&str], input: &[u8]) -> Run {
    let run = escaque().args(arguments).stdin(input).output().unwrap();
    Run {
        status: run.status.code().expect("an exit status"),
        stdout: String::from_utf8(run.stdout).unwrap(),
        stderr: String::from_utf8(run.stderr).unwrap(),
    }
}

#[test]
fn a_broken_file_is_refused_as_a_whole() {
    for path in files("tests/inputs/broken/*.pgn") {
        let run = run(&["--lang", "en"], &fs::read(&path).unwrap());
        assert_eq!((run.status, run.stdout.as_str()), (1, ""), "{}", path.display());
        assert_golden(run.stderr, &format!("broken/{}.txt", stem(&path)));
    }
}

#[test]
fn messages_come_in_every_language() {
    for path in files("tests/inputs/broken/*.pgn") {
        let file = fs::read(&path).unwrap();
        let [english, spanish, catalan] = ["en", "es", "ca"].map(|language| {
            let run = run(&["--lang", language], &file);
            assert_eq!(run.status, 1, "{}", path.display());
            run.stderr
        });
        assert!(english != spanish && spanish != catalan && catalan != english, "{}", path.display());
    }
}

#[test]
fn a_warning_stops_nothing() {
    for path in files("tests/inputs/warned/*.pgn") {
        let run = run(&["--lang", "en"], &fs::read(&path).unwrap());
        assert_eq!(run.status, 0, "{}", path.display());
        assert_golden(run.stderr + "\n" + &run.stdout, &format!("warned/{}.txt", stem(&path)));
    }
}

#[test]
fn the_reduced_form_is_held_to_the_letter() {
    for path in files("tests/inputs/reduced/*.pgn") {
        let file = fs::read(&path).unwrap();
        let run = run(&["--lang", "en", "--syntax", "reduced"], &file);
        let kept = stem(&path).starts_with("kept");
        assert_eq!(run.status, i32::from(!kept), "{}: {}", path.display(), run.stderr);
        assert_eq!(run.stdout.is_empty(), !kept, "{}", path.display());
        assert_golden(run.stderr, &format!("reduced/{}.txt", stem(&path)));
    }
}

#[test]
fn line_ends_do_not_matter() {
    for path in files("tests/inputs/broken/*.pgn") {
        let file = fs::read(&path).unwrap();
        let expected = run(&[], &file).stderr;
        for other in with_line_ends(&file) {
            assert_eq!(run(&[], &other).stderr, expected, "{}", path.display());
        }
    }
}

#[test]
fn only_the_first_errors_are_shown_and_all_are_counted() {
    let file = "1. e5 *\n".repeat(1000);
    let run = run(&["--lang", "en"], file.as_bytes());
    assert_eq!(run.stderr.matches("illegal move").count(), 20);
    assert!(run.stderr.contains("1000 errors"), "{}", run.stderr);
}

//! Games for minimal readers: what is written is what `--syntax reduced` accepts,
//! and says the same game.

use std::fs;

use crate::{assert_golden, escaque, files, stem};

fn output(arguments: &[&str], input: &[u8]) -> (bool, Vec<u8>) {
    let run = escaque().args(arguments).stdin(input).output().unwrap();
    (run.status.success(), run.stdout)
}

#[test]
fn what_is_written_is_reduced_and_the_same_game() {
    let folders = ["tests/inputs/shown", "tests/inputs/warned", "tests/inputs/assignment", "examples"];
    for path in folders.into_iter().flat_map(|folder| files(&format!("{folder}/*pgn"))) {
        let file = fs::read(&path).unwrap();
        let (whole, minimal) = output(&["--format", "minimal"], &file);
        if !whole || minimal.is_empty() || stem(&path).contains("mixed") {
            continue;
        }
        let (reduced, fens) = output(&["--syntax", "reduced", "--format", "fen"], &minimal);
        assert!(reduced, "{}: {}", path.display(), String::from_utf8_lossy(&minimal));
        assert_eq!(fens, output(&["--format", "fen"], &file).1, "{}", path.display());
        assert_eq!(output(&["--format", "minimal"], &minimal).1, minimal, "{}", path.display());
        assert_golden(minimal, &format!("minimal/{}.txt", path.file_name().unwrap().to_string_lossy()));
    }
}

#[test]
fn a_game_from_a_position_has_no_reduced_form() {
    let file = fs::read(files("examples/saavedra.pgn").remove(0)).unwrap();
    assert_eq!(output(&["--format", "minimal"], &file), (false, Vec::new()));
}

#[test]
fn illegal_moves_of_a_long_notation_are_played_if_asked() {
    let file = fs::read(files("tests/inputs/broken/document-first-example.ctl-pgn").remove(0)).unwrap();
    let run =
        escaque().args(["--lang", "en", "--syntax", "lenient"]).stdin(file.as_slice()).output().unwrap();
    assert!(run.status.success());
    let messages = String::from_utf8(run.stderr).unwrap();
    assert_golden(
        messages + "\n" + &String::from_utf8(run.stdout).unwrap(),
        "lenient/document-first-example.txt",
    );
}

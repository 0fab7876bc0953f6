//! The names of openings (`--openings`).

use crate::{assert_golden, escaque};

const GAMES: &str = "tests/inputs/openings/by-position.pgn";

fn shown(arguments: &str) -> String {
    let command = escaque().args(["--lang", "en", "--openings"]).args(arguments.split_whitespace());
    let run = command.arg(GAMES).output().unwrap();
    assert!(run.status.success(), "{arguments}: {}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap()
}

#[test]
fn tags_are_added_where_they_are_missing() {
    assert_golden(shown("--format pgn"), "openings/by-position.pgn");
    assert_golden(shown("--format boards --games 1-2"), "openings/boards.txt");
    assert_golden(shown("--format json --positions none"), "openings/by-position.json");
}

#[test]
fn every_way_adds_the_same_tags() {
    for format in ["pgn", "json", "boards", "speech", "html"] {
        let once = shown(&format!("--threads 1 --format {format}"));
        for ways in ["--threads 2", "--threads 8 -k", "--threads 3 --syntax lenient"] {
            assert_eq!(shown(&format!("{ways} --format {format}")), once, "{ways} {format}");
        }
    }
}

#[test]
fn formats_without_tags_stay_as_they_are() {
    for format in ["fen", "epd", "minimal"] {
        let options = ["--format", format, "--games", "1-4"];
        let plain = escaque().args(options).arg(GAMES).output().unwrap();
        assert_eq!(shown(&options.join(" ")).as_bytes(), plain.stdout, "{format}");
    }
}

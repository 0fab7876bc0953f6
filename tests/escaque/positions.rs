//! Lists of positions: FEN, EPD and TLPD as input.

use std::fs;

use crate::{assert_golden, escaque, files, project, stem};

/// Returns what the program writes of an input.
fn output(arguments: &[&str], input: &[u8]) -> Vec<u8> {
    let run = escaque().args(arguments).stdin(input).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    run.stdout
}

/// All messages have the places of the file, and all positions become games.
#[test]
fn positions_become_games() {
    for file in files("tests/inputs/positions/*") {
        let options = ["--lang", "en", "--keep-going", "--format", "pgn"];
        let run = escaque().args(options).stdin(fs::read(&file).unwrap()).output().unwrap();
        let text = [run.stdout, run.stderr].map(|text| String::from_utf8(text).unwrap()).join("\n");
        assert_golden(text, &format!("positions/{}.txt", stem(&file)));
    }
}

/// Returns a long list of different positions, with comments and blank lines.
fn long_list(file: &str) -> String {
    let game = fs::read(files(file).remove(0)).unwrap();
    let fens = String::from_utf8(output(&["--keep-going", "--quiet", "--format", "fen"], &game)).unwrap();
    assert!(fens.lines().count() > 3, "{file}");
    let list = (0..400).flat_map(|round| {
        let comment = if round % 7 == 0 { "# again\n\n" } else { "" };
        [comment, &fens]
    });
    list.collect()
}

/// In chunks and by several threads a list is the same, and no position is lost.
#[test]
fn a_long_list_is_read_as_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    for game in ["examples/opera.pgn", "examples/promotions.ctl-pgn"] {
        let list = long_list(game);
        let positions: Vec<_> =
            list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
        let path = folder.path().join("list.txt");
        fs::write(&path, &list).unwrap();
        for threads in ["1", "4"] {
            for options in [&["--keep-going"][..], &[]] {
                let run = escaque()
                    .args(options)
                    .args(["--threads", threads, "--format", "fen"])
                    .arg(&path)
                    .output();
                let run = run.unwrap();
                assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
                let written = String::from_utf8(run.stdout).unwrap();
                assert!(written.lines().eq(positions.iter().copied()), "{game} {threads} {options:?}");
            }
        }
        let piped = output(&["--format", "fen"], list.as_bytes());
        assert_eq!(String::from_utf8(piped).unwrap().lines().count(), positions.len());
        // the same positions as games of PGN
        let games = output(&["--format", "pgn"], list.as_bytes());
        let again = output(&["--format", "fen", "--at", "start"], &games);
        assert!(String::from_utf8(again).unwrap().lines().eq(positions), "{game}");
    }
}

#[test]
fn questions_count_positions() {
    let list = fs::read(files("examples/mates.epd").remove(0)).unwrap();
    for (question, count) in [
        ("Id = \"smothered\"", "1"),
        ("white R = 2", "1"),
        ("position \"*/*/*/*/*/*/*/* b\"", "1"),
        ("bm ~ \"#\"", "3"),
    ] {
        let found = output(&["--lang", "en", "--count", "--where", question], &list);
        assert!(
            String::from_utf8_lossy(&found).contains(count),
            "{question}: {}",
            String::from_utf8_lossy(&found)
        );
    }
}

/// A line that is too long is an error, and the next one is read.
#[test]
fn a_line_has_a_largest_size() {
    let line = "8/8/8/8/8/8/8/K1k5 w - - 0 1\n";
    let list = format!("{line}8/8/8/8/8/8/8/K1k5 w - - c0 \"{}\";\n{line}", "a".repeat(3 << 20));
    let options = ["--lang", "en", "--keep-going", "--max-game-size", "1K", "--format", "fen"];
    let run = escaque().args(options).stdin(list.into_bytes()).output().unwrap();
    assert_eq!(String::from_utf8(run.stdout).unwrap(), line.repeat(3));
    assert!(String::from_utf8(run.stderr).unwrap().contains("error[E0111]"));
}

/// A list that is written as EPD has its operations, and is read again as the same list.
#[test]
fn operations_are_written_again() {
    let write = |input: &str, options: &[&str]| {
        let run =
            escaque().args(["-q", "-k", "--format", "epd"]).args(options).stdin(input).output().unwrap();
        String::from_utf8(run.stdout).unwrap()
    };
    let list = fs::read_to_string(project().join("tests/inputs/positions/operations.epd")).unwrap();
    let written = write(&list, &[]);
    assert!(written.contains("bm Rg3 Qxh9;") && written.contains("hmvc 7; fmvn 31;"), "{written}");
    assert_eq!(write(&written, &[]), written);
    let line = "6k1/8/8/8/8/8/8/1R4K1 w - - bm Rb8#; id \"a\"; c3 \"one\";\n";
    assert_eq!(write(line, &[]), line.replace("c3", "c0"));
    assert_eq!(write(line, &["--drop", "comments"]), "6k1/8/8/8/8/8/8/1R4K1 w - - bm Rb8#; id \"a\";\n");
}

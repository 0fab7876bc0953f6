//! Tables with a game or a position in each row.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::{assert_golden, escaque, files, project};

/// Every row becomes a game, and a bad one costs only itself. Messages have the lines of the table.
#[test]
fn rows_become_games() {
    for file in files("tests/inputs/rows/*") {
        let name = file.file_name().expect("it is a file").to_string_lossy().into_owned();
        let folder = file.parent().expect("it is in a folder");
        let options = ["--lang", "en", "--keep-going", "--format", "pgn"];
        let run = escaque().args(options).arg(&name).current_dir(folder).output().expect("it runs");
        let text = [run.stdout, run.stderr].map(|text| String::from_utf8(text).expect("the output is UTF-8"));
        assert_golden(text.join("\n"), &format!("rows/{name}.txt"));
    }
}

/// Returns a table of positions, with rows of several lines and bad ones among them.
fn long_table() -> String {
    let mut table = "FEN,Moves,Number\n".to_owned();
    for number in 1..=4000 {
        let (moves, text) = match number % 50 {
            7 => ("a1a2 {open", "\"two\nlines\""),
            9 => ("a1a8", "illegal"),
            _ => ("a1a2 c1d1", "x"),
        };
        let _ = writeln!(table, "8/8/8/8/8/8/8/K1k5 w - - 0 1,{moves},{number}");
        let _ = writeln!(table, "8/8/8/8/8/8/8/K1k5 w - - 0 1,{moves},{text}");
    }
    table
}

/// However a table comes, its games and messages are the same.
#[test]
fn a_table_is_the_same_from_a_file_a_pipe_and_an_archive() {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let table = long_table();
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(table.as_bytes()).expect("it is packed in memory");
    fs::write(folder.path().join("t.csv"), &table).expect("the file is written");
    fs::write(folder.path().join("t.csv.gz"), packed.finish().expect("it is packed in memory"))
        .expect("the file is written");
    let run = |arguments: &[&str], input: &str| {
        let command = escaque().args(["-k", "--lang", "en", "--max-errors", "0", "--format", "fen"]);
        let run = command.args(arguments).current_dir(folder.path()).stdin(input).output().expect("it runs");
        let messages = String::from_utf8(run.stderr).expect("messages are UTF-8");
        let messages = messages.replace("t.csv.gz", "t.csv").replace("<stdin>.csv", "t.csv");
        (String::from_utf8(run.stdout).expect("FEN is ASCII"), messages)
    };
    let expected = run(&["--threads", "1", "t.csv"], "");
    let bad = expected.1.lines().filter(|line| line.contains("t.csv:")).count();
    assert!(expected.0.lines().count() > 15_000 && bad > 300, "{bad}");
    for (arguments, input) in
        [(&["--threads", "3", "t.csv"][..], ""), (&["t.csv.gz"], ""), (&["--rows", "csv", "-"], &*table)]
    {
        assert!(run(arguments, input) == expected, "{arguments:?}");
    }
    // without --rows it is text as any other, and so is a file of games with commas
    let (_, messages) = run(&[], "FEN,Moves\n8/8/8/8/8/8/8/K1k5 w - - 0 1,a1a2\n");
    assert!(messages.contains("no games") || messages.contains("error"), "{messages}");
}

/// The line of each message is that of its row.
#[test]
fn messages_have_the_lines_of_the_rows() {
    let run = escaque()
        .args(["--lang", "en", "--rows", "csv", "--check", "--max-errors", "0"])
        .stdin(long_table())
        .output()
        .expect("it runs");
    let messages = String::from_utf8(run.stderr).expect("messages are UTF-8");
    let table = long_table();
    let rows: Vec<_> = table.lines().collect();
    let places = messages.lines().filter_map(|line| line.trim().strip_prefix("--> <stdin>.csv:"));
    let mut count = 0;
    for place in places {
        let line: usize = place.split(':').next().and_then(|line| line.parse().ok()).expect("a line number");
        assert!(rows[line - 1].contains("a1a8") || rows[line - 1].contains("{open"), "{place}");
        count += 1;
    }
    assert!(count >= 320, "{count}");
}

/// A table is not rewritten, and one without games is an error.
#[test]
fn what_is_no_table_of_games_is_refused() {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let table = fs::read(project().join("examples/puzzles.csv")).expect("the example is there");
    for (name, text) in [("t.csv", &table[..]), ("none.csv", b"a,b\n1,2\n")] {
        fs::write(folder.path().join(name), text).expect("the file is written");
    }
    let mut messages = String::new();
    for command in ["--in-place t.csv", "--fix t.csv", "--diff t.csv", "none.csv", "--rows csv t.csv"] {
        let arguments = command.split(' ');
        let run = escaque()
            .args(["--lang", "en"])
            .args(arguments)
            .current_dir(folder.path())
            .output()
            .expect("it runs");
        assert!(!run.status.success(), "{command}");
        let _ = writeln!(messages, "$ escaque {command}\n{}", String::from_utf8_lossy(&run.stderr));
    }
    assert_eq!(fs::read(folder.path().join("t.csv")).expect("it is there"), table);
    assert_golden(messages, "rows/refused.txt");
}

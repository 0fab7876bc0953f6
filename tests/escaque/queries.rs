//! Questions (`--where`): their answers, their errors, and what is shown.

use std::fs;

use crate::{assert_golden, escaque, project, query_properties};

/// Returns the rows of a table, each with its fields.
fn rows(name: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(project().join("tests/questions").join(name)).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| row.split('\t').map(str::to_owned).collect()).collect()
}

/// Asks a question of a file and returns the numbers of the games that answer it.
fn answer(question: &str, file: &str, options: &[&str]) -> String {
    let path = project().join("tests/questions").join(file);
    let table = ["--quiet", "--lang", "en", "--format", "games", "--columns", "number"];
    let run = escaque().args(table).args(options).arg("--where").arg(question).arg(path).output().unwrap();
    assert_eq!(run.status.code(), Some(0), "{question}: {}", String::from_utf8_lossy(&run.stderr));
    let numbers = String::from_utf8(run.stdout).unwrap();
    numbers.split_whitespace().skip(1).collect::<Vec<_>>().join(",")
}

/// Asks the questions of a table, and collects those with another answer.
fn wrong_answers(table: &str, file: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for (at, row) in rows(table).iter().enumerate() {
        let [question, expected] = &row[..] else { panic!("{table}: {row:?}") };
        // each way has its turn
        let options: [&[&str]; 4] =
            [&["--threads", "1"], &["--threads", "2", "-k"], &["-k"], &["--threads", "3"]];
        let found = answer(question, file, options[at % options.len()]);
        if found != *expected {
            wrong.push(format!("{question}: {found} instead of {expected}"));
        }
    }
    wrong
}

#[test]
fn questions_have_the_answers_of_python_chess() {
    assert_eq!(wrong_answers("chess.tsv", "games.pgn"), [""; 0]);
}

#[test]
fn questions_about_cescacs_have_the_answers_of_another_program() {
    assert_eq!(wrong_answers("cescacs.tsv", "cescacs.ctl-pgn"), [""; 0]);
}

#[test]
fn what_is_wrong_with_a_question_is_told() {
    let text = fs::read_to_string(project().join("tests/questions/wrong.txt")).unwrap();
    for language in ["en", "es", "ca"] {
        let mut messages = String::new();
        for question in text.lines() {
            let run = escaque().args(["--lang", language, "--count", "--where", question]).stdin("1. e4 *");
            let run = run.output().unwrap();
            let found = String::from_utf8(run.stderr).unwrap();
            let expected = if found.contains("[W09") { 0 } else { 2 };
            assert_eq!(run.status.code(), Some(expected), "{question}: {found}");
            messages += &found;
        }
        let options = ["--lang", language, "--where", "plies > 0", "--at", "match"];
        let run = escaque().args(options).stdin("1. e4 *").output().unwrap();
        messages += &String::from_utf8(run.stderr).unwrap();
        for text in ["*", "*\n\n1. e4 *"] {
            let options = ["--lang", language, "--format", "fen", "--where", "plies > 9"];
            let run = escaque().args(options).stdin(text).output().unwrap();
            assert_eq!((run.status.code(), run.stdout.len()), (Some(0), 0));
            messages += &String::from_utf8(run.stderr).unwrap();
        }
        assert_golden(messages, &format!("questions/{language}.txt"));
    }
}

#[test]
fn every_question_has_the_properties() {
    let words = [
        "and",
        "or",
        "not",
        "then",
        "for",
        "8",
        "plies",
        "flip",
        "sides",
        "(",
        ")",
        "White",
        "=",
        "~",
        ">=",
        "in",
        "..",
        "\"K\"",
        "\"8/8 w\"",
        "position",
        "reaches",
        "after",
        "material",
        "\"K v k\"",
        "white",
        "[Q]",
        "piece",
        "Kg1",
        "attacks",
        "move",
        "e8=N",
        "has",
        "comment",
        "ends",
        "mate",
        "clock",
        "0:10",
        "'",
        "\u{0}",
        "é",
        "*",
        "#-3",
        "[",
        "K[",
        "\\",
        "\"",
        "eval",
        "-",
        "/28:v",
        "99999999999999999999",
    ];
    let mut seed: u64 = 3;
    for _ in 0..20_000 {
        let mut next = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        };
        let length = 1 + next(12);
        let text: Vec<_> = (0..length).map(|_| words[next(words.len())]).collect();
        query_properties::check(&text.join([" ", ""][next(2)]));
    }
    let deep = "(".repeat(100_000) + "plies > 1" + &")".repeat(100_000);
    assert!(escaque::query::Query::parse(&deep).is_err());
    let long = vec!["plies > 1"; 20_000].join(" or ");
    assert!(escaque::query::Query::parse(&long).is_ok());
}

#[test]
fn the_positions_that_answer_are_shown() {
    let shown = |choice: &str| {
        let path = project().join("tests/questions/games.pgn");
        let question = "material \"KRP v KR\" for 8 plies";
        let options = ["--format", "epd", "--quiet", "--at", choice, "--where", question];
        let run = escaque().args(options).arg(path).output().unwrap();
        String::from_utf8(run.stdout).unwrap()
    };
    let (first, all) = (shown("match"), shown("matches"));
    assert_eq!(first.lines().count(), 3);
    let asked = |question: &str, choice: &str| {
        let options = ["--format", "epd", "--quiet", "--at", choice, "--where", question];
        let run = escaque().args(options).stdin("1. e4 e5 2. Ke2 *").output().unwrap();
        String::from_utf8(run.stdout)
            .unwrap()
            .lines()
            .map(|line| line.split(' ').nth(1) == Some("w"))
            .collect::<Vec<_>>()
    };
    // the starting position is one, whatever is found behind it
    assert_eq!(asked("piece Ke1 or piece Ke2", "match"), [true]);
    assert_eq!(asked("piece Ke1", "matches"), [true, false, true]);
    assert!(all.lines().count() > 3 && first.lines().all(|line| all.lines().any(|other| other == line)));
}

#[test]
fn games_are_counted_in_each_file() {
    let folder = project().join("tests/questions");
    let count = |options: &[&str]| {
        let files = ["games.pgn", "cescacs.ctl-pgn"];
        let run =
            escaque().current_dir(&folder).args(["--count"]).args(options).args(files).output().unwrap();
        assert_eq!(run.status.code(), Some(0));
        String::from_utf8(run.stdout).unwrap()
    };
    assert_eq!(count(&[]), "games.pgn:130\ncescacs.ctl-pgn:14\n");
    assert_eq!(count(&["--where", "variant = cescacs"]), "games.pgn:0\ncescacs.ctl-pgn:14\n");
    assert_eq!(count(&["--where", "has Id", "--threads", "3"]), "games.pgn:0\ncescacs.ctl-pgn:14\n");
}

/// A broken game answers by what can be read of it, and is shown with its error.
#[test]
fn a_broken_game_answers_by_what_can_be_read() {
    let text = "[White \"A\"]\n\n1. e4 e5 2. Ke3 *\n\n[White \"B\"]\n\n1. d4 d5 2. Kd3 *\n";
    let ask = |question: &str| {
        let options = ["--lang", "en", "-k", "--format", "epd", "--where", question];
        let run = escaque().args(options).stdin(text).output().unwrap();
        let errors = String::from_utf8(run.stderr).unwrap();
        (
            run.status.code(),
            run.stdout.split(|byte| *byte == b'\n').count() - 1,
            errors.matches("error[").count(),
        )
    };
    assert_eq!(ask("move e5"), (Some(1), 2, 1));
    assert_eq!(ask("White = B"), (Some(1), 2, 1));
    assert_eq!(ask("has error"), (Some(1), 4, 2));
    assert_eq!(ask("not has error"), (Some(0), 0, 0));
    assert_eq!(ask("White = C"), (Some(0), 0, 0));
}

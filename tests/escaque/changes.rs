//! What is changed of games before they are written: the files in `tests/inputs/changes`, and all other inputs.

use std::fs;
use std::process::Output;

use crate::{assert_golden, escaque, files, project};

fn cases() -> Vec<(String, Vec<String>)> {
    let text = fs::read_to_string(project().join("tests/inputs/changes/cases.tsv")).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let case = |line: &str| {
        let (name, arguments) = line.split_once('\t').unwrap();
        (name.to_owned(), arguments.split(' ').map(|word| word.replace('~', " ")).collect())
    };
    lines.map(case).collect()
}

fn text_of(run: Output) -> String {
    let Output { status, stdout, stderr } = run;
    let (out, err) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    format!("{out}----- {}\n{err}", status.code().unwrap())
}

#[test]
fn games_are_changed_before_they_are_written() {
    for (name, arguments) in cases() {
        let mut command = escaque();
        if !arguments.iter().any(|argument| argument == "--lang") {
            command = command.args(["--lang", "en"]);
        }
        if !arguments.iter().any(|argument| argument == "--format") && name != "boards" {
            command = command.args(["--format", "pgn"]);
        }
        let run = command.args(&arguments).arg("tests/inputs/changes/studied.pgn").output().unwrap();
        assert_golden(text_of(run), &format!("changes/{name}.txt"));
        let game = "examples/analysis.ctl-pgn";
        if name.starts_with("drop-") || name.starts_with("part") || name == "lines" {
            let run = escaque().args(["--lang", "en", "--format", "pgn"]).args(&arguments).arg(game);
            assert_golden(text_of(run.output().unwrap()), &format!("changes/{name}.ctl-pgn.txt"));
        }
    }
}

/// Whatever can be written of an input can be read again after a change, without an error.
#[test]
fn changed_games_are_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("changed");
    for input in files("tests/inputs/[r-w]*/**/*pgn").into_iter().chain(files("examples/*pgn")) {
        let is_ctl = input.extension().is_some_and(|extension| extension == "ctl-pgn");
        let variant = ["--variant", if is_ctl { "cescacs" } else { "chess" }];
        let variant = if is_ctl { &variant[..] } else { &[] };
        for changes in [
            &["--drop", "commands,nags,tags"][..],
            &["--drop", "words,variations"],
            &["--part", "2b-"],
            &["--lines", "--part", "-3w", "--set", "Event=X"],
        ] {
            let run = escaque().args(["-kq", "--format", "pgn"]).args(variant).args(changes).arg(&input);
            let run = run.output().unwrap();
            fs::write(&path, &run.stdout).unwrap();
            let check = |file| escaque().args(["-q", "--check"]).args(variant).arg(file).output().unwrap();
            let (changed, written) = (check(&path), check(&input));
            assert!(
                changed.status.success() || !written.status.success(),
                "{changes:?} {}: {}",
                input.display(),
                String::from_utf8_lossy(&changed.stderr)
            );
        }
    }
}

/// A file is rewritten with its changes, and once more without any difference.
#[test]
fn files_are_changed_in_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pgn");
    fs::copy(project().join("tests/inputs/changes/studied.pgn"), &path).unwrap();
    let changes = ["--drop", "clocks,Place", "--set", "Event=Open"];
    let run = escaque().args(["--in-place", "-q"]).args(changes).arg(&path).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("[Event \"Open\"]") && !text.contains("%clk") && text.contains("best by test"));
    let run = escaque().args(["--diff"]).args(changes).arg(&path).output().unwrap();
    assert!(run.status.success() && run.stdout.is_empty());
}

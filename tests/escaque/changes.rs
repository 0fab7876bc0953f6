//! What is changed of games before they are written: the files in `tests/inputs/changes`, and all other inputs.

use std::fs;
use std::path::Path;
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
        if name.starts_with("drop-") || name.starts_with("part") || name == "lines" || name == "lines-merge" {
            let run = escaque().args(["--lang", "en", "--format", "pgn"]).args(&arguments).arg(game);
            assert_golden(text_of(run.output().unwrap()), &format!("changes/{name}.ctl-pgn.txt"));
        }
    }
}

/// What is written of inputs without errors after a change can be read again without an error.
#[test]
fn changed_games_are_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("changed");
    for (variant, kind) in [(&[][..], "pgn"), (&["--variant", "cescacs"], "ctl-pgn")] {
        let check = |file: &Path| {
            escaque().args(["-q", "--check"]).args(variant).arg(file).output().expect("it runs")
        };
        let mut inputs = files(&format!("tests/inputs/[r-w]*/**/*.{kind}"));
        inputs.extend(files(&format!("examples/*.{kind}")));
        inputs.retain(|input| check(input).status.success());
        assert!(inputs.len() > 30, "{kind}: {}", inputs.len());
        for changes in [
            &["--drop", "commands,nags,tags"][..],
            &["--drop", "words,variations"],
            &["--part", "2b-"],
            &["--lines", "--part", "-3w", "--set", "Event=X"],
        ] {
            let run = escaque().args(["-kq", "--format", "pgn"]).args(variant).args(changes).args(&inputs);
            fs::write(&path, run.output().expect("it runs").stdout).expect("the folder is new");
            let changed = check(&path);
            let messages = String::from_utf8_lossy(&changed.stderr);
            assert!(changed.status.success(), "{changes:?}: {messages}");
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

/// Changes the games of a text, and returns what is written after the tags.
fn movetexts(text: &str, options: &[&str]) -> Vec<String> {
    let run = escaque().args(["-q", "--lang", "en", "--format", "pgn", "--width", "none"]).args(options);
    let run = run.stdin(text).output().unwrap();
    let written = String::from_utf8(run.stdout).unwrap();
    let is_movetext = |part: &&str| !part.trim().is_empty() && !part.starts_with('[');
    written.split("\n\n").filter(is_movetext).map(|part| part.trim().replace('\n', " ")).collect()
}

#[test]
fn what_is_left_stays_in_its_place() {
    let cescacs = ["--variant", "cescacs"];
    for (text, options, expected) in [
        (
            "1. e4 {[%eval 0.3] [%clk 0:01:00]} 1-0 {[%clk 0:00:01] after} {z}",
            &["--drop", "clocks"][..],
            &["1. e4 {[%eval 0.3]} 1-0 {after} {z}"][..],
        ),
        ("1. e4 {[%eval 0.3] good} 1-0", &["--drop", "words"], &["1. e4 {[%eval 0.3]} 1-0"]),
        (
            "1. e4 {+0.20/3 1s, tl=2s [%cal Ga1b2,Rc3d4]} *",
            &["--drop", "clocks"],
            &["1. e4 {+0.20/3 1s [%cal Ga1b2,Rc3d4]} *"],
        ),
        // an annotation after a number belongs to the move before it, and a comment goes with the move after it
        ("1. e4 1... $2 {x} e5 {a} 2. {b} Nf3 *", &["--part", "1b-1b"], &["{x} 1... e5 {a} *"]),
        // in C'escacs a variation may replace the last move but one
        ("1. F8-F12, F20-F16 (1. F8-F10): *", &["--part", "1b-"], &["1. …, F20-F16: *"]),
        ("1. E7-E13, F20-F16 (1. F8-F10) 2. F8-F12: *", &["--part", "1b-"], &["1. …, F20-F16 2. F8-F12: *"]),
        (
            "1. E7-E13, F20-F16 (1. …, F20-F18) 2. F8-F12: *",
            &["--part", "1b-"],
            &["1. …, F20-F16 (1. …, F20-F18) 2. F8-F12: *"],
        ),
        // or none, if there is no move to replace
        ("1. F8-F12 (1. …, F20-F18): *", &["--lines"], &["1. F8-F12: *", "1. F8-F12, F20-F18: *"]),
        // a game of C'escacs may begin with any number
        ("31. F8-F12, F20-F16 32. E7-E11: *", &["--part", "31b-"], &["31. …, F20-F16 32. E7-E11: *"]),
    ] {
        let variant = if text.contains(':') && text.contains(',') { &cescacs[..] } else { &[] };
        let text = format!("[Event \"?\"]\n\n{text}\n");
        assert_eq!(movetexts(&text, &[variant, options].concat()), expected, "{text} {options:?}");
    }
}

/// The movetext of a game that cannot be set up is written as it is, without what is left out.
#[test]
fn games_that_cannot_be_played_are_changed() {
    for (text, options, expected) in [
        (
            "1. e4 $1 {a [%clk 0:01:00]} e5 (1... c5 {x} (1... d5)) 2. Nf3!? ; rest\n{b}\n% line\n1-0 {after}",
            &["--drop", "comments,variations,nags"][..],
            "1. e4 e5 2. Nf3 {not replayed} 1-0",
        ),
        (
            "1. e4 {a [%clk 1] b}{+0.31/16 7s} e5 1-0",
            &["--drop", "clocks,evals"],
            "1. e4 {a b} e5 {not replayed} 1-0",
        ),
        (
            "1. P@f3!{x}e5 (c5 2. C2=5 ± 1-0",
            &["--drop", "words,nags,variations"],
            "1. P@f3 e5 (c5 2. C2=5 {not replayed} 1-0",
        ),
        ("{x} %a {y} [b\n1. e4 1-0", &["--drop", "words"], "%a [b 1. e4 {not replayed} 1-0"),
        ("1. e4 (1. d4) {never", &["--drop", "words,variations"], "1. e4 {never} {not replayed} *"),
        ("{x} [+0.3] 1. e4 {y} 1-0", &["--drop", "words"], "{x} [+0.3] 1. e4 {not replayed} 1-0"),
        ("1. e4 {x} 1-0", &["--set", "Result=0-1", "--set", "ECO=C20"], "1. e4 {x} {not replayed} 0-1"),
        ("1. e4 {x} 1-0", &["--set", "Site=x"], "1. e4 {x} {not replayed} 1-0"),
    ] {
        for tag in ["[FEN \"x\"]", "[Variant \"Foo\"]"] {
            let text = format!("[Event \"?\"]\n{tag}\n\n{text}\n");
            assert_eq!(movetexts(&text, &[&["-k"], options].concat()), [expected], "{text} {options:?}");
        }
    }
}

/// Where numbers no longer count, a variation still replaces the move before it.
#[test]
fn lines_leave_the_move_that_they_replace() {
    let last = u32::MAX;
    for (text, position, expected) in [
        (
            "e4 e5 (N... c5) N. Nf3 (N. f4) *",
            "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 N\"]",
            ["e4 e5 N. Nf3 *", "e4 c5 *", "e4 e5 N. f4 *"],
        ),
        (
            "F8-F12, F20-F16 (N. F8-F10) (N. …, F20-F18): *",
            "[Variant \"C'escacs\"]\n[TLPD \"/28:v/27:dk/26:gjg/25:rnnr/24:pejep/23:ppeepp/22:2pjp2/21:3pp3/20:3p3/8:3P3/7:3PP3/6:2PJP2/5:PPEEPP/4:PEJEP/3:RNNR/2:GJG/1:DK/0:V/ w RKRrkr - 0 N\"]",
            ["F8-F12, F20-F16: *", "F8-F10: *", "F8-F12, F20-F18: *"],
        ),
    ] {
        let numbered =
            |text: &str| text.replace("N.", &format!("{last}.")).replace("0 N", &format!("0 {last}"));
        let text = numbered(&format!("{position}\n\nN. {text}\n"));
        let expected = expected.map(|line| numbered(&format!("N. {line}")));
        assert_eq!(movetexts(&text, &["--lines"]), expected, "{text}");
        let run = escaque().args(["-q", "--format", "html"]).stdin(&text).output().unwrap();
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    }
}

/// After illegal moves, the position before a part may be impossible. The game is told of, and not written without moves.
#[test]
fn a_part_that_cannot_begin_is_an_error() {
    let text = "1. e4 e5 2. Qh5 Qh4 3. Qh5xe5 Qh4xe4 4. Qe5-e6 Qe4-e3 5. a2-a3 *\n";
    for format in ["pgn", "json", "fen"] {
        let options = ["-q", "--lang", "en", "--syntax", "lenient", "--part", "5w-", "--format", format];
        let run = escaque().args(options).stdin(text).output().unwrap();
        assert_eq!((run.status.code(), &run.stdout[..]), (Some(1), &[][..]), "{format}");
        assert!(String::from_utf8(run.stderr).unwrap().contains("game 1"), "{format}");
    }
}

/// If no position that matches is left, this is told, and is an error if nothing is shown.
#[test]
fn a_match_outside_the_part_is_told() {
    let text = "1. e4 e5 2. Nf3 Nc6 *\n\n1. d4 d5 2. c4 (2. e3) 2... e6 *\n";
    let question = ["--where", "move d4 or move e4", "--at", "match", "--format", "fen"];
    let mut messages = String::new();
    for (lang, options, shown) in [
        ("en", &["--part", "1b-"][..], 2),
        ("en", &["--part", "2w-", "--lines", "--where", "move d5 or move Nf3"], 2),
        ("en", &["--part", "2w-", "--where", "move d5 or move e4"], 1),
        ("en", &["--part", "2w-", "--lines"], 0),
        ("es", &["--part", "-1w", "--where", "move d5 or move e5"], 0),
        ("ca", &["--part", "2w-", "--where", "move d4"], 0),
    ] {
        let question = if options.contains(&"--where") { &question[2..] } else { &question };
        let run = escaque().args(["--lang", lang]).args(options).args(question).stdin(text).output().unwrap();
        let status = if shown == 0 { 2 } else { 0 };
        assert_eq!((run.status.code(), run.stdout.split(|b| *b == b'\n').count() - 1), (Some(status), shown));
        messages += &String::from_utf8(run.stderr).unwrap();
    }
    assert_golden(messages, "changes/no-match.txt");
}

/// A result is written as the notation of each game has it, and a notation that lacks it keeps its own.
#[test]
fn a_result_is_that_of_the_notation() {
    for (text, result, expected) in [
        ("1. E7-E13, E21-E15: 3-0\n", "0-1", "1. E7-E13, E21-E15: 0-3"),
        ("1. E7-E13, E21-E15: 3-0\n", "2-1", "1. E7-E13, E21-E15: 2-1"),
        ("1. e4 1-0\n", "0-3", "1. e4 0-1"),
        ("1. e4 1-0\n", "2-1", "1. e4 1-0"),
    ] {
        let variant = if text.contains(':') { "cescacs" } else { "chess" };
        let set = format!("Result={result}");
        let options =
            ["--lang", "en", "--variant", variant, "--set", &set, "--format", "pgn", "--width", "none"];
        let run = escaque().args(options).stdin(text).output().unwrap();
        let written = String::from_utf8(run.stdout).unwrap().replace('\n', " ");
        assert!(written.contains(expected), "{text} {result}: {written}");
        let is_kept = String::from_utf8(run.stderr).unwrap().contains("E0115");
        assert_eq!(
            (is_kept, run.status.code()),
            (text.contains("e4") && result == "2-1", Some(i32::from(is_kept)))
        );
    }
}

/// The tags that the writer adds are not renamed.
#[test]
fn changes_are_made_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pgn");
    fs::write(&path, "[Event \"a\"]\n\n1. e4\n% line\n{word} *\n").unwrap();
    for _ in 0..3 {
        let options = ["-q", "--in-place", "--rename-tag", "Event=Title", "--drop", "words"];
        let options = [&options[..], &["--rename-tag", "Date=Day", "--rename-tag", "Site=Place"]].concat();
        let run = escaque().args(options).arg(&path).output().unwrap();
        assert_eq!((run.status.code(), String::from_utf8(run.stderr).unwrap()), (Some(0), String::new()));
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains("[Event \"?\"]") && text.contains("[Title \"a\"]"), "{text}");
        assert!(text.contains("% line") && !text.contains("word"), "{text}");
        assert!(!text.contains("[Day") && !text.contains("[Place"), "{text}");
    }
}

/// A tag that a change adds is not taken for another one.
#[test]
fn the_position_of_a_part_has_a_tag_of_its_own() {
    for (tags, options) in [
        ("[PlyCount \"2\"]", &["--openings"][..]),
        ("[WhiteElo \"1\"]\n[BlackElo \"2\"]", &["--drop", "tags", "--set", "ECO=C20"]),
    ] {
        let text = format!("[Event \"?\"]\n{tags}\n\n1. e4 e5 *\n");
        let run = escaque().args(["-q", "--format", "pgn", "--part", "1b-"]).args(options).stdin(&text);
        let written = String::from_utf8(run.output().unwrap().stdout).unwrap();
        let fen = "[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\"]";
        assert!(written.contains(fen) && written.matches("rnbqkbnr").count() == 1, "{written}");
        assert!(written.contains("[ECO \"C20\"]"), "{written}");
    }
}

//! The help, the man page and the errors of the command line, in the three languages.

use serde_json::Value;

use crate::{assert_golden, escaque, languages};

/// Command lines that are wrong, one of each kind.
const WRONG: &[&str] = &[
    "--split",
    "--json",
    "-n 3",
    "--search=Tal",
    "--verbose",
    "view game.pgn",
    "help",
    "--explain nowhere",
    "--no-such",
    "-Wepd",
    "-WsanKDTLS",
    "--letters de --format json",
    "--unique --duplicates d.csv --format pgn",
    "--format explorer -o {game}.csv x.pgn",
    "--formt fen",
    "--before 2020",
    "--no-comment",
    "--black",
    "--duplicates-only",
    "--lichess",
    "-J",
    "-kJ",
    "--format xen",
    "--format x",
    "--format",
    "--completions csh",
    "--games 0",
    "--games 5-2",
    "--games x",
    "--games +1",
    "--threads 0",
    "--max-errors x",
    "--max-errors 99999999999999999999999",
    "--max-game-size 0",
    "--encoding martian",
    "--unique=beginnings -",
    "--format fen --force -o examples/opera.pgn examples/opera.pgn",
    "--piece-letters xx",
    "--explain E9999",
    "--force",
    "--check --format fen",
    "--view --check --format fen",
    "--check --check",
    "--man --explain E0101",
    "--man=3",
    "--view",
    "--columns White",
    "--notation uci",
    "--letters de --notation uci --format pgn",
    "--notation chess",
    "--format games --columns",
    "--format games --columns White,",
    "--format games --columns White;Black",
    "--format games --columns plis",
    "--format games --columns White,white",
    "--format games --columns White,san",
    "--format moves --columns plies",
    "-o games.csv",
    "--part 3w",
    "--drop comment",
    "--drop clocks,xyz",
    "--set FEN=x",
    "--set Date=today",
    "--set Result=x",
    "--set Event",
    "--set White=x --drop White game.pgn",
    "--in-place --part 2w- game.pgn",
    "--drop comments --format fen game.pgn",
    "--at match",
    "--at end --format pgn",
    "--captions none --format fen",
    "--captions players",
    "--no-marks --format pgn",
    "--hide moves",
    "--count --check",
    "--where",
    "--width wide",
    "--limit 0",
    "--duplicates twice.pgn",
    "--per-file 64 -o a.pgn",
    "--unique -o a.pgn --duplicates a.pgn game.pgn",
    "src",
    "--in-place -",
    "--in-place",
    "--diff --format fen game.pgn",
    "--in-place --games 2 game.pgn",
    "--diff /dev/null",
    "--diff examples/mates.epd",
    "--diff tests/inputs/packed/warned/text-behind.gz",
];

#[test]
fn help_in_every_language() {
    for language in languages() {
        for (option, name) in [("--help", "help"), ("-h", "short-help")] {
            let run = escaque().args(["--lang", language, option]).output().unwrap();
            assert!(run.status.success() && run.stderr.is_empty(), "{language} {option}");
            assert_golden(run.stdout, &format!("usage/{language}-{name}.txt"));
        }
    }
}

#[test]
fn usage_errors_in_every_language() {
    for language in languages() {
        let mut errors = String::new();
        for line in WRONG {
            let run = escaque().args(line.split(' ')).args(["--lang", language]).output().unwrap();
            assert_eq!((run.status.code(), run.stdout.len()), (Some(2), 0), "{line}");
            errors += &format!("$ escaque {line}\n{}\n", String::from_utf8(run.stderr).unwrap());
        }
        assert_golden(errors, &format!("usage/{language}-errors.txt"));
    }
}

#[test]
fn the_topics_and_messages_in_every_language() {
    for language in languages() {
        let run = escaque().args(["--lang", language, "--explain"]).output().unwrap();
        let index = String::from_utf8(run.stdout).unwrap();
        for topic in
            ["cescacs", "change", "columns", "config", "exit", "keys", "output", "positions", "rows", "where"]
        {
            assert!(
                index.lines().any(|line| line.starts_with(&format!("  {topic} "))),
                "{language}: {topic}"
            );
            let run = escaque().args(["--lang", language, "--explain", topic]).output().unwrap();
            let page = String::from_utf8(run.stdout).unwrap();
            assert!(run.status.success() && page.lines().count() > 20, "{language}: {topic}");
            assert!(!page.contains("```") && !page.contains("<img"), "{language}: {topic}");
        }
        assert_golden(index, &format!("usage/{language}-topics.txt"));
    }
}

#[test]
fn the_man_page_in_every_language() {
    for language in languages() {
        let run = escaque().args(["--lang", language, "--man"]).output().unwrap();
        let page = String::from_utf8(run.stdout).unwrap();
        // a new version changes nothing else
        let page = page.replace(env!("CARGO_PKG_VERSION"), "VERSION");
        assert_golden(page, &format!("usage/{language}-man.txt"));
    }
}

#[test]
fn the_locale_chooses_the_language_of_the_help() {
    for (locale, usage) in [("ca_ES.UTF-8", "Ús: "), ("es_AR", "Uso: "), ("C", "Uso: "), ("de_DE", "Usage: ")]
    {
        for arguments in [&["--help"][..], &["--check", "--check"]] {
            let run = escaque().env("LANG", locale).args(arguments).output().unwrap();
            let text = String::from_utf8([run.stdout, run.stderr].concat()).unwrap();
            assert!(text.lines().any(|line| line.contains(usage)), "{locale} {arguments:?}: {text}");
        }
    }
}

#[test]
fn control_characters_of_an_argument_are_not_written() {
    for line in [&["--\x1b[31m"][..], &["--format", "\x1b[31m"], &["--games", "\x1b]0;x\x07"]] {
        let run = escaque().args(line).output().unwrap();
        let text = String::from_utf8(run.stderr).unwrap();
        assert!(!text.contains(['\x1b', '\x07']), "{text:?}");
    }
}

/// With `--message-format` a wrong command line is told in that form, wherever the option stands.
#[test]
fn a_wrong_command_line_has_the_form_of_messages() {
    for line in [
        "--message-format json --formt fen",
        "--format xen --message-format=json",
        "--at 3w -o x.doc --message-format json a.pgn",
    ] {
        let run = escaque().args(line.split(' ')).output().expect("the program runs");
        assert_eq!(run.status.code(), Some(2), "{line}");
        let message: Value = serde_json::from_slice(&run.stderr).expect("it is one object");
        assert_eq!((&message["code"], &message["level"]), (&"E0121".into(), &"error".into()), "{line}");
        assert!(message["message"].is_string() && message["help"].is_string(), "{message}");
    }
    let run = escaque().args(["--message-format", "sarif", "--formt"]).output().expect("the program runs");
    let log: Value = serde_json::from_slice(&run.stderr).expect("it is a log");
    assert_eq!(log["runs"][0]["results"][0]["ruleId"], "0121");
    assert_eq!(log["runs"][0]["invocations"][0]["executionSuccessful"], false);
}

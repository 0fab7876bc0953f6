//! The command line: arguments, exit status, streams.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::Stdio;

use snapbox::cmd::cargo_bin;

use crate::{assert_golden, escaque, project};

#[test]
fn exit_status_0_1_and_2() {
    let good = "examples/opera.pgn";
    let bad = "tests/inputs/broken/illegal-king.pgn";
    for (arguments, status) in [
        (&[good][..], 0),
        (&[bad], 1),
        (&["no-such-file.pgn"], 2),
        (&["src"], 2),
        (&["--no-such-option"], 2),
        (&["--games", "0", good], 2),
        (&[good, bad, good], 1),
        (&[bad, "no-such-file.pgn", good], 2),
    ] {
        let run = escaque().args(arguments).output().unwrap();
        assert_eq!(run.status.code(), Some(status), "{arguments:?}");
        assert_eq!(run.stderr.is_empty(), status == 0, "{arguments:?}");
    }
}

#[test]
fn a_bad_file_does_not_affect_the_others() {
    let alone = escaque().arg("examples/opera.pgn").output().unwrap().stdout;
    let run = escaque()
        .args([
            "examples/opera.pgn",
            "tests/inputs/broken/illegal-king.pgn",
            "missing.pgn",
            "examples/opera.pgn",
        ])
        .output()
        .unwrap();
    assert_eq!(run.stdout, [alone.clone(), alone].concat());
}

#[test]
fn standard_input_is_read_like_a_file() {
    let game = fs::read(project().join("examples/opera.pgn")).unwrap();
    let named = escaque().arg("examples/opera.pgn").output().unwrap().stdout;
    for arguments in [&[][..], &["-"]] {
        let run = escaque().args(arguments).stdin(game.as_slice()).output().unwrap();
        assert_eq!(run.stdout, named);
    }
}

#[test]
fn games_are_selected_by_number() {
    let games = "1. a3 * 1. b3 * 1. c3 * 1. d3 * 1. e3 *";
    for (selection, shown, is_warned) in [
        ("3", "c", false),
        ("2-4", "bcd", false),
        ("1,4-", "ade", false),
        ("5,1", "ae", false),
        ("4-9", "de", true),
        ("7", "", true),
    ] {
        let run = escaque().args(["--format", "fen", "--games", selection]).stdin(games).output().unwrap();
        let fens = String::from_utf8(run.stdout).unwrap();
        // the pawn on the third rank identifies the game
        let file = |fen: &str| {
            ["P7", "1P6", "2P5", "3P4", "4P3"].iter().position(|r| fen.contains(&format!("/{r}/")))
        };
        let files = fens.lines().filter_map(file).map(|n| char::from(b'a' + u8::try_from(n).unwrap()));
        assert_eq!(files.collect::<String>(), shown, "{selection}");
        assert_eq!(!run.stderr.is_empty(), is_warned, "{selection}");
    }
}

#[test]
fn only_selected_games_are_checked() {
    let games = "1. e4 * 1. e5 * 1. d4 *";
    for arguments in [&["--games", "1,3"][..], &["--games", "3-"], &["--games", "1", "-k"]] {
        let run = escaque().args(arguments).stdin(games).output().unwrap();
        assert_eq!(run.status.code(), Some(0), "{arguments:?}");
        assert!(!run.stdout.is_empty(), "{arguments:?}");
    }
    for arguments in [&["--games", "2-"][..], &["--games", "2"]] {
        let run = escaque().args(arguments).stdin(games).output().unwrap();
        assert_eq!((run.status.code(), run.stdout.len()), (Some(1), 0), "{arguments:?}");
    }
    let run = escaque().args(["-k", "--lang", "en", "--games", "2-3"]).stdin(games).output().unwrap();
    let messages = String::from_utf8(run.stderr).unwrap();
    assert!(messages.ends_with("games read: 2; shown: 2; with errors: 1\n"), "{messages}");
}

#[test]
fn piece_letters_are_those_of_the_option_or_of_the_game() {
    let french = "1. Cf3 Cf6 2. d4 Rg8 *";
    let german = "[PieceLetters \"de\"]\n\n1. Sf3 Sf6 *";
    for (arguments, input, movetext) in [
        (&["--piece-letters", "fr"][..], french.replace("Rg8", "Tg8"), Some("1. Nf3 Nf6 2. d4 Rg8 *")),
        (&["--piece-letters", "RDTFC"], french.replace("Rg8", "Tg8"), Some("1. Nf3 Nf6 2. d4 Rg8 *")),
        (&["--piece-letters", "FR"], french.to_owned(), None),
        (&[], french.to_owned(), None),
        (&[], german.to_owned(), Some("1. Nf3 Nf6 *")),
        // the option counts whatever the tags say
        (&["--piece-letters", "en"], german.to_owned(), None),
        (&["--piece-letters", "en"], german.replace('S', "N"), Some("1. Nf3 Nf6 *")),
        (&["--piece-letters", "ru"], "1. Кf3 Кf6 2. Фd1 *".replace(" 2. Фd1", ""), Some("1. Nf3 Nf6 *")),
        // C'escacs has letters of its own
        (
            &["--piece-letters", "fr", "--variant", "cescacs"],
            "1. E7-E13, E21-E15 2. NE3-D8 *".to_owned(),
            Some("1. E7-E13, E21-E15\n2. NE3-D8:\n*"),
        ),
    ] {
        let run = escaque().args(["--format", "pgn"]).args(arguments).stdin(input.as_str()).output().unwrap();
        let text = String::from_utf8(run.stdout).unwrap();
        assert_eq!(
            text.split_once("\n\n").map(|(_, moves)| moves.trim_end()),
            movetext,
            "{arguments:?} {input}"
        );
        assert!(!text.contains("PieceLetters"), "{text}");
    }
    for wrong in ["", "xx", "KDTL", "KDTLL"] {
        let run = escaque().args(["--piece-letters", wrong]).stdin("*").output().unwrap();
        assert_eq!(run.status.code(), Some(2), "{wrong}");
        assert!(String::from_utf8_lossy(&run.stderr).contains("KDTLS"), "{wrong}");
    }
}

#[test]
fn the_language_follows_the_locale() {
    let english = "The name of the event is unknown.";
    let catalan = "El nom de l'esdeveniment és desconegut.";
    let spanish = "El nombre del evento es desconocido.";
    for (variables, line) in [
        (&[("LC_ALL", "en_US.UTF-8")][..], english),
        (&[("LC_MESSAGES", "ca_ES")], catalan),
        (&[("LANG", "C.UTF-8")], spanish),
        (&[("LANG", "fr_FR.UTF-8")], english),
        (&[("LANG", "es_ES"), ("LC_MESSAGES", "ca_ES"), ("LC_ALL", "en_US")], english),
        (&[("LANG", "es_ES"), ("LC_MESSAGES", "ca_ES"), ("LC_ALL", "")], catalan),
        (&[("LANGUAGE", "en"), ("LANG", "ca_ES.UTF-8")], english),
        (&[("LANGUAGE", "fr:ca"), ("LANG", "fr_FR.UTF-8")], catalan),
        (&[("LANGUAGE", "fr"), ("LC_ALL", "ca_ES.UTF-8")], catalan),
        (&[("LANGUAGE", "en"), ("LANG", "C")], spanish),
        // where there is a language of the system, it counts before `LANGUAGE`
        #[cfg(not(any(windows, target_vendor = "apple")))]
        (&[("LANGUAGE", "fr:ca:en")], catalan),
        #[cfg(not(any(windows, target_vendor = "apple")))]
        (&[], spanish),
    ] {
        let command = variables.iter().fold(escaque(), |command, (name, value)| command.env(name, value));
        let output = String::from_utf8(command.stdin("*").output().unwrap().stdout).unwrap();
        assert_eq!(output.lines().next(), Some(line), "{variables:?}");
    }
}

#[test]
fn output_into_a_pipe_has_no_colour() {
    let colour = |run: snapbox::cmd::Command| run.output().unwrap().stdout.contains(&0x1b);
    let game = || escaque().stdin("1. e4 *");
    assert!(!colour(game()));
    assert!(!colour(game().args(["--color", "never"])));
    assert!(colour(game().args(["--color", "always"])));
    assert!(colour(game().args(["--color", "always"]).env("NO_COLOR", "1")));
}

#[test]
fn a_closed_pipe_is_not_a_failure() {
    let mut child = std::process::Command::new(cargo_bin!("escaque"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let games = "1. e4 e5 2. Nf3 Nc6 *\n".repeat(2000);
    let writer = std::thread::spawn(move || stdin.write_all(games.as_bytes()));
    let mut first = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    writer.join().unwrap().unwrap();
    let run = child.wait_with_output().unwrap();
    assert_eq!((run.status.code(), run.stderr.len()), (Some(0), 0));
}

/// Runs a shell command with the program's path as `$0`.
#[cfg(unix)]
fn shell(script: &str) -> std::process::Output {
    let program = cargo_bin!("escaque");
    let mut command = std::process::Command::new("sh");
    command.args(["-c", script]).arg(program).current_dir(project()).output().unwrap()
}

#[cfg(unix)]
#[test]
fn an_output_error_is_a_failure_and_a_lost_message_is_not() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let bad = "tests/inputs/broken/illegal-king.pgn";
    for (script, status) in [
        ("\"$0\" examples/opera.pgn > /dev/full".to_owned(), 2),
        ("\"$0\" --help > /dev/full".to_owned(), 2),
        ("\"$0\" --version > /dev/full".to_owned(), 2),
        ("\"$0\" --man > /dev/full".to_owned(), 2),
        ("\"$0\" --completions bash > /dev/full".to_owned(), 2),
        ("\"$0\" --explain E0301 > /dev/full".to_owned(), 2),
        ("\"$0\" --help | true".to_owned(), 0),
        ("\"$0\" --man 2>&1 | true".to_owned(), 0),
        ("\"$0\" missing.pgn 2> /dev/full".to_owned(), 2),
        (format!("\"$0\" {bad} 2> /dev/full"), 1),
        (format!("\"$0\" {bad} 2>&-"), 1),
        ("\"$0\" tests/inputs/warned/bad-date.pgn 2> /dev/full".to_owned(), 0),
    ] {
        let run = shell(&script);
        assert_eq!(run.status.code(), Some(status), "{script}");
        let messages = String::from_utf8_lossy(&run.stderr);
        assert!(!messages.contains("panicked"), "{script}");
        assert_eq!(
            messages.contains("E0102"),
            script.ends_with(" > /dev/full") && !script.contains("2>"),
            "{script}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_closed_output_is_a_failure() {
    for arguments in ["examples/opera.pgn", "--help", "--version", "--explain E0301", "--man"] {
        let run = shell(&format!("LC_ALL=en \"$0\" {arguments} >&- < examples/opera.pgn"));
        assert_eq!(run.status.code(), Some(2), "{arguments}");
        assert_golden(run.stderr, "command-line/closed-output.txt");
    }
    let run = shell("\"$0\" --lang ca --message-format json examples/opera.pgn >&-");
    let message: serde_json::Value = serde_json::from_slice(&run.stderr).unwrap();
    assert_eq!(message["message"], "no es pot escriure la sortida: la sortida estàndard és tancada");
    assert_eq!(shell("\"$0\" examples/opera.pgn >&- 2>&- <&-").status.code(), Some(2));
    // the null device is an output like any other, however it was opened
    for redirection in ["> /dev/null", "1<> /dev/null"] {
        let run = shell(&format!("\"$0\" examples/opera.pgn {redirection}"));
        assert_eq!((run.status.code(), run.stderr.len()), (Some(0), 0), "{redirection}");
    }
}

/// What writes nothing cannot fail to write, as with `grep -q` and `rustc`.
#[cfg(unix)]
#[test]
fn checking_needs_no_output() {
    for (arguments, output, status) in [
        ("--check examples/opera.pgn", ">&-", 0),
        ("--check -q examples/opera.pgn", ">&-", 0),
        ("--check -q tests/inputs/broken/illegal-king.pgn", ">&-", 1),
        ("--check examples/opera.pgn", "> /dev/full", 0),
        ("--check -q examples/opera.pgn", "> /dev/full", 0),
        ("-q examples/opera.pgn", "> /dev/full", 2),
    ] {
        let status_of = shell(&format!("\"$0\" {arguments} {output}")).status.code();
        let is_missing = output == "> /dev/full" && !Path::new("/dev/full").exists();
        assert!(is_missing || status_of == Some(status), "{arguments} {output}: {status_of:?}");
    }
}

/// What is written to a closed standard error must not go to a file that is opened afterwards.
#[cfg(unix)]
#[test]
fn a_closed_input_or_standard_error_is_no_failure() {
    let whole = shell("\"$0\" examples/opera.pgn").stdout;
    let faulty = "tests/inputs/broken/illegal-king.pgn";
    for (script, status) in [
        ("\"$0\" examples/opera.pgn <&-".to_owned(), 0),
        ("\"$0\" examples/opera.pgn 2>&-".to_owned(), 0),
        ("\"$0\" examples/opera.pgn <&- 2>&-".to_owned(), 0),
        (format!("\"$0\" {faulty} examples/opera.pgn <&- 2>&-"), 1),
        ("cat examples/opera.pgn | \"$0\" 2>&-".to_owned(), 0),
    ] {
        let run = shell(&script);
        assert_eq!((run.status.code(), run.stderr.len()), (Some(status), 0), "{script}");
        assert!(run.stdout == whole, "{script}");
    }
}

//! An address that replaces a player is in the file and nowhere else (document, "Otras etiquetas opcionales").

use crate::escaque;

const GAME: &str = "[Variant \"C'escacs\"]
[Event \"CG\"]
[Site \"?\"]
[Date \"2021-06-04\"]
[Round \"-\"]
[WhiteNA \"rut@example.org\"]
[Black \"Sasal, Cesc\"]
[Result \"*\"]
[BlackNA \"cesc@example.org\"]

1. E7-E13, E21-E15:
*
";

fn run(arguments: &[&str]) -> String {
    let run = escaque().args(["--lang", "en", "--variant", "cescacs"]).args(arguments).stdin(GAME).output();
    String::from_utf8_lossy(&run.expect("the program runs").stdout).into_owned()
}

#[test]
fn no_format_but_that_of_files_shows_the_address_of_a_player() {
    for format in ["boards", "speech", "fen", "epd", "minimal", "json", "games", "moves", "svg", "html"] {
        let output = run(&["--no-pause", "--format", format]);
        assert!(!output.is_empty() && !output.contains("rut@"), "{format}: {output}");
    }
    for arguments in [["--columns", "White,WhiteNA"], ["--where", "WhiteNA ~ \"rut\""]] {
        assert!(!run(&[&["--format", "games"], &arguments[..]].concat()).contains("rut@"), "{arguments:?}");
    }
    assert!(run(&["--format", "pgn"]).contains("[WhiteNA \"rut@example.org\"]\n[Black \"Sasal, Cesc\"]"));
    assert!(!run(&["--format", "pgn", "--drop", "WhiteNA,BlackNA"]).contains('@'));
}

#[test]
fn the_player_is_unknown_where_players_are_shown() {
    let shown = [
        ("boards", "White: Unknown\nBlack: Sasal, Cesc"),
        ("minimal", "[White \"?\"]\n[Black \"Sasal, Cesc\"]"),
        ("json", r#"{"name":"White","value":"?"},{"name":"Black","value":"Sasal, Cesc"}"#),
    ];
    for (format, part) in shown {
        let output = run(&["--no-pause", "--format", format]);
        assert!(output.contains(part), "{format}: {output}");
    }
    assert_eq!(run(&["--format", "games", "--columns", "White,Black"]), "White,Black\n?,\"Sasal, Cesc\"\n");
    for (question, count) in
        [("White = \"?\"", "1\n"), ("player ~ \"rut\"", "0\n"), ("Black ~ \"Sasal\"", "1\n")]
    {
        assert_eq!(run(&["--count", "--where", question]), count, "{question}");
    }
}

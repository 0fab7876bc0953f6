//! Questions about the program itself: completions and the man page.

use std::io::Write;
use std::process::{Command, Stdio};

use clap::ValueEnum;
use clap_complete::Shell;

use crate::escaque;

fn output(arguments: &[&str]) -> String {
    output_in("en", arguments)
}

fn output_in(language: &str, arguments: &[&str]) -> String {
    let run = escaque().args(["--lang", language]).args(arguments).output().unwrap();
    assert!(run.status.success() && run.stderr.is_empty(), "{arguments:?}");
    String::from_utf8(run.stdout).unwrap()
}

/// Returns the long names of the options, each of which begins a paragraph of the help.
fn options() -> Vec<String> {
    let help = output(&["--help"]);
    let option = |line: &str| {
        let line = line.trim_start().starts_with('-').then_some(line)?;
        line.split([' ', '[']).find_map(|word| word.strip_prefix("--")).map(str::to_owned)
    };
    let options: Vec<_> = help.lines().filter_map(option).collect();
    assert!(options.len() > 20 && options.iter().any(|option| option == "format"), "{options:?}");
    options
}

/// Runs a tool with a text as its input. Returns its output, or `None` if the tool is not
/// installed.
fn run_tool(tool: &str, arguments: &[&str], input: &str) -> Option<String> {
    let mut command = Command::new(tool);
    command.args(arguments).env("LC_ALL", "C.UTF-8").env("MANWIDTH", "100").env_remove("MANPAGER");
    let spawned = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let Ok(mut child) = spawned else {
        // unlike `eprintln`, this is visible although the test passes
        let mut stderr = std::io::stderr();
        writeln!(stderr, "SKIPPED: {tool} is not installed").unwrap();
        return None;
    };
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let run = child.wait_with_output().unwrap();
    let messages = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success() && messages.is_empty(), "{tool} {arguments:?}: {messages}");
    Some(String::from_utf8(run.stdout).unwrap())
}

/// Returns what the program offers a shell after some words, the last of which is being typed.
fn offered(language: &str, words: &[&str]) -> Vec<String> {
    let index = words.len().to_string();
    let run = escaque()
        .env("ESCAQUE_COMPLETE", "fish")
        .env("LC_ALL", language)
        .env("_CLAP_COMPLETE_INDEX", index)
        .args(["--", "escaque"])
        .args(words)
        .output()
        .unwrap();
    assert!(run.status.success() && run.stderr.is_empty(), "{words:?}");
    String::from_utf8(run.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn a_shell_is_offered_what_may_come_next() {
    for (words, expected) in [
        (&["--form"][..], "--format"),
        (&["--format", "sp"], "speech"),
        (&["--format=sp"], "--format=speech"),
        (&["--at", "ma"], "match matches"),
        (&["--explain", "whe"], "where"),
        (&["--explain", "E0222"], "E0222"),
        (&["--columns", "number,fin"], "number,final_fen"),
        (&["--where", "ends ma"], "ends mate"),
        (&["--where", "White = Tal an"], "White = Tal and"),
        (&["--where", "not (WhiteEl"], "not (WhiteElo"),
        (&["--drop", "clo"], "clocks"),
        (&["--drop", "clocks,Ev"], "clocks,Event"),
        (&["--piece-letters", "ca"], "ca"),
        (&["--letters=st"], "--letters=standard"),
        (&["examples/oper"], "examples/opera.pgn"),
    ] {
        let offered = offered("en", words);
        let values: Vec<_> = offered.iter().map(|line| line.split('\t').next().unwrap()).collect();
        assert_eq!(values.join(" "), expected, "{words:?}");
    }
    for (language, help) in [("en", "Write the man page"), ("ca", "Escriu la pàgina de manual")] {
        let offered = offered(language, &["--man"]);
        assert!(offered[0].contains(help), "{offered:?}");
    }
    for option in options() {
        let option = format!("--{option}");
        assert!(
            offered("es", &[&option]).iter().any(|line| line.split('\t').next() == Some(&option)),
            "{option}"
        );
    }
}

/// Inputs are files of games, packed ones and lists and tables included; where there are none, any file may be one.
#[test]
fn files_of_games_are_offered_before_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    for name in ["a.txt", "a.PGN", "a.ctl-pgn.xz", "a.epd", "a.csv", "a.zip", "b.txt"] {
        std::fs::write(path(name), "").expect("a file");
    }
    std::fs::create_dir(path("afar")).expect("a folder");
    let games = ["a.PGN", "a.csv", "a.ctl-pgn.xz", "a.epd", "a.zip", "afar/"].map(path);
    assert_eq!(offered("en", &[&path("a")]), games);
    assert_eq!(offered("en", &[&path("b")]), [path("b.txt")]);
}

#[test]
fn each_shell_has_a_script_that_asks_the_program() {
    for shell in Shell::value_variants() {
        let script = output(&["--completions", &shell.to_string()]);
        assert!(script.contains("ESCAQUE_COMPLETE") && script.contains("escaque"), "{shell}: {script}");
    }
}

/// bash divides a command line at `=`, and quotes the names of files itself.
#[test]
fn bash_completes_options_values_and_files() {
    let script = output(&["--completions", "bash"]);
    run_tool("bash", &["-n"], &script);
    let program = snapbox::cmd::cargo_bin("escaque");
    let folder = program.parent().unwrap().display();
    for (words, current, expected) in [
        ("escaque --format sp", "sp", "speech"),
        ("escaque --format = sp", "sp", "speech"),
        ("escaque --format =", "", "boards"),
        ("escaque --lang en --no-pa", "--no-pa", "--no-pause"),
        ("escaque examples/oper", "examples/oper", "examples/opera.pgn"),
        ("escaque --explain wh", "wh", "where"),
        ("escaque --drop clocks,ar", "clocks,ar", "clocks,arrows"),
        ("escaque --letters = FA", "FA", "FAN"),
        ("escaque --piece-letters r", "r", "ro"),
        ("escaque --count examples/mat", "examples/mat", "examples/mates.epd"),
        ("escaque Cargo.t", "Cargo.t", "Cargo.toml"),
    ] {
        let words: Vec<_> = words.split(' ').collect();
        let request = format!(
            "PATH='{folder}':$PATH COMP_WORDS=({}) COMP_CWORD={}\n_escaque escaque '{current}' '{}'\necho \"${{COMPREPLY[0]}}\"",
            words.join(" "),
            words.len() - 1,
            words[words.len() - 2]
        );
        if let Some(completed) = run_tool("bash", &["--norc"], &format!("{script}\n{request}\n")) {
            assert_eq!(completed.trim_end(), expected, "{words:?}");
        }
    }
}

#[test]
fn the_man_page_describes_every_option() {
    for (language, titles) in [
        (
            "en",
            "NAME SYNOPSIS DESCRIPTION READ CHOOSE CHANGE WRITE BOARDS_AND_PICTURES CHECK_AND_FIX MESSAGES_AND_HELP \
             KEYS EXIT_STATUS ENVIRONMENT FILES EXAMPLES VERSION",
        ),
        (
            "ca",
            "NOM SINOPSI DESCRIPCIÓ LLEGIR TRIAR CANVIAR ESCRIURE TAULERS_I_IMATGES COMPROVAR_I_ESMENAR \
             MISSATGES_I_AJUDA TECLES CODI_DE_SORTIDA ENTORN FITXERS EXEMPLES VERSIÓ",
        ),
        (
            "es",
            "NOMBRE SINOPSIS DESCRIPCIÓN LEER ELEGIR CAMBIAR ESCRIBIR TABLEROS_E_IMÁGENES COMPROBAR_Y_ENMENDAR \
             MENSAJES_Y_AYUDA TECLAS CÓDIGO_DE_SALIDA ENTORNO ARCHIVOS EJEMPLOS VERSIÓN",
        ),
    ] {
        let page = output_in(language, &["--man"]);
        assert!(page.contains(".TH escaque 1"), "{page}");
        // without --warnings, man accepts faulty roff in silence
        let Some(shown) = run_tool("man", &["--warnings", "--local-file", "-"], &page) else { return };
        let mut missing = options();
        missing.retain(|option| !shown.contains(&format!("--{option}")));
        assert!(missing.is_empty(), "{missing:?} in {shown}");
        let is_title = |line: &&str| line.starts_with(char::is_alphabetic) && !line.contains("(1)");
        let found: Vec<_> = shown.lines().filter(is_title).map(|line| line.replace(' ', "_")).collect();
        assert_eq!(found.join(" "), titles, "{shown}");
    }
}

#[test]
fn questions_are_asked_one_at_a_time_and_without_files() {
    for arguments in [
        &["--man", "--explain", "E0301"][..],
        &["--man", "--completions", "bash"],
        &["--completions", "bash", "examples/opera.pgn"],
        &["--completions", "csh"],
    ] {
        let run = escaque().args(arguments).output().unwrap();
        assert_eq!((run.status.code(), run.stdout.len()), (Some(2), 0), "{arguments:?}");
    }
}

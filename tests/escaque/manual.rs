//! Questions about the program itself: completions and the man page.

use std::io::Write;
use std::process::{Command, Stdio};

use clap::ValueEnum;
use clap_complete::Shell;

use crate::{escaque, languages};

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
        line.split(' ').find_map(|word| word.strip_prefix("--")).map(str::to_owned)
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

#[test]
fn completions_list_every_option() {
    for shell in Shell::value_variants() {
        for language in languages() {
            let script = output_in(language, &["--completions", &shell.to_string()]);
            for option in options() {
                assert!(script.contains(&option), "{shell} does not complete --{option}");
            }
        }
    }
    let script = |language| output_in(language, &["--completions", "fish"]);
    assert!(
        script("en").contains("Write the man page") && script("ca").contains("Escriu la pàgina de manual")
    );
}

#[test]
fn bash_completes_a_format() {
    let script = output_in("ca", &["--completions", "bash"]);
    run_tool("bash", &["-n"], &script);
    let request = "COMP_WORDS=(escaque --format sp) COMP_CWORD=2\n_escaque escaque sp --format\necho \"${COMPREPLY[@]}\"";
    if let Some(completed) = run_tool("bash", &["--norc"], &format!("{script}\n{request}\n")) {
        assert_eq!(completed, "speech\n");
    }
}

#[test]
fn the_man_page_describes_every_option() {
    for (language, titles) in [
        ("en", "NAME SYNOPSIS DESCRIPTION OPTIONS KEYS EXIT_STATUS ENVIRONMENT FILES EXAMPLES VERSION"),
        ("ca", "NOM SINOPSI DESCRIPCIÓ OPCIONS TECLES CODI_DE_SORTIDA ENTORN FITXERS EXEMPLES VERSIÓ"),
        (
            "es",
            "NOMBRE SINOPSIS DESCRIPCIÓN OPCIONES TECLAS CÓDIGO_DE_SALIDA ENTORNO ARCHIVOS EJEMPLOS VERSIÓN",
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

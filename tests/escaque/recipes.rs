//! The commands of README.md do something in a clone, and those of the recipes with games of the names that they use.
//!
//! A command of the recipes is code in a table that runs `escaque`; one of README.md is a line of a block of `sh`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use snapbox::cmd::cargo_bin;
use tempfile::TempDir;

use crate::emulator::Terminal;
use crate::{files, project};

/// Files for the commands, and of which files of the project each is made.
const GAMES: [(&str, &[&str]); 8] = [
    ("game.pgn", &["examples/immortal.pgn"]),
    ("game.ctl-pgn", &["examples/analysis.ctl-pgn"]),
    (
        "games.pgn",
        &[
            "tests/games/varied.pgn",
            "tests/inputs/tables/club.pgn",
            "tests/questions/games.pgn",
            "tests/questions/annotated.pgn",
            "examples/saavedra.pgn",
        ],
    ),
    ("games.pgn.xz", &["tests/inputs/packed/read/one.pgn.xz"]),
    ("mates.epd", &["examples/mates.epd"]),
    ("puzzles.csv", &["examples/puzzles.csv"]),
    ("club.pgn", &["tests/inputs/unique/club.pgn"]),
    ("league.pgn", &["tests/inputs/unique/league.pgn"]),
];

/// Other files for the commands.
const TEXTS: [(&str, &str); 3] = [
    ("german.pgn", "[Event \"Letters\"]\n\n1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 *\n"),
    ("question.txt", "player ~ \"carlsen\"\nand plies > 40\n"),
    (
        "broken.pgn",
        "[Event \"A bracket too many\"]\n\n1. e4 e5 2. Nf3 ) Nc6 *\n\n\
         [Event \"A move that nobody can play\"]\n\n1. d4 d5 2. Ke3 *\n\n\
         [Event \"A word\"]\n\n1. c4 well c5 *\n",
    ),
];

#[test]
fn commands_of_the_recipes_do_something() {
    let recipes = read("docs/recipes.md");
    let rows = recipes.lines().filter(|line| line.starts_with("| "));
    // a stroke in a cell of a table is written \|
    let code = rows.flat_map(|row| row.split('`').skip(1).step_by(2)).map(|code| code.replace("\\|", "|"));
    let runs =
        |code: &String| ["escaque ", "cat games.pgn ", "echo "].iter().any(|begin| code.starts_with(begin));
    let commands: Vec<_> = code.filter(runs).collect();
    assert!(commands.len() > 100, "{}", commands.len());
    commands.iter().for_each(|command| try_command(command, folder_with_games().path()));
}

#[test]
fn commands_of_the_readme_do_something() {
    let readme = read("README.md");
    let blocks = readme.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let pictures = readme.split("<code>").skip(1).filter_map(|rest| rest.split("</code>").next());
    // all of them in one clone, as a reader pastes them
    let (clone, mut folders, mut tried) = (folder_with_games(), String::new(), 0);
    for line in pictures.chain(blocks.flat_map(str::lines)) {
        if line.starts_with("mkdir ") {
            folders = format!("{line}; ");
        } else if line.starts_with("escaque ") {
            try_command(&format!("{folders}{line}"), clone.path());
            tried += 1;
        } else {
            assert!(line.starts_with("cargo "), "{line}");
        }
    }
    assert!(tried > 10, "{tried}");
}

/// A shell would take `<…>` for a file.
#[test]
fn commands_of_the_readme_have_no_gaps() {
    let readme = read("README.md");
    for code in readme.split('`').skip(1).step_by(2) {
        let mut opened = code.split('<').skip(1).filter_map(|rest| rest.split_once('>'));
        assert!(!opened.any(|(name, _)| !name.contains(char::is_whitespace)), "{code}");
    }
}

/// README.md is what a player reads first: it says what there is, and other pages say the rest.
#[test]
fn the_readme_is_short() {
    let lines = read("README.md").lines().count();
    assert!(lines <= 180, "{lines} lines");
}

fn read(path: &str) -> String {
    fs::read_to_string(project().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Runs a command in a folder with games. It must end well and show or write something, and some game must answer its
/// question.
#[track_caller]
fn try_command(command: &str, folder: &Path) {
    if command.contains("--view") {
        return try_to_view(command, folder);
    }
    let before = contents(folder);
    let escaque = "escaque() { \"$0\" --no-config \"$@\"; }";
    // xargs runs programs only
    let script = format!("{escaque}; {}", command.replace("xargs escaque", "xargs \"$0\""));
    let run = Command::new("sh")
        .args(["-c", &script])
        .env("LC_ALL", "en")
        .env("HOME", folder)
        .arg(cargo_bin!("escaque"))
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&run.stderr);
    // what is wrong in this file is an error, except where it is left out
    let expected = i32::from(command.contains("broken.pgn") && !command.contains("lenient"));
    assert_eq!(run.status.code(), Some(expected), "{command}\n{told}");
    assert!(!told.contains("W0907"), "no game answers: {command}\n{told}");
    assert!(run.stdout != b"0\n", "no game answers: {command}");
    let is_silent = command.contains("--diff") || command.contains("--in-place");
    let does = is_silent || !run.stdout.is_empty() || !told.is_empty() || contents(folder) != before;
    assert!(does, "nothing comes of {command}");
}

/// Views games until the viewer says how to leave it.
#[track_caller]
fn try_to_view(command: &str, folder: &Path) {
    let command = command.strip_prefix("escaque ").expect("the viewer alone");
    let mut terminal =
        Terminal::run(24, &format!("exec \"$0\" --lang en --no-config {command}"), &[], folder);
    terminal.wait_for("q quit");
    // a question that no game answers is told instead of a game
    terminal.wait_for("game ");
    terminal.press("q");
    terminal.wait_for_end();
}

/// Returns a new folder with the files that the commands name, and with the examples as a clone has them.
fn folder_with_games() -> TempDir {
    let folder = TempDir::new().unwrap();
    let examples = folder.path().join("examples");
    fs::create_dir(&examples).expect("a new folder");
    for example in files("examples/*.*") {
        fs::copy(&example, examples.join(example.file_name().expect("a file"))).expect("a copy");
    }
    for (name, sources) in GAMES {
        let games: Vec<_> = sources.iter().map(|source| fs::read(project().join(source)).unwrap()).collect();
        fs::write(folder.path().join(name), games.join(&b'\n')).unwrap();
    }
    for (name, text) in TEXTS {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// Returns the files of a folder and of those in it, with what is in them.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let paths = files(&folder.join("**/*").to_string_lossy()).into_iter().filter(|path| path.is_file());
    paths.map(|path| (path.clone(), fs::read(path).expect("a file that can be read"))).collect()
}

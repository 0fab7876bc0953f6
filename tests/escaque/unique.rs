//! Games that are the same (`--unique`).

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use flate2::Compression;
use flate2::write::GzEncoder;
use tempfile::TempDir;

use crate::{Numbers, assert_golden, escaque, python};

const CLUB: &str = "tests/inputs/unique/club.pgn";
const LEAGUE: &str = "tests/inputs/unique/league.pgn";
const BROKEN: &str = "tests/inputs/unique/broken.pgn";

struct Run {
    stdout: String,
    stderr: String,
}

fn run(arguments: &str) -> Run {
    run_in("en", arguments)
}

fn run_in(language: &str, arguments: &str) -> Run {
    let run =
        escaque().args(["--lang", language, "--unique"]).args(arguments.split_whitespace()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { stdout: text(run.stdout), stderr: text(run.stderr) }
}

#[test]
fn only_the_first_of_all_files_is_kept() {
    let Run { stdout, stderr } = run(&format!("--format pgn --quiet {CLUB} {LEAGUE}"));
    assert_golden(stdout, "unique/kept.pgn");
    assert_eq!(stderr, "");
    assert_golden(run(&format!("--format pgn {CLUB} {LEAGUE}")).stderr, "unique/left-out.txt");
    let Run { stdout, stderr } = run(&format!("--format pgn {LEAGUE} {CLUB}"));
    assert!(stdout.contains("\"League\"") && !stdout.contains("\"Club\""), "{stdout}");
    assert_eq!(stderr, "duplicates left out: 3\n");
}

#[test]
fn a_program_is_told_which_games_are_left_out() {
    let with_json = format!("--message-format json --format fen {CLUB} {LEAGUE}");
    assert_golden(run(&with_json).stderr, "unique/messages.json");
    assert_eq!(run(&format!("--threads 3 {with_json}")).stderr, run(&with_json).stderr);
    let checked = run(&format!("--check --message-format json {CLUB} {LEAGUE}")).stderr;
    assert_eq!(checked.lines().count(), 4);
    let test = "a_program_is_told_which_games_are_left_out";
    python::assert_conform(test, "docs/diagnostics.schema.json", &checked);
    assert!(checked.ends_with("\"shown\":null,\"duplicates\":3,\"faulty\":0,\"errors\":0,\"warnings\":0}\n"));
}

#[test]
fn a_game_with_an_error_is_no_duplicate_and_has_none() {
    let Run { stdout, stderr } = run(&format!("-k --format pgn {BROKEN} {CLUB}"));
    let events: Vec<_> = stdout.lines().filter(|line| line.starts_with("[Event")).collect();
    assert_eq!(events[..2], ["[Event \"Broken\"]", "[Event \"As far as the broken one can be read\"]"]);
    assert!(!stdout.contains("\"The same again\"") && !stdout.contains("\"Club\""), "{stdout}");
    assert!(
        stderr.ends_with("games read: 9; shown: 6; with errors: 1; duplicates left out: 3\n"),
        "{stderr}"
    );
    // the games of a file that is not shown are not kept, and so have no duplicates
    let Run { stdout, stderr } = run(&format!("--format pgn {BROKEN} {CLUB}"));
    assert!(stdout.contains("\"Club\""), "{stdout}");
    assert!(stderr.ends_with("\nduplicates left out: 1\n"), "{stderr}");
}

#[test]
fn the_summary_is_in_every_language() {
    for (language, end) in [
        ("en", "; games with errors: 0; duplicates left out: 3\n"),
        ("es", "; partidas con errores: 0; repetidas que se omiten: 3\n"),
        ("ca", "; partides amb errors: 0; repetides que s'ometen: 3\n"),
    ] {
        let Run { stdout, stderr } = run_in(language, &format!("--check {CLUB} {LEAGUE}"));
        assert!(stdout.is_empty() && stderr.ends_with(end), "{stderr}");
    }
}

#[test]
fn every_game_kept_has_a_file() {
    let folder = TempDir::new().unwrap();
    let name = folder.path().join("{game}.pgn");
    run(&format!("-o {} {CLUB} {LEAGUE}", name.display()));
    let files = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name());
    let mut names: Vec<_> = files.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    // games are counted through all files, with those that are left out
    assert_eq!(names, ["1.pgn", "2.pgn", "3.pgn", "4.pgn", "5.pgn", "8.pgn", "9.pgn"]);
}

/// Two games with the same moves and other results are played by other people, or noted wrongly.
#[test]
fn games_with_other_results_are_no_duplicates() {
    let games =
        "1. e4 e5 1-0\n\n1. e4 e5 0-1\n\n1. e4 e5 *\n\n1. e4 e5 0-1\n\n[Result \"1-0\"]\n\n1. e4 e5\n";
    for options in [&["--threads", "1"][..], &["--threads", "3"], &["-k"]] {
        let run = escaque().args(["--unique", "--format", "games", "--columns", "number"]).args(options);
        let run = run.stdin(games).output().unwrap();
        assert_eq!(run.stdout, b"number\n1\n2\n", "{options:?}");
    }
}

#[test]
fn duplicates_are_written_to_a_file_of_their_own() {
    let folder = TempDir::new().unwrap();
    for (name, format) in [("left.pgn", "pgn"), ("left.epd", "epd"), ("left.json", "json"), ("left", "pgn")] {
        let path = folder.path().join(name);
        for options in ["--check", "--count", "--threads 1 --format boards", "--threads 3 --format epd -k"] {
            let Run { stderr, .. } =
                run(&format!("-q --force {options} --duplicates {} {CLUB} {LEAGUE}", path.display()));
            assert_eq!(stderr, "", "{name} {options}");
            let part =
                |games, file| escaque().args(["--format", format, "--games", games, file]).output().unwrap();
            let expected = [part("6", CLUB).stdout, part("1,4", LEAGUE).stdout].concat();
            let written = fs::read(&path).unwrap();
            assert_eq!(written, expected, "{name} {options}");
        }
    }
    let path = folder.path().join("left.pgn");
    let run = escaque().args(["--duplicates", path.to_str().unwrap(), "--unique", CLUB]).output().unwrap();
    assert_eq!((run.status.code(), run.stdout.len()), (Some(2), 0));
}

/// Writes games of which each is there twice, plain and compressed, and returns the paths.
fn many_games(folder: &TempDir) -> [PathBuf; 2] {
    let squares = || ('a'..='h').flat_map(|file| ["3", "4"].map(|rank| format!("{file}{rank}")));
    let mut text = String::new();
    for _ in 0..2 {
        for (number, (white, black)) in
            squares().flat_map(|white| squares().map(move |black| (white.clone(), black))).enumerate()
        {
            let black = black.replace('3', "6").replace('4', "5");
            text += &format!("[Event \"{number}\"]\n\n1. {white} {black} {{{}}} *\n\n", "x".repeat(900));
        }
    }
    let (plain, packed) = (folder.path().join("games.pgn"), folder.path().join("games.pgn.gz"));
    fs::write(&plain, &text).unwrap();
    let mut encoder = GzEncoder::new(fs::File::create(&packed).unwrap(), Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap();
    [plain, packed]
}

#[test]
fn every_way_keeps_the_same_games() {
    let folder = TempDir::new().unwrap();
    let [plain, packed] = many_games(&folder);
    for format in ["pgn", "fen", "boards", "json --positions none", "minimal", "html"] {
        let way = |options: &str, path: &PathBuf| {
            run(&format!("--quiet {options} --format {format} {}", path.display())).stdout
        };
        let once = way("--threads 1", &plain);
        if format == "pgn" {
            assert_eq!(once.matches("[Event ").count(), 256);
        }
        for options in ["--threads 2", "--threads 3", "--threads 8", "--threads 1 -k", "--threads 8 -k"] {
            assert_eq!(way(options, &plain), once, "{options} {format}");
            let unpacked = way(options, &packed).replace("games.pgn.gz", "games.pgn");
            assert_eq!(unpacked, once, "{options} {format}, compressed");
        }
    }
}

/// With `beginnings` a game is left out if a longer one of the same players begins with it, in any file and any order,
/// unless their results differ.
#[test]
fn beginnings_of_longer_games_are_left_out() {
    let mut numbers = Numbers::new(5);
    for round in 0..12 {
        // all games differ, so none is left out for being the same
        let mut games: Vec<_> = (0..10).map(|at| (at / 5, at % 5 + 1)).collect();
        (1..10).for_each(|at| games.swap(at, numbers.below(at + 1)));
        let games: Vec<_> = games
            .into_iter()
            .map(|(opening, plies)| {
                let moves =
                    [["1. e4", "e5", "2. Nf3", "Nc6", "3. Bb5"], ["1. d4", "d5", "2. c4", "e6", "3. Nc3"]];
                let result = ["*", "1-0", "0-1"][numbers.below(3)];
                (moves[opening][..plies].join(" "), ["A", "B"][numbers.below(2)], result)
            })
            .collect();
        let folder = tempfile::tempdir().expect("a folder");
        let paths: Vec<_> = (0..2).map(|at| folder.path().join(format!("{at}.pgn"))).collect();
        let text = |(moves, player, result): &(String, &str, &str)| {
            format!("[Event \"{moves}\"]\n[White \"{player}\"]\n\n{moves} {result}\n\n")
        };
        // a file with an error is not shown, so it has no longer games
        let is_faulty = round % 3 == 0;
        let first: String = games[..6].iter().map(text).collect();
        let second: String = games[6..].iter().map(text).collect();
        fs::write(&paths[0], first).expect("a file");
        fs::write(&paths[1], second + if is_faulty { "1. e5 *\n" } else { "" }).expect("a file");
        let shown = &games[..if is_faulty { 6 } else { 10 }];
        let is_kept = |(moves, player, result): &&(String, &str, &str)| {
            !shown.iter().any(|(longer, of, ends)| {
                longer.len() > moves.len()
                    && longer.starts_with(moves)
                    && of == player
                    && (*result == "*" || result == ends)
            })
        };
        let expected: Vec<_> = shown.iter().filter(is_kept).map(|(moves, ..)| &**moves).collect();
        for threads in ["1", "2"] {
            let options =
                ["--unique=beginnings", "--threads", threads, "--format", "games", "--columns", "Event"];
            let run = escaque().args(options).args(&paths).output().expect("a run");
            let table = String::from_utf8_lossy(&run.stdout);
            assert_eq!(table.lines().skip(1).collect::<Vec<_>>(), expected, "{run:?}");
        }
    }
}

/// The longest game is the one that is kept, and a pipe cannot be read three times.
#[test]
fn the_longer_game_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let [short, long] = ["short.pgn", "long.pgn"].map(|name| folder.path().join(name));
    fs::write(&short, "1. e4 *\n\n1. e4 e5 *\n").expect("a file");
    fs::write(&long, "1. d4 *\n\n1. e4 e5 2. Nf3 1-0\n").expect("a file");
    let twice = folder.path().join("twice.pgn");
    let options = ["--lang", "en", "--unique=beginnings", "--format", "minimal", "--message-format", "json"];
    let command = escaque().args(options).arg("--duplicates").args([&twice, &short, &long]);
    let run = command.output().expect("a run");
    assert_eq!(String::from_utf8_lossy(&run.stdout).matches("1. ").count(), 2, "{run:?}");
    let told = String::from_utf8_lossy(&run.stderr);
    let first = format!("\"first_file\":{:?},\"first_game\":2", long.to_string_lossy());
    assert_eq!(told.matches(&first).count(), 2, "{told}");
    assert_eq!(fs::read_to_string(twice).expect("the games left out").matches("1. e4").count(), 2);
    let run =
        escaque().args(["--lang", "en", "--unique=beginnings", "-"]).stdin("*").output().expect("a run");
    assert!(String::from_utf8_lossy(&run.stderr).contains("three times"), "{run:?}");
}

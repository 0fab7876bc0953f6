//! Which games are read: the first of them (`--limit`), and the files of folders.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Output, Stdio};

use snapbox::cmd::cargo_bin;
use tempfile::TempDir;

use crate::{escaque, project};

const CLUB: &str = "tests/inputs/unique/club.pgn";
const BROKEN: &str = "tests/inputs/tables/broken.pgn";
const LEAGUE: &str = "tests/inputs/unique/league.pgn";
const GAMES: &str = "examples/miniatures.pgn";

fn run(arguments: &str) -> Output {
    escaque().args(["--lang", "en"]).args(arguments.split_whitespace()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Returns the numbers of the games that are shown, each after the letter of its file.
fn shown(arguments: &str) -> String {
    let run = run(&format!("--format games --columns file,number {arguments}"));
    let stdout = text(&run.stdout);
    let rows = stdout.lines().skip(1).map(|row| row.rsplit('/').next().unwrap().replace(".pgn,", ""));
    rows.collect::<Vec<_>>().join(" ")
}

#[test]
fn the_first_games_that_answer_are_taken() {
    let both = format!("{CLUB} {LEAGUE}");
    for (options, expected) in [
        ("--limit 2", "club1 club2"),
        ("--limit 8", "club1 club2 club3 club4 club5 club6 league1 league2"),
        ("--limit 99 --games 5-", "club5 club6"),
        ("--limit 2 --games 6-", "club6"),
        ("--limit 3 --where Result=1-0", "club1 club3 league1"),
        ("--limit 7 --unique", "club1 club2 club3 club4 club5 league2 league3"),
    ] {
        for threads in ["--threads 1", "--threads 4", "--threads 4 -k"] {
            assert_eq!(shown(&format!("{options} {threads} {both}")), expected, "{options} {threads}");
        }
    }
    // a range that the limit cuts short is not missed
    assert_eq!(text(&run(&format!("--limit 1 --games 2,9 --format fen {GAMES}")).stderr), "");
    assert_eq!(text(&run(&format!("--count --limit 3 {GAMES}")).stdout), "3\n");
    assert!(text(&run(&format!("--check --limit 2 {GAMES}")).stderr).starts_with("games: 2;"));
}

#[test]
fn a_game_with_an_error_counts_if_it_is_shown() {
    let games = "1. e4 *\n\n[Event \"an error\"]\n\n1. d4 Ke3 *\n\n[Event \"c\"]\n\n1. c4 *\n";
    let run = escaque().args(["-", "-k", "--limit", "2", "--format", "fen"]).stdin(games);
    let shown = text(&run.output().expect("the program runs").stdout);
    assert_eq!(shown.lines().count(), 2, "{shown}");
}

/// Games of a long file are taken one by one only where the limit comes, and the rest is not read.
#[test]
fn a_limit_is_the_same_with_any_number_of_threads() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("long.pgn");
    let games = (1..=20_000).map(|number| format!("[Round \"{number}\"]\n\n1. e4 e5 2. Nf3 *\n\n"));
    fs::write(&path, games.collect::<String>() + "1. e5 *\n").unwrap();
    for limit in [1, 19_999, 20_000] {
        for threads in [1, 2, 5] {
            let run = run(&format!("--threads {threads} --limit {limit} --format games {}", path.display()));
            assert_eq!((run.status.code(), text(&run.stderr)), (Some(0), String::new()), "{limit} {threads}");
            assert_eq!(text(&run.stdout).lines().count(), 1 + limit, "{limit} {threads}");
        }
    }
}

/// What is counted does not depend on how far games were read ahead.
#[test]
fn games_after_the_last_that_answers_are_not_counted() {
    for threads in [1, 2, 4] {
        let arguments =
            format!("-k --threads {threads} --limit 1 --format fen --where Result=1-0 {BROKEN} {LEAGUE}");
        let stderr = text(&run(&arguments).stderr);
        assert!(
            stderr.ends_with("games read: 1; matching: 1; shown: 1; with errors: 1\n"),
            "{threads} {stderr}"
        );
    }
}

/// A pipe is not read to its end, nor is a file after it opened.
#[test]
fn nothing_is_read_after_the_last_game() {
    for threads in ["1", "3"] {
        let mut run = std::process::Command::new(cargo_bin!("escaque"))
            .args([
                "-q",
                "-k",
                "--limit",
                "2",
                "--format",
                "epd",
                "--at",
                "end",
                "--threads",
                threads,
                "-",
                "missing.pgn",
            ])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // more than fits into a pipe, so that writing it fails once nobody reads it any more
        let mut stdin = run.stdin.take().unwrap();
        let writer = std::thread::spawn(move || {
            let games = "1. e4 e5 *\n\n".repeat(1 << 12);
            while std::io::Write::write_all(&mut stdin, games.as_bytes()).is_ok() {}
        });
        let mut written = String::new();
        run.stdout.take().unwrap().read_to_string(&mut written).unwrap();
        assert_eq!(written.lines().count(), 2);
        assert_eq!(run.wait().unwrap().code(), Some(0));
        writer.join().unwrap();
    }
}

/// Positions are counted from the end of each game, also when several threads write them.
#[test]
fn positions_are_counted_from_the_end() {
    let text = "1. e4 e5 2. Nf3 *\n\n*\n\n1. d4 *\n".repeat(50);
    for (at, positions, lacking) in [
        ("end-1..end", 5, None),
        ("end-1", 2, Some("50 games have no such position")),
        ("end-3..end-2", 2, Some("100 games have no such position")),
        ("end-99..end", 7, None),
    ] {
        for options in [&["--threads", "1"][..], &["--threads", "3", "-k"]] {
            let run = escaque().args(["--lang", "en", "--format", "epd", "--at", at]).args(options);
            let run = run.stdin(&*text).output().expect("it runs");
            let messages = String::from_utf8(run.stderr).expect("messages are UTF-8");
            assert_eq!(run.stdout.iter().filter(|byte| **byte == b'\n').count(), 50 * positions, "{at}");
            assert!(messages.contains(lacking.unwrap_or_default()), "{at}: {messages}");
        }
    }
}

/// A hint says once that a part without a beginning is not counted from the end; not to programs.
#[test]
fn a_part_to_a_move_is_told_from_one_at_the_end() {
    let folder = TempDir::new().expect("a folder");
    let games = ["a.pgn", "b.pgn"].map(|name| folder.path().join(name));
    games.iter().for_each(|game| fs::write(game, "1. e4 e5 *\n").expect("it is written"));
    for (options, times) in [
        (&["--part", "-1w"][..], 1),
        (&["--part", "-1w", "-q"], 0),
        (&["--part", "-1w", "--message-format", "json"], 0),
        (&["--part", "1w-1b"], 0),
        (&["--part", "end-1..end"], 0),
    ] {
        let run = escaque().args(["--lang", "en", "--format", "pgn"]).args(options).args(&games);
        let messages = String::from_utf8(run.output().expect("it runs").stderr).expect("messages are UTF-8");
        assert_eq!(messages.matches("end-10..end").count(), times, "{options:?}: {messages}");
    }
}

/// Makes folders of games, and of other files.
fn folders() -> TempDir {
    let folder = TempDir::new().unwrap();
    for name in ["b.pgn", "a/z.PGN", "a/c.ctl-pgn", ".hidden.pgn", ".git/d.pgn", "notes.txt", "a.txt/e.pgn"] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let source = if name.ends_with("ctl-pgn") { "examples/pawns.ctl-pgn" } else { GAMES };
        fs::copy(project().join(source), path).unwrap();
    }
    folder
}

/// Lists the files that are counted, without the folder.
fn counted(folder: &Path, options: &[&str]) -> Vec<String> {
    let run = escaque().arg("--count").args(options).arg(folder).output().unwrap();
    assert!(run.status.success(), "{}", text(&run.stderr));
    let prefix = format!("{}/", folder.display());
    text(&run.stdout).lines().map(|line| line.strip_prefix(&prefix).unwrap().to_owned()).collect()
}

#[test]
fn a_folder_stands_for_the_files_of_games_in_it() {
    let folder = folders();
    let expected = ["a/c.ctl-pgn:1", "a/z.PGN:4", "a.txt/e.pgn:4", "b.pgn:4"];
    assert_eq!(counted(folder.path(), &[]), expected);
    assert_eq!(counted(folder.path(), &["--threads", "1"]), expected);
    let run = escaque().args(["--lang", "en", "--check"]).arg(folder.path()).output().unwrap();
    assert!(text(&run.stderr).starts_with("games: 13;"), "{}", text(&run.stderr));
    let run = escaque().arg("--diff").arg(folder.path()).output().unwrap();
    assert_eq!(text(&run.stdout).matches("+++ ").count(), 1);
    let packed = fs::read(project().join("tests/inputs/packed/read/frames.lz4")).unwrap();
    fs::write(folder.path().join("a/packed.pgn.lz4"), packed).unwrap();
    assert_eq!(counted(folder.path(), &[]).len(), 5);
    fs::write(folder.path().join("a/list.epd"), "8/8/8/8/8/8/8/K1k5 w - - bm Kb1;\n").unwrap();
    assert_eq!(counted(folder.path(), &[])[1], "a/list.epd:1");
    // what cannot be rewritten is not named one by one
    let run = escaque().arg("--in-place").arg(folder.path()).output().unwrap();
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
}

#[cfg(unix)]
#[test]
fn links_do_not_lead_in_circles() {
    let folder = folders();
    let link = |from: &str, to: &Path| std::os::unix::fs::symlink(to, folder.path().join(from)).unwrap();
    link("a/up", folder.path());
    link("c", &folder.path().join("a"));
    assert_eq!(counted(folder.path(), &[]).len(), 4);
}

#[test]
fn a_folder_without_games_is_an_error() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("notes.txt"), "1. e4 *").unwrap();
    let run = escaque().args(["--lang", "en"]).arg(folder.path()).output().unwrap();
    assert_eq!(run.status.code(), Some(2));
    assert!(text(&run.stderr).starts_with("error[E0121]: there is no file of games in the folder"));
}

//! Files that change, break off or are too large, and systems that give little: the program says
//! so, or does with less.

use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::process::Stdio;

use flate2::Compression;
use flate2::write::GzEncoder;
use snapbox::cmd::cargo_bin;

use crate::{assert_golden, escaque, project};

/// A file in the folder for temporary files of tests.
fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, bytes).unwrap();
    path
}

/// Gzips a text so that the beginning of the result holds the beginning of the text.
fn stored(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::none());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

/// The program waits for its output to be read, and meanwhile the file that it shows changes.
#[test]
fn a_file_that_changes_while_it_is_shown_is_told() {
    let game = "[Event \"?\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n";
    let text = game.repeat(30_000);
    type Change = fn(&mut File);
    let changes: [(&str, Change); 2] = [
        ("cut short", |file| file.set_len(1000).unwrap()),
        ("other games", |file| {
            file.seek(SeekFrom::Start(0)).unwrap();
            file.write_all(&b"1. d4 * ".repeat(100_000)).unwrap();
        }),
    ];
    for (name, change) in changes {
        for arguments in ["--format fen --threads 1", "--format fen -k", "--check --max-errors 0"] {
            // with the second, messages are what waits to be read
            let text = if arguments.starts_with("--check") { text.replace("e5", "e9") } else { text.clone() };
            let path = file("changing.pgn", text.as_bytes());
            let mut child = std::process::Command::new(cargo_bin!("escaque"))
                .args(arguments.split(' '))
                .arg(&path)
                .env("LANG", "en")
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            let (mut stdout, mut stderr) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
            let first: &mut dyn Read =
                if arguments.starts_with("--check") { &mut stderr } else { &mut stdout };
            first.read_exact(&mut [0]).unwrap();
            change(&mut File::options().write(true).open(&path).unwrap());
            let drain = std::thread::spawn(move || stdout.read_to_end(&mut Vec::new()).unwrap());
            let mut messages = String::new();
            stderr.read_to_string(&mut messages).unwrap();
            drain.join().unwrap();
            assert_eq!(child.wait().unwrap().code(), Some(2), "{name}, {arguments}");
            assert!(messages.contains("it was changed while it was read"), "{name}, {arguments}: {messages}");
            assert!(!messages.contains("panicked"), "{messages}");
        }
    }
}

#[test]
fn the_game_that_a_broken_file_cuts_off_is_incomplete() {
    let first = "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n";
    let whole = stored(&format!("{first}[White \"B\"]\n[Result \"0-1\"]\n\n1. d4 d5 2. c4 e6 0-1\n"));
    let last_move = whole.windows(8).position(|bytes| bytes == b" e6 0-1\n").unwrap();
    let path = file("cut-off.pgn.gz", &whole[..last_move]);
    let run = escaque().args(["-k", "--format", "pgn", "--lang", "en"]).arg(&path).output().unwrap();
    assert_eq!(run.status.code(), Some(2));
    let written = String::from_utf8(run.stdout).unwrap();
    assert!(written.trim_end().ends_with("1. d4 d5 2. c4 {incomplete} 0-1"), "{written}");
    let name = path.display().to_string();
    assert_golden(
        String::from_utf8(run.stderr).unwrap().replace(&name, "cut-off.pgn.gz"),
        "command-line/cut-off.txt",
    );
    // all or nothing
    let run = escaque().arg(&path).output().unwrap();
    assert_eq!((run.status.code(), run.stdout.len()), (Some(2), 0));
    // a game with its result is whole
    let run =
        escaque().args(["-k", "--format", "pgn"]).stdin(whole[..last_move + 8].to_vec()).output().unwrap();
    assert_eq!(run.status.code(), Some(2));
    assert!(String::from_utf8(run.stdout).unwrap().trim_end().ends_with("2. c4 e6 0-1"));
}

/// What a cut leaves of a word is no error of the text, and only a result that is whole ends a game.
#[test]
fn what_a_cut_leaves_of_a_word_is_nothing() {
    for (text, written, has_error) in [
        ("1. e4 e5 1-0", "1. e4 e5 1-0", false),
        ("1. e4 e5 0-1", "1. e4 e5 0-1", false),
        ("1. e4 e5 1/2-1/2", "1. e4 e5 1/2-1/2", false),
        ("1. e4 e5 1", "1. e4 e5 {incomplete} *", true),
        ("1. e4 e5 1-", "1. e4 e5 {incomplete} *", true),
        ("1. e4 e5 1/2", "1. e4 e5 {incomplete} *", true),
        ("1. e4 e5 1/2-", "1. e4 e5 {incomplete} *", true),
        ("1. e4 e5 1/2-1", "1. e4 e5 {incomplete} *", true),
        ("1. e4 e5 2. N", "1. e4 e5 {incomplete} *", true),
        ("1. e4 e5 2. Nf3", "1. e4 e5 2. Nf3 {incomplete} *", true),
        ("1. e4 (1. d4 d5 2. c4 ", "1. e4 (1. d4 d5 2. c4) {incomplete} *", true),
        ("1. e4 {a} {b c", "1. e4 {a} {b c} {incomplete} *", true),
    ] {
        let whole = stored(&format!("{text} more"));
        let end = whole.windows(5).position(|bytes| bytes == b" more").unwrap();
        let arguments = ["-k", "--format", "pgn", "--lang", "en"];
        let run = escaque().args(arguments).stdin(whole[..end].to_vec()).output().unwrap();
        assert_eq!(run.status.code(), Some(2), "{text}");
        let output = String::from_utf8(run.stdout).unwrap();
        assert_eq!(output.trim_end().lines().last(), Some(written), "{text}");
        let messages = String::from_utf8(run.stderr).unwrap();
        assert_eq!(messages.contains("error[E0112]"), has_error, "{text}: {messages}");
        let count = messages.matches("error[").count() + messages.matches("warning[").count();
        assert_eq!(count, 1 + usize::from(has_error), "{text}: {messages}");
    }
}

#[test]
fn a_game_that_is_too_large_is_an_error() {
    let large = format!("[White \"A\"]\n[Black \"B\"]\n\n1. e4 {{{}}} e5 *\n\n", "much ".repeat(100));
    let games = format!("1. e4 *\n\n{large}[White \"C\"]\n\n1. d4 *\n");
    let arguments = ["-k", "--format", "pgn", "--lang", "en", "--max-game-size", "300"];
    let run = escaque().args(arguments).stdin(games.clone()).output().unwrap();
    assert_eq!(run.status.code(), Some(1));
    let output = String::from_utf8(run.stdout).unwrap() + &String::from_utf8(run.stderr).unwrap();
    assert_golden(output, "command-line/too-large.txt");
    for (size, status) in [("1K", 0), ("300", 1), ("0", 2), ("1T", 2)] {
        let run = escaque().args(["--check", "--max-game-size", size]).stdin(games.clone()).output().unwrap();
        assert_eq!(run.status.code(), Some(status), "{size}");
    }
}

#[test]
fn any_number_of_threads_does() {
    let expected = escaque().arg("examples/opera.pgn").output().unwrap().stdout;
    for (threads, stack) in
        [("30000", "100000"), ("18446744073709551615", "100000"), ("3", "140000000000000")]
    {
        // no memory is found for a stack of that size, and so no thread is made
        let run = escaque()
            .env("RUST_MIN_STACK", stack)
            .args(["--threads", threads, "examples/opera.pgn"])
            .output()
            .unwrap();
        assert_eq!((run.status.code(), run.stderr.len()), (Some(0), 0), "{threads}");
        assert!(run.stdout == expected, "{threads}");
    }
}

/// Runs a script with the program as `$0`. Returns its status and what it wrote to standard output.
#[cfg(unix)]
fn shell(script: &str) -> (Option<i32>, String) {
    let mut command = std::process::Command::new("sh");
    let run =
        command.args(["-c", script]).arg(cargo_bin!("escaque")).current_dir(project()).output().unwrap();
    (run.status.code(), String::from_utf8(run.stdout).unwrap())
}

/// What the system allows no file to hold is told, and nothing is left of it.
#[cfg(unix)]
#[test]
fn a_file_that_becomes_too_large_is_an_error() {
    let folder = tempfile::TempDir::new().unwrap();
    for arguments in ["-o a.fen", "--format fen > a.fen"] {
        let folder = folder.path().display();
        let script = format!(
            "games=$PWD/tests/games/varied.pgn; cd '{folder}' && ulimit -f 1 && \"$0\" \"$games\" 2>&1 {arguments}"
        );
        let (status, told) = shell(&script);
        assert_eq!(status, Some(2), "{arguments}: {told}");
        assert!(told.starts_with("error[E0102]"), "{arguments}: {told}");
    }
}

#[cfg(unix)]
#[test]
fn the_first_games_of_an_endless_stream_are_shown() {
    for arguments in
        ["--format fen", "-k --format fen", "--threads 3 --format json", "--syntax lenient --format fen"]
    {
        let script = format!("yes '1. e4 * 1. e9 *' | timeout 60 \"$0\" --games 1,3 {arguments}");
        let (status, shown) = shell(&script);
        assert_eq!((status, shown.matches("4P3").count()), (Some(0), 2), "{arguments}: {shown}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn texts_that_are_no_games_take_little_memory() {
    for (name, part, length) in [
        ("spaces", " ", 120_000_000),
        ("letters", "x", 120_000_000),
        ("zeros", "\0", 120_000_000),
        ("moves", "Nf3 Nf6 ", 3_000_000),
    ] {
        let text = part.repeat(length / part.len()) + "\n\n[White \"A\"]\n\n1. e4 *\n";
        let path = file(&format!("{name}.pgn.zst"), &zstd::encode_all(text.as_bytes(), 1).unwrap());
        let script = format!(
            "ulimit -v 100000 && exec \"$0\" -k --threads 1 --format fen --max-game-size 1M {}",
            path.display()
        );
        let (status, shown) = shell(&script);
        assert!(matches!(status, Some(0 | 1)), "{name}: {status:?}");
        assert!(shown.lines().any(|fen| fen.contains("/4P3/")), "{name}");
    }
}

/// A configuration that cannot be one is told, and the program goes on without it.
#[cfg(unix)]
#[test]
fn no_configuration_is_waited_for() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("config.toml");
    let told = || {
        let check = "timeout 60 \"$0\" --lang en --check examples/opera.pgn 2>&1";
        let (status, told) = shell(&format!("ESCAQUE_CONFIG_DIR='{}' {check}", folder.path().display()));
        assert_eq!(status, Some(0), "{told}");
        told
    };
    fs::write(&path, "#".repeat(1 << 20)).unwrap();
    assert!(!told().contains("config.toml"));
    fs::write(&path, "#".repeat((1 << 20) + 1)).unwrap();
    let message = told();
    assert!(message.contains("config.toml") && message.contains("too large"), "{message}");
    fs::remove_file(&path).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
    let message = told();
    assert!(message.contains("config.toml") && message.contains("not a regular file"), "{message}");
}

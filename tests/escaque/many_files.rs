//! Many files on one command line: what is written of them, and in which order, does not depend on the
//! number of threads that read them.

use std::path::{Path, PathBuf};
use std::process::Output;

use crate::{escaque, files};

/// Writes a file longer than one chunk.
fn write_long(folder: &Path) -> PathBuf {
    let path = folder.join("long.pgn");
    std::fs::write(&path, "[Event \"long\"]\n\n1. e4 e5 2. Nf3 *\n\n".repeat(8_000)).unwrap();
    path
}

/// Returns short files of both notations, sound, broken and packed, and among them some that are
/// missing, empty, not to be unpacked, a folder, or long.
fn mixed_files(folder: &Path) -> Vec<PathBuf> {
    let empty = folder.join("empty.pgn");
    std::fs::write(&empty, "").unwrap();
    let rar = folder.join("games.rar");
    std::fs::write(&rar, "Rar!\x1a\x07").unwrap();
    let odd = [empty, rar, folder.join("missing.pgn"), folder.to_owned(), write_long(folder)];
    let patterns = ["tests/inputs/*/*pgn", "tests/inputs/packed/*", "tests/corpus/*/*"];
    let mut paths: Vec<_> = patterns.into_iter().flat_map(files).step_by(7).collect();
    assert!(paths.len() > 50, "{}", paths.len());
    for (place, path) in odd.into_iter().enumerate() {
        paths.insert(9 * place + 3, path);
    }
    paths
}

fn run(arguments: &str, threads: &str, paths: &[PathBuf]) -> Output {
    let arguments = arguments.split(' ').chain(["--lang", "en", "--threads", threads]);
    escaque().args(arguments).args(paths).output().unwrap()
}

#[test]
fn files_are_shown_in_order_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let paths = mixed_files(folder.path());
    for arguments in [
        "--check",
        "--check --message-format json --max-errors 1",
        "--count --where result=1-0",
        "--format fen",
        "-k --format pgn",
        "-k --unique --format epd",
        "-k --syntax lenient --format json",
        "--no-pause",
        "--format games --games 1",
    ] {
        let alone = run(arguments, "1", &paths);
        assert_eq!(alone.status.code(), Some(2), "{arguments}");
        for threads in ["2", "5"] {
            let together = run(arguments, threads, &paths);
            assert_eq!(together.status.code(), alone.status.code(), "{arguments}");
            assert!(together.stdout == alone.stdout, "{arguments}: other output");
            let [messages, expected] =
                [&together.stderr, &alone.stderr].map(|text| String::from_utf8_lossy(text));
            assert_eq!(
                messages.lines().zip(expected.lines()).find(|(line, expected)| line != expected),
                None
            );
            assert_eq!(messages.len(), expected.len(), "{arguments}");
        }
    }
}

/// What is read of a pipe before its turn waits for it.
#[test]
fn standard_input_may_be_among_the_files() {
    let shown = |threads| {
        let arguments =
            ["--format", "fen", "--threads", threads, "examples/opera.pgn", "-", "examples/opera.pgn"];
        escaque().args(arguments).stdin("1. d4 *\n").output().unwrap().stdout
    };
    let alone = shown("1");
    assert_eq!(alone.iter().filter(|byte| **byte == b'\n').count(), 2 * 33 + 1);
    assert!(shown("2") == alone);
}

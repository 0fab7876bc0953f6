//! Hostile input causes no panic, takes little memory, and writes no control characters. That the
//! work it causes is linear is counted inside the program (`src/app/batch/linear_work.rs`).

#[cfg(target_os = "linux")]
use std::path::Path;
#[cfg(target_os = "linux")]
use std::process::Output;

#[cfg(target_os = "linux")]
use snapbox::cmd::{Command, cargo_bin};

use crate::export::output;
use crate::{Numbers, escaque, files};

#[test]
fn mutated_games_are_shown_or_refused_with_a_message() {
    let mut numbers = Numbers::new(0x9e37_79b9_7f4a_7c15);
    let seeds: Vec<Vec<u8>> = ["examples/*pgn", "tests/inputs/*/*pgn"]
        .into_iter()
        .flat_map(files)
        .map(|path| std::fs::read(path).unwrap())
        .collect();
    for round in 0..600 {
        let mut text = seeds[round % seeds.len()].clone();
        for _ in 0..=numbers.below(4) {
            mutate(&mut text, &mut numbers);
        }
        let run = escaque().args(["--format", "fen"]).stdin(text.as_slice()).output().unwrap();
        let shown = String::from_utf8_lossy(&text);
        match run.status.code() {
            Some(0) => {
                let write = |text: &[u8]| output(&["--format", "pgn"], text).1;
                let written = write(&text);
                assert!(write(&written) == written, "{shown}");
            }
            Some(1) => {
                assert!(run.stdout.is_empty(), "{shown}");
                assert!(!run.stderr.is_empty(), "{shown}");
            }
            other => panic!("status {other:?} for {shown}"),
        }
        let has_controls = run.stderr.iter().any(|b| b.is_ascii_control() && *b != b'\n');
        assert!(!has_controls, "{}", String::from_utf8_lossy(&run.stderr));
    }
}

/// Inserts, cuts off, deletes or changes something at random.
pub(crate) fn mutate(text: &mut Vec<u8>, numbers: &mut Numbers) {
    const FRAGMENTS: &[&[u8]] = &[
        b"(",
        b")",
        b"{",
        b"}",
        b"[",
        b"]",
        b"\"",
        b"\\",
        b"\0",
        b"\x1b[2J",
        b"\xff",
        b"\xc3",
        b"%",
        b";",
        b"*",
        b"1-0",
        b"$999",
        b"!?",
        b"O-O",
        b"e4",
        b"=Q",
        b"...",
        b" ",
        b"\n",
        b"99999999999.",
    ];
    let at = numbers.below(text.len() + 1);
    match numbers.below(4) {
        0 => drop(text.splice(at..at, FRAGMENTS[numbers.below(FRAGMENTS.len())].iter().copied())),
        1 => text.truncate(at),
        2 => {
            let end = text.len().min(at + 1 + numbers.below(8));
            drop(text.drain(at..end));
        }
        _ => {
            if let Some(byte) = text.get_mut(at) {
                *byte = u8::try_from(numbers.below(256)).unwrap();
            }
        }
    }
}

/// A file, what is done with it, and how much memory it may take, as a multiple of its size.
#[cfg(target_os = "linux")]
struct Hostile {
    name: &'static str,
    arguments: &'static str,
    memory_factor: usize,
    text: String,
}

/// Returns files that are each large in one respect, in both notations.
#[cfg(target_os = "linux")]
fn hostile_files() -> Vec<Hostile> {
    let (fen, pgn) = ("--format fen", "--format pgn");
    let lenient = "--format fen -k --syntax lenient --message-format json";
    let variant = "[Variant \"C'escacs\"] ";
    let nested = |first: &str, other: &str| {
        format!("{first} {}{} *", format!("({other} ").repeat(30_000), ")".repeat(30_000))
    };
    let comment = |before: &str| format!("{before} {{{}}} *", "x".repeat(8_000_000));
    let tag = |game: &str| format!("[White \"{}\"] {game}", "x".repeat(1_000_000));
    [
        // too deep, so that its tokens are listed once more for the repair
        ("nested", pgn, 80, nested("1. e4", "1. d4")),
        // longer than a chunk, so that its beginning is first taken for a game without an end, and repaired
        ("nested", pgn, 80, variant.to_owned() + &nested("1. E7-E13", "1. F8-F12")),
        ("comment", pgn, 8, comment("1. e4")),
        ("comment", pgn, 8, comment(&format!("{variant} 1. E7-E13"))),
        ("game", pgn, 40, "Nf3 Nf6 Ng1 Ng8 ".repeat(4_500)),
        ("game", pgn, 40, variant.to_owned() + &"NE3-D8 NE25-D20 ND8-E3 ND20-E25 ".repeat(4_500)),
        ("game", "--format moves -k", 40, "Nf3 Nf6 Ng1 Ng8 ".repeat(60_000)),
        ("tag", pgn, 16, tag("1. e4+ e5+ 2. e4")),
        ("tag", lenient, 16, tag(&format!("{variant} 1. E7-E13+, E21-E15+ 2. E7-E13"))),
        ("errors", lenient, 4, "1. e5 *\n".repeat(20_000)),
        ("errors", fen, 4, format!("{variant} 1. E7-E14 *\n").repeat(20_000)),
    ]
    .map(|(name, arguments, memory_factor, text)| Hostile { name, arguments, memory_factor, text })
    .into()
}

#[cfg(target_os = "linux")]
#[test]
fn hostile_files_take_limited_memory_and_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hostile.pgn");
    std::fs::write(&path, "").unwrap();
    let base = memory_of_an_empty_file(&path);
    for Hostile { name, arguments, memory_factor, text } in hostile_files() {
        std::fs::write(&path, &text).unwrap();
        let run = run_limited(arguments, &path, base + memory_factor * text.len() / 1024);
        assert!(matches!(run.status.code(), Some(0 | 1)), "{name}: {arguments}: {:?}", run.status);
        assert!(run.stderr.len() < 100_000, "{name}: {} bytes of messages", run.stderr.len());
    }
}

/// Returns how many KiB of address space the program needs for an empty file, to the next MiB and
/// with four to spare: its code, its stack and all that it only reserves. That depends on how it was
/// built.
#[cfg(target_os = "linux")]
fn memory_of_an_empty_file(path: &Path) -> usize {
    let (mut too_little, mut enough): (usize, usize) = (1, 256);
    while enough - too_little > 1 {
        let middle = too_little.midpoint(enough);
        if run_limited("", path, middle * 1024).status.success() {
            enough = middle;
        } else {
            too_little = middle;
        }
    }
    assert!(enough < 80, "{enough} MiB for an empty file");
    (enough + 4) * 1024
}

/// Runs the program with limits on its address space, in KiB, and on the seconds that a processor
/// works for it; the shell sets them for itself first. Each thread beyond the first reserves far
/// more than it uses.
#[cfg(target_os = "linux")]
fn run_limited(arguments: &str, path: &Path, limit: usize) -> Output {
    let script =
        format!("ulimit -v {limit} && ulimit -t 60 && exec \"$0\" --threads 1 {arguments} \"$1\" >/dev/null");
    Command::new("sh").args(["-c", &script]).arg(cargo_bin!("escaque")).arg(path).output().unwrap()
}

#[test]
fn text_from_a_file_cannot_control_the_terminal() {
    let game = "[Event \"\x1b]0;owned\x07\"] [Site \"a\x1b[2Jb\"] [White \"\u{202e}x\"] 1. e4 {\x1b[31m} *";
    let run = escaque().stdin(game).output().unwrap();
    let output = String::from_utf8(run.stdout).unwrap();
    assert!(!output.contains(|c: char| c.is_control() && c != '\n'), "{output:?}");
    assert!(!output.contains('\u{202e}'));
}

//! Input made to hurt: no panic, no hang, no control characters.

use std::time::{Duration, Instant};

use crate::export::output;
use crate::{Numbers, escaque, files};

#[test]
fn mutated_games_are_shown_or_explained() {
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

fn mutate(text: &mut Vec<u8>, numbers: &mut Numbers) {
    const PIECES: &[&[u8]] = &[
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
        0 => drop(text.splice(at..at, PIECES[numbers.below(PIECES.len())].iter().copied())),
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

#[test]
fn size_costs_time_in_proportion() {
    let cases: [(&str, Text); 11] = [
        ("nested", |n| format!("1. e4 {}{} *", "(1. d4 ".repeat(n), ")".repeat(n))),
        ("open", |n| format!("1. e4 {}", "(1. d4 ".repeat(n))),
        ("long game", |n| format!("{} *", "Nf3 Nf6 Ng1 Ng8 ".repeat(n / 10))),
        ("long comment", |n| format!("1. e4 {{{}}} *", "x".repeat(n * 100))),
        ("long value", |n| format!("[Event \"{}\"] 1. e4 *", "x".repeat(n * 10))),
        ("long line", |n| format!("{} 1. e5 *", "1. e4 * ".repeat(n / 10))),
        ("words", |n| "word ".repeat(n)),
        ("quotes", |n| "\"".repeat(n)),
        ("open comments", |n| "{ ".repeat(n)),
        ("errors", |n| "1. e5 *\n".repeat(n)),
        ("warnings", |n| "1. e4+ *\n".repeat(n)),
    ];
    for (name, text) in cases {
        assert!(costs_time_in_proportion(text, "fen", 100_000), "{name}");
    }
}

#[test]
fn writing_costs_time_in_proportion() {
    let cases: [(&str, Text); 4] = [
        ("nested", |n| format!("1. e4 {}{} *", "(1. d4 {c} $1 ".repeat(n), ")".repeat(n))),
        ("nested plays", |n| {
            format!("[Variant \"C'escacs\"] 1. E7-E13 {}{} *", "(1. F8-F12 ".repeat(n), ")".repeat(n))
        }),
        ("side by side", |n| format!("1. e4 {} *", "(1. d4 {c}) $1 ".repeat(n))),
        ("long comments", |n| {
            format!("1. e4 {{{}}} ;}} {} \n *", "word ".repeat(n * 20), "x".repeat(n * 20))
        }),
    ];
    for (name, text) in cases {
        for format in ["pgn", "json"] {
            assert!(costs_time_in_proportion(text, format, 40_000), "{name}, {format}");
        }
    }
}

type Text = fn(usize) -> String;

/// Tells whether a text of four times the size costs less than sixteen times the
/// time, which would be quadratic.
fn costs_time_in_proportion(text: Text, format: &str, size: usize) -> bool {
    is_proportional(size, |n| {
        let run = escaque().args(["--format", format]).stdin(text(n)).output().unwrap();
        assert!(matches!(run.status.code(), Some(0 | 1)));
        assert!(run.stderr.len() < 100_000, "{} bytes of messages", run.stderr.len());
    })
}

/// Tells the same of anything that is run on a size.
fn is_proportional(size: usize, run: impl Fn(usize)) -> bool {
    let time = |n| {
        let start = Instant::now();
        run(n);
        start.elapsed()
    };
    // on a busy machine a good time may take several attempts
    (0..4).any(|_| time(size) < time(size / 4) * 9 + Duration::from_millis(500))
}

#[test]
fn every_message_costs_the_same() {
    for (name, format, game, size) in [
        ("errors", "json", "1. e5 *\n", 100_000),
        ("errors on a line", "json", "1. e5 * ", 100_000),
        ("errors for people", "human", "1. e5 *\n", 10_000),
        ("errors on a line for people", "human", "1. e5 * ", 10_000),
    ] {
        let arguments = ["--max-errors", "0", "--message-format", format];
        let is_linear = is_proportional(size, |n| {
            let run = escaque().args(arguments).stdin(game.repeat(n)).output().unwrap();
            let messages = String::from_utf8(run.stderr).unwrap();
            assert_eq!(messages.matches("E0304").count(), n, "{name}");
        });
        assert!(is_linear, "{name}");
    }
}

#[test]
fn text_from_a_file_gives_the_terminal_no_orders() {
    let game = "[Event \"\x1b]0;owned\x07\"] [Site \"a\x1b[2Jb\"] [White \"\u{202e}x\"] 1. e4 {\x1b[31m} *";
    let run = escaque().stdin(game).output().unwrap();
    let output = String::from_utf8(run.stdout).unwrap();
    assert!(!output.contains(|c: char| c.is_control() && c != '\n'), "{output:?}");
    assert!(!output.contains('\u{202e}'));
}

//! Hostile input causes no panic, takes neither quadratic time nor much memory, and writes no
//! control characters.

#[cfg(unix)]
use std::time::Duration;

#[cfg(unix)]
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

#[cfg(unix)]
#[test]
fn reading_takes_linear_time() {
    let cases: [(&str, Text); 16] = [
        ("nested", |n| format!("1. e4 {}{} *", "(1. d4 ".repeat(n), ")".repeat(n))),
        ("open", |n| format!("1. e4 {}", "(1. d4 ".repeat(n))),
        ("long game", |n| format!("{} *", "Nf3 Nf6 Ng1 Ng8 ".repeat(n / 10))),
        ("long comment", |n| format!("1. e4 {{{}}} *", "x".repeat(n * 100))),
        ("long value", |n| format!("[Event \"{}\"] 1. e4 *", "x".repeat(n * 10))),
        ("long line", |n| format!("{} 1. e5 *", "1. e4 * ".repeat(n / 10))),
        ("words", |n| "word ".repeat(n)),
        ("quotes", |n| "\"".repeat(n)),
        ("typographic quotes", |n| "“ [ ".repeat(n)),
        ("novelties", |n| format!("1. e4 {} *", "N     ".repeat(n))),
        ("numbers with brackets", |n| format!("{} *", "1) ".repeat(n))),
        ("letters", |n| format!("[PieceLetters \"de\"] {} *", "Sf3 Sf6 Sg1 Sg8 ".repeat(n / 10))),
        ("open comments", |n| "{ ".repeat(n)),
        ("errors", |n| "1. e5 *\n".repeat(n)),
        ("brackets", |n| "1. e4)\n*\n".repeat(n)),
        ("warnings", |n| "1. e4+ *\n".repeat(n)),
    ];
    for (name, text) in cases {
        assert!(takes_linear_time(text, &["--format", "fen"], 100_000), "{name}");
    }
}

#[cfg(unix)]
#[test]
fn lenient_reading_takes_linear_time() {
    let cases: [(&str, Text); 3] = [
        ("comments", |n| "{a} ".repeat(n)),
        ("open comments", |n| "1. e4 {\n[A \"\"]\n".repeat(n / 10) + "}"),
        ("brackets", |n| "1. e4 e5) *\n".repeat(n / 10)),
    ];
    for (name, text) in cases {
        let arguments = ["--syntax", "lenient", "--check"];
        assert!(takes_linear_time(text, &arguments, 200_000), "{name}");
    }
}

#[cfg(unix)]
#[test]
fn writing_takes_linear_time() {
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
            assert!(takes_linear_time(text, &["--format", format], 40_000), "{name}, {format}");
        }
    }
}

#[cfg(unix)]
type Text = fn(usize) -> String;

/// Tells whether a text of four times the size costs less than sixteen times the
/// time, which would be quadratic.
#[cfg(unix)]
fn takes_linear_time(text: Text, arguments: &[&str], size: usize) -> bool {
    is_linear_in(size, |n| {
        let Run { status, messages, time } = run(arguments, text(n));
        assert!(matches!(status, Some(0 | 1)));
        assert!(messages.len() < 100_000, "{} bytes of messages", messages.len());
        time
    })
}

#[cfg(unix)]
struct Run {
    status: Option<i32>,
    messages: String,
    /// How long processors worked for it, however busy they were with something else.
    time: Duration,
}

/// Runs the program on a text. A shell tells the time of all its threads.
#[cfg(unix)]
fn run(arguments: &[&str], text: String) -> Run {
    const SCRIPT: &str = r#""$0" "$@" >/dev/null; status=$?; times; exit $status"#;
    let shell = Command::new("sh").args(["-c", SCRIPT]).arg(cargo_bin!("escaque")).args(arguments);
    let run = shell.stdin(text).output().unwrap();
    let times = String::from_utf8(run.stdout).unwrap();
    // the second line is that of the program: user and system, as in 0m0.25s
    let time = times.lines().nth(1).unwrap().split_whitespace().map(|time| {
        let (minutes, seconds) = time.trim_end_matches('s').split_once('m').unwrap();
        60.0 * minutes.parse::<f64>().unwrap() + seconds.parse::<f64>().unwrap()
    });
    let time = Duration::from_secs_f64(time.sum());
    Run { status: run.status.code(), messages: String::from_utf8(run.stderr).unwrap(), time }
}

/// Tells whether time grows with size as in [`takes_linear_time`].
#[cfg(unix)]
fn is_linear_in(size: usize, time: impl Fn(usize) -> Duration) -> bool {
    // what the clock of the shell cannot tell, and caches that others use, may take a second attempt
    (0..2).any(|_| time(size) < time(size / 4) * 9 + Duration::from_millis(100))
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
        format!("{first} {}{} *", format!("({other} ").repeat(100_000), ")".repeat(100_000))
    };
    let comment = |before: &str| format!("{before} {{{}}} *", "x".repeat(50_000_000));
    let tag = |game: &str| format!("[White \"{}\"] {game}", "x".repeat(1_000_000));
    [
        ("nested", pgn, 45, nested("1. e4", "1. d4")),
        ("nested", pgn, 45, variant.to_owned() + &nested("1. E7-E13", "1. F8-F12")),
        ("comment", pgn, 8, comment("1. e4")),
        ("comment", pgn, 8, comment(&format!("{variant} 1. E7-E13"))),
        ("game", pgn, 40, "Nf3 Nf6 Ng1 Ng8 ".repeat(4_500)),
        ("game", pgn, 40, variant.to_owned() + &"NE3-D8 NE25-D20 ND8-E3 ND20-E25 ".repeat(4_500)),
        ("tag", pgn, 16, tag("1. e4+ e5+ 2. e4")),
        ("tag", lenient, 16, tag(&format!("{variant} 1. E7-E13+, E21-E15+ 2. E7-E13"))),
        ("errors", lenient, 4, "1. e5 *\n".repeat(100_000)),
        ("errors", fen, 4, format!("{variant} 1. E7-E14 *\n").repeat(100_000)),
    ]
    .map(|(name, arguments, memory_factor, text)| Hostile { name, arguments, memory_factor, text })
    .into()
}

/// Runs the program with limits on its memory and on the seconds that a processor works for it;
/// the shell sets them for itself first.
#[cfg(target_os = "linux")]
#[test]
fn hostile_files_take_limited_memory_and_time() {
    // what the program takes for an empty file, with its stack and all that it only reserves;
    // of that each further thread takes far more than it uses
    const BASE: usize = 34_000_000;
    let folder = std::env::temp_dir().join(format!("escaque-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("hostile.pgn");
    for Hostile { name, arguments, memory_factor, text } in hostile_files() {
        std::fs::write(&path, &text).unwrap();
        let limit = (BASE + memory_factor * text.len()) / 1024;
        let script = format!(
            "ulimit -v {limit} && ulimit -t 60 && exec \"$0\" --threads 1 {arguments} \"$1\" >/dev/null"
        );
        let run = Command::new("sh").args(["-c", &script]).arg(cargo_bin!("escaque")).arg(&path).output();
        let run = run.unwrap();
        assert!(matches!(run.status.code(), Some(0 | 1)), "{name}: {arguments}: {:?}", run.status);
        assert!(run.stderr.len() < 100_000, "{name}: {} bytes of messages", run.stderr.len());
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[test]
fn messages_take_linear_time() {
    for (name, format, game, size) in [
        ("errors", "json", "1. e5 *\n", 100_000),
        ("errors on a line", "json", "1. e5 * ", 100_000),
        ("errors for people", "human", "1. e5 *\n", 10_000),
        ("errors on a line for people", "human", "1. e5 * ", 10_000),
    ] {
        let arguments = ["--max-errors", "0", "--message-format", format];
        let is_linear = is_linear_in(size, |n| {
            let Run { messages, time, .. } = run(&arguments, game.repeat(n));
            assert_eq!(messages.matches("E0304").count(), n, "{name}");
            time
        });
        assert!(is_linear, "{name}");
    }
}

#[test]
fn text_from_a_file_cannot_control_the_terminal() {
    let game = "[Event \"\x1b]0;owned\x07\"] [Site \"a\x1b[2Jb\"] [White \"\u{202e}x\"] 1. e4 {\x1b[31m} *";
    let run = escaque().stdin(game).output().unwrap();
    let output = String::from_utf8(run.stdout).unwrap();
    assert!(!output.contains(|c: char| c.is_control() && c != '\n'), "{output:?}");
    assert!(!output.contains('\u{202e}'));
}

//! The output does not depend on how a file is read or on the number of threads.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::hostile::mutate;
use crate::{Numbers, escaque, files};

/// The length of a database in bytes, enough for several chunks.
const LENGTH: usize = 150_000;

/// The result of a run of the program.
#[derive(PartialEq)]
struct Outcome {
    status: Option<i32>,
    stdout: String,
    stderr: String,
}

/// A file in a temporary folder, which is removed when the value is dropped.
struct Database {
    folder: PathBuf,
    path: PathBuf,
}

impl Database {
    fn new(name: &str, bytes: &[u8]) -> Database {
        let folder = std::env::temp_dir().join(format!("escaque-chunks-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("database.pgn");
        std::fs::write(&path, bytes).unwrap();
        Database { folder, path }
    }

    /// Compresses the file beside itself.
    fn compressed(&self) -> PathBuf {
        let path = self.path.with_extension("pgn.gz");
        std::fs::write(&path, gzipped(&std::fs::read(&self.path).unwrap())).unwrap();
        path
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        // a folder that remains does no harm: it is a temporary one
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn run(arguments: &[&str], path: &Path, input: Option<&[u8]>) -> Outcome {
    let run = match input {
        None => escaque().args(arguments).arg(path).output(),
        Some(input) => escaque().args(arguments).stdin(input).output(),
    };
    let run = run.unwrap();
    let [stdout, stderr] = [run.stdout, run.stderr]
        .map(|text| String::from_utf8(text).unwrap().replace(&path.display().to_string(), "<stdin>"));
    Outcome { status: run.status.code(), stdout, stderr }
}

fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Asserts that a database gives the same outcome with every way to read it.
#[track_caller]
fn assert_same_outcome(name: &str, bytes: &[u8], arguments: &[&str]) {
    let file = Database::new(name, bytes);
    let options = |threads| [arguments, &["--lang", "en", "--threads", threads]].concat();
    let with = |threads, input| run(&options(threads), &file.path, input);
    let alone = with("1", None);
    assert!(alone.status == Some(0) || alone.status == Some(1), "{}", alone.stderr);
    let compressed = gzipped(bytes);
    for (how, outcome) in [
        ("2 threads", with("2", None)),
        ("3 threads", with("3", None)),
        ("a pipe", with("1", Some(bytes))),
        ("a pipe and 3 threads", with("3", Some(bytes))),
        ("a compressed pipe and 2 threads", with("2", Some(&compressed))),
        ("a compressed file and 2 threads", run(&options("2"), &file.compressed(), None)),
    ] {
        assert_eq!(outcome.status, alone.status, "{name} {how}");
        let lines = outcome.stderr.lines().zip(alone.stderr.lines());
        assert_eq!(lines.clone().find(|(line, expected)| line != expected), None, "{name} {how}");
        assert_eq!(outcome.stderr.len(), alone.stderr.len(), "{name} {how}");
        assert!(outcome.stdout == alone.stdout, "{name} {how}: other output");
    }
}

/// Joins random inputs, whatever the encoding of each.
fn database(numbers: &mut Numbers, pattern: &str, mutations: usize) -> Vec<u8> {
    let inputs: Vec<_> = files(pattern).into_iter().map(|path| std::fs::read(path).unwrap()).collect();
    let inputs: Vec<_> = inputs.into_iter().filter(|input| input.len() < 20_000).collect();
    let mut text = Vec::new();
    while text.len() < LENGTH {
        text.extend_from_slice(&inputs[numbers.below(inputs.len())]);
        let between: [&[u8]; 4] = [b"\n\n", b"\n", b" ", b"\r\n\r\n\r\n"];
        text.extend_from_slice(between[numbers.below(between.len())]);
    }
    for _ in 0..mutations {
        let at = numbers.below(text.len() - 100);
        let mut part = text[at..at + 100].to_vec();
        mutate(&mut part, numbers);
        drop(text.splice(at..at + 100, part));
    }
    text
}

#[test]
fn a_bad_file_gives_the_same_messages() {
    let mut numbers = Numbers::new(1);
    for (name, pattern, mutations) in [("mixed", "tests/inputs/*/*pgn", 0), ("mutated", "examples/*pgn", 12)]
    {
        let text = database(&mut numbers, pattern, mutations);
        assert_same_outcome(name, &text, &["-k", "--format", "json", "--max-errors", "0"]);
        assert_same_outcome(name, &text, &["--check", "--message-format", "json", "--syntax", "reduced"]);
    }
}

/// Letters of pieces, brackets of numbers and signs are told from each game alone, wherever a file
/// is cut.
#[test]
fn games_in_other_letters_are_the_same_however_they_are_read() {
    let inputs = ["piece-letters", "numbers-with-brackets", "signs-of-databases", "words-for-check"];
    let inputs = inputs.map(|name| std::fs::read(format!("tests/inputs/shown/{name}.pgn")).unwrap());
    let mut text = Vec::new();
    while text.len() < LENGTH {
        inputs.iter().for_each(|input| text.extend([&input[..], b"\n\n"].concat()));
    }
    assert_same_outcome("letters", &text, &["-k", "--format", "pgn", "--nags", "glyphs"]);
    assert_same_outcome("letters", &text, &["--format", "fen"]);
    let german = "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxc6 dxc6 5. O-O Dxd2 6. Sbxd2 *\n\n";
    let german = german.repeat(LENGTH / german.len());
    assert_same_outcome("german", german.as_bytes(), &["--format", "boards", "--piece-letters", "de"]);
}

#[test]
fn a_good_file_is_shown_the_same() {
    let assert_good_and_same = |name, text: &[u8], arguments: &[&str]| {
        let file = Database::new(&format!("{name}-once"), text);
        assert_eq!(run(arguments, &file.path, None).status, Some(0), "{name} has errors");
        assert_same_outcome(name, text, arguments);
    };
    let text = database(&mut Numbers::new(2), "examples/*pgn", 0);
    for format in ["fen", "speech"] {
        assert_good_and_same("good", &text, &["--format", format]);
    }
    assert_same_outcome("lenient", &text, &["-k", "--format", "minimal", "--syntax", "lenient"]);
    let variants = database(&mut Numbers::new(3), "tests/inputs/variants/*pgn", 0);
    assert_good_and_same("variants", &variants, &["--format", "fen"]);
    let plain = database(&mut Numbers::new(4), "examples/*.pgn", 0);
    assert_good_and_same("by one name", &plain, &["--format", "fen", "--variant", "chess960"]);
}

/// A file is cut where a game seems to begin. A comment that contains games and spans many
/// chunks is still one comment.
#[test]
fn a_wrong_cut_is_corrected() {
    let game = "[Event \"?\"]\n\n1. e4 e5 *\n\n";
    let hidden = game.repeat(LENGTH / game.len());
    let text = format!("{game}1. e4 {{{hidden}}} 1-0\n\n{game}");
    assert_same_outcome("hidden", text.as_bytes(), &["-k", "--format", "json"]);
    let behind = format!("{game}1. e4 * {{{hidden}}}\n\n{game}");
    assert_same_outcome("behind", behind.as_bytes(), &["-k", "--format", "json"]);
    let open = format!("{game}1. e4 {{{hidden}");
    assert_same_outcome("open", open.as_bytes(), &["-k", "--format", "json"]);
    let shifted = format!("1. e4 {{{}[A \"b\"]\n\n*-}} *\n", "\n".repeat(65_600));
    assert_same_outcome("shifted", shifted.as_bytes(), &["--format", "fen"]);
    assert_same_outcome("one line", open.replace('\n', " ").as_bytes(), &["-k", "--format", "fen"]);
}

/// What is too large is the same however the file is read and cut.
#[test]
fn a_game_that_is_too_large_is_passed_over() {
    let game = "[Event \"good\"]\n[Site \"?\"]\n\n1. e4 e5 *\n\n";
    let many = "Nf3 Nf6 Ng1 Ng8 ".repeat(2000);
    let shown =
        [&["-k", "--format", "pgn"][..], &["-k", "--format", "json", "--syntax", "lenient"], &["--check"]];
    for (at, (name, large)) in [
        ("moves", format!("[White \"Large\"]\n\n{many}*\n\n")),
        ("a line without a result", format!("{}\n\n", many.repeat(5))),
        ("a comment that holds games", format!("1. e4 {{\n\n{}}} *\n\n", game.repeat(400))),
        ("a comment that is not closed", format!("[White \"Open\"]\n\n1. e4 {{ {}\n\n", "x ".repeat(9000))),
        ("variations", format!("1. e4 {}\n\n", "(1. d4\n\n".repeat(3000))),
        ("control characters", "\u{1}".repeat(30_000) + "\n\n"),
        ("escaped lines", "% [Event \"?\"]\n\n".repeat(2000)),
        ("white space", "1. e4".to_owned() + &" ".repeat(40_000) + "e5 *\n\n"),
        ("a tag", format!("[Event \"{}\"]\n\n*\n\n", "x".repeat(20_000))),
    ]
    .into_iter()
    .enumerate()
    {
        // other tests have files of these names
        let name = &format!("too large, {name}");
        let text = (game.repeat(500) + &large).repeat(4) + game + large.trim_end();
        let limits = ["--max-game-size", "10000", "--max-errors", "0"];
        assert_same_outcome(name, text.as_bytes(), &[shown[at % shown.len()], &limits].concat());
        let file = Database::new(name, text.as_bytes());
        let run = run(&["-k", "--format", "fen", "--max-game-size=10000", "-q"], &file.path, None);
        let fens = run.stdout;
        assert!(fens.lines().filter(|fen| fen.contains(" 0 2")).count() >= 4 * 450, "{name}");
    }
}

/// Text between two games is reported once, wherever the file is cut.
#[test]
fn text_between_games_belongs_to_one_chunk() {
    let game = "[Event \"?\"]\n\n1. e4 e5 *";
    for (name, gap) in [
        ("blank lines", "\n".repeat(200)),
        ("split line end", "\r\n".repeat(50) + "\n"),
        ("control characters", "\n\0\u{1}\n\n".to_owned()),
        ("escaped lines", "\n% [Event \"?\"]\n\n".to_owned()),
        ("a gap longer than the lookahead", "\n \n".repeat(3000)),
    ] {
        let text = format!("{game}{gap}").repeat(LENGTH / 2 / (game.len() + gap.len()) + 1);
        assert_same_outcome(name, text.as_bytes(), &["--check", "--max-errors", "0"]);
    }
}

/// The encoding of a text depends on its own bytes, in whatever chunk it is.
#[test]
fn a_text_is_decoded_alike_in_every_chunk() {
    let game = |white: &[u8]| {
        let comment = [white, &b" -".repeat(2000)].concat();
        [
            b"[Event \"?\"]
[White \"",
            white,
            b"\"]

1. e4 {",
            &comment,
            b"} e5+ *

",
        ]
        .concat()
    };
    let (utf_8, latin_1) = (game("Muñoz".as_bytes()), game(b"Mu\xf1oz"));
    let many = |game: &[u8]| game.repeat(1_200_000 / game.len());
    for (name, text, count) in [
        ("late Latin-1", [many(&utf_8), latin_1.clone()].concat(), Some("2 tags")),
        ("early Latin-1", [latin_1.clone(), many(&utf_8)].concat(), Some("2 tags")),
        ("late UTF-8", [many(&latin_1), utf_8.clone()].concat(), None),
    ] {
        for arguments in [&["-k", "--format", "pgn"][..], &["--check"], &["--format", "fen"]] {
            assert_same_outcome(name, &text, &[arguments, &["--max-errors", "3"]].concat());
        }
        let file = Database::new(name, &text);
        let run = run(&["--lang", "en", "--format", "pgn"], &file.path, None);
        let games = run.stdout;
        let names = games.lines().filter(|line| line.starts_with("[White")).collect::<BTreeSet<_>>();
        assert_eq!(names.into_iter().collect::<Vec<_>>(), ["[White \"Muñoz\"]"], "{name}");
        assert_eq!(run.stderr.matches("W0103").count(), 1, "{name}: {}", run.stderr);
        assert!(count.is_none_or(|count| run.stderr.contains(count)), "{name}: {}", run.stderr);
    }
}

/// Games that are part of a comment have no texts of their own.
#[test]
fn texts_of_wrong_guesses_are_not_counted() {
    let hidden = b"[White \"Mu\xf1oz\"]\n\n1. e4 *\n\n".repeat(LENGTH / 30);
    let text = [b"1. e4 {", &hidden[..], b"} *\n"].concat();
    assert_same_outcome("hidden Latin-1", &text, &["--check"]);
    let file = Database::new("hidden Latin-1", &text);
    let messages = run(&["--check", "--lang", "en", "--threads", "3"], &file.path, None).stderr;
    assert!(messages.contains("W0103]: a tag or comment"), "{messages}");
}

/// A given encoding is that of files that do not tell theirs, alone, packed or read twice.
#[test]
fn the_encoding_of_a_file_may_be_given() {
    let text = "[White \"Карпов ♔\"]\n\n1. e4 *\n";
    let cyrillic = [&b"[White \"\xca\xe0\xf0\xef\xee\xe2 &#9812;\"]\n\n1. e4 *\n"[..]].concat();
    let marked = [b"\xef\xbb\xbf", text.as_bytes()].concat();
    let utf_16 = text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(&cyrillic).expect("memory");
    let packed = packed.finish().expect("memory");
    for (bytes, name) in
        [(cyrillic, "Карпов &#9812;"), (packed, "Карпов &#9812;"), (marked, "Карпов ♔"), (utf_16, "Карпов ♔")]
    {
        for more in [&[][..], &["--threads", "1"], &["-k"]] {
            let options = ["--encoding", "cp1251", "-q", "--format", "games", "--columns", "White"];
            let run = escaque().args([&options[..], more].concat()).stdin(bytes.clone()).output();
            let run = run.expect("a run");
            assert!(run.status.success() && run.stderr.is_empty(), "{run:?}");
            assert_eq!(String::from_utf8_lossy(&run.stdout), format!("White\n{name}\n"));
        }
    }
}

/// A byte order mark and UTF-16 change nothing, nor does UTF-16 without a mark.
#[test]
fn every_form_of_unicode_gives_the_same_games() {
    let comment = "– ".repeat(5000);
    let text = format!("[White \"Muñoz 😀\"]\n\n1. e4 {{{comment}}} e5+ *\n\n").repeat(30);
    let units = || text.encode_utf16();
    let little = |mark: &[u8]| mark.iter().copied().chain(units().flat_map(u16::to_le_bytes)).collect();
    let big = |mark: &[u8]| mark.iter().copied().chain(units().flat_map(u16::to_be_bytes)).collect();
    let arguments = ["-k", "--format", "pgn"];
    let plain = Database::new("UTF-8", text.as_bytes());
    let expected = run(&arguments, &plain.path, None);
    assert_eq!(expected.status, Some(0), "{}", expected.stderr);
    let forms: [(&str, Vec<u8>); 5] = [
        ("UTF-8 with a mark", ["\u{feff}", &text].concat().into_bytes()),
        ("UTF-16LE", little(b"\xff\xfe")),
        ("UTF-16BE", big(b"\xfe\xff")),
        ("UTF-16LE without a mark", little(b"")),
        ("UTF-16BE without a mark", big(b"")),
    ];
    for (name, bytes) in forms {
        let outcome = run(&arguments, &plain.path, Some(&bytes));
        assert!(outcome == expected, "{name}: {}", outcome.stderr);
        assert_same_outcome(name, &bytes, &arguments);
    }
}

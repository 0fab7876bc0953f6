//! Reading only the tags of games agrees with reading all of them.

use std::fs;

use escaque::check::Syntax;

use crate::hostile::mutate;
use crate::properties::assert_skipped;
use crate::{Numbers, files, project};

/// A game of a form that most databases have.
const PLAIN: &str =
    "[Event \"a\"]\n[Site \"?\"]\n[Result \"1-0\"]\n\n1.e4 e5 2.Nf3 Nc6 3.O-O d5\n4.exd5+ Qd8# 1-0\n\n";

/// What tells something about where a game ends, or may seem to.
const FRAGMENTS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "\"",
    "\\",
    "'",
    "`",
    ";",
    "%",
    "\n",
    "\n\n",
    "\r",
    "\r\n",
    "\n \n",
    "\t",
    "\0",
    "\x0b",
    "\x0c",
    "\x1b",
    " ",
    "*",
    " * ",
    "1-0",
    "0-1",
    "1/2-1/2",
    "1/2",
    "1 - 0",
    "0-0F",
    " 0-0F *",
    "0 - 1",
    "1:0",
    "0.5-0.5",
    "0,5-0,5",
    "½",
    "½-½",
    "1–0",
    "\u{a0}",
    "\u{feff}",
    "\u{200b}",
    "♘f3",
    "“",
    "1.",
    "1...",
    "1)",
    "1.)",
    "1 ",
    "2.",
    "12",
    "0",
    ".",
    "..",
    "…",
    "-",
    "--",
    " - ",
    "+-",
    "-+",
    "#",
    "$",
    "$1",
    "$[1]",
    "+",
    "=",
    "!",
    "?",
    "/",
    "O-O",
    "0-0",
    "O-O-O",
    "0-0-0",
    "0000",
    "Z0",
    "e8(Q)",
    "e8=Q",
    "e8/Q",
    "(Q)",
    "e.p.",
    " ch",
    " dbl ch.",
    " double check",
    " mate",
    "++",
    "N",
    "D",
    "RR",
    "inf",
    "~",
    "|",
    "|^",
    "^",
    "<",
    ">",
    "<>",
    "->",
    "@",
    "N@f3",
    "&",
    "_",
    ":",
    ",",
    "e2-e4",
    "foo",
    "a b c d.",
    "That was all.",
    "[Event \"x\"]\n",
    "[Event \"x\"] ",
    "[Event",
    "[x]",
    "[x](y)",
    "[Event \"a\\\"b\"]\n",
    "[Event \"a\"b\"]\n",
    "[\"a\"]\n",
    "Event \"x\"]\n",
    "[Variant \"C'escacs\"]\n",
    "[Variant \"Atomic\"]\n",
    "[variant \"escacs\"]\n",
    "[PieceLetters \"de\"]\n",
    "[A \"b\"\n",
    "{[Event \"x\"]\n",
    "{\n[Event \"x\"]\n{",
    "{\n[Event \"x\"]\n}",
    "{a {b} c}",
    "{ [%clk 0:03:00] }",
    "{[}",
    "(1. d4)",
    "(1. d4 *)",
    "(1. d4 d5",
    "1. e4 *\n",
    "\n\n1. e4 ",
    "\n[Event \"x\"]\n",
    "% 1-0\n",
    "\n%a\n",
    "; 1-0\n",
    "\n\nRound 2\n\n",
    "*\n*\n",
    "1-0 e4",
    "1-0.",
    "1-0{a}",
    "1-0 {a}\n",
    "1-0\n1. e4",
    "1-0[",
    "1-1",
    "0-0-1",
];

/// Asserts that a text is read alike, and returns how many games it has and of how many only the tags
/// were read.
#[track_caller]
fn skimmed(text: &[u8]) -> [usize; 2] {
    let counts = std::panic::catch_unwind(|| assert_skipped("any.pgn", text, Syntax::Standard));
    counts.unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(text)))
}

#[test]
fn games_of_the_usual_forms_are_skimmed() {
    let with = |from: &str, to: &str| PLAIN.replace(from, to);
    for game in [
        PLAIN.to_owned(),
        with("\n", "\r\n"),
        with("\n\n", "\n\n\n"),
        with("\n\n1.", "\n1."),
        with(" 1-0\n", "  1/2-1/2\n"),
        with(" 1-0\n", "\n*\n"),
        with("1.e4", "{ [%evp 0,1,2] } 1. e4 { [%eval 0.17] [%clk 0:03:00] } 1..."),
        with("e5", "e5?! $14 (1... c5 {Sicilian; 1-0 [old]} (1... e6) 2. Nf3) (1... d5)"),
        with("e5", "e5 (1... c5"),
        with("O-O", "0-0-0 Qd3 +- e8(Q)"),
        with("1-0\n", "{White\nresigns} 1-0\n"),
        with("[Site \"?\"]", "[Site \"Café {[\"] [Variant \"Atomic\"]"),
        "[White \"a\"]\n\n1-0\n\n".to_owned(),
    ] {
        assert_eq!(skimmed((game + PLAIN).as_bytes()), [2, 1]);
    }
}

#[test]
fn what_only_tokens_tell_is_left_to_them() {
    let with = |from: &str, to: &str| PLAIN.replace(from, to);
    for (game, games) in [
        (with("e5", "; 1-0\n"), 2),
        (with("e5", "\n% {\n"), 2),
        (with("e5", "{ {a} "), 2),
        (with("e5", "*"), 2),
        (with("e5", "1 - 0"), 2),
        (with("e5", "½"), 2),
        (with("e5", "\n% 1-0\n[A \"b\"]\n"), 2),
        (with("e5", "e5 (1... c5 * )"), 2),
        (with(" 1-0\n", " 1-0 [A \"b\n"), 2),
        (with("e5", "\n\n1. d4"), 3),
        (with("1.e4", "e4"), 2),
        (with("1.e4", "{[a} 1. e4"), 2),
        (with(" 1-0\n", "\n"), 2),
        (with(" 1-0\n", " 1-0 {a}\n"), 2),
        (with(" 1-0\n", " 1-0\nRound 2\n"), 2),
        (with("[Site \"?\"]", "[Site \"\\\"\"]"), 2),
        (with("[Site \"?\"]", "[PieceLetters \"de\"]"), 2),
        (with("[Site \"?\"]", "[Variant \"C'escacs\"]"), 2),
        (with("[Site \"?\"]\n", "\n[Event \"a\"]\n"), 3),
    ] {
        let [all, only_tags] = skimmed((game.clone() + PLAIN).as_bytes());
        let begun_plainly = if games == 3 { 1 } else { 0 };
        assert!(all == games && only_tags <= begun_plainly, "{all} {only_tags} {game}");
    }
}

#[test]
fn changed_games_are_skimmed_as_they_are_read() {
    const ROUNDS: usize = 20_000;
    let mut numbers = Numbers::new(17);
    let mut counts = [0; 2];
    for _ in 0..ROUNDS {
        let mut text = PLAIN.to_owned();
        for _ in 0..=numbers.below(3) {
            let at = numbers.below(text.len() + 1);
            let fragment = FRAGMENTS[numbers.below(FRAGMENTS.len())];
            match (numbers.below(3), text.char_indices().nth(at)) {
                (0, Some((at, character))) => text.replace_range(at..at + character.len_utf8(), fragment),
                (1, Some((at, character))) => drop(text.drain(at..at + character.len_utf8())),
                (_, Some((at, _))) => text.insert_str(at, fragment),
                (_, None) => text += fragment,
            }
        }
        counts = sum(counts, skimmed((text + PLAIN).as_bytes()));
    }
    // both ways are taken
    let [all, only_tags] = counts;
    assert!(only_tags > ROUNDS / 5 && all - only_tags > 2 * ROUNDS / 3, "{only_tags} of {all}");
}

/// Whatever plain bytes are joined to, tokens make nothing else of them.
#[test]
fn plain_bytes_in_any_order_are_skimmed_as_they_are_read() {
    const PIECES: &[&str] = &[
        " ",
        " ",
        " ",
        "\n",
        "\t",
        "\n\n",
        "\r\n",
        "{a}",
        "{ [%clk 0:03:00] }",
        "{[Event \"x\"]\n}",
        "(a)",
        "(Q)",
        "(1. d4)",
        "(",
        ")",
        "-",
        "--",
        "0",
        "1",
        "1.",
        "1...",
        "2",
        "5",
        "8",
        ".",
        "..",
        "+",
        "#",
        "=",
        "!",
        "?",
        "$1",
        "$",
        "*",
        "/",
        "O",
        "O-O",
        "1-O",
        "0-0",
        "0-0-0",
        "1-0",
        "0-1",
        "1/2",
        "1/2-1/2",
        "1-1",
        "N",
        "K",
        "Q",
        "R",
        "D",
        "P",
        "Z0",
        "x",
        "a",
        "b",
        "e",
        "h",
        "e4",
        "e8",
        "Nf3",
        "exd5",
        "ep",
        "e.p.",
        "ch",
        "dbl",
        "double",
        "mate",
        "check",
        "dis",
        "inf",
        "RR",
        "TN",
        "foo",
    ];
    const ROUNDS: usize = 20_000;
    let mut numbers = Numbers::new(19);
    let mut counts = [0; 2];
    for _ in 0..ROUNDS {
        let pieces = (0..=numbers.below(8)).map(|_| PIECES[numbers.below(PIECES.len())]);
        let movetext: String = pieces.collect();
        let beginning = ["1. ", "1.e4 ", "1", ""][numbers.below(4)];
        let text = format!("[A \"b\"]\n\n{beginning}{movetext} 1-0\n\n{PLAIN}");
        counts = sum(counts, skimmed(text.as_bytes()));
    }
    let [all, only_tags] = counts;
    assert!(only_tags > ROUNDS / 5 && all - only_tags > ROUNDS / 3, "{only_tags} of {all}");
}

#[test]
fn changed_files_are_skimmed_as_they_are_read() {
    let mut numbers = Numbers::new(18);
    let patterns = ["examples/*pgn", "tests/inputs/**/*pgn", "tests/corpus/*/*"];
    let files: Vec<_> = patterns.into_iter().flat_map(files).map(|path| fs::read(path).unwrap()).collect();
    let small: Vec<_> = files.into_iter().filter(|text| text.len() < 8 << 10).collect();
    for first in &small {
        for changes in 0..4 {
            let mut text = first.clone();
            (0..changes).for_each(|_| mutate(&mut text, &mut numbers));
            let second = &small[numbers.below(small.len())];
            skimmed(&[&text[..], second, b"\n\n", PLAIN.as_bytes()].concat());
        }
    }
}

/// Of real games few are left to the tokens.
#[test]
fn real_games_are_skimmed() {
    let text = fs::read(project().join("tests/games/varied.pgn")).unwrap();
    let [all, only_tags] = skimmed(&text);
    assert!(all == 28 && all - only_tags <= 1, "{only_tags} of {all}");
}

fn sum(left: [usize; 2], right: [usize; 2]) -> [usize; 2] {
    [left[0] + right[0], left[1] + right[1]]
}

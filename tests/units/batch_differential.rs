//! A text has one translation, however it is read: from a file or a stream, in chunks of any
//! length, on any number of threads.

use std::io::{Cursor, Read};
use std::num::NonZeroUsize;
use std::{fs, iter};

use super::scheduling::inputs::{copying, open_rereadable};
use super::translation::translate;
use crate::app::cli::Args;
use crate::app::config::Config;

/// Command lines: one element of each row.
const OPTIONS: [&[&str]; 10] = [
    &["any.pgn", "any.ctl-pgn", "any.pgn --variant cescacs"],
    &["--keep-going", ""],
    &["--syntax lenient", "--syntax standard", "--syntax reduced"],
    &[
        "--format fen",
        "--format epd",
        "--format pgn",
        "--format json",
        "--format json --positions none",
        "--format boards",
        "--format speech",
        "--format minimal",
        "--format games",
        "--format games --columns line,Result,number",
        "--format moves",
        "--format moves --columns White,game,san,epd",
        "--format explorer",
        "--format explorer --at each",
        "--check",
    ],
    &["", "--games 2", "--games 3-", "--games 1,3-5", "--max-game-size 100", "--max-game-size 6K"],
    &["--max-errors 0", "--max-errors 2", "--quiet"],
    &["", "--nags glyphs --piece-letters de", "--pedantic"],
    &["--message-format json", "--message-format human"],
    &[
        "",
        "--where White~a",
        "--where plies>2",
        "--where white[Q]=1",
        "--where move'd4' --at match",
        "--where reaches'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR'",
    ],
    &["", "--unique", "--openings", "--merge", "--merge --lines", "--lines", "--part 2-6 --drop comments"],
];

/// The lengths of chunks: parts of games, some games, and the usual ones.
const MAX_CHUNKS: [usize; 4] = [16, 64, 512, usize::MAX];

const THREADS: [usize; 4] = [1, 2, 3, 8];

/// Asserts that a text is translated alike in every way. `choice` is the number of a command line.
///
/// # Panics
///
/// Panics if two translations differ.
pub fn check_chosen(choice: u32, text: &[u8]) {
    check(&options(choice), &stretched(text));
}

/// Asserts that a text is translated alike in every way, with the options of a command line.
fn check(options: &str, text: &[u8]) {
    // some options exclude others
    let Ok(mut args) =
        Args::parsed(iter::once("escaque").chain(options.split_whitespace()), Config::default())
    else {
        return;
    };
    // unwrap(): without temporary files there is nothing to compare
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(&args.reading.files[0]);
    fs::write(&path, text).unwrap();
    let stream = || {
        // a pipe gives what it has
        let (begin, rest) = text.split_at(text.len() / 2);
        let pieces = Cursor::new(begin.to_vec()).chain(Cursor::new(rest.to_vec()));
        copying(path.display().to_string(), pieces)
    };
    let mut expected = None;
    for threads in THREADS {
        args.reading.threads = NonZeroUsize::new(threads);
        for max_chunk in MAX_CHUNKS {
            for (opened, way) in [(open_rereadable(&path), "file"), (stream(), "stream")] {
                let translation = translate(&args, opened, max_chunk);
                let expected = expected.get_or_insert_with(|| translation.clone());
                assert_eq!(
                    translation, *expected,
                    "{way}, chunks of {max_chunk}, {threads} threads: {options}"
                );
            }
        }
    }
}

/// Returns the command line with a number: its digits, of which each row is one.
fn options(choice: u32) -> String {
    let mut rest = choice;
    let chosen = OPTIONS.map(|row| {
        let length = row.len() as u32;
        let element = row[(rest % length) as usize];
        rest /= length;
        element
    });
    chosen.join(" ")
}

/// Puts long texts in place of some control characters, so that a short text can have games that
/// are longer than what is visible beyond the end of a chunk.
fn stretched(text: &[u8]) -> Vec<u8> {
    const LENGTH: usize = 5 << 10;
    const MAX_LENGTH: usize = 20 << 10;
    let mut stretched = Vec::with_capacity(text.len());
    for byte in text {
        let part: &[u8] = match byte {
            1 => b" ",
            2 => b"\n",
            3 => b"x",
            4 => b"Nf3 Nf6 Ng1 Ng8\n",
            5 => b"[Event \"x\"]\n\n1. e4 *\n\n",
            6 => b"(1. d4 ",
            _ => &[],
        };
        if part.is_empty() || stretched.len() > MAX_LENGTH {
            stretched.push(*byte);
        } else {
            stretched.extend(part.iter().cycle().take(LENGTH));
        }
    }
    stretched
}

#[cfg(test)]
mod tests {
    use glob::glob;

    use super::*;

    #[test]
    fn texts_with_two_translations_once_have_one() {
        for (options, text) in [
            // the comment is seen to be open only at the end
            ("any.pgn -k --max-game-size 30", "1. e4 {\n[A \"\"]\n\n1. d4 {\n[A \"\"]\n\n1. c4 *"),
            // a comment is open in a game that ends before the brace which shows that
            ("any.ctl-pgn --syntax reduced --games 1", "e[t{\u{5}{"),
            // moves behind tags are no moves of the game whose comment is open
            (
                "any.pgn -k --format pgn",
                "[A \"1\"]\n[B \"1\"]\n\n1. e4 e5 1-0 {open\n\n[A \"2\"]\n[B \"2\"]\n\n1. d4 d5 0-1\n",
            ),
            ("any.pgn -k --max-game-size 30", "1. e4 {the rest of a large game}\n\n1. d4 *\n\n1. c4 *\n"),
        ] {
            check(options, text.as_bytes());
        }
    }

    /// A game in a comment is none that others repeat, although it looks like one.
    #[test]
    fn the_same_duplicates_are_left_out() {
        let text = "[A \"1\"]\n\n1. e4 {\n\n[A \"2\"]\n\n1. d4 *\n\n} *\n\n[A \"3\"]\n\n1. d4 *\n\n\
                    [A \"4\"]\n\n1. e4 *\n\n[A \"5\"]\n\n1. d4 e9 *\n\n[A \"6\"]\n\n1. d4 *\n\n";
        for options in ["-k --format pgn", "-k --format boards", "--format json", "--check", "--format fen"] {
            for messages in ["", "--message-format json"] {
                check(&format!("any.pgn --unique {options} {messages}"), text.as_bytes());
                let sound = text.replace("e9", "e6");
                check(&format!("any.pgn --unique {options} {messages}"), sound.repeat(3).as_bytes());
            }
        }
    }

    /// What is changed of a game may need more of it than the format does.
    #[test]
    fn changed_games_have_one_translation() {
        let text =
            "[White \"A\"]\n\n1. e4 {a} e5 (1... c5 $1 2. Nf3) 2. d4 (2. f4 exf4) exd4 1-0\n\n".repeat(3);
        let changes = ["--lines", "--lines --part 2-", "--part 2-3", "--drop variations", "--set White=x"];
        for change in changes.into_iter().chain(["--openings", "--lines --openings", "--drop tags"]) {
            for format in OPTIONS[3] {
                check(&format!("any.pgn {change} {format}"), text.as_bytes());
            }
        }
    }

    #[test]
    fn known_inputs_have_one_translation() {
        let folder = env!("CARGO_MANIFEST_DIR");
        let patterns = ["tests/corpus/*/*", "tests/inputs/**/*pgn", "tests/inputs/positions/*"];
        let files = patterns.iter().flat_map(|pattern| glob(&format!("{folder}/{pattern}")).unwrap());
        let combinations: u32 = OPTIONS.iter().map(|row| row.len() as u32).product();
        for (number, file) in (1..).zip(files) {
            // a prime spreads the choices over all rows
            let choice = number * 1_999_993 % combinations;
            check_chosen(choice, &fs::read(file.unwrap()).unwrap());
        }
    }
}

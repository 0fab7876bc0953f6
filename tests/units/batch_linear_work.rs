//! Work is linear in the size of the input, whatever the input: it is counted
//! (`text/work.rs`), not timed, so that the tests are exact and the inputs small.

use std::collections::VecDeque;
use std::io::Cursor;

use super::job::{Job, Pass};
use super::max_output;
use super::scheduling::inputs::copying;
use super::scheduling::merger::{ChunkMerger, EarlyWork};
use super::scheduling::pass::run_pass;
use super::translation::{Log, output_to, translate, translate_files};
use crate::app::cli::Args;
use crate::app::config::Config;
use crate::format::{FenLines, Format};
use crate::text::{Chunks, Input, work};

/// A text that grows with a number.
type Text = fn(usize) -> String;

/// The number for the smaller text of a comparison; the larger one is four times as large.
const SIZE: usize = 500;

/// Asserts that a text of four times the size takes four times the work, to within a tenth
/// and a constant: how far a chunk is read ahead, and the gaps of a line index.
#[track_caller]
fn assert_linear(name: &str, text: impl Fn(usize) -> String, work: impl Fn(String) -> usize) {
    const CONSTANT: usize = 16 << 10;
    let [small, large] = [SIZE, 4 * SIZE].map(|size| work(text(size)));
    assert!(
        large <= 4 * (small + small / 10) + CONSTANT,
        "{name}: {small}, and of four times the size {large}"
    );
}

/// What the program has done.
struct Done {
    work: usize,
    log: String,
}

/// Runs the program on one thread, with arguments as on the command line.
fn run(arguments: &str, text: String) -> Done {
    let args = args(arguments);
    let mut log = String::new();
    let work = work::of(|| {
        let opened = copying("t".to_owned(), Cursor::new(text));
        log = translate(&args, opened, usize::MAX).log;
    });
    Done { work, log }
}

fn args(arguments: &str) -> Args {
    let arguments = ["escaque", "--threads", "1"].into_iter().chain(arguments.split(' '));
    Args::parsed(arguments, Config::default()).expect("the options fit together")
}

/// Returns an input that is read in chunks where games are handled one by one, and whole where
/// they are not.
fn stream(text: String) -> Input<'static> {
    Input::from_reader("t", Cursor::new(text)).unwrap()
}

#[test]
fn reading_takes_linear_work() {
    let cases: [(&str, Text); 45] = [
        ("results on a line", |n| "1-0* ".repeat(n)),
        ("nested", |n| format!("1. e4 {}{} *", "(1. d4 ".repeat(n), ")".repeat(n))),
        ("open", |n| format!("1. e4 {}", "(1. d4 ".repeat(n))),
        ("long game", |n| format!("{} *", "Nf3 Nf6 Ng1 Ng8 ".repeat(n / 4))),
        ("long comment", |n| format!("1. e4 {{{}}} *", "x".repeat(n * 10))),
        ("long value", |n| format!("[Event \"{}\"] 1. e4 *", "x".repeat(n * 10))),
        ("long line", |n| format!("{} 1. e5 *", "1. e4 * ".repeat(n))),
        ("words", |n| "word ".repeat(n)),
        ("quotes", |n| "\"".repeat(n)),
        ("typographic quotes", |n| "“ [ ".repeat(n)),
        ("novelties", |n| format!("1. e4 {} *", "N     ".repeat(n))),
        ("numbers with brackets", |n| format!("{} *", "1) ".repeat(n))),
        ("letters", |n| format!("[PieceLetters \"de\"] {} *", "Sf3 Sf6 Sg1 Sg8 ".repeat(n / 4))),
        ("open comments", |n| "{ ".repeat(n)),
        ("open comments before moves", |n| format!("1. e4 {}", "(1... c5 {x 2. Nf3 ".repeat(n))),
        ("open comments on lines", |n| format!("1. e4 {}", "{\n".repeat(n))),
        ("open values", |n| format!("1. e4 {}", "\"a\n".repeat(n))),
        ("broken tags", |n| "[A b\n\"c\"\n".repeat(n)),
        ("words among tags", |n| format!("[A \"b\"]\n{}\n[C \"d\"]\n1. e4 *", "word word\n".repeat(n))),
        ("tags open on a line", |n| "[A 1 ".repeat(n)),
        ("open variations with errors", |n| format!("1. e4 {} *", "(1. d4 ] ".repeat(n))),
        ("open variations that go on", |n| "1. e4 (1. d4 d5 1... e5 *\n".repeat(n)),
        ("open variations with illegal moves", |n| format!("1. e4 ({} *", "1. e4 (1. d5) ".repeat(n))),
        ("tags among moves", |n| format!("1. e4 e5\n{}2. Nf3 *", "[A \"b\"]\n".repeat(n))),
        ("tails of comments", |n| format!("1. e4 {} *", "{a {b} c} ".repeat(n))),
        ("errors", |n| "1. e5 *\n".repeat(n)),
        ("brackets", |n| "1. e4)\n*\n".repeat(n)),
        ("warnings", |n| "1. e4+ *\n".repeat(n)),
        ("games without moves", |n| "[A \"\"]\n\n".repeat(n) + "{Variant} 1. e4 *"),
        ("headers without moves", |n| "[Event \"\"]\n\n[Site \"\"]\n\n".repeat(n / 4)),
        ("tags apart", |n| "[White \"\"]\n\n".repeat(n / 2) + "1. e4 *"),
        ("stars in moves", |n| "1. **e4** e5 2. ".repeat(n / 8)),
        ("braces in a comment", |n| format!("1. e4 {}}}", "{a 1 ".repeat(n))),
        ("odd numbers in open variations", |n| format!("1. e4 {}", "(3. d4 (5. d4 (7. d4 ".repeat(n / 8))),
        ("long name of a tag", |n| format!("[{} \"\"]\n\n{}", "x".repeat(n), "[A \"\"]\n\n".repeat(n))),
        ("comments before games", |n| "{a}\n1. e4 {b} *\n".repeat(n)),
        ("tags", |n| (0..n).map(|at| format!("[A{at} \"b\"]\n")).collect::<String>() + "1. e4 *"),
        ("tags of one name", |n| "[A \"b\"]\n".repeat(n) + "1. e4 *"),
        ("comments", |n| format!("1. e4 {} *", "{a} ".repeat(n))),
        ("annotations", |n| format!("1. e4 {} *", "$1 ! ".repeat(n))),
        ("variations", |n| format!("1. e4 {} *", "(1. d4) ".repeat(n))),
        ("warnings in a game", |n| format!("{} *", "Nf3+ Nf6+ Ng1+ Ng8+ ".repeat(n / 4))),
        ("plays", |n| {
            format!("[Variant \"C'escacs\"] {} *", "1. NE3-D8, NE25-D20 2. ND8-E3, ND20-E25 ".repeat(n / 4))
        }),
        ("variations of plays", |n| {
            format!("[Variant \"C'escacs\"] 1. E7-E13 {} *", "(1. F8-F12) ".repeat(n))
        }),
        ("games with tags", |n| "[White \"a\"]\n\n1. e4 e5 (1... c5) 2. Nf3 *\n\n".repeat(n / 4)),
    ];
    for (name, text) in cases {
        for arguments in ["--format fen", "--format fen -k", "--check"] {
            assert_linear(&format!("{name}, {arguments}"), text, |text| run(arguments, text).work);
        }
    }
}

#[test]
fn lenient_reading_takes_linear_work() {
    let cases: [(&str, Text); 6] = [
        ("comments", |n| "{a} ".repeat(n)),
        ("open comments", |n| "1. e4 {\n[A \"\"]\n".repeat(n) + "}"),
        ("brackets", |n| "1. e4 e5) *\n".repeat(n)),
        ("open values", |n| "1. e4 \"a\n*\n".repeat(n)),
        ("brackets in a game", |n| format!("{} *", "Nf3) Nf6 Ng1 Ng8 ".repeat(n / 5))),
        ("illegal moves", |n| format!("{} *", "Ng1e5 Ng8e4 Ne5g1 Ne4g8 ".repeat(n / 10))),
    ];
    for (name, text) in cases {
        for arguments in ["--syntax lenient --check", "--syntax lenient --format fen"] {
            assert_linear(&format!("{name}, {arguments}"), text, |text| run(arguments, text).work);
        }
    }
}

#[test]
fn writing_takes_linear_work() {
    let cases: [(&str, Text); 6] = [
        ("nested", |n| format!("1. e4 {}{} *", "(1. d4 {c} $1 ".repeat(n), ")".repeat(n))),
        ("errors side by side", |n| format!("1. e4 {} *", "(1. d4 d5 2. d5) (1. e5) ".repeat(n / 4))),
        ("nested plays", |n| {
            format!("[Variant \"C'escacs\"] 1. E7-E13 {}{} *", "(1. F8-F12 ".repeat(n), ")".repeat(n))
        }),
        ("side by side", |n| format!("1. e4 {} *", "(1. d4 {c}) $1 ".repeat(n))),
        ("long line", |n| format!("{} *", "Nf3 {c} Nf6 (Nc6 $1) Ng1 $2 Ng8 ".repeat(n / 10))),
        ("long comments", |n| format!("1. e4 {{{}}} ;}} {} \n *", "word ".repeat(n * 2), "x".repeat(n * 2))),
    ];
    for (name, text) in cases {
        for arguments in [
            "--format pgn",
            "--format json",
            "--format json --positions none",
            "--format games",
            "--format moves",
            "--format minimal",
            "--format boards -k",
        ] {
            assert_linear(&format!("{name}, {arguments}"), text, |text| run(arguments, text).work);
        }
    }
}

/// Short texts are read again as often as they need, so that only the work on longer ones tells.
#[test]
fn mending_takes_linear_work() {
    let cases: [(&str, Text); 8] = [
        ("brackets that close nothing", |n| format!("1. e4 {}", ") ".repeat(n))),
        ("brackets that open nothing", |n| format!("1. e4 {}", "( ".repeat(n))),
        ("square brackets", |n| "]".repeat(n)),
        ("tags on a line", |n| "[A \"b\"] ".repeat(n)),
        ("tags on lines", |n| "[A \"b\"]\n".repeat(n) + "1. e4 *"),
        ("open variations", |n| format!("1. e4 e5 {}", "(1... c5 2. Nf3 ".repeat(n / 8))),
        ("moves with signs", |n| "Nf3+ Nf6+ Ng1+ Ng8+ ".repeat(n / 4)),
        ("numbers", |n| format!("1. e4 {}", "5254 ".repeat(n))),
    ];
    for (name, text) in cases {
        for arguments in ["--fix", "--fix --syntax lenient"] {
            let longer = |n| text(20 * n);
            assert_linear(&format!("{name}, {arguments}"), longer, |text| run(arguments, text).work);
        }
    }
}

#[test]
fn messages_take_linear_work() {
    let cases: [(&str, Text); 2] =
        [("on lines", |n| "1. e5 *\n".repeat(n)), ("on a line", |n| "1. e5 * ".repeat(n))];
    for (name, text) in cases {
        for arguments in ["--message-format json", "--message-format human", "--message-format json -k"] {
            assert_linear(&format!("{name}, {arguments}"), text, |text| {
                let games = text.matches('*').count();
                let Done { work, log } = run(&format!("{arguments} --max-errors 0"), text);
                assert_eq!(log.matches("E0304").count(), games, "{name}");
                work
            });
        }
    }
}

#[test]
fn files_take_linear_work() {
    let work = |arguments: &str, count: usize| {
        let folder = tempfile::tempdir().unwrap();
        let paths: Vec<_> = (0..count).map(|at| folder.path().join(format!("{at:05}.pgn"))).collect();
        for path in &paths {
            std::fs::write(path, "[White \"a\"]\n\n1. e4+ e5 (1... c5) 2. Nf3 *\n").unwrap();
        }
        let mut args = args(arguments);
        args.reading.files = paths;
        work::of(|| {
            let log = translate_files(&args).log;
            assert_eq!(log.matches("W0601").count(), count, "{arguments}");
        })
    };
    for arguments in ["--check", "--format fen", "--format fen -k", "--format pgn --unique"] {
        let arguments = format!("{arguments} --max-errors 0");
        let [few, many] = [SIZE / 8, SIZE / 2].map(|count| work(&arguments, count));
        assert!(
            few > 0 && many <= 4 * (few + few / 10),
            "{arguments}: {few}, and of four times as many {many}"
        );
    }
}

/// Texts of many chunks: games that seem to begin where none does, and games that do.
const CHUNKED: [(&str, Text); 7] = [
    ("one game", |n| format!("{} *", "Nf3 Nf6 Ng1 Ng8\n".repeat(n * 4))),
    ("tags in the comments of a game", |n| {
        format!("{} *", "Nf3 {\n[A \"b\"]\n} Nf6 Ng1 Ng8\n".repeat(n * 8))
    }),
    ("games in a comment", |n| format!("1. e4 {{\n\n{}}} *\n\n[A \"b\"] *", GAME.repeat(n * 16))),
    ("games behind a brace", |n| format!("1. e4 {{\n\n{}", GAME.repeat(n * 16))),
    ("open comments", |n| "1. e4 {\n[A \"\"]\n".repeat(n * 16)),
    ("games on a line", |n| "1. e4 * ".repeat(n * 8)),
    ("games", |n| GAME.repeat(n * 4)),
];

const GAME: &str = "[Event \"e\"]\n\n1. e4 *\n\n";

/// Returns chunks that are short, but longer than what is read ahead.
fn short_chunks(text: String) -> Chunks<'static> {
    stream(text).chunks().at_most(8 << 10)
}

#[test]
fn chunks_in_turn_take_linear_work() {
    let args = args("-k");
    for (name, text) in CHUNKED {
        assert_linear(name, text, |text| {
            let (job, mut output) = (
                Job::new(&args, None, Pass::CheckAndShow, max_output(1), FenLines::default().needs()),
                output_to(&Log::default(), &args),
            );
            let format = &mut FenLines::default();
            work::of(|| {
                let flow = run_pass(1, short_chunks(text), None, job, format, &mut output, |_, _| ());
                assert!(flow.unwrap().is_continue());
            })
        });
    }
}

/// Guesses are made ahead of their turn, as on two threads, but on this one, so that work is
/// the same each time.
#[test]
fn guesses_take_linear_work() {
    const AHEAD: usize = 4;
    let args = args("-k");
    for (name, text) in CHUNKED {
        assert_linear(name, text, |text| {
            let (job, mut output) = (
                Job::new(&args, None, Pass::CheckAndShow, max_output(1), FenLines::default().needs()),
                output_to(&Log::default(), &args),
            );
            let (mut format, guesses) = (FenLines::default(), EarlyWork::new(true));
            let mut merger = ChunkMerger::new(job.clone(), &mut format, &mut output, &guesses);
            let mut take = |(chunk, guess)| assert!(merger.take(Ok(chunk), guess).unwrap().is_continue());
            work::of(|| {
                let mut under_way = VecDeque::new();
                for chunk in short_chunks(text).map(Result::unwrap) {
                    let guess = guesses.make(&chunk, &job, &FenLines::default());
                    under_way.push_back((chunk, guess));
                    if under_way.len() > AHEAD {
                        under_way.pop_front().into_iter().for_each(&mut take);
                    }
                }
                under_way.into_iter().for_each(take);
            })
        });
    }
}

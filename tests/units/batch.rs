//! Passes over texts in memory, on one thread and on several.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::job::{Job, Pass};
use super::max_output;
use super::scheduling::pass::run_pass;
use super::translation::{Log, output_to};
use crate::app::cli::Args;
use crate::app::config::Config;
use crate::format::{Context, Format, Pages, WriteResult};
use crate::rules::Rules;
use crate::text::{Chunks, Source};

/// A format that writes the number and the event of a game on a line, and counts the games. It
/// panics at the event `panic`, and at the event `large` writes 3 MB.
#[derive(Clone, Default)]
struct EventLines {
    games: Arc<AtomicUsize>,
}

impl Format for EventLines {
    fn expansion(&self) -> usize {
        1
    }

    fn write<R: Rules>(&mut self, context: &Context<'_, R>, pages: &mut impl Pages) -> WriteResult {
        self.games.fetch_add(1, Ordering::Relaxed);
        let event = context.game.tag_value("Event").unwrap_or_default();
        assert!(event != "panic");
        pages.number()?;
        writeln!(pages.out(), " {event}")?;
        if event == "large" {
            pages.out().write_all(&[b'x'; 3 << 20])?;
        }
        Ok(())
    }
}

/// What a run wrote, and how many games were given to the format, those of wrong guesses included.
#[derive(Debug, PartialEq)]
struct Outcome {
    log: String,
    games: usize,
}

/// Checks and shows the games of a text, in chunks of at least 512 bytes.
fn run(text: &str, threads: usize) -> Outcome {
    run_with(text.as_bytes(), threads, &["-q", "--max-errors", "0"])
}

fn run_with(text: &[u8], threads: usize, options: &[&str]) -> Outcome {
    let arguments = [&["escaque", "-k", "--message-format", "json"], options].concat();
    let args = Args::parsed(arguments, Config::default()).expect("the options fit together");
    let log = Log::default();
    let mut output = output_to(&log, &args);
    let mut format = EventLines::default();
    let chunks = Chunks::of(Arc::new(Source::new("t", text.to_vec()))).at_most(512);
    let job = Job::new(&args, None, Pass::CheckAndShow, max_output(2), format.needs());
    let flow = run_pass(threads, chunks, None, job, &mut format, &mut output, |_, _| ());
    assert!(flow.unwrap().is_continue());
    output.end_file(&Source::new("t", Vec::new()), false).unwrap();
    output.end().unwrap();
    Outcome { log: log.text(), games: format.games.load(Ordering::Relaxed) }
}

/// Asserts that any number of threads does the same, and returns what one does.
#[track_caller]
fn run_alike(text: &str) -> Outcome {
    let alone = run(text, 1);
    for threads in 2..5 {
        assert_eq!(run(text, threads).log, alone.log, "{threads} threads");
    }
    alone
}

fn game(event: &str) -> String {
    format!("[Event \"{event}\"]\n[Site \"somewhere\"]\n\n1. e4 e5 *\n\n")
}

/// A game with what looks like games in a comment, but for two tag lines in a row, which end it.
fn hiding(event: &str, hidden: &str) -> String {
    let hidden = hidden.replace("\n[Site", " [Site");
    format!("[Event \"{event}\"]\n\n1. e4 {{\n\n{hidden}}} *\n\n")
}

#[test]
fn games_are_shown_in_order() {
    let text: String = (1..=200).map(|number| game(&format!("e{number}"))).collect();
    let lines: String = (1..=200).map(|number| format!("{number} e{number}\n")).collect();
    assert_eq!(run_alike(&text), Outcome { log: lines, games: 200 });
}

#[test]
fn guesses_that_are_wrong_leave_nothing_behind() {
    let hidden = (game("hidden").replace("e5", "e9") + &game("hidden")).repeat(20);
    // a comment over three chunks, and a game in each chunk that follows a wrong one
    let once = game("before") + &hiding("hides", &hidden) + &game("behind");
    assert_eq!(run_alike(&once).log, "1 before\n2 hides\n3 behind\n");
    let many = once.repeat(20);
    assert_eq!(run_alike(&many).log.lines().count(), 60);
    // longer than a chunk can see
    let long = game("before") + &hiding("hides", &hidden.repeat(5)) + &game("behind");
    assert_eq!(run_alike(&long).log, "1 before\n2 hides\n3 behind\n");
    let open = game("before") + &hiding("open", &hidden.repeat(5)).replace('}', "");
    assert!(!run_alike(&open).log.is_empty());
}

#[test]
fn messages_stand_where_their_games_do() {
    let bad = game("bad").replace("e5", "e9");
    let text = [game("a"), bad, game("b")].concat().repeat(30);
    let Outcome { log, games } = run_alike(&text);
    assert_eq!(games, 90);
    for (triple, lines) in log.lines().collect::<Vec<_>>().chunks(4).enumerate() {
        let number = 3 * triple + 1;
        assert_eq!(lines[0], format!("{number} a"));
        assert!(lines[1].contains(&format!("\"game\":{},", number + 1)), "{}", lines[1]);
        assert_eq!(lines[2..], [format!("{} bad", number + 1), format!("{} b", number + 2)]);
    }
}

/// Errors that nobody will see are counted, not kept.
#[test]
fn only_so_many_errors_are_shown() {
    let text = [game("a"), game("bad").replace("e5", "e9")].concat().repeat(50);
    for threads in 1..4 {
        let Outcome { log, .. } = run_with(text.as_bytes(), threads, &["-q", "--max-errors", "7"]);
        let numbers: Vec<_> = log.lines().filter(|line| line.contains("\"code\":\"E")).collect();
        assert_eq!(numbers.len(), 7, "{threads} threads");
        assert!(numbers[6].contains("\"game\":14,"), "{}", numbers[6]);
        assert_eq!(log.lines().filter(|line| line.ends_with(" a")).count(), 50);
    }
}

/// The warning comes after the games, and is not subject to the limit of their warnings.
#[test]
fn texts_that_are_not_utf_8_are_counted() {
    let latin_1 = |text: String| text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    let odd = game("Málaga").replace("e5", "e5+ {à}");
    let games = game("a").repeat(30) + &odd.repeat(20) + &hiding("hides", &game("é").repeat(100));
    let text: Vec<u8> = latin_1(games);
    let alone = run_with(&text, 1, &["--max-errors", "2"]).log;
    let lines: Vec<_> = alone.lines().filter(|line| line.starts_with('{')).collect();
    assert!(lines[2].contains("W0103") && lines[2].contains("\"41 tags"), "{}", lines[2]);
    assert!(lines[2].contains("\"line\":151,\"column\":10,"), "{}", lines[2]);
    for threads in 2..5 {
        assert_eq!(run_with(&text, threads, &["--max-errors", "2"]).log, alone, "{threads} threads");
    }
}

#[test]
fn a_panic_counts_if_the_guess_was_right() {
    let text = game("before") + &hiding("hides", &game("panic").repeat(50)) + &game("behind");
    assert_eq!(run_alike(&text).log, "1 before\n2 hides\n3 behind\n");
    let real = [game("before"), game("panic"), game("behind")].concat();
    for threads in 1..4 {
        assert!(catch_unwind(AssertUnwindSafe(|| run(&real, threads))).is_err());
    }
}

#[test]
fn output_beyond_the_limit_is_shown_all_the_same() {
    // one chunk, since nothing behind the first game looks like the beginning of another
    let text = (game("large").replace('\n', " ").repeat(4) + "\n\n" + &game("small")).repeat(2);
    let Outcome { log, .. } = run_alike(&text);
    assert_eq!(log.len(), 8 * ((3 << 20) + "1 large\n".len()) + 2 * "5 small\n".len() + "1".len());
}

/// Games that are not there are read only as long as guesses are trusted.
#[test]
fn wrong_guesses_cost_little() {
    let hidden = game("hidden").repeat(2000);
    let text = (game("before") + &hiding("hides", &hidden) + &game("behind")).repeat(20);
    let alone = run(&text, 1);
    assert_eq!(alone.games, 60);
    for threads in 2..5 {
        let together = run(&text, threads);
        assert_eq!(together.log, alone.log);
        let hidden = 20 * 2000;
        assert!(together.games - alone.games < hidden / 50, "{threads} threads: {}", together.games);
    }
}

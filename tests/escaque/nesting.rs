//! Variations nested as deep as may be, and deeper: no call of a function may need more stack than there is.

use std::thread;

use escaque::format::{FormatOptions, Json, Pgn, Speech};
use escaque::library;
use escaque::notation::ctl::CtlAn;
use escaque::notation::pgn::San;
use escaque::syntax::{Game, GameCursor, LexFault, Notation, Recovery, SyntaxFault, Tokens};
use escaque::text::Source;

use crate::escaque;

/// How deep variations may be nested.
const MOST_LEVELS: usize = 500;

/// A move in a variation of each notation, with its bracket, and the game around.
const PGN: [&str; 3] = ["1. e4 ", "(1. d4 ", " e5 *"];
const CTL: [&str; 3] = ["[Variant \"C'escacs\"]\n[Id \"a-1\"]\n1. E7-E13 ", "(1. F8-F12 ", ", E21-E15 *"];

/// Writes a game whose variations are nested.
fn nested([before, variation, after]: [&str; 3], levels: usize) -> String {
    format!("{before}{}{}{after}", variation.repeat(levels), ")".repeat(levels))
}

/// Does something on a thread with little stack.
fn on_small_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = thread::Builder::new().stack_size(1 << 20).spawn(work).expect("a thread");
    thread.join().expect("the stack is large enough")
}

/// Reads the only game of a text, and writes it.
fn written<N: Notation>(text: String) -> (Vec<SyntaxFault>, String) {
    let source = Source::new("nested", text.into_bytes());
    let (mut tokens, mut game) = (Tokens::default(), Game::<N>::new(source.bytes()));
    let mut cursor = GameCursor::new(&source, Recovery::End);
    let reading = cursor.read(&mut tokens, &mut game).expect("a game");
    let faults =
        reading.repairs.iter().map(|repair| repair.error.fault).chain(reading.error.map(|e| e.fault));
    let brackets = game.movetext.iter().map(|element| &source.bytes()[element.span.range()]);
    let brackets = brackets.filter(|written| matches!(written, [b'('] | [b')'])).flatten().copied().collect();
    (faults.collect(), String::from_utf8(brackets).expect("brackets"))
}

#[test]
fn the_grammars_read_as_many_levels_as_are_allowed() {
    fn check<N: Notation>(parts: [&'static str; 3]) {
        let expected = "(".repeat(MOST_LEVELS) + &")".repeat(MOST_LEVELS);
        let (faults, brackets) = on_small_stack(move || written::<N>(nested(parts, MOST_LEVELS)));
        assert_eq!((faults, brackets), (vec![], expected.clone()));
        // what is deeper costs itself, and is told once
        for levels in [MOST_LEVELS + 1, MOST_LEVELS + 2, 100_000] {
            let (faults, brackets) = on_small_stack(move || written::<N>(nested(parts, levels)));
            assert_eq!(faults, [SyntaxFault::Token(LexFault::TooDeep)], "{levels}");
            assert_eq!(brackets, expected, "{levels}");
        }
    }
    check::<San>(PGN);
    check::<CtlAn>(CTL);
}

#[test]
fn games_nested_as_deep_as_is_allowed_are_read_walked_and_written() {
    for parts in [PGN, CTL] {
        let text = nested(parts, MOST_LEVELS);
        let (moves, formats) = on_small_stack(move || {
            let game = library::parse(&text).next().expect("a game").expect("a sound game");
            let again =
                library::parse(&game.to_string()).next().expect("a game").expect("what is written is read");
            assert_eq!(again.to_string(), game.to_string());
            let mut formats: [(&str, String); 3] = Default::default();
            for (at, (name, text)) in formats.iter_mut().enumerate() {
                let mut out = Vec::new();
                let written = match at {
                    0 => game.write_as(&mut Pgn::default(), &mut out),
                    1 => game
                        .write_as(&mut Json::new(Default::default(), &escaque::message::ENGLISH), &mut out),
                    _ => game.write_as(&mut Speech::new(FormatOptions::default()), &mut out),
                };
                written.expect("it is written");
                (*name, *text) = (["pgn", "json", "words"][at], String::from_utf8(out).expect("text"));
            }
            (game.walk_all().count(), formats)
        });
        assert_eq!(moves, MOST_LEVELS + 2);
        for (name, text) in formats {
            assert!(!text.is_empty(), "{name}");
        }
    }
}

/// Brackets that do not come from the reader of whole games are limited, too: those of the first moves that a question
/// reads, those that a repair reads again, and those in the operations of a position.
#[test]
fn every_way_to_the_grammar_is_limited() {
    let levels = 100_000;
    let (opened, closed) = ("(1. d4 ".repeat(levels), ")".repeat(levels));
    let replies = "(1... d5 ".repeat(levels);
    let asked = format!("[Event \"a\"]\n\n1. e4 {opened}{closed} e5 *\n\n[Event \"b\"]\n\n1. e4 *\n");
    let quoted = format!("1. e4 \"1... e5 {replies}{closed} 2. Nf3 Nc6 *\n");
    let listed = format!("4k3/8/8/8/8/8/4P3/4K3 w - - bm {};\n", "e4(e3".repeat(levels));
    let question = "--where=reaches after \"e4\"";
    for (text, arguments, told) in [
        (asked, ["-", question, "--count"], "2\n"),
        (quoted, ["-", "--check", "-q"], "E0242"),
        (listed, ["-", "--check", "--lang=en"], "W0426"),
    ] {
        let run = escaque().args(arguments).stdin(text).output().expect("it runs");
        let messages = String::from_utf8_lossy(&[run.stdout, run.stderr].concat()).into_owned();
        assert!(matches!(run.status.code(), Some(0..=2)), "{arguments:?}: {:?}", run.status);
        assert!(messages.contains(told), "{arguments:?}: {messages:.400}");
    }
}

/// Brackets that are opened without end cost time in proportion to the text, whatever is done with it.
#[test]
fn brackets_without_end_end_in_order() {
    let text = format!("1. e4 {}", "(1. d4 ".repeat(300_000));
    for arguments in [
        "--check",
        "-k --format pgn",
        "-k --format pgn --lines",
        "-k --format json",
        "-k --format fen",
        "-k --format speech",
        "-k --format moves",
        "-k --format html",
        "-k --format svg --output /dev/null",
        "-k --no-pause",
        "--syntax lenient --format pgn",
        "--syntax reduced --check",
        "--fix-guesses=never --fix",
        "--count --where variation",
        "-k --variant atomic --format pgn",
    ] {
        let run = escaque().args(arguments.split(' ')).stdin(text.as_str()).output().expect("it runs");
        assert!(matches!(run.status.code(), Some(0..=2)), "{arguments}: {:?}", run.status);
    }
}

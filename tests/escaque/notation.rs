//! How moves of C'escacs are written: with various letters for the pieces, and with the marks of their checks.

use escaque::check::{CheckContext, CheckOptions};
use escaque::notation::{AnyGame, AnyGames};
use escaque::rules::cescacs::Cescacs;
use escaque::rules::{AnyPosition, Replay, Rules};
use escaque::syntax::{Portion, Reading, Recovery};
use escaque::text::Source;

use crate::{Numbers, escaque};

const REDEFINITIONS: [&str; 4] =
    ["", "[Redefine \"FAN\"]", "[Redefine \"A@J, T@R, C@N, W@V, Q@D\"]", "[Redefine \"F@J, S@N\"]"];

#[test]
fn written_moves_are_read_as_the_same_game() {
    let mut numbers = Numbers::new(0xc5ca_c5ca_c5ca);
    for round in 0..40 {
        let tags = format!("[Variant \"C'escacs\"] [Id \"Test-{round}\"] {}", REDEFINITIONS[round % 4]);
        let start = position(&Source::new("tags", format!("{tags} *").into_bytes()));
        let (movetext, fens) = play(start, &mut numbers);
        let source = Source::new("game", format!("{tags}\n{movetext}").into_bytes());
        assert_eq!(replay(&source), fens, "{movetext}");
    }
}

fn read(source: &Source) -> AnyGame<'_> {
    let mut games = AnyGames::new(source, None, Recovery::End);
    let mut game = games.blank();
    assert_eq!(games.read(Portion::Whole, &mut game).unwrap().error, None);
    game
}

fn position(source: &Source) -> Cescacs {
    match read(source) {
        AnyGame::Ctl(game) => Cescacs::set_up(&game).unwrap().position,
        _ => panic!("the Variant tag says otherwise"),
    }
}

/// Plays up to 200 random plies. Returns them as movetext, and the TLPD after each.
fn play(mut game: Cescacs, numbers: &mut Numbers) -> (String, Vec<String>) {
    let (mut movetext, mut fens) = (String::new(), Vec::new());
    for ply in 0..200 {
        let legal = game.legal_moves();
        if legal.is_empty() {
            break;
        }
        let chosen = legal[numbers.below(legal.len())];
        let text = game.to_san(chosen);
        let lead = if ply % 2 == 0 { format!("\n{}. ", ply / 2 + 1) } else { ", ".to_owned() };
        movetext += &(lead + &text);
        game.play(chosen);
        fens.push(game.fen());
    }
    (movetext + "\n*\n", fens)
}

/// Replays a game, which must have no diagnostics about moves, and returns the TLPD after each
/// ply.
fn replay(source: &Source) -> Vec<String> {
    let AnyGame::Ctl(game) = read(source) else {
        panic!("the Variant tag says otherwise");
    };
    let context = CheckContext::of(source, CheckOptions::default());
    let diagnostics = context.of_game::<Cescacs>(&game, Reading::default(), None).diagnostics;
    // a random game may end in mate, which the result `*` contradicts
    let about_move = diagnostics.iter().find(|diagnostic| diagnostic.ply.is_some());
    assert!(about_move.is_none(), "{about_move:?}");
    let mut replay = Replay::main_line(&game, Cescacs::set_up(&game).unwrap().position);
    let mut fens = Vec::new();
    while replay.advance().unwrap().is_some() {
        fens.push(replay.position().fen());
    }
    fens
}

/// Moves that give check from afar, by a knight's jump and by two pieces, without their marks.
const CHECKS: [(&str, &str, &str); 3] = [
    ("/27:1k/14:K6/3:1R2/", "RE3-G5", "KG27-F26"),
    ("/28:k/18:3G3/1:1K/", "GF18-E23", "KF28-E27"),
    ("/28:k/18:3N3/10:3R3/1:1K/", "NF18-E23", "KF28-E27"),
];

/// Returns a game for each of these moves, with a mark.
fn checks(marks: [&str; 3]) -> Vec<String> {
    let game = |((position, checks, answer), mark): (&(&str, &str, &str), &str)| {
        format!("[Id \"Test-1\"]\n[TLPD \"{position} w -- - 0 1\"]\n1. {checks}{mark}, {answer}:\n*\n\n")
    };
    CHECKS.iter().zip(marks).map(game).collect()
}

fn run(arguments: &[&str], input: &str) -> String {
    let run = escaque().args(["--quiet", "--variant", "cescacs"]).args(arguments).stdin(input).output();
    String::from_utf8(run.expect("the program runs").stdout).expect("output in UTF-8")
}

#[test]
fn a_mark_of_check_is_shown_as_it_is_written_if_it_is_true() {
    let formats: [&[&str]; 7] = [
        &["pgn"],
        &["json"],
        &["html"],
        &["moves"],
        &["games", "--columns", "moves"],
        &["svg", "--at", "1w"],
        &["boards", "--captions", "san"],
    ];
    for (written, expected) in [
        (["+∞", "+^", "++"], ["+∞", "+^", "++"]),
        (["+^", "+∞", "+"], ["+", "+", "+"]),
        (["^+", "", "+^"], ["+", "+", "+^"]),
    ] {
        for (format, at) in formats.into_iter().flat_map(|format| [0, 1, 2].map(|at| (format, at))) {
            let shown = run(&[&["--format"], format].concat(), &checks(written)[at]);
            let (_, unmarked, _) = CHECKS[at];
            let rest = shown.split(unmarked).skip(1);
            let marks: Vec<_> =
                rest.map(|rest| rest.split(|c| !"+^∞#".contains(c)).next().expect("a part")).collect();
            assert!(marks.contains(&expected[at]), "{format:?}: {shown}");
            // in bare coordinates no move has a mark
            assert!(marks.iter().all(|mark| [expected[at], ""].contains(mark)), "{format:?}: {shown}");
        }
    }
}

#[test]
fn marks_of_check_make_no_other_game() {
    let text = [checks(["+∞", "+^", "++"]), checks(["+", "+∞", ""])].concat().concat();
    let once = run(&["--unique", "--format", "games", "--columns", "number"], &text);
    assert_eq!(once, "number\n1\n2\n3\n");
}

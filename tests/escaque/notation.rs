//! Random games of C'escacs, written with various letters for the pieces and read again.

use escaque::check::{CheckContext, Syntax};
use escaque::notation::{AnyGame, AnyGames};
use escaque::rules::cescacs::Cescacs;
use escaque::rules::{Replay, Rules};
use escaque::syntax::{Portion, Reading, Recovery};
use escaque::text::Source;

use crate::Numbers;

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
    let context =
        CheckContext { source, syntax: Syntax::Standard, previous_end: None, pedantic: false, letters: None };
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

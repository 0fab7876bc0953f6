//! Thousands of real games, where they are at hand.

use std::fs;
use std::io::{self, Write};

use escaque::parser::Games;
use escaque::replay::{Replay, Rules};
use escaque::source::Source;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};

use crate::project;

/// Replays every game. Along the way a position read back from its FEN must be
/// the same position, with as many legal moves.
#[test]
fn all_of_them_replay() {
    let path = project().join("../shared/data/pgn/masters.pgn");
    let Ok(bytes) = fs::read(&path) else {
        // the macros that print are silenced in a test that passes
        writeln!(io::stderr(), "SKIPPED all_of_them_replay: {} is not here", path.display()).unwrap();
        return;
    };
    let tags = bytes.split(|&b| b == b'\n').filter(|line| line.starts_with(b"[Event ")).count();
    let source = Source::new("masters.pgn", bytes);
    let mut count = 0;
    for game in Games::new(&source) {
        let game = game.unwrap();
        count += 1;
        let (start, _) = Chess::set_up(&game).unwrap();
        let mut replay = Replay::main_line(&game, start);
        while let Some(ply) = replay.advance().unwrap_or_else(|error| panic!("game {count}: {error}")) {
            if (ply.place.number as usize + count).is_multiple_of(16) {
                assert_same_from_fen(replay.position());
            }
        }
    }
    assert_eq!(count, tags);
}

fn assert_same_from_fen(position: &Chess) {
    let fen: Fen = position.fen().parse().unwrap();
    let read: Chess = fen.into_position(CastlingMode::Standard).unwrap();
    assert_eq!(&read, position);
    assert_eq!(read.legal_moves().len(), position.legal_moves().len());
    let en_passant = position.fen().split(' ').nth(3) != Some("-");
    assert_eq!(en_passant, position.ep_square(EnPassantMode::Legal).is_some());
}

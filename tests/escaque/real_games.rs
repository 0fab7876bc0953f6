//! Real games, one of each of 28 collections.

use std::fs;

use escaque::notation::pgn::San;
use escaque::rules::square::{Chess, SquareFen};
use escaque::rules::{FenWriter, Replay, Rules};
use escaque::syntax::Games;
use escaque::text::Source;

use crate::project;

/// The number of positions and the FNV-1a hash of their FENs, one a line, as python-chess 1.11
/// writes them with `board.fen(en_passant="legal")`.
const PYTHON_CHESS: (usize, u64) = (2109, 0x79fe_4cc1_e543_7a82);

/// Replays every game and compares the FENs with those of another library.
#[test]
fn the_fens_agree_with_python_chess() {
    let bytes = fs::read(project().join("tests/games/varied.pgn")).unwrap();
    let source = Source::new("varied.pgn", bytes);
    let mut count = 0;
    let mut hash = 0xcbf2_9ce4_8422_2325;
    let mut fen = Vec::new();
    let mut writer = SquareFen::default();
    for (number, game) in Games::<San>::new(&source).enumerate() {
        let game = game.unwrap();
        let mut replay = Replay::main_line(&game, Chess::set_up(&game).unwrap().position);
        let mut is_first = true;
        while let Some(ply) = replay.advance().unwrap_or_else(|error| panic!("game {}: {error}", number + 1))
        {
            fen.clear();
            let played = (!is_first).then_some(ply.resolved);
            writer.write(replay.position(), played.as_ref(), &mut fen);
            is_first = false;
            fen.push(b'\n');
            hash =
                fen.iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3));
            count += 1;
        }
    }
    assert_eq!((count, hash), PYTHON_CHESS);
}

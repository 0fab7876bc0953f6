//! Thousands of real games, if the data are available.

use std::fs;

use escaque::notation::pgn::San;
use escaque::rules::square::{Chess, SquareFen};
use escaque::rules::{FenWriter, Replay, Rules};
use escaque::syntax::Games;
use escaque::text::Source;

use crate::{project, say_skipped};

/// The number of positions and the FNV-1a hash of their FENs, one a line, as python-chess 1.11
/// writes them with `board.fen(en_passant="legal")`.
const PYTHON_CHESS: (usize, u64) = (541_876, 0xf38b_c117_83f5_06cd);

/// Replays every game and compares the FENs with those of another library.
#[test]
fn the_fens_agree_with_python_chess() {
    let path = project().join("../shared/data/pgn/masters.pgn");
    let Ok(bytes) = fs::read(&path) else {
        let reason = format!("{} is not here", path.display());
        return say_skipped("the_fens_agree_with_python_chess", &reason);
    };
    let source = Source::new("masters.pgn", bytes);
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

//! Measures how fast the moves of games that have been read are resolved and played.

use std::time::Instant;

use escaque::notation::ctl::CtlAn;
use escaque::rules::cescacs::Cescacs;
use escaque::rules::{Replay, Rules};
use escaque::syntax::{Game, Games};
use escaque::text::Source;

use crate::random_games;

/// The number of times that all games are replayed; the fastest time counts.
const TURNS: usize = 9;

/// Returns the number of moves a second of one thread in random games.
pub fn moves_a_second(games: usize) -> f64 {
    let text: String = (0..games).map(|at| random_games::game(at) + "\n").collect();
    let source = Source::new("games", text.into_bytes());
    let games: Vec<_> = Games::<CtlAn>::new(&source).filter_map(Result::ok).collect();
    let rate_of_turn = |_| {
        let begun = Instant::now();
        let moves: usize = games.iter().map(replay).sum();
        moves as f64 / begun.elapsed().as_secs_f64()
    };
    (0..TURNS).map(rate_of_turn).fold(0.0, f64::max)
}

/// Resolves and plays the moves of a game, and returns how many there are.
fn replay(game: &Game<'_, CtlAn>) -> usize {
    let Ok(start) = Cescacs::set_up(game) else { return 0 };
    let mut replay = Replay::main_line(game, start.position);
    std::iter::from_fn(|| replay.advance().ok().flatten()).count()
}

//! Finds the result of a game from its last position, for games whose moves end without a result.

use crate::notation::{AnyGame, with_game};
use crate::rules::{Draw, Draws, Replay, Rules, with_rules};
use crate::syntax::{ByBoard, Game, INCOMPLETE};

/// Looks at the last position of a game without a known result after its moves, unless that has been done. A
/// game with a known result costs nothing.
pub(super) fn decide(game: &mut AnyGame<'_>) {
    if is_open(game) {
        let by_board = with_rules!(game, R, game => at_end::<R>(game)).unwrap_or(ByBoard::Open);
        with_game!(game, game => game.by_board = Some(by_board));
    }
}

/// Returns whether a game has moves, and only the position after them can show its result. A game
/// that is marked as cut off at an error went on after it, so its last position is not known.
fn is_open(game: &AnyGame<'_>) -> bool {
    with_game!(game, game => {
        let last_comment = || game.comment(game.movetext.last()?);
        game.known_outcome().is_none()
            && game.has_move()
            && last_comment().is_none_or(|comment| comment.text.0 != INCOMPLETE.as_bytes())
    })
}

/// Finds what the last position of a game says. Of a game with an illegal move it is not known.
fn at_end<R: Rules>(game: &Game<'_, R::Notation>) -> Option<ByBoard> {
    let mut replay = Replay::main_line(game, R::set_up(game).ok()?.position);
    let mut draws = Draws::watching(true);
    // the starting position may occur again, too
    draws.note(replay.position());
    while replay.advance().ok()?.is_some() {
        draws.note(replay.position());
    }
    let unfinished = if draws.last.is_some_and(Draw::ends_game) { ByBoard::Drawn } else { ByBoard::Open };
    Some(draws.outcome(replay.position()).map_or(unfinished, ByBoard::Over))
}

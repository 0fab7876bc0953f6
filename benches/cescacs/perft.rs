//! Counts positions of C'escacs.

use escaque::rules::cescacs::hex::Position;

/// Returns the number of lines of legal moves of a length.
pub fn perft(position: &Position, depth: usize) -> usize {
    let below = |played| {
        let mut after = *position;
        after.play(played);
        perft(&after, depth - 1)
    };
    match depth {
        0 => 1,
        1 => position.legal_moves().count(),
        _ => position.legal_moves().map(below).sum(),
    }
}

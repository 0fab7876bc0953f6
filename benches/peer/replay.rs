//! Replays games with pgn-reader and shakmaty, which are known to be fast.

use std::hint::black_box;
use std::ops::ControlFlow;

use pgn_reader::{Reader, SanPlus, Visitor};
use shakmaty::{Chess, Position};

/// Calls `visit` for each move of the main lines, with the position before the move.
pub(crate) fn read(games: &[u8], visit: impl FnMut(&mut Chess, SanPlus) -> bool) {
    let mut reader = Reader::new(games);
    let mut moves = Moves(visit);
    while reader.read_game(&mut moves).expect("bytes in memory can be read").is_some() {}
}

/// Plays a move, and tells whether it is legal.
pub(crate) fn play(position: &mut Chess, san: SanPlus) -> bool {
    let resolved = san.san.to_move(position);
    resolved.map(|resolved| position.play_unchecked(resolved)).is_ok()
}

/// Calls a function for each move of a main line, until it returns `false`.
struct Moves<F>(F);

impl<F: FnMut(&mut Chess, SanPlus) -> bool> Visitor for Moves<F> {
    type Tags = ();
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(Chess::default())
    }

    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        if (self.0)(position, san) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn end_game(&mut self, position: Chess) {
        black_box(position);
    }
}

//! The fastest reader there is, pgn-reader with shakmaty, at the same work.

use std::hint::black_box;
use std::ops::ControlFlow;

use divan::Bencher;
use pgn_reader::{Reader, SanPlus, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode, Position};

use crate::input::{Input, Kind};

#[divan::bench]
fn pgn_reader_tokens(bencher: Bencher<'_, '_>) {
    read(bencher, |_, _| true);
}

#[divan::bench]
fn pgn_reader_and_shakmaty(bencher: Bencher<'_, '_>) {
    read(bencher, play);
}

#[divan::bench]
fn pgn_reader_and_shakmaty_fen(bencher: Bencher<'_, '_>) {
    let mut fen = Vec::new();
    read(bencher, move |position, san| {
        let legal = play(position, san);
        fen.clear();
        Fen::from_position(position, EnPassantMode::Legal).append_ascii_to(&mut fen);
        black_box(&fen);
        legal
    });
}

fn play(position: &mut Chess, san: SanPlus) -> bool {
    let resolved = san.san.to_move(position);
    resolved.map(|resolved| position.play_unchecked(resolved)).is_ok()
}

fn read(bencher: Bencher<'_, '_>, with: impl FnMut(&mut Chess, SanPlus) -> bool) {
    let input = Input::of(Kind::Pgn);
    let mut moves = Moves(with);
    input.counted(bencher).bench_local(|| {
        let mut reader = Reader::new(input.source.bytes());
        while reader.read_game(&mut moves).expect("bytes in memory can be read").is_some() {}
    });
}

/// Does something with each move of the main line, until it is not legal.
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

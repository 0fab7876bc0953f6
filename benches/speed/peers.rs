//! Measures the same work with pgn-reader and shakmaty.

use std::hint::black_box;

use divan::Bencher;
use pgn_reader::SanPlus;
use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode};

use crate::input::{Input, Kind};
use crate::replay;

#[divan::bench]
fn pgn_reader_tokens(bencher: Bencher<'_, '_>) {
    read(bencher, |_, _| true);
}

#[divan::bench]
fn pgn_reader_and_shakmaty(bencher: Bencher<'_, '_>) {
    read(bencher, replay::play);
}

#[divan::bench]
fn pgn_reader_and_shakmaty_fen(bencher: Bencher<'_, '_>) {
    let mut fen = Vec::new();
    read(bencher, move |position, san| {
        let is_legal = replay::play(position, san);
        fen.clear();
        Fen::from_position(position, EnPassantMode::Legal).append_ascii_to(&mut fen);
        black_box(&fen);
        is_legal
    });
}

fn read(bencher: Bencher<'_, '_>, mut visit: impl FnMut(&mut Chess, SanPlus) -> bool) {
    let input = Input::of(Kind::Pgn);
    input.counted(bencher).bench_local(|| replay::read(input.source.bytes(), &mut visit));
}

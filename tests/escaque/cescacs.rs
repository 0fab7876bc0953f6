//! The rules of C'escacs.

mod addresses;
mod random;
mod refusals;
mod rules;
mod tlpd;

use std::fs;

use escaque::notation::ctl::Hex;
use escaque::rules::cescacs::hex::{Castling, Move, Position, Promotion};

use crate::files;

/// Each row gives a TLPD, a depth and the number of leaves at that depth. Writing the position
/// gives the TLPD back.
#[test]
fn perft() {
    for path in files("tests/inputs/hex/perft*.tsv") {
        let text = fs::read_to_string(path).unwrap();
        for row in text.lines().filter(|row| !row.starts_with('#') && !row.is_empty()) {
            let fields: Vec<_> = row.split('\t').collect();
            let [tlpd, depth, leaves] = fields[..] else { panic!("not a row: {row}") };
            let position = read(tlpd);
            assert_eq!(position.to_tlpd(), tlpd);
            assert_eq!(count(position, depth.parse().unwrap()), leaves.parse::<usize>().unwrap(), "{row}");
        }
    }
}

/// Counts the leaves of the tree of legal moves.
fn count(position: Position, depth: usize) -> usize {
    let mut leaves = 0;
    let mut inner = vec![(position, depth)];
    while let Some((position, depth)) = inner.pop() {
        match depth {
            0 => leaves += 1,
            1 => leaves += position.legal_moves().count(),
            _ => inner.extend(position.legal_moves().map(|played| (after(&position, played), depth - 1))),
        }
    }
    leaves
}

/// Returns the position after a move.
fn after(position: &Position, played: Move) -> Position {
    let mut after = *position;
    after.play(played);
    after
}

#[track_caller]
fn read(tlpd: &str) -> Position {
    Position::from_tlpd(tlpd).unwrap_or_else(|error| panic!("{error} at {:?}: {tlpd}", error.span))
}

#[track_caller]
fn hex(text: &str) -> Hex {
    text.parse().unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Finds the legal move for a text in long notation.
fn find(position: &Position, text: &str) -> Option<Move> {
    let text = text.trim_end_matches(['+', '^', '#', ':']);
    if let Some(castling) = Castling::from_name(text) {
        return Some(Move::Castling(castling)).filter(|&played| position.is_legal(played));
    }
    let (text, promotion) = match text.split_once('=') {
        Some((text, letter)) => (text, letter.chars().next()),
        None => (text, None),
    };
    let mut hexes = text.split(['-', '×', '@']).map(|part| part.parse().unwrap_or_else(|_| hex(&part[1..])));
    let from = hexes.next()?;
    let mut candidates = position.candidates(from, hexes.next().unwrap_or(from));
    candidates.find(|candidate| candidate.promotion().map(letter) == promotion)
}

fn letter(promotion: Promotion) -> char {
    match promotion {
        Promotion::Piece(role) => role.upper_char(),
        Promotion::Waiting => '&',
    }
}

/// Plays moves in long notation; numbers and commas between them are skipped.
#[track_caller]
fn play(position: &mut Position, moves: &str) {
    for text in moves.split([' ', ',']).filter(|text| !text.is_empty() && !text.ends_with('.')) {
        let played = find(position, text);
        position.play(played.unwrap_or_else(|| panic!("{text} in {}", position.to_tlpd())));
    }
}

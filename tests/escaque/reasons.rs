//! The reasons of illegal moves, on both boards.
//!
//! Each row of `tests/inputs/reasons/` is a code, a move and a position in which the move has the
//! problem of that code. The other test compares the reasons with the attacks that shakmaty finds;
//! of C'escacs, `cescacs/refusals.rs` takes each reason away and sees whether it was one.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;

use escaque::check::CheckOptions;
use escaque::message::lang::{CATALAN, ENGLISH, SPANISH};
use escaque::notation::Variant;
use escaque::text::Source;
use shakmaty::fen::Fen;
use shakmaty::{Bitboard, Chess, EnPassantMode, Position, Role, Square, attacks};

use crate::{Numbers, assert_golden, files, stem};

/// Returns the game of a move in a position.
fn game(stem: &str, position: &str, written: &str) -> String {
    let is_black = position.split(' ').nth(1) == Some("b");
    match (stem, is_black) {
        ("cescacs", false) => format!("[TLPD \"{position}\"]\n\n1. {written}: *\n"),
        ("cescacs", true) => format!("[TLPD \"{position}\"]\n\n1. …, {written}: *\n"),
        (_, false) => format!("[FEN \"{position}\"]\n\n1. {written} *\n"),
        (_, true) => format!("[FEN \"{position}\"]\n\n1... {written} *\n"),
    }
}

#[test]
fn an_illegal_move_has_its_reason() {
    for path in files("tests/inputs/reasons/*.tsv") {
        let stem = stem(&path);
        let variant = match stem.as_str() {
            "cescacs" => Variant::Cescacs,
            "chess960" => Variant::Chess960,
            _ => Variant::Chess,
        };
        let text = fs::read_to_string(&path).unwrap();
        let mut words = String::new();
        for row in text.lines().filter(|row| !row.starts_with('#')) {
            let fields: Vec<_> = row.split('\t').collect();
            let [code, written, position] = fields[..] else { panic!("not a row: {row}") };
            let source = Source::new(stem.as_str(), game(&stem, position, written).into_bytes());
            let mut games =
                CheckOptions { variant: Some(variant), ..CheckOptions::default() }.checker(&source);
            let report = games.advance().expect("a game");
            let error = report.error().unwrap_or_else(|| panic!("no error: {row}"));
            assert_eq!(error.problem.code().digits(), code, "{row}: {}", error.problem.message(&ENGLISH));
            writeln!(words, "{written} in {position}").unwrap();
            for language in [&ENGLISH, &SPANISH, &CATALAN] {
                writeln!(words, "  {}", error.problem.message(language)).unwrap();
            }
        }
        assert_golden(words, &format!("reasons/{stem}.txt"));
    }
}

/// Returns the code of the error of a move, or `None` if it is legal.
fn code_of(fen: &str, written: &str) -> Option<&'static str> {
    let source = Source::new("t.pgn", game("chess", fen, written).into_bytes());
    let report =
        CheckOptions { variant: Some(Variant::Chess), ..CheckOptions::default() }.checker(&source).advance();
    report.expect("a game").error().map(|error| error.problem.code().digits())
}

/// Returns the code that a move of a piece other than a pawn must have, by the attacks of shakmaty.
fn expected(position: &Chess, role: Role, from: Square, to: Square) -> Option<&'static str> {
    let board = position.board();
    let piece = role.of(position.turn());
    if position.us().contains(to) {
        return Some("0305");
    }
    if !attacks::attacks(from, piece, board.occupied()).contains(to) {
        let reaches = attacks::attacks(from, piece, Bitboard::EMPTY).contains(to);
        let is_anothers = position.legal_moves().iter().any(|legal| legal.role() == role && legal.to() == to);
        return Some(match (reaches, is_anothers) {
            (true, _) => "0362",
            (false, true) => "0302",
            (false, false) => "0304",
        });
    }
    let mut after = board.clone();
    after.discard_piece_at(from);
    after.set_piece_at(to, piece);
    let king = after.king_of(position.turn()).expect("a king");
    let attackers = after.attacks_to(king, !position.turn(), after.occupied());
    match role {
        _ if attackers.is_empty() => None,
        Role::King => Some("0361"),
        _ if (attackers & position.checkers()).any() => Some("0308"),
        _ => Some("0309"),
    }
}

#[test]
fn the_reasons_of_chess_are_those_of_shakmaty() {
    let mut seen = BTreeMap::new();
    for seed in 0..30 {
        let mut random = Numbers::new(seed);
        let mut position = Chess::default();
        for _ in 0..120 {
            let legal = position.legal_moves();
            if legal.is_empty() || position.is_insufficient_material() {
                break;
            }
            position.play_unchecked(legal[random.below(legal.len())]);
            if position.legal_moves().is_empty() {
                break;
            }
            let fen = Fen::from_position(&position, EnPassantMode::Always).to_string();
            let pieces: Vec<_> = position.us().without(position.board().pawns()).into_iter().collect();
            let from = pieces[random.below(pieces.len())];
            let role = position.board().role_at(from).expect("a piece");
            let reached = attacks::attacks(from, role.of(position.turn()), Bitboard::EMPTY);
            let to = match random.below(4) {
                0 => Square::ALL[random.below(64)],
                _ => reached.into_iter().nth(random.below(reached.count())).expect("a square"),
            };
            let is_castling = role == Role::King && position.our(Role::Rook).contains(to);
            if from == to || is_castling || position.their(Role::King).contains(to) {
                continue;
            }
            let sign = if position.them().contains(to) { "x" } else { "" };
            let written = format!("{}{from}{sign}{to}", role.upper_char());
            let expected = expected(&position, role, from, to);
            assert_eq!(code_of(&fen, &written), expected, "{written} in {fen}");
            *seen.entry(expected).or_insert(0) += 1;
        }
    }
    let codes = ["0304", "0305", "0308", "0309", "0361", "0362"];
    assert!(codes.iter().all(|code| seen.contains_key(&Some(*code))), "{seen:?}");
}

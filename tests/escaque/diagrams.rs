//! The diagrams of the rules in `docs/`: what pieces do, as the program plays.
//!
//! `SNAPSHOTS=overwrite cargo test diagrams` makes them.

use std::fs;

use escaque::rules::{MoveEffect, PieceKind};
use escaque::shakmaty::Color;
use escaque::{Game, Position, Variant};
use snapbox::Data;

use crate::{escaque, project};

#[test]
fn diagrams_of_the_rules() {
    let table = fs::read_to_string(project().join("tests/inputs/diagrams/rules.tsv")).unwrap();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let [name, rules, start, played, shown] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let (variant, document) = match rules {
            "chess" => (Variant::Chess, "docs/informe.md"),
            "cescacs" => (Variant::Cescacs, "docs/cescacs.md"),
            _ => panic!("{line}"),
        };
        let mut game = Game::from_fen(variant, start).unwrap();
        if played != "-" {
            game.play(played).unwrap();
        }
        if shown == "-" {
            check_picture(name, game.to_string(), &[]);
        } else {
            let marks = marks(&game.end(), variant, shown);
            let game = game.to_string();
            let (moves, _) = game.rsplit_once('*').expect("a game without a result");
            check_picture(name, format!("{moves} {{{marks}}} *\n"), &["--no-coordinates"]);
        }
        let text = fs::read_to_string(project().join(document)).unwrap();
        assert!(text.contains(&format!("pictures/{name}.svg")), "{name} is not shown");
    }
}

/// Compares the picture of the end of a game with the one that the documents show.
fn check_picture(name: &str, game: String, others: &[&str]) {
    let options = ["--lang", "en", "--format", "svg", "--size", "320", "--theme", "brown"];
    let run =
        escaque().args(options).args(others).stdin(game.into_bytes()).output().expect("the program runs");
    assert!(run.status.success(), "{name}: {}", String::from_utf8_lossy(&run.stderr));
    let path = project().join(format!("docs/pictures/{name}.svg"));
    let picture = Data::from(String::from_utf8(run.stdout).unwrap());
    snapbox::assert_data_eq!(picture.raw(), Data::read_from(&path, None).raw());
}

/// Writes the marks of what is shown: circles where the piece on a cell goes, or arrows of moves.
/// Captures are red.
fn marks(position: &Position, variant: Variant, shown: &str) -> String {
    let effect = |written: &str| effect(position, variant, written);
    let (command, marks) = if position.piece_at(shown).is_some() {
        let of_piece = |written: String| circle(position, shown, effect(&written));
        ("csl", position.moves().filter_map(of_piece).collect::<Vec<_>>())
    } else {
        ("cal", shown.split(' ').flat_map(|written| arrows(position, effect(written))).collect())
    };
    assert!(!marks.is_empty(), "{shown}");
    format!("[%{command} {}]", marks.join(","))
}

fn effect(position: &Position, variant: Variant, written: &str) -> MoveEffect {
    let mut game = Game::from_fen(variant, &position.fen()).unwrap();
    game.play(written).unwrap_or_else(|error| panic!("{written}: {error}"));
    game.first_move().unwrap().effect()
}

fn circle(position: &Position, origin: &str, effect: MoveEffect) -> Option<String> {
    let MoveEffect::Normal { from, to, captured, .. } = effect else { return None };
    let color = if captured.is_some() { 'R' } else { 'Y' };
    (position.cell_name(from) == origin).then(|| format!("{color}{}", position.cell_name(to)))
}

fn arrows(position: &Position, effect: MoveEffect) -> Vec<String> {
    let name = |cell| position.cell_name(cell);
    match effect {
        MoveEffect::Normal { from, to, captured, .. } => {
            let color = if captured.is_some() { 'R' } else { 'G' };
            vec![format!("{color}{}{}", name(from), name(to))]
        }
        MoveEffect::Castling { king, king_rook, queen_rook } => {
            let [king_from] = &cells_of(position, PieceKind::King)[..] else { panic!("{effect:?}") };
            let rooks = cells_of(position, PieceKind::Rook);
            let king_rook = king_rook.map(|to| format!("B{}{}", rooks[1], name(to)));
            let queen_rook = queen_rook.map(|to| format!("B{}{}", rooks[0], name(to)));
            let king = format!("G{king_from}{}", name(king));
            [Some(king), king_rook, queen_rook].into_iter().flatten().collect()
        }
        _ => panic!("{effect:?} is not drawn"),
    }
}

/// Lists the cells of White's pieces of a kind, the queen's side first.
fn cells_of(position: &Position, kind: PieceKind) -> Vec<String> {
    let pieces = position.pieces().filter(|(_, piece)| (piece.kind, piece.color) == (kind, Color::White));
    pieces.map(|(cell, _)| cell).collect()
}

//! The example of Gliński's hexagonal chess, which adds a board to the library.

use std::env::consts::EXE_SUFFIX;

use escaque::rules::{AnyPosition, Rules};
use escaque::shakmaty::Color;
use snapbox::cmd::{Command, cargo_bin};

use crate::{assert_golden, files, project, stem};

#[allow(dead_code, reason = "the drawing and the notation are used by the program only")]
#[path = "../../examples/glinski/board.rs"]
mod board;
#[path = "../../examples/glinski/notation.rs"]
mod notation;
#[path = "../../examples/glinski/rules.rs"]
mod rules;

use rules::{Glinski, INITIAL, Move};

/// Returns a command that runs the example, which `cargo test` builds next to the program.
fn example() -> Command {
    let path = cargo_bin!("escaque").with_file_name("examples").join(format!("glinski{EXE_SUFFIX}"));
    assert!(path.exists(), "cargo build --example glinski has to come first");
    Command::new(path).current_dir(project())
}

#[test]
fn every_format_of_the_library_shows_the_board() {
    for path in files("tests/inputs/glinski/*.pgn") {
        let file = path.strip_prefix(project()).unwrap();
        for format in ["boards", "words", "fen", "json", "pgn"] {
            let run = example().args(["--format", format]).arg(file).output().unwrap();
            assert!(run.status.success());
            assert_golden(run.stdout, &format!("glinski/{}.{format}", stem(file)));
            assert_golden(run.stderr, &format!("glinski/{}.messages", stem(file)));
        }
    }
}

#[test]
fn written_games_are_read_again() {
    let [once, twice] = ["first", "second"].map(|name| format!("glinski-{name}.pgn"));
    for path in files("tests/inputs/glinski/*.pgn") {
        let folder = tempfile::tempdir().unwrap();
        let [once, twice] = [&once, &twice].map(|name| folder.path().join(name));
        for (from, to) in [(&path, &once), (&once, &twice)] {
            let run = example().args(["--format", "pgn"]).arg(from).output().unwrap();
            std::fs::write(to, run.stdout).unwrap();
        }
        let [once, twice] = [once, twice].map(|path| std::fs::read_to_string(path).unwrap());
        assert_eq!(once, twice, "{}", path.display());
    }
}

#[test]
fn there_are_51_first_moves() {
    let position = Glinski::from_fen(INITIAL).unwrap();
    assert_eq!(position.legal_moves().len(), 51);
    assert_eq!(position.fen(), INITIAL);
}

/// The perft numbers for one, two and three plies come from an independent program, which has cube
/// coordinates and looks for checks from the king outwards.
#[test]
fn perft_agrees_with_another_program() {
    for (fen, counts) in [
        (INITIAL, [51, 2_586, 137_858]),
        // en passant, and pawns on the starting hexes of other pawns
        ("1/3/5/7/4P4/1P2p6/10k/11/11/7p3/K10 b - f6 0 13", [13, 127, 2_024]),
        // pins, checks and promotions
        ("1/3/5/7/4Q4/1P8k/11/11/11/3q7/4pK5 w - - 0 1", [1, 35, 1_172]),
        ("1/3/4P/7/n4p3/1P8k/4Pp5/11/11/2r8/K10 b - - 0 1", [29, 111, 3_186]),
    ] {
        let position = Glinski::from_fen(fen).unwrap();
        let counted = [1, 2, 3].map(|depth| perft(&position, depth));
        assert_eq!(counted, counts, "{fen}");
    }
}

fn perft(position: &Glinski, depth: u32) -> usize {
    let moves = position.legal_moves();
    match depth {
        1 => moves.len(),
        _ => moves.into_iter().map(|m| perft(&position.after(m), depth - 1)).sum(),
    }
}

#[test]
fn a_move_survives_packing_into_four_bytes() {
    let fen = "1/3/4P/7/n4p3/1P8k/4Pp5/11/11/2r8/K10 w - - 0 1";
    for position in [INITIAL, fen].map(|fen| Glinski::from_fen(fen).unwrap()) {
        for m in position.legal_moves() {
            assert_eq!(Move::try_from(<[u8; 4]>::from(m)), Ok(m));
        }
    }
    assert_eq!(Move::try_from([91, 0, 0, 0]), Err(()));
}

#[test]
fn a_king_in_check_is_found() {
    let position = Glinski::from_fen("1/3/5/7/9/1Q9/11/11/2K8/11/k10 b - - 0 1").unwrap();
    assert_eq!(position.king_in_check(), None);
    let position = Glinski::from_fen("1/3/5/7/9/Q10/11/11/2K8/11/k10 b - - 0 1").unwrap();
    assert!(position.is_check(Color::Black));
    let cell = position.king_in_check().map(|cell| position.cell_name(cell));
    assert_eq!(cell.as_deref(), Some("a1"));
}

//! `--format minimal` writes the same game in a form that `--syntax reduced` accepts.

use std::fs;

use crate::{assert_goldens, escaque, files, stem};

fn output(arguments: &[&str], input: &[u8]) -> (bool, Vec<u8>) {
    let run = escaque().args(arguments).stdin(input).output().unwrap();
    (run.status.success(), run.stdout)
}

#[test]
fn the_minimal_form_is_reduced_and_the_same_game() {
    let folders = ["tests/inputs/shown", "tests/inputs/warned", "tests/inputs/assignment", "examples"];
    let mut written = Vec::new();
    for path in folders.into_iter().flat_map(|folder| files(&format!("{folder}/*pgn"))) {
        let file = fs::read(&path).unwrap();
        let (whole, minimal) = output(&["--format", "minimal"], &file);
        if !whole || minimal.is_empty() || stem(&path).contains("mixed") {
            continue;
        }
        let (reduced, fens) = output(&["--syntax", "reduced", "--format", "fen"], &minimal);
        assert!(reduced, "{}: {}", path.display(), String::from_utf8_lossy(&minimal));
        assert_eq!(fens, output(&["--format", "fen"], &file).1, "{}", path.display());
        let again = output(&["--format", "minimal"], &minimal).1;
        assert_eq!(without_gaps(&again), without_gaps(&minimal), "{}", path.display());
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        written.push((name, String::from_utf8(minimal).expect("games are written in UTF-8")));
    }
    assert_goldens(written, "minimal.txt");
}

/// Removes the spaces that the filters of C'escacs leave in place of an offer of a draw.
fn without_gaps(text: &[u8]) -> String {
    let text = String::from_utf8(text.to_vec()).unwrap();
    text.replace(" ,", ",").replace(" :", ":").replace(" \n", "\n")
}

#[test]
fn a_game_from_a_position_has_no_minimal_form() {
    let file = fs::read(files("examples/saavedra.pgn").remove(0)).unwrap();
    assert_eq!(output(&["--format", "minimal"], &file), (false, Vec::new()));
}

#[test]
fn variants_and_null_moves_have_no_minimal_form() {
    for (game, reason) in
        [("[Variant \"Atomic\"] 1. e4 *", "orthodox chess"), ("1. e4 -- *", "has no null moves")]
    {
        let run = escaque().args(["--lang", "en", "--format", "minimal"]).stdin(game).output().unwrap();
        assert_eq!((run.status.code(), run.stdout), (Some(1), Vec::new()), "{game}");
        assert!(String::from_utf8_lossy(&run.stderr).contains(reason), "{game}");
    }
}

#[test]
fn annotations_stay_and_offers_leave_a_space() {
    let game = "[Variant \"C'escacs\"] 1. H6-H12 $2 $9 ! (=), I23-I19 $14 2. JF6-C15 (=) !, GH26-Z11 (=) \
        3. L5-L7, NG25-L17 4. EH4-H8 (=), GZ11-L5 5. I5-I9, NL17-G9 6. K4-K10, GL5-H6# ?? 0-3";
    let minimal = "[Variant \"C'escacs\"]\n1. H6-H12 ? $9 !, I23-I19 $14\n2. JF6-C15 !, GH26-Z11 \n\
        3. L5-L7, NG25-L17\n4. EH4-H8 , GZ11-L5\n5. I5-I9, NL17-G9\n6. K4-K10, GL5-H6# ??\n0-3\n";
    assert_eq!(output(&["--format", "minimal"], game.as_bytes()), (true, minimal.as_bytes().to_vec()));
    assert!(output(&["--syntax", "reduced"], minimal.as_bytes()).0);
}

#[test]
fn the_signs_of_the_notation_stay_as_they_are() {
    for (written, minimal) in [
        ("1. F8‐F12, F20-F16", "1. F8‐F12, F20-F16"),
        ("1. F8—F12, PF20−F16", "1. F8-F12, F20-F16"),
        (
            "1. E7-E13, E21-E15\n2. F8-F12, F20-F16\n3. F12*E15",
            "1. E7-E13, E21-E15\n2. F8-F12, F20-F16\n3. F12*E15",
        ),
        (
            "1. E7-E13, E21-E15\n2. F8-F12, F20-F16\n3. F12xE15",
            "1. E7-E13, E21-E15\n2. F8-F12, F20-F16\n3. F12×E15",
        ),
    ] {
        let variant = "[Variant \"C'escacs\"]\n";
        let (_, text) = output(&["--format", "minimal"], format!("{variant}{written}:\n*").as_bytes());
        assert_eq!(String::from_utf8(text).unwrap(), format!("{variant}{minimal}:\n*\n"));
    }
    for (written, minimal) in
        [("+", "+"), ("+^", "+"), ("^+", "+"), ("+∞", "+"), ("", "+"), ("++", "+"), ("#", "+")]
    {
        let position = "[Variant \"C'escacs\"]\n[TLPD \"/28:k/14:2R4/1:1K/ w -- - 0 1\"]\n1. RD14-F16";
        let (_, text) = output(&["--format", "minimal"], format!("{position}{written}:\n*").as_bytes());
        assert_eq!(String::from_utf8(text).unwrap(), format!("{position}{minimal}:\n*\n"));
    }
    let jump = "[Variant \"C'escacs\"]\n[TLPD \"/28:k/18:3G3/1:1K/ w -- - 0 1\"]\n1. GF18-E23+^:\n*\n";
    assert_eq!(output(&["--format", "minimal"], jump.as_bytes()).1, jump.as_bytes());
}

#[test]
fn the_form_of_cescacs_is_checked_strictly() {
    let variant = "[Variant \"C'escacs\"]\n";
    for (before, second, is_accepted) in [
        ("\n", "1. F8-F12 !:\n*\n", true),
        ("\n\n", "1. F8-F12 !:\n*\n", true),
        ("\n", "\n1. F8‐F12 !(=):\n*\n", true),
        ("\n", "1. F8-F12 , F20-F16 :\n*\n", true),
        ("\n", "1. F8-F12 (=), F20-F16 (=)\n2. E7-E13:\n*\n", true),
        ("\n", "1. F8-F12 (1. E7-E13), F20-F16:\n*\n", false),
        ("\n", "1. F8–F12:\n*\n", false),
        ("\n", "1. F8-F12:\n\n*\n", false),
        ("\n", "\n{ c }\n*\n", false),
        ("\n", "*\n{ behind }\n", false),
        (" ", "*\n", false),
        ("\n\n\n", "*\n", false),
    ] {
        let games = format!("{variant}1. E7-E13, E21-E15:\n*{before}{variant}{second}");
        let accepted = output(&["--syntax", "reduced"], games.as_bytes()).0;
        assert_eq!(accepted, is_accepted, "{before}{second}");
    }
}

#[test]
fn a_game_of_cescacs_without_a_variant_tag_gets_one() {
    let (_, minimal) = output(&["--variant", "cescacs", "--format", "minimal"], b"1. E7-E13: *");
    assert_eq!(minimal, b"[Variant \"C'escacs\"]\n1. E7-E13:\n*\n");
    assert!(output(&["--syntax", "reduced"], &minimal).0);
}

#[test]
fn a_legal_move_with_a_wrong_sign_is_played() {
    let legal = "1. F8-F12, H22-H18 2. F12-F14, E21-E15 3. F14×E17 *";
    let arguments = ["--variant", "cescacs", "--syntax", "lenient", "--format", "fen"];
    let fens = |game: &str| output(&arguments, game.as_bytes());
    assert_eq!(fens(&legal.replace('×', "-")), fens(legal));
    assert_eq!(fens(&legal.replace("H18", "H18=D")), fens(legal));
}

#[test]
fn illegal_moves_that_are_played_are_written() {
    let games = "[Variant \"C'escacs\"] 1. E7-E9: * [Variant \"C'escacs\"] 1. EE5-E11, G21-G15: *";
    let minimal = "[Variant \"C'escacs\"]\n1. E7-E9:\n*\n[Variant \"C'escacs\"]\n1. EE5-E11, G21-G15:\n*\n";
    let arguments = ["--syntax", "lenient", "--format", "minimal"];
    assert_eq!(output(&arguments, games.as_bytes()), (true, minimal.as_bytes().to_vec()));
}

#[test]
fn a_move_to_an_impossible_position_is_not_forced() {
    for (position, written) in [
        ("/28:k/0:K/ w -- - 0 1", "KF0*KF28"),
        ("/28:k/14:R/0:K/ w -- - 0 1", "RT14-F26=D"),
        ("/28:k/14:P/0:K/ w -- - 0 1", "T14-F26=K"),
        ("/28:k/14:P/0:K/ w -- - 0 1", "T14-T14"),
        ("/28:k/14:P/0:K/ w -- - 0 1", "T14-T20=D"),
        ("/28:k/14:3R/1:1K/ b -- - 0 1", "…, KF28-F26 2. RF14×KF26"),
    ] {
        let game = format!("[Variant \"C'escacs\"] [TLPD \"{position}\"] 1. {written} *");
        assert_eq!(output(&["--syntax", "lenient"], game.as_bytes()), (false, Vec::new()), "{written}");
    }
}

#[test]
fn a_redefine_tag_in_lower_case_is_left_out() {
    let game = "[variant \"C'escacs\"]\n[redefine \"C@N\"]\n1. CE3-D8: *";
    let (_, minimal) = output(&["--format", "minimal"], game.as_bytes());
    assert_eq!(minimal, b"[Variant \"C'escacs\"]\n1. NE3-D8:\n*\n");
}

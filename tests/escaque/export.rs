//! `--format pgn`: a written game is the same game, and writing it again changes nothing.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{assert_golden, escaque, files, project};

const FOLDERS: [&str; 4] =
    ["tests/inputs/shown", "tests/inputs/warned", "tests/inputs/assignment", "examples"];

/// Runs the program on a text. Returns whether it succeeded, and its output.
pub fn output(arguments: &[&str], input: &[u8]) -> (bool, Vec<u8>) {
    let run = escaque().args(arguments).stdin(input).output().unwrap();
    (run.status.success(), run.stdout)
}

/// Returns the inputs without errors.
pub fn good_games() -> impl Iterator<Item = PathBuf> {
    FOLDERS.into_iter().flat_map(|folder| files(&format!("{folder}/*pgn")))
}

/// Writes games in export form. Asserts that writing them again changes neither the text nor
/// the positions.
fn export(input: &[u8], arguments: &[&str], name: &str) -> Vec<u8> {
    let with = |more: [&'static str; 2]| [arguments, &more[..]].concat();
    let (whole, once) = output(&with(["--format", "pgn"]), input);
    assert!(whole, "{name}");
    let (_, twice) = output(&with(["--format", "pgn"]), &once);
    assert_eq!(String::from_utf8_lossy(&once), String::from_utf8_lossy(&twice), "{name}");
    let fens = |text: &[u8]| output(&with(["--format", "fen"]), text).1;
    assert_eq!(fens(input), fens(&once), "{name}");
    once
}

#[test]
fn every_input_in_export_form() {
    for path in good_games() {
        let name = path.file_name().unwrap().to_string_lossy();
        let kind: &[&str] = match path.extension() {
            Some(extension) if extension == "ctl-pgn" && !name.contains("mixed") => &["--variant", "cescacs"],
            _ => &[],
        };
        let text = export(&fs::read(&path).unwrap(), kind, &name);
        let folder = path.parent().and_then(Path::file_name).unwrap().to_string_lossy();
        assert_golden(text, &format!("export/{folder}/{name}"));
    }
}

#[test]
fn real_games_in_export_form() {
    let games = fs::read(project().join("tests/games/varied.pgn")).unwrap();
    let text = String::from_utf8(export(&games, &[], "varied.pgn")).unwrap();
    assert!(text.lines().all(|line| line.starts_with('[') || line.chars().count() < 80));
}

/// The moves of games as a table: the number of the game, the move in UCI, and the position after it.
fn moves(input: &[u8]) -> String {
    let (_, table) = output(&["-q", "-k", "--format", "moves", "--columns", "game,uci,epd"], input);
    String::from_utf8(table).unwrap()
}

#[test]
fn moves_in_another_notation_are_read_again() {
    let patterns = ["tests/games/varied.pgn", "tests/inputs/variants/*.pgn", "examples/*.pgn"];
    for path in patterns.into_iter().flat_map(files) {
        let input = fs::read(&path).unwrap();
        let (whole, _) = output(&["--format", "pgn"], &input);
        let expected = moves(&input);
        for options in [
            ["--notation", "lan"],
            ["--notation", "uci"],
            ["--notation", "figurines"],
            ["--letters", "de"],
            ["--letters", "ru"],
            ["--letters", "nl"],
        ] {
            reads_the_same_moves(&path, &input, (whole, &expected), &options);
        }
    }
    let patterns = ["examples/*.ctl-pgn", "tests/inputs/*/*.ctl-pgn"];
    for path in patterns.into_iter().flat_map(files) {
        let input = fs::read(&path).unwrap();
        let (_, rules) = output(&["-k", "--format", "games", "--columns", "rules"], &input);
        let is_mixed =
            |rules: &[u8]| String::from_utf8_lossy(rules).lines().skip(1).any(|name| name != "cescacs");
        if is_mixed(&rules) {
            continue;
        }
        let (whole, _) = output(&["-k", "--format", "pgn"], &input);
        let expected = moves(&input);
        for options in [["--notation", "ctl"], ["--notation", "fan"], ["--tags=keep", "--notation=fan"]] {
            reads_the_same_moves(&path, &input, (whole, &expected), &options);
        }
    }
}

/// Checks that what is written with some options has the same moves. `whole` is whether all games can be written, and
/// `expected` is the table of their moves.
fn reads_the_same_moves(path: &Path, input: &[u8], (whole, expected): (bool, &str), options: &[&str]) {
    let (written, text) = output(&[&["-k", "--format", "pgn"], options].concat(), input);
    let (read, _) = output(&["--check"], &text);
    assert!(written == whole && (read || !whole), "{} {options:?}", path.display());
    assert_eq!(expected, moves(&text), "{} {options:?}", path.display());
}

#[test]
fn moves_are_written_in_a_notation() {
    let text = "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 (3... --) 4. d4 Nf6 5. Bd2 Bg4 6. f3 Nc6 7. Bb5 O-O-O *";
    let written = |options: &[&str]| {
        let (_, text) = output(&[&["--format", "pgn", "--width", "none"], options].concat(), text.as_bytes());
        String::from_utf8(text).unwrap().split("\n\n").nth(1).unwrap().trim_end().to_owned()
    };
    assert_eq!(
        written(&["--notation", "lan"]),
        "1. e2-e4 d7-d5 2. e4xd5 Qd8xd5 3. Nb1-c3 Qd5-a5 (3... --) 4. d2-d4 Ng8-f6 5. Bc1-d2 Bc8-g4 6. f2-f3 \
         Nb8-c6 7. Bf1-b5 O-O-O *"
    );
    assert_eq!(
        written(&["--notation", "uci"]),
        "1. e2e4 d7d5 2. e4d5 d8d5 3. b1c3 d5a5 (3... --) 4. d2d4 g8f6 5. c1d2 c8g4 6. f2f3 b8c6 7. f1b5 e8c8 *"
    );
    assert!(written(&["--notation", "figurines"]).starts_with("1. e4 d5 2. exd5 ♕xd5 3. ♘c3"));
    assert!(written(&["--notation", "lan", "--letters", "es"]).contains("3. Cb1-c3 Dd5-a5"));
    let (_, table) = output(&["--format", "games", "--columns", "moves", "--letters", "de"], text.as_bytes());
    assert_eq!(table, b"moves\ne4 d5 exd5 Dxd5 Sc3 Da5 d4 Sf6 Ld2 Lg4 f3 Sc6 Lb5 O-O-O\n");
    let (_, page) = output(&["--format", "html", "--letters", "de"], text.as_bytes());
    let page = String::from_utf8(page).unwrap();
    assert!(page.contains("[PieceLetters \"KDTLSB\"]") && page.contains("3.Sc3 Da5"));
}

#[test]
fn cescacs_has_a_notation_of_its_own() {
    let path = project().join("examples/analysis.ctl-pgn");
    let options = ["--lang", "en", "--variant", "cescacs", "--notation", "lan"];
    for format in ["pgn", "html", "svg", "moves"] {
        let run = escaque().args(options).args(["--format", format]).arg(&path).output().unwrap();
        let message = String::from_utf8(run.stderr).unwrap();
        assert!(run.status.code() == Some(1), "{format}");
        assert!(message.contains("C'escacs has the notations ctl and fan"), "{format}: {message}");
    }
    let input = fs::read(project().join("examples/letters.ctl-pgn")).unwrap();
    let written = |notation| output(&["--format", "pgn", "--notation", notation], &input).1;
    let [ctl, fan] = ["ctl", "fan"].map(|notation| String::from_utf8(written(notation)).unwrap());
    assert!(!ctl.contains("Redefine"), "{ctl}");
    assert!(fan.contains("[Redefine \"FAN\"]\n[TLPD") || fan.contains("[Redefine \"FAN\"]\n\n"), "{fan}");
}

#[test]
fn cescacs_is_written_in_letters_of_its_own() {
    let path = project().join("examples/letters.ctl-pgn");
    let input = fs::read(&path).expect("an input");
    let (expected, whole) = (moves(&input), true);
    let written = |options: &[&str]| {
        reads_the_same_moves(&path, &input, (whole, &expected), options);
        String::from_utf8(output(&[&["--format", "pgn"], options].concat(), &input).1)
            .expect("games in UTF-8")
    };
    for (letters, tag, castling, step) in [
        ("A@J, T@R, C@N", Some("A@J, T@R, C@N"), "KTT-HIH, KTD-DD", "AF6-C15"),
        ("C@N,A@J , T@R", Some("A@J, T@R, C@N"), "KTT-HIH, KTD-DD", "AF6-C15"),
        ("B@J, W@V, Q@D", Some("B@J, W@V, Q@D"), "KRR-HIH, KRQ-DD", "BF6-C15"),
        ("FAN", Some("FAN"), "♔♖♖-HIH, ♚♜♛-DD", "♗F6-C15"),
        ("standard", None, "KRR-HIH, KRD-DD", "JF6-C15"),
    ] {
        let text = written(&["--letters", letters]);
        assert!(text.contains(castling) && text.contains(step), "{text}");
        let tags: Vec<_> = text.lines().filter(|line| line.starts_with("[Redefine")).collect();
        let expected = tag.map(|tag| format!("[Redefine \"{tag}\"]"));
        assert_eq!(tags, expected.iter().flat_map(|tag| [tag, tag]).collect::<Vec<_>>());
        let setting = format!("Redefine={}", if letters == "standard" { "" } else { letters });
        assert_eq!(written(&["--set", &setting]), text);
    }
    assert_eq!(written(&["--drop", "Redefine"]), written(&["--letters", "standard"]));
    assert_eq!(written(&["--letters", "standard"]), written(&["--notation", "ctl"]));
    for (options, expected) in [
        (["--notation", "san"], "C'escacs has the notations ctl and fan, both CTL-AN"),
        (["--letters", "de"], "letters as in Redefine"),
        (["--set", "Redefine=X@Q"], "it is FAN, or a list such as A@J, T@R"),
        (["--letters", "X@Q"], "standard, FAN, or such as A@J, T@R"),
        (["--rename-tag", "Redefine=Letters"], "without this tag the moves could not be read"),
    ] {
        let run = escaque()
            .args(["--lang", "en", "--format", "pgn"])
            .args(options)
            .arg(&path)
            .output()
            .expect("the program runs");
        let message = String::from_utf8(run.stderr).expect("messages in UTF-8");
        assert!(run.status.code() != Some(0) && message.contains(expected), "{options:?}: {message}");
    }
}

/// An illegal move that is played all the same is not written in UCI, where it might be another.
#[test]
fn an_illegal_move_keeps_its_notation() {
    let text = "1. e4 a6 2. e5 d6 3. a3 d5 4. e5xd6 a5 *";
    let (_, written) =
        output(&["--syntax", "lenient", "--notation", "uci", "--format", "pgn"], text.as_bytes());
    assert!(String::from_utf8(written).unwrap().ends_with("d6d5 4. e5xd6 a6a5 *\n\n"));
}

/// A comment before the first move of a game without tags would be read as one of the game before.
#[test]
fn a_first_comment_stays_in_its_game() {
    let text = "[Site \"x\"]\n\n1. e4 *\n\n[Site \"y\"]\n\n{hello} 1. d4 *\n";
    let options = ["--format", "pgn", "--tags", "keep", "--drop", "Site"];
    let (_, written) = output(&options, text.as_bytes());
    assert_eq!(String::from_utf8(written).unwrap(), "1. e4 *\n\n[Event \"?\"]\n\n{hello} 1. d4 *\n\n");
    // EPD leaves out counters, or has them as operations
    let (_, written) =
        output(&["--format", "pgn", "--tags", "keep"], b"4k3/8/8/8/8/8/8/4K2R w K - hmvc 7;\n");
    assert!(String::from_utf8(written).unwrap().contains("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 7 1\"]"));
}

#[test]
fn lines_stay_below_80_columns() {
    let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(40);
    let text = format!(
        "1. {moves} {{{}}} {}{} *",
        "wörds and %percents ".repeat(30),
        "(e4 ".repeat(200),
        ")".repeat(200)
    );
    let (_, text) = output(&["--format", "pgn"], text.as_bytes());
    let text = String::from_utf8(text).unwrap();
    for line in text.lines() {
        assert!(line.chars().count() < 80 || line.contains(" %"), "{line}");
        assert!(!line.starts_with('%'), "{line}");
    }
}

#[test]
fn comments_survive_whatever_they_contain() {
    for (game, movetext) in [
        ("1. e4 {\n  a\t b\r\n}e5 *", "1. e4 {a b} 1... e5 *"),
        ("1. e4 ; it's } here\n e5 *", "1. e4\n;it's } here\n1... e5 *"),
        ("1. e4 ; no brace\n e5 *", "1. e4 {no brace} 1... e5 *"),
        ("1. e4\n%private  {\n e5 *", "1. e4\n%private  {\ne5 *"),
        ("1. e4 (; } first\n1. d4) e5 *", "1. e4 (\n;} first\n1. d4) 1... e5 *"),
        ("1. e4 (1. d4 ; last }\n) e5 *", "1. e4 (1. d4\n;last }\n) 1... e5 *"),
        ("1. e4 {} (1. d4) $1 $255 e5! *", "1. e4 $1 $255 {} (1. d4) 1... e5 $1 *"),
        (
            "1. e4 {\x1b[31m\u{202e}} * {end} ; of } game\n{.}",
            "1. e4 {\u{fffd}[31m\u{fffd}} * {end}\n;of } game\n{.}",
        ),
        ("{before} 1. e4", "{before} 1. e4 *"),
    ] {
        let text = String::from_utf8(export(game.as_bytes(), &[], game)).unwrap();
        let (_, written) = text.split_once("\n\n").unwrap();
        assert_eq!(written, format!("{movetext}\n\n"), "{game}");
    }
}

#[test]
fn tags_are_written_in_one_order() {
    for (tags, expected) in [
        (
            r#"[b "2"] [Result "0-1"] [Site "C:\x \"y\""] [B "1"] [Site "again"] [Event " "] 1-0"#,
            "[Event \" \"]\n[Site \"C:\\\\x \\\"y\\\"\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n\
             [Black \"?\"]\n[Result \"1-0\"]\n[B \"1\"]\n[b \"2\"]\n",
        ),
        (
            r#"[FEN "4k3/8/8/8/8/8/8/4K2R w K -"] *"#,
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n\
             [Result \"*\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n[SetUp \"1\"]\n",
        ),
        (
            r#"[fen "4k3/8/8/8/8/8/8/4K2R w K - 0 1"] [FEN "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"] *"#,
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n\
             [Result \"*\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n[SetUp \"1\"]\n",
        ),
        (
            r#"[TLPD "/28:k/0:K/ w -- - 0 1"] [Annotator "B"] [Result "x"] [Redefine "T@R"] [Mode "EM"]
               [Annotator "A"] [WhiteNA "a@b"] [Variant "C'escacs"] 1-1"#,
            "[Variant \"C'escacs\"]\n[Event \"?\"]\n[Site \"?\"]\n[Date \"????-??-??\"]\n[Round \"?\"]\n\
             [WhiteNA \"a@b\"]\n[Black \"?\"]\n[Result \"1-1\"]\n[Annotator \"B\"]\n[Annotator \"A\"]\n\
             [Mode \"EM\"]\n[Redefine \"T@R\"]\n[TLPD \"/28:k/0:K/ w -- - 0 1\"]\n",
        ),
        (
            "[Lang \"en\"] [Result \"1-1\"] [Id \"E-1\"] [Variant \"C'escacs\"] *",
            "[Variant \"C'escacs\"]\n[Id \"E-1\"]\n[Lang \"en\"]\n[Result \"1-1\"]\n",
        ),
    ] {
        let text = String::from_utf8(export(tags.as_bytes(), &[], tags)).unwrap();
        assert_eq!(text.split_once("\n\n").unwrap().0, expected.trim_end(), "{tags}");
    }
}

#[test]
fn plays_of_cescacs_have_lines_of_their_own() {
    let tag = "[Variant \"C'escacs\"] [Id \"E-1\"] ";
    for (game, movetext) in [
        ("1. E7-E13 {c} , E21-E15: *", "1. E7-E13\n{c}\n1. …, E21-E15:\n*"),
        ("1. E7-E13 $1 (=) $10, E21-E15 (=) ! *", "1. E7-E13 ! $10(=), E21-E15 !(=):\n*"),
        ("1? E7-E13 : E21-E15 ; } \n *", "1? E7-E13, E21-E15:\n;}\n*"),
        (
            "E7-E13, E21-E15 ($[2] {a} F8-F12 (...,F20-F16 : {b}) ; }\n F20-F16 2. G7-G13) : *",
            "1. E7-E13, E21-E15:\n($[2]\n.{a}\n.1. F8-F12\n.(1. …, F20-F16:\n..{b}\n..)\n.;}\n.1. …, F20-F16\n.2. G7-G13)\n*",
        ),
        (
            "1. E7-E13, E21-E15 (1. …) (1. … {c}) 2. F8-F12 *",
            "1. E7-E13, E21-E15\n(1. …)\n(1. …\n.{c}\n.)\n2. F8-F12:\n*",
        ),
    ] {
        let game = format!("{tag}{game}");
        let text = String::from_utf8(export(game.as_bytes(), &[], &game)).unwrap();
        let (_, written) = text.split_once("\n\n").unwrap();
        assert_eq!(written, format!("{movetext}\n\n"), "{game}");
    }
}

/// Every annotation, alone and in a row, behind moves of every form, is written as a sign or as
/// a number that is read as the same annotation.
#[test]
fn annotations_written_as_glyphs_are_read_as_the_same() {
    let all: String = (0..=255).map(|nag| format!(" ${nag}")).collect();
    let backwards: String = (0..=255).rev().map(|nag| format!(" ${nag}")).collect();
    let mut games = format!("1. e4 {all} e5 {backwards} *\n\n");
    for nag in 0..=255 {
        games += &format!(
            "[FEN \"1r2k2r/P7/8/8/8/8/8/R3K2R w KQk - 0 1\"]\n\n1. axb8=Q+ ${nag} Kf7 {{c}} ${nag} ${nag}\n\
             (1... Ke7 ${nag} $1 ${nag}) 2. O-O+ ${nag} Kg7 ${nag} $2 3. -- ${nag} *\n\n\
             [Event \"without a move\"] ${nag} *\n\n"
        );
    }
    let (whole, numbers) = output(&["--format", "pgn"], games.as_bytes());
    assert!(whole);
    let (whole, glyphs) = output(&["--format", "pgn", "--nags", "glyphs"], games.as_bytes());
    assert!(whole);
    let (_, again) = output(&["--format", "pgn", "--nags", "numbers"], &glyphs);
    assert_eq!(String::from_utf8_lossy(&again), String::from_utf8_lossy(&numbers));
    let (_, twice) = output(&["--format", "pgn", "--nags", "glyphs"], &glyphs);
    assert_eq!(String::from_utf8_lossy(&twice), String::from_utf8_lossy(&glyphs));
}

#[test]
fn annotations_are_written_as_glyphs_on_request() {
    for (game, movetext) in [
        ("1. e4 $1 e5 $6 $14 2. Nf3 $146 $1 Nc6 $255 *", "1. e4! e5?! ⩲ 2. Nf3 N ! 2... Nc6 $255 *"),
        ("1. e4 $1 $2 e5 *", "1. e4! ? 1... e5 *"),
        ("1. e4 $18 {c} e5 $10 *", "1. e4 +− {c} 1... e5 = *"),
        ("1. e4 (1. d4 $7) e5 $145 *", "1. e4 (1. d4 □) 1... e5 RR *"),
    ] {
        let (_, text) = output(&["--format", "pgn", "--nags", "glyphs"], game.as_bytes());
        let text = String::from_utf8(text).unwrap();
        assert_eq!(text.split_once("\n\n").unwrap().1, format!("{movetext}\n\n"), "{game}");
    }
}

#[test]
fn illegal_moves_that_are_played_are_written() {
    let file = fs::read(files("tests/inputs/broken/document-first-example.ctl-pgn").remove(0)).unwrap();
    let text = export(&file, &["--syntax", "lenient"], "document-first-example");
    assert_golden(text, "lenient/document-first-example.ctl-pgn");
    for name in ["illegal-moves", "illegal-moves-in-variants"] {
        let games = fs::read_to_string(project().join(format!("tests/inputs/lenient/{name}.pgn"))).unwrap();
        let (_, once) = output(&["-k", "--syntax", "lenient", "--format", "pgn"], games.as_bytes());
        // up to its error each game can be read again
        let text = export(&once, &["--syntax", "lenient"], name);
        assert_golden(text, &format!("lenient/{name}.pgn"));
    }
}

#[test]
fn no_line_of_a_comment_begins_like_a_tag() {
    for lead in 60..80 {
        let game = format!("1. e4 {{{} [Event \"x\"] [%clk 0:10:00] %x}} e5 *", "x".repeat(lead));
        let text = export(game.as_bytes(), &["--syntax", "lenient"], &game);
        let text = String::from_utf8(text).unwrap();
        assert!(!text.lines().skip(7).any(|line| line.starts_with("[E") || line.starts_with('%')), "{text}");
    }
}

#[test]
fn a_game_that_is_cut_off_is_marked() {
    for (game, movetext) in [
        ("1. e4 e5 2. Ke3 Nf6 1-0", "1. e4 e5 {incomplete} 1-0"),
        ("1. e4 (1. d4 d5) e5 2. Ke3 1-0", "1. e4 (1. d4 d5) 1... e5 {incomplete} 1-0"),
    ] {
        let (whole, text) = output(&["--keep-going", "--format", "pgn"], game.as_bytes());
        assert!(!whole);
        let text = String::from_utf8(text).unwrap();
        assert!(text.contains("[Result \"1-0\"]\n"), "{text}");
        assert_eq!(text.split_once("\n\n").unwrap().1, format!("{movetext}\n\n"));
    }
}

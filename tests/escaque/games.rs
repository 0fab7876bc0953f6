//! The output for good games: boards, FEN and words.

use std::fs;

use crate::{assert_golden, escaque, files, languages, stem, with_line_ends};

fn output(arguments: &[&str], input: &[u8]) -> Vec<u8> {
    let run = escaque().args(arguments).stdin(input).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    run.stdout
}

#[test]
fn boards_of_the_assignment_in_every_language_and_style() {
    for path in files("tests/inputs/assignment/*.pgn") {
        let game = fs::read(&path).unwrap();
        for language in languages() {
            // one board of the table, which is ten times as large, shows its form
            for (style, choice) in [("plain", &[][..]), ("table", &["--at", "end"]), ("figurines", &[])] {
                let boards = output(&[&["--lang", language, "--style", style], choice].concat(), &game);
                // two inputs, with and without the braces of the comment, have the same boards
                assert_golden(boards, &format!("assignment/{language}-{style}.txt"));
            }
        }
    }
}

#[test]
fn the_default_language_is_spanish() {
    for path in files("tests/inputs/assignment/*.pgn") {
        assert_golden(output(&[], &fs::read(&path).unwrap()), "assignment/es-plain.txt");
    }
}

#[test]
fn boards_of_every_example() {
    for path in files("examples/*pgn") {
        let boards = output(&[], &fs::read(&path).unwrap());
        assert_golden(boards, &format!("examples/{}.txt", stem(&path)));
    }
}

#[test]
fn boards_and_fens_of_every_input() {
    for path in files("tests/inputs/shown/*pgn") {
        let game = fs::read(&path).unwrap();
        assert_golden(output(&["--lang", "en"], &game), &format!("shown/{}.txt", stem(&path)));
        let fens = output(&["--format", "fen"], &game);
        assert_golden(fens, &format!("shown/{}.fen", stem(&path)));
    }
}

/// Random games written by python-chess 1.11. Its positions are the same, except for the
/// halfmove clock of Crazyhouse, which it does not reset when a pawn moves.
#[test]
fn positions_of_variants() {
    for path in files("tests/inputs/variants/*pgn") {
        let fens = output(&["--format", "fen"], &fs::read(&path).unwrap());
        assert_golden(fens, &format!("variants/{}.fen", stem(&path)));
    }
}

#[test]
fn epd_is_fen_without_the_counters() {
    for path in files("tests/inputs/shown/*pgn").into_iter().chain(files("tests/inputs/variants/*pgn")) {
        let lines = |format| {
            let game = fs::read(&path).unwrap();
            String::from_utf8(output(&["--format", format, "--quiet"], &game)).unwrap()
        };
        let positions = lines("fen").lines().fold(String::new(), |text, fen| {
            let mut fields = fen.rsplitn(3, ' ');
            let [number, halfmoves] = [(); 2].map(|()| fields.next().unwrap());
            assert!(number == "?" || number.parse::<u32>().is_ok(), "{fen}");
            assert!(halfmoves.parse::<u32>().is_ok(), "{fen}");
            text + fields.next().unwrap() + "\n"
        });
        let epd = lines("epd");
        assert_eq!(epd.lines().count(), positions.lines().count(), "{}", path.display());
        for (epd, fen) in epd.lines().zip(positions.lines()) {
            // captures that are not legal make no other position
            let (place, _) = fen.rsplit_once(' ').unwrap();
            let has_no_captures = epd == format!("{place} -");
            assert!(epd == fen || has_no_captures, "{epd} {fen}");
        }
    }
}

/// Captures en passant that no pawn can make tell no positions apart.
#[test]
fn epd_of_equal_positions_is_equal() {
    for (variant, one, other) in [
        ("chess", "1. e4 e5 2. a3 *", "1. a3 e5 2. e4 *"),
        ("cescacs", "1. D6-D8, K24-K22\n2. F8-F12:\n*", "1. F8-F12, K24-K22\n2. D6-D8:\n*"),
    ] {
        let last = |game: &str| {
            let arguments = ["--format", "epd", "--quiet", "--variant", variant];
            let lines = String::from_utf8(output(&arguments, game.as_bytes())).unwrap();
            lines.lines().last().map(str::to_owned)
        };
        assert!(last(one).is_some());
        assert_eq!(last(one), last(other));
    }
}

#[test]
fn there_are_as_many_lines_of_fen_as_moves() {
    let start = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]";
    let games = format!("1. e4 e5 *\n\n*\n\n{start}\n\n*\n\n1. e4 (1. d4) c5 2. Kd3 * 1. e5 * 1. e4 *\n");
    for (format, black, white) in [("fen", " 0 1", " 0 2"), ("epd", "", "")] {
        let run = escaque().args(["-k", "-q", "--format", format]).stdin(games.as_str()).output().unwrap();
        let [e4, e5, c5] = [
            "4P3/8/PPPP1PPP/RNBQKBNR b KQkq -",
            "4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -",
            "2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -",
        ];
        let e4 = format!("rnbqkbnr/pppppppp/8/8/{e4}{black}\n");
        let e5 = format!("rnbqkbnr/pppp1ppp/8/{e5}{white}\n");
        let c5 = format!("rnbqkbnr/pp1ppppp/8/{c5}{white}\n");
        let expected = format!("{e4}{e5}{e4}{c5}{e4}");
        assert_eq!(String::from_utf8(run.stdout).unwrap(), expected, "{format}");
    }
}

#[test]
fn games_in_words_in_every_language() {
    for path in files("tests/inputs/speech/*pgn") {
        let game = fs::read(&path).unwrap();
        for language in languages() {
            let words = output(&["--format", "speech", "--lang", language, "--color", "always"], &game);
            assert_golden(&words, &format!("speech/{}.{language}.txt", stem(&path)));
            // none of the characters that screen readers stumble over
            let text = String::from_utf8(words).unwrap();
            assert!(!text.contains(['\u{1b}', '*', '+', '#', '×', '=', '@', '|', '{', '}']), "{text}");
        }
    }
}

/// `--captions san` writes each move above its board, and changes nothing else.
#[test]
fn captions_have_the_moves() {
    let opera = fs::read(files("examples/opera.pgn").remove(0)).unwrap();
    for (language, first, last) in [
        ("en", "1. White e4", "17. White Rd8#"),
        ("ca", "1. Blanques e4", "17. Blanques Rd8#"),
        ("es", "1. Blancas e4", "17. Blancas Rd8#"),
    ] {
        let plain = String::from_utf8(output(&["--lang", language], &opera)).unwrap();
        let text = String::from_utf8(output(&["--lang", language, "--captions", "san"], &opera)).unwrap();
        let titles: Vec<_> = plain.lines().zip(text.lines()).filter(|(plain, text)| plain != text).collect();
        assert_eq!(plain.lines().count(), text.lines().count(), "{language}");
        assert_eq!((titles.len(), titles[0].1, titles[32].1), (33, first, last), "{language}");
        assert!(titles.iter().all(|(plain, text)| text.starts_with(&format!("{plain} "))), "{language}");
    }
}

/// `--captions none` leaves out nothing but the title of each board.
#[test]
fn without_captions_boards_have_no_titles() {
    let opera = fs::read(files("examples/opera.pgn").remove(0)).unwrap();
    let boards = |captions| {
        let options = ["--lang", "en", "--at", "each", "--captions", captions];
        String::from_utf8(output(&options, &opera)).unwrap()
    };
    let titled = boards("side");
    let is_title =
        |line: &&str| line.ends_with(". White") || line.ends_with(". Black") || *line == "Initial position";
    assert_eq!(titled.lines().filter(is_title).count(), 34);
    let rest: String = titled.lines().filter(|line| !is_title(line)).flat_map(|line| [line, "\n"]).collect();
    assert_eq!(boards("none"), rest);
}

/// Seen by Black, the board has the same rows in the other order, each read backwards.
#[test]
fn black_sees_the_board_turned_round() {
    for game in ["opera.pgn", "promotions.ctl-pgn"] {
        let game = fs::read(files(&format!("examples/{game}")).remove(0)).unwrap();
        for style in ["plain", "figurines"] {
            let options = ["--style", style, "--captions", "none", "--at", "end", "--games", "1"];
            let [white, black] = [&[][..], &["--flip"]].map(|flip| {
                let boards = String::from_utf8(output(&[&options, flip].concat(), &game)).unwrap();
                boards.split_once("Jugadas:").unwrap().1.to_owned()
            });
            let turned = |text: &str, is_line: bool| {
                let rows =
                    text.lines().map(|row| row.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
                rows.filter(|row| row.first().is_some_and(|word| word.parse::<u8>().is_ok()) == is_line)
                    .collect::<Vec<_>>()
            };
            for is_line in [true, false] {
                let expected =
                    turned(&white, is_line).into_iter().rev().map(|row| row.into_iter().rev().collect());
                let expected: Vec<Vec<String>> = expected.collect();
                let mut seen = turned(&black, is_line);
                if !is_line {
                    // the letters of the columns stay where they are
                    seen.reverse();
                }
                assert_eq!(seen, expected, "{style}");
            }
        }
    }
}

#[test]
fn colours_change_no_text() {
    // without block characters, drawn pieces are letters
    for style in ["plain", "table", "figurines", "drawn"] {
        let game = fs::read(files("examples/opera.pgn").remove(0)).unwrap();
        let painted = output(&["--color", "always", "--style", style], &game);
        let golden = if style == "drawn" { "plain" } else { style };
        assert_golden(&painted, &format!("painted/{golden}.txt"));
        let bare = output(&["--style", style], &game);
        assert_eq!(without_paint(&painted), without_paint(&bare), "{style}");
    }
}

/// In a pipe with colours, neither the last move nor a check is marked, from whatever position a game begins.
#[test]
fn no_check_is_marked_in_a_pipe() {
    let game = "[FEN \"4k3/8/8/8/8/8/4R3/4K3 b - - 0 1\"]\n\n1... Kd8 2. Rd2+ *\n";
    let options = ["--style", "drawn", "--color", "always"];
    let run = escaque().env("LC_ALL", "C.UTF-8").env("COLORTERM", "truecolor").args(options).stdin(game);
    let text = String::from_utf8(run.output().unwrap().stdout).unwrap();
    assert!(text.contains("\x1b[48;2;") && !text.contains("216;72;60"), "{text}");
}

/// In a pipe with colours, hexes are drawn as in a terminal: each row is painted from its first hex to its last.
#[test]
fn hexes_have_no_gaps_in_a_pipe_with_colours() {
    let game = files("examples/analysis.ctl-pgn").remove(0);
    let options = ["--lang", "en", "--color", "always", "--at", "start", "--games", "1"];
    let run = escaque().env("LC_ALL", "C.UTF-8").args(options).arg(game).output().unwrap();
    let text = String::from_utf8(run.stdout).unwrap();
    let rows: Vec<_> = text.lines().filter(|line| line.contains("\x1b[48;5;")).collect();
    assert_eq!(rows.len(), 29);
    for row in rows {
        let painted = &row[..row.rfind("\x1b[0m").unwrap()];
        assert!(!painted.contains("\x1b[0m "), "{row:?}");
    }
}

/// Removes the escape sequences from a text.
fn without_paint(text: &[u8]) -> String {
    let text = String::from_utf8(text.to_vec()).unwrap();
    let mut parts = text.split('\x1b');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').map_or("", |(_, rest)| rest))
}

#[test]
fn line_ends_do_not_matter() {
    for pattern in ["tests/inputs/assignment/*.pgn", "tests/inputs/shown/*pgn", "examples/*pgn"] {
        for path in files(pattern) {
            let game = fs::read(&path).unwrap();
            for other in with_line_ends(&game) {
                assert_eq!(output(&[], &other), output(&[], &game), "{}", path.display());
            }
        }
    }
}

/// `--variant` overrides the `Variant` tag and replaces a missing one, and `--format pgn` writes
/// the tag.
#[test]
fn the_option_overrides_the_variant_tag() {
    for (name, variant) in [
        ("3check", "three-check"),
        ("antichess", "antichess"),
        ("atomic", "atomic"),
        ("chess960", "chess960"),
        ("crazyhouse", "crazyhouse"),
        ("horde", "horde"),
        ("kingofthehill", "king-of-the-hill"),
        ("racingkings", "racing-kings"),
    ] {
        let path = files(&format!("tests/inputs/variants/{name}.pgn")).remove(0);
        let game = fs::read_to_string(path).unwrap();
        let (tag, others): (Vec<_>, Vec<_>) = game.lines().partition(|line| line.starts_with("[Variant "));
        assert!(!tag.is_empty(), "{name}");
        let fens = output(&["--format", "fen"], game.as_bytes());
        for given in [others.join("\n"), game.replace(tag[0], "[variant \"Bughouse\"]")] {
            let forced = |format| output(&["--variant", variant, "--format", format], given.as_bytes());
            assert_eq!(forced("fen"), fens, "{name}");
            assert_eq!(output(&["--format", "fen"], &forced("pgn")), fens, "{name}");
            let json = String::from_utf8(forced("json")).unwrap();
            assert!(json.lines().all(|game| game.contains(&format!(r#""rules":"{variant}""#))), "{name}");
        }
    }
}

//! Tables of games and moves: their rows, their columns and their head.

use std::fs;

use escaque::format::{Columns, GamesTable, MovesTable};
use escaque::text::Printable;
use serde_json::Value;

use crate::export::good_games;
use crate::{assert_golden, escaque, files, project, stem};

const GAMES: &str = "examples/miniatures.pgn";
const OPERA: &str = "examples/opera.pgn";

/// Runs the program and returns its output.
pub(crate) fn run(arguments: &[&str], input: impl Into<Vec<u8>>) -> String {
    let run = escaque().args(["--lang", "en", "--quiet"]).args(arguments).stdin(input.into()).output();
    String::from_utf8(run.unwrap().stdout).unwrap()
}

/// Reads the rows of a table. Each is a line of it.
pub(crate) fn rows(table: &str) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let rows: Vec<Vec<String>> = reader.deserialize().map(Result::unwrap).collect();
    assert_eq!(rows.len() + 1, table.lines().count(), "{table}");
    rows
}

/// Returns a column of a table by its name.
fn column(table: &str, name: &str) -> Vec<String> {
    let head = table.lines().next().unwrap().split(',').position(|column| column == name).unwrap();
    rows(table).into_iter().map(|mut row| row.swap_remove(head)).collect()
}

#[test]
fn tables_of_every_input() {
    let redefined = files("tests/inputs/shown/cescacs-castling-letters.ctl-pgn");
    for path in files("tests/inputs/tables/*pgn").into_iter().chain(redefined) {
        let file = path.strip_prefix(project()).unwrap().to_string_lossy();
        for format in ["games", "moves"] {
            let table = run(&["--keep-going", "--format", format, &file], "");
            rows(&table);
            assert_golden(table, &format!("tables/{}.{format}.csv", stem(&path)));
        }
    }
}

#[test]
fn columns_are_chosen() {
    for (format, columns, name) in [
        ("games", "number,White,Annotator,annotation,plies", "games-some"),
        ("games", "White,Black,FEN,rules,error", "games-others"),
        ("games", "number", "games-number"),
        ("moves", "White,game,san,rules,error", "moves-of-players"),
        ("moves", "uci,clock,game", "moves-clocks"),
    ] {
        let files = ["broken", "kinds"].map(|name| format!("tests/inputs/tables/{name}.pgn"));
        let table = run(&["-k", "--format", format, "--columns", columns, &files[0], &files[1]], "");
        assert_eq!(table.lines().next(), Some(columns));
        assert_golden(table, &format!("tables/{name}.csv"));
    }
}

/// The moves are those of the JSON, and the positions the lines of EPD.
#[test]
fn rows_of_moves_agree_with_the_other_formats() {
    for path in good_games() {
        let file = path.to_string_lossy();
        let table = run(&["--format", "moves", &file], "");
        assert_eq!(
            column(&table, "epd").join("\n"),
            run(&["--format", "epd", &file], "").trim_end(),
            "{file}"
        );
        let json = run(&["--format", "json", &file], "");
        let mut expected = Vec::new();
        for (game, line) in json.lines().enumerate() {
            let json: Value = serde_json::from_str(line).unwrap();
            let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let or_nothing = |value: &Value| if value.is_null() { String::new() } else { text(value) };
            for (at, played) in json["moves"].as_array().unwrap().iter().enumerate() {
                let uci = if played["uci"].is_null() { "ctl" } else { "uci" };
                let values = ["number", "side", "text", uci].map(|key| text(&played[key]));
                let eval = &played["eval"];
                let comments = [&played["clock"], &eval["cp"], &eval["mate"]].map(or_nothing);
                let place = [text(&json["file"]), (game + 1).to_string(), (at + 1).to_string()];
                expected.push([&place[..], &values, &comments].concat());
            }
        }
        let names = ["file", "game", "ply", "number", "side", "san", "uci", "clock", "eval", "mate"];
        let columns = names.join(",");
        assert_eq!(rows(&run(&["--format", "moves", "--columns", &columns, &file], "")), expected, "{file}");
        // without comments the moves come from the cache
        let columns = names[..7].join(",");
        let without = run(&["--format", "moves", "--columns", &columns, "--threads", "2", &file], "");
        let expected: Vec<_> = expected.iter().map(|row| row[..7].to_vec()).collect();
        assert_eq!(rows(&without), expected, "{file}");
    }
}

#[test]
fn rows_of_games_agree_with_the_other_formats() {
    for path in good_games() {
        let file = path.to_string_lossy();
        let columns = "number,line,White,Result,plies,final_fen";
        let json = run(&["--format", "json", &file], "");
        let expected: Vec<_> =
            json.lines().map(|line| row_of_game(&serde_json::from_str(line).unwrap())).collect();
        for threads in ["1", "2"] {
            let table = run(&["--format", "games", "--columns", columns, "--threads", threads, &file], "");
            assert_eq!(rows(&table), expected, "{file}");
        }
    }
}

/// Returns the row that a game in JSON makes.
fn row_of_game(game: &Value) -> Vec<String> {
    let moves = game["moves"].as_array().unwrap();
    let tags = game["tags"].as_array().unwrap();
    let white = tags.iter().find(|tag| tag["name"].as_str().unwrap().eq_ignore_ascii_case("White"));
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    vec![
        game["index"].to_string(),
        game["line"].to_string(),
        white.map_or_else(String::new, |tag| Printable(&text(&tag["value"])).to_string()),
        text(&game["result"]),
        moves.len().to_string(),
        text(moves.last().map_or(&game["start"], |last| &last["after"])),
    ]
}

#[test]
fn a_table_has_one_head() {
    for format in ["games", "moves"] {
        let of = |files: &[&str]| run(&[&["--format", format], files].concat(), "");
        let (one, other, both) = (of(&[GAMES]), of(&[OPERA]), of(&[GAMES, OPERA]));
        let (head, rest) = other.split_once('\n').unwrap();
        assert!(head.starts_with("file,"), "{head}");
        assert_eq!(both, one + rest, "{format}");
        // a table without a row is one
        assert_eq!(run(&["--format", format], ""), format!("{head}\n"));
        assert_eq!(run(&["-k", "--format", "moves"], "1. e5 *").lines().count(), 1);
        // with an error nothing is shown
        assert_eq!(run(&["--format", format], "1. e5 *"), "");
        assert_eq!(of(&["no-such.pgn"]), "");
        assert_eq!(of(&["-k", "no-such.pgn"]), "");
        assert_eq!(run(&["--check"], "1. e4 *"), "");
    }
}

#[test]
fn each_file_has_a_head() {
    for format in ["games", "moves"] {
        let folder = tempfile::tempdir().unwrap();
        let name = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
        let table = run(&["--format", format, GAMES], "");
        run(&["--format", format, "-o", &name("all.csv"), GAMES], "");
        assert_eq!(fs::read_to_string(name("all.csv")).unwrap(), table);
        run(&["--format", format, "-o", &name("{game}.csv"), GAMES], "");
        let (head, rest) = table.split_once('\n').unwrap();
        let rows: String = (1..=4)
            .map(|game| {
                let text = fs::read_to_string(name(&format!("{game}.csv"))).unwrap();
                text.strip_prefix(head).unwrap()[1..].to_owned()
            })
            .collect();
        assert!(rest.starts_with(&rows) && !rows.is_empty(), "{rows}");
        run(&["--format", format, "-o", &name("none {game}.csv")], "*");
        let lines = fs::read_to_string(name("none 1.csv")).unwrap().lines().count();
        assert_eq!(lines, if format == "games" { 2 } else { 1 });
    }
}

#[test]
fn selected_games_keep_their_numbers() {
    let table = run(&["--format", "moves", "--games", "2,4-", GAMES], "");
    let mut games = column(&table, "game");
    games.dedup();
    assert_eq!(games[..2], ["2", "4"]);
    let numbers = column(&run(&["--format", "games", "--games", "2,4-", GAMES], ""), "number");
    assert_eq!(numbers, games);
}

/// The library writes the same rows; a game of its own is in no file.
#[test]
fn the_library_writes_rows() {
    let game = escaque::open(project().join(OPERA)).unwrap().next().unwrap().unwrap();
    let written = |format: &mut dyn FnMut(&mut Vec<u8>)| {
        let mut text = Vec::new();
        format(&mut text);
        String::from_utf8(text).unwrap()
    };
    let games = written(&mut |text| game.write_as(&mut GamesTable::default(), text).unwrap());
    let place = format!("{OPERA},1,");
    let table = run(&["--format", "games", OPERA], "");
    assert_eq!(games, table.split_once('\n').unwrap().1.replace(&place, ",,"));
    let columns: Columns = "ply,san,key".parse().unwrap();
    let moves = written(&mut |text| game.write_as(&mut MovesTable::new(&columns).unwrap(), text).unwrap());
    let table = run(&["--format", "moves", "--columns", "ply,san,key", OPERA], "");
    assert_eq!(moves, table.split_once('\n').unwrap().1);
}

/// A column that no game has is told, unless a change gives it to all games.
#[test]
fn columns_that_no_game_has_are_told() {
    for (options, is_told) in [
        (&["--columns", "number,Foo"][..], true),
        (&["--columns", "number,Foo", "--set", "Foo=bar"], false),
        (&["--columns", "number,Code", "--rename-tag", "ECO=Code"], false),
        (&["--columns", "number,White"], false),
        (&["--columns", "number,Foo", "--where", "White = Nobody"], false),
    ] {
        let run = escaque().args(["-q", "--lang", "en", "--format", "games", GAMES]).args(options).output();
        let messages = String::from_utf8(run.unwrap().stderr).unwrap();
        assert_eq!(
            messages.contains("no game that was read has such a tag"),
            is_told,
            "{options:?} {messages}"
        );
    }
}

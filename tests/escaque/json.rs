//! Games as JSON: they conform to the schema and agree with the other formats.

use std::collections::HashSet;
use std::fs;

use serde_json::{Value, json};

use crate::export::{good_games, output};
use crate::{assert_golden, escaque, project, stem};

/// Reads the games of an output and validates them by the schema.
fn games(json: &[u8], name: &str) -> Vec<Value> {
    let schema = fs::read(project().join("docs/json.schema.json")).unwrap();
    let schema = jsonschema::validator_for(&serde_json::from_slice(&schema).unwrap()).unwrap();
    let lines = String::from_utf8(json.to_vec()).unwrap();
    let games = lines.lines().map(|line| serde_json::from_str(line).unwrap());
    games
        .inspect(|game| {
            if let Err(error) = schema.validate(game) {
                panic!("{name}: {error} at {}", error.instance_path());
            }
        })
        .collect()
}

fn only_game(text: &str) -> Value {
    let (whole, json) = output(&["--lang", "en", "--format", "json"], text.as_bytes());
    assert!(whole, "{text}");
    games(&json, text).remove(0)
}

#[test]
fn every_game_conforms_to_the_schema_and_has_the_positions_of_fen() {
    let mut keys = HashSet::new();
    for path in good_games() {
        let name = path.file_name().unwrap().to_string_lossy();
        let run = |format| {
            let path = path.to_string_lossy();
            escaque().args(["--lang", "en", "--format", format, &path]).output().unwrap().stdout
        };
        let games = games(&run("json"), &name);
        let positions = |game: &Value| -> String {
            let moves = game["moves"].as_array().unwrap().iter();
            moves.map(|m| format!("{}\n", m["after"].as_str().unwrap())).collect()
        };
        let expected: Vec<_> = games.iter().map(positions).collect();
        assert_eq!(expected.concat(), String::from_utf8(run("fen")).unwrap(), "{name}");
        for (at, game) in games.iter().enumerate() {
            assert_eq!(game["index"], at + 1);
            assert_connected(&game["moves"], Some(&game["start"]), &mut keys);
        }
    }
    // the inputs cover the optional keys
    for key in ["uci", "ctl", "draw_offer", "label"] {
        assert!(keys.contains(key), "{key}");
    }
}

/// Asserts that each move begins in the position where the last one ended, in variations too.
fn assert_connected(line: &Value, start: Option<&Value>, keys: &mut HashSet<String>) {
    let mut last = start;
    for played in line.as_array().unwrap() {
        assert!(last.is_none_or(|last| *last == played["before"]), "{played}");
        last = Some(&played["after"]);
        keys.extend(played.as_object().unwrap().keys().cloned());
        for variation in played["variations"].as_array().unwrap() {
            assert_connected(variation, None, keys);
        }
    }
}

#[test]
fn a_game_in_json() {
    for path in ["examples/analysis.ctl-pgn", "examples/evergreen.pgn", "tests/inputs/warned/no-check.pgn"] {
        let run = escaque().args(["--lang", "en", "--format", "json", path]).output().unwrap();
        let pretty: Vec<_> = games(&run.stdout, path)
            .iter()
            .map(|game| serde_json::to_string_pretty(game).unwrap() + "\n")
            .collect();
        assert_golden(pretty.concat(), &format!("json/{}.json", stem(path.as_ref())));
    }
}

#[test]
fn comments_and_annotations_belong_to_their_move() {
    let game = only_game(
        "[Event \"a\\\\b\\\"c\"] [Event \"\u{1b}\u{202e}\"] {before} ; too\n% escaped\n 1. e4 {[%clk 0:01:02.5] x} \
         ({first} 1. d4 $2 (1. c4 {in}) {d}) $3 {\n [%clk 0:00:01] } (1. f4) ! 1... e5 *  {after}\n%no\n; end",
    );
    assert_eq!(game["tags"][0]["value"], "a\\b\"c");
    assert_eq!(game["tags"][1]["value"], "\u{1b}\u{202e}");
    assert_eq!(game["comments"], json!(["before", "too"]));
    assert_eq!(game["comments_after"], json!(["after", "end"]));
    let first = &game["moves"][0];
    assert_eq!(first["comments"], json!(["[%clk 0:01:02.5] x", "[%clk 0:00:01]"]));
    assert_eq!(first["nags"], json!([3, 1]));
    assert_eq!(first["clock"], 62.5);
    let variation = &first["variations"][0][0];
    assert_eq!(variation["comments_before"], json!(["first"]));
    assert_eq!((&variation["comments"], &variation["nags"]), (&json!(["d"]), &json!([2])));
    assert_eq!(variation["variations"][0][0]["comments"], json!(["in"]));
    assert_eq!(first["variations"][1][0]["text"], "f4");
    assert_eq!(game["moves"][1]["clock"], Value::Null);
    assert_eq!(game["warnings"][0]["move"], Value::Null);
}

#[test]
fn checks_castlings_and_warnings() {
    let game = only_game("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6?? 4. Qxf7# 1-0");
    assert_eq!(game["moves"][6]["check"], "mate");
    let game = only_game("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 30\"] 30. O-O Ke7 31. Re1 *");
    assert_eq!(game["moves"][0]["uci"], "e1g1");
    assert_eq!(game["moves"][2]["check"], "check");
    assert_eq!(game["moves"][2]["number"], 31);
    let game = only_game(
        "[Variant \"C'escacs\"] [Redefine \"T@R\"] 1. H6-H10, H22-H18 2. I5-I9, I23-I19 \
        3. EH4-H8, EH24-H20 4. KTK-HIOO, KTK-HIO (=) *",
    );
    let last = &game["moves"][7];
    assert_eq!(last["text"], "KTK-HIO");
    assert_eq!(last["ctl"], "KRK-HIO");
    assert_eq!(last["draw_offer"], true);
    assert!(game["warnings"].as_array().unwrap().iter().any(|warning| warning["message"] != ""));
}

#[test]
fn a_game_that_is_cut_off_has_its_error() {
    let text = "1. e4 e5 2. Ke3 Nf6 1-0 1. d4 {no error} 1-0";
    let (whole, json) = output(&["--lang", "en", "--keep-going", "--format", "json"], text.as_bytes());
    assert!(!whole);
    let games = games(&json, text);
    assert_eq!(games[0]["error"]["move"], "2.");
    assert_eq!(games[0]["moves"].as_array().unwrap().len(), 2);
    assert_eq!(games[0]["result"], "*");
    assert_eq!((&games[1]["index"], &games[1]["error"]), (&json!(2), &Value::Null));
}

#[test]
fn an_open_variation_is_closed() {
    let text = "1. e4 (1. d4 d5 (1... Nf6 1-0 {after}";
    let (whole, json) = output(&["--syntax", "lenient", "--format", "json"], text.as_bytes());
    assert!(whole);
    let game = &games(&json, text)[0];
    assert_eq!(game["moves"][0]["variations"][0][1]["variations"][0][0]["text"], "Nf6");
    assert_eq!((&game["result"], &game["comments_after"]), (&json!("1-0"), &json!(["after"])));
}

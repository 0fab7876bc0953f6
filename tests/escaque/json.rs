//! Games as JSON: they conform to the schema and agree with the other formats.

use std::collections::HashSet;
use std::fs;
use std::io::BufRead;

use serde_json::{Value, json};

use crate::export::{good_games, output};
use crate::{assert_golden, escaque, files, project, python, stem};

/// Reads the games of an output, and has them judged by the schema.
fn games(json: &[u8]) -> Vec<Value> {
    assert_conform(str::from_utf8(json).unwrap());
    read_games(json)
}

#[track_caller]
fn assert_conform(games: &str) {
    python::assert_conform("json", "docs/json.schema.json", games);
}

/// Reads the games of an output.
fn read_games(json: &[u8]) -> Vec<Value> {
    json.lines().map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect()
}

fn only_game(text: &str) -> Value {
    let (whole, json) = output(&["--lang", "en", "--format", "json"], text.as_bytes());
    assert!(whole, "{text}");
    games(&json).remove(0)
}

#[test]
fn every_game_conforms_to_the_schema_and_has_the_positions_of_fen() {
    let (mut keys, mut lines) = (HashSet::new(), String::new());
    for path in good_games() {
        let name = path.file_name().unwrap().to_string_lossy();
        let run = |format: &[&str]| {
            let path = path.to_string_lossy();
            escaque().args(["--lang", "en", "--format"]).args(format).arg(&*path).output().unwrap().stdout
        };
        let (with_positions, without) = (run(&["json"]), run(&["json", "--positions", "none"]));
        [&with_positions, &without].iter().for_each(|json| lines += str::from_utf8(json).unwrap());
        let games = read_games(&with_positions);
        let positions = |game: &Value| -> String {
            let moves = game["moves"].as_array().unwrap().iter();
            moves.map(|m| format!("{}\n", m["after"].as_str().unwrap())).collect()
        };
        let expected: Vec<_> = games.iter().map(positions).collect();
        assert_eq!(expected.concat(), String::from_utf8(run(&["fen"])).unwrap(), "{name}");
        for (at, game) in games.iter().enumerate() {
            assert_eq!(game["index"], at + 1);
            assert_connected(&game["moves"], Some(&game["start"]), &mut keys);
        }
        let mut without_positions = games;
        without_positions.iter_mut().for_each(leave_out_positions);
        assert_eq!(read_games(&without), without_positions, "{name}");
    }
    // the inputs cover the optional keys
    for key in ["uci", "ctl", "draw_offer", "label"] {
        assert!(keys.contains(key), "{key}");
    }
    assert_conform(&lines);
}

/// Asserts that each move begins in the position where the last one ended, in variations too.
fn assert_connected(line: &Value, start: Option<&Value>, keys: &mut HashSet<String>) {
    let mut last = start;
    for played in line.as_array().unwrap() {
        assert!(last.is_none_or(|last| *last == played["before"]), "{played}");
        last = Some(&played["after"]);
        keys.extend(played.as_object().unwrap().keys().cloned());
        for variation in list(&played["variations"]) {
            assert_connected(variation, None, keys);
        }
    }
}

/// Returns the items of a list, which is absent if it has none.
fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Leaves out of a game what `--positions none` leaves out.
fn leave_out_positions(game: &mut Value) {
    game.as_object_mut().unwrap().remove("start");
    leave_out_positions_of_line(&mut game["moves"]);
}

fn leave_out_positions_of_line(line: &mut Value) {
    for (at, played) in line.as_array_mut().unwrap().iter_mut().enumerate() {
        let keys: &[&str] = if at == 0 { &[] } else { &["number", "side"] };
        for key in ["uci", "ctl", "before", "after"].iter().chain(keys) {
            played.as_object_mut().unwrap().remove(*key);
        }
        if let Some(variations) = played.get_mut("variations") {
            variations.as_array_mut().unwrap().iter_mut().for_each(leave_out_positions_of_line);
        }
    }
}

#[test]
fn without_positions_it_is_at_most_three_times_as_long_as_the_games() {
    for pattern in ["examples/*.pgn", "examples/*.ctl-pgn", "tests/inputs/variants/*.pgn"] {
        let paths = files(pattern);
        let length: u64 = paths.iter().map(|path| fs::metadata(path).unwrap().len()).sum();
        let paths = paths.iter().map(|path| path.strip_prefix(project()).unwrap());
        let run = escaque().args(["--format", "json", "--positions", "none"]).args(paths).output().unwrap();
        assert!(run.status.success() && !run.stdout.is_empty(), "{pattern}");
        assert!(run.stdout.len() as u64 <= 3 * length, "{pattern}: {} of {length}", run.stdout.len());
    }
}

#[test]
fn a_game_is_found_in_its_file() {
    let paths = ["tests/inputs/shown/two-short-games.pgn", "examples/miniatures.pgn"];
    let run = escaque().args(["--format", "json"]).args(paths).output().unwrap();
    let mut last = (String::new(), 0);
    for game in games(&run.stdout) {
        let (file, line) = (game["file"].as_str().unwrap(), game["line"].as_u64().unwrap());
        let text = fs::read_to_string(project().join(file)).unwrap();
        let first = text.lines().nth(usize::try_from(line).unwrap() - 1).unwrap();
        let tag = ["name", "value"].map(|key| game["tags"][0][key].as_str().unwrap());
        assert_eq!(first, format!("[{} \"{}\"]", tag[0], tag[1]));
        assert!(last.0 != file || line > last.1, "{file}:{line}");
        last = (file.to_owned(), line);
    }
    assert_eq!(last.0, paths[1]);
    let run = escaque().args(["--format", "json"]).stdin("\r\n{a}\r1. e4 *\n\n*").output().unwrap();
    let places = games(&run.stdout);
    let places: Vec<_> = places.iter().map(|game| (&game["file"], &game["line"])).collect();
    assert_eq!(places, [(&json!("<stdin>"), &json!(2)), (&json!("<stdin>"), &json!(5))]);
}

#[test]
fn the_lines_are_those_of_the_file_on_any_number_of_threads() {
    let game = format!("[Event \"a\"]\n\n{} *\n\n", "Nf3 Nf6 Ng1 Ng8\n".repeat(50));
    let text = game.repeat(1000);
    let run = |threads| {
        let arguments = ["--format", "json", "--positions", "none", "--threads", threads];
        output(&arguments, text.as_bytes()).1
    };
    let games = games(&run("1"));
    for (at, game) in games.iter().enumerate() {
        assert_eq!(game["line"], 1 + 54 * at);
    }
    assert_eq!(games.len(), 1000);
    assert!(run("1") == run("3"));
}

#[test]
fn a_game_in_json() {
    for path in ["examples/analysis.ctl-pgn", "examples/evergreen.pgn", "tests/inputs/warned/no-check.pgn"] {
        let run = escaque().args(["--lang", "en", "--format", "json", path]).output().unwrap();
        let pretty: Vec<_> = games(&run.stdout)
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
    assert_eq!(game["moves"][1].get("clock"), None);
    assert_eq!(game["warnings"][0].get("move"), None);
}

#[test]
fn commands_are_values() {
    let game = only_game(
        "{[%csl Gd4][%cal Ge2e4,Rd1d8] to begin with} 1. e4 {[%eval 0.17,20] [%clk 0:01:02.50] best} \
         {[%clk 0:00:01] [%emt 0:00:00.001] [%csl Ya1][%csl Bh8]} (1. d4 {[%eval 0.3}) \
         ({[%cal Yd1h5]} {[%emt 0:00:05]} 1. f4) 1... e5 {[%eval #-3] [%clk x] [%tqu 1]} * {[%eval 1]}",
    );
    let values = |value: &Value| {
        let mut value = value.as_object().unwrap().clone();
        value.retain(|key, _| {
            ["clock", "elapsed", "eval", "arrows", "circles"].iter().any(|name| key.starts_with(name))
        });
        Value::from(value)
    };
    let arrow = |color, from, to| json!({ "color": color, "from": from, "to": to });
    let circle = |color, cell| json!({ "color": color, "cell": cell });
    let of_game = json!({
        "arrows": [arrow("green", "e2", "e4"), arrow("red", "d1", "d8")],
        "circles": [circle("green", "d4")],
        "eval_after": { "cp": 100 },
    });
    assert_eq!(values(&game), of_game);
    let of_move = json!({
        "clock": 62.5,
        "elapsed": 0.001,
        "eval": { "cp": 17, "depth": 20 },
        "circles": [circle("yellow", "a1"), circle("blue", "h8")],
    });
    let first = &game["moves"][0];
    assert_eq!(values(first), of_move);
    assert_eq!(first["comments"][0], "[%eval 0.17,20] [%clk 0:01:02.50] best");
    assert_eq!(values(&first["variations"][0][0]), json!({}));
    let before = json!({ "arrows_before": [arrow("yellow", "d1", "h5")], "elapsed_before": 5 });
    assert_eq!(values(&first["variations"][1][0]), before);
    assert_eq!(values(&game["moves"][1]), json!({ "eval": { "mate": -3 } }));
    let hexagonal = only_game("[Variant \"C'escacs\"] 1. E7-E13 {[%cal GE7E13][%csl RF6]} *");
    let expected = json!({ "arrows": [arrow("green", "E7", "E13")], "circles": [circle("red", "F6")] });
    assert_eq!(values(&hexagonal["moves"][0]), expected);
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
    let games = games(&json);
    assert_eq!(list(&games[0]["errors"]).len(), 1);
    assert_eq!(games[0]["errors"][0]["move"], "2.");
    assert_eq!(games[0]["moves"].as_array().unwrap().len(), 2);
    assert_eq!(games[0]["result"], "1-0");
    assert_eq!((&games[1]["index"], games[1].get("errors")), (&json!(2), None));
}

#[test]
fn a_game_has_all_of_its_errors() {
    let text = "[Event \"a\"]\n[\"x\"]\n\n1. e4 (1. d5) (1. Ke2 e5) e5 2. Ke3 Nf6 3. Qa7 1-0";
    let (_, json) = output(&["--lang", "en", "--keep-going", "--format", "json"], text.as_bytes());
    let game = &games(&json)[0];
    let found: Vec<_> =
        list(&game["errors"]).iter().map(|error| (&error["code"], error.get("move"))).collect();
    let first = Some(json!("1."));
    assert_eq!(
        found,
        [
            (&json!("E0205"), None),
            (&json!("E0304"), first.as_ref()),
            (&json!("E0305"), first.as_ref()),
            (&json!("E0304"), Some(&json!("2."))),
        ]
    );
}

#[test]
fn an_open_variation_is_closed() {
    let text = "1. e4 (1. d4 d5 (1... Nf6 1-0 {after}";
    let (whole, json) = output(&["--syntax", "lenient", "--format", "json"], text.as_bytes());
    assert!(whole);
    let game = &games(&json)[0];
    assert_eq!(game["moves"][0]["variations"][0][1]["variations"][0][0]["text"], "Nf6");
    assert_eq!((&game["result"], &game["comments_after"]), (&json!("1-0"), &json!(["after"])));
}

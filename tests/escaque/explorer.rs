//! What was played in positions: sums over all games, beside the table of their moves.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::Value;

use crate::export::good_games;
use crate::tables::{rows, run};
use crate::{assert_golden, escaque, files, project, stem};

/// A game: its number, its result, the rating of the side that moved and its year.
type Fact = (String, String, String, String);

/// Returns the rows that the table of the moves of a file makes.
fn rows_of_moves(file: &str) -> Vec<Vec<String>> {
    let columns = "game,rules,side,san,uci,epd,fen_before,Result,WhiteElo,BlackElo,Date";
    let table = run(&["--format", "moves", "--columns", columns, file], "");
    let mut sums: BTreeMap<[String; 3], BTreeSet<Fact>> = BTreeMap::new();
    let mut last = (String::new(), String::new());
    for row in rows(&table) {
        let [game, rules, side, san, uci, epd, fen, result, white, black, date] =
            row.try_into().expect("eleven columns");
        let start = || fen.rsplitn(3, ' ').last().unwrap_or_default().to_owned();
        let before = if last.0 == game { last.1 } else { start() };
        let rating = if side == "white" { white } else { black };
        let year = date.get(..4).unwrap_or_default().to_owned();
        // the letters of pieces in `san` are those of the game
        let played = if rules == "cescacs" { uci } else { san };
        sums.entry([rules, before, played]).or_default().insert((game.clone(), result, rating, year));
        last = (game, epd);
    }
    let row = |([rules, position, played], games): ([String; 3], BTreeSet<Fact>)| {
        let count = |results: &[&str]| games.iter().filter(|game| results.contains(&&*game.1)).count();
        let results = [
            count(&["1-0", "3-0"]),
            count(&["2-1"]),
            count(&["1/2-1/2", "1-1"]),
            count(&["1-2"]),
            count(&["0-1", "0-3"]),
        ];
        let known: usize = results.iter().sum();
        let rounded = |sum: usize, count: usize| (2 * sum + count).checked_div(2 * count);
        let share = |at: usize| {
            let is_meant = rules == "cescacs" || at.is_multiple_of(2);
            let tenths = rounded(1000 * results[at], known).filter(|_| is_meant);
            tenths.map_or(String::new(), |tenths| format!("{}.{}", tenths / 10, tenths % 10))
        };
        let ratings: Vec<usize> = games.iter().filter_map(|game| game.2.parse().ok()).collect();
        let rating =
            rounded(ratings.iter().sum(), ratings.len()).map_or(String::new(), |mean| mean.to_string());
        let years = games.iter().filter_map(|game| game.3.parse::<usize>().ok());
        let year = years.max().map_or(String::new(), |year| year.to_string());
        let count = games.len().to_string();
        let shares = (0..5).map(share);
        [rules.clone(), position, played, count].into_iter().chain(shares).chain([rating, year]).collect()
    };
    let mut rows: Vec<Vec<String>> = sums.into_iter().map(row).collect();
    rows.sort();
    rows
}

#[test]
fn sums_are_those_of_the_table_of_moves() {
    for path in good_games() {
        let file = path.to_string_lossy();
        let table = run(&["--format", "explorer-csv", "--at", "each", &file], "");
        let mut sums = rows(&table);
        // each object of JSON has what is known of a row
        let json = run(&["--format", "explorer-json", "--at", "each", &file], "");
        let objects = json.lines().map(|line| serde_json::from_str::<Value>(line).expect("an object"));
        let names: Vec<_> = table.lines().next().expect("a head").split(',').collect();
        let texts: Vec<Vec<_>> = objects
            .map(|object| {
                let value = |name: &&str| match &object[*name] {
                    Value::Null => String::new(),
                    value => value.as_str().map_or_else(|| value.to_string(), str::to_owned),
                };
                names.iter().map(value).collect()
            })
            .collect();
        assert_eq!(texts, sums, "{file}");
        let of_cescacs = sums.iter_mut().filter(|row| row[0] == "cescacs");
        of_cescacs.for_each(|row| row[2] = row[2].trim_end_matches(['+', '^', '∞', '#']).to_owned());
        sums.sort();
        assert_eq!(sums, rows_of_moves(&file), "{file}");
    }
}

#[test]
fn tables_of_starts() {
    for path in files("tests/inputs/tables/*pgn")
        .into_iter()
        .chain(files("examples/*.ctl-pgn"))
        .chain(files("examples/mates.epd"))
    {
        let file = path.strip_prefix(project()).expect("a file of the project").to_string_lossy();
        let table = run(&["--keep-going", "--format", "explorer", &file], "");
        assert_golden(table, &format!("tables/{}.explorer.txt", stem(&path)));
    }
}

/// Positions count, and not the order of the moves, in all files together.
#[test]
fn a_position_is_reached_by_any_order_of_moves() {
    let one = "[Date \"2001.01.01\"]\n[WhiteElo \"2000\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n\n1. d4 *\n";
    let two = "[Date \"2003\"]\n[WhiteElo \"2001\"]\n\n1. Nf3 Nc6 2. e4 e5 3. Bb5 0-1\n\n\
               1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. Bf1 Bf8 5. Bc4 1/2-1/2\n\n1. e4 e5 2. Nf3 Nc6 *\n";
    let folder = tempfile::tempdir().expect("a folder");
    let [one, two] = [("one.pgn", one), ("two.pgn", two)].map(|(name, text)| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a file");
        path.to_string_lossy().into_owned()
    });
    let question = ["--where", "reaches after \"1. e4 e5 2. Nf3 Nc6\"", "--format", "explorer", &one, &two];
    let expected = "chess: r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -\n\
                    move  games  1-0 %  1/2 %  0-1 %   Elo  year\n\
                    Bb5       2   50.0    0.0   50.0  2001  2003\n\
                    Bc4       1    0.0  100.0    0.0\n\
                    all       4   33.3   33.3   33.3  2001  2003\n";
    for more in [&[][..], &["--threads", "1"], &["-k"], &["--unique"], &["--threads", "3", "-k"]] {
        assert_eq!(run(&[&question[..], more].concat(), ""), expected, "{more:?}");
    }
    let fen = "reaches \"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 5 9\"";
    assert_eq!(run(&["--where", fen, "--format", "explorer", &one, &two], ""), expected);
    // a duplicate adds nothing
    assert_eq!(run(&[&question[..], &["--unique", &one]].concat(), ""), expected);
    let limited = run(&[&question[..], &["--limit", "1", "--notation", "uci"]].concat(), "");
    assert!(limited.contains("\nf1b5      1  100.0    0.0    0.0  2000  2001\n"), "{limited}");
    // the extension of a file says how the sum is written there
    for (name, begin) in [("x.csv", "rules,"), ("x.json", "{\"rules\""), ("x.txt", "chess: ")] {
        let path = folder.path().join(name);
        assert_eq!(run(&[&question[..], &["-o", &path.to_string_lossy()]].concat(), ""), "");
        assert!(fs::read_to_string(path).expect("the output").starts_with(begin), "{name}");
    }
    let divided = escaque().args(question).args(["--lang", "en", "-o", "{white}.csv"]).output();
    let divided = String::from_utf8(divided.expect("a run").stderr).expect("text");
    assert!(divided.contains("write one text"), "{divided}");
}

#[test]
fn nothing_played_is_told() {
    let table = run(&["--format", "explorer", "--at", "end", "-"], "1. e4 *");
    assert!(table.ends_with("all       1\nNo game goes on from here.\n"), "{table}");
    assert_eq!(run(&["--format", "explorer-csv", "-"], "").lines().count(), 1);
    for format in ["explorer", "explorer-json"] {
        assert_eq!(run(&["--format", format, "--where", "plies > 9", "-"], "1. e4 *"), "");
        // of a file with an error nothing is counted, and with -k the game up to the error, with its result
        let broken = "1. e4 e5 2. Ke3 1-0";
        assert_eq!(run(&["--format", format, "-"], broken), "");
        let table = run(&["--format", format, "-k", "-"], broken);
        assert!(table.contains("e4") && !table.contains("Ke3"), "{table}");
    }
}

//! Games that become one tree (`--merge`).

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use escaque::{Game, Move, Nag, NodeId, Variant};
use tempfile::TempDir;

use crate::{Numbers, assert_golden, escaque, files, languages};

const CLUB: &str = "tests/inputs/merge/club.pgn";
const LEAGUE: &str = "tests/inputs/merge/league.pgn";

/// Merges games, and returns what is written, the messages and the exit status.
fn merge(options: &[&str], text: &str) -> (String, String, Option<i32>) {
    let run = escaque().args(["--lang", "en", "--merge"]).args(options).stdin(text);
    let run = run.output().expect("the program runs");
    let utf8 = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    (utf8(run.stdout), utf8(run.stderr), run.status.code())
}

#[test]
fn games_that_start_alike_become_one_tree() {
    let mut messages = String::new();
    for (format, golden) in [("pgn", "tree.pgn"), ("json", "tree.json"), ("games", "tree.csv")] {
        let formatted = ["-k", "--format", format, CLUB, LEAGUE];
        let (written, told, status) = merge(&formatted, "");
        assert_eq!(status, Some(1), "{told}");
        assert_golden(&written, &format!("merge/{golden}"));
        for threads in ["1", "2", "5"] {
            let again = merge(&[&formatted[..], &["--threads", threads]].concat(), "");
            assert_eq!(again, (written.clone(), told.clone(), status), "{format} on {threads} threads");
        }
    }
    for language in languages() {
        for options in [&["-k"][..], &["-k", "--max-game-size", "300"]] {
            let run = escaque().args(["--lang", language, "--merge", "--format", "fen", CLUB, LEAGUE]);
            let told = run.args(options).output().expect("the program runs").stderr;
            messages += &String::from_utf8(told).expect("it is UTF-8");
        }
    }
    assert_golden(messages, "merge/messages.txt");
}

/// A duplicate at the end leaves what has been merged before.
#[test]
fn duplicates_are_left_out_of_trees() {
    let [long, short] = ["1. e4 e5 2. Nf3 *\n\n", "1. e4 e5 *\n\n"];
    let folder = TempDir::new().expect("a folder for temporary files");
    let path = folder.path().join("games.pgn").display().to_string();
    for (text, unique) in [
        (long.repeat(2), "--unique"),
        (long.to_owned() + short, "--unique=beginnings"),
        (long.to_owned() + short + long, "--unique"),
    ] {
        fs::write(&path, text).expect("a file");
        for more in [&[][..], &["-k"], &["--threads", "1"]] {
            let (written, told, status) =
                merge(&[&[unique, "--format", "minimal", &path], more].concat(), "");
            assert!(written.contains("1. e4 e5 2. Nf3 *"), "{unique} {more:?}: {written} {told}");
            assert_eq!(status, Some(0), "{told}");
        }
    }
}

#[test]
fn merging_goes_with_other_options() {
    let folder = TempDir::new().expect("a folder for temporary files");
    let path = |name: &str| folder.path().join(name).display().to_string();
    for (options, expected) in [
        (
            &["--part", "-2w", "--drop", "comments,nags"][..],
            "1. e4 e5 (1... c5 2. Nf3 {Serra, Pau - Roca, Anna}) 2. Nf3 *",
        ),
        (
            &["--games", "1,3", "--drop", "comments,variations", "--set", "White=x", "--set", "Black=y"],
            "1. e4 e5 $1 (1... c5 $5 2. Nf3 d6) 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 1-0",
        ),
        (
            &["--where", "plies > 7", "--drop", "comments"],
            "1. e4 e5 $2 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 (4... b5 5. Bb3) 5. O-O 0-1",
        ),
    ] {
        let file = path("tree.pgn");
        let (_, told, _) =
            merge(&[options, &["-kq", "--width", "none", "--force", "-o", &file, CLUB]].concat(), "");
        let written = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{error}: {told}"));
        assert!(written.lines().any(|line| line == expected), "{options:?}: {written}");
    }
    let question = ["--where", "move e5", "--at", "match", "--format", "fen", "-q"];
    let (written, ..) = merge(&question, "1. e4 e5 2. Nf3 *\n\n1. e4 c5 *\n\n1. d4 d5 *\n");
    assert_eq!(written, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n");
    for option in ["--in-place", "--diff", "--count", "--check"] {
        let (written, told, status) = merge(&[option, CLUB], "");
        assert_eq!((&*written, status), ("", Some(2)), "{option}");
        assert!(told.contains("E0121"), "{option}: {told}");
    }
}

/// The trees may be as large as a game, and are as deep as this program reads.
#[test]
fn a_tree_that_is_too_large_is_told() {
    let folder = TempDir::new().expect("a folder for temporary files");
    let file = folder.path().join("tree.pgn");
    let name = file.display().to_string();
    let games: String =
        (0..20).map(|game| format!("{{comment {game} and more}} 1. e4 e5 2. Nf3 Nc6 *\n\n")).collect();
    let (_, told, status) = merge(&["--max-game-size", "300", "-o", &name], &games);
    assert!(status == Some(2) && told.contains("E0111") && !file.exists(), "{status:?}: {told}");
    let (written, told, _) = merge(&["--max-game-size", "2K", "--format", "pgn"], &games);
    assert!(told.is_empty() && written.matches("comment").count() == 20, "{told}{written}");

    // each game leaves the one before it two plies later
    let nested = |levels: usize| {
        let shuffle = ["Nf3 Nf6 ", "Ng1 Ng8 "].iter().cycle().copied();
        let game = |level: usize| {
            let last = if level.is_multiple_of(2) { "e4" } else { "d4" };
            shuffle.clone().take(level).collect::<String>() + last + " *\n\n"
        };
        (0..=levels).map(game).collect::<String>()
    };
    let (written, told, status) = merge(&["--format", "pgn"], &nested(500));
    assert_eq!((&*told, status), ("", Some(0)));
    let again = escaque().args(["--format", "pgn"]).stdin(&written).output().expect("the program runs");
    assert_eq!((again.status.code(), String::from_utf8(again.stdout).as_deref()), (Some(0), Ok(&*written)));
    let (written, told, status) = merge(&["--format", "pgn"], &nested(501));
    assert!(status == Some(2) && told.contains("E0111") && written.is_empty(), "{status:?}: {told}");
}

/// What is said in a game: of the position after each path of moves, the moves that follow, the annotations and comments.
type Said = BTreeMap<Vec<String>, (Vec<String>, BTreeSet<u8>, BTreeSet<String>)>;

fn said(game: &Game) -> Said {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let path_to = |at: Option<Move<'_>>| -> Vec<String> {
        let back = std::iter::successors(at, |at| at.previous());
        let mut path: Vec<_> = back.map(Move::uci).collect();
        path.reverse();
        path
    };
    let mut said = Said::default();
    said.entry(Vec::new()).or_default().2.extend(game.comments().map(words));
    for at in game.moves() {
        let (path, before) = (path_to(Some(at)), path_to(at.previous()));
        let parent = said.entry(before).or_default();
        if !parent.0.contains(&at.uci()) {
            parent.0.push(at.uci());
        }
        // what stands before a variation is said of the position before it
        parent.2.extend(at.comments_before().map(words));
        let (_, nags, comments) = said.entry(path).or_default();
        nags.extend(at.nags().iter().map(|nag| nag.0));
        comments.extend(at.comments().map(words));
    }
    said
}

/// The lines of a game, merged, say what the game says.
#[test]
fn merged_lines_are_the_game() {
    let mut count = 0;
    for kind in ["pgn", "ctl-pgn"] {
        let inputs =
            [files(&format!("tests/inputs/**/*.{kind}")), files(&format!("examples/*.{kind}"))].concat();
        for path in inputs {
            count += check_lines(&path);
        }
    }
    assert!(count > 80, "{count}");
}

fn check_lines(path: &Path) -> usize {
    let games = escaque::open(path).expect("the file is there").filter_map(Result::ok);
    let divided = games.filter(|game| game.moves().any(Move::begins_variation));
    divided.map(|game| check_lines_of(&game, &path.display().to_string())).count()
}

fn check_lines_of(game: &Game, name: &str) {
    let text = game.to_string();
    let game = escaque::parse(&text).next().expect("it has been written").expect("no error");
    let (written, told, _) = merge(&["-q", "--lines", "--format", "pgn"], &text);
    let merged = escaque::parse(&written).next().unwrap_or_else(|| panic!("{told}")).expect("no error");
    assert_eq!(said(&merged), said(&game), "{name}: {text}{written}");
    assert_eq!((merged.tags(), merged.outcome()), (game.tags(), game.outcome()), "{name}");
    assert!(merged.comments_after().eq(game.comments_after()), "{name}");
}

/// Grows trees of random moves, with comments and annotations. Half of them go on where they grew last.
#[test]
fn merged_lines_of_random_trees_are_the_trees() {
    let mut numbers = Numbers::new(29);
    for round in 0..1000 {
        let mut game = Game::new([Variant::Chess, Variant::Cescacs][round % 2]);
        let mut nodes = vec![NodeId::START];
        for _ in 0..numbers.below(24) + 2 {
            let from = if numbers.below(2) == 0 { nodes.len() - 1 } else { numbers.below(nodes.len()) };
            let position = game.position(nodes[from]).expect("the move is in the game");
            let moves: Vec<_> = position.moves().collect();
            let Some(played) = moves.get(numbers.below(moves.len().max(1))) else { continue };
            let id = game.play_after(nodes[from], played).expect("a legal move");
            nodes.push(id);
            if numbers.below(3) == 0 {
                // some words are said twice
                let words = format!("word {}", numbers.below(4));
                game.add_comment(id, &words).expect("the move is in the game");
            }
            if numbers.below(4) == 0 {
                let nag = Nag([1, 2, 10, 16][numbers.below(4)]);
                game.add_nag(id, nag).expect("the move is in the game");
            }
        }
        check_lines_of(&game, &round.to_string());
    }
}

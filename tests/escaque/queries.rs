//! Questions (`--where`): their answers, their errors, and what is shown.

use std::fs;

use escaque::notation::AnyGames;
use escaque::rules::{Irreversible, Replay, Rules, with_rules};
use escaque::syntax::{Game, Portion, Recovery};
use escaque::text::Source;

use crate::{assert_golden, escaque, files, languages, project, query_properties};

/// Returns the rows of a table, each with its fields.
fn rows(name: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(project().join("tests/questions").join(name)).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| row.split('\t').map(str::to_owned).collect()).collect()
}

/// Asks a question of a file and returns the numbers of the games that answer it.
fn answer(question: &str, file: &str, options: &[&str]) -> String {
    let path = project().join("tests/questions").join(file);
    let table = ["--quiet", "--lang", "en", "--format", "games", "--columns", "number"];
    let run = escaque().args(table).args(options).arg("--where").arg(question).arg(path).output().unwrap();
    assert_eq!(run.status.code(), Some(0), "{question}: {}", String::from_utf8_lossy(&run.stderr));
    let numbers = String::from_utf8(run.stdout).unwrap();
    numbers.split_whitespace().skip(1).collect::<Vec<_>>().join(",")
}

/// Asks the questions of a table, and collects those with another answer.
fn wrong_answers(table: &str, file: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for (at, row) in rows(table).iter().enumerate() {
        let [question, expected] = &row[..] else { panic!("{table}: {row:?}") };
        // each way has its turn
        let options: [&[&str]; 4] =
            [&["--threads", "1"], &["--threads", "2", "-k"], &["-k"], &["--threads", "3"]];
        let found = answer(question, file, options[at % options.len()]);
        if found != *expected {
            wrong.push(format!("{question}: {found} instead of {expected}"));
        }
    }
    wrong
}

#[test]
fn questions_have_the_answers_of_python_chess() {
    assert_eq!(wrong_answers("chess.tsv", "games.pgn"), [""; 0]);
    assert_eq!(wrong_answers("annotated.tsv", "annotated.pgn"), [""; 0]);
    assert_eq!(wrong_answers("drawn.tsv", "../inputs/shown/drawn-by-rule.pgn"), [""; 0]);
}

#[test]
fn questions_about_cescacs_have_the_answers_of_another_program() {
    assert_eq!(wrong_answers("cescacs.tsv", "cescacs.ctl-pgn"), [""; 0]);
}

#[test]
fn what_is_wrong_with_a_question_is_told() {
    let text = fs::read_to_string(project().join("tests/questions/wrong.txt")).unwrap();
    for language in languages() {
        let mut messages = String::new();
        for question in text.lines() {
            let run = escaque().args(["--lang", language, "--count", "--where", question]);
            let run = run.stdin("[White \"Carlsen, M\"]\n\n1. e4 *");
            let run = run.output().unwrap();
            let found = String::from_utf8(run.stderr).unwrap();
            let expected = if found.contains("[W09") { 0 } else { 2 };
            assert_eq!(run.status.code(), Some(expected), "{question}: {found}");
            messages += &found;
        }
        let options = ["--lang", language, "--where", "plies > 0", "--at", "match"];
        let run = escaque().args(options).stdin("1. e4 *").output().unwrap();
        messages += &String::from_utf8(run.stderr).unwrap();
        for text in ["*", "*\n\n1. e4 *"] {
            let options = ["--lang", language, "--format", "fen", "--where", "plies > 9"];
            let run = escaque().args(options).stdin(text).output().unwrap();
            assert_eq!((run.status.code(), run.stdout.len()), (Some(0), 0));
            messages += &String::from_utf8(run.stderr).unwrap();
        }
        for option in ["--check", "--keep-going"] {
            let options = ["--lang", language, option, "--where", "plies = 1"];
            let run = escaque().args(options).stdin("1. e4 *\n\n*").output().unwrap();
            messages += &String::from_utf8(run.stderr).unwrap();
        }
        assert_golden(messages, &format!("questions/{language}.txt"));
    }
}

#[test]
fn every_question_has_the_properties() {
    let words = [
        "and",
        "or",
        "not",
        "then",
        "ever",
        "never",
        "for",
        "8",
        "plies",
        "flip",
        "sides",
        "(",
        ")",
        "White",
        "BlackElo",
        "winner",
        "year",
        "nag",
        "??",
        "+ 1",
        "=",
        "~",
        ">=",
        "in",
        "..",
        "\"K\"",
        "\"8/8 w\"",
        "position",
        "reaches",
        "after",
        "material",
        "\"K v k\"",
        "white",
        "[Q]",
        "R[light]",
        "piece",
        "Kg1",
        "attacks",
        "move",
        "e8=N",
        "has",
        "comment",
        "ends",
        "mate",
        "clock",
        "0:10",
        "ply",
        "elo",
        "eco",
        "capture",
        "check",
        "repetition",
        "fifty",
        "\"*P*p*/*/*/*/*/*/*/*\"",
        "'",
        "\u{0}",
        "é",
        "*",
        "#-3",
        "[",
        "K[",
        "\\",
        "\"",
        "eval",
        "-",
        "/28:v",
        "99999999999999999999",
    ];
    let mut seed: u64 = 3;
    for _ in 0..20_000 {
        let mut next = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        };
        let length = 1 + next(12);
        let text: Vec<_> = (0..length).map(|_| words[next(words.len())]).collect();
        query_properties::check(&text.join([" ", ""][next(2)]));
    }
    let deep = "(".repeat(100_000) + "plies > 1" + &")".repeat(100_000);
    assert!(escaque::query::Query::parse(&deep).is_err());
    let long = vec!["plies > 1"; 20_000].join(" or ");
    assert!(escaque::query::Query::parse(&long).is_ok());
}

#[test]
fn the_positions_that_answer_are_shown() {
    let shown = |choice: &str| {
        let path = project().join("tests/questions/games.pgn");
        let question = "material \"KRP v KR\" for 8 plies";
        let options = ["--format", "epd", "--quiet", "--at", choice, "--where", question];
        let run = escaque().args(options).arg(path).output().unwrap();
        String::from_utf8(run.stdout).unwrap()
    };
    let (first, all) = (shown("match"), shown("matches"));
    assert_eq!(first.lines().count(), 3);
    let asked = |question: &str, choice: &str| {
        let options = ["--format", "epd", "--quiet", "--at", choice, "--where", question];
        let run = escaque().args(options).stdin("1. e4 e5 2. Ke2 *").output().unwrap();
        String::from_utf8(run.stdout)
            .unwrap()
            .lines()
            .map(|line| line.split(' ').nth(1) == Some("w"))
            .collect::<Vec<_>>()
    };
    // the starting position is one, whatever is found behind it
    assert_eq!(asked("piece Ke1 or piece Ke2", "match"), [true]);
    assert_eq!(asked("piece Ke1", "matches"), [true, false, true]);
    assert!(all.lines().count() > 3 && first.lines().all(|line| all.lines().any(|other| other == line)));
}

/// Returns how many games of a text answer a question, and what is written on standard error.
fn count(text: &str, question: &str, options: &[&str]) -> (usize, String) {
    let options = [&["--lang", "en", "--count", "--where", question], options].concat();
    let run = escaque().args(options).stdin(text).output().unwrap();
    let count = String::from_utf8(run.stdout).unwrap();
    (count.trim().parse().unwrap_or_default(), String::from_utf8(run.stderr).unwrap())
}

#[test]
fn moves_of_cescacs_are_asked_for_as_its_notation_writes_them() {
    let passed = "tests/inputs/warned/cescacs-passed-hex.ctl-pgn";
    for (question, file, expected) in [
        ("move \"=&\"", "examples/promotions.ctl-pgn", "2"),
        ("move \"F26-F28=&\"", "examples/promotions.ctl-pgn", "2"),
        ("move \"F28=N\"", "examples/promotions.ctl-pgn", "2"),
        ("move \"=D\"", "examples/promotions.ctl-pgn", "1"),
        ("move \"@\"", passed, "1,2,3"),
        ("move \"@@\"", passed, "2"),
        // whichever sign the file has
        ("move \"F14@E11\"", passed, "1"),
        ("move \"F14@@E11\"", passed, ""),
        ("move \"F12@@E9:\"", passed, "2"),
        ("move \"@H14\"", passed, "3"),
        ("move \"G15×H14\"", passed, "3"),
        ("move \"@\"", "examples/pawns.ctl-pgn", "1"),
        // F20×E17, which is an ordinary capture
        ("move \"F20@E17\"", "examples/pawns.ctl-pgn", ""),
        ("move \"KRR\"", "examples/both-castlings.ctl-pgn", "2"),
        ("move \"KRR-HIH\"", "examples/both-castlings.ctl-pgn", "2"),
        ("move \"KRK\"", "examples/both-castlings.ctl-pgn", "1"),
        ("white J[coloured] = 1", "examples/promotions.ctl-pgn", "2"),
        ("piece [Kk][coloured]", "examples/pawns.ctl-pgn", ""),
        ("piece K[light] and piece k[dark]", "examples/pawns.ctl-pgn", "1"),
    ] {
        let file = project().join(file);
        assert_eq!(answer(question, file.to_str().expect("a path in UTF-8"), &[]), expected, "{question}");
    }
}

#[test]
fn values_are_compared_by_what_they_are() {
    let text =
        "[White \"Weiß, Łukasz\"]\n[Black \"Ørsted, Æ.\"]\n[Round \"3.1.2\"]\n[ECO \"b90\"]\n\n1. e4 *\n";
    for (question, is_answered) in [
        ("White ~ weiss", true),
        ("White ~ WEISS", true),
        ("White ~ \"weiß, lukasz\"", true),
        ("player ~ \"orsted, ae\"", true),
        ("player ~ \"Ørsted\"", true),
        ("player ~ weis", true),
        ("White ~ orsted", false),
        ("Round >= 3", true),
        ("Round > 3.1", true),
        ("Round > 3.1.2", false),
        ("Round < 3.10", true),
        ("Round < 3.1", false),
        ("Round in 2..3", true),
        ("Round in 2..3.1", true),
        ("Round in 3.2..4", false),
        ("White in \"W\"..\"Weiß\"", true),
        ("White in \"A\"..\"V\"", false),
        ("player in \"X\"..\"Y\"", false),
        ("White in 1..X", true),
        ("White in 1..2", false),
        ("Round = 3.1.2", true),
        ("Round = 3", false),
        ("ECO = B90", true),
        ("ECO = b90", true),
        ("ECO != b90", false),
        ("ECO in b80..b99", true),
        ("ECO >= B91", false),
        ("has elo", false),
        ("has player", true),
        ("has opening", true),
        ("has ECO | elo", true),
        ("has clock | eval", false),
        ("not has clock | ECO", false),
    ] {
        assert_eq!(count(text, question, &[]), (usize::from(is_answered), String::new()), "{question}");
    }
    for (question, fault) in [
        ("WhiteElo in 2000..?", "E0904"),
        ("Round in 3.1..3", "E0902"),
        ("ECO in B20..B", "E0902"),
        ("Date in \"?\"..2020", "E0902"),
    ] {
        assert!(count(text, question, &[]).1.contains(fault), "{question}");
    }
    let annotated = "1. e4 ( 1. d4 {[%eval 0.3]} ) {[%clk soon]} *";
    assert_eq!(count(annotated, "has eval and not has clock", &[]).0, 1);
}

#[test]
fn games_are_counted_in_each_file() {
    let folder = project().join("tests/questions");
    let count = |options: &[&str]| {
        let files = ["games.pgn", "cescacs.ctl-pgn"];
        let run =
            escaque().current_dir(&folder).args(["--count"]).args(options).args(files).output().unwrap();
        assert_eq!(run.status.code(), Some(0));
        String::from_utf8(run.stdout).unwrap()
    };
    assert_eq!(count(&[]), "games.pgn:130\ncescacs.ctl-pgn:14\n");
    assert_eq!(count(&["--where", "variant = cescacs"]), "games.pgn:0\ncescacs.ctl-pgn:14\n");
    assert_eq!(count(&["--where", "has Id", "--threads", "3"]), "games.pgn:0\ncescacs.ctl-pgn:14\n");
}

/// A name that no game has, and a value that is only a part of what games have, draw a warning.
#[test]
fn names_and_values_that_no_game_has_are_told() {
    let text = "[White \"Carlsen, Magnus\"]\n[Foo \"1\"]\n\n1. e4 *\n\n[White \"Tal\"]\n\n1. d4 *\n";
    for (question, meant) in [
        ("moves > 80", Some("did you mean plies?")),
        ("date = 2020", Some("no game that was read has such a tag")),
        ("WhiteElo > BlackElo", Some("WhiteElo > BlackElo")),
        ("winner = Carlsen", Some("did you mean winner ~ \"Carlsen\"?")),
        ("opening = Zukertort", Some("did you mean opening ~ \"Zukertort\"?")),
        ("opening = \"Queen's Pawn Game\"", None),
        ("dates = 2020", Some("did you mean Date?")),
        ("rating > 2700", Some("did you mean elo?")),
        ("has mate", Some("did you mean ends mate?")),
        ("White = Carlsen", Some("did you mean White ~ \"Carlsen\"?")),
        ("player = magnus", Some("did you mean player ~ \"magnus\"?")),
        ("Bar = 1", Some("no game that was read has such a tag")),
        ("White = Carl and plies > 80 or Bar = 1 and plies > 80", Some("Bar = 1")),
        ("White = Tal", None),
        ("White = Nobody", None),
        ("Foo = 1", None),
        ("FOO = 1", None),
        ("foo = 1", Some("no game that was read has such a tag")),
        ("plies > 80 and Foo = 2", None),
        ("WhiteElo > 2700 and has SetUp", Some("has SetUp")),
        ("Result = 1-0 and has Result", None),
        ("ECO = B00 and White = Nobody", None),
        ("ECO = B00", Some("some games do not have this tag; they were asked by their positions")),
        ("has ECO and ECO = B00", Some("no game that was read has such a tag")),
    ] {
        for options in [&[][..], &["-q"], &["-q", "--threads", "3"]] {
            let messages = count(text, question, options).1;
            let is_told = meant.map_or(messages.is_empty(), |meant| messages.contains(meant));
            assert!(is_told, "{question}: {messages}");
        }
        let run =
            escaque().args(["-q", "-k", "--lang", "en", "--where", question]).stdin(text).output().unwrap();
        assert_eq!(run.stderr.is_empty(), meant.is_none(), "{question}");
    }
}

/// The tags `ECO` and `Opening` of a game that does not have them are what its positions say; `has` asks the tag alone.
#[test]
fn a_missing_opening_is_found_by_the_positions() {
    let text = "[White \"A\"]\n[ECO \"A00\"]\n[Opening \"?\"]\n\n1. e4 c5 *\n\n[White \"B\"]\n\n1. e4 c5 *\n\n\
                [White \"C\"]\n[Variant \"Atomic\"]\n\n1. e4 c5 *\n";
    for (question, games, is_told) in [
        ("ECO = b20", 1, true),
        ("ECO in A00..B99", 2, true),
        ("ECO != B20", 2, true),
        ("eco = b20", 2, false),
        ("eco in B00..B99", 2, false),
        ("has eco", 2, false),
        ("has ECO", 1, false),
        ("ECO = ?", 0, false),
        ("Opening ~ sicilian", 2, true),
        ("Opening = Sicilian", 0, true),
        ("Opening = \"Sicilian Defense\"", 2, true),
        ("White = A and ECO = A00", 1, false),
        ("ECO = B20 and move c5", 1, true),
    ] {
        for options in [&[][..], &["--threads", "2"]] {
            let (found, messages) = count(text, question, options);
            assert_eq!(found, games, "{question}");
            assert_eq!(messages.contains("W0908"), is_told, "{question}: {messages}");
        }
    }
    assert!(count(text, "Opening = Sicilian", &[]).1.contains("did you mean Opening ~ \"Sicilian\"?"));
}

/// Null moves, fifty moves and clocks of both sides, which the games of the tables do not have.
#[test]
fn rare_moves_and_states_are_found() {
    let text = "[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 98 80\"]\n\n80. -- Kd7 81. Ra7+ { [%clk 0:00:09] } Kc6 \
                { [%clk 0:00:10] } 82. Ra8 { [%clk 0:00:10] } *\n";
    for (question, is_found) in [
        ("move \"--\"", true),
        ("move \"Z0\" and ply = 1", true),
        ("move \"--\" then move \"--\"", false),
        ("fifty and ply = 2", true),
        ("fifty and ply < 2", false),
        ("ends fifty", true),
        ("capture", false),
        ("check and ply = 3", true),
        ("check and ply != 3", false),
        ("white clock < black clock and ply = 4", true),
        ("white clock = black clock", true),
        ("flip white clock < black clock for 2 plies", false),
        ("black clock > white clock and ply < 4", false),
        ("white R = black R", false),
        ("flip white R < black R", true),
    ] {
        assert_eq!(count(text, question, &[]).0, usize::from(is_found), "{question}");
    }
}

/// A broken game answers by what can be read of it, and is shown with its error.
#[test]
fn a_broken_game_answers_by_what_can_be_read() {
    let text = "[White \"A\"]\n\n1. e4 e5 2. Ke3 *\n\n[White \"B\"]\n\n1. d4 d5 2. Kd3 *\n";
    let ask = |question: &str| {
        let options = ["--lang", "en", "-k", "--format", "epd", "--where", question];
        let run = escaque().args(options).stdin(text).output().unwrap();
        let errors = String::from_utf8(run.stderr).unwrap();
        (
            run.status.code(),
            run.stdout.split(|byte| *byte == b'\n').count() - 1,
            errors.matches("error[").count(),
        )
    };
    assert_eq!(ask("move e5"), (Some(1), 2, 1));
    assert_eq!(ask("White = B"), (Some(1), 2, 1));
    assert_eq!(ask("has error"), (Some(1), 4, 2));
    assert_eq!(ask("not has error"), (Some(0), 0, 0));
    assert_eq!(ask("White = C"), (Some(0), 0, 0));
}

/// What follows the result belongs to no move, and an escaped line is no comment: in questions, tables and pictures.
#[test]
fn some_comments_belong_to_no_move() {
    let run = |arguments: &str| {
        let text = "[TimeControl \"60+1\"]\n\n1. e4 e5\n% secret [%clk 0:00:05]\n1-0 {late [%clk 0:00:05]}\n";
        let run =
            escaque().args(["--lang", "en", "-q"]).args(arguments.split('_')).stdin(text).output().unwrap();
        String::from_utf8(run.stdout).unwrap()
    };
    for question in ["clock < 0:10", "comment ~ secret", "comment ~ late", "has comment", "has clock"] {
        assert_eq!(run(&format!("--count_--where_{question}")), "0\n", "{question}");
    }
    assert_eq!(run("--count_--where_TIMECONTROL = \"60+1\" and RESULT = 1-0"), "1\n");
    assert_eq!(run("--format_moves_--columns_ply,clock,comment"), "ply,clock,comment\n1,,\n2,,\n");
    let picture = run("--format_svg_--captions_players_--at_end");
    assert!(picture.starts_with("<svg") && !picture.contains("0:05"), "{picture}");
}

/// The summary tells how many games were read and how many answered.
#[test]
fn the_summary_counts_all_games_and_those_that_answer() {
    let text = "[White \"A\"]\n\n1. e4 e5 *\n\n[White \"B\"]\n\n1. d4 *\n\n[White \"A\"]\n\n1. Ke5 *\n";
    for (language, options, end) in [
        ("en", "--check", "games read: 3; matching: 2; moves: 2; variations: 0; games with errors: 1\n"),
        ("es", "-k", "partidas leídas: 3; que responden: 2; mostradas: 2; con errores: 1\n"),
        ("ca", "-k", "partides llegides: 3; que responen: 2; mostrades: 2; amb errors: 1\n"),
        ("en", "-k --games 1-2", "games read: 2; matching: 1; shown: 1; with errors: 0\n"),
    ] {
        for question in ["White = A", "White = A and plies >= 0", "White = A and (move e4 or has error)"] {
            let asked = ["--lang", language, "--where", question];
            let run = escaque().args(asked).args(options.split(' ')).stdin(text).output().unwrap();
            let messages = String::from_utf8(run.stderr).unwrap();
            assert!(messages.ends_with(end), "{question}: {messages}");
        }
    }
    let json = ["--check", "--message-format", "json", "--where", "White = B"];
    let run = escaque().args(json).stdin(text).output().unwrap();
    let summary = "{\"level\":\"summary\",\"games\":3,\"matching\":1,\"moves\":1,";
    assert!(String::from_utf8(run.stderr).unwrap().starts_with(summary));
}

/// What is asked of the first moves of a game must not leave out one that comes to the position later.
fn positions_in_reach<R: Rules>(game: &Game<'_, R::Notation>) -> usize {
    let Ok(start) = R::set_up(game) else { return 0 };
    let mut replay = Replay::main_line(game, start.position);
    let mut passed = Vec::new();
    loop {
        let Some(now) = replay.position().irreversible() else { return 0 };
        assert!(passed.iter().all(|before: &Irreversible| before.may_become(&now)), "{now:?}");
        passed.push(now);
        if !matches!(replay.advance(), Ok(Some(_))) {
            return passed.len();
        }
    }
}

#[test]
fn no_position_of_a_game_is_out_of_reach_before() {
    let mut positions = 0;
    for path in files("tests/**/*.pgn") {
        let source = Source::new("t.pgn", fs::read(path).unwrap());
        let mut games = AnyGames::new(&source, None, Recovery::End);
        let mut game = games.blank();
        while games.read(Portion::Whole, &mut game).is_some() {
            positions += with_rules!(&game, R, game => positions_in_reach::<R>(game));
        }
    }
    assert!(positions > 5_000, "only {positions}");
}

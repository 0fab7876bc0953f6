//! What `--fix` makes of files: nothing certain is left, and the positions are those of before.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use escaque::check::{CheckOptions, Mender, Report, Syntax};
use escaque::message::{Diagnostic, Severity};
use escaque::rules::{Replay, Rules, with_rules};
use escaque::syntax::Game;
use escaque::text::{Source, Span};
use serde_json::Value;

use crate::hostile::mutate;
use crate::{Numbers, assert_golden, escaque, files, python, stem};

/// Lists the positions of the main line.
fn main_line<R: Rules>(game: &Game<'_, R::Notation>) -> Vec<String> {
    if game.tags.is_empty() && game.movetext.is_empty() && game.result.is_none() {
        return Vec::new();
    }
    let Ok(start) = R::set_up(game) else { return Vec::new() };
    let mut position = start.position.clone();
    let mut fens = vec![position.fen()];
    for played in Replay::main_line(game, start.position).resolve_all() {
        position.play(played);
        fens.push(position.fen());
    }
    fens
}

/// A text that has been read and checked.
struct Checked {
    reports: Vec<Report>,
    /// The positions of the games without errors that have something.
    positions: Vec<Vec<String>>,
    /// The certain fixes that would change the text, with what they are for.
    certain: Vec<(String, String)>,
}

impl Checked {
    fn of(source: &Source, options: CheckOptions) -> Checked {
        let mut reports = Vec::new();
        let (mut positions, mut certain) = (Vec::new(), Vec::new());
        let mut games = options.checker(source);
        while let Some(report) = games.advance() {
            if report.error().is_none() {
                let fens = with_rules!(games.game(), R, game => main_line::<R>(game));
                positions.extend(Some(fens).filter(|fens| !fens.is_empty()));
            }
            for found in &report.diagnostics {
                let code = found.severity.letter_and(found.problem.code());
                let fixes =
                    found.fixes(source).into_iter().filter(|fix| fix.is_certain() && fix.changes(source));
                certain.extend(fixes.map(|fix| (code.clone(), format!("{:?}: {:?}", found.span, fix.edits))));
            }
            reports.push(report);
        }
        Checked { reports, positions, certain }
    }

    /// Counts the errors, or with the reduced form, which tells no more than the first, the games that have
    /// some.
    fn errors(&self, syntax: Syntax) -> usize {
        if syntax == Syntax::Reduced {
            return self.reports.iter().filter(|report| report.error().is_some()).count();
        }
        let found = self.reports.iter().flat_map(|report| &report.diagnostics);
        found.filter(|found| found.severity == Severity::Error).count()
    }
}

/// Returns whether the fixes of a problem are guesses.
fn is_guessed(found: &Diagnostic, source: &Source) -> bool {
    let fixes = found.fixes(source);
    !fixes.is_empty() && fixes.iter().all(|fix| !fix.is_certain())
}

/// Returns what is wrong with the mending of a text, if anything is.
fn fault(name: &str, bytes: &[u8], options: CheckOptions) -> Option<String> {
    let source = Source::new(name, bytes.to_vec());
    let mended = Mender::new(options).mend(&source, Span::new(0, source.bytes().len()), b"");
    let before = Checked::of(&source, options);
    let after_source = Source::new(name, mended.text.clone());
    let after = Checked::of(&after_source, options);
    let mut positions = after.positions.iter();
    let shown = || {
        format!(
            "\n--- {name} {:?}\n{}\n---\n{}",
            options.syntax,
            source.text(Span::new(0, source.bytes().len())),
            String::from_utf8_lossy(&mended.text)
        )
    };
    // what is certain by itself and would change what is read here is a guess in the report of what is left
    let refused: Vec<_> =
        mended.report.diagnostics.iter().filter(|found| is_guessed(found, &source)).collect();
    let is_refused =
        |code: &str| refused.iter().any(|found| found.severity.letter_and(found.problem.code()) == code);
    let left: Vec<_> = after.certain.iter().filter(|(code, _)| !is_refused(code)).collect();
    if !left.is_empty() {
        return Some(format!("left: {left:?}{}", shown()));
    }
    let [errors, errors_before] = [&after, &before].map(|checked| checked.errors(options.syntax));
    if errors > errors_before {
        return Some(format!("{errors} errors, not {errors_before}{}", shown()));
    }
    let are_kept = before.positions.iter().all(|game| positions.any(|other| other == game));
    (!are_kept).then(|| format!("other positions{}", shown()))
}

/// The ways in which texts are mended.
fn ways_to_mend() -> [CheckOptions; 4] {
    let standard = CheckOptions::default();
    let pedantic = CheckOptions { pedantic: true, ..standard };
    let of = |syntax| CheckOptions { syntax, ..standard };
    [standard, pedantic, of(Syntax::Lenient), of(Syntax::Reduced)]
}

fn assert_mended(texts: impl IntoIterator<Item = (String, Vec<u8>)>) {
    let mut faults = Vec::new();
    for (name, bytes) in texts {
        faults.extend(ways_to_mend().into_iter().filter_map(|options| fault(&name, &bytes, options)));
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults[..faults.len().min(30)].join("\n\n"));
}

fn inputs() -> Vec<(String, Vec<u8>)> {
    let patterns = ["examples/*pgn", "tests/inputs/**/*pgn", "tests/corpus/*/*"];
    let paths = patterns.into_iter().flat_map(files);
    let read = |path: &Path| (path.to_string_lossy().into_owned(), fs::read(path).unwrap());
    paths.map(|path| read(&path)).filter(|(_, bytes)| bytes.len() < 100_000).collect()
}

#[test]
fn nothing_certain_is_left_and_positions_stay() {
    assert_mended(inputs());
}

#[test]
fn mutated_games_are_mended_without_harm() {
    let mut numbers = Numbers::new(0x2545_f491_4f6c_dd1d);
    let seeds: Vec<_> = inputs().into_iter().filter(|(_, bytes)| bytes.len() < 4000).collect();
    let mutated = (0..300).map(|_| {
        let (name, mut text) = seeds[numbers.below(seeds.len())].clone();
        (0..=numbers.below(3)).for_each(|_| mutate(&mut text, &mut numbers));
        (name, text)
    });
    assert_mended(mutated.collect::<Vec<_>>());
}

/// Returns a game in which signs of all kinds stand where they should not.
fn littered(numbers: &mut Numbers) -> String {
    const LITTER: &str = "1. 2. 3. 1... 2... e4 e5 Nf3 Bb5 ** * (* *) ( ) [ ] { } () (( )) 1-0 0-0 [x] [Event [event \
                          \" \"x\"] “ <b> $1 !? foo ; {c} (1. d4) (e5) +- -- a6 d5 1.** **e4** e4* *Nf3 , \n \n\n";
    let litter: Vec<_> = LITTER.split(' ').collect();
    let mut words: Vec<_> = "1. e4 e5 2. Nf3 Nc6 3. Bb5".split(' ').collect();
    for _ in 0..=numbers.below(4) {
        words.insert(numbers.below(words.len() + 1), litter[numbers.below(litter.len())]);
    }
    let header = ["", "", "[Event \"h\"]\n\n"][numbers.below(3)];
    let result = ["", "", " *", " 1/2-1/2"][numbers.below(4)];
    header.to_owned() + &words.join(" ") + result
}

/// Where games stand beside each other, a fix moves the end of none.
#[test]
fn what_is_read_is_the_same_between_any_games() {
    let mut numbers = Numbers::new(45);
    let read = |text: &[u8]| {
        let (games, _) =
            run(&["-k", "-q", "--format", "pgn", "--tags", "keep", "--width", "none"], "t.pgn", text);
        let games = String::from_utf8(games).unwrap().to_lowercase();
        let line = |line: &str| {
            let bare = [" *", " 1-0", " 0-1", " 1/2-1/2"]
                .iter()
                .fold(line, |line, result| line.trim_end_matches(result));
            bare.trim_end_matches("{incomplete}").to_owned()
        };
        games.lines().map(line).collect::<Vec<_>>()
    };
    for _ in 0..8 {
        let mut text = String::new();
        for _ in 0..100 {
            let between = ["\n\n", "\n\n", "\n", " "][numbers.below(4)];
            let intact = ["[Event \"z\"]\n\n1. d4 d5 2. c4", "1. c4 c5"][numbers.below(2)];
            let result = [" *", " 1-0", ""][numbers.below(3)];
            text += &[intact, result, between, &littered(&mut numbers), between].concat();
        }
        let (mended, _) = run(&["--fix"], "t.pgn", text.as_bytes());
        assert_ne!(String::from_utf8_lossy(&mended), text);
        let [before, after] = [text.as_bytes(), &mended].map(read);
        let difference = before.iter().zip(&after).find(|(before, after)| before != after);
        assert_eq!(difference, None, "{text}");
        assert_eq!(before.len(), after.len());
        assert!(run(&["--fix"], "t.pgn", &mended).0 == mended);
    }
}

/// Runs the program on a text and returns its standard output and its messages.
fn run(options: &[&str], name: &str, text: &[u8]) -> (Vec<u8>, String) {
    let variant: &[&str] = if name.ends_with(".ctl-pgn") { &["--variant", "cescacs"] } else { &[] };
    let run = escaque().args(["--lang", "en"]).args(options).args(variant).stdin(text).output().unwrap();
    (run.stdout, String::from_utf8(run.stderr).unwrap())
}

#[test]
fn goldens() {
    for (folder, options) in [
        ("standard", &["--fix"][..]),
        ("pedantic", &["--fix", "--pedantic"]),
        ("reduced", &["--fix", "--syntax", "reduced"]),
        ("guesses", &["--fix-guesses"]),
    ] {
        for path in files(&format!("tests/inputs/fixes/{folder}/*pgn")) {
            let name = path.to_string_lossy().into_owned();
            let (text, messages) = run(options, &name, &fs::read(&path).unwrap());
            assert_golden(&text, &format!("fixes/{folder}/{}", path.file_name().unwrap().display()));
            assert_golden(&messages, &format!("fixes/{folder}/{}.txt", stem(&path)));
            let (again, said) = run(options, &name, &text);
            assert_eq!(String::from_utf8_lossy(&again), String::from_utf8_lossy(&text), "{name}");
            assert!(!said.contains("mended"), "{name}: {said}");
        }
    }
}

#[test]
fn what_needs_no_mending_stays_byte_for_byte() {
    for bytes in [
        &b"[Event \"a\"]\r\n\r\n1. e4 {x\r\n y} *\r\n\r\n\r\n% z\r\n"[..],
        b"[White \"Caf\xe9\"]\n\n1. e4 *\n",
        b"  \n\n1.e4   e5 1/2-1/2",
        b"",
    ] {
        assert_eq!(run(&["--fix"], "t.pgn", bytes).0, bytes);
    }
}

#[test]
fn many_threads_mend_as_one_does() {
    let game = "[event \"a\"]\n[Result \"*\"]\n\n1. e4 {a comment}  e5+ 2. Nf3 1-0\n\n\n";
    let text = game.repeat(20_000);
    let expected = "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 {a comment}  e5 2. Nf3 1-0\n\n\n".repeat(20_000);
    for threads in ["1", "4"] {
        let (mended, messages) = run(&["--fix", "--threads", threads], "t.pgn", text.as_bytes());
        assert!(mended == expected.as_bytes(), "{messages}");
        let told = "<stdin>: 60000 mistakes fixed: W0505 × 20000, W0601 × 20000, W0622 × 20000\n";
        assert!(messages.starts_with(told), "{messages}");
    }
}

#[test]
fn mended_games_can_go_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mended.pgn");
    let name = file.to_string_lossy().into_owned();
    let (stdout, _) = run(&["--fix", "-o", &name], "t.pgn", b"1. e4 e5+ *");
    assert!(stdout.is_empty());
    assert_eq!(fs::read(&file).unwrap(), b"1. e4 e5 *");
}

/// The mended text has the bytes of the old one where nothing is mended, and its encoding.
#[test]
fn files_are_mended_in_their_places() {
    let folder = tempfile::tempdir().unwrap();
    let utf_16 = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let old = "\n\n % kept\n[White \"Mu\u{f1}oz\"]\r\n\n1. e4  e5+ *";
    let new = old.replace('+', "");
    let latin = |text: &str| text.chars().map(|c| c as u8).collect::<Vec<u8>>();
    let marked = |text: &str| [b"\xef\xbb\xbf", text.as_bytes()].concat();
    for (name, old, new) in [
        ("utf-8", old.as_bytes().to_vec(), new.as_bytes().to_vec()),
        ("mark", marked(old), marked(&new)),
        ("latin", latin(old), latin(&new)),
        (
            "utf-16",
            [b"\xff\xfe".to_vec(), utf_16(old)].concat(),
            [b"\xff\xfe".to_vec(), utf_16(&new)].concat(),
        ),
        ("mixed", [marked(old), latin(old)].concat(), [marked(&new), latin(&new)].concat()),
        ("faulty", b"1. e4 e5+ *\n\n1. e5 *".to_vec(), b"1. e4 e5 *\n\n1. e5 *".to_vec()),
        ("clean", b"[Event \"x\"]\n1. e4 *".to_vec(), b"[Event \"x\"]\n1. e4 *".to_vec()),
    ] {
        let file = folder.path().join(name).with_extension("pgn");
        fs::write(&file, &old).unwrap();
        let path = file.to_string_lossy();
        let (diff, messages) = run(&["--fix", "--diff", &path], "", b"");
        assert!(old == new || messages.contains("would be fixed: W0601"), "{name}: {messages}");
        assert_eq!((diff.is_empty(), fs::read(&file).unwrap()), (old == new, old), "{name}");
        let (stdout, messages) = run(&["--fix", &path], "", b"");
        assert!(stdout.is_empty(), "{name}");
        assert_eq!(fs::read(&file).unwrap(), new, "{name}: {messages}");
    }
}

#[test]
fn the_text_of_a_file_is_not_divided() {
    let run = escaque().args(["--lang", "en", "--fix", "-o", "{game}.pgn"]).stdin("*").output().unwrap();
    assert_eq!(run.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&run.stderr).contains("write one text"));
}

#[test]
fn sarif_logs_have_their_form() {
    let mut lines = String::new();
    let mut logs = |options: &[&str]| {
        let run = escaque().args(["--check", "--message-format", "sarif"]).args(options).output().unwrap();
        let log: Value = serde_json::from_slice(&run.stderr).unwrap();
        writeln!(lines, "{log}").unwrap();
        log
    };
    let mut fixes = 0;
    for path in
        ["broken", "warned", "pedantic", "reduced"].map(|folder| format!("tests/inputs/{folder}/*pgn"))
    {
        let paths: Vec<_> = files(&path).iter().map(|path| path.to_string_lossy().into_owned()).collect();
        let paths = paths.iter().map(String::as_str);
        let log = logs(&["--pedantic", "--max-errors", "0"].into_iter().chain(paths).collect::<Vec<_>>());
        let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
        for result in log["runs"][0]["results"].as_array().unwrap() {
            assert!(rules.iter().any(|rule| rule["id"] == result["ruleId"]), "{result}");
            fixes += usize::from(result["fixes"].is_array());
        }
    }
    assert!(fixes > 20, "{fixes}");
    assert_eq!(logs(&["examples/opera.pgn"])["runs"][0]["results"], Value::Array(Vec::new()));
    // a question that can be read has no log of its own
    let asked = logs(&["--where", "White = \"x\"", "examples/opera.pgn"]);
    assert_eq!(asked["runs"][0]["results"][0]["ruleId"], "0907");
    let unread = logs(&["no such file.pgn"]);
    assert_eq!(unread["runs"][0]["invocations"][0]["executionSuccessful"], false);
    assert_eq!(unread["runs"][0]["results"][0]["ruleId"], "0101");
    let limited =
        logs(&["--max-errors", "1", "examples/opera.pgn", "tests/inputs/broken/ambiguous-knight.pgn"]);
    assert_eq!(limited["runs"][0]["results"].as_array().map(Vec::len), Some(1));
    python::assert_conform("sarif_logs_have_their_form", "tests/escaque/sarif.schema.json", &lines);
}

/// Returns a text after `--fix`.
fn fixed(text: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pgn");
    fs::write(&path, text).unwrap();
    let run = escaque().args(["--fix", "-q"]).arg(&path).output().unwrap();
    assert!(run.status.code().is_some_and(|code| code < 2), "{text}");
    fs::read_to_string(path).unwrap()
}

/// Where a fix would change what is read, nothing is done.
#[test]
fn what_is_not_sure_is_left() {
    for text in [
        // a variation behind the last move, and one before the move that it replaces
        "1. e4 e5 2. Nf3 Nc6 (3. Bb5 a6 4. Ba4) 1/2-1/2\n",
        "[Event \"a\"]\n\n1. e4 e5 (2. Nc3 {the Vienna}) 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2\n",
        // no tag would say any more that White has not come
        "[Event \"a\"]\n\n-:+\n",
        // a star in a word is no result
        "[Result \"1-0\"]\n\n1. e4 e5 2. **Nf3** Nc6 1-0\n",
        // a bracket that closes nothing
        "[Event \"x\"[]\n[White \"A\"]\n\n1. e4 e5 1-0\n",
        // the tag ends a comment that is never closed
        "[Event \"a\"]\n[White \"b\"]\n\n1. e4 e5 {never closed\n[White \"b\"]\n\n1. d4 *\n",
        // the tag says something, in other letters and signs
        "[Result \"победа\"]\n\n1. e4 0-1\n",
        "[Result \"-/+\"]\n\n1. e4 1-0\n",
        // the result may be in the comment, or in the tag
        "1. e4 e5 {White resigned 1-0}\n",
        "[Result \"White won\"]\n\n1. e4\n",
        // the star may stand in the wrong place
        "[Result \"1-0\"]\n\n1. e4 e5 * 2. Nf3 Nc6 1-0\n",
        // the sign of an evaluation
        "1. e4 +0.32 e5 *\n",
        // what is lost may be a letter, and another tag
        "[White \"a\u{1}b\"]\n\n1. e4 *\n",
        "[White \"A\" Black \"B\"]\n\n1. e4 *\n",
        // a season, and two days
        "[Date \"2001/02\"]\n\n1. e4 *\n",
        "[Date \"12-13.2000\"]\n\n1. e4 *\n",
        // a letter typed twice, and what may be a missing piece
        "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkk - 0 1\"]\n[SetUp \"1\"]\n\n1. O-O *\n",
        "[FEN \"4k2r/8/8/8/8/8/8/R3K3 w KQk - 0 1\"]\n[SetUp \"1\"]\n\n1. O-O-O *\n",
        // the header of another game
        "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[White \"C\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n",
        // their order says something
        "1. $1 $14 e4 *\n",
        // the closing bracket may be what is missing
        "1. e4 e5 2. Nf3 Nc6 (3. Bb5 a6 4. Ba4 1-0\n",
        // the game may have been cut off
        "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3.\n",
        // the brackets may be what is left of a variation
        "1. e4 () e5 2. Nf3 Nf3 *\n",
        // captures in coordinates have no sign
        "1. e2e4 d7d5 2. e4d5 d8d5 *\n",
    ] {
        assert_eq!(fixed(text), text);
    }
}

/// The sign behind a move is neither a mark of check nor an evaluation.
#[test]
fn a_forfeit_behind_moves_is_a_result() {
    assert_eq!(fixed("[Result \"+:-\"]\n\n1. e4 e5 +:-\n"), "[Result \"+:-\"]\n\n1. e4 e5 1-0\n");
}

/// Comments and annotations are kept when their brackets go.
#[test]
fn brackets_without_moves_go() {
    for (text, mended) in [
        ("1. e4 (!) e5 *\n", "1. e4 ! e5 *\n"),
        ("1. e4 ({a} {b}) e5 *\n", "1. e4 {a} {b} e5 *\n"),
        ("1. e4 ($14 {unclear}) e5 *\n", "1. e4 $14 {unclear} e5 *\n"),
        ("1. e4 () e5 *\n", "1. e4 e5 *\n"),
    ] {
        assert_eq!(fixed(text), mended);
    }
}

/// The moves of a header may stand elsewhere, and so may the rest of a game with an error.
#[test]
fn no_result_seals_a_game_that_lacks_moves() {
    for text in [
        "[Event \"a\"]\n[Result \"*\"]\n\n[Result \"1-0\"]\n[Event \"b\"]\n\n1. g3 e6 1-0\n",
        "14. f4 Ne7 15. f5 exf5\n\n[Event \"b\"]\n\n1. g3 e6 1-0\n",
        "[Result \"1-0\"]\n\n1. e4 e5 2. Ke3\n",
    ] {
        assert_eq!(fixed(text), text);
    }
}

/// A stray brace shows that the words before it are a part of a comment.
#[test]
fn words_beside_an_error_get_no_braces() {
    let text = "1. e4 e5 White is better (see below). } 2. Nf3 Nc6 *\n";
    assert_eq!(fixed(text), text);
}

/// Fixes that touch each other are made one after the other.
#[test]
fn lines_beside_each_other_are_both_deleted() {
    let text = "[Event \"a\"]\n[ECO \"D37\"]\n[ECO \"D37\"]\n[Event \"a\"]\n\n1. e4 *\n";
    assert_eq!(fixed(text), "[Event \"a\"]\n[ECO \"D37\"]\n\n1. e4 *\n");
}

#[test]
fn what_is_deleted_leaves_a_space_between_tokens() {
    assert_eq!(fixed("1. e4 e5 2. Nf3+Nc6 3. Bb5 a6 *\n"), "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n");
    let text = "1. e4 +1.53/18 0.83s} e5 2. d4 d5 1-0\n";
    assert!(!fixed(text).contains("e41"), "{}", fixed(text));
}

#[test]
fn a_bracketed_move_never_enters_the_line() {
    for (text, line) in [
        ("1. e4 e5 2. Nf3 Nc6 (3. Bb5 a6 4. Ba4) 1/2-1/2", "1. e4 e5 2. Nf3 Nc6 1/2-1/2"),
        (
            "1. e4 e5 (2. Nc3 {the Vienna}) 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2",
        ),
    ] {
        for syntax in ["standard", "lenient"] {
            let arguments = ["-k", "-q", "--format", "pgn", "--width", "none", "--syntax", syntax];
            let written = String::from_utf8(run(&arguments, "a.pgn", text.as_bytes()).0).unwrap();
            assert!(syntax == "lenient" || written.contains(line), "{written}");
            let (fens, _) =
                run(&["-k", "-q", "--format", "fen", "--syntax", syntax], "a.pgn", text.as_bytes());
            let plies = if text.contains("Vienna") { 6 } else { 4 };
            assert_eq!(String::from_utf8(fens).unwrap().lines().count(), plies, "{syntax} {text}");
        }
    }
}

/// Black's number before a move of White's king: neither is played.
#[test]
fn no_move_of_the_other_side_is_played() {
    let text = "1. e4 e5 2. Ke2 Ke7 3. Ke3 (3... Kf6 4. Kf3) 3... Ke6 1-0";
    let (written, _) = run(&["-k", "-q", "--format", "pgn", "--syntax", "lenient"], "a.pgn", text.as_bytes());
    let written = String::from_utf8(written).unwrap();
    assert!(written.contains("2. Ke2 Ke7 3. Ke3 Ke6 1-0"), "{written}");
}

//! The messages about files with errors or warnings.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use escaque::message::ENGLISH;

use crate::{assert_golden, assert_goldens, escaque, files, stem, with_line_ends};

struct Run {
    status: i32,
    stdout: String,
    stderr: String,
}

fn run(arguments: &[&str], input: &[u8]) -> Run {
    let run = escaque().args(arguments).stdin(input).output().unwrap();
    Run {
        status: run.status.code().expect("an exit status"),
        stdout: String::from_utf8(run.stdout).unwrap(),
        stderr: String::from_utf8(run.stderr).unwrap(),
    }
}

#[test]
fn a_broken_file_is_refused_as_a_whole() {
    for path in files("tests/inputs/broken/*pgn") {
        let run = run(&["--lang", "en"], &fs::read(&path).unwrap());
        assert_eq!((run.status, run.stdout.as_str()), (1, ""), "{}", path.display());
        assert_golden(run.stderr, &format!("broken/{}.txt", stem(&path)));
    }
}

/// The inputs that have messages, each with the options under which it has them.
fn files_with_messages() -> Vec<(PathBuf, &'static [&'static str])> {
    let folders: [(&str, &[&str]); 4] = [
        ("broken", &[]),
        ("warned", &[]),
        ("reduced", &["--syntax", "reduced"]),
        ("pedantic", &["--pedantic", "--variant", "cescacs"]),
    ];
    let inputs = |folder| files(&format!("tests/inputs/{folder}/*pgn"));
    folders
        .into_iter()
        .flat_map(|(folder, options)| inputs(folder).into_iter().map(move |path| (path, options)))
        .collect()
}

/// The same inputs, by their options.
pub fn files_by_options() -> BTreeMap<&'static [&'static str], Vec<PathBuf>> {
    let mut by_options: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (path, options) in files_with_messages() {
        by_options.entry(options).or_default().push(path);
    }
    by_options
}

/// Collects the messages in Spanish and Catalan, one golden file for each language.
#[test]
fn messages_come_in_every_language() {
    for language in ["es", "ca"] {
        let mut messages = String::new();
        for (path, options) in files_with_messages() {
            let arguments = [&["--lang", language], options].concat();
            messages += &run(&arguments, &fs::read(&path).unwrap()).stderr;
        }
        let texts = messages.lines().filter(|line| !line.contains('|') && !line.contains("-->"));
        let mut texts: Vec<_> = texts.filter(|line| !line.is_empty()).collect();
        texts.sort_unstable();
        texts.dedup();
        assert_golden(texts.join("\n") + "\n", &format!("languages/{language}.txt"));
    }
}

/// Each text of the language tables is in some golden file or checked elsewhere.
#[test]
fn every_message_has_a_golden_output() {
    // in Gliński's chess; at a terminal, twice; for a full disk; in the tests of usage, of the minimal form;
    // while threads work; of links in a circle; in files in several encodings; in the tests of mending; in languages with
    // other letters
    const ELSEWHERE: [&str; 43] = [
        "pieces_in_letters",
        "notation_of_pgn",
        "keys_hint",
        "errors_of_unchanged",
        "cannot_write_to",
        "choose_fix",
        "choose_fix_help",
        "step_keys",
        "no_game_before",
        "awaits_games",
        "nothing_to_undo",
        "fix_is_certain",
        "fix_is_a_guess",
        "would_be_mended",
        "writes_one_text",
        "exposes_king",
        "binary_to_terminal",
        "hint",
        "no_file",
        "cannot_write",
        "argument_not_utf8",
        "no_place_for_position",
        "no_place_for_variant",
        "indexing",
        "reading",
        "sorting",
        "waiting",
        "no_game_yet",
        "picture_saved",
        "config_unreadable",
        "config_syntax",
        "config_unknown",
        "searching",
        "mixed_encodings",
        "half_characters",
        "not_in_encoding",
        "not_kept",
        "several_names",
        "other_extension",
        "io_too_many_files",
        "io_link_loop",
        "archive_of_several",
        "too_long",
    ];
    let goldens = ["tests/golden/**/*.txt", "tests/golden/lsp/*", "tests/golden/exercises/*"]
        .into_iter()
        .flat_map(files);
    let goldens: String = goldens.map(|path| fs::read_to_string(path).unwrap()).collect();
    // a page is no text; a test beside its script sees that it uses each of its words
    let in_pages = ENGLISH.page.entries();
    for (name, text) in ENGLISH.entries().into_iter().filter(|entry| !in_pages.contains(entry)) {
        let parts = text.split(['{', '}']).step_by(2);
        let seen = parts.into_iter().all(|part| goldens.contains(part));
        assert!(seen || ELSEWHERE.contains(&name), "{name}: {text}");
    }
}

#[test]
fn a_file_with_warnings_is_shown() {
    for path in files("tests/inputs/warned/*pgn") {
        let run = run(&["--lang", "en"], &fs::read(&path).unwrap());
        assert_eq!(run.status, 0, "{}", path.display());
        assert_golden(run.stderr + "\n" + &run.stdout, &format!("warned/{}.txt", stem(&path)));
    }
}

#[test]
fn what_ctl_pgn_forbids_is_told_pedantically() {
    for path in files("tests/inputs/pedantic/*pgn") {
        let file = fs::read(&path).unwrap();
        let options = ["--lang", "en", "--variant", "cescacs", "--check", "--max-errors", "0"];
        let silent = run(&options, &file);
        assert_eq!((silent.status, silent.stderr.matches("[W08").count()), (0, 0), "{}", path.display());
        let run = run(&[&options[..], &["--pedantic"]].concat(), &file);
        assert_eq!(run.status, 0, "{}", path.display());
        assert!(run.stderr.contains("warning["), "{}", path.display());
        assert_golden(run.stderr, &format!("pedantic/{}.txt", stem(&path)));
    }
}

/// What an error costs is no reason to miss the comma behind it.
#[test]
fn what_is_left_out_draws_no_lint() {
    for sign in ["□", "±", "+", "€"] {
        let game = format!("[Variant \"C'escacs\"]\n[Id \"T-1\"]\n1. E7-E13 {sign}, E21-E15 {sign}:\n*\n");
        let run = run(&["--check", "--pedantic", "--lang", "en"], game.as_bytes());
        assert_eq!(run.stderr.matches("error[").count(), 2, "{}", run.stderr);
        assert!(!run.stderr.contains("warning["), "{}", run.stderr);
    }
    // a label that is not behind its bracket, a space among the pieces, a slash that is missing
    for rest in [
        "1. E7-E13, E21-E15\n(1. F8-F12 $[1])\n2. EE5-E9:\n*\n",
        "[TLPD \"/28:k/ 14:2R4/1:1K/ w -- - 0 1\"]\n1. RD14-D16:\n*\n",
        "[TLPD \"/28:k14:2R4/1:1K/ w -- - 0 1\"]\n1. RD14-D16:\n*\n",
    ] {
        let game = format!("[Variant \"C'escacs\"]\n[Id \"T-1\"]\n{rest}");
        let run = run(&["--check", "--pedantic", "--lang", "en"], game.as_bytes());
        assert_eq!(run.stderr.matches("error[").count(), 1, "{}", run.stderr);
        assert!(!run.stderr.contains("warning["), "{}", run.stderr);
    }
}

#[test]
fn the_extension_of_cescacs_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let text = "[Variant \"C'escacs\"]\n[Id \"Test-1\"]\n\n1. E7-E13:\n*\n";
    for (name, is_told) in [("a.ctl-pgn", false), ("a.pgn", true), ("a.txt", false)] {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        let run = run(&["--check", "--pedantic", path.to_str().unwrap()], b"");
        assert_eq!(run.stderr.contains("W0867"), is_told, "{}", run.stderr);
    }
}

#[test]
fn what_ctl_pgn_allows_is_not_told() {
    for pattern in ["examples/*.ctl-pgn", "tests/inputs/shown/document-to-the-letter*.ctl-pgn"] {
        for path in files(pattern) {
            let run = run(&["--check", "--pedantic"], &fs::read(&path).unwrap());
            assert_eq!((run.status, run.stderr.lines().count()), (0, 1), "{}", run.stderr);
        }
    }
}

#[test]
fn the_reduced_form_is_checked_strictly() {
    for path in files("tests/inputs/reduced/*pgn") {
        let file = fs::read(&path).unwrap();
        let run = run(&["--lang", "en", "--syntax", "reduced"], &file);
        let conforms = stem(&path).starts_with("kept");
        assert_eq!(run.status, i32::from(!conforms), "{}: {}", path.display(), run.stderr);
        assert_eq!(run.stdout.is_empty(), !conforms, "{}", path.display());
        assert_golden(run.stderr, &format!("reduced/{}.txt", stem(&path)));
    }
}

#[test]
fn line_ends_do_not_matter() {
    for path in files("tests/inputs/broken/*pgn") {
        let file = fs::read(&path).unwrap();
        let expected = run(&[], &file).stderr;
        for other in with_line_ends(&file) {
            assert_eq!(run(&[], &other).stderr, expected, "{}", path.display());
        }
    }
}

#[test]
fn an_error_is_reported_for_its_game_only() {
    let good = fs::read_to_string(files("tests/inputs/reduced/kept.pgn").remove(0)).unwrap();
    let file = good.replace("e6", "e6 )") + "\n" + &good;
    let run = run(&["--lang", "en", "--syntax", "reduced"], file.as_bytes());
    assert!(run.stderr.contains("has an error") && run.stderr.contains("game 1"), "{}", run.stderr);
}

#[test]
fn missing_files_and_missing_games() {
    let run = escaque().args(["--lang", "en", "tests/no-such-file.pgn"]).output().unwrap();
    assert_eq!(run.status.code(), Some(2));
    assert_golden(run.stderr, "command-line/no-such-file.txt");
    let run = escaque().args(["--lang", "en", "--games", "2-5"]).stdin("1. e4 * 1. d4 *").output().unwrap();
    assert_golden(run.stderr, "command-line/no-such-game.txt");
    let arguments = ["--lang", "en", "--syntax", "reduced", "--variant", "cescacs"];
    let run = escaque().args(arguments).stdin("").output().unwrap();
    assert_golden(run.stderr, "command-line/no-game-of-cescacs.txt");
}

#[test]
fn only_the_first_errors_are_shown_and_all_are_counted() {
    let file = "1. e5 *\n".repeat(1000);
    let run = run(&["--lang", "en"], file.as_bytes());
    assert_eq!(run.stderr.matches("illegal move").count(), 20);
    assert_golden(run.stderr, "command-line/many-errors.txt");
    let warned = self::run(&["--lang", "en"], "1. ed *\n".replace("ed", "e4+").repeat(1000).as_bytes());
    assert_golden(warned.stderr, "command-line/many-warnings.txt");
}

/// A game may have several errors, which count as such in a guess as well.
#[test]
fn as_many_errors_and_warnings_are_shown_on_any_number_of_threads() {
    let game = "1. e4 (1. x) (1. y) 1... e5+ (1... z) 2. Nf3# *\n\n";
    let file = game.repeat(7) + &"1. e4+ *\n\n".repeat(20);
    let shown =
        ["1", "2"].map(|threads| run(&["--lang", "en", "--threads", threads], file.as_bytes()).stderr);
    let [errors, warnings] = ["error[", "warning["].map(|kind| shown[0].matches(kind).count());
    assert_eq!((errors, warnings), (20, 20));
    assert_eq!(shown[0], shown[1]);
}

#[test]
fn keep_going_shows_games_up_to_their_error() {
    let outputs = files("tests/inputs/broken/*pgn").into_iter().map(|path| {
        let run = run(&["--lang", "en", "-k", "--format", "fen"], &fs::read(&path).unwrap());
        assert_eq!(run.status, 1, "{}", path.display());
        let summary = run.stderr.lines().last().unwrap_or_default().to_owned();
        (stem(&path), run.stdout + &summary + "\n")
    });
    assert_goldens(outputs, "keep-going.txt");
}

/// An error in a tag or a variation, or after a result, costs that and nothing else.
#[test]
fn contained_errors_cost_only_their_part() {
    for path in files("tests/inputs/contained/*pgn") {
        for format in ["pgn", "json"] {
            let arguments = ["--lang", "en", "-k", "--format", format];
            let run = run(&arguments, &fs::read(&path).unwrap());
            assert_eq!(run.status, 1, "{}", path.display());
            assert_golden(run.stdout, &format!("contained/{}.{format}", stem(&path)));
            assert_golden(run.stderr, &format!("contained/{}.txt", stem(&path)));
        }
    }
}

#[test]
fn lenient_reading_leaves_errors_out() {
    let paths = ["broken/*pgn", "lenient/*pgn", "contained/broken-tag-lines.pgn"];
    for path in paths.into_iter().flat_map(|path| files(&format!("tests/inputs/{path}"))) {
        let arguments = ["--lang", "en", "--syntax", "lenient", "--format", "fen"];
        let run = run(&arguments, &fs::read(&path).unwrap());
        assert!(!run.stderr.is_empty(), "{}", path.display());
        assert_eq!(run.status != 0, run.stderr.contains("error"), "{}", path.display());
        assert_golden(run.stderr + "\n" + &run.stdout, &format!("lenient/{}.txt", stem(&path)));
    }
}

#[test]
fn incomplete_boards_and_the_summary_of_a_check() {
    let file = fs::read("tests/inputs/broken/several-errors.pgn").unwrap();
    let run = run(&["--lang", "en", "--keep-going"], &file);
    assert_eq!(run.status, 1);
    assert_golden(run.stdout + &run.stderr, "command-line/keep-going.txt");
    let run = self::run(&["--lang", "en", "--check"], &file);
    assert_eq!((run.status, run.stdout.as_str()), (1, ""));
    assert_golden(run.stderr, "command-line/check.txt");
    let file = fs::read("examples/analysis.ctl-pgn").unwrap();
    for (language, summary) in [
        ("en", "games: 1; moves: 6; variations: 5; games with errors: 0\n"),
        ("es", "partidas: 1; movimientos: 6; variaciones: 5; partidas con errores: 0\n"),
        ("ca", "partides: 1; moviments: 6; variacions: 5; partides amb errors: 0\n"),
    ] {
        let run = self::run(&["--lang", language, "--check"], &file);
        assert_eq!((run.status, run.stderr.as_str()), (0, summary));
    }
}

#[test]
fn no_habit_of_numbering_is_an_error() {
    let paths = files("tests/inputs/numbers/*pgn");
    assert!(paths.len() >= 20);
    let outputs = paths.into_iter().map(|path| {
        let notation = if path.extension().is_some_and(|end| end == "ctl-pgn") { "cescacs" } else { "chess" };
        let run =
            run(&["--lang", "en", "--check", "--variant", notation], &fs::read(&path).expect("an input"));
        assert_eq!(run.status, 0, "{}: {}", path.display(), run.stderr);
        (stem(&path), run.stderr)
    });
    assert_goldens(outputs, "numbers.txt");
}

#[test]
fn pedantic_warns_of_wrong_move_numbers() {
    let file =
        "1. e4 1... e5 2. Nf3 2... Nc6 *\n\n[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 9\"]\n1... Kd7 2. Kd2 *";
    assert_eq!(run(&["--lang", "en"], file.as_bytes()).stderr, "");
    let run = run(&["--lang", "en", "--pedantic"], file.as_bytes());
    assert_eq!(run.status, 0);
    assert_golden(run.stderr, "command-line/pedantic.txt");
}

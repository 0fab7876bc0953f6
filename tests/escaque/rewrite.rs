//! Files that are replaced by their own output, and compared with it.

use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use serde_json::Value;
use snapbox::cmd::cargo_bin;
use tempfile::TempDir;

use super::{files, project};

/// A folder with files, in which the program runs.
struct Folder(TempDir);

impl Folder {
    fn new(files: &[(&str, &[u8])]) -> Folder {
        let folder = Folder(tempfile::tempdir().unwrap());
        for (name, bytes) in files {
            fs::write(folder.path(name), bytes).unwrap();
        }
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Runs the program in English. Returns the exit status, standard output and standard error.
    fn run(&self, arguments: &[&str]) -> (i32, Vec<u8>, String) {
        let output = Command::new(cargo_bin!("escaque"))
            .args(["--no-config", "--lang", "en"])
            .args(arguments)
            .current_dir(self.0.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        (output.status.code().unwrap(), output.stdout, String::from_utf8(output.stderr).unwrap())
    }
}

const UNTIDY: &[u8] = b"[Event \"x\"]\n\n1.e4   e5 {a\nb} 1-0\n";
const TIDY: &str = "[Event \"x\"]\n\n1. e4 e5 {a b} 1-0\n";

#[test]
fn a_file_is_replaced_by_its_games() {
    let folder = Folder::new(&[("a.pgn", UNTIDY), ("b.pgn", TIDY.as_bytes())]);
    let old = SystemTime::now() - Duration::from_secs(3600);
    fs::File::options().write(true).open(folder.path("b.pgn")).unwrap().set_modified(old).unwrap();
    let changed = fs::metadata(folder.path("b.pgn")).unwrap().modified().unwrap();
    let (status, out, _) = folder.run(&["--in-place", "--tags", "keep", "-q", "a.pgn", "b.pgn"]);
    assert_eq!((status, out), (0, Vec::new()));
    assert_eq!((folder.read("a.pgn"), folder.read("b.pgn")), (TIDY.into(), TIDY.into()));
    // what stays the same is not written
    assert_eq!(fs::metadata(folder.path("b.pgn")).unwrap().modified().unwrap(), changed);
    assert_eq!(folder.names(), ["a.pgn", "b.pgn"]);
}

#[test]
fn a_file_with_an_error_stays_as_it_is() {
    for target in ["--in-place", "--diff"] {
        let folder = Folder::new(&[("a.pgn", b"1. e4 e5 2. Nf6 *")]);
        let (status, out, messages) = folder.run(&[target, "a.pgn"]);
        assert_eq!((status, out), (1, Vec::new()), "{messages}");
        assert!(messages.ends_with("error: a.pgn has an error; it stays as it is\n\n"), "{messages}");
        assert_eq!(folder.read("a.pgn"), b"1. e4 e5 2. Nf6 *");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_cannot_be_written_is_named() {
    let folder = Folder::new(&[("a.pgn", UNTIDY)]);
    let (status, _, messages) = folder.run(&["-o", "/dev/full", "--format", "pgn", "a.pgn"]);
    assert_eq!((status, &*messages), (2, "error[E0102]: cannot write /dev/full: there is no space left\n\n"));
}

#[test]
fn encodings_and_line_ends_stay() {
    let latin = b"[White \"Mu\xf1oz\"]\r\n\r\n1.e4 *\r\n".to_vec();
    let text = "\u{feff}[White \"Muñoz\"]\r\n\r\n1.e4 *";
    let utf_16: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let utf_32: Vec<u8> = text.chars().map(u32::from).flat_map(u32::to_le_bytes).collect();
    let mac = b"[White \"x\"]\r\r1.e4 *".to_vec();
    let all = [
        ("latin.pgn", &latin[..]),
        ("mark.pgn", text.as_bytes()),
        ("utf-16.pgn", &utf_16),
        ("utf-32.pgn", &utf_32),
        ("mac.pgn", &mac),
    ];
    let folder = Folder::new(&all);
    let names = all.map(|(name, _)| name);
    let (status, ..) = folder.run(&[&["--in-place", "--tags", "keep", "-q"], &names[..]].concat());
    assert_eq!(status, 0);
    let tidy = text.replace("1.e4 *", "1. e4 *\r\n");
    assert_eq!(folder.read("latin.pgn"), b"[White \"Mu\xf1oz\"]\r\n\r\n1. e4 *\r\n");
    assert_eq!(folder.read("mark.pgn"), tidy.as_bytes());
    assert_eq!(folder.read("utf-16.pgn"), tidy.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<_>>());
    assert_eq!(
        folder.read("utf-32.pgn"),
        tidy.chars().map(u32::from).flat_map(u32::to_le_bytes).collect::<Vec<_>>()
    );
    assert_eq!(folder.read("mac.pgn"), b"[White \"x\"]\r\r1. e4 *\r");
}

#[test]
fn characters_that_are_not_shown_stay() {
    let text = "[Event \"a\u{200f}b\u{1b}\"]\n\n1.e4 {\u{5e9}\u{200f} \u{ad}} *\n";
    let folder = Folder::new(&[("a.pgn", text.as_bytes())]);
    folder.run(&["--in-place", "--tags", "keep", "-q", "a.pgn"]);
    assert_eq!(String::from_utf8(folder.read("a.pgn")).unwrap(), text.replace("1.e4", "1. e4"));
}

#[test]
fn a_file_that_would_lose_something_stays_as_it_is() {
    for (name, bytes, status, message) in [
        ("error.pgn", &b"1.e4 e5 2.K *"[..], 1, "E0221"),
        ("text.pgn", b"1.e4 *\nA heading of some words\n1.d4 *", 1, "E0229"),
        ("tag.pgn", b"[White \"A\"]\n[White \"B\"]\n\n1.e4 *", 1, "E0501"),
        ("result.pgn", b"[Result \"0-1\"]\n\n1.e4 1-0", 1, "E0622"),
        ("odd-result.pgn", b"[Result \"adjourned\"]\n\n1.e4 *", 1, "E0504"),
        ("behind.pgn", b"[White \"A\"]\n\n1.e4 * 2.d4 *", 1, "E0229"),
        ("mixed.pgn", b"[White \"Mu\xf1oz\"]\n[Black \"Mu\xc3\xb1oz\"]\n\n1.e4 *", 2, "others are not"),
        ("halves.pgn", b"[White \"\xed\xa0\x80\"]\n\n1.e4 *", 2, "halves"),
        ("packed.pgn", b"\x1f\x8b\x08\0\0\0\0\0\0\x03\x03\0\0\0\0\0\0\0\0\0", 2, "packed"),
        ("none.pgn", b"", 0, "W0104"),
        ("only-text.pgn", b"Nothing but words here", 1, "E0222"),
    ] {
        let folder = Folder::new(&[(name, bytes), ("good.pgn", UNTIDY)]);
        for options in [&["--in-place"][..], &["--in-place", "-k"], &["--in-place", "--syntax", "lenient"]] {
            fs::write(folder.path("good.pgn"), UNTIDY).unwrap();
            let (found, _, messages) =
                folder.run(&[options, &["--tags", "standard", name, "good.pgn"]].concat());
            assert_eq!(found, status, "{name}: {messages}");
            assert!(messages.contains(message), "{name}: {messages}");
            assert_eq!(folder.read(name), bytes, "{name}");
            // the others go on
            assert!(folder.read("good.pgn").ends_with(b"1. e4 e5 {a b} 1-0\n"), "{name}");
        }
        assert_eq!(folder.names().len(), 2, "{name}");
    }
}

#[test]
fn what_the_encoding_does_not_have_is_an_error() {
    let text = b"[White \"Mu\xf1oz\"]\n\n1.e4 $140 *";
    let folder = Folder::new(&[("a.pgn", text)]);
    let (status, _, messages) = folder.run(&["--in-place", "--nags", "glyphs", "a.pgn"]);
    assert!(
        status == 2 && messages.contains("a.pgn stays as it is: its encoding, Windows-1252"),
        "{messages}"
    );
    assert_eq!(folder.read("a.pgn"), text);
}

#[test]
fn options_with_which_games_would_be_lost_are_refused() {
    let folder = Folder::new(&[("a.pgn", UNTIDY)]);
    for arguments in [
        &["--games", "1"][..],
        &["--where", "check"],
        &["--unique"],
        &["-o", "b.pgn"],
        &["--check"],
        &["--count"],
        &["--view"],
        &["--at", "end"],
        &["--format", "minimal"],
        &["--format", "fen"],
        &["-"],
    ] {
        for target in ["--in-place", "--diff"] {
            let (status, out, _) = folder.run(&[&[target, "a.pgn"], arguments].concat());
            assert_eq!((status, out), (2, Vec::new()), "{target} {arguments:?}");
        }
    }
    assert_eq!(folder.run(&["--in-place"]).0, 2);
    assert_eq!(folder.run(&["--in-place", "--diff", "a.pgn"]).0, 2);
    assert_eq!((folder.read("a.pgn"), folder.names()), (UNTIDY.into(), vec!["a.pgn".to_owned()]));
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = Folder::new(&[("a.pgn", UNTIDY)]);
    fs::set_permissions(folder.path("a.pgn"), fs::Permissions::from_mode(0o640)).unwrap();
    symlink("a.pgn", folder.path("link.pgn")).unwrap();
    assert_eq!(folder.run(&["--in-place", "--tags", "keep", "-q", "link.pgn"]).0, 0);
    assert!(fs::symlink_metadata(folder.path("link.pgn")).unwrap().is_symlink());
    assert_eq!(folder.read("a.pgn"), TIDY.as_bytes());
    assert_eq!(fs::metadata(folder.path("a.pgn")).unwrap().permissions().mode() & 0o777, 0o640);
    let (status, _, messages) = folder.run(&["--in-place", "/dev/null"]);
    assert!(status == 2 && messages.contains("not a regular file"), "{messages}");
}

#[test]
fn a_diff_is_applied_by_patch() {
    let many: String = (0..50).map(|n| format!("[Round \"{n}\"]\n\n1.e4 {{x}} e5 1-0\n\n")).collect();
    let latin = b"[White \"Mu\xf1oz\"]\r\n\r\n1.e4 *\r\n\r\n";
    let all = [("a b.pgn", UNTIDY), ("many.pgn", many.as_bytes()), ("latin.pgn", &latin[..])];
    let folder = Folder::new(&all);
    let names = all.map(|(name, _)| name);
    let (status, diff, _) = folder.run(&[&["--diff", "-q"], &names[..]].concat());
    assert_eq!(status, 1);
    for program in [&["patch", "-p1", "--binary"][..], &["git", "apply", "-"]] {
        let patched = Folder::new(&all);
        let mut child = Command::new(program[0]);
        child.args(&program[1..]).current_dir(patched.0.path()).stdin(Stdio::piped()).stdout(Stdio::null());
        let Ok(mut child) = child.spawn() else {
            super::say_skipped("a_diff_is_applied_by_patch", program[0]);
            continue;
        };
        child.stdin.take().unwrap().write_all(&diff).unwrap();
        assert!(child.wait().unwrap().success(), "{}", String::from_utf8_lossy(&diff));
        let rewritten = Folder::new(&all);
        rewritten.run(&[&["--in-place", "-q"], &names[..]].concat());
        for name in names {
            assert_eq!(patched.read(name), rewritten.read(name), "{program:?} {name}");
        }
        assert_eq!(patched.run(&[&["--diff", "-q"], &names[..]].concat()), (0, Vec::new(), String::new()));
    }
    for name in names {
        assert_eq!(folder.read(name), all.iter().find(|file| file.0 == name).unwrap().1);
    }
}

/// The options of style, of which every combination is tried.
const STYLES: [&[&[&str]]; 4] = [
    &[&[], &["--width", "none"], &["--width", "20"]],
    &[&[], &["--one-move-a-line"]],
    &[&[], &["--nags", "glyphs"]],
    &[&[], &["--tags", "keep"]],
];

fn combinations() -> Vec<Vec<&'static str>> {
    let none = vec![Vec::new()];
    STYLES.iter().fold(none, |all, choices| {
        all.iter().flat_map(|one| choices.iter().map(|choice| [&one[..], choice].concat())).collect()
    })
}

/// Returns the games of files, by file, as JSON without what layout changes.
fn games(folder: &Folder, names: &[String]) -> HashMap<String, Vec<Value>> {
    let options = ["-q", "--max-errors", "1", "--format", "json"].map(str::to_owned);
    let arguments: Vec<&str> = options.iter().chain(names).map(String::as_str).collect();
    let (_, lines, _) = folder.run(&arguments);
    let mut games: HashMap<String, Vec<Value>> = HashMap::new();
    for line in String::from_utf8(lines).unwrap().lines() {
        let mut game: Value = serde_json::from_str(line).unwrap();
        let fields = game.as_object_mut().unwrap();
        let file = fields["file"].as_str().unwrap().to_owned();
        // warnings are of how a game is written
        ["file", "line", "warnings"].iter().for_each(|name| drop(fields.remove(*name)));
        join_words(&mut game);
        games.entry(file).or_default().push(game);
    }
    games
}

/// Puts single spaces between the words of all comments.
fn join_words(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match value {
                    Value::Array(comments) if name.starts_with("comments") => {
                        for comment in comments {
                            let words: Vec<_> = comment.as_str().unwrap().split_whitespace().collect();
                            *comment = words.join(" ").into();
                        }
                    }
                    value => join_words(value),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(join_words),
        _ => {}
    }
}

/// Takes the tags out of a game: their names, in small letters, and their values, without those that tell
/// the result, the position or the letters, which the rest of the game tells.
fn take_tags(game: &mut Value) -> Vec<(String, String)> {
    let tags = game.as_object_mut().unwrap().remove("tags").unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let tags = tags.as_array().unwrap().iter();
    let told = ["result", "fen", "setup", "tlpd", "pdtl", "pieceletters"];
    tags.map(|tag| (text(&tag["name"]).to_lowercase(), text(&tag["value"])))
        .filter(|(name, _)| !told.contains(&&**name))
        .collect()
}

/// Returns the name of an input in a folder of all of them.
fn name_of(path: &Path) -> String {
    let name = path.strip_prefix(project()).unwrap().to_string_lossy().replace(['/', '\\'], "-");
    let is_bare_ctl = name.contains("ctl_pgn") && path.extension().is_none();
    if is_bare_ctl { name + ".ctl-pgn" } else { name }
}

#[test]
fn every_layout_says_the_same_and_is_stable() {
    let mut inputs = files("tests/inputs/**/*.pgn");
    inputs.extend(files("tests/inputs/**/*.ctl-pgn"));
    inputs.extend(files("tests/corpus/**/*").into_iter().filter(|path| path.is_file()));
    inputs.extend(files("examples/*pgn"));
    // serde_json reads no deeper nesting, and has several levels for a variation
    let is_deep = |bytes: &[u8]| bytes.iter().filter(|byte| **byte == b'(').count() > 25;
    let read = inputs.iter().map(|path| (name_of(path), fs::read(path).unwrap()));
    let bytes: HashMap<_, _> = read.filter(|(_, bytes)| !is_deep(bytes)).collect();
    let folder = Folder::new(&[]);
    let write = || bytes.iter().for_each(|(name, bytes)| fs::write(folder.path(name), bytes).unwrap());
    write();
    let names = folder.names();
    let before = games(&folder, &names);
    let mut rewritten = 0;
    // every file is laid out in a twentieth of the combinations
    let all = names;
    for (at, style) in combinations().into_iter().enumerate() {
        let is_in_turn = |index: usize| (index + at / 20 + at).is_multiple_of(20);
        let names = all.iter().enumerate().filter(|(index, _)| is_in_turn(*index));
        let names: Vec<String> = names.map(|(_, name)| name.clone()).collect();
        write();
        let lay_out = || {
            let named = names.iter().map(String::as_str);
            let options = ["--in-place", "-q", "--max-errors", "1"].into_iter();
            folder.run(&options.chain(style.iter().copied()).chain(named).collect::<Vec<_>>())
        };
        lay_out();
        let once: HashMap<_, _> = names.iter().map(|name| (name, folder.read(name))).collect();
        let changed: Vec<String> = names.iter().filter(|name| once[name] != bytes[*name]).cloned().collect();
        rewritten += changed.len();
        let mut after = games(&folder, &changed);
        for name in &changed {
            let expected = before.get(name).unwrap_or_else(|| panic!("{name} has an error and is changed"));
            let mut found = after.remove(name).unwrap_or_default();
            assert_eq!(found.len(), expected.len(), "{name} {style:?}");
            for (found, expected) in found.iter_mut().zip(expected) {
                let mut expected = expected.clone();
                let tags = [take_tags(found), take_tags(&mut expected)];
                assert_eq!(found, &expected, "{name} {style:?}");
                if style.contains(&"keep") {
                    // without a tag, a comment before the first move would belong to the game before
                    if tags[1].is_empty() {
                        continue;
                    }
                    assert_eq!(tags[0], tags[1], "{name} {style:?}");
                } else {
                    let lost: Vec<_> = tags[1].iter().filter(|tag| !tags[0].contains(tag)).collect();
                    assert!(lost.is_empty(), "{name} {style:?}: {lost:?}");
                }
            }
        }
        lay_out();
        for name in &names {
            assert_eq!(folder.read(name), once[name], "{name} {style:?}");
        }
    }
    assert!(rewritten > 400, "{rewritten}");
}

/// A text in Windows-1252 behind the mark of UTF-8 keeps both.
#[test]
fn a_mark_before_windows_1252_stays() {
    let bytes = b"\xef\xbb\xbf[White \"Mu\xf1oz\"]\n\n1.e4 e5+ *\n";
    for (options, expected) in [
        (&["--in-place", "--tags", "keep"][..], &b"\xef\xbb\xbf[White \"Mu\xf1oz\"]\n\n1. e4 e5 *\n"[..]),
        (&["--fix"], b"\xef\xbb\xbf[White \"Mu\xf1oz\"]\n\n1.e4 e5 *\n"),
        (&["--diff"], bytes),
    ] {
        let folder = Folder::new(&[("a.pgn", bytes)]);
        let (status, ..) = folder.run(&[options, &["-q", "a.pgn"]].concat());
        assert_eq!(
            (status, folder.read("a.pgn")),
            (i32::from(options == ["--diff"]), expected.to_vec()),
            "{options:?}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_file_with_several_names_is_replaced_by_force_only() {
    let folder = Folder::new(&[("a.pgn", UNTIDY)]);
    fs::hard_link(folder.path("a.pgn"), folder.path("b.pgn")).unwrap();
    let (status, _, messages) = folder.run(&["--in-place", "--tags", "keep", "a.pgn"]);
    assert_eq!((status, folder.read("a.pgn")), (2, UNTIDY.to_vec()));
    assert!(messages.contains("it has several names (hard links)"), "{messages}");
    let (status, ..) = folder.run(&["--in-place", "--force", "--tags", "keep", "-q", "a.pgn"]);
    assert_eq!((status, folder.read("a.pgn")), (0, TIDY.into()));
    assert_eq!(folder.read("b.pgn"), UNTIDY);
}

/// Numbers that no move follows are refused: nothing is written that lacks them.
#[test]
fn a_movetext_of_numbers_stays() {
    let text = b"[Event \"Club\"]\n\n1. 5254 5755 2. 7163 2836 1-0\n";
    let folder = Folder::new(&[("a.pgn", text)]);
    let (status, _, messages) = folder.run(&["--in-place", "-q", "a.pgn"]);
    assert_eq!((status, folder.read("a.pgn")), (1, text.to_vec()));
    assert!(messages.contains("error[E0235]"), "{messages}");
    // what may be an evaluation or the rest of a move is read with a warning, and would be lost
    for text in ["1. e4 0.35 e5 2. Nf3 *\n", "1. e4 7 e5 2. Nf3 *\n"] {
        let folder = Folder::new(&[("a.pgn", text.as_bytes())]);
        assert_eq!(folder.run(&["--check", "-q", "a.pgn"]).0, 0, "{text}");
        assert_eq!((folder.run(&["--in-place", "a.pgn"]).0, folder.read("a.pgn")), (1, text.into()));
    }
    for (text, status) in [
        ("1. e4 e5 (1... 5755) 2. Nf3 *", 1),
        ("1. 2. e4 e5 *", 0),
        ("1. e4 e5 1 2. Nf3 *", 0),
        ("1. e4 e5 2. *", 0),
        ("1. e4 e5 7 (1... c5) 2. Nf3 *", 0),
        ("1. e4 *\n\nHastings 1895\n\n1. d4 *", 0),
    ] {
        let folder = Folder::new(&[("a.pgn", text.as_bytes())]);
        assert_eq!(folder.run(&["--check", "-q", "a.pgn"]).0, status, "{text}");
    }
}

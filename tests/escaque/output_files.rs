//! Output into files (`--output`): names, formats, and what is not overwritten or left half done.

use std::fs;
use std::path::Path;

use snapbox::cmd::Command;
use tempfile::TempDir;

use crate::{assert_golden, escaque, languages, project};

const OPERA: &str = "examples/opera.pgn";
const SEVERAL: &str = "examples/miniatures.pgn";

/// Runs the program with an output of some name in a folder.
fn run(folder: &TempDir, name: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let command: Command = escaque().args(["--lang", "en"]).args(arguments).arg("-o");
    let run = command.arg(folder.path().join(name)).output().unwrap();
    assert!(run.stdout.is_empty(), "{arguments:?}");
    (run.status.code(), String::from_utf8(run.stderr).unwrap())
}

/// Lists the files of a folder.
fn names(folder: &TempDir) -> Vec<String> {
    let files = fs::read_dir(folder.path()).unwrap();
    let mut names: Vec<_> = files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn the_extension_names_the_format() {
    let folder = TempDir::new().unwrap();
    for (name, format) in
        [("a.txt", "boards"), ("a.fen", "fen"), ("a.epd", "epd"), ("a.pgn", "pgn"), ("a.json", "json")]
    {
        assert_eq!(run(&folder, name, &[SEVERAL]), (Some(0), String::new()), "{name}");
        let stdout = escaque().args(["--lang", "en", "--format", format, SEVERAL]).output().unwrap().stdout;
        assert_eq!(fs::read(folder.path().join(name)).unwrap(), stdout, "{name}");
    }
    assert_eq!(run(&folder, "b.txt", &["--format", "fen", OPERA]).0, Some(0));
    let text = fs::read_to_string(folder.path().join("b.txt")).unwrap();
    assert!(text.starts_with("rnbqkbnr/"), "{text}");
    let (status, message) = run(&folder, "c.doc", &[OPERA]);
    assert!(status == Some(2) && message.contains("names no known format"), "{message}");
}

#[test]
fn each_game_or_picture_may_have_its_own_file() {
    let folder = TempDir::new().unwrap();
    assert_eq!(run(&folder, "{game}.pgn", &["--games", "1-3", SEVERAL]), (Some(0), String::new()));
    assert_eq!(names(&folder), ["1.pgn", "2.pgn", "3.pgn"]);
    let games = names(&folder).into_iter().map(|name| fs::read_to_string(folder.path().join(name)).unwrap());
    let together = escaque().args(["--format", "pgn", "--games", "1-3", SEVERAL]).output().unwrap().stdout;
    assert_eq!(games.collect::<String>().as_bytes(), together);

    let folder = TempDir::new().unwrap();
    assert_eq!(run(&folder, "{ply}-{move}.svg", &["--at", "each", OPERA]).0, Some(0));
    let pictures = names(&folder);
    assert_eq!(pictures.len(), 34);
    assert!(pictures.contains(&"00-_.svg".to_owned()) && pictures.contains(&"33-Rd8#.svg".to_owned()));
}

/// Writes games of a few players, and returns the arguments that read them.
fn games_of_players(folder: &TempDir) -> String {
    let players = ["Carlsen, M", "CARLSEN, M", "../up", "", "?", "CON", "a\u{1b}[31mb"];
    let mut text = String::new();
    for round in 1..=3 {
        for player in players {
            text +=
                &format!("[White \"{player}\"]\n[Round \"{round}\"]\n[ECO \"A0{round}\"]\n\n1. e4 e5 *\n\n");
        }
    }
    let path = folder.path().join("players.pgn");
    fs::write(&path, text + "[Variant \"C'escacs\"]\n\n1. E7-E13, E21-E15 *\n").unwrap();
    path.to_str().unwrap().to_owned()
}

/// Lists the files in folders, with the rounds of the games in each.
fn rounds(folder: &Path, prefix: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    names.sort();
    for path in names {
        let name = format!("{prefix}{}", path.file_name().unwrap().to_str().unwrap());
        if path.is_dir() {
            found.extend(rounds(&path, &format!("{name}/")));
        } else {
            let text = fs::read_to_string(path).unwrap();
            let rounds = text.lines().filter_map(|line| line.strip_prefix("[Round \"")?.strip_suffix("\"]"));
            found.push(format!("{name}: {}", rounds.collect::<Vec<_>>().join("")));
        }
    }
    found
}

#[test]
fn games_of_one_name_go_into_one_file() {
    let input = TempDir::new().unwrap();
    let games = games_of_players(&input);
    for threads in ["1", "4"] {
        let folder = TempDir::new().unwrap();
        let arguments = ["-q", "-k", "--threads", threads, &games];
        assert_eq!(run(&folder, "w/{WHITE}.pgn", &arguments), (Some(0), String::new()));
        let expected = [
            "w/Carlsen,_M.pgn: 112233",
            "w/_CON.pgn: 123",
            "w/_up.pgn: 123",
            "w/a_[31mb.pgn: 123",
            "w/unknown.pgn: 112233?",
        ];
        assert_eq!(rounds(folder.path(), ""), expected);
        let folder = TempDir::new().unwrap();
        assert_eq!(run(&folder, "{eco}/{round}/a.pgn", &arguments).0, Some(0));
        assert_eq!(
            rounds(folder.path(), ""),
            [
                "A01/1/a.pgn: 1111111",
                "A02/2/a.pgn: 2222222",
                "A03/3/a.pgn: 3333333",
                "unknown/unknown/a.pgn: ?"
            ]
        );
    }
}

/// Each file is as if its games had been written alone.
#[test]
fn every_file_is_whole() {
    let input = TempDir::new().unwrap();
    let games = games_of_players(&input);
    for (extension, options) in [
        ("html", &[][..]),
        ("csv", &["--format", "moves", "--columns", "file,game,ply"]),
        ("txt", &["--format", "boards"]),
        ("json", &[]),
    ] {
        let folder = TempDir::new().unwrap();
        let arguments = [&["-q", &games][..], options].concat();
        assert_eq!(run(&folder, &format!("{{round}}.{extension}"), &arguments).0, Some(0), "{extension}");
        for round in ["1", "3"] {
            let written = fs::read(folder.path().join(format!("{round}.{extension}"))).unwrap();
            let question = format!("Round = \"{round}\"");
            let format = if options.is_empty() { vec!["--format", extension] } else { options.to_vec() };
            let alone =
                escaque().args(["-q", "--lang", "en", "--where", &question, &games]).args(format).output();
            assert!(written == alone.unwrap().stdout, "{extension}");
        }
    }
}

/// A folder in the place of one of several files is found before any of them is written.
#[test]
fn no_file_is_written_if_one_is_a_folder() {
    let folder = TempDir::new().unwrap();
    let games = folder.path().join("games");
    fs::write(&games, "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n").unwrap();
    fs::create_dir_all(folder.path().join("out/B.pgn")).unwrap();
    for options in [&["-q"][..], &["-q", "--force"]] {
        let (status, message) =
            run(&folder, "out/{White}.pgn", &[options, &[games.to_str().unwrap()]].concat());
        assert!(status == Some(2) && message.ends_with("B.pgn: it is a folder\n\n"), "{message}");
        assert!(!folder.path().join("out/A.pgn").exists());
    }
}

#[test]
fn games_are_divided_into_parts() {
    let input = TempDir::new().unwrap();
    let games = games_of_players(&input);
    let folder = TempDir::new().unwrap();
    let arguments = ["-q", "--per-file", "2", &games];
    assert_eq!(run(&folder, "{part}.pgn", &arguments), (Some(0), String::new()));
    let expected = ["01.pgn: 11", "02.pgn: 11", "03.pgn: 11", "04.pgn: 12", "05.pgn: 22", "06.pgn: 22"];
    assert_eq!(rounds(folder.path(), "")[..6], expected);
    assert_eq!(names(&folder).len(), 11);
    let folder = TempDir::new().unwrap();
    assert_eq!(run(&folder, "{eco}-{part}.pgn", &["-q", "--per-file", "5", &games]).0, Some(0));
    let expected = ["A01-1.pgn: 11111", "A01-2.pgn: 11", "A02-1.pgn: 22222", "A02-2.pgn: 22"];
    assert_eq!(rounds(folder.path(), "")[..4], expected);
}

/// However many names there are, few files are open at a time.
#[cfg(target_os = "linux")]
#[test]
fn thousands_of_names_need_few_open_files() {
    let folder = TempDir::new().unwrap();
    let games = (0..3_000).map(|game| format!("[White \"{}\"]\n\n1. e4 *\n\n", game % 1_500));
    let input = folder.path().join("games.pgn");
    fs::write(&input, games.collect::<String>()).unwrap();
    let program = snapbox::cmd::cargo_bin!("escaque");
    let output = folder.path().join("out/{white}.pgn");
    let line = r#"ulimit -n 64; exec "$0" -q -o "$1" "$2""#;
    let run =
        std::process::Command::new("sh").args(["-c", line]).arg(program).arg(output).arg(input).output();
    let run = run.unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let written = rounds(&folder.path().join("out"), "");
    assert_eq!(written.len(), 1_500);
}

#[test]
fn tags_of_openings_name_files_too() {
    let folder = TempDir::new().unwrap();
    assert_eq!(run(&folder, "{eco}.fen", &["--openings", "--at", "end", OPERA]).0, Some(0));
    assert_eq!(names(&folder), ["C41.fen"]);
}

/// Games are counted through all files, however many threads read them.
#[test]
fn names_are_the_same_with_any_number_of_threads() {
    let folders = ["1", "3"].map(|threads| {
        let folder = TempDir::new().unwrap();
        let arguments = ["--threads", threads, SEVERAL, OPERA];
        assert_eq!(run(&folder, "{game} {white}-{black}.fen", &arguments).0, Some(0));
        folder
    });
    assert_eq!(names(&folders[0]), names(&folders[1]));
    for name in names(&folders[0]) {
        let [one, three] = [0, 1].map(|at: usize| fs::read(folders[at].path().join(&name)).unwrap());
        assert_eq!(one, three, "{name}");
    }
}

/// What cannot be done is told with status 2, and nothing is written.
#[test]
fn nothing_is_written_unless_everything_can_be() {
    let broken = "tests/inputs/broken/illegal-king.pgn";
    for (name, arguments, reason) in [
        ("a.svg", &["--at", "99b", OPERA][..], "a game has no such position"),
        ("a.svg", &["--at", "each", OPERA], "one picture only"),
        ("a.svg", &[SEVERAL], "one picture only"),
        ("{white}.svg", &["--at", "each", OPERA], "would be written to"),
        ("{game}.svg", &[OPERA, "missing.pgn"], "missing.pgn"),
        ("missing/{game}.svg", &[OPERA, "missing.pgn"], "missing.pgn"),
        ("missing/deep/a.svg", &[SEVERAL], "one picture only"),
        ("{eco}.svg", &[SEVERAL], "would be written to"),
    ] {
        let folder = TempDir::new().unwrap();
        let (status, message) = run(&folder, name, arguments);
        assert_eq!(status, Some(2), "{name} {arguments:?}: {message}");
        assert!(message.contains(reason), "{name} {arguments:?}: {message}");
        assert_eq!(names(&folder), [""; 0], "{name} {arguments:?}");
    }
    for name in ["a.svg", "a.html", "a.pgn", "a.txt"] {
        let folder = TempDir::new().unwrap();
        assert_eq!(run(&folder, name, &[broken]).0, Some(1), "{name}");
        assert_eq!(names(&folder), [""; 0], "{name}");
        fs::write(folder.path().join(name), "games").unwrap();
        assert_eq!(run(&folder, name, &["--force", broken]).0, Some(1), "{name}");
        assert_eq!(fs::read_to_string(folder.path().join(name)).unwrap(), "games", "{name}");
    }
}

/// Games that are too short for `--at` are left out, and this is said once, on any number of threads.
#[test]
fn games_without_the_position_are_left_out() {
    let shorter = b"1. e4 e5 2. Nf3 *\n\n1. d4 *\n\n1. c4 c5 2. Nf3 Nf6 *\n";
    let warning = "warning[W0109]: a game has no such position; the last one of game 2 is 1w\n";
    for options in [&["--threads", "1"][..], &["--threads", "4"], &["-k"]] {
        for (format, expected) in [("epd", 2), ("boards", 48)] {
            let run = escaque().args(["--lang", "en", "--at", "2w", "--format", format]).args(options);
            let run = run.stdin(shorter.as_slice()).output().unwrap();
            let (text, messages) =
                (String::from_utf8(run.stdout).unwrap(), String::from_utf8(run.stderr).unwrap());
            assert_eq!(run.status.code(), Some(0), "{options:?}: {messages}");
            assert_eq!(text.lines().count(), expected, "{options:?}: {text}");
            assert!(messages.starts_with(warning), "{messages}");
        }
    }
    let folder = TempDir::new().unwrap();
    assert_eq!(run(&folder, "{game}.svg", &["--at", "ply 5", SEVERAL]).0, Some(0));
    assert_eq!(names(&folder), ["2.svg", "3.svg"]);
}

/// Gives the programs that tests start the default actions of the signals that are sent to them. Under `nohup`, or in
/// the background of a script, tests ignore some of them, which programs would inherit. They do not inherit handlers.
#[cfg(unix)]
fn stop_ignoring_signals() {
    use std::process::Command;
    use std::sync::Arc;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    for signal in [SIGINT, SIGTERM, SIGHUP] {
        let shell =
            Command::new("sh").args(["-c", &format!("kill -{signal} $$")]).status().expect("sh is there");
        if shell.success() {
            // to set a flag that nobody reads is to ignore it, for the tests themselves
            signal_hook::flag::register(signal, Arc::default()).expect("these signals have handlers");
        }
    }
}

/// A signal that ends the program leaves no file behind that is under construction, be it the first one or one
/// of many.
#[cfg(unix)]
#[test]
fn nothing_is_left_by_a_signal() {
    use std::thread;
    use std::time::{Duration, Instant};

    stop_ignoring_signals();
    let input = TempDir::new().unwrap();
    let games = input.path().join("games.pgn");
    fs::write(&games, fs::read_to_string(project().join(OPERA)).unwrap().repeat(60)).unwrap();
    let runs = ["-INT", "-TERM", "-HUP"].into_iter();
    for (signal, files) in runs.flat_map(|signal| [0, 1, 10, 100, 500].map(|files| (signal, files))) {
        let folder = TempDir::new().unwrap();
        let mut run = std::process::Command::new(snapbox::cmd::cargo_bin!("escaque"))
            .args(["--at", "each", "-o"])
            .arg(folder.path().join("{game}-{ply}.svg"))
            .arg(&games)
            .spawn()
            .unwrap();
        let deadline = Instant::now() + Duration::from_secs(60);
        while names(&folder).len() < files && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
        let sent = std::process::Command::new("kill").args([signal, &run.id().to_string()]).status().unwrap();
        assert!(sent.success());
        assert_eq!(run.wait().unwrap().code(), None, "{signal} with {files} files");
        let left: Vec<_> = names(&folder).into_iter().filter(|name| name.starts_with('.')).collect();
        assert_eq!(left, [""; 0], "{signal} with {files} files");
    }
}

/// A placeholder that is not a tag of any game is told, once, with the tag that is probably meant.
#[test]
fn misspelt_tags_in_names_are_told() {
    let folder = TempDir::new().unwrap();
    let mut messages = String::new();
    for (language, name, arguments) in [
        ("en", "{Witte}.pgn", &[][..]),
        ("es", "{Witte}{eco}{site}.pgn", &[]),
        ("ca", "{Foo}{Bar}.pgn", &["--set", "Bar=x"]),
        ("en", "{Line}{game}.pgn", &["--lines"]),
    ] {
        let run = escaque().args(["--lang", language]).args(arguments).args([OPERA, OPERA, "-o"]);
        let run = run.arg(folder.path().join(name)).output().unwrap();
        assert_eq!(run.status.code(), Some(0), "{name}");
        messages += &String::from_utf8(run.stderr).unwrap();
    }
    assert_golden(messages, "output/misspelt.txt");
}

/// What cannot be done is told in every language.
#[test]
fn messages_about_files() {
    let mut messages = String::new();
    for language in languages() {
        for (name, arguments) in [
            ("there.svg", &[OPERA][..]),
            ("{white}.svg", &["--at", "each", OPERA]),
            ("a.svg", &["--at", "each", OPERA]),
            ("{game}.svg", &["--lines", "tests/inputs/changes/studied.pgn"]),
            ("{game}{line}.svg", &["--lines", "--at", "each", "tests/inputs/changes/studied.pgn"]),
            ("a.svg", &["--at", "99b", OPERA]),
            ("a.doc", &[OPERA]),
            ("a.pdf", &[OPERA]),
            ("a{b c}.svg", &[OPERA]),
            ("{event.pgn", &[OPERA]),
            ("{part}.pgn", &[OPERA]),
            ("a.pgn", &["--per-file", "64", OPERA]),
            ("a.svg", &["--at", "23", OPERA]),
            ("a.svg", &["--size", "9000", OPERA]),
            ("a.gif", &["--pace", "0", OPERA]),
        ] {
            let folder = TempDir::new().unwrap();
            fs::write(folder.path().join("there.svg"), "").unwrap();
            let run = escaque().args(["--lang", language]).args(arguments).arg("-o");
            let run = run.arg(folder.path().join(name)).output().unwrap();
            assert_eq!(run.status.code(), Some(2), "{name} {arguments:?}");
            let text = String::from_utf8(run.stderr).unwrap();
            messages += &text.replace(folder.path().to_str().unwrap(), "FOLDER");
        }
    }
    assert_golden(messages, "output/messages.txt");
}

/// A file that cannot be written is told by its name, also if that is only one of those that placeholders make.
#[cfg(unix)]
#[test]
fn what_cannot_be_written_is_named() {
    use std::os::unix::fs::symlink;

    let folder = TempDir::new().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    symlink(path("circle"), path("back")).expect("a link");
    symlink(path("back"), path("circle")).expect("a link");
    symlink(path("nowhere"), path("lost")).expect("a link");
    for (name, told, reason) in [
        ("circle/a.pgn", "circle", "its links lead in a circle"),
        ("circle/{game}.pgn", "circle", "its links lead in a circle"),
        ("lost/a.pgn", "lost", "there is no such file"),
        ("/dev/full", "/dev/full", "there is no space left"),
        ("/proc/a.pgn", "/proc/a.pgn", "there is no such file"),
        ("/proc/{white}.pgn", "/proc/Morphy,_Paul.pgn", "there is no such file"),
    ] {
        let (status, message) = run(&folder, name, &["--format", "pgn", OPERA]);
        let expected = format!("error[E0102]: cannot write {}: {reason}\n\n", path(told).display());
        assert_eq!((status, message), (Some(2), expected), "{name}");
    }
    for (language, told) in [
        ("en", "cannot read FILE: its links lead in a circle"),
        ("es", "no se puede leer FILE: sus enlaces llevan en círculo"),
        ("ca", "no es pot llegir FILE: els seus enllaços porten en cercle"),
    ] {
        let run =
            escaque().args(["--lang", language, "--check"]).arg(path("circle")).output().expect("a run");
        let message = String::from_utf8(run.stderr).expect("a message");
        let message = message.replace(path("circle").to_str().expect("a path"), "FILE");
        assert!(message.starts_with(&format!("error[E0101]: {told}\n")), "{message}");
    }
}

/// A page without games is no page, as a picture without a position is none.
#[test]
fn no_page_is_left_without_games() {
    let none = ["--where", "White = Nobody", OPERA];
    for (name, left) in [("a.html", false), ("{game}.html", false), ("a.svg", false), ("a.pgn", true)] {
        let folder = TempDir::new().expect("a folder");
        let (status, message) = run(&folder, name, &none);
        assert!(status == Some(0) && message.starts_with("warning[W0907]"), "{name}: {message}");
        assert_eq!(names(&folder).len(), usize::from(left), "{name}");
        fs::write(folder.path().join(name), "games").expect("a file");
        assert_eq!(run(&folder, name, &[&["--force"], &none[..]].concat()).0, Some(0), "{name}");
        let text = fs::read_to_string(folder.path().join(name)).expect("a file");
        assert_eq!(text.is_empty(), left, "{name}");
    }
}

#[test]
fn a_file_is_replaced_only_by_force() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.pgn");
    fs::copy(project().join(SEVERAL), &path).unwrap();
    let before = fs::read(&path).unwrap();
    let (status, message) = run(&folder, "a.pgn", &[OPERA]);
    assert!(status == Some(2) && message.contains("exists already"), "{message}");
    assert_eq!(fs::read(&path).unwrap(), before);
    // the file that is read may be the one that is replaced
    let input = path.to_str().unwrap();
    assert_eq!(run(&folder, "a.pgn", &["--force", "--games", "1", input]), (Some(0), String::new()));
    assert!(fs::read(&path).unwrap().len() < before.len());
    assert_eq!(names(&folder), ["a.pgn"]);
}

#[test]
fn a_hyphen_is_standard_output() {
    let folder = TempDir::new().unwrap();
    fs::copy(project().join(OPERA), folder.path().join("a.pgn")).unwrap();
    let before = fs::read(folder.path().join("a.pgn")).unwrap();
    let run = |arguments: &[&str]| {
        escaque()
            .args(arguments)
            .current_dir(folder.path())
            .output()
            .map(|run| (run.status.code(), run.stdout))
            .unwrap()
    };
    for format in ["fen", "pgn", "boards"] {
        let expected = run(&["-q", "--format", format, "a.pgn"]);
        assert_eq!(run(&["-q", "-o", "-", "--format", format, "a.pgn"]), expected, "{format}");
    }
    assert_eq!(run(&["-q", "-o", "-", "--fix", "a.pgn"]), (Some(0), before.clone()));
    assert_eq!(
        (names(&folder), fs::read(folder.path().join("a.pgn")).unwrap()),
        (vec!["a.pgn".to_owned()], before)
    );
}

/// Devices and pipes are written to, and links followed; none is replaced.
#[test]
#[cfg(unix)]
fn only_files_are_replaced() {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    for force in [&[][..], &["--force"]] {
        let run = escaque().arg(OPERA).args(["--format", "fen", "-o", "/dev/null"]).args(force).output();
        assert!(run.unwrap().status.success());
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    }
    let folder = TempDir::new().unwrap();
    let [file, link] = ["a.fen", "link.fen"].map(|name| folder.path().join(name));
    fs::write(&file, "").unwrap();
    fs::set_permissions(&file, PermissionsExt::from_mode(0o640)).unwrap();
    symlink(&file, &link).unwrap();
    assert_eq!(run(&folder, "link.fen", &[OPERA]).0, Some(2));
    assert_eq!(run(&folder, "link.fen", &["--force", OPERA]), (Some(0), String::new()));
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&file).unwrap().starts_with("rnbqkbnr/"));
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn names_of_players_name_no_other_folder() {
    let folder = TempDir::new().unwrap();
    let game = b"[White \"../../x\"]\n[Black \"CON\"]\n\n1. e4 *\n";
    let output = folder.path().join("{white}-{black}.svg");
    let run = escaque().arg("-o").arg(output).stdin(game.as_slice()).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert_eq!(names(&folder), ["_.._x-_CON.svg"]);
    assert!(!Path::new("/x-_CON.svg").exists());
}

/// Standard output is as good as a file for one picture, and for no more.
#[test]
fn standard_output_holds_one_picture() {
    let one = escaque().args(["--format", "svg", OPERA]).output().unwrap();
    assert!(one.status.success() && one.stdout.starts_with(b"<svg"));
    let several = escaque().args(["--format", "svg", "--lang", "en", SEVERAL]).output().unwrap();
    assert_eq!((several.status.code(), several.stdout.len()), (Some(2), 0));
}

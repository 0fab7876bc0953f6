//! The pager at a terminal.

use std::fs;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use rexpect::process::Signal;
use rexpect::session::PtySession;
use snapbox::cmd::cargo_bin;

use crate::emulator::{Terminal, row, spawn};
use crate::{PATIENCE, project};

pub(crate) const HINT: &str = "[q] quit";

fn start(arguments: &[&str]) -> PtySession {
    start_in("en", arguments)
}

fn start_in(language: &str, arguments: &[&str]) -> PtySession {
    let mut command = Command::new(cargo_bin!("escaque"));
    command.args(["--lang", language]).args(arguments);
    session(command)
}

fn session(mut command: Command) -> PtySession {
    command.current_dir(project()).env("TERM", "xterm").env_remove("NO_COLOR");
    spawn(command)
}

fn press(session: &mut PtySession, key: &str) {
    session.send(key).unwrap();
    session.flush().unwrap();
}

#[test]
fn enter_shows_the_next_board_and_the_next_game() {
    let mut session = start(&["tests/inputs/shown/two-short-games.pgn"]);
    for expected in ["Anderssen", "1. White", "1. Black", "2. White", "Zukertort", "1. White", "1. Black"] {
        session.exp_string(expected).unwrap();
        session.exp_string(HINT).unwrap();
        press(&mut session, "\r");
    }
    session.exp_string("2. White").unwrap();
    let last = session.exp_string(HINT).unwrap();
    assert!(!last.contains(HINT), "no board follows: {last}");
    press(&mut session, "\r");
    session.exp_eof().unwrap();
}

#[test]
fn without_a_file_there_is_nothing_to_translate() {
    for (language, reason, usage) in
        [("en", "no file to translate", "Usage:"), ("es", "que traducir", "Uso:")]
    {
        let mut command = Command::new(cargo_bin!("escaque"));
        command.args(["--lang", language]);
        let mut session = session(command);
        session.exp_string(reason).unwrap();
        session.exp_string(usage).unwrap();
        session.exp_eof().unwrap();
    }
}

/// Presses keys. Each must lead to a page with some text.
#[track_caller]
fn go(session: &mut PtySession, steps: &[(&str, &str)]) {
    for (key, expected) in steps {
        press(session, key);
        let page = session.exp_string(HINT).unwrap();
        assert!(page.contains(expected), "{key:?} leads to {expected}, not to {page}");
    }
}

const RIGHT: &str = "\u{1b}[C";
pub(crate) const LEFT: &str = "\u{1b}[D";
const BACKSPACE: &str = "\u{7f}";

#[test]
fn arrows_go_forward_and_back() {
    let mut session = start(&["tests/inputs/shown/two-short-games.pgn"]);
    session.exp_string(HINT).unwrap();
    // there is no page before the first one, which is not shown again either
    press(&mut session, LEFT);
    let again = session.exp_string(HINT).unwrap();
    assert!(!again.contains("Anderssen"), "{again:?}");
    go(
        &mut session,
        &[
            (" ", "1. White"),
            (RIGHT, "1. Black"),
            (LEFT, "1. White"),
            (BACKSPACE, "Anderssen"),
            (RIGHT, "1. White"),
            ("\r", "1. Black"),
            (RIGHT, "2. White"),
            (RIGHT, "Zukertort"),
            (LEFT, "2. White"),
            (RIGHT, "Zukertort"),
            (RIGHT, "1. White"),
            (RIGHT, "1. Black"),
            ("\r", "2. White"),
            (LEFT, "1. Black"),
            (RIGHT, "2. White"),
        ],
    );
    press(&mut session, "\r");
    session.exp_eof().unwrap();
}

#[test]
fn n_goes_to_the_next_game() {
    let mut session = start(&["--format", "speech", "examples/opera.pgn", "examples/miniatures.pgn"]);
    session.exp_string("Opera Box").unwrap();
    session.exp_string(HINT).unwrap();
    go(
        &mut session,
        &[
            (RIGHT, "Move 1, Black"),
            ("n", "The event"),
            (LEFT, "Move 1, Black"),
            (LEFT, "Opera Box"),
            ("n", "The event"),
            ("n", "The event"),
        ],
    );
    for _ in 0..2 {
        go(&mut session, &[("n", "The event")]);
    }
    // nothing follows the last game
    press(&mut session, "n");
    let rest = session.exp_string(HINT).unwrap();
    assert!(!rest.contains("Move"), "{rest}");
    press(&mut session, "q");
    session.exp_eof().unwrap();
}

#[test]
fn the_first_page_of_a_game_fits_into_24_lines() {
    let mut session = start(&["--style", "plain", "examples/opera.pgn"]);
    let page = session.exp_string(HINT).unwrap();
    assert_eq!(page.matches('\n').count(), 23, "the hint is on the 24th line: {page}");
}

/// Returns the rows from a title to the hint, the last row that is not empty.
pub(crate) fn rows_from(screen: &vt100::Screen, title: &str) -> Vec<String> {
    let rows = (0..screen.size().0).map(|at| row(screen, at));
    // above the board, or beside it
    let is_title = |row: &String| row == title || row.ends_with(&format!("  {title}"));
    let mut rows: Vec<_> = rows.skip_while(|row| !is_title(row)).collect();
    while rows.last().is_some_and(String::is_empty) {
        rows.pop();
    }
    rows
}

/// Starts the program and returns the id of its process, too.
fn start_with_id() -> (PtySession, String) {
    let mut command = Command::new("sh");
    let program = cargo_bin!("escaque").display().to_string();
    command.args(["-c", &format!("echo =$$=; exec '{program}' --lang en examples/opera.pgn")]);
    let mut session = session(command);
    session.exp_char('=').unwrap();
    let process = session.exp_char('=').unwrap();
    (session, process)
}

fn run_tool(tool: &str, arguments: &[&str]) {
    assert!(Command::new(tool).args(arguments).status().unwrap().success(), "{tool} {arguments:?}");
}

#[test]
fn stopping_removes_the_hint_and_continuing_shows_it_again() {
    let (mut session, process) = start_with_id();
    session.exp_string(HINT).unwrap();
    run_tool("kill", &["-TSTP", &process]);
    session.exp_string("\u{1b}[J").unwrap();
    run_tool("kill", &["-CONT", &process]);
    session.exp_string(HINT).unwrap();
    go(&mut session, &[("\r", "1. White")]);
}

#[cfg(target_os = "linux")]
#[test]
fn the_hint_is_shortened_to_the_width_of_the_window() {
    let (mut session, process) = start_with_id();
    let window = format!("/proc/{process}/fd/0");
    session.exp_string("[q] quit\r").unwrap();
    run_tool("stty", &["-F", &window, "cols", "17"]);
    session.exp_string("\n[Enter] [q]\r").expect("the names of both keys fit");
    run_tool("stty", &["-F", &window, "cols", "100"]);
    session.exp_string("[q] quit\r").unwrap();
}

#[test]
fn the_hint_is_removed_before_the_next_board() {
    let mut session = start(&["tests/inputs/shown/two-short-games.pgn"]);
    session.exp_string(HINT).unwrap();
    press(&mut session, "\r");
    let between = session.exp_string("1. White").unwrap();
    assert!(between.contains("\u{1b}[J"), "{between:?}");
    let board = session.exp_string(HINT).unwrap();
    assert!(!board.replace("\r\n", "").contains('\n'), "every line feed has a carriage return: {board:?}");
}

#[test]
fn q_and_control_c_end_the_program() {
    for (keys, expected) in [("q", ", 0)"), ("\u{4}", ", 0)"), ("\u{3}", ", 130)"), ("?\u{3}", ", 130)")] {
        let mut session = start(&["examples/opera.pgn"]);
        session.exp_string(HINT).unwrap();
        press(&mut session, keys);
        session.exp_eof().unwrap();
        let status = format!("{:?}", session.process().wait().unwrap());
        assert!(status.starts_with("Exited") && status.ends_with(expected), "{keys:?}: {status}");
    }
}

const HOME: &str = "\u{1b}[H";
pub(crate) const END: &str = "\u{1b}[F";

#[test]
fn home_and_end_go_to_the_ends_of_the_game() {
    let mut session = start(&["examples/opera.pgn", "tests/inputs/shown/two-short-games.pgn"]);
    session.exp_string(HINT).unwrap();
    go(&mut session, &[("l", "1. White"), (END, "Checkmate. White wins."), ("h", "16. Black")]);
    go(&mut session, &[("l", "Checkmate. White wins."), (HOME, "Opera Box"), ("l", "1. White")]);
    // the end has been shown, and so have the boards before it
    go(&mut session, &[(END, "Checkmate. White wins."), ("l", "Anderssen"), ("l", "1. White")]);
    go(&mut session, &[(HOME, "Anderssen"), (END, "2. White"), ("h", "1. Black")]);
    press(&mut session, "q");
    session.exp_eof().unwrap();
}

#[test]
fn the_last_board_waits_and_the_key_for_the_next_one_ends_the_program() {
    for end in ["\r", "q"] {
        let mut session = start(&["examples/opera.pgn"]);
        session.exp_string(HINT).unwrap();
        press(&mut session, END);
        let rest = session.exp_string("[q] quit").unwrap();
        let (_, after) = rest.rsplit_once("White wins.").unwrap();
        // the boards on the way are not drawn
        assert!(!rest.contains("2. White") && !after.contains("[Enter]"), "{after}");
        // there is no next game
        go(&mut session, &[("h", "16. Black"), ("n", ""), (END, "White wins.")]);
        press(&mut session, end);
        let status = format!("{:?}", session.process().wait().unwrap());
        assert!(status.ends_with(", 0)"), "{status}");
    }
}

#[test]
fn the_keys_are_listed_in_the_language_of_the_user() {
    for (language, key, hint) in [("en", "next board", "[q] quit"), ("es", "tablero anterior", "[q] sale")] {
        let mut session = start_in(language, &["examples/opera.pgn"]);
        session.exp_string(hint).unwrap();
        press(&mut session, "?");
        assert!(session.exp_string(hint).unwrap().contains(key));
        // any key goes back
        press(&mut session, "x");
        assert!(session.exp_string(hint).unwrap().contains("Opera Box"));
        press(&mut session, "q");
        session.exp_eof().unwrap();
    }
}

/// Returns whether a screen begins with one text, and ends with a board below a title and the hint.
fn is_at(screen: &vt100::Screen, first: &str, title: &str) -> bool {
    row(screen, 0).starts_with(first) && rows_from(screen, title).last().is_some_and(|row| row.contains(HINT))
}

/// Returns how many boards of squares a screen shows.
fn boards(screen: &vt100::Screen) -> usize {
    screen.contents().matches("  a b c").count().div_ceil(2)
}

/// Boards of which two fit into 24 rows.
const SMALL: [&str; 4] = ["--style", "plain", "--captions", "side"];

#[test]
fn the_way_back_is_in_place_and_the_way_on_scrolls() {
    let mut terminal = Terminal::start(40, &[&SMALL[..], &["examples/opera.pgn"]].concat());
    terminal.wait_for(HINT);
    for title in ["1. Black", "2. White", "2. Black"] {
        terminal.press("\r");
        terminal.wait(title, |screen| is_at(screen, "", title));
    }
    for (key, first, last, shown) in [
        (LEFT, "2. White", "2. White", 1),
        ("h", "1. Black", "1. Black", 1),
        (RIGHT, "2. White", "2. White", 1),
        ("l", "2. Black", "2. Black", 1),
        (RIGHT, "2. Black", "3. White", 2),
        (BACKSPACE, "2. Black", "2. Black", 1),
    ] {
        terminal.press(key);
        terminal.wait(last, |screen| is_at(screen, first, last) && boards(screen) == shown);
    }
    terminal.press("q");
    terminal.wait_for_exit();
}

/// What a terminal keeps of its lines is never overwritten: what is new is scrolled out of the window first, once.
#[test]
fn the_boards_are_kept_above_the_window() {
    let mut terminal = Terminal::start(24, &[&SMALL[..], &["examples/opera.pgn"]].concat());
    terminal.wait_for(HINT);
    for (key, first, title, shown, is_scrolled) in [
        ("\r", "1. White", "1. Black", 2, false),
        ("h", "The event", "1. White", 1, true),
        ("l", "1. Black", "1. Black", 1, false),
        ("l", "1. Black", "2. White", 2, false),
        ("h", "1. Black", "1. Black", 1, true),
    ] {
        let before = terminal.written.len();
        terminal.press(key);
        terminal.wait(title, |screen| is_at(screen, first, title) && boards(screen) == shown);
        let written = String::from_utf8_lossy(&terminal.written[before..]).into_owned();
        let scrolled = written.contains(&("\r\n".repeat(24) + "\u{1b}[1;1H\u{1b}[J"));
        assert_eq!(scrolled, is_scrolled, "{key}, {title}: {written:?}");
    }
    terminal.press("q");
    terminal.wait_for_exit();
}

#[test]
fn a_dumb_terminal_gets_no_escape_sequences() {
    let mut command = Command::new(cargo_bin!("escaque"));
    command.args(["--lang", "en", "examples/opera.pgn"]).current_dir(project()).env("TERM", "dumb");
    let mut session = spawn(command);
    let mut written = session.exp_string(HINT).unwrap();
    for (key, expected) in [("l", "1. Black"), ("h", "Opera Box"), ("l", "1. Black"), ("?", "next board")] {
        press(&mut session, key);
        let page = session.exp_string(HINT).unwrap();
        assert!(page.contains(expected), "{key}: {page}");
        written += &page;
    }
    press(&mut session, "q");
    written += &session.exp_eof().unwrap();
    assert!(!written.contains('\u{1b}'), "{written:?}");
}

#[test]
fn the_last_move_is_marked_in_the_colours_of_the_theme() {
    // the pawn leaves e2, which is light, for e4; and E7, a dark hex, for E13
    let squares = "examples/opera.pgn";
    let hexes = "examples/analysis.ctl-pgn";
    for (file, colorterm, theme, expected) in [
        (squares, "", "blue", "48;5;136m"),
        (squares, "truecolor", "blue", "48;2;196;122;0m"),
        (squares, "24bit", "green", "48;2;196;122;0m"),
        (hexes, "", "blue", "48;5;136m"),
        (hexes, "truecolor", "brown", "48;2;184;108;0m"),
    ] {
        let mut command = Command::new(cargo_bin!("escaque"));
        command.args(["--no-pause", "--theme", theme, file]).env("COLORTERM", colorterm);
        let mut session = session(command);
        let output = session.exp_eof().unwrap();
        assert!(output.contains(expected), "{file}, {colorterm}, {theme}");
        assert_eq!(output.contains("8;2;"), !colorterm.is_empty(), "{file}, {colorterm}, {theme}");
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("config.toml"), "[view]\ntheme = \"green\"\n").unwrap();
    for (theme, expected) in [(None, "48;2;69;102;53m"), (Some("blue"), "48;2;51;95;147m")] {
        let mut command = Command::new(cargo_bin!("escaque"));
        command.args(["--no-pause", squares]).args(theme.map(|theme| format!("--theme={theme}")));
        command.env("COLORTERM", "truecolor").env("ESCAQUE_CONFIG_DIR", folder.path());
        assert!(session(command).exp_eof().unwrap().contains(expected), "{theme:?} beside the configuration");
    }
    // a pipe has the same colours, but moves are not marked there
    for (colorterm, dark, marked) in
        [("", "48;5;25m", "48;5;136m"), ("24bit", "48;2;51;95;147m", "48;2;196;122;0m")]
    {
        let piped =
            crate::escaque().env("COLORTERM", colorterm).args(["--color", "always", squares]).output();
        let piped = String::from_utf8(piped.unwrap().stdout).unwrap();
        assert!(piped.contains(dark) && !piped.contains(marked), "{colorterm}");
    }
}

#[test]
fn the_last_board_says_how_the_game_ended() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pgn");
    for (moves, language, expected) in [
        ("1. e4 e5 1-0", "en", "Result: White wins."),
        ("1. f3 e5 2. g4 Qh4# 0-1", "es", "Jaque mate."),
        (
            "[SetUp \"1\"]\n[FEN \"7k/8/8/8/8/8/1p6/K7 w - - 0 1\"]\n\n1. Kxb2 1/2-1/2",
            "en",
            "insufficient material.",
        ),
    ] {
        fs::write(&path, moves.to_owned() + "\n").unwrap();
        for format in ["boards", "speech"] {
            let mut session = start_in(language, &["--format", format, path.to_str().unwrap()]);
            session.exp_string("[q]").unwrap();
            press(&mut session, END);
            let rest = session.exp_string("[q]").unwrap();
            assert!(rest.contains(expected), "{moves}, {format}: {rest}");
            press(&mut session, "\r");
            session.exp_eof().unwrap();
        }
    }
}

/// Keys without a meaning say so in the place of the hint, and so does `N` in the first game.
#[test]
fn a_key_that_does_nothing_says_so() {
    let mut session = start(&["tests/inputs/shown/two-short-games.pgn"]);
    session.exp_string(HINT).expect("the first page");
    go(
        &mut session,
        &[
            ("x", "x does nothing here; ? shows the keys"),
            ("\u{18}", "Ctrl-X does nothing here"),
            ("N", "no earlier game can be shown"),
            ("n", "Zukertort"),
            ("l", "1. White"),
            ("N", "Initial position"),
        ],
    );
    press(&mut session, "q");
    session.exp_eof().expect("the end");
}

#[test]
fn the_next_game_is_offered_only_if_there_is_one() {
    let two = "tests/inputs/shown/two-short-games.pgn";
    for (arguments, expected) in [
        (&["examples/opera.pgn"][..], [false, false]),
        (&["-k", "examples/opera.pgn"], [false, false]),
        (&["examples/opera.pgn", "examples/evergreen.pgn"], [true, false]),
        (&[two], [true, false]),
        (&["-k", two], [true, false]),
        (&["--games", "1", two], [false, false]),
    ] {
        let mut session = start(arguments);
        let hint = |session: &mut PtySession| session.exp_string(HINT).unwrap();
        assert_eq!(hint(&mut session).contains("[n]"), expected[0], "{arguments:?}");
        if expected[0] {
            press(&mut session, "n");
            assert_eq!(hint(&mut session).contains("[n]"), expected[1], "{arguments:?}");
        }
        press(&mut session, "q");
        session.exp_eof().unwrap();
    }
}

#[test]
fn games_typed_by_hand_end_with_one_control_d() {
    for arguments in [&["--no-pause", "-"][..], &["--no-pause", "-k", "-"], &["--check", "-"]] {
        let mut session = start(arguments);
        session.exp_string("reading games from the terminal; Ctrl-D").unwrap();
        session.send_line("1. e4 e5 *").unwrap();
        press(&mut session, "\u{4}");
        let output = session.exp_eof().unwrap();
        assert!(output.contains("1. Black") || output.contains("games: 1"), "{output}");
    }
    let piped = crate::escaque().args(["--lang", "en", "-"]).stdin("1. e4 e5 *").assert().success();
    piped.stderr_eq("");
}

#[test]
fn keys_come_from_the_terminal_when_the_game_is_piped() {
    let mut command = Command::new("sh");
    let program = cargo_bin!("escaque").display().to_string();
    command.args(["-c", &format!("cat examples/opera.pgn | '{program}' --lang en; echo status $?")]);
    let mut session = session(command);
    for expected in ["Opera Box", "1. White", "1. Black"] {
        session.exp_string(expected).unwrap();
        session.exp_string(HINT).unwrap();
        press(&mut session, "\r");
    }
    session.exp_string(HINT).unwrap();
    press(&mut session, "q");
    session.exp_string("status 0").unwrap();
}

#[test]
fn with_no_pause_the_pager_does_not_stop() {
    let mut session = start(&["--no-pause", "examples/opera.pgn"]);
    let output = session.exp_eof().unwrap();
    assert!(output.contains("17. White") && !output.contains(HINT));
}

#[test]
fn squares_are_coloured_unless_no_color_is_set() {
    let mut session = start(&["--no-pause", "examples/opera.pgn"]);
    assert!(session.exp_eof().unwrap().contains("\u{1b}[48;5;"));
    let mut command = Command::new(cargo_bin!("escaque"));
    command.args(["--no-pause", "examples/opera.pgn"]).current_dir(project()).env("NO_COLOR", "1");
    let mut session = spawn(command);
    assert!(!session.exp_eof().unwrap().contains('\u{1b}'));
}

#[test]
fn the_terminal_is_restored_after_q_and_after_a_signal() {
    let program = cargo_bin!("escaque").display().to_string();
    for (key, end) in [("q", "key"), ("", "signal")] {
        let mut command = Command::new("bash");
        let kill = if end == "signal" { "(sleep 1; pkill -TERM -P $$ escaque) & " } else { "" };
        let script = format!(
            "before=$(stty -g); {kill}'{program}' --lang en examples/opera.pgn; \
             [ \"$before\" = \"$(stty -g)\" ] && echo terminal restored"
        );
        command.args(["-c", &script]);
        let mut session = session(command);
        session.exp_string(HINT).unwrap();
        press(&mut session, key);
        session.exp_string("terminal restored").unwrap();
    }
}

/// Many keys at once lead as far as they would one by one, but only the page that they end at is drawn, and they are not
/// echoed over pages. A stopped program leaves the echo as it was.
#[test]
fn keys_that_wait_pass_pages_over() {
    let arguments = ["--lang", "en", "--no-config", "--style", "drawn", "examples/evergreen.pgn"];
    let mut terminal = Terminal::run(40, "stty echo; exec \"$0\" \"$@\"", &arguments, project());
    terminal.wait_for(HINT);
    terminal.press(&"\r".repeat(20));
    terminal.wait_for("10. Black Nge7");
    let places = terminal.written.windows(6).filter(|bytes| bytes == b"\x1b[1;1H").count();
    assert!(places < 10, "{places} pages");
    assert!(!terminal.written.windows(2).any(|bytes| bytes == b"^M"));
    terminal.signal(Signal::SIGTSTP);
    let start = Instant::now();
    while !terminal.stty(&["-a"]).contains(" echo ") {
        assert!(start.elapsed() < PATIENCE, "the echo is never restored");
    }
    // it stops only after that
    thread::sleep(Duration::from_millis(300));
    terminal.signal(Signal::SIGCONT);
    while terminal.stty(&["-a"]).contains(" echo ") {
        assert!(start.elapsed() < PATIENCE, "the echo stays");
    }
    terminal.press("\r");
    terminal.wait_for("11. White Ba3");
    terminal.press("q");
    terminal.wait_for_exit();
    assert!(terminal.stty(&["-a"]).contains(" echo "), "after the end");
}

#[test]
fn pixels_are_not_written_to_a_terminal() {
    for format in ["png", "gif"] {
        let mut session = start(&["--format", format, "examples/opera.pgn"]);
        session.exp_string("cannot be shown in a terminal").unwrap();
        session.exp_eof().unwrap();
    }
}

/// The questions about guesses: each names the game and the move, shows the position, and numbers the moves.
#[test]
fn guesses_are_chosen_by_number_and_undone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pgn");
    let name = path.to_string_lossy().into_owned();
    let good = "[White \"A\"]\n\n1. e4 *\n\n";
    let text = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc7 dxc6 5. Nd2 Bg4 *\n";
    fs::write(&path, format!("{good}{text}")).unwrap();
    let mut session = start(&["--fix-guesses", "--style", "plain", &name]);
    for (expected, answer) in [
        (&["game 2, A", "B, move 4, White", "r n b q k . . r", "1  Bxc6", "? help"][..], "u"),
        (&["No guess has been applied", "? help"], "?"),
        (&["takes back the guess", "? help"], "9"),
        (&["? help"], "1"),
        (&["move 5, White", "r n b q k . . r", "1  ", "? help"], "u"),
        (&["move 4, White", "1  Bxc6", "? help"], "1"),
        (&["move 5, White", "? help"], "n"),
    ] {
        for text in expected {
            session.exp_string(text).unwrap();
        }
        session.send_line(answer).unwrap();
    }
    session.exp_string("a mistake fixed").unwrap();
    session.exp_eof().unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{good}{}", text.replace("Bxc7", "Bxc6")));
}

//! The viewer at a terminal.

use std::fs;

use rexpect::process::Signal;

use crate::emulator::{Terminal, row};
use crate::project;

/// Returns the numbers of the lines of squares, from top to bottom.
fn numbers(screen: &vt100::Screen) -> String {
    let rows = 0..screen.size().0;
    rows.filter_map(|at| row(screen, at).chars().next().filter(char::is_ascii_digit)).collect()
}

/// Returns whether a row of the screen begins with a text.
fn has_row(screen: &vt100::Screen, beginning: &str) -> bool {
    (0..screen.size().0).any(|at| row(screen, at).starts_with(beginning))
}

#[test]
fn keys_and_resizing_change_the_screen() {
    let mut terminal = Terminal::view(&["examples/evergreen.pgn"]);
    terminal.wait_for("Dufresne, Jean");
    terminal.press("l \r");
    terminal.wait_for_move("Nf3");
    terminal.press("\u{1b}[D");
    terminal.wait_for_move("e5");
    terminal.press("]");
    terminal.wait_for_move("Qxf3?");
    terminal.press("v");
    terminal.wait_for_move("Qh3");
    terminal.press("b");
    terminal.wait_for_move("Qxf3?");
    terminal.press("\u{1b}[<64;10;10M");
    terminal.wait_for_move("Rad1");
    terminal.press("G");
    terminal.wait_for_move("Bxe7#");
    terminal.wait("White at the bottom", |screen| numbers(screen) == "87654321");
    terminal.press("f");
    terminal.wait("Black at the bottom", |screen| numbers(screen) == "12345678");
    terminal.resize(12, 40);
    terminal.wait("smaller", |screen| has_row(screen, "  h g f e d c b a"));
    terminal.resize(40, 120);
    terminal.wait("larger", |screen| has_row(screen, "     h       g       f"));
    terminal.press("q");
    terminal.wait_for_end();
    let status = format!("{:?}", terminal.session.process().wait().unwrap());
    assert!(status.starts_with("Exited") && status.ends_with(", 0)"), "{status}");
}

/// Returns the colour of a text on the screen.
fn color_of(screen: &vt100::Screen, text: &str) -> vt100::Color {
    let found = (0..screen.size().0).find_map(|at| row(screen, at).find(text).map(|byte| (at, byte)));
    let (at, byte) = found.expect("the text is on the screen");
    let column = row(screen, at)[..byte].chars().count();
    let cell = screen.cell(at, u16::try_from(column).expect("a screen is narrow"));
    cell.expect("the screen has the cell").fgcolor()
}

/// The terminal has sixteen colours here, so a text keeps that of the terminal where the background is not known.
#[test]
fn texts_have_colours_for_the_background() {
    for (answer, color) in [
        ("\x1b]11;rgb:ffff/ffff/ffff\x1b\\", vt100::Color::Idx(4)),
        ("\x1b]11;rgb:1818/1818/1818\x07", vt100::Color::Idx(6)),
        ("", vt100::Color::Default),
    ] {
        let mut terminal = Terminal::start(24, &["--view", "examples/evergreen.pgn"]);
        terminal.answer = answer;
        terminal.wait_for("Evans Gambit.");
        terminal.wait(answer, |screen| color_of(screen, "Evans Gambit.") == color);
    }
}

#[test]
fn a_late_answer_is_no_key_and_no_pipe_is_asked() {
    let mut terminal = Terminal::start(24, &["--view", "examples/evergreen.pgn"]);
    terminal.answer = "";
    terminal.wait_for("Dufresne, Jean");
    terminal.press("\x1b]11;rgb:ffff/ffff/ffff\x1b\\l");
    terminal.wait_for_move("e4");
    let mut terminal = Terminal::run(
        24,
        "cat \"$2\" | \"$0\" --no-config $1 -",
        &["--view", "examples/evergreen.pgn"],
        project(),
    );
    terminal.wait_for("Dufresne, Jean");
    assert!(!terminal.written.windows(4).any(|part| part == b"\x1b]11"));
}

#[test]
fn the_board_of_hexes_fits_the_window() {
    let mut terminal = Terminal::view(&["examples/analysis.ctl-pgn"]);
    terminal.wait("a compact board", |screen| has_row(screen, "   4 P  T "));
    terminal.press("l");
    terminal.wait_for_move("E7-E13!");
    terminal.press("v");
    terminal.wait_for_move("F8-F12");
    terminal.resize(40, 80);
    terminal.wait("a full board", |screen| has_row(screen, " 22 "));
    terminal.resize(12, 40);
    terminal.wait_for("The board takes");
    terminal.press("q");
    terminal.wait_for_end();
}

#[test]
fn games_are_listed_searched_and_jumped_to() {
    let mut terminal = Terminal::view(&["examples/miniatures.pgn"]);
    terminal.wait_for("game 1/4");
    terminal.press("o");
    terminal.wait_for("Games in examples/miniatures.pgn: 4");
    terminal.press("/legal\r");
    terminal.wait_for("Games with “legal”: 1 of 4");
    terminal.press("\r");
    terminal.wait_for("game 2/4");
    terminal.press("\t");
    terminal.wait_for("game 3/4");
    terminal.press(":$\r");
    terminal.wait_for("game 4/4");
    terminal.press("?");
    terminal.wait_for("⇧Tab");
    terminal.press("\u{3}");
    terminal.wait_for_end();
}

#[test]
fn a_long_comment_is_read_to_its_end() {
    let mut terminal = Terminal::view(&["tests/inputs/view/annotated.pgn"]);
    terminal.press("l");
    terminal.wait_for("… m: all of it");
    terminal.press("m");
    terminal.wait_for("Esc goes back");
    for _ in 0..40 {
        terminal.press("\u{1b}[<65;10;10M");
    }
    terminal.wait_for("the end.");
    terminal.press("\u{1b}[5~");
    terminal.wait_for("With 1... c5");
    terminal.press("\u{1b}");
    terminal.wait_for("… m: all of it");
    terminal.press("q");
    terminal.wait_for_end();
}

#[test]
fn texts_say_how_to_leave_and_keys_what_they_do() {
    let mut terminal = Terminal::view(&["tests/inputs/view/annotated.pgn"]);
    terminal.press("i");
    terminal.wait_for("tests/inputs/view/annotated.pgn, line 1");
    terminal.wait_for("TimeControl");
    terminal.press("r");
    terminal.wait_for("White to move.");
    terminal.wait_for("Esc goes back");
    terminal.press("\u{1b}");
    terminal.wait_for("q quit");
    for (keys, text) in [
        ("s", "board: 2×1 characters a cell"),
        ("s", "the largest that fits"),
        ("t", "colours: green"),
        ("p", "pieces: figurines"),
        ("z", "z does nothing here"),
        ("h", "this is the start of the game"),
        ("e", "· +0.80"),
        ("E", "there is no mistake before this"),
        ("{", "· +0.30"),
        ("Gl", "this is the end of the line"),
    ] {
        terminal.press(keys);
        terminal.wait_for(text);
    }
    terminal.press("q");
    terminal.wait_for_end();
}

#[test]
fn an_error_is_told_in_full() {
    let mut terminal = Terminal::view(&["tests/inputs/broken/ambiguous-knight.pgn"]);
    terminal.press("G");
    terminal.wait_for("help: did you mean Nbd7");
    terminal.press("q");
    terminal.wait_for_end();
}

#[test]
fn a_reference_leads_to_its_move_and_back() {
    let mut terminal = Terminal::view(&["examples/analysis.ctl-pgn"]);
    terminal.press("ll");
    terminal.wait_for_move("E21-E15");
    terminal.press("#");
    terminal.wait_for_move("NG3-H8!?");
    terminal.press("<");
    terminal.wait_for_move("E21-E15");
    terminal.press("q");
    terminal.wait_for_end();
}

#[test]
fn signals_restore_the_terminal() {
    for signal in [Signal::SIGTERM, Signal::SIGHUP, Signal::SIGINT, Signal::SIGQUIT] {
        let mut terminal = Terminal::view(&["examples/opera.pgn"]);
        terminal.wait_for("Morphy, Paul");
        assert!(terminal.stty(&["-a"]).contains("-icanon"));
        terminal.signal(signal);
        terminal.wait_for_end();
        let status = format!("{:?}", terminal.session.process().wait().unwrap());
        assert!(status.starts_with("Signaled"), "{status}");
        assert!(!terminal.stty(&["-a"]).contains("-icanon"));
    }
}

#[test]
fn the_program_can_be_stopped_and_continued() {
    let mut terminal = Terminal::view(&["examples/opera.pgn"]);
    terminal.press("l");
    terminal.wait_for_move("e4");
    terminal.press("\u{1a}");
    terminal.wait_for_end();
    assert!(!terminal.stty(&["-a"]).contains("-icanon"));
    terminal.signal(Signal::SIGCONT);
    terminal.wait("continued", vt100::Screen::alternate_screen);
    terminal.wait_for_move("e4");
    terminal.press("l");
    terminal.wait_for_move("e5");
    terminal.press("q");
    terminal.wait_for_end();
}

#[test]
fn c_copies_the_position_to_the_clipboard() {
    let mut terminal = Terminal::view(&["examples/opera.pgn"]);
    terminal.wait_for("Morphy, Paul");
    terminal.press("c");
    terminal.wait_for("sent to the terminal");
    let written = String::from_utf8_lossy(&terminal.written).into_owned();
    // the first letters of the initial position in base 64
    assert!(written.contains("\u{1b}]52;c;cm5icWtibnIvcHBwcHBwcHAv"));
    terminal.press("q");
    terminal.wait_for_end();
}

/// A paste is drawn as few times as it comes in pieces, and whoever interrupts does not wait for it.
#[test]
fn a_paste_is_handled_at_once() {
    let mut terminal = Terminal::view(&["examples/opera.pgn"]);
    terminal.wait_for("Morphy, Paul");
    let before = terminal.written.len();
    terminal.press(&("f".repeat(301) + "i"));
    terminal.wait_for("Opera Box");
    let drawn = terminal.written.len() - before;
    assert!(drawn < 50_000, "{drawn} bytes");
    terminal.press(&("q".repeat(50) + "\u{3}"));
    terminal.wait_for_end();
}

#[test]
fn a_file_cannot_control_the_terminal() {
    let mut terminal = Terminal::view(&["tests/inputs/view/hostile.pgn"]);
    terminal.wait_for("Control");
    terminal.press("lG?");
    terminal.wait_for("Moves");
    terminal.press("qq");
    terminal.wait_for_end();
    let file = fs::read_to_string(project().join("tests/inputs/view/hostile.pgn")).unwrap();
    // without the question for the background
    let written = String::from_utf8_lossy(&terminal.written).replace("\u{1b}]11;?\u{1b}\\", "");
    for sequence in ["\u{1b}[31m", "\u{1b}]52", "\u{7}", "\u{202e}"] {
        assert!(file.contains(sequence) && !written.contains(sequence), "{sequence:?}");
    }
}

#[test]
fn the_viewer_needs_a_terminal() {
    let refused =
        crate::escaque().args(["--lang", "en", "-k", "--view", "examples/opera.pgn"]).assert().code(2);
    refused.stderr_eq("error[E0121]: --view needs a terminal\n...");
}

/// Writes so many games, each with its number as its event.
fn numbered(count: usize) -> String {
    (1..=count).map(|number| format!("[Event \"No {number}\"]\n\n1. e4 e5 *\n\n")).collect()
}

#[test]
fn a_pipe_that_never_ends_is_shown_as_it_comes() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pgn"), numbered(3)).unwrap();
    fs::write(folder.path().join("b.pgn"), "[Event \"last\"]\n\n1. d4 Nf6 *\n").unwrap();
    let script =
        "(cat a.pgn; until [ -e go ]; do sleep 0.1; done; cat b.pgn; sleep 1000) | \"$0\" -v --lang en";
    let mut terminal = Terminal::run(24, script, &[], folder.path());
    terminal.wait_for("game 1/3+ · waiting for more");
    terminal.press("l");
    terminal.wait_for_move("e4");
    terminal.press(":$\r");
    terminal.wait_for("game 3/3+");
    terminal.press("\t");
    terminal.wait_for("last game");
    terminal.press("/zzz\r");
    terminal.wait_for("no game with zzz");
    fs::write(folder.path().join("go"), "").unwrap();
    terminal.press("l");
    terminal.wait_for("/4+");
    terminal.press("n:$\r");
    terminal.wait_for("game 4/4+");
    terminal.press("lo");
    terminal.wait_for("0 of 4");
    // the first key clears the search
    terminal.press("q");
    terminal.wait_for("4 last");
    terminal.press("q");
    terminal.wait_for_move("d4");
    terminal.press("q");
    terminal.wait_for_end();
}

#[test]
fn a_truncated_file_is_shown_as_far_as_it_goes() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pgn"), numbered(5000)).unwrap();
    let script = "gzip -c a.pgn | head -c 6000 > cut.pgn.gz; exec \"$0\" -v --lang en cut.pgn.gz";
    let mut terminal = Terminal::run(24, script, &[], folder.path());
    terminal.wait_for("cannot read cut.pgn.gz: it ends too early");
    terminal.press("l");
    terminal.wait_for("game 1/");
    terminal.press("q");
    terminal.wait_for_end();
    terminal.wait_for("error[E0101]: cannot read cut.pgn.gz");
}

#[test]
fn files_that_cannot_be_read_are_left_out() {
    let mut terminal =
        Terminal::view(&["none.pgn", "examples/opera.pgn", "nor.pgn", "examples/miniatures.pgn"]);
    terminal.wait_for("cannot read none.pgn");
    terminal.press(":g3\r");
    terminal.wait_for("examples/miniatures.pgn: game 3/5");
    terminal.press("q");
    terminal.wait_for_end();
    terminal.wait_for("cannot read nor.pgn");
}

#[test]
fn files_in_an_archive_are_named() {
    let folder = project().join("tests/inputs/packed/read");
    let mut terminal = Terminal::run(24, "exec \"$0\" -v --lang en deflated.zip", &[], &folder);
    terminal.wait_for("Anderssen");
    terminal.press(":g2\r");
    terminal.wait_for("deflated.zip:second.pgn: game 2/3");
    terminal.press("q");
    terminal.wait_for_end();
}

/// A file is opened when its turn comes.
#[test]
fn many_files_need_few_descriptors() {
    let folder = tempfile::tempdir().expect("there is room for files");
    for number in 1..=200 {
        let game = format!("[White \"{number}\"]\n\n1. e4 *\n");
        fs::write(folder.path().join(format!("{number:03}.pgn")), game).expect("there is room for a file");
    }
    let script = "ulimit -n 64; exec \"$0\" -v --lang en .";
    let mut terminal = Terminal::run(24, script, &[], folder.path());
    terminal.press(":g200\r");
    terminal.wait_for("200.pgn: game 200/200");
    terminal.press("q");
    terminal.wait_for_end();
    assert!(!String::from_utf8_lossy(&terminal.written).contains("cannot read"));
}

#[test]
fn the_mouse_is_told_of_buttons_only_and_can_be_left_to_the_terminal() {
    let mut terminal = Terminal::view(&["examples/evergreen.pgn"]);
    terminal.wait_for("Dufresne, Jean");
    assert_eq!(terminal.screen.screen().mouse_protocol_mode(), vt100::MouseProtocolMode::PressRelease);
    terminal.press("\u{1b}[<0;46;10M");
    terminal.wait("a move that was clicked", |screen| !row(screen, 23).is_empty());
    terminal.press("q");
    terminal.wait_for_end();
    let mut terminal = Terminal::view(&["--mouse", "off", "examples/evergreen.pgn"]);
    terminal.wait_for("Dufresne, Jean");
    assert_eq!(terminal.screen.screen().mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    terminal.press("q");
    terminal.wait_for_end();
}

#[test]
fn what_the_user_changes_is_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("config/config.toml");
    fs::create_dir(folder.path().join("config")).unwrap();
    fs::write(folder.path().join("a.pgn"), numbered(1)).unwrap();
    fs::write(&file, "# mine\nlang = \"ca\"\n").unwrap();
    let mut terminal = Terminal::run(24, "exec \"$0\" -v a.pgn", &[], folder.path());
    terminal.wait_for("partida 1/1");
    terminal.press("f");
    terminal.wait("Black at the bottom", |screen| numbers(screen) == "12345678");
    terminal.press("q");
    terminal.wait_for_end();
    terminal.wait_for_exit();
    assert_eq!(fs::read_to_string(&file).unwrap(), "# mine\nlang = \"ca\"\n\n[view]\nflip = true\n");
    let mut terminal = Terminal::run(24, "exec \"$0\" -v a.pgn --lang en", &[], folder.path());
    terminal.wait("Black at the bottom", |screen| numbers(screen) == "12345678");
    terminal.wait_for("game 1/1");
    terminal.press("q");
    terminal.wait_for_end();
    let mut terminal = Terminal::run(24, "exec \"$0\" -v a.pgn --no-config", &[], folder.path());
    terminal.wait("White at the bottom", |screen| numbers(screen) == "87654321");
    terminal.press("q");
    terminal.wait_for_end();
    fs::write(&file, "lang = \"en\"\ncolour = 1\n").unwrap();
    let mut terminal = Terminal::run(24, "exec \"$0\" --count a.pgn", &[], folder.path());
    terminal.wait_for("config.toml:2: there is no setting colour");
}

#[test]
fn lines_and_games_are_copied_and_positions_saved() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pgn"), "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 *\n").unwrap();
    let mut terminal = Terminal::run(24, "exec \"$0\" -v a.pgn --lang en", &[], folder.path());
    terminal.wait_for("game 1/1");
    terminal.press("lC");
    terminal.wait_for("moves sent");
    terminal.press("x");
    terminal.wait_for("game sent");
    let written = String::from_utf8_lossy(&terminal.written).into_owned();
    // "1. e4" and the first letters of the game, in base 64
    assert!(
        written.contains("\u{1b}]52;c;MS4gZTQ=") && written.contains("\u{1b}]52;c;W0V2ZW50"),
        "{written:?}"
    );
    terminal.press("S");
    terminal.wait_for("saved as A-B-1w-e4.png");
    terminal.press("S");
    terminal.wait_for("saved as A-B-1w-e4-2.png");
    assert!(folder.path().join("A-B-1w-e4-2.png").exists());
    terminal.press("q");
    terminal.wait_for_end();
}

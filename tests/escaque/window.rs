//! The viewer at a terminal: the program runs in a pseudo-terminal, and an emulator keeps its
//! screen.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use rexpect::process::Signal;
use rexpect::session::{PtySession, spawn_command};
use snapbox::cmd::cargo_bin;

use crate::project;

/// A terminal in which the program runs.
struct Terminal {
    session: PtySession,
    screen: vt100::Parser,
    /// All that the program has written.
    written: Vec<u8>,
}

impl Terminal {
    fn start(arguments: &[&str]) -> Terminal {
        let mut command = Command::new(cargo_bin!("escaque"));
        command.args(["--lang", "en", "--view"]).args(arguments).current_dir(project());
        command.env("TERM", "xterm").env("LANG", "C.UTF-8").env_remove("LC_ALL").env_remove("NO_COLOR");
        let session = spawn_command(command, Some(10_000)).unwrap();
        let mut terminal = Terminal { session, screen: vt100::Parser::new(24, 80, 0), written: Vec::new() };
        terminal.resize(24, 80);
        terminal
    }

    /// Runs `stty` on the terminal and returns its output.
    fn stty(&self, arguments: &[&str]) -> String {
        let terminal = Stdio::from(self.session.process().get_file_handle().unwrap());
        let output = Command::new("stty").args(arguments).stdin(terminal).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    }

    fn resize(&mut self, rows: u16, columns: u16) {
        self.stty(&["rows", &rows.to_string(), "cols", &columns.to_string()]);
        self.screen.screen_mut().set_size(rows, columns);
    }

    fn press(&mut self, keys: &str) {
        self.session.send(keys).unwrap();
        self.session.flush().unwrap();
    }

    fn signal(&mut self, signal: Signal) {
        self.session.process_mut().signal(signal).unwrap();
    }

    /// Waits until a condition on the screen holds.
    #[track_caller]
    fn wait(&mut self, what: &str, holds: impl Fn(&vt100::Screen) -> bool) {
        let start = Instant::now();
        while !holds(self.screen.screen()) {
            let screen = self.screen.screen();
            assert!(start.elapsed() < Duration::from_secs(20), "never {what}:\n{}", screen.contents());
            self.read();
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn read(&mut self) {
        while let Some(byte) = self.session.try_read() {
            let byte = u8::try_from(u32::from(byte)).unwrap();
            self.written.push(byte);
            self.screen.process(&[byte]);
        }
    }

    #[track_caller]
    fn wait_for(&mut self, text: &str) {
        self.wait(text, |screen| screen.contents().contains(text));
    }

    /// Waits until a move is the current one.
    #[track_caller]
    fn wait_for_move(&mut self, text: &str) {
        self.wait(text, |screen| reversed(screen) == text);
    }

    #[track_caller]
    fn wait_for_end(&mut self) {
        self.wait("restored", |screen| !screen.alternate_screen());
        let restored = self.screen.screen();
        assert!(!restored.hide_cursor());
        assert_eq!(restored.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    }
}

/// Returns the text in reverse video.
fn reversed(screen: &vt100::Screen) -> String {
    let (rows, columns) = screen.size();
    let cells = (0..rows).flat_map(|row| (0..columns).filter_map(move |column| screen.cell(row, column)));
    cells.filter(|cell| cell.inverse()).map(vt100::Cell::contents).collect()
}

fn row(screen: &vt100::Screen, row: u16) -> String {
    let (_, columns) = screen.size();
    screen.rows(0, columns).nth(usize::from(row)).unwrap_or_default()
}

#[test]
fn keys_and_resizing_change_the_screen() {
    let mut terminal = Terminal::start(&["examples/evergreen.pgn"]);
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
    terminal.wait("White at the bottom", |screen| row(screen, 0).starts_with("8 "));
    terminal.press("f");
    terminal.wait("Black at the bottom", |screen| row(screen, 0).starts_with("1 "));
    terminal.resize(12, 40);
    terminal.wait("smaller", |screen| row(screen, 8).starts_with("  h g f e d c b a"));
    terminal.resize(40, 120);
    terminal.wait("larger", |screen| row(screen, 24).starts_with("    h     g     f"));
    terminal.press("q");
    terminal.wait_for_end();
    let status = format!("{:?}", terminal.session.process().wait().unwrap());
    assert!(status.starts_with("Exited") && status.ends_with(", 0)"), "{status}");
}

#[test]
fn the_board_of_hexes_fits_the_window() {
    let mut terminal = Terminal::start(&["examples/analysis.ctl-pgn"]);
    terminal.wait("a compact board", |screen| row(screen, 15).starts_with("    P  T  A  B"));
    terminal.press("l");
    terminal.wait_for_move("E7-E13!");
    terminal.press("v");
    terminal.wait_for_move("F8-F12");
    terminal.resize(31, 80);
    terminal.wait("a full board", |screen| row(screen, 29).starts_with("    P  T  A  B"));
    terminal.resize(12, 40);
    terminal.wait_for("too small");
    terminal.press("q");
    terminal.wait_for_end();
}

#[test]
fn games_are_listed_searched_and_jumped_to() {
    let mut terminal = Terminal::start(&["examples/miniatures.pgn"]);
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
    terminal.wait_for("Backspace");
    terminal.press("\u{3}");
    terminal.wait_for_end();
}

#[test]
fn signals_restore_the_terminal() {
    for signal in [Signal::SIGTERM, Signal::SIGHUP, Signal::SIGINT, Signal::SIGQUIT] {
        let mut terminal = Terminal::start(&["examples/opera.pgn"]);
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
    let mut terminal = Terminal::start(&["examples/opera.pgn"]);
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
    let mut terminal = Terminal::start(&["examples/opera.pgn"]);
    terminal.wait_for("Morphy, Paul");
    terminal.press("c");
    terminal.wait_for("position copied");
    let written = String::from_utf8_lossy(&terminal.written).into_owned();
    // the first letters of the initial position in base 64
    assert!(written.contains("\u{1b}]52;c;cm5icWtibnIvcHBwcHBwcHAv"));
    terminal.press("q");
    terminal.wait_for_end();
}

#[test]
fn a_file_cannot_control_the_terminal() {
    let mut terminal = Terminal::start(&["tests/inputs/view/hostile.pgn"]);
    terminal.wait_for("Control");
    terminal.press("lG?");
    terminal.wait_for("Keys");
    terminal.press("qq");
    terminal.wait_for_end();
    let file = fs::read_to_string(project().join("tests/inputs/view/hostile.pgn")).unwrap();
    let written = String::from_utf8_lossy(&terminal.written).into_owned();
    for sequence in ["\u{1b}[31m", "\u{1b}]52", "\u{7}", "\u{202e}"] {
        assert!(file.contains(sequence) && !written.contains(sequence), "{sequence:?}");
    }
}

#[test]
fn the_viewer_needs_a_terminal() {
    let refused = crate::escaque().args(["--lang", "en", "--view", "examples/opera.pgn"]).assert().code(2);
    refused.stderr_eq("error: --view needs a terminal\n...");
}

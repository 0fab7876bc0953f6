//! A terminal for tests: the program runs in a pseudo-terminal, and an emulator keeps its screen.

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rexpect::process::Signal;
use rexpect::session::{PtySession, spawn_command};
use snapbox::cmd::cargo_bin;

use crate::{PATIENCE, project};

/// Starts a command at a pseudo-terminal.
pub fn spawn(command: Command) -> PtySession {
    let milliseconds = u64::try_from(PATIENCE.as_millis()).expect("it is short");
    spawn_command(command, Some(milliseconds)).expect("there are pseudo-terminals")
}

/// A terminal in which the program runs, in English.
pub struct Terminal {
    pub session: PtySession,
    pub screen: vt100::Parser,
    /// All that the program has written.
    pub written: Vec<u8>,
    /// What the terminal answers when it is asked for its background.
    pub answer: &'static str,
}

impl Terminal {
    /// Starts the viewer in a window of 24 rows and 80 columns.
    pub fn view(arguments: &[&str]) -> Terminal {
        let mut terminal = Terminal::start(24, &[&["--view"], arguments].concat());
        terminal
            .wait("the viewer", |screen| screen.alternate_screen() && !screen.contents().trim().is_empty());
        terminal
    }

    /// Starts the program in a window of some rows and 80 columns.
    pub fn start(rows: u16, arguments: &[&str]) -> Terminal {
        let arguments = [&["--lang", "en", "--no-config"], arguments].concat();
        Terminal::run(rows, "exec \"$0\" \"$@\"", &arguments, project())
    }

    /// Runs a script of the shell, in which `$0` is the program, in a window of some rows and 80 columns. The
    /// folder is the current one, and the one of the configuration file.
    pub fn run(rows: u16, script: &str, arguments: &[&str], folder: &Path) -> Terminal {
        let mut command = Command::new("sh");
        // the program may ask for the size of the window as soon as it runs
        let script = format!("stty rows {rows} cols 80; {script}");
        command.args(["-c", &script]).arg(cargo_bin!("escaque")).args(arguments).current_dir(folder);
        command.env("ESCAQUE_CONFIG_DIR", folder.join("config"));
        command.env("TERM", "xterm").env("LANG", "C.UTF-8").env_remove("LC_ALL").env_remove("NO_COLOR");
        let session = spawn(command);
        Terminal { session, screen: vt100::Parser::new(rows, 80, 0), written: Vec::new(), answer: "" }
    }

    /// Runs `stty` on the terminal and returns its output.
    pub fn stty(&self, arguments: &[&str]) -> String {
        let terminal = Stdio::from(self.session.process().get_file_handle().unwrap());
        let output = Command::new("stty").args(arguments).stdin(terminal).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    }

    pub fn resize(&mut self, rows: u16, columns: u16) {
        self.stty(&["rows", &rows.to_string(), "cols", &columns.to_string()]);
        self.screen.screen_mut().set_size(rows, columns);
    }

    pub fn press(&mut self, keys: &str) {
        self.session.send(keys).unwrap();
        self.session.flush().unwrap();
    }

    pub fn signal(&mut self, signal: Signal) {
        self.session.process_mut().signal(signal).unwrap();
    }

    /// Waits until a condition on the screen holds.
    #[track_caller]
    pub fn wait(&mut self, what: &str, holds: impl Fn(&vt100::Screen) -> bool) {
        let start = Instant::now();
        while !holds(self.screen.screen()) {
            let screen = self.screen.screen();
            assert!(start.elapsed() < PATIENCE, "never {what}:\n{}", screen.contents());
            self.read();
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn read(&mut self) {
        while let Some(byte) = self.session.try_read() {
            let byte = u8::try_from(u32::from(byte)).unwrap();
            self.written.push(byte);
            self.screen.process(&[byte]);
            if self.written.ends_with(b"\x1b]11;?\x1b\\") {
                self.press(self.answer);
            }
        }
    }

    #[track_caller]
    pub fn wait_for(&mut self, text: &str) {
        self.wait(text, |screen| screen.contents().contains(text));
    }

    /// Waits until a move is the current one of the viewer.
    #[track_caller]
    pub fn wait_for_move(&mut self, text: &str) {
        self.wait(text, |screen| reversed(screen) == text);
    }

    /// Waits until the program has ended.
    pub fn wait_for_exit(&self) {
        self.session.process().wait().unwrap();
    }

    /// Waits until the viewer has given the terminal back.
    #[track_caller]
    pub fn wait_for_end(&mut self) {
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

/// Returns the text of a row of the screen.
pub fn row(screen: &vt100::Screen, row: u16) -> String {
    let (_, columns) = screen.size();
    screen.rows(0, columns).nth(usize::from(row)).unwrap_or_default()
}

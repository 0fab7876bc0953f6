//! The progress of a pass, as a line in the terminal.

use std::io;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::message::{Language, fill};

/// How long a pass must last before its progress is shown.
const PATIENCE: Duration = Duration::from_secs(1);

const KNOWN_LENGTH: &str = "{bar:30} {bytes}/{total_bytes}  {msg}  {bytes_per_sec}  {eta}";
const UNKNOWN_LENGTH: &str = "{spinner} {bytes}  {msg}  {bytes_per_sec}";

/// A progress line. It is shown only if standard error is a terminal and no output goes to a terminal.
pub struct ProgressLine {
    bar: ProgressBar,
    language: &'static Language,
    is_wanted: bool,
    begun: Instant,
}

impl ProgressLine {
    /// Creates a line. `shows` tells whether anything is written to standard output.
    pub fn new(shows: bool, language: &'static Language) -> ProgressLine {
        let is_wanted = io::stderr().is_terminal() && !(shows && io::stdout().is_terminal());
        ProgressLine { bar: ProgressBar::hidden(), language, is_wanted, begun: Instant::now() }
    }

    /// Returns standard error for messages. The line is hidden while one is written.
    pub fn messages(&self) -> StderrBesideProgress {
        StderrBesideProgress { bar: self.bar.clone() }
    }

    /// Begins a pass over a file. `length` is the length of the file in bytes, if it is known.
    pub fn begin(&mut self, length: Option<u64>) {
        if !self.is_wanted {
            return;
        }
        let template = if length.is_some() { KNOWN_LENGTH } else { UNKNOWN_LENGTH };
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.bar.set_style(style);
        }
        self.bar.reset();
        self.begun = Instant::now();
        match length {
            Some(length) => self.bar.set_length(length),
            None => self.bar.unset_length(),
        }
    }

    /// Sets the numbers of bytes and of games processed so far.
    pub fn update(&self, bytes: u64, games: usize) {
        if !self.is_wanted || self.begun.elapsed() < PATIENCE {
            return;
        }
        // only now, because a line for a short file would only flicker
        if self.bar.is_hidden() {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_message(fill(self.language.games_so_far, &[("count", &games)]));
        self.bar.set_position(bytes);
    }

    /// Clears the line.
    pub fn end(&self) {
        if !self.is_wanted {
            return;
        }
        self.bar.finish_and_clear();
        self.bar.set_draw_target(ProgressDrawTarget::hidden());
    }
}

/// Standard error for messages: the progress line is hidden while one is written.
#[derive(Clone, Debug)]
pub struct StderrBesideProgress {
    bar: ProgressBar,
}

impl Write for StderrBesideProgress {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bar.suspend(|| io::stderr().write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}

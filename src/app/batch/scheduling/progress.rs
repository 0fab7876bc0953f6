//! The progress of a run, as a line in the terminal.

use std::io;
use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::app::environment::{shows_unicode, window};
use crate::message::{Language, fill};
use crate::text::{Printable, Progress};

/// How long a run must last before its progress is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// The number of columns from which the line has room for a bar.
const WIDE: usize = 60;

/// The number of columns from which it has room for more than games.
const NARROW: usize = 24;

/// A progress line: whatever takes more than a second and does not write to the terminal shows it there, on standard
/// error.
pub struct ProgressLine {
    /// Standard error for messages. The line is hidden while one is written.
    pub stderr: StderrBesideProgress,
    language: &'static Language,
    is_wanted: bool,
    begun: Instant,
    /// The name of the file that is read, and its progress.
    file: (String, Progress),
    /// The number of bytes read of that file, and of those before it, in all passes.
    reached: u64,
    before: u64,
}

impl ProgressLine {
    /// Creates a line, unless it is not wanted or standard error is no terminal. `total` returns the number of bytes to
    /// be read in all passes, if it is known.
    pub fn new(
        is_wanted: bool,
        total: impl FnOnce() -> Option<u64>,
        language: &'static Language,
    ) -> ProgressLine {
        let is_wanted = is_wanted && io::stderr().is_terminal();
        let bar = ProgressBar::hidden();
        if is_wanted {
            let total = total();
            let left = fill(language.time_left, &[("time", &"{eta}")]);
            let columns = window()[0];
            let graph = if columns < WIDE { "" } else { "{bar:20} " };
            let template = match total {
                _ if columns < NARROW => "{wide_msg}".to_owned(),
                Some(_) => format!("{graph}{{percent:>3}} %  {left}  {{wide_msg}}"),
                None => "{spinner} {bytes}  {elapsed}  {wide_msg}".to_owned(),
            };
            if let Ok(style) = ProgressStyle::with_template(&template) {
                bar.set_style(if shows_unicode() {
                    style
                } else {
                    style.progress_chars("#-").tick_chars("|/-\\ ")
                });
            }
            total.into_iter().for_each(|total| bar.set_length(total));
        }
        let file = (String::new(), Progress::default());
        let stderr = StderrBesideProgress { bar, is_hidden: Arc::default() };
        ProgressLine { stderr, language, is_wanted, begun: Instant::now(), file, reached: 0, before: 0 }
    }

    /// Does what may write to the terminal. The line is hidden meanwhile.
    pub fn hide_during<T>(&self, write: impl FnOnce() -> T) -> T {
        self.stderr.is_hidden.store(true, Ordering::Relaxed);
        let written = self.stderr.bar.suspend(write);
        self.stderr.is_hidden.store(false, Ordering::Relaxed);
        written
    }

    /// Begins a pass over a file, or goes on with the next one in an archive.
    pub fn begin(&mut self, name: &str, progress: Progress) {
        if self.is_wanted && !progress.is_of_same_file(&self.file.1) {
            self.before += std::mem::take(&mut self.reached);
            self.file = (Printable(name).to_string(), progress);
        }
    }

    /// Notes that the text of the file has been processed up to an offset, and some games of it.
    pub fn update(&mut self, offset: usize, games: usize) {
        if !self.is_wanted {
            return;
        }
        let (name, progress) = &self.file;
        self.reached = progress.done(offset);
        if self.begun.elapsed() < PATIENCE {
            return;
        }
        let bar = &self.stderr.bar;
        bar.set_position(self.before + self.reached);
        // of what has no room, the end of the name is left out
        bar.set_message(format!("{}  {name}", fill(self.language.games_so_far, &[("count", &games)])));
        // only now, because a line for a short file would only flicker
        if bar.is_hidden() {
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// Clears the line for good.
    pub fn end(&mut self) {
        self.is_wanted = false;
        self.stderr.bar.finish_and_clear();
    }
}

/// Standard error for messages: the progress line is hidden while one is written.
#[derive(Clone, Debug)]
pub struct StderrBesideProgress {
    bar: ProgressBar,
    /// Whether it is hidden by [`ProgressLine::hide_during`]; to hide it twice would wait for ever.
    is_hidden: Arc<AtomicBool>,
}

impl Write for StderrBesideProgress {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_hidden.load(Ordering::Relaxed) {
            return io::stderr().write(bytes);
        }
        self.bar.suspend(|| io::stderr().write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}

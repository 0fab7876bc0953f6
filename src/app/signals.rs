//! The signals that end the program, and those that stop or continue it.

use std::{io, thread};

use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::iterator::Signals;

/// Starts a thread that handles the signals that end the program, and some others.
///
/// # Errors
///
/// Returns an error if the signals cannot be handled, or the system cannot create the thread.
pub(super) fn watch(others: &[i32], handle: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM].iter().chain(others))?;
    thread::Builder::new().spawn(move || signals.forever().for_each(handle)).map(drop)
}

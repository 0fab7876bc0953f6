//! The program: its command line, the games it shows one after the other, the pager and
//! the viewer.

mod batch;
mod cli;
mod manual;
mod pager;
#[cfg(feature = "viewer")]
mod viewer;

use std::process::ExitCode;

/// Runs the program with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    batch::run(&cli::Args::from_command_line()).into()
}

//! The program: the command line, and the two ways to show games that it chooses between.
//!
//! `batch` writes the games of files one after the other, with the `pager` between
//! boards at a terminal; the `viewer` shows one game at a time on the whole screen. Neither
//! knows the other. Both use what is here beside them: the command line, the environment,
//! the messages about files as a whole and the exit status.

mod batch;
mod cli;
mod environment;
mod exit_status;
mod manual;
mod messages;
mod pager;
mod selection;
mod size;
mod usage;
#[cfg(feature = "viewer")]
mod viewer;

use std::process::ExitCode;

#[cfg(fuzzing)]
pub use batch::differential::check_chosen as check_differential;
use cli::Args;
use exit_status::ExitStatus;

/// Runs the program with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    match Args::from_command_line() {
        Ok(args) => run(&args),
        Err(reply) => reply.write(),
    }
    .into()
}

/// Does what a command line asks for.
fn run(args: &Args) -> ExitStatus {
    #[cfg(feature = "viewer")]
    if args.view {
        return viewer::run(args);
    }
    batch::run(args)
}

//! The program: the command line, and the two ways to show games that it chooses between.
//!
//! `batch` writes the games of files one after the other, with the `pager` between
//! boards at a terminal; the `viewer` shows one game at a time on the whole screen. Neither
//! knows the other. Both use what is here beside them: the command line, the environment,
//! the messages about files as a whole and the exit status.

mod batch;
pub mod cli;
mod environment;
mod exit_status;
pub mod manual;
mod messages;
mod pager;
mod selection;
pub mod viewer;

use cli::Args;

pub use exit_status::ExitStatus;

/// Does what a command line asks for.
#[must_use]
pub fn run(args: &Args) -> ExitStatus {
    if args.view { viewer::run(args) } else { batch::run(args) }
}

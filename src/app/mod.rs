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
#[cfg(feature = "viewer")]
mod viewer;

use std::io::{self, Write};
use std::process::ExitCode;

use crate::message::{MessageFormat, Reporter, ReporterOptions};
#[cfg(fuzzing)]
pub use batch::differential::check_chosen as check_differential;
use cli::Args;
use exit_status::ExitStatus;
use messages::CannotWrite;

/// Runs the program with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    match Args::from_command_line() {
        Ok(args) => run(&args),
        Err(help) => write_help(&help),
    }
    .into()
}

/// Writes the help or the version.
fn write_help(help: &clap::Error) -> ExitStatus {
    match help.print().and_then(|()| io::stdout().flush()) {
        // a reader that closes the pipe, such as `head`, is no failure
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let options = ReporterOptions {
                format: MessageFormat::Human,
                language: environment::language().language(),
                color: false,
                quiet: false,
                max_shown: None,
            };
            Reporter::new(io::stderr(), options).fail(None, &CannotWrite(error));
            ExitStatus::Failure
        }
        _ => ExitStatus::Success,
    }
}

/// Does what a command line asks for.
fn run(args: &Args) -> ExitStatus {
    #[cfg(feature = "viewer")]
    if args.view {
        return viewer::run(args);
    }
    batch::run(args)
}

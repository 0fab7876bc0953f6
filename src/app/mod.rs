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

use crate::message::{Describe, MessageFormat, Reporter, ReporterOptions};
#[cfg(fuzzing)]
pub use batch::differential::check_chosen as check_differential;
use cli::Args;
use exit_status::ExitStatus;
use messages::{CannotWrite, ClosedOutput};

/// Runs the program with the arguments of the process. Nothing is done if standard output was closed
/// when the process began.
#[must_use]
pub fn main(stdout_was_closed: bool) -> ExitCode {
    let parsed = Args::from_command_line();
    let status = if stdout_was_closed {
        fail(parsed.as_ref().ok(), &ClosedOutput)
    } else {
        parsed.map_or_else(|help| write_help(&help), |args| run(&args))
    };
    status.into()
}

/// Writes the help or the version.
fn write_help(help: &clap::Error) -> ExitStatus {
    match help.print().and_then(|()| io::stdout().flush()) {
        // a reader that closes the pipe, such as `head`, is no failure
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => fail(None, &CannotWrite(error)),
        _ => ExitStatus::Success,
    }
}

/// Reports a problem of the whole program, as the command line asks for if it was understood.
fn fail(args: Option<&Args>, problem: &dyn Describe) -> ExitStatus {
    let by_default = || ReporterOptions {
        format: MessageFormat::Human,
        language: environment::language().language(),
        color: false,
        quiet: false,
        max_shown: None,
    };
    let options = args.map_or_else(by_default, |args| args.reporter_options(args.language(), false));
    Reporter::new(io::stderr(), options).fail(None, problem);
    ExitStatus::Failure
}

/// Does what a command line asks for.
fn run(args: &Args) -> ExitStatus {
    #[cfg(feature = "viewer")]
    if args.view {
        return viewer::run(args);
    }
    batch::run(args)
}

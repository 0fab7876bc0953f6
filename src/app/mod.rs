//! The program: the command line, and the three things that it can start.
//!
//! `batch` writes the games of files one after the other, with the `pager` between boards at a
//! terminal. The `viewer` shows one game at a time on the whole screen. `lsp` serves an editor.
//! None of them knows the others, but for the screen of the viewer, which the pages of `batch` are. All use the modules beside them: the command line, the
//! environment, the messages about files as a whole and the exit status.

mod background;
mod batch;
mod cli;
mod completion;
mod config;
mod differences;
mod environment;
mod file_problems;
mod folders;
mod losses;
#[cfg(feature = "lsp")]
mod lsp;
mod manual;
mod name_template;
mod pager;
mod query;
mod selection;
#[cfg(unix)]
mod signals;
mod size;
mod usage;
#[cfg(feature = "viewer")]
mod viewer;

use std::process::ExitCode;
#[cfg(unix)]
use std::sync::Arc;

#[cfg(fuzzing)]
pub use batch::differential::check_chosen as check_differential;
use cli::{Args, Task};
use environment::ExitStatus;
use file_problems::{FileProblem, fail};
#[cfg(all(fuzzing, feature = "lsp"))]
pub use lsp::differential::{RandomEdit, check_chosen as check_protocol};
// `examples/assets/` asks for what a package installs
pub use manual::{Question, answer};

/// Runs the program with the arguments of the process, and returns its exit status. If standard output was
/// closed when the process began, only `--check` runs, which writes nothing there.
pub fn main(stdout_was_closed: bool) -> ExitCode {
    completion::answer_shell();
    let parsed = Args::from_command_line();
    let only_checks = parsed.as_ref().is_ok_and(|args| args.task == Task::Check);
    if stdout_was_closed && !only_checks {
        let options =
            parsed.map_or_else(|reply| reply.options, |args| args.reporter_options(args.language(), false));
        return fail(options, &FileProblem::ClosedOutput).into();
    }
    match parsed {
        Ok(args) => run(&args),
        Err(reply) => reply.write(),
    }
    .into()
}

/// Does what a command line asks for.
fn run(args: &Args) -> ExitStatus {
    // without a handler, this signal ends the program when a file becomes larger than the system
    // allows; with a handler, writing fails with an error
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    if !args.messaging.quiet {
        args.config.report(args.language());
    }
    match args.task {
        Task::Answer => manual::run(args),
        #[cfg(feature = "lsp")]
        Task::Serve => lsp::run(args),
        #[cfg(feature = "viewer")]
        Task::View => viewer::run(args).unwrap_or_else(|failure| failure),
        _ => batch::run(args).unwrap_or_else(|failure| failure),
    }
}

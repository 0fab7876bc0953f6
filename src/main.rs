//! The program: arguments in, exit status out.

use std::io::{IsTerminal, stdin};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, error::ErrorKind};
use escaque::cli::Args;
use escaque::run::run;

fn main() -> ExitCode {
    let args = Args::parse();
    if args.files.is_empty() && stdin().is_terminal() {
        let message = "no file to translate";
        Args::command().error(ErrorKind::MissingRequiredArgument, message).exit();
    }
    run(&args).into()
}

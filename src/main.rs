//! The program: arguments in, exit status out.

use std::process::ExitCode;

use escaque::cli::Args;
use escaque::run::run;

fn main() -> ExitCode {
    run(&Args::from_command_line()).into()
}

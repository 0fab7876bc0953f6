//! The program: arguments in, exit status out.

use std::process::ExitCode;

use escaque::app::cli::Args;
use escaque::app::run;

fn main() -> ExitCode {
    run(&Args::from_command_line()).into()
}

//! The exit status of the program.

use std::process::ExitCode;

/// How the program ended; the number is the exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExitStatus {
    /// Everything was shown.
    Success = 0,
    /// A file has errors, or is not laid out as it is to be.
    Faulty = 1,
    /// A file cannot be read, or the output cannot be written.
    Failure = 2,
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> ExitCode {
        ExitCode::from(status as u8)
    }
}

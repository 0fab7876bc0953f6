//! The binary; all but one look at standard output is in the library, where tests reach it.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether standard output was closed when the process began.
static STDOUT_WAS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Looks at standard output before `main`, and so before Rust opens `/dev/null` in place of a stream
/// that is closed. Afterwards the output would vanish there without an error.
#[cfg(unix)]
#[ctor::ctor(unsafe)]
fn look_at_stdout() {
    let is_closed = rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err();
    STDOUT_WAS_CLOSED.store(is_closed, Ordering::Relaxed);
}

fn main() -> ExitCode {
    escaque::app::main(STDOUT_WAS_CLOSED.load(Ordering::Relaxed))
}

//! The binary. All code except a check of standard output is in the library, where tests can use
//! it.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether standard output was closed when the process began.
static STDOUT_WAS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Checks standard output before Rust's startup code runs, because that opens `/dev/null` in place
/// of a closed stream. Output would then vanish without an error.
#[cfg(unix)]
#[ctor::ctor(unsafe)]
fn look_at_stdout() {
    let is_closed = rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err();
    STDOUT_WAS_CLOSED.store(is_closed, Ordering::Relaxed);
}

#[cfg(all(target_env = "musl", target_pointer_width = "64"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    escaque::app::main(STDOUT_WAS_CLOSED.load(Ordering::Relaxed))
}

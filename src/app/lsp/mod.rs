//! The language server: documents in a loop.
//!
//! `transport.rs` brings messages from an editor, and `server.rs` answers them in their order, while
//! games that have not been checked yet are checked in slices between messages. A `Document` finds its
//! games again after each change, and keeps what is known of those that have not changed. Each request
//! has a file of its own.

mod capabilities;
mod checked;
mod diagnostics;
mod document;
mod games;
mod server;
mod settings;
#[cfg(test)]
mod tests;
mod text;
mod transport;

use super::cli::Args;
use super::exit_status::ExitStatus;

/// Serves an editor on standard input and output until it asks to exit or is gone.
pub(super) fn run(args: &Args) -> ExitStatus {
    let connection = transport::open();
    let status = server::serve(args, &connection.incoming, &connection.outgoing);
    connection.close();
    status
}

//! The language server: documents in a loop.
//!
//! `transport.rs` brings messages from an editor, and `server.rs` answers them in their order, while
//! games that have not been checked yet are checked in slices between messages. A `Document` finds its
//! games again after each change, and keeps what is known of those that have not changed. Each request
//! has a file of its own.

mod actions;
mod checked;
mod completion;
mod diagnostics;
#[cfg(any(test, fuzzing))]
#[path = "../../../tests/units/lsp_differential.rs"]
pub(super) mod differential;
mod document;
mod formatting;
mod games;
mod hover;
mod links;
mod occurrences;
mod place;
mod requests;
mod semantic_tokens;
mod server;
mod symbols;
#[cfg(test)]
#[path = "../../../tests/units/lsp.rs"]
mod tests;
mod text;

use super::cli::Args;
use super::environment::ExitStatus;

/// Serves an editor on standard input and output until it asks to exit or is gone.
pub(super) fn run(args: &Args) -> ExitStatus {
    let connection = server::open();
    let status = server::serve(args, &connection.incoming, &connection.outgoing);
    connection.close();
    status
}

//! The language server: documents in a loop.
//!
//! `connection.rs` reads messages from an editor, and `server.rs` answers them in their order. Games that have not
//! been checked yet are checked in slices between messages. After each change a `Document` searches
//! again for the games that the change touches, and keeps what is known about the others.
//! `requests.rs` names the file that answers each request: each reads games by the
//! methods of `Document`, and none knows the server.

mod actions;
mod boundaries;
mod capabilities;
mod checked;
mod completion;
mod connection;
mod diagnostics;
#[cfg(any(test, fuzzing))]
#[path = "../../../tests/units/lsp_differential.rs"]
pub(super) mod differential;
mod document;
mod edits;
mod formatting;
mod hover;
mod legal_moves;
mod links;
mod occurrences;
mod place;
mod requests;
mod semantic_tokens;
mod server;
mod settings;
mod symbols;
#[cfg(test)]
#[path = "../../../tests/units/lsp.rs"]
mod tests;
mod text;
mod typing;

use super::cli::Args;
use super::environment::ExitStatus;

/// Serves an editor on standard input and output until it asks to exit or is gone.
pub(super) fn run(args: &Args) -> ExitStatus {
    let options = args.reporter_options(args.language(), false);
    connection::connect(options, |incoming, outgoing| server::serve(args, incoming, outgoing))
}

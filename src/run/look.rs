//! Games on the whole screen.

use std::io::{self, IsTerminal};

use super::messages::{CannotWrite, SourceCaveat};
use super::{Status, files};
use crate::cli::Args;
use crate::diagnostic::Reporter;
use crate::lang::Language;
use crate::source::Source;
use crate::view::library::Library;
use crate::view::view;

/// Shows the games of a command line's files, those of one behind those of the other.
pub(super) fn look_at(args: &Args, language: &'static Language) -> Status {
    let stderr = io::stderr();
    let options = args.reporter_options(language, args.color.paints(stderr.is_terminal()));
    let mut reporter = Reporter::new(stderr, options);
    let mut status = Status::Success;
    let mut sources = Vec::new();
    for path in files(args) {
        match Source::open(&path) {
            Ok(source) => sources.push(source),
            Err(error) => {
                status = Status::Failure;
                reporter.fail(Some(&error.name), &error);
            }
        }
    }
    if sources.is_empty() {
        return status;
    }
    let library = Library::new(sources, args.variant, args.syntax);
    match view(library, args.games.clone(), args.look(), language) {
        Ok(true) => return status,
        Ok(false) => reporter.fail(None, &SourceCaveat::NoGames),
        Err(error) => reporter.fail(None, &CannotWrite(error)),
    }
    Status::Failure
}

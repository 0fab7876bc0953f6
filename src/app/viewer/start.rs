//! Games on the whole screen.

use std::io::{self, IsTerminal};

use super::library::Library;
use super::view;
use crate::app::batch::messages::{CannotWrite, TextProblem};
use crate::app::batch::{ExitStatus, files};
use crate::app::cli::Args;
use crate::message::Language;
use crate::message::Reporter;
use crate::text::Source;

/// Shows the games of a command line's files, those of one behind those of the other.
pub(crate) fn view_files(args: &Args, language: &'static Language) -> ExitStatus {
    let stderr = io::stderr();
    let options = args.reporter_options(language, args.color.paints(stderr.is_terminal()));
    let mut reporter = Reporter::new(stderr, options);
    let mut status = ExitStatus::Success;
    let mut sources = Vec::new();
    for path in files(args) {
        match Source::open(&path) {
            Ok(source) => sources.push(source),
            Err(error) => {
                status = ExitStatus::Failure;
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
        Ok(false) => reporter.fail(None, &TextProblem::NoGames),
        Err(error) => reporter.fail(None, &CannotWrite(error)),
    }
    ExitStatus::Failure
}

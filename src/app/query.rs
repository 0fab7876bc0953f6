//! The question that the command line asks of games (`--where`).

use std::io;

use super::cli::Args;
use super::exit_status::ExitStatus;
use crate::message::{Reporter, ReporterOptions};
use crate::query::{Query, QueryError, QueryFault};
use crate::text::{Source, Span};

/// The question, and the text that messages about it quote.
#[derive(Debug)]
pub(crate) struct WrittenQuery {
    pub(crate) query: Query,
    pub(crate) text: Source,
}

impl WrittenQuery {
    /// Reads the question, if there is one, and reports what is wrong with it.
    ///
    /// # Errors
    ///
    /// Returns the exit status if it cannot be asked.
    pub(crate) fn of_args(args: &Args, options: ReporterOptions) -> Result<Option<WrittenQuery>, ExitStatus> {
        let Some(written) = &args.r#where else { return Ok(None) };
        let text = Source::new("--where", written.clone().into_bytes());
        let mut reporter = Reporter::new(io::stderr(), options);
        let parsed = Query::parse(written).and_then(|query| match args.at {
            Some(choice) if choice.asks() && !query.finds_positions() => {
                Err(QueryError { fault: QueryFault::NoPositions, span: Span::new(0, written.len()) })
            }
            _ => Ok(query),
        });
        match parsed {
            Ok(query) => {
                query.warnings().iter().for_each(|warning| reporter.report_source(&text, warning));
                Ok(Some(WrittenQuery { query, text }))
            }
            Err(error) => {
                reporter.report(&text, None, &error.diagnostic());
                Err(ExitStatus::Failure)
            }
        }
    }
}

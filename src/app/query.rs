//! The question that the command line asks about games (`--where`).

use std::io;
use std::sync::Arc;

use super::cli::Args;
use super::environment::ExitStatus;
use crate::check::GameChecker;
use crate::message::{Reporter, ReporterOptions};
use crate::query::{Facts, Query, QueryError, QueryFault};
use crate::rules::with_rules;
use crate::syntax::Portion;
use crate::text::{Source, Span};

/// The question, and its text, which messages quote.
#[derive(Debug)]
pub(crate) struct WrittenQuery {
    pub(crate) query: Arc<Query>,
    pub(crate) text: Source,
}

impl WrittenQuery {
    /// Reads the question, if there is one, and reports its errors.
    ///
    /// # Errors
    ///
    /// Returns the exit status if the question has an error.
    pub(crate) fn of_args(args: &Args, options: ReporterOptions) -> Result<Option<WrittenQuery>, ExitStatus> {
        let Some(written) = &args.choosing.r#where else { return Ok(None) };
        let text = Source::new("--where", written.clone().into_bytes());
        let parsed = Query::parse(written).and_then(|query| match args.drawing.at {
            Some(choice) if choice.asks() && !query.finds_positions() => {
                Err(QueryError { fault: QueryFault::NoPositions, span: Span::new(0, written.len()) })
            }
            _ => Ok(query),
        });
        let query = parsed.map_err(|error| {
            Reporter::new(io::stderr(), options).report(&text, None, &error.diagnostic());
            ExitStatus::Failure
        })?;
        Ok(Some(WrittenQuery { query: Arc::new(query), text }))
    }
}

/// Reads the first moves of the game whose tags a checker has read, and returns whether they show
/// that it does not answer a question.
pub(crate) fn rejects_beginning(query: &Query, checker: &mut GameChecker<'_>) -> bool {
    /// The number of plies read. It rules out most games when a position is asked for, and is cheap
    /// to read (`docs/performance.md`).
    const PLIES: usize = 16;
    let facts = Facts { illegal: checker.context().options.syntax.illegal(), ..Facts::default() };
    query.may_reject_beginnings()
        && checker.read_on(Portion::Beginning(PLIES)).is_some()
        && with_rules!(checker.game(), R, game => query.rejects_beginning::<R>(game, facts))
}

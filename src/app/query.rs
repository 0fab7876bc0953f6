//! The question that the command line asks about games (`--where`).

use std::io;
use std::sync::Arc;

use super::cli::Args;
use super::environment::ExitStatus;
use crate::check::GameChecker;
use crate::message::{Reporter, ReporterOptions};
#[cfg(feature = "viewer")]
use crate::notation::AnyGame;
use crate::query::{Facts, Query, QueryError, QueryFault};
#[cfg(feature = "viewer")]
use crate::rules::Illegal;
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
        let mut reporter = Reporter::new(io::stderr(), options);
        let parsed = Query::parse(written).and_then(|query| match args.drawing.at {
            Some(choice) if choice.asks() && !query.finds_positions() => {
                Err(QueryError { fault: QueryFault::NoPositions, span: Span::new(0, written.len()) })
            }
            _ => Ok(query),
        });
        match parsed {
            Ok(query) => Ok(Some(WrittenQuery { query: Arc::new(query), text })),
            Err(error) => {
                reporter.report(&text, None, &error.diagnostic());
                Err(ExitStatus::Failure)
            }
        }
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

/// Reads the next game of a checker, only as far as the answer requires, and returns whether it
/// answers a question.
#[cfg(feature = "viewer")]
pub(crate) fn answers(query: &Query, checker: &mut GameChecker<'_>) -> bool {
    let Some(tags) = checker.read(Portion::Tags) else { return false };
    query.by_tags(&checker.game().shown_tags(), checker.game().known_outcome()).unwrap_or_else(|| {
        let reading = checker.read_on(Portion::Whole).unwrap_or(tags);
        let context = checker.context();
        with_rules!(checker.game(), R, game => {
            let has_error =
                query.asks_for_errors() && context.of_game::<R>(game, reading, None).error().is_some();
            let facts = Facts { has_error, illegal: context.options.syntax.illegal(), wants_positions: false };
            query.find::<R>(game, facts).is_some()
        })
    })
}

/// Returns the number of plies before the first position that answers a question, or `None` if a
/// game has no such position.
#[cfg(feature = "viewer")]
pub(crate) fn first_answer(query: &Query, game: &AnyGame<'_>, illegal: Illegal) -> Option<usize> {
    let facts = Facts { has_error: false, illegal, wants_positions: true };
    with_rules!(game, R, game => query.find::<R>(game, facts))?.plies.first().copied()
}

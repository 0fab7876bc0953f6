//! Finds the games with which longer games begin, before any is written (`--unique=beginnings`).

use std::io;

use super::output::{LongerGames, Output, Reading, Sink};
use super::scheduling::progress::ProgressLine;
use super::{AnyFormat, Batch, total_length};
use crate::app::cli::{Args, Task, Unique};
use crate::app::pager::Pager;
use crate::app::query::WrittenQuery;
use crate::message::Reporter;

/// Reads all games that are chosen twice, if beginnings are asked for. What is wrong with them is told later, when they
/// are written.
pub(super) fn find(args: &Args, query: Option<&WrittenQuery>, has_line: bool) -> Option<LongerGames> {
    if args.choosing.unique != Some(Unique::Beginnings) {
        return None;
    }
    let language = args.language();
    let mut longer = LongerGames::default();
    longer.shows_faulty = args.goes_game_by_game();
    let mut args = args.clone();
    args.task = Task::Check;
    // a game may be the beginning of one that is not written
    args.choosing.limit = None;
    for then in [Reading::Longer, Reading::Nothing] {
        let reporter = Reporter::new(Box::new(io::sink()) as _, args.reporter_options(language, false));
        let sink = Sink::to(Pager::new(Box::new(io::sink()), false, language));
        let mut output = Output::new(&args, reporter, sink);
        output.duplicates.longer = Some(longer);
        let line = ProgressLine::new(has_line, || total_length(&args), language);
        let mut batch = Batch::new(&args, query, output, line);
        // nothing is written that could fail
        let _ = batch.files(&mut AnyFormat::of_args(&args, false, false));
        longer = batch.output.duplicates.longer.take().unwrap_or_default();
        longer.reading = then;
    }
    Some(longer)
}

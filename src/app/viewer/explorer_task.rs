//! What was played in a position in all games, added up in the background.

use std::sync::Arc;

use super::game_index::GameIndex;
use super::index_task::IndexTask;
use crate::app::query::rejects_beginning;
use crate::check::GameChecker;
use crate::format::{
    Context, Explorer, ExplorerLayout, Format, FormatOptions, PlainPages, PositionChoice, Sum,
};
use crate::message::Language;
use crate::query::{Facts, Query};
use crate::rules::with_rules;
use crate::syntax::Portion;

/// The sum over the games of an index, once the work has begun.
pub type ExplorerTask = IndexTask<Option<Box<dyn Sum>>>;

impl IndexTask<Option<Box<dyn Sum>>> {
    /// Starts to add up what was played in the position that a question is about.
    pub fn explore(index: &Arc<GameIndex>, query: Query, language: &'static Language) -> Arc<ExplorerTask> {
        let positions = Some(PositionChoice::Matches);
        let options = FormatOptions { language, positions, ..FormatOptions::default() };
        let mut explorer = Explorer::new(ExplorerLayout::Table, options);
        let mut next = 0;
        ExplorerTask::start(index, move |index, task, count, _| {
            if next >= count {
                return false;
            }
            next = task.visit(index, next..count, |_, checker| {
                let written = write_played(&query, checker, &mut explorer);
                let found = &mut *task.found();
                if found.is_none() {
                    *found = explorer.sum();
                }
                found.iter_mut().for_each(|sum| sum.add(&written));
            });
            true
        })
    }
}

/// Writes the next game of a checker, up to its error if it has one. Writes nothing if it has not the position.
fn write_played(query: &Query, checker: &mut GameChecker<'_>, explorer: &mut Explorer) -> Vec<u8> {
    let mut pages = PlainPages::new(Vec::new());
    let Some(tags) = checker.read(Portion::Tags) else { return Vec::new() };
    if rejects_beginning(query, checker) {
        return Vec::new();
    }
    let reading = checker.read_on(Portion::Whole).unwrap_or(tags);
    let context = checker.context();
    let illegal = context.options.syntax.illegal();
    let facts = Facts { illegal, wants_positions: true, ..Facts::default() };
    with_rules!(checker.game(), R, game => {
        if let Some(found) = query.find::<R>(game, facts) {
            let mut played = Vec::new();
            let report = context.of_game::<R>(game, reading, Some(&mut played));
            let part = report.sound_part(game, &mut played);
            let context = Context::of(part.as_ref().unwrap_or(game), &played);
            // writing to memory cannot fail, and a game that cannot be set up is not found
            let _ = explorer.write(&Context::<R> { illegal, matches: &found.plies, ..context }, &mut pages);
        }
    });
    pages.into_inner()
}

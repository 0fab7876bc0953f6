//! Writes the trees that games have been merged into (`--merge`).

use std::sync::Arc;
use std::{io, mem};

use super::Batch;
use super::job::Job;
use super::output::{ChunkOutput, MergedTree};
use crate::app::file_problems::FileProblem;
use crate::format::Format;

impl Batch<'_> {
    /// Writes the trees, each with the number and the place of its first game.
    pub(super) fn write_trees(&mut self, format: &mut impl Format) -> io::Result<()> {
        let trees = mem::take(&mut self.output.merged.trees);
        if let [_, second, ..] = &trees[..] {
            let (count, number) = (trees.len(), second.games_before[1] + 1);
            self.output.messages.warn(second.place.name(), FileProblem::SeveralTrees { count, number });
        }
        let job = Job::of_trees(self.args, format.needs());
        self.output.tally.choose_all();
        self.output.duplicates.is_current = false;
        // the games in the trees have been counted
        let summary = *self.output.messages.reporter.summary();
        let mut trees = trees.into_iter().peekable();
        while let Some(MergedTree { merged, place, games_before: [in_files, in_file], matches }) =
            trees.next()
        {
            let source = Arc::new(place.changed_part(0, merged.game.to_string().into_bytes()));
            self.output.tally.count_from(in_files, in_file);
            let mut output = ChunkOutput::in_turn(source.clone(), &mut self.output);
            output.text_follows = trees.peek().is_some();
            if job.show_at(&source, 0, matches, format, &mut output)?.is_break() {
                break;
            }
        }
        *self.output.messages.reporter.summary() = summary;
        Ok(())
    }
}

//! The file of the games that are left out as duplicates (`--duplicates`).

use std::io;
use std::sync::Arc;

use super::formats::AnyFormat;
use super::job::{Job, Pass};
use super::max_output;
use super::output::{ChunkOutput, Output, Sink};
use crate::app::ExitStatus;
use crate::app::cli::{Args, OutputFormat, Task};
use crate::app::file_problems::OutputFault;
use crate::format::Format;
use crate::message::Reporter;
use crate::text::Source;

/// The place where duplicates are written. They are few, so each is read again.
pub(super) struct DuplicateGames {
    job: Job,
    format: AnyFormat,
    output: Box<Output>,
    is_broken: bool,
}

impl DuplicateGames {
    /// Prepares the file that the arguments name, if they name one. Its format is that of the extension, or else PGN.
    ///
    /// # Errors
    ///
    /// Returns an [`OutputFault`] if the file cannot be created.
    pub(super) fn of_args(args: &Args) -> Result<Option<DuplicateGames>, OutputFault> {
        let Some(name) = &args.choosing.duplicates else { return Ok(None) };
        let format = match &*name.extension() {
            // the extension does not tell which of the two tables is meant, so it is that of the output
            "csv" => args.output_format(),
            extension => OutputFormat::of_extension(extension).unwrap_or(OutputFormat::Pgn),
        };
        let mut args = args.clone();
        (args.task, args.changing.merge) = (Task::Show, false);
        let Args { reading, choosing, writing, drawing, .. } = &mut args;
        // a duplicate has been chosen already, when its turn came
        (choosing.games, choosing.r#where, choosing.unique) = (None, None, None);
        (writing.output, writing.format, writing.per_file) = (Some(name.clone()), Some(format), None);
        (drawing.at, drawing.no_pause) = (drawing.at.filter(|_| format.properties().positions), true);
        reading.keep_going = false;
        let options = args.reporter_options(args.language(), false);
        let reporter = Reporter::new(Box::new(io::stderr()) as _, options);
        let format = AnyFormat::of_args(&args, false, false);
        let mut output = Box::new(Output::new(&args, reporter, Sink::of_args(&args, false)?));
        output.sink.frame = format.frame();
        let job = Job::new(&args, None, Pass::Show, max_output(1), format.needs());
        Ok(Some(DuplicateGames { job, format, output, is_broken: false }))
    }

    /// Writes the game that begins at an offset of a source. `counts` are the numbers of games in
    /// the files before, and before it in its file.
    pub(super) fn add(&mut self, source: &Arc<Source>, begins_at: usize, counts: [usize; 2]) {
        if !self.is_broken {
            self.output.tally.count_from(counts[0], counts[1]);
            let mut output = ChunkOutput::in_turn(source.clone(), &mut self.output);
            let written = self.job.show_at(source, begins_at, Vec::new(), &mut self.format, &mut output);
            self.note(written.map(drop));
        }
    }

    /// Puts the file in its place. Returns how that went.
    pub(super) fn finish(mut self) -> ExitStatus {
        if !self.is_broken {
            let ended = self.output.end();
            self.note(ended);
        }
        self.output.messages.status
    }

    fn note(&mut self, written: io::Result<()>) {
        if let Err(error) = written {
            self.is_broken = true;
            self.output.fail_to_write(error);
        }
    }
}

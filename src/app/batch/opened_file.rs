//! Files that are opened, and begun to be read, ahead of their turn.

use std::iter;
use std::path::PathBuf;

use super::games::{Guess, Job, Pass};
use super::twice::Rereadable;
use crate::format::Format;
use crate::text::{Chunk, Input, Progress, ReadError, TrailingData};

/// A file that is open, or cannot be opened.
pub(super) struct OpenedFile {
    pub(super) path: PathBuf,
    /// The text, and the input to be read again if there are two passes.
    pub(super) text: Result<(OpenedText, Option<Rereadable>), ReadError>,
}

/// The text of a file for one pass.
pub(super) struct OpenedText {
    pub(super) name: String,
    pub(super) progress: Progress,
    pub(super) trailing: TrailingData,
    /// The whole text, if it is no longer than one chunk.
    pub(super) only_chunk: Option<Chunk>,
    pub(super) chunks: Box<dyn Iterator<Item = Result<Chunk, ReadError>> + Send>,
}

impl OpenedFile {
    /// Opens a file for one pass or two, as [`OpenedText::of_input`] does.
    pub(super) fn open(path: PathBuf, is_read_twice: bool, max_chunk: usize, threads: usize) -> OpenedFile {
        let input = if is_read_twice {
            Rereadable::open(&path).map(|(input, again)| (input, Some(again)))
        } else {
            Input::open(&path).map(|input| (input, None))
        };
        let text = input.map(|(input, again)| (OpenedText::of_input(input, max_chunk, threads), again));
        OpenedFile { path, text }
    }

    /// Does the jobs of the passes over a file before its turn, if it is no longer than one chunk. The
    /// last job is not done if the file has an error.
    pub(super) fn guess<F: Format>(&self, jobs: &[Job<'_>], format: &F) -> Vec<Guess> {
        let text = self.text.as_ref().ok().map(|(text, _)| text);
        let Some(chunk) = text.and_then(|text| text.only_chunk.as_ref()) else { return Vec::new() };
        let mut guesses: Vec<Guess> = Vec::with_capacity(jobs.len());
        for job in jobs {
            if job.pass == Pass::Show && guesses.iter().any(|check| check.output.has_faulty_game()) {
                break;
            }
            guesses.push(job.guess(chunk, &mut format.clone(), Vec::new(), None));
        }
        guesses
    }
}

impl OpenedText {
    /// Reads the first chunk of an input, of about `max_chunk` bytes or less. The rest may be unpacked by
    /// `threads` threads.
    pub(super) fn of_input(input: Input, max_chunk: usize, threads: usize) -> OpenedText {
        let input = input.unpacked_by(threads);
        let (name, progress, trailing) = (input.name().to_owned(), input.progress(), input.trailing_data());
        let mut chunks = input.chunks().at_most(max_chunk).peekable();
        let first = chunks.peek().and_then(|first| first.as_ref().ok());
        let only_chunk = first.filter(|first| first.source.ends_file()).cloned();
        OpenedText { name, progress, trailing, only_chunk, chunks: Box::new(chunks) }
    }

    /// Returns the text of a file that is one chunk, for another pass.
    pub(super) fn of_chunk(name: String, chunk: Chunk) -> OpenedText {
        OpenedText {
            name,
            progress: Progress::default(),
            trailing: TrailingData::default(),
            chunks: Box::new(iter::once(Ok(chunk.clone()))),
            only_chunk: Some(chunk),
        }
    }
}

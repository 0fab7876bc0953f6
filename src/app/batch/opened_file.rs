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
    /// The text, and what a second pass reads, if there is one.
    pub(super) text: Result<(OpenedText, Option<SecondReading>), ReadError>,
}

/// What a second pass over a file reads.
pub(super) enum SecondReading {
    /// The text, which is no longer than one chunk.
    Chunk(Chunk),
    Input(Rereadable),
}

/// The text of a file for one pass.
pub(super) struct OpenedText {
    pub(super) name: String,
    pub(super) progress: Progress,
    pub(super) trailing: TrailingData,
    /// The whole text, if it is no longer than one chunk, and has been read without an error.
    pub(super) only_chunk: Option<Chunk>,
    pub(super) chunks: Box<dyn Iterator<Item = Result<Chunk, ReadError>> + Send>,
}

impl OpenedFile {
    /// Opens a file for one pass or two, as [`OpenedText::of_input`] does.
    pub(super) fn open(path: PathBuf, is_read_twice: bool, max_chunk: usize) -> OpenedFile {
        let input = if is_read_twice {
            Rereadable::open(&path).map(|(input, again)| (input, Some(again)))
        } else {
            Input::open(&path).map(|input| (input, None))
        };
        OpenedFile::new(path, input, max_chunk)
    }

    /// Reads the first chunk of an input, as [`OpenedText::of_input`] does, and keeps the input that a second
    /// pass would read, unless the whole text is there.
    pub(super) fn new(
        path: PathBuf,
        input: Result<(Input, Option<Rereadable>), ReadError>,
        max_chunk: usize,
    ) -> OpenedFile {
        let text = input.map(|(input, again)| {
            let text = OpenedText::of_input(input, max_chunk);
            let again = again.map(|input| match &text.only_chunk {
                Some(chunk) => SecondReading::Chunk(chunk.clone()),
                None => SecondReading::Input(input),
            });
            (text, again)
        });
        OpenedFile { path, text }
    }

    /// Returns the length of the text, if nothing is left to be read.
    pub(super) fn short_length(&self) -> Option<usize> {
        let Ok((text, _)) = &self.text else { return Some(0) };
        text.only_chunk.as_ref().map(|chunk| chunk.end)
    }

    /// Does the jobs of the passes over a file before its turn, if it is no longer than one chunk. The
    /// last job is not done if the file has an error.
    pub(super) fn guess<F: Format>(&self, jobs: &[Job], format: &F) -> Vec<Guess> {
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
    /// Reads the first chunk of an input, of about `max_chunk` bytes or less.
    pub(super) fn of_input(input: Input, max_chunk: usize) -> OpenedText {
        let (name, progress, trailing) = (input.name().to_owned(), input.progress(), input.trailing_data());
        let mut chunks = input.chunks().at_most(max_chunk).peekable();
        let first = chunks.peek().and_then(|first| first.as_ref().ok());
        let whole = first.filter(|first| first.source.ends_file() && !first.source.is_broken()).cloned();
        match whole {
            // nothing else is kept, so that no number of short files keeps as many open
            Some(chunk) => OpenedText { progress, trailing, ..OpenedText::of_chunk(name, chunk) },
            None => OpenedText { name, progress, trailing, only_chunk: None, chunks: Box::new(chunks) },
        }
    }

    fn of_chunk(name: String, chunk: Chunk) -> OpenedText {
        OpenedText {
            name,
            progress: Progress::default(),
            trailing: TrailingData::default(),
            chunks: Box::new(iter::once(Ok(chunk.clone()))),
            only_chunk: Some(chunk),
        }
    }
}

impl SecondReading {
    /// Begins to read the text again. `name` is its name in messages.
    pub(super) fn begin(self, name: &str, max_chunk: usize) -> Result<OpenedText, ReadError> {
        match self {
            SecondReading::Chunk(chunk) => Ok(OpenedText::of_chunk(name.to_owned(), chunk)),
            SecondReading::Input(input) => Ok(OpenedText::of_input(input.again()?, max_chunk)),
        }
    }
}

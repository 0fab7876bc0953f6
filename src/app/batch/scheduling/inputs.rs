//! Inputs that are opened ahead of their turn or together, and inputs that are read twice.

use std::fs::File;
use std::io::{Read, Seek, Write};
use std::iter::Peekable;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::{fs, io, iter, vec};

use tempfile::SpooledTempFile;

use crate::app::batch::job::{Guess, Job, Pass};
use crate::format::Format;
use crate::text::{Chunk, Input, InputError, Progress, ReadError, TrailingData, WatchedFile};

/// A file that is open, or the error of opening it.
pub(in crate::app::batch) struct OpenedFile {
    pub(in crate::app::batch) path: PathBuf,
    /// The text, and the input of a second pass, if there is one.
    pub(in crate::app::batch) text: Result<(OpenedText, Option<SecondReading>), ReadError>,
}

/// The input of a second pass over a file.
pub(in crate::app::batch) enum SecondReading {
    /// The text, which is no longer than one chunk.
    Chunk(Chunk),
    Input(Rereadable),
}

/// The text of a file for one pass.
pub(in crate::app::batch) struct OpenedText {
    pub(in crate::app::batch) name: String,
    pub(in crate::app::batch) progress: Progress,
    pub(in crate::app::batch) trailing: TrailingData,
    /// The whole text, if it is no longer than one chunk and was read without an error.
    pub(in crate::app::batch) only_chunk: Option<Chunk>,
    pub(in crate::app::batch) chunks: Box<dyn Iterator<Item = Result<Chunk, ReadError>> + Send>,
}

impl OpenedFile {
    /// Opens a file for one pass or two, as [`OpenedText::of_input`] does.
    pub(in crate::app::batch) fn open(path: PathBuf, is_read_twice: bool, max_chunk: usize) -> OpenedFile {
        let input = if is_read_twice {
            Rereadable::open(&path).map(|(input, again)| (input, Some(again)))
        } else {
            Input::open(&path).map(|input| (input, None))
        };
        OpenedFile::new(path, input, max_chunk)
    }

    /// Reads the first chunk of an input, as [`OpenedText::of_input`] does, and keeps the input for a second
    /// pass, unless the first chunk is the whole text.
    pub(in crate::app::batch) fn new(
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

    /// Returns the length of the text if it is no longer than one chunk. A file that could not be opened has
    /// length 0.
    pub(in crate::app::batch) fn short_length(&self) -> Option<usize> {
        let Ok((text, _)) = &self.text else { return Some(0) };
        text.only_chunk.as_ref().map(|chunk| chunk.end)
    }

    /// Does the jobs of the passes over a file ahead of its turn, if the file is no longer than one
    /// chunk. A showing pass is left out if a game has an error.
    pub(in crate::app::batch) fn guess<F: Format>(&self, jobs: &[Job], format: &F) -> Vec<Guess> {
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
    /// Reads the first chunk of an input, of at most about `max_chunk` bytes.
    pub(in crate::app::batch) fn of_input(input: Input, max_chunk: usize) -> OpenedText {
        let (name, progress, trailing) = (input.name().to_owned(), input.progress(), input.trailing_data());
        let mut chunks = input.chunks().at_most(max_chunk).peekable();
        let first = chunks.peek().and_then(|first| first.as_ref().ok());
        let whole = first.filter(|first| first.source.ends_file() && !first.source.is_broken()).cloned();
        match whole {
            // only the text is kept, so that short files opened ahead of their turn do not stay
            // open
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
    pub(in crate::app::batch) fn begin(self, name: &str, max_chunk: usize) -> Result<OpenedText, ReadError> {
        match self {
            SecondReading::Chunk(chunk) => Ok(OpenedText::of_chunk(name.to_owned(), chunk)),
            SecondReading::Input(input) => Ok(OpenedText::of_input(input.again()?, max_chunk)),
        }
    }
}

/// The number of bytes copied in memory. The rest goes to a temporary file, so memory does not
/// grow with the input.
const MAX_IN_MEMORY: usize = 64 << 20;

/// An input that is being read for the first time, and can be read again from its beginning.
pub(in crate::app::batch) struct Rereadable {
    name: String,
    content: Content,
}

enum Content {
    /// A regular file. It is an error if it changes between its readings.
    File(WatchedFile),
    /// For anything else, a copy of what has been read, which is compressed if the input is.
    Copy(Arc<Mutex<SpooledTempFile>>),
}

impl Rereadable {
    /// Opens a file, or standard input for the path `-`, to be read for the first time.
    pub(in crate::app::batch) fn open(path: &Path) -> Result<(Input, Rereadable), ReadError> {
        if path == Path::new("-") {
            return Rereadable::copying("<stdin>".to_owned(), io::stdin());
        }
        let name = path.display().to_string();
        let file = File::open(path).and_then(WatchedFile::new);
        let file = file.map_err(|cause| ReadError { name: name.clone(), cause })?;
        match file.again() {
            Some(again) => {
                let input = Input::from_file(name.as_str(), file)?;
                Ok((input, Rereadable { name, content: Content::File(again) }))
            }
            None => Rereadable::copying(name, file),
        }
    }

    /// Creates an input from a reader, which is copied as it is read. `name` is the name in messages.
    pub(in crate::app::batch) fn copying(
        name: String,
        reader: impl Read + Send + 'static,
    ) -> Result<(Input, Rereadable), ReadError> {
        let copy = Arc::new(Mutex::new(SpooledTempFile::new(MAX_IN_MEMORY)));
        let input = Input::from_reader(name.as_str(), Copying { reader, copy: copy.clone() })?;
        Ok((input, Rereadable { name, content: Content::Copy(copy) }))
    }

    /// Opens the input for the second reading, which goes no further than the first.
    pub(in crate::app::batch) fn again(self) -> Result<Input, ReadError> {
        match self.content {
            Content::File(file) => match file.again() {
                Some(file) => Input::from_file(self.name, file),
                None => Input::from_file(self.name, file),
            },
            Content::Copy(copy) => {
                let rewound = copy.lock().unwrap_or_else(PoisonError::into_inner).rewind();
                rewound.map_err(|cause| ReadError { name: self.name.clone(), cause })?;
                Input::from_reader(self.name, Copied(copy))
            }
        }
    }
}

/// A reader that copies what it reads.
struct Copying<R> {
    reader: R,
    copy: Arc<Mutex<SpooledTempFile>>,
}

impl<R: Read> Read for Copying<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.reader.read(buffer)?;
        let mut copy = self.copy.lock().unwrap_or_else(PoisonError::into_inner);
        let copied = copy.write_all(&buffer[..length]);
        copied.map_err(InputError::NotCopied)?;
        Ok(length)
    }
}

/// A reader of the copy.
struct Copied(Arc<Mutex<SpooledTempFile>>);

impl Read for Copied {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).read(buffer)
    }
}

/// The maximum number of files in a group. A worker gets a group at a time, because waking it costs
/// more than a game. Two threads took 0.79 s to check 13,444 files of one game each file by file,
/// and 0.36 s in groups.
const MAX_FILES: usize = 64;

/// The approximate maximum of the bytes in all files of a group.
const MAX_BYTES: u64 = 64 << 10;

/// The opened files in order, in groups: one long file, or several short ones.
pub(in crate::app::batch) struct FileGroups<O> {
    paths: Peekable<vec::IntoIter<PathBuf>>,
    open: O,
}

impl<O: Fn(PathBuf) -> OpenedFile> FileGroups<O> {
    pub(in crate::app::batch) fn new(paths: Vec<PathBuf>, open: O) -> FileGroups<O> {
        FileGroups { paths: paths.into_iter().peekable(), open }
    }
}

impl<O: Fn(PathBuf) -> OpenedFile> Iterator for FileGroups<O> {
    type Item = Vec<OpenedFile>;

    fn next(&mut self) -> Option<Vec<OpenedFile>> {
        let mut group = vec![(self.open)(self.paths.next()?)];
        let mut length = 0;
        while group.len() < MAX_FILES
            && let Some(short) = group.last().and_then(OpenedFile::short_length)
        {
            length += short;
            let Some(path) = self.paths.next_if(|path| fits_behind(length, path)) else { break };
            group.push((self.open)(path));
        }
        Some(group)
    }
}

/// Returns whether a file fits into a group that has `length` bytes. A pipe does not: it may have nothing to
/// read yet, and the files before it would wait.
fn fits_behind(length: usize, path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|file| file.is_file() && length as u64 + file.len() <= MAX_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_files_are_together_until_there_are_enough() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, length: usize| {
            let path = folder.path().join(name);
            fs::write(&path, "1. e4 *\n".repeat(length / 8)).unwrap();
            path
        };
        let [short, half, long] =
            [("short", 8), ("half", 30 << 10), ("long", 400 << 10)].map(|(name, length)| file(name, length));
        let missing = folder.path().join("missing");
        let groups = |paths: &[&PathBuf]| {
            let paths = paths.iter().copied().cloned().collect();
            let open = |path| OpenedFile::open(path, true, usize::MAX);
            FileGroups::new(paths, open).map(|group| group.len()).collect::<Vec<_>>()
        };
        assert_eq!(groups(&[&short, &short, &long, &short]), [2, 1, 1]);
        assert_eq!(groups(&[&half, &half, &half, &short]), [2, 2]);
        // the folder stands for anything that is not a regular file, such as a pipe
        assert_eq!(groups(&[&short, &missing, &short, &folder.path().to_owned(), &short]), [1, 2, 2]);
        assert_eq!(groups(&[&short; 2 * MAX_FILES + 1]), [MAX_FILES, MAX_FILES, 1]);
    }
}

//! Inputs that are opened ahead of their turn or together, and inputs that are read twice.

use std::fs::{File, Metadata};
use std::io::{Read, Seek, SeekFrom, Write};
use std::iter::Peekable;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::{fs, io, iter, vec};

use encoding_rs::Encoding;
use tempfile::SpooledTempFile;

use crate::app::batch::job::{EarlyOutput, Job, Pass};
use crate::format::Format;
use crate::text::{
    Chunk, Following, Input, InputError, Place, Progress, ReadError, TrailingData, WatchedFile, stdin_name,
};

/// A file that is open, or the error of opening it. Each file in an archive is one.
pub struct OpenedFile {
    /// Its path; of a file in an archive, its name in messages.
    pub path: PathBuf,
    /// The text, and the input of a second pass, if there is one.
    pub text: Result<(OpenedText, Option<SecondReading>), ReadError>,
}

/// How a text is cut into chunks.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    /// The maximum length of a chunk in bytes, about.
    pub max_chunk: usize,
    /// The encoding of a text that does not tell its own, if it is given.
    pub encoding: Option<&'static Encoding>,
}

/// What begins to read a text again, for a second pass over a file.
pub type SecondReading = Box<dyn FnOnce(Cut) -> Result<OpenedText, ReadError> + Send>;

/// The text of a file for one pass.
pub struct OpenedText {
    pub name: String,
    pub place: Place,
    pub progress: Progress,
    pub trailing: TrailingData,
    /// The whole text, if it is no longer than one chunk and was read without an error.
    pub only_chunk: Option<Chunk>,
    pub chunks: Box<dyn Iterator<Item = Result<Chunk, ReadError>> + Send>,
}

impl OpenedFile {
    /// Reads the first chunk of an input, as [`OpenedText::of_input`] does, and keeps the input for a second
    /// pass, unless the first chunk is the whole text.
    pub fn new(
        path: PathBuf,
        input: Result<(Input<'static>, Option<Rereading>), ReadError>,
        cut: Cut,
    ) -> OpenedFile {
        let archive = input.as_ref().ok().filter(|(input, _)| input.place().is_in_archive());
        let path = archive.map_or(path, |(input, _)| input.name().into());
        let text = input.map(|(input, again)| {
            let start = input.place().start;
            let text = OpenedText::of_input(input, cut);
            let again = again.map(|again| match (text.only_chunk.clone(), text.name.clone()) {
                (Some(chunk), name) => Box::new(|_| Ok(OpenedText::of_chunk(name, chunk))) as SecondReading,
                (None, _) => Box::new(move |cut| Ok(OpenedText::of_input(again(start)?, cut))),
            });
            (text, again)
        });
        OpenedFile { path, text }
    }

    /// Returns whether it is in an archive.
    pub fn is_in_archive(&self) -> bool {
        self.text.as_ref().is_ok_and(|(text, _)| text.place.is_in_archive())
    }

    /// Returns the length of the text if it is no longer than one chunk. A file that could not be opened has
    /// length 0.
    pub fn short_length(&self) -> Option<usize> {
        let Ok((text, _)) = &self.text else { return Some(0) };
        text.only_chunk.as_ref().map(|chunk| chunk.end)
    }

    /// Does the jobs of the passes over a file ahead of its turn, if the file is no longer than one
    /// chunk. A showing pass is left out if a game has an error.
    pub fn process_early<F: Format>(&self, jobs: &[Job], format: &F) -> Vec<EarlyOutput> {
        let text = self.text.as_ref().ok().map(|(text, _)| text);
        let Some(chunk) = text.and_then(|text| text.only_chunk.as_ref()) else { return Vec::new() };
        let mut outputs: Vec<EarlyOutput> = Vec::with_capacity(jobs.len());
        for job in jobs {
            if job.pass == Pass::Show && outputs.iter().any(|check| check.output.has_faulty_game()) {
                break;
            }
            outputs.push(job.process_early(chunk, &mut format.clone(), Vec::new()));
        }
        outputs
    }
}

impl OpenedText {
    /// Reads the first chunk of an input.
    pub fn of_input(input: Input<'static>, Cut { max_chunk, encoding }: Cut) -> OpenedText {
        let (name, place) = (input.name().to_owned(), input.place());
        let (progress, trailing) = (input.progress(), input.trailing_data());
        let mut chunks = input.decoded_from(encoding).chunks().at_most(max_chunk).peekable();
        let first = chunks.peek().and_then(|first| first.as_ref().ok());
        let whole = first.filter(|first| first.source.ends_file() && !first.source.is_broken()).cloned();
        match whole {
            // only the text is kept, so that short files opened ahead of their turn do not stay
            // open
            Some(chunk) => OpenedText { place, progress, trailing, ..OpenedText::of_chunk(name, chunk) },
            None => {
                OpenedText { name, place, progress, trailing, only_chunk: None, chunks: Box::new(chunks) }
            }
        }
    }

    fn of_chunk(name: String, chunk: Chunk) -> OpenedText {
        OpenedText {
            name,
            place: Place::default(),
            progress: Progress::default(),
            trailing: TrailingData::default(),
            chunks: Box::new(iter::once(Ok(chunk.clone()))),
            only_chunk: Some(chunk),
        }
    }
}

/// The number of bytes copied in memory. The rest goes to a temporary file, so memory does not
/// grow with the input. It is more than the cache of moves has, because nearly all pipes are shorter, and a second pass
/// then needs no disk.
const MAX_IN_MEMORY: usize = 64 << 20;

/// Opens an input again that is being read for the first time, from an offset on. The second reading goes no further
/// than the first.
pub type Rereading = Arc<dyn Fn(u64) -> Result<Input<'static>, ReadError> + Send + Sync>;

/// Opens a file, or standard input for the path `-`, to be read for the first time.
pub fn open_rereadable(path: &Path) -> Result<(Input<'static>, Rereading), ReadError> {
    if let Some(name) = stdin_name(path) {
        return copying(name, io::stdin());
    }
    let name = path.display().to_string();
    let file = File::open(path).and_then(WatchedFile::new);
    let file = file.map_err(|cause| ReadError { name: name.clone(), cause })?;
    match file.again(0) {
        // a regular file; it is an error if it changes between its readings
        Some(watched) => {
            let input = Input::from_file(name.as_str(), file)?;
            let again = move |start| watched.again(start).unwrap_or_else(|| watched.clone());
            Ok((input, Arc::new(move |start| Input::from_file(name.as_str(), again(start)))))
        }
        None => copying(name, file),
    }
}

/// Creates an input from a reader, of which a copy is made as it is read, compressed if the input is. `name` is the
/// name in messages.
pub fn copying(
    name: String,
    reader: impl Read + Send + 'static,
) -> Result<(Input<'static>, Rereading), ReadError> {
    let copy = Arc::new(Mutex::new(SpooledTempFile::new(MAX_IN_MEMORY)));
    let input = Input::from_reader(name.as_str(), Copying { reader, copy: copy.clone() })?;
    let copied = move |position| Copied { copy: copy.clone(), position };
    Ok((input, Arc::new(move |start| Input::from_reader(name.as_str(), copied(start)))))
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
        // the copy of an archive is read before the archive has been copied to its end
        let copied = copy.seek(SeekFrom::End(0)).and_then(|_| copy.write_all(&buffer[..length]));
        copied.map_err(InputError::NotCopied)?;
        Ok(length)
    }
}

/// A reader of the copy.
struct Copied {
    copy: Arc<Mutex<SpooledTempFile>>,
    position: u64,
}

impl Read for Copied {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut copy = self.copy.lock().unwrap_or_else(PoisonError::into_inner);
        copy.seek(SeekFrom::Start(self.position))?;
        let length = copy.read(buffer)?;
        self.position += length as u64;
        Ok(length)
    }
}

/// The files of a command line in order, each opened when it is taken, and the files in archives among them. What has
/// not been read of a file in an archive is skipped for the next one.
pub struct OpenedFiles {
    paths: Peekable<vec::IntoIter<PathBuf>>,
    is_read_twice: bool,
    cut: Cut,
    /// The path of the last file.
    path: PathBuf,
    /// What follows in it if it is an archive, and how that is read again.
    following: Option<(Following<'static>, Option<Rereading>)>,
}

impl OpenedFiles {
    pub fn new(paths: Vec<PathBuf>, is_read_twice: bool, cut: Cut) -> OpenedFiles {
        let (paths, path) = (paths.into_iter().peekable(), PathBuf::new());
        OpenedFiles { paths, is_read_twice, cut, path, following: None }
    }

    /// Opens the next file in the archive.
    fn next_in_archive(&mut self) -> Option<OpenedFile> {
        let (following, again) = self.following.as_mut()?;
        let Some(input) = following.next() else {
            self.following = None;
            return None;
        };
        let input = input.map(|input| (input, again.clone()));
        Some(OpenedFile::new(self.path.clone(), input, self.cut))
    }

    /// Opens the next file for a group that has `length` bytes, if it fits into it. A pipe does not: it may have nothing to
    /// read yet, and the files before it would wait.
    fn next_for_group(&mut self, length: usize) -> Option<OpenedFile> {
        if self.following.is_some() {
            if length as u64 > MAX_BYTES || !self.path.is_file() {
                return None;
            }
            if let Some(file) = self.next_in_archive() {
                return Some(file);
            }
        }
        let fits = |file: Metadata| file.is_file() && length as u64 + file.len() <= MAX_BYTES;
        if fs::metadata(self.paths.peek()?).is_ok_and(fits) { self.next() } else { None }
    }
}

impl Iterator for OpenedFiles {
    type Item = OpenedFile;

    fn next(&mut self) -> Option<OpenedFile> {
        if let Some(file) = self.next_in_archive() {
            return Some(file);
        }
        self.path = self.paths.next()?;
        let input = if self.is_read_twice {
            open_rereadable(&self.path).map(|(input, again)| (input, Some(again)))
        } else {
            Input::open(&self.path).map(|input| (input, None))
        };
        self.following = input.as_ref().ok().map(|(input, again)| (input.following(), again.clone()));
        Some(OpenedFile::new(self.path.clone(), input, self.cut))
    }
}

/// The maximum number of files in a group. A worker gets a group at a time, because waking it costs
/// more than a game. Two threads took 0.79 s to check 13,444 files of one game each file by file,
/// and 0.36 s in groups.
const MAX_FILES: usize = 64;

/// The approximate maximum of the bytes in all files of a group: a chunk's worth, so that no worker has the last group
/// for long while the others are done.
const MAX_BYTES: u64 = 64 << 10;

/// The opened files in order, in groups: one long file, or several short ones.
pub struct FileGroups {
    pub first: Option<OpenedFile>,
    pub files: OpenedFiles,
}

impl Iterator for FileGroups {
    type Item = Vec<OpenedFile>;

    fn next(&mut self) -> Option<Vec<OpenedFile>> {
        // the group has no files while the last one, which is in an archive, is read where it is processed: taking
        // groups does not go on before that has been done
        if self.files.following.as_ref().is_some_and(|(following, _)| following.is_being_read()) {
            return Some(self.first.take().into_iter().collect());
        }
        let mut group = vec![self.first.take().or_else(|| self.files.next())?];
        let mut length = 0;
        while group.len() < MAX_FILES
            && let Some(short) = group.last().and_then(OpenedFile::short_length)
        {
            length += short;
            let Some(file) = self.files.next_for_group(length) else { break };
            group.push(file);
        }
        Some(group)
    }
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
            let files = OpenedFiles::new(paths, true, Cut { max_chunk: usize::MAX, encoding: None });
            FileGroups { first: None, files }.map(|group| group.len()).collect::<Vec<_>>()
        };
        assert_eq!(groups(&[&short, &short, &long, &short]), [2, 1, 1]);
        assert_eq!(groups(&[&half, &half, &half, &short]), [2, 2]);
        // the folder stands for anything that is not a regular file, such as a pipe
        assert_eq!(groups(&[&short, &missing, &short, &folder.path().to_owned(), &short]), [1, 2, 2]);
        assert_eq!(groups(&[&short; 2 * MAX_FILES + 1]), [MAX_FILES, MAX_FILES, 1]);
    }
}

//! Output into files: all of it into one, or each item into its own.
//!
//! Files appear when everything has been written, or not at all. An error therefore leaves nothing
//! half done, and the output may replace the input.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use tempfile::NamedTempFile;

use super::{Unfinished, folder_of, is_special, new_file, put};
use crate::app::file_problems::OutputFault;
use crate::app::name_template::NameTemplate;
use crate::format::Item;

/// The size of the buffer of the collected texts.
const BUFFER: usize = 1 << 20;

/// The files that the output goes to. Copies write to the same files.
#[derive(Clone, Debug)]
pub(in crate::app::batch) struct OutputFiles(Arc<Mutex<Files>>);

#[derive(Debug)]
struct Files {
    template: NameTemplate,
    /// Whether existing files are replaced.
    replaces: bool,
    /// Whether a file can hold one item only.
    holds_one_item: bool,
    /// The number of items begun.
    items: usize,
    /// Whether anything has been written.
    has_text: bool,
    target: Target,
    unfinished: Unfinished,
}

/// The place where the text is collected.
#[derive(Debug, Default)]
enum Target {
    /// In a file beside the one that it is to become.
    One(BufWriter<NamedTempFile>),
    /// For one file per item: one text after another, with the path and the length in bytes of
    /// each.
    Each { texts: BufWriter<File>, files: Vec<(PathBuf, u64)>, names: HashSet<PathBuf> },
    /// For standard output, in memory: a picture.
    Stdout(Vec<u8>),
    /// Everything has been put in its place.
    #[default]
    Finished,
}

impl OutputFiles {
    /// Prepares the output of one item to standard output. It is held back, since only the end of the input
    /// tells whether there is exactly one.
    pub(in crate::app::batch) fn to_stdout() -> OutputFiles {
        let target = Target::Stdout(Vec::new());
        let template = NameTemplate::of_stdout();
        let unfinished = Unfinished::default();
        OutputFiles::of(Files {
            template,
            replaces: false,
            holds_one_item: true,
            items: 0,
            has_text: false,
            target,
            unfinished,
        })
    }

    /// Prepares the output into files. With `replaces` existing files are replaced; with `holds_one_item` a file
    /// can hold one item only.
    ///
    /// # Errors
    ///
    /// Returns an [`OutputFault`] if the folder is missing, if the file exists and must not be replaced, or
    /// if the file system fails.
    pub(in crate::app::batch) fn create(
        template: &NameTemplate,
        replaces: bool,
        holds_one_item: bool,
    ) -> Result<OutputFiles, OutputFault> {
        let folder = template.folder();
        require_folder(&folder)?;
        let unfinished = Unfinished::watched();
        let target = if template.has_placeholders() {
            let texts = BufWriter::with_capacity(BUFFER, tempfile::tempfile()?);
            Target::Each { texts, files: Vec::new(), names: HashSet::new() }
        } else {
            let path = template.path(0, &Item::default());
            refuse_existing(&path, replaces)?;
            Target::One(BufWriter::new(new_file(&path, &unfinished)?))
        };
        let template = template.clone();
        let (items, has_text) = (0, false);
        Ok(OutputFiles::of(Files { template, replaces, holds_one_item, items, has_text, target, unfinished }))
    }

    fn of(files: Files) -> OutputFiles {
        OutputFiles(Arc::new(Mutex::new(files)))
    }

    /// Begins an item of a game. `game` is the number of the game, counted from 1.
    ///
    /// # Errors
    ///
    /// Returns an [`OutputFault`] if another item has the same name, or if the only file cannot hold another
    /// item.
    pub(in crate::app::batch) fn begin_item(&self, game: usize, item: &Item) -> Result<(), OutputFault> {
        self.with(|files| {
            files.items += 1;
            let path = files.template.path(game, item);
            match &mut files.target {
                Target::One(_) | Target::Stdout(_) if files.holds_one_item && files.items > 1 => {
                    Err(OutputFault::ManyItems(path))
                }
                Target::One(_) | Target::Stdout(_) | Target::Finished => Ok(()),
                Target::Each { files, names, .. } => {
                    if !names.insert(path.clone()) {
                        return Err(OutputFault::SharedName { path, game });
                    }
                    files.push((path, 0));
                    Ok(())
                }
            }
        })
    }

    /// Returns the name of the file, with its placeholders if there are several files.
    pub(in crate::app::batch) fn name(&self) -> String {
        self.with(|files| files.template.as_str().to_owned())
    }

    /// Returns whether each item has a file of its own.
    pub(in crate::app::batch) fn divides_items(&self) -> bool {
        self.with(|files| matches!(files.target, Target::Each { .. }))
    }

    /// Puts the files in their places. Without `is_complete`, errors have left something out: a file
    /// to which nothing has been written is then neither created nor replaced.
    ///
    /// # Errors
    ///
    /// Returns an [`OutputFault`] if a folder is missing, if a file exists and must not be replaced, or if
    /// the file system fails. What can be checked is checked before any file is put in place.
    pub(in crate::app::batch) fn finish(&self, is_complete: bool) -> Result<(), OutputFault> {
        self.with(|files| {
            let put = match mem::take(&mut files.target) {
                Target::One(_) if !files.has_text && (files.holds_one_item || !is_complete) => Ok(()),
                Target::One(file) => {
                    file.into_inner().map_err(|error| error.into_error().into()).and_then(|file| {
                        put_new(file, &files.template.path(0, &Item::default()), files.replaces)
                    })
                }
                Target::Each { texts, files: paths, .. } => files.put_each(texts, &paths),
                Target::Stdout(text) => {
                    let mut out = io::stdout();
                    out.write_all(&text).and_then(|()| out.flush()).map_err(OutputFault::from)
                }
                Target::Finished => Ok(()),
            };
            files.unfinished.clear();
            put
        })
    }

    fn with<T>(&self, run: impl FnOnce(&mut Files) -> T) -> T {
        run(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Files {
    /// Divides a text into files, which are put in their places when all of them are there.
    fn put_each(&self, texts: BufWriter<File>, paths: &[(PathBuf, u64)]) -> Result<(), OutputFault> {
        for (path, _) in paths {
            require_folder(folder_of(path))?;
            refuse_existing(path, self.replaces)?;
        }
        let mut texts = texts.into_inner().map_err(io::IntoInnerError::into_error)?;
        texts.rewind()?;
        let mut texts = BufReader::with_capacity(BUFFER, texts);
        let mut text = Vec::new();
        let mut files = Vec::with_capacity(paths.len());
        for (path, length) in paths {
            let mut file = new_file(path, &self.unfinished)?;
            text.clear();
            texts.by_ref().take(*length).read_to_end(&mut text)?;
            file.write_all(&text)?;
            // only paths are kept, because there may be more files than a process may have open
            files.push(file.into_temp_path());
        }
        files.into_iter().zip(paths).try_for_each(|(file, (path, _))| {
            let opened = File::options().read(true).write(true).open(&file)?;
            put_new(NamedTempFile::from_parts(opened, file), path, self.replaces)
        })
    }
}

impl Write for OutputFiles {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.with(|files| {
            files.has_text |= !bytes.is_empty();
            match &mut files.target {
                Target::One(file) => file.write(bytes),
                Target::Each { texts, files, .. } => {
                    let written = texts.write(bytes)?;
                    if let Some((_, length)) = files.last_mut() {
                        *length += written as u64;
                    }
                    Ok(written)
                }
                Target::Stdout(text) => text.write(bytes),
                Target::Finished => Err(io::ErrorKind::BrokenPipe.into()),
            }
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn require_folder(folder: &Path) -> Result<(), OutputFault> {
    if folder.is_dir() { Ok(()) } else { Err(OutputFault::NoFolder(folder.to_owned())) }
}

fn refuse_existing(path: &Path, replaces: bool) -> Result<(), OutputFault> {
    let is_there = path.symlink_metadata().is_ok() && !is_special(path);
    if is_there && !replaces { Err(OutputFault::Exists(path.to_owned())) } else { Ok(()) }
}

/// Puts a file in its place as [`put`] does. A file that has appeared there meanwhile is reported like one
/// that was there before.
fn put_new(file: NamedTempFile, path: &Path, replaces: bool) -> Result<(), OutputFault> {
    put(file, path, replaces).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => OutputFault::Exists(path.to_owned()),
        _ => error.into(),
    })
}

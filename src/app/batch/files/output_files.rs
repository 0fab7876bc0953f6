//! Output into files: all of it into one, or divided by names.
//!
//! Files appear when everything has been written, or not at all. An error therefore leaves nothing
//! half done, and the output may replace the input.

use std::io::{self, BufWriter, Write};
use std::mem;
use std::path::Path;

use tempfile::NamedTempFile;

use super::named_texts::{NamedTexts, NewFolders};
use super::{Unfinished, folder_of, is_special, new_file, put};
use crate::app::file_problems::OutputFault;
use crate::app::name_template::{NameTemplate, NameValues};

/// The files that the output goes to.
#[derive(Debug, Default)]
pub struct OutputFiles {
    pub(super) template: NameTemplate,
    /// Whether existing files are replaced.
    pub(super) replaces: bool,
    /// Whether a file can hold one item only.
    holds_one_item: bool,
    /// The number of items begun.
    items: usize,
    /// Whether anything has been written.
    has_text: bool,
    target: Target,
    pub(super) unfinished: Unfinished,
    pub(super) folders: NewFolders,
}

/// The place where the text is collected.
#[derive(Debug, Default)]
enum Target {
    /// In a file beside the one that it is to become.
    One(BufWriter<NamedTempFile>),
    /// For files with names of their own.
    Named(NamedTexts),
    /// For standard output, in memory: a picture.
    Stdout(Vec<u8>),
    /// Everything has been put in its place.
    #[default]
    Finished,
}

impl OutputFiles {
    /// Prepares the output of one item to standard output. It is held back, since only the end of the input
    /// tells whether there is exactly one.
    pub fn to_stdout(template: NameTemplate) -> OutputFiles {
        let target = Target::Stdout(Vec::new());
        OutputFiles { template, target, holds_one_item: true, ..OutputFiles::default() }
    }

    /// Prepares the output into files. With `replaces` existing files are replaced; with `holds_one_item` a file
    /// can hold one item only, and otherwise at most `max_items` if its name has placeholders.
    ///
    /// # Errors
    ///
    /// Returns an [`OutputFault`] if the file exists and must not be replaced, or if the file system fails.
    pub fn create(
        template: NameTemplate,
        replaces: bool,
        holds_one_item: bool,
        max_items: usize,
    ) -> Result<OutputFiles, OutputFault> {
        let unfinished = Unfinished::watched();
        let mut files =
            OutputFiles { template, replaces, holds_one_item, unfinished, ..OutputFiles::default() };
        files.target = if files.template.has_placeholders() {
            let name = Path::new(files.template.as_str());
            Target::Named(NamedTexts::new(max_items).map_err(OutputFault::at(name))?)
        } else {
            let path = files.template.path(&NameValues::default(), [0; 3]);
            refuse_existing(&path, replaces)?;
            files.folders.make(folder_of(&path))?;
            let file = new_file(&path, &files.unfinished).map_err(OutputFault::at(&path))?;
            Target::One(BufWriter::new(file))
        };
        Ok(files)
    }

    /// Begins an item, and returns whether its file is a new one.
    ///
    /// # Errors
    ///
    /// Returns an [`OutputFault`] if another item has the same name, or if the only file cannot hold another
    /// item.
    pub fn begin_item(&mut self, name: NameValues) -> Result<bool, OutputFault> {
        self.items += 1;
        let is_first = self.items == 1;
        match &mut self.target {
            Target::One(_) | Target::Stdout(_) if self.holds_one_item && !is_first => {
                let path = self.template.path(&name, [0; 3]);
                Err(OutputFault::ManyItems { path, apart_by: self.template.apart_by() })
            }
            Target::One(_) | Target::Stdout(_) | Target::Finished => Ok(is_first),
            Target::Named(texts) => {
                texts.begin(&self.template, name.clone(), self.holds_one_item).ok_or_else(|| {
                    let path = self.template.path(&name, [0; 3]);
                    OutputFault::SharedName { path, game: name.game, apart_by: self.template.apart_by() }
                })
            }
        }
    }

    /// Returns the name of the file, with its placeholders if there are several files. Returns `None` for standard
    /// output.
    pub fn name(&self) -> Option<String> {
        Some(self.template.as_str().to_owned()).filter(|_| !self.template.is_stdout())
    }

    /// Returns whether items are divided into files by their names.
    pub fn divides_items(&self) -> bool {
        matches!(self.target, Target::Named(_))
    }

    /// Puts the files in their places. Unless `makes_empty`, a file to which nothing has been written is neither created
    /// nor replaced: after errors, or if the format cannot be empty. If items are divided, each file ends with `foot`.
    ///
    /// # Errors
    ///
    /// Returns an [`OutputFault`] if a file exists and must not be replaced, or if
    /// the file system fails. What can be checked is checked before any file is put in place.
    pub fn finish(&mut self, makes_empty: bool, foot: &str) -> Result<(), OutputFault> {
        let put = match mem::take(&mut self.target) {
            // an empty picture is no picture, and after an error an empty text may not replace a good one
            Target::One(_) if !self.has_text && (self.holds_one_item || !makes_empty) => Ok(()),
            Target::One(file) => {
                let path = self.template.path(&NameValues::default(), [0; 3]);
                let file = file.into_inner().map_err(|error| OutputFault::at(&path)(error.into_error()));
                file.and_then(|file| put_new(file, &path, self.replaces))
            }
            Target::Named(texts) => texts.divide(self, makes_empty, foot),
            Target::Stdout(text) => {
                let mut out = io::stdout();
                out.write_all(&text).and_then(|()| out.flush()).map_err(OutputFault::CannotWrite)
            }
            Target::Finished => Ok(()),
        };
        self.unfinished.lock().clear();
        put
    }
}

impl Write for OutputFiles {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.has_text |= !bytes.is_empty();
        match &mut self.target {
            Target::One(file) => file.write(bytes),
            Target::Named(texts) => texts.write(bytes),
            Target::Stdout(text) => text.write(bytes),
            Target::Finished => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Refuses a path where a file cannot be put, before any file is.
pub(super) fn refuse_existing(path: &Path, replaces: bool) -> Result<(), OutputFault> {
    if path.is_dir() {
        return Err(OutputFault::at(path)(io::ErrorKind::IsADirectory.into()));
    }
    // not `metadata`, for which a symbolic link that leads nowhere does not exist
    let is_there = path.symlink_metadata().is_ok() && !is_special(path);
    if is_there && !replaces { Err(OutputFault::Exists(path.to_owned())) } else { Ok(()) }
}

/// Puts a file in its place as [`put`] does. A file that has appeared there meanwhile is reported like one
/// that was there before.
pub(super) fn put_new(file: NamedTempFile, path: &Path, replaces: bool) -> Result<(), OutputFault> {
    put(file, path, replaces).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => OutputFault::Exists(path.to_owned()),
        _ => OutputFault::at(path)(error),
    })
}

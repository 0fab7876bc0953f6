//! Texts that are divided into files by name.
//!
//! All texts go into one temporary file, one after the other, and are divided when all names are known. So only two
//! files are open at a time, however many names there are.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::ErrorKind::AlreadyExists;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempPath};

use super::output_files::{OutputFiles, put_new, refuse_existing};
use super::{folder_of, new_file};
use crate::app::file_problems::OutputFault;
use crate::app::name_template::{NameTemplate, NameValues};

/// The size of the buffer of the collected texts.
const BUFFER: usize = 1 << 20;

/// The texts, and the files that they are divided into.
#[derive(Debug)]
pub(super) struct NamedTexts {
    texts: BufWriter<File>,
    /// The number of bytes in them.
    length: u64,
    files: Vec<TextFile>,
    /// The files by the keys of their names, without the numbers of parts.
    groups: HashMap<String, Group>,
    /// How many items a file holds before the next part begins.
    max_items: usize,
    /// The file of the current item, by its index.
    current: usize,
}

/// A file, and where its texts are.
#[derive(Debug)]
struct TextFile {
    name: NameValues,
    places: Vec<Range<u64>>,
}

/// The files whose names differ only in the number of the part.
#[derive(Debug, Default)]
struct Group {
    items: usize,
    /// The index of the last file.
    file: usize,
}

impl NamedTexts {
    pub(super) fn new(max_items: usize) -> io::Result<NamedTexts> {
        // one file with all texts, because there may be more names than a process may have open files
        let texts = BufWriter::with_capacity(BUFFER, tempfile::tempfile()?);
        let (files, groups) = (Vec::new(), HashMap::new());
        Ok(NamedTexts { texts, length: 0, files, groups, max_items, current: 0 })
    }

    /// Begins an item, and returns whether its file is a new one. Returns `None` if the file has an item and can hold
    /// only one.
    pub(super) fn begin(
        &mut self,
        template: &NameTemplate,
        mut name: NameValues,
        holds_one_item: bool,
    ) -> Option<bool> {
        let group = self.groups.entry(template.key(&name)).or_default();
        let is_new = group.items.is_multiple_of(self.max_items);
        if is_new {
            name.part = group.items / self.max_items + 1;
            group.file = self.files.len();
            self.files.push(TextFile { name, places: Vec::new() });
        } else if holds_one_item {
            return None;
        }
        group.items += 1;
        self.current = group.file;
        Some(is_new)
    }

    /// Writes a part of the current item.
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(file) = self.files.get_mut(self.current) else { return Ok(bytes.len()) };
        let written = self.texts.write(bytes)?;
        let end = self.length + written as u64;
        match file.places.last_mut() {
            // parts that follow each other are one place, or each write would need an entry
            Some(place) if place.end == self.length => place.end = end,
            _ => file.places.push(self.length..end),
        }
        self.length = end;
        Ok(written)
    }

    /// Divides the texts into files, which are put in their places when all of them are there. Each ends with `foot`.
    /// Files without a text are left out unless `makes_empty`.
    pub(super) fn divide(
        self,
        output: &mut OutputFiles,
        makes_empty: bool,
        foot: &str,
    ) -> Result<(), OutputFault> {
        let OutputFiles { template, replaces, unfinished, folders, .. } = output;
        // all numbers have as many digits as the largest, so that names sort by number
        let digits = self.files.iter().fold([0; 3], |digits: [usize; 3], file| {
            let numbers = file.name.numbers().map(|number| number.to_string().len());
            [0, 1, 2].map(|at| digits[at].max(numbers[at]))
        });
        let failed = OutputFault::at(Path::new(template.as_str()));
        let texts = self.texts.into_inner().map_err(|error| failed(error.into_error()))?;
        let files = self.files.into_iter().filter(|file| makes_empty || !file.places.is_empty());
        let files: Vec<_> = files.map(|file| (template.path(&file.name, digits), file)).collect();
        let mut paths = HashSet::with_capacity(files.len());
        for (path, file) in &files {
            if !paths.insert(path) {
                let (path, apart_by) = (path.clone(), template.apart_by());
                return Err(OutputFault::SharedName { path, game: file.name.game, apart_by });
            }
            // all names are examined before the first file is written
            refuse_existing(path, *replaces)?;
        }
        let written = files.iter().map(|(path, file)| -> Result<TempPath, OutputFault> {
            folders.make(folder_of(path))?;
            let mut written = new_file(path, unfinished).map_err(OutputFault::at(path))?;
            copy(&texts, &file.places, foot, &mut written).map_err(OutputFault::at(path))?;
            // only paths are kept, because there may be more files than a process may have open
            Ok(written.into_temp_path())
        });
        let written = written.collect::<Result<Vec<_>, _>>()?;
        written.into_iter().zip(&files).try_for_each(|(written, (path, _))| {
            let opened = File::options().read(true).write(true).open(&written);
            let opened = opened.map_err(OutputFault::at(path))?;
            put_new(NamedTempFile::from_parts(opened, written), path, *replaces)
        })
    }
}

/// Copies some places of a text to a file, and ends it.
fn copy(mut texts: &File, places: &[Range<u64>], foot: &str, file: &mut NamedTempFile) -> io::Result<()> {
    let mut out = BufWriter::new(file);
    for place in places {
        texts.seek(SeekFrom::Start(place.start))?;
        io::copy(&mut texts.take(place.end - place.start), &mut out)?;
    }
    if !places.is_empty() {
        out.write_all(foot.as_bytes())?;
    }
    out.flush()
}

/// The folders that have been made. Those that stay empty are removed at the end.
#[derive(Debug, Default)]
pub(super) struct NewFolders(Vec<PathBuf>);

impl NewFolders {
    /// Makes a folder and those that it is in, unless they are there.
    pub(super) fn make(&mut self, folder: &Path) -> Result<(), OutputFault> {
        // one by one and not with `create_dir_all`, so that those that are new can be removed again
        let missing: Vec<_> = folder.ancestors().take_while(|folder| !folder.exists()).collect();
        for folder in missing.into_iter().rev().filter(|folder| !folder.as_os_str().is_empty()) {
            // a link that leads nowhere or in a circle
            let lost = |error: &io::Error| folder.metadata().err().filter(|_| error.kind() == AlreadyExists);
            let made = fs::create_dir(folder).map_err(|error| lost(&error).unwrap_or(error));
            made.map_err(OutputFault::at(folder))?;
            self.0.push(folder.to_owned());
        }
        Ok(())
    }
}

impl Drop for NewFolders {
    fn drop(&mut self) {
        // a folder that has files cannot be removed
        self.0.iter().rev().for_each(|folder| drop(fs::remove_dir(folder)));
    }
}

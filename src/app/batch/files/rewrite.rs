//! The output of one input, which replaces the input or is compared with it.
//!
//! Any format may write the output. [`Rewrite::begin`] names a file, everything written after it is
//! the new text of that file, and [`Rewrite::finish`] puts it in place, in the encoding of the
//! file, or writes the difference. A file whose text stays the same is not touched.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::{fs, io, mem, str};

use tempfile::NamedTempFile;

use super::diff::{DiffStyle, write_diff};
use super::{Unfinished, new_file, put};
use crate::app::file_problems::RewriteFault;
use crate::text::{FileEncoding, Input, InputError, NoPlainText, is_table_name};

/// What is done with the new text of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// It replaces the file.
    InPlace,
    /// Its difference from the file is written to standard output.
    Diff(DiffStyle),
}

/// The files that are rewritten, one after the other.
#[derive(Debug)]
pub struct Rewrite {
    purpose: Purpose,
    /// Whether the new texts keep the bytes and line ends of the old ones where nothing is changed. Otherwise
    /// all line ends become that of the old text.
    keeps_bytes: bool,
    /// Whether a file with several names (hard links) is replaced under the one that is given.
    replaces_links: bool,
    unfinished: Unfinished,
    /// The new text of the file, unless none is being rewritten.
    text: Option<NewText>,
}

/// The new text of a file, as far as it has been written.
#[derive(Debug)]
struct NewText {
    path: PathBuf,
    /// The file as it was found.
    found: Metadata,
    encoding: FileEncoding,
    keeps_bytes: bool,
    /// The encoded text.
    file: BufWriter<NamedTempFile>,
    /// The number of bytes in it.
    length: usize,
    /// The number of these that are the byte order mark.
    mark: usize,
    /// The first bytes of a character whose other bytes have not come yet.
    rest: Vec<u8>,
    /// The number of line ends held back. They are written when more text follows; the file itself ends with
    /// exactly one.
    line_ends: usize,
    /// The first character that the encoding does not have.
    unencodable: Option<char>,
    /// Where games begin, in the old text and in the new one.
    anchors: Vec<(usize, usize)>,
}

impl Rewrite {
    /// Prepares to rewrite files. With `keeps_bytes` the new texts keep the bytes and line ends of
    /// the old ones where nothing is changed; otherwise the text that is written is UTF-8 with
    /// `\n`, and is converted to the encoding and the line ends of the old text. With
    /// `replaces_links` a file with several names is replaced under the one that is given.
    pub fn new(purpose: Purpose, keeps_bytes: bool, replaces_links: bool) -> Rewrite {
        Rewrite { purpose, keeps_bytes, replaces_links, unfinished: Unfinished::watched(), text: None }
    }

    /// Returns whether files are only compared.
    pub fn compares(&self) -> bool {
        self.purpose != Purpose::InPlace
    }

    /// Returns the name of the file that is being replaced, if one is.
    pub fn replaced_name(&self) -> Option<String> {
        let name = |text: &NewText| text.path.display().to_string();
        self.text.as_ref().filter(|_| !self.compares()).map(name)
    }

    /// Begins the new text of a file.
    ///
    /// # Errors
    ///
    /// Returns [`RewriteFault`] if the file cannot be rewritten, whatever its games contain.
    pub fn begin(&mut self, path: &Path) -> Result<(), RewriteFault> {
        self.text = Some(NewText::of(path, self)?);
        Ok(())
    }

    /// Notes that the game that begins at an offset of the old text begins here in the new one.
    pub fn anchor(&mut self, offset: usize) {
        if self.compares()
            && let Some(text) = &mut self.text
        {
            let end = text.length + text.line_ends * text.encoding.line_end().len();
            text.anchors.push((text.mark + offset, end));
        }
    }

    /// Leaves the file as it is.
    pub fn abandon(&mut self) {
        self.text = None;
        self.unfinished.lock().clear();
    }

    /// Puts the new text in the place of the file, or writes the difference. Returns whether there is a
    /// difference.
    ///
    /// # Errors
    ///
    /// Returns [`RewriteFault`] if the file cannot be replaced or compared, and stays as it is; it is
    /// [`RewriteFault::Output`] if the difference cannot be written.
    pub fn finish(&mut self) -> Result<bool, RewriteFault> {
        let Some(text) = self.text.take() else { return Ok(false) };
        let finished = text.finish(self.purpose);
        self.unfinished.lock().clear();
        finished
    }
}

impl Write for Rewrite {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.text {
            Some(text) => text.add(bytes).map(|()| bytes.len()),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl NewText {
    /// Examines a file and creates the one for its new text: beside it if it is to be replaced, or else among
    /// the temporary files.
    fn of(path: &Path, rewriting: &Rewrite) -> Result<NewText, RewriteFault> {
        let found = fs::metadata(path).map_err(NoPlainText::from)?;
        if !found.is_file() {
            return Err(RewriteFault::NotRegular);
        }
        if is_table_name(&path.to_string_lossy()) {
            return Err(NoPlainText::Rows.into());
        }
        let old = File::open(path).map_err(NoPlainText::from)?;
        let encoding =
            if rewriting.keeps_bytes { FileEncoding::of_kept_bytes(old) } else { FileEncoding::of(old) }?;
        let (file, encoding) = if rewriting.purpose == Purpose::InPlace {
            // a file that the user may not write to must not be replaced, although the permissions
            // of its folder would allow that
            OpenOptions::new().write(true).open(path)?;
            // the other names would keep the old text
            if !rewriting.replaces_links && names(&found) > 1 {
                return Err(RewriteFault::SeveralNames);
            }
            (new_file(path, &rewriting.unfinished)?, encoding)
        } else {
            // nothing is put beside a file that is only compared, whose folder may be read-only
            (rewriting.unfinished.create(NamedTempFile::new)?, encoding.as_read())
        };
        let mut text = NewText {
            path: path.to_owned(),
            found,
            encoding,
            keeps_bytes: rewriting.keeps_bytes,
            file: BufWriter::new(file),
            length: 0,
            mark: 0,
            rest: Vec::new(),
            line_ends: 0,
            unencodable: None,
            anchors: Vec::new(),
        };
        let mut mark = Vec::new();
        encoding.write_mark(&mut mark);
        text.write(&mark)?;
        text.mark = mark.len();
        Ok(text)
    }

    /// Adds a piece of the text, which may end within a character.
    fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.keeps_bytes && !self.encoding.is_wide() {
            return self.write(bytes);
        }
        let mut whole = mem::take(&mut self.rest);
        whole.extend_from_slice(bytes);
        // the output comes in pieces of any length, so a character may be in two of them
        let end = str::from_utf8(&whole).map_or_else(|error| error.valid_up_to(), str::len);
        self.rest = whole.split_off(end);
        // unwrap(): the text is valid up to there
        let text = str::from_utf8(&whole).unwrap();
        let mut encoded = Vec::with_capacity(text.len());
        if self.keeps_bytes {
            let failed = self.encoding.encode(text, &mut encoded).err();
            self.unencodable = self.unencodable.or(failed);
            return self.write(&encoded);
        }
        for line in text.split_inclusive('\n') {
            let ended = line.strip_suffix('\n');
            let line = ended.unwrap_or(line);
            if !line.is_empty() {
                let line_ends = self.encoding.line_end().repeat(mem::take(&mut self.line_ends));
                for part in [&line_ends, line] {
                    let failed = self.encoding.encode(part, &mut encoded).err();
                    self.unencodable = self.unencodable.or(failed);
                }
            }
            self.line_ends += usize::from(ended.is_some());
        }
        self.write(&encoded)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.length += bytes.len();
        self.file.write_all(bytes)
    }

    fn finish(mut self, purpose: Purpose) -> Result<bool, RewriteFault> {
        if !self.keeps_bytes {
            let mut end = Vec::new();
            let failed = self.encoding.encode(self.encoding.line_end(), &mut end).err();
            self.unencodable = self.unencodable.or(failed);
            self.write(&end)?;
        }
        if let Some(character) = self.unencodable {
            return Err(RewriteFault::NotInEncoding { encoding: self.encoding.name(), character });
        }
        let mut new = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        new.as_file_mut().rewind()?;
        match purpose {
            Purpose::InPlace => {
                let is_same = has_same_text(File::open(&self.path)?, new.as_file_mut())?;
                // a file whose text stays the same is not touched, so that it keeps its time of change
                if !is_same {
                    // at the last moment, so that what somebody else has written meanwhile is not lost
                    require_unchanged(&self.path, &self.found)?;
                    put(new, &self.path, true)?;
                }
                Ok(!is_same)
            }
            Purpose::Diff(style) => {
                let old = Input::open(&self.path).map_err(|error| NoPlainText::from(error.cause))?;
                require_unchanged(&self.path, &self.found)?;
                let mut mark = Vec::new();
                self.encoding.write_mark(&mut mark);
                let texts: [&mut dyn Read; 2] = [&mut mark.chain(old), new.as_file_mut()];
                let mut out = BufWriter::new(io::stdout());
                write_diff(&self.path, texts, &self.anchors, style, &mut out)
            }
        }
    }
}

/// Returns how many names (hard links) a file has.
fn names(found: &Metadata) -> u64 {
    #[cfg(unix)]
    return std::os::unix::fs::MetadataExt::nlink(found);
    // on other systems the standard library does not give the number, so one is assumed
    #[cfg(not(unix))]
    return u64::from(found.is_file());
}

/// Checks that a file is as it was found, by its length and the time of its last change.
fn require_unchanged(path: &Path, found: &Metadata) -> Result<(), RewriteFault> {
    let state = |file: &Metadata| (file.len(), file.modified().ok());
    if state(&fs::metadata(path)?) == state(found) {
        Ok(())
    } else {
        Err(NoPlainText::from(io::Error::from(InputError::Changed)).into())
    }
}

/// Returns whether two files have the same bytes.
fn has_same_text(old: File, new: &mut File) -> io::Result<bool> {
    // most changes change the length, and then nothing need be read
    if old.metadata()?.len() != new.metadata()?.len() {
        return Ok(false);
    }
    let (mut old, mut new) = (BufReader::new(old), BufReader::new(new));
    loop {
        let (left, right) = (old.fill_buf()?, new.fill_buf()?);
        let length = left.len().min(right.len());
        if length == 0 || left[..length] != right[..length] {
            return Ok(left.len() == right.len() && length == 0);
        }
        old.consume(length);
        new.consume(length);
    }
}

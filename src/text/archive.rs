//! The texts of an archive: files of games or lists of positions in one, each of which is an input.

use std::fmt;
use std::io::{self, Read};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use super::compression::TrailingData;
use super::{Input, Progress, ReadError};

/// An archive that is read from front to back. It reads as its current member, and as nothing before the first one.
pub(super) trait Archive: Read + Send {
    /// Moves to the next member with games or positions, and returns `None` after the last one. Data after the archive
    /// are noted in `trailing`.
    fn advance(&mut self, trailing: &TrailingData) -> io::Result<Option<Member>>;
}

/// A member of an archive.
pub(super) struct Member {
    pub(super) name: String,
    /// The offset in the file from which the archive can be read as if this member were the first.
    pub(super) start: u64,
}

/// The place of an input in its file.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// The name of the file. That of an input in an archive goes on with a colon and the name of the member.
    pub file: Arc<str>,
    /// The offset in the file from which the input can be opened again: of a member of an archive, that of its header.
    pub start: u64,
    /// The number of the member, counted from 1; 0 outside archives.
    pub(super) number: usize,
    /// The number of members that have been found. An error in place of one counts.
    pub(super) found: Arc<AtomicUsize>,
}

impl Place {
    /// Returns whether the input is in an archive.
    #[must_use]
    pub fn is_in_archive(&self) -> bool {
        self.number > 0
    }

    /// Returns whether another input follows in the archive. That is known once this one has been read to its end.
    #[must_use]
    pub fn is_followed(&self) -> bool {
        self.found.load(Ordering::Acquire) > self.number
    }

    /// Returns whether the input is one of several in an archive, which is known as [`Place::is_followed`] is.
    #[must_use]
    pub fn is_one_of_several(&self) -> bool {
        self.number > 1 || self.is_followed()
    }
}

/// The inputs that follow one in the same archive. What has not been read of an input is skipped for the next one.
#[derive(Clone, Default)]
pub struct Following<'r>(Option<Arc<Mutex<Members<'r>>>>);

/// The members of an archive, which their readers share.
struct Members<'r> {
    file: Arc<str>,
    progress: Progress,
    archive: Box<dyn Archive + 'r>,
    /// What follows the current member, if that has been looked for.
    next: Option<io::Result<Member>>,
    found: Arc<AtomicUsize>,
    /// Whether data have been ignored after the current member.
    trailing: TrailingData,
    /// The reader of the current member.
    reader: Weak<()>,
}

impl Members<'_> {
    fn find_next(&mut self) {
        if self.next.is_none() {
            self.next = self.archive.advance(&self.trailing).transpose();
            self.found.fetch_add(usize::from(self.next.is_some()), Ordering::Release);
        }
    }
}

impl<'r> Following<'r> {
    /// Returns all inputs in an archive. `file` is the name of the archive.
    pub(super) fn all(file: Arc<str>, progress: Progress, archive: Box<dyn Archive + 'r>) -> Following<'r> {
        let (next, found, trailing) = (None, Arc::default(), TrailingData::default());
        let members = Members { file, progress, archive, next, found, trailing, reader: Weak::new() };
        Following(Some(Arc::new(Mutex::new(members))))
    }

    /// Returns whether somebody is still reading the last input.
    #[cfg(feature = "cli")]
    pub(crate) fn is_being_read(&self) -> bool {
        // a reader that waits for a pipe has the lock
        let is_read = |members: &Arc<Mutex<Members<'r>>>| {
            members.try_lock().map_or(true, |members| members.reader.strong_count() > 0)
        };
        self.0.as_ref().is_some_and(is_read)
    }
}

impl<'r> Iterator for Following<'r> {
    type Item = Result<Input<'r>, ReadError>;

    fn next(&mut self) -> Option<Result<Input<'r>, ReadError>> {
        let mut members = lock(self.0.as_ref()?);
        members.find_next();
        let file = members.file.clone();
        let Member { name, start } = match members.next.take()? {
            Ok(member) => member,
            Err(cause) => return Some(Err(ReadError { name: file.to_string(), cause })),
        };
        let name = format!("{file}:{name}");
        let reader = Arc::new(());
        members.reader = Arc::downgrade(&reader);
        members.trailing = TrailingData::default();
        let found = members.found.clone();
        let place = Place { file, start, number: found.load(Ordering::Acquire), found };
        let (progress, trailing) = (members.progress.clone(), members.trailing.clone());
        drop(members);
        let text = MemberReader { members: self.0.clone()?, number: place.number, _reader: reader };
        let input = Input {
            name: name.into(),
            text: Box::new(text),
            progress,
            trailing,
            place,
            following: self.clone(),
            tells_encoding: false,
        };
        Some(input.in_utf8())
    }
}

impl fmt::Debug for Following<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Following").finish_non_exhaustive()
    }
}

/// A reader of a member. At the end of the member it looks for the next one, so that its [`Place`] is known.
struct MemberReader<'r> {
    members: Arc<Mutex<Members<'r>>>,
    number: usize,
    _reader: Arc<()>,
}

impl Read for MemberReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut members = lock(&self.members);
        if members.found.load(Ordering::Acquire) > self.number {
            return Ok(0);
        }
        let length = members.archive.read(buffer)?;
        if length == 0 && !buffer.is_empty() {
            members.find_next();
        }
        Ok(length)
    }
}

fn lock<'m, 'r>(members: &'m Mutex<Members<'r>>) -> MutexGuard<'m, Members<'r>> {
    members.lock().unwrap_or_else(PoisonError::into_inner)
}
